"""The checks of a trick-taking move, and the events of a legal one."""

from collections.abc import Callable, Mapping
from typing import Any

from service.rules.events import (
    BidMade,
    Event,
    RoundEnded,
    TileDiscarded,
    TilePlayed,
    TrickTaken,
    TrumpDeclared,
    WidowTaken,
)
from service.rules.moves import Bid, Declare, Discard, Move, Pass, Play
from service.rules.rulings import Accepted, Refused, ScoreItem, Violation
from service.rules.tricks import suits
from service.rules.tricks.parameters import TrickRules
from service.rules.tricks.table import TrickTable
from service.rules.tricks.tiles import numbers_of

_MOVES: Mapping[str, tuple[type[Move], ...]] = {
    "bidding": (Bid, Pass),
    "discarding": (Discard,),
    "declaring": (Declare,),
    "playing": (Play,),
}


def judge(game: Any, move: Move) -> Accepted | Refused:
    """Judge a move: the gates of phase and turn, then every check of the move."""
    sheet = game.sheet
    if type(move) not in _MOVES[game.phase]:
        return Refused(violations=(sheet.violation("wrong-phase", "/type", move=move.type, phase=game.phase),))
    if move.player != game.turn:
        return Refused(violations=(sheet.violation("not-your-turn", "/player", turn=game.turn, player=move.player),))
    check, carry_out = _RULINGS[type(move)]
    violations = tuple(check(game, move))
    return Refused(violations=violations) if violations else Accepted(events=carry_out(game, move))


def _bid_violations(game: Any, move: Bid) -> list[Violation]:
    rules: TrickRules = game.rules
    highest = game.table.highest_bid
    found = []
    if move.value not in rules.open_bids:
        bids = list(rules.open_bids)
        found.append(game.sheet.violation("bid-out-of-range", "/value", value=move.value, bids=bids))
    if highest is not None and move.value <= highest:
        found.append(game.sheet.violation("bid-too-low", "/value", value=move.value, highest=highest))
    return found


def _pass_violations(game: Any, move: Pass) -> list[Violation]:  # noqa: ARG001
    return []


def _tile_violations(game: Any, move: Discard | Play) -> list[Violation]:
    """Whether there is such a tile, and whether the player holds it."""
    sheet, table = game.sheet, game.table
    found = []
    if move.tile not in game.rules.tiles:
        found.append(sheet.violation("unknown-tile", "/tile", tile=move.tile))
    if move.tile not in table.hands[move.player]:
        found.append(sheet.violation("tile-not-in-hand", "/tile", detail=move.type, tile=move.tile, player=move.player))
    if move.tile in table.played:
        by = table.played[move.tile]
        found.append(sheet.violation("tile-already-played", "/tile", tile=move.tile, by=by))
    return found


def _declare_violations(game: Any, move: Declare) -> list[Violation]:
    trumps = list(game.rules.trumps)
    if move.trump in trumps:
        return []
    return [game.sheet.violation("trump-not-allowed", "/trump", trump=move.trump, trumps=trumps)]


def _play_violations(game: Any, move: Play) -> list[Violation]:
    return [*_tile_violations(game, move), *_follow_violations(game, move)]


def _follow_violations(game: Any, move: Play) -> list[Violation]:
    """Whether the tile follows the lead, where the hand could; a tile that does not exist has no suit."""
    table: TrickTable = game.table
    if not table.trick or move.tile not in game.rules.tiles:
        return []
    assert table.trump is not None
    lead = table.trick[0].tile
    could = suits.following(table.hands[move.player], lead, table.trump)
    if not could or suits.following((move.tile,), lead, table.trump):
        return []
    suit = suits.suit_led(lead, table.trump)
    facts = {"tile": move.tile, "led": lead, "could": list(could)}
    if suit is None:
        return [game.sheet.violation("must-follow-trump", "/tile", suit=table.trump, **facts)]
    # A tile that carries the suit's number and does not follow is a trump: the clause about those says why.
    detail = suits.trump_word(table.trump) if suit in numbers_of(move.tile) else ""
    return [game.sheet.violation("must-follow-suit", "/tile", detail=detail, suit=str(suit), **facts)]


def _speak(game: Any, move: Bid | Pass) -> tuple[Event, ...]:
    """A bid or a refusal, and after the last word the widow's taking or a void hand."""
    rules: TrickRules = game.rules
    table: TrickTable = game.table
    value = move.value if isinstance(move, Bid) else None
    last = len(table.bids) + 1 == len(game.players)
    forced = last and value is None and table.highest_bid is None and rules.all_pass == "force-last"
    if forced:
        value = rules.minimum_bid
    over = last or (value is not None and value == rules.moon)
    turn = None if over else game.after(move.player)
    bid = BidMade(player=move.player, value=value, turn=turn, forced=forced)
    if not over:
        return (bid,)
    spoken = [*((said.value, said.player) for said in table.bids), (value, move.player)]
    bids = [(points, player) for points, player in spoken if points is not None]
    if not bids:
        return bid, _round_ended(game, "void")
    contract, bidder = max(bids)
    return bid, WidowTaken(player=bidder, value=contract)


def _discard(game: Any, move: Discard) -> tuple[Event, ...]:  # noqa: ARG001
    return (TileDiscarded(player=move.player, tile=move.tile),)


def _declare(game: Any, move: Declare) -> tuple[Event, ...]:  # noqa: ARG001
    return (TrumpDeclared(player=move.player, trump=move.trump),)


def _play(game: Any, move: Play) -> tuple[Event, ...]:
    """A tile, and with the last one of a trick its taker, and with the last trick the round's end."""
    table: TrickTable = game.table
    assert table.trump is not None
    tiles = (*(play.tile for play in table.trick), move.tile)
    if len(tiles) < len(game.players):
        return (TilePlayed(player=move.player, tile=move.tile, turn=game.after(move.player)),)
    place = suits.taking(tiles, table.trump)
    players = (*(play.player for play in table.trick), move.player)
    by = suits.trump_word(table.trump) if suits.is_trump(tiles[place], table.trump) else "suit"
    over = len(table.tricks) + 1 == game.rules.tricks
    played = TilePlayed(player=move.player, tile=move.tile, turn=None)
    taken = TrickTaken(
        player=players[place],
        tile=tiles[place],
        clause=game.sheet.cite(f"trick/{by}"),
        turn=None if over else players[place],
    )
    return (played, taken, _round_ended(game, "played")) if over else (played, taken)


def _round_ended(game: Any, ended_by: str) -> RoundEnded:
    clause = game.sheet.cite(f"round-end/{ended_by}")
    return RoundEnded(round=game.round, ended_by=ended_by, clause=clause, settles=True)


_Check = Callable[[Any, Any], list[Violation]]
_CarryOut = Callable[[Any, Any], tuple[Event, ...]]

_RULINGS: Mapping[type, tuple[_Check, _CarryOut]] = {
    Bid: (_bid_violations, _speak),
    Pass: (_pass_violations, _speak),
    Discard: (_tile_violations, _discard),
    Declare: (_declare_violations, _declare),
    Play: (_play_violations, _play),
}


def legal_moves(game: Any) -> list[tuple[Move, tuple[ScoreItem, ...]]]:
    """Every legal move of the seat on turn; no move scores by itself."""
    return [(move, ()) for move in _candidates(game) if isinstance(judge(game, move), Accepted)]


def _candidates(game: Any) -> list[Move]:
    """The moves of this phase that name something the sheet has and the hand holds."""
    rules: TrickRules = game.rules
    player: str = game.turn
    if game.phase == "bidding":
        return [*(Bid(player, value) for value in rules.open_bids), Pass(player)]
    if game.phase == "declaring":
        return [Declare(player, trump) for trump in rules.trumps]
    make = Discard if game.phase == "discarding" else Play
    return [make(player, tile) for tile in game.table.hands[player] if tile is not None]
