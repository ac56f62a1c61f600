"""Suits, trumps and rank: which tile follows which, and which takes a trick."""

from collections.abc import Iterable, Sequence

from service.rules.tricks.tiles import is_double, numbers_of

DOUBLES = "doubles"
NONE = "none"

_DOUBLE = 10
"""Ranks a double above every other tile of its suit."""


def trumps(highest: int, *, doubles: bool) -> tuple[str, ...]:
    """What can be named trump in a set up to double-`highest`."""
    numbers = map(str, range(highest + 1))
    return (*numbers, DOUBLES, NONE) if doubles else (*numbers, NONE)


def is_trump(tile: str, trump: str) -> bool:
    """Whether a tile is a trump: it carries the trump's number, or is one of the doubles that are trumps."""
    if trump == NONE:
        return False
    if trump == DOUBLES:
        return is_double(tile)
    return int(trump) in numbers_of(tile)


def trump_word(trump: str) -> str:
    """What trumps are called in what a sheet cites: `doubles` where those are trumps, else `trump`."""
    return DOUBLES if trump == DOUBLES else "trump"


def suit_led(tile: str, trump: str) -> int | None:
    """The suit that a led tile asks for, its higher number; None where a trump is led."""
    return None if is_trump(tile, trump) else numbers_of(tile)[0]


def following(hand: Iterable[str | None], lead: str, trump: str) -> tuple[str, ...]:
    """The tiles of a hand that follow the lead; empty where any tile may be played."""
    suit = suit_led(lead, trump)
    known = (tile for tile in hand if tile is not None)
    if suit is None:
        return tuple(tile for tile in known if is_trump(tile, trump))
    return tuple(tile for tile in known if suit in numbers_of(tile) and not is_trump(tile, trump))


def taking(tiles: Sequence[str], trump: str) -> int:
    """Which tile of a trick takes it, counted from the lead (0): the highest trump, else the highest of the suit."""
    suit = suit_led(tiles[0], trump)
    return max(range(len(tiles)), key=lambda place: _power(tiles[place], trump, suit))


def _power(tile: str, trump: str, suit: int | None) -> tuple[int, int]:
    """Orders the tiles of one trick: trumps over the led suit, that over all others."""
    high, low = numbers_of(tile)
    if is_trump(tile, trump):
        return 2, high if trump == DOUBLES else _rank(high, low, int(trump))
    if suit in (high, low):
        return 1, _rank(high, low, suit)
    return 0, 0


def _rank(high: int, low: int, suit: int) -> int:
    """A tile's rank in a suit that it belongs to: the double first, then by the other number."""
    if high == low:
        return _DOUBLE
    return low if high == suit else high
