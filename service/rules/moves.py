"""The moves that a player can make, as they are posted and recorded."""

from dataclasses import dataclass
from typing import ClassVar

Cell = tuple[int, int]
Corners = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a tile on cell `at`, its three numbers clockwise from the apex in `corners`."""

    type: ClassVar[str] = "place"
    player: str
    at: Cell
    corners: Corners


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the pool's next tile; `tile` names it where the referee or a record says it."""

    type: ClassVar[str] = "draw"
    player: str
    tile: str | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn without a placement, or refuse to bid."""

    type: ClassVar[str] = "pass"
    player: str


@dataclass(frozen=True, slots=True)
class Stop:
    """End a solitaire."""

    type: ClassVar[str] = "stop"
    player: str


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid to take `value` tricks."""

    type: ClassVar[str] = "bid"
    player: str
    value: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay one tile face down after taking the widow."""

    type: ClassVar[str] = "discard"
    player: str
    tile: str


@dataclass(frozen=True, slots=True)
class Declare:
    """Name the trump: a number as text, `doubles` or `none`."""

    type: ClassVar[str] = "declare"
    player: str
    trump: str


@dataclass(frozen=True, slots=True)
class Play:
    """Play a tile to the trick."""

    type: ClassVar[str] = "play"
    player: str
    tile: str


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the game."""

    type: ClassVar[str] = "resign"
    player: str


@dataclass(frozen=True, slots=True)
class Timeout:
    """Lose the game by overstepping the time."""

    type: ClassVar[str] = "timeout"
    player: str


Move = Place | Draw | Pass | Stop | Bid | Discard | Declare | Play | Resign | Timeout
FORFEITS = (Resign, Timeout)
