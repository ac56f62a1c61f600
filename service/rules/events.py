"""What has happened in a game. Events carry outcomes; booking them needs no rule.

`None` in place of a tile is a tile that is not known here (sealed, or missing in a paper record).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.rules.moves import Cell, Corners
from service.rules.rulings import ScoreItem

Tiles = tuple[str | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a game is played by, for its whole life. `players` in seat order."""

    ruleset: str
    edition: int
    house_rules: Mapping[str, Any]
    players: tuple[str, ...]
    dealer: str
    public: bool
    engine: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOpened:
    """A game was opened. `root` is the sealed secret of its shuffles, `commitment` its published hash."""

    terms: Terms
    await_seeds: bool = False
    commitment: str | None = None
    root: str | None = None


@dataclass(frozen=True, slots=True)
class SeedGiven:
    """A seat gave its own part of the shuffles."""

    player: str
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class SeedingClosed:
    """No more seeds are taken."""

    by: str


@dataclass(frozen=True, slots=True)
class DealAwaited:
    """The next round's deal is to come from the referee."""

    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningDraw:
    """A tile drawn to find the opener: the pool's place and the tile."""

    player: str
    place: int
    tile: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDealt:
    """A round's deal and the standings that it starts from: a replay of the round starts here.

    `hands` are as dealt; `opening_draws` come from the head of `pool`. `clause` says why `turn` begins.
    """

    terms: Terms
    round: int
    scores: Mapping[str, int]
    hands: Mapping[str, Tiles]
    phase: str
    turn: str | None
    clause: str
    pool: Tiles = ()
    pool_known: bool = True
    opening_draws: tuple[OpeningDraw, ...] = ()
    widow: str | None = None
    first_bidder: str | None = None
    key_commitment: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TilePlaced:
    """A tile lies on the board. `draws`: tiles drawn in this turn before it. `turn`: who is next, if anybody."""

    player: str
    at: Cell
    corners: Corners
    draws: int
    items: tuple[ScoreItem, ...]
    turn: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TileDrawn:
    """A tile came from the pool's `place` (from 0). `pool_known`: the place was dealt with a known tile."""

    player: str
    place: int
    tile: str | None
    items: tuple[ScoreItem, ...]
    pool_known: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPassed:
    """A turn ended without a placement, after `draws` draws."""

    player: str
    draws: int
    items: tuple[ScoreItem, ...]
    turn: str | None


@dataclass(frozen=True, slots=True)
class PlayStopped:
    """A solitaire was ended by its player."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BidMade:
    """A bid, or a refusal to bid (`value` None). `forced`: the value was laid on the last bidder by a house rule."""

    player: str
    value: int | None
    turn: str | None
    forced: bool = False


@dataclass(frozen=True, slots=True)
class WidowTaken:
    """The bidding is over: the highest bidder has the contract and takes the widow."""

    player: str
    value: int


@dataclass(frozen=True, slots=True)
class TileDiscarded:
    """The bidder laid a tile face down."""

    player: str
    tile: str | None = None


@dataclass(frozen=True, slots=True)
class TrumpDeclared:
    """The bidder named the trump and leads."""

    player: str
    trump: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TilePlayed:
    """A tile was played to the trick."""

    player: str
    tile: str
    turn: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickTaken:
    """A trick is complete and taken by `player`, who leads the next if there is one."""

    player: str
    tile: str
    clause: str
    turn: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatForfeited:
    """A seat resigned or ran out of time (`how`: resigned, timeout)."""

    player: str
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded:
    """A round came to its end; `settles` tells whether a settlement is due."""

    round: int
    ended_by: str
    clause: str | None
    settles: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettled:
    """A round's settlement: its items and clause, the scores after it, who won; `key` opens its shuffle."""

    round: int
    items: tuple[ScoreItem, ...]
    clause: str
    scores: Mapping[str, int]
    round_winner: str | None
    key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The game is over. `ended_by`: what ended it; `root` opens all its shuffles; `note` is a referee's reason."""

    ended_by: str
    winner: tuple[str, ...]
    scores: Mapping[str, int]
    clause: str | None = None
    root: str | None = None
    note: str | None = None


Event = (
    GameOpened
    | SeedGiven
    | SeedingClosed
    | DealAwaited
    | RoundDealt
    | TilePlaced
    | TileDrawn
    | TurnPassed
    | PlayStopped
    | BidMade
    | WidowTaken
    | TileDiscarded
    | TrumpDeclared
    | TilePlayed
    | TrickTaken
    | SeatForfeited
    | RoundEnded
    | RoundSettled
    | GameEnded
)
