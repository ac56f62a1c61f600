r"""Positions for the tests: games from given deals, and boards from small pictures.

A picture has a number at every point of the lattice, `^` and `v` in the cells where a tile lies, pointing up and
down, and `?` in the cell that the move is about. Lines between them are for the eye:

        1---2
       /^\v/?\
      0---4---4
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from service.rules.events import GameEnded, RoundDealt, RoundSettled, Terms, TilePlaced
from service.rules.game import Game, decide, evolve, fold, initial, settle
from service.rules.laying.lattice import Point, corners_of
from service.rules.laying.tiles import TILE_OF, TILES
from service.rules.moves import Cell, Corners, Draw, Move, Pass, Place
from service.rules.rulings import Accepted, Refused, Violation
from service.rules.sheet import Deal, Sheet

SCH, HEX, DTR, TRI, SOL = "SCH", "HEX", "DTR", "TRI", "SOL"
FOUR = (SCH, HEX, DTR, TRI)
FIVE = (*FOUR, SOL)

NAMES = ("ann", "ben", "cid", "dot", "eve", "fay")

AGREED: Mapping[str, int] = {"bridge": 20, "two_sides": 30}
"""What the tests agree on where Schmidt's document gives no price."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn board: laid tiles by cell, and the placement that the picture asks about, if any."""

    laid: Mapping[Cell, Corners]
    at: Cell | None
    corners: Corners | None


def picture(art: str) -> Picture:
    """The board that is drawn. The tiles drawn must exist and lie at most once."""
    rows = [row for row in art.splitlines() if row.strip()]
    first = next(i for i, char in enumerate(rows[0]) if char.isdigit())
    numbers: dict[Point, int] = {}
    marks: dict[Cell, str] = {}
    for i, row in enumerate(rows):
        for j, char in enumerate(row):
            if char.isdigit():
                numbers[(j - first) // 2, i // 2] = int(char)
            elif char in "^v?":
                marks[(j - first) // 2, i // 2] = char
    for (x, y), mark in marks.items():
        assert mark in ("?", "^" if (x + y) % 2 == 0 else "v"), f"cell {x}, {y} does not point that way"
    cells = {cell: _read(numbers, cell) for cell in marks}
    laid = {cell: cells[cell] for cell in sorted(marks) if marks[cell] != "?"}
    tiles = [TILE_OF[corners] for corners in laid.values()]
    assert len(set(tiles)) == len(tiles), "a tile is drawn twice"
    at = next((cell for cell, mark in marks.items() if mark == "?"), None)
    return Picture(laid, at, cells[at] if at else None)


def _read(numbers: Mapping[Point, int], cell: Cell) -> Corners:
    a, b, c = (numbers[point] for point in corners_of(cell))
    return a, b, c


def agreed(sheet: Sheet, house_rules: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """House rules with what the sheet leaves undetermined filled in."""
    return {name: AGREED[name] for name in sheet.undetermined} | dict(house_rules or {})


def terms_of(sheet: Sheet, players: int, house_rules: Mapping[str, Any] | None = None) -> Terms:
    """Terms of a game on a sheet."""
    return Terms(
        ruleset=sheet.id,
        edition=sheet.edition,
        house_rules=agreed(sheet, house_rules),
        players=NAMES[:players],
        dealer="client",
        public=False,
        engine="test",
    )


def opened(
    sheet: Sheet,
    *hands: str,
    pool: str | None = "",
    opening_draws: tuple[tuple[str, str], ...] | None = None,
    house_rules: Mapping[str, Any] | None = None,
    scores: Mapping[str, int] | None = None,
) -> Game:
    """A round that waits for its opening tile. Hands and pool are written as names with spaces."""
    game = initial(sheet, terms_of(sheet, len(hands), house_rules))
    game.scores.update(scores or {})
    deal = Deal(
        hands={player: tuple(hand.split()) for player, hand in zip(game.players, hands, strict=True)},
        pool=None if pool is None else tuple(pool.split()),
        opening_draws=opening_draws,
    )
    return evolve(
        game,
        sheet.kind.open_round(sheet, game.rules, terms=game.terms, number=1, scores=game.scores, deal=deal),
    )


def position(
    sheet: Sheet,
    art: str,
    *hands: str,
    pool: str = "",
    house_rules: Mapping[str, Any] | None = None,
    scores: Mapping[str, int] | None = None,
) -> Game:
    """A round in play where ann is on turn: the tiles drawn lie there, nobody scored for them."""
    drawn = picture(art)
    laid = [TILE_OF[corners] for corners in drawn.laid.values()]
    game = initial(sheet, terms_of(sheet, len(hands), house_rules))
    last = game.players[-1]
    held = {player: tuple(hand.split()) for player, hand in zip(game.players, hands, strict=True)}
    dealt = RoundDealt(
        terms=game.terms,
        round=1,
        scores=game.scores | dict(scores or {}),
        hands={**held, last: (*held[last], *laid)},
        pool=tuple(pool.split()),
        phase="opening",
        turn=last,
        clause=sheet.cite("deal"),
    )
    return fold(
        game,
        [
            dealt,
            *(
                TilePlaced(player=last, at=at, corners=corners, draws=0, items=(), turn=game.players[0])
                for at, corners in drawn.laid.items()
            ),
        ],
    )


def placing(sheet: Sheet, art: str, *others: str, keeps: str | None = None, **options: Any) -> tuple[Game, Place]:
    """A position where ann holds the tile that `?` asks about, and her placement of it.

    `keeps` are her other tiles, `others` the other hands; tiles that are not drawn stand in where none are given.
    """
    drawn = picture(art)
    assert drawn.at is not None
    assert drawn.corners is not None
    tile = TILE_OF[drawn.corners]
    spare = [name for name in TILES if name not in {tile, *(TILE_OF[corners] for corners in drawn.laid.values())}]
    mine = f"{tile} {spare[0] if keeps is None else keeps}"
    rest = others if others or sheet.seats == (1,) else (spare[1],)
    return position(sheet, art, mine, *rest, **options), Place("ann", drawn.at, drawn.corners)


def accepted(game: Game, move: Move) -> Accepted:
    """The ruling on a move that must be legal."""
    ruling = decide(game, move)
    assert isinstance(ruling, Accepted), ruling
    return ruling


def refused(game: Game, move: Move) -> Refused:
    """The ruling on a move that must be illegal."""
    ruling = decide(game, move)
    assert isinstance(ruling, Refused), ruling
    return ruling


def after(game: Game, *moves: Move) -> Game:
    """The game after moves that must all be legal."""
    for move in moves:
        game = fold(game, accepted(game, move).events)
    return game


def settled(game: Game) -> tuple[RoundSettled, GameEnded | None]:
    """The settlement of a round that must have ended, and the end of the game with it if it ends."""
    assert game.ended is not None
    assert game.ended.settles
    return settle(game)


def codes(ruling: Accepted | Refused) -> list[str]:
    """The codes of a refusal in order."""
    assert isinstance(ruling, Refused), ruling
    return [violation.code for violation in ruling.violations]


def facts(ruling: Accepted | Refused, code: str) -> Mapping[str, Any]:
    """The facts of the one violation with this code."""
    return _the(ruling, code).facts


def _the(ruling: Accepted | Refused, code: str) -> Violation:
    assert isinstance(ruling, Refused), ruling
    (violation,) = (violation for violation in ruling.violations if violation.code == code)
    return violation


def points(holder: Any, player: str = "ann") -> dict[str, int]:
    """Points by reason that a ruling or a settlement gives a player."""
    return {item.reason: item.points for item in holder.items if item.player == player}


def total(holder: Any, player: str = "ann") -> int:
    """The sum of what a ruling or a settlement gives a player."""
    return sum(item.points for item in holder.items if item.player == player)


def draws(count: int, player: str = "ann") -> Iterable[Draw]:
    """So many draws in a row."""
    return (Draw(player) for _ in range(count))


def passes(*players: str) -> Iterable[Pass]:
    """One pass of each."""
    return (Pass(player) for player in players)
