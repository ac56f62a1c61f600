"""The trick rules of Three-Player Moon, straight from the sheet (section 3)."""

from tests.naive.tiles import MOON_TILES, numbers

TRUMPS = ["0", "1", "2", "3", "4", "5", "6", "doubles", "none"]
BIDS = [4, 5, 6, 7, 21]


def is_double(tile: str) -> bool:
    """Both ends alike."""
    return len(set(numbers(tile))) == 1


def is_trump(tile: str, trump: str) -> bool:
    """With a number every tile that carries it, with doubles the seven doubles, with none no tile."""
    if trump == "none":
        return False
    if trump == "doubles":
        return is_double(tile)
    return int(trump) in numbers(tile)


def belongs(tile: str, suit: int, trump: str) -> bool:
    """Whether a tile is of a number's suit: it carries the number and is no trump."""
    return suit in numbers(tile) and not is_trump(tile, trump)


def led_suit(lead: str) -> int:
    """The suit that a lead which is no trump asks for: its higher number."""
    return max(numbers(lead))


def ranking_in(number: int) -> list[str]:
    """The tiles that carry a number, the double first, then by the other number downward."""
    others = [n for n in range(6, -1, -1) if n != number]
    order = [f"{number}-{number}"] + [f"{max(n, number)}-{min(n, number)}" for n in others]
    return [tile for tile in order if tile in MOON_TILES]


def follow_code(lead: str, trump: str, hand, tile: str) -> str | None:
    """The code of a play that does not follow the lead, None where it does or need not."""
    if is_trump(lead, trump):
        if any(is_trump(held, trump) for held in hand) and not is_trump(tile, trump):
            return "must-follow-trump"
        return None
    suit = led_suit(lead)
    if any(belongs(held, suit, trump) for held in hand) and not belongs(tile, suit, trump):
        return "must-follow-suit"
    return None


def winning_place(tiles, trump: str) -> int:
    """Which tile of a trick, counted from the lead, takes it."""
    if trump == "doubles":
        order = [f"{n}-{n}" for n in range(6, -1, -1)]
    elif trump == "none":
        order = []
    else:
        order = ranking_in(int(trump))
    if not is_trump(tiles[0], trump):
        suit = led_suit(tiles[0])
        order = order + [tile for tile in ranking_in(suit) if belongs(tile, suit, trump)]
    return min((order.index(tile), place) for place, tile in enumerate(tiles) if tile in order)[1]


def hand_items(bidder: str, bid: int, tricks: dict[str, int]) -> list[tuple[str, int, str]]:
    """The settlement after the seventh trick, as (player, points, reason)."""
    made = tricks[bidder] >= (7 if bid == 21 else bid)
    items = [(bidder, bid, "contract-made") if made else (bidder, -bid, "contract-set")]
    others = [(player, taken, "tricks") for player, taken in tricks.items() if player != bidder]
    return items + [item for item in others if item[1]]
