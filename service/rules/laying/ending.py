"""How a tile-laying round and game end, and what the settlement scores."""

from collections.abc import Callable, Mapping
from typing import Any

from service.rules.events import Event, PlayStopped, TilePlaced, TurnPassed
from service.rules.laying.parameters import LayingRules
from service.rules.laying.table import LayingTable
from service.rules.rulings import ScoreItem
from service.rules.sheet import Finish, Settlement


def round_end(after: Any, event: Event) -> str | None:
    """What ends the round with this event, if anything; `after` is the state with it booked."""
    if isinstance(event, PlayStopped):
        return "stopped"
    return next((name for name in after.rules.endings if _ENDINGS[name](after, event)), None)


def _out(after: Any, event: Event) -> bool:
    return isinstance(event, TilePlaced) and not after.table.hands[event.player]


def _blocked(after: Any, event: Event) -> bool:
    table: LayingTable = after.table
    if after.rules.blocked_when == "all-pass":
        return table.passes >= len(after.players)
    if not isinstance(event, TilePlaced | TurnPassed) or table.pool_count:
        return False
    held = {tile for hand in table.hands.values() for tile in hand}
    return not table.board.takes_any(held)


def _exhausted(after: Any, event: Event) -> bool:  # noqa: ARG001
    table: LayingTable = after.table
    rules: LayingRules = after.rules
    used_up = rules.draw_limit is not None and table.drawn >= rules.draw_limit
    if not used_up and table.pool_count:
        return False
    return not any(table.board.takes_any(hand) for hand in table.hands.values())


_ENDINGS: Mapping[str, Callable[[Any, Event], bool]] = {
    "out": _out,
    "blocked": _blocked,
    "exhausted": _exhausted,
}


def settle(game: Any) -> Settlement:
    """The settlement of the round that has ended."""
    ended_by = game.ended.ended_by
    settling = _SETTLEMENTS.get(ended_by)
    return settling(game) if settling else Settlement(items=(), clause=game.sheet.cite(f"settlement/{ended_by}"))


def _opponents(game: Any, winner: str) -> int:
    """The value of all hands but the winner's."""
    table: LayingTable = game.table
    return sum(table.hand_value(player) for player in game.players if player != winner)


def _items(*items: ScoreItem) -> tuple[ScoreItem, ...]:
    return tuple(item for item in items if item.points)


def _settle_out(game: Any) -> Settlement:
    rules: LayingRules = game.rules
    winner = next(player for player in game.players if not game.table.hands[player])
    taken = _opponents(game, winner) if rules.out_takes_hands else 0
    items = _items(
        game.sheet.item(winner, rules.out_bonus, "out-bonus"),
        game.sheet.item(winner, taken, "opponents-hands", "out"),
    )
    return Settlement(items=items, clause=game.sheet.cite("settlement/out"), round_winner=winner)


def _settle_blocked(game: Any) -> Settlement:
    rules: LayingRules = game.rules
    values = {player: game.table.hand_value(player) for player in game.players}
    lowest = [player for player in game.players if values[player] == min(values.values())]
    sole = lowest[0] if len(lowest) == 1 else None
    if not rules.blocked_settles or (sole is None and rules.blocked_tie == "nobody"):
        clause = game.sheet.cite("settlement/blocked" if sole else "settlement/tie")
        return Settlement(items=(), clause=clause, round_winner=sole)
    items = []
    for player in lowest:
        items.append(game.sheet.item(player, _opponents(game, player), "opponents-hands", "blocked"))
        items.append(game.sheet.item(player, -values[player], "own-hand"))
    clause = game.sheet.cite("settlement/blocked" if sole else "settlement/tie")
    return Settlement(items=_items(*items), clause=clause, round_winner=sole)


def _settle_exhausted(game: Any) -> Settlement:
    (player,) = game.players
    if game.table.hands[player]:
        return Settlement(items=(), clause=game.sheet.cite("round-end/exhausted"))
    items = _items(game.sheet.item(player, game.rules.out_bonus, "out-bonus"))
    return Settlement(items=items, clause=game.sheet.cite("settlement/exhausted"))


_SETTLEMENTS: Mapping[str, Callable[[Any], Settlement]] = {
    "out": _settle_out,
    "blocked": _settle_blocked,
    "exhausted": _settle_exhausted,
}


def best_scores(game: Any) -> tuple[str, ...]:
    """All who have the highest score."""
    return _best(game.players, game.scores)


def _best(players: tuple[str, ...], scores: Mapping[str, int]) -> tuple[str, ...]:
    highest = max(scores[player] for player in players)
    return tuple(player for player in players if scores[player] == highest)


def finish(game: Any, scores: Mapping[str, int], round_winner: str | None) -> Finish | None:
    """The end of the game after a settlement, if it ends."""
    rules: LayingRules = game.rules
    if rules.target is None:
        return Finish(winner=game.players, ended_by="played", clause=game.sheet.cite("game-end"))
    there = tuple(player for player in game.players if scores[player] >= rules.target)
    if not there:
        return None
    if rules.winner == "last-round" and round_winner is not None and round_winner in there:
        winner: tuple[str, ...] = (round_winner,)
        clause = game.sheet.cite("winner/last-round")
    else:
        winner, clause = _best(game.players, scores), game.sheet.cite("winner/highest")
    return Finish(winner=winner, ended_by="target", clause=clause)
