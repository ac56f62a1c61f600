"""The table of a trick-taking round: hands, bids, contract, trump and tricks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from service.rules.events import (
    BidMade,
    RoundDealt,
    TileDiscarded,
    TilePlayed,
    Tiles,
    TrickTaken,
    TrumpDeclared,
    WidowTaken,
)


@dataclass(frozen=True, slots=True)
class Bidding:
    """What a seat said: a bid, or None for a refusal. `forced`: a house rule made it a bid."""

    player: str
    value: int | None
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Contract:
    """Who plays for how much."""

    player: str
    value: int


@dataclass(frozen=True, slots=True)
class Played:
    """A tile in a trick."""

    player: str
    tile: str


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick: who took it, with which tile, and what was played in order."""

    player: str
    tile: str
    plays: tuple[Played, ...]


@dataclass(slots=True, kw_only=True)
class TrickTable:
    """None in a hand, as `widow` or as `discard` is a tile not known; the widow leaves with its taker.

    `leader` leads, or led, the trick in progress; None until the trump is named.
    """

    hands: dict[str, Tiles]
    widow: str | None
    first_bidder: str
    bids: tuple[Bidding, ...] = ()
    contract: Contract | None = None
    discard: str | None = None
    trump: str | None = None
    leader: str | None = None
    trick: tuple[Played, ...] = ()
    tricks: tuple[Trick, ...] = ()
    played: dict[str, str] = field(default_factory=dict)

    def __copy__(self) -> "TrickTable":
        return TrickTable(
            hands=dict(self.hands),
            widow=self.widow,
            first_bidder=self.first_bidder,
            bids=self.bids,
            contract=self.contract,
            discard=self.discard,
            trump=self.trump,
            leader=self.leader,
            trick=self.trick,
            tricks=self.tricks,
            played=dict(self.played),
        )

    @property
    def highest_bid(self) -> int | None:
        """The highest bid so far, None where nobody bid."""
        return max((bid.value for bid in self.bids if bid.value is not None), default=None)

    def tricks_of(self, player: str) -> int:
        """How many tricks a player has taken."""
        return sum(trick.player == player for trick in self.tricks)


def lay_out(event: RoundDealt) -> TrickTable:
    """The table after a deal."""
    assert event.first_bidder is not None
    return TrickTable(hands=dict(event.hands), widow=event.widow, first_bidder=event.first_bidder)


def show(table: TrickTable) -> dict[str, Any]:
    """What everybody sees, as JSON: `trick` in progress in order of play, `tricks` complete ones with their takers."""
    contract = table.contract
    return {
        "first_bidder": table.first_bidder,
        "bids": [{"player": bid.player, "value": bid.value, "forced": bid.forced} for bid in table.bids],
        "contract": None if contract is None else {"player": contract.player, "value": contract.value},
        "trump": table.trump,
        "leader": table.leader,
        "trick": _shown(table.trick),
        "tricks": [
            {"player": trick.player, "tile": trick.tile, "plays": _shown(trick.plays)} for trick in table.tricks
        ],
    }


def _shown(plays: tuple[Played, ...]) -> list[dict[str, str]]:
    return [{"player": play.player, "tile": play.tile} for play in plays]


def _without(hand: Tiles, tile: str | None) -> Tiles:
    """The hand less one tile: that tile, or else one that is not known."""
    at = hand.index(tile) if tile in hand else hand.index(None)
    return hand[:at] + hand[at + 1 :]


def _book_bid(game: Any, event: BidMade) -> None:
    table: TrickTable = game.table
    table.bids = (*table.bids, Bidding(event.player, event.value, event.forced))
    game.turn = event.turn


def _book_widow(game: Any, event: WidowTaken) -> None:
    table: TrickTable = game.table
    table.contract = Contract(event.player, event.value)
    table.hands[event.player] = (*table.hands[event.player], table.widow)
    table.widow = None
    game.phase, game.turn = "discarding", event.player


def _book_discard(game: Any, event: TileDiscarded) -> None:
    table: TrickTable = game.table
    table.hands[event.player] = _without(table.hands[event.player], event.tile)
    table.discard = event.tile
    game.phase = "declaring"


def _book_trump(game: Any, event: TrumpDeclared) -> None:
    table: TrickTable = game.table
    table.trump, table.leader = event.trump, event.player
    game.phase = "playing"


def _book_played(game: Any, event: TilePlayed) -> None:
    table: TrickTable = game.table
    table.trick = (*table.trick, Played(event.player, event.tile))
    table.played[event.tile] = event.player
    table.hands[event.player] = _without(table.hands[event.player], event.tile)
    game.turn = event.turn


def _book_trick(game: Any, event: TrickTaken) -> None:
    table: TrickTable = game.table
    table.tricks = (*table.tricks, Trick(event.player, event.tile, table.trick))
    table.trick, table.leader = (), event.player
    game.turn = event.turn


BOOKINGS: Mapping[type, Callable[[Any, Any], None]] = {
    BidMade: _book_bid,
    WidowTaken: _book_widow,
    TileDiscarded: _book_discard,
    TrumpDeclared: _book_trump,
    TilePlayed: _book_played,
    TrickTaken: _book_trick,
}
