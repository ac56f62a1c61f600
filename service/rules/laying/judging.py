"""The checks of a tile-laying move, and the events of a legal one."""

from dataclasses import replace
from typing import Any

from service.rules.events import Event, GameEnded, PlayStopped, RoundEnded, TileDrawn, TilePlaced, TurnPassed
from service.rules.game import evolve
from service.rules.laying.ending import best_scores, round_end
from service.rules.laying.lattice import ORIGIN, corners_of
from service.rules.laying.opening import opening_tiles
from service.rules.laying.parameters import LayingRules
from service.rules.laying.scoring import draw_items, pass_items, placement_items
from service.rules.laying.table import LayingTable
from service.rules.laying.tiles import TILE_OF, TILES, TURNS, is_triple, tile_named_by
from service.rules.moves import Draw, Move, Pass, Place, Stop
from service.rules.rulings import Accepted, Refused, ScoreItem, Violation

_SET = frozenset(TILES)


def judge(game: Any, move: Move) -> Accepted | Refused:
    """Judge a board move: the gates of phase, turn and opening, then every check of the move."""
    sheet, rules = game.sheet, game.rules
    if move.type not in rules.moves:
        return _refused(sheet.violation("wrong-phase", "/type", move=move.type, phase=game.phase))
    if move.player != game.turn:
        return _refused(sheet.violation("not-your-turn", "/player", turn=game.turn, player=move.player))
    if game.phase == "opening" and not isinstance(move, Place):
        return _refused(sheet.violation("must-open", "/type", move=move.type))
    if isinstance(move, Place):
        return _judge_place(game, move)
    if isinstance(move, Draw):
        return _judge_draw(game, move)
    if isinstance(move, Pass):
        return _judge_pass(game, move)
    assert isinstance(move, Stop)
    return _accepted(game, (), PlayStopped(move.player))


def _refused(*violations: Violation) -> Refused:
    return Refused(violations=violations)


def _judge_place(game: Any, move: Place) -> Accepted | Refused:
    violations = [*_tile_violations(game, move), *_cell_violations(game, move)]
    if violations:
        return _refused(*violations)
    items = placement_items(game, move.player, move.at, move.corners)
    placed = TilePlaced(
        player=move.player,
        at=move.at,
        corners=move.corners,
        draws=game.table.draws,
        items=items,
        turn=game.after(move.player),
    )
    return _accepted(game, items, placed)


def _tile_violations(game: Any, move: Place) -> list[Violation]:
    """Whether there is such a tile, whether the player holds it, and whether it may open."""
    sheet = game.sheet
    table: LayingTable = game.table
    tile = tile_named_by(move.corners)
    found = []
    if move.corners not in TILE_OF:
        turns = [list(turn) for turn in TURNS[tile]]
        found.append(sheet.violation("mirrored-tile", "/corners", tile=tile, corners=list(move.corners), turns=turns))
    if tile not in table.hands[move.player]:
        found.append(sheet.violation("tile-not-in-hand", "/corners", tile=tile, player=move.player))
    if tile in table.laid:
        at = list(table.laid[tile])
        found.append(sheet.violation("tile-already-played", "/corners", tile=tile, at=at))
    if game.phase == "opening":
        needed = opening_tiles(game.rules, table.hands[move.player])
        if tile not in needed:
            detail = _why_it_opens(needed)
            found.append(
                sheet.violation("wrong-opening-tile", "/corners", detail=detail, tile=tile, needed=list(needed))
            )
    return found


def _why_it_opens(needed: tuple[str, ...]) -> str:
    """What gives these tiles the right to open: the choice between two, a triple, or the sum."""
    if len(needed) > 1:
        return "choice"
    return "triple" if all(map(is_triple, needed)) else "plain"


def _cell_violations(game: Any, move: Place) -> list[Violation]:
    """Whether the cell is free, adjacent to a laid tile, and asks for these corners."""
    sheet, board = game.sheet, game.table.board
    at = list(move.at)
    if game.phase == "opening":
        if move.at == ORIGIN:
            return []
        return [sheet.violation("opening-off-origin", "/at", at=at, needed=list(ORIGIN))]
    found = []
    if move.at in board.cells:
        found.append(sheet.violation("cell-occupied", "/at", at=at))
    if not board.edges(move.at):
        found.append(sheet.violation("not-adjacent", "/at", at=at))
    mismatches = [
        {"corner": i, "point": list(point), "asked": asked, "given": given}
        for i, (point, asked, given) in enumerate(
            zip(corners_of(move.at), board.asked(move.at), move.corners, strict=True)
        )
        if asked is not None and asked != given
    ]
    if mismatches:
        found.append(sheet.violation("corner-mismatch", "/corners", at=at, corners=mismatches))
    return found


def _judge_draw(game: Any, move: Draw) -> Accepted | Refused:
    sheet, rules = game.sheet, game.rules
    table: LayingTable = game.table
    found = [*_must_place(game, move.player), *_named_tile_violations(game, move)]
    limit = rules.draws_per_turn
    if limit is not None and table.draws >= limit:
        found.append(sheet.violation("draw-limit", "/type", limit=limit, draws=table.draws))
    if rules.draw_limit is not None and table.drawn >= rules.draw_limit:
        found.append(sheet.violation("draw-limit", "/type", limit=rules.draw_limit, draws=table.drawn))
    if table.pool_count == 0:
        found.append(sheet.violation("pool-empty", "/type"))
    if found:
        return _refused(*found)
    items = draw_items(game, move.player)
    tile = table.pool[table.place] if table.pool_known else move.tile
    drawn = TileDrawn(player=move.player, place=table.place, tile=tile, items=items, pool_known=table.pool_known)
    return _accepted(game, items, drawn)


def _named_tile_violations(game: Any, move: Draw) -> list[Violation]:
    """Whether the tile that a referee or a record names can be the next one."""
    table: LayingTable = game.table
    if move.tile is None:
        return []
    found = []
    if move.tile not in _SET:
        found.append(game.sheet.violation("unknown-tile", "/tile", tile=move.tile))
    if table.pool_known and table.pool_count and table.pool[table.place] != move.tile:
        found.append(game.sheet.violation("wrong-tile-drawn", "/tile"))
    if found or table.pool_known:
        return found
    if move.tile in table.laid:
        at = list(table.laid[move.tile])
        return [game.sheet.violation("tile-already-played", "/tile", tile=move.tile, at=at)]
    if any(move.tile in hand for hand in table.hands.values()):
        return [game.sheet.violation("wrong-tile-drawn", "/tile")]
    return []


def _must_place(game: Any, player: str) -> list[Violation]:
    """Where the sheet lets only the unable draw or pass: the placements that the hand has."""
    if game.rules.draw_when_able:
        return []
    could = sorted({tile for tile, _, _ in game.table.board.placements(game.table.hands[player])})
    return [game.sheet.violation("must-place", "/type", could=could)] if could else []


def _judge_pass(game: Any, move: Pass) -> Accepted | Refused:
    rules: LayingRules = game.rules
    table: LayingTable = game.table
    found = []
    needed = rules.draws_before_pass
    if table.pool_count and (needed is None or table.draws < needed):
        found.append(
            game.sheet.violation("must-draw", "/type", pool_count=table.pool_count, draws=table.draws, needed=needed)
        )
    found += _must_place(game, move.player)
    if found:
        return _refused(*found)
    items = pass_items(game, move.player)
    passed = TurnPassed(player=move.player, draws=table.draws, items=items, turn=game.after(move.player))
    return _accepted(game, items, passed)


def _accepted(game: Any, items: tuple[ScoreItem, ...], event: Event) -> Accepted:
    """The move's event, and those that end the round or the game with it."""
    after = evolve(game, event)
    ended_by = round_end(after, event)
    if ended_by is not None:
        event = _last(event)
        clause = game.sheet.cite(f"round-end/{ended_by}")
        end = RoundEnded(round=game.round, ended_by=ended_by, clause=clause, settles=True)
        return Accepted(events=(event, end), items=items)
    rules: LayingRules = game.rules
    if rules.ends == "at-once" and rules.target is not None and max(after.scores.values()) >= rules.target:
        event = _last(event)
        clause = game.sheet.cite("game-end")
        return Accepted(
            events=(
                event,
                RoundEnded(round=game.round, ended_by="target", clause=clause, settles=False),
                GameEnded(ended_by="target", winner=best_scores(after), scores=dict(after.scores), clause=clause),
            ),
            items=items,
        )
    return Accepted(events=(event,), items=items)


def _last(event: Event) -> Event:
    """The event with nobody on turn after it."""
    return replace(event, turn=None) if isinstance(event, TilePlaced | TurnPassed) else event


def legal_moves(game: Any) -> list[tuple[Move, tuple[ScoreItem, ...]]]:
    """Every legal move of the seat on turn; a draw names no tile."""
    table: LayingTable = game.table
    player: str = game.turn
    places: list[Move]
    if game.phase == "opening":
        tiles = opening_tiles(game.rules, table.hands[player])
        places = [Place(player, ORIGIN, turn) for tile in tiles for turn in TURNS[tile]]
    else:
        places = [Place(player, at, turn) for _, at, turn in table.board.placements(table.hands[player])]
    listed: list[tuple[Move, tuple[ScoreItem, ...]]] = [
        (place, placement_items(game, player, place.at, place.corners)) for place in places if isinstance(place, Place)
    ]
    others: tuple[Move, ...] = (Draw(player), Pass(player), Stop(player))
    for move in others:
        ruling = judge(game, move)
        if isinstance(ruling, Accepted):
            listed.append((move, ruling.items))
    return listed
