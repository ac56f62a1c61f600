"""Replaying a record that knows every tile: what each move earned, and where it first went wrong."""

from collections.abc import Iterator
from typing import Any

from tests.naive.game import Game
from tests.naive.play import apply, begin, new_game
from tests.naive.violations import violations

Record = dict[str, Any]


def replay(record: Record) -> tuple[Game, dict[str, Any]]:
    """The game after a record's moves, and a report of it; an illegal move ends the judging.

    The report has `rounds` (each with `moves`, `settlement`, `ended_by`, `scores`), and `illegal`: None,
    or `round`, `move` (both from 1) and `codes`.
    """
    game = new_game(record["ruleset"], record["players"], record["house_rules"])
    report: dict[str, Any] = {"rounds": [], "illegal": None}
    for number, played in enumerate(record["rounds"], start=1):
        early = {"game-over"} if game.over else set() if game.round_over else {"wrong-phase"}
        if not early:
            begin(game, played["deal"])
        seen: dict[str, Any] = {"moves": []}
        report["rounds"].append(seen)
        for place, move in enumerate(played["moves"], start=1):
            codes = early or violations(game, move)
            if codes:
                report["illegal"] = {"round": number, "move": place, "codes": sorted(codes)}
                return game, report
            seen["moves"].append([[reason, points] for _, points, reason in apply(game, move)])
        seen |= round_report(game)
    return game, report


def round_report(game: Game) -> dict[str, Any]:
    """How the round stands or ended: settlement items as [player, reason, points], None where unsettled."""
    settled = game.settlement
    return {
        "settlement": None if settled is None else [[player, why, points] for player, points, why in settled],
        "ended_by": game.ended_by or "unfinished",
        "scores": dict(game.scores),
    }


def sums(game: Game) -> dict[str, int] | None:
    """The settlement's points by player, None where the round was not settled."""
    if game.settlement is None:
        return None
    totals = dict.fromkeys(game.players, 0)
    for player, points, _ in game.settlement:
        totals[player] += points
    return totals


def walk(record: Record) -> Iterator[tuple[int, int, Game, dict[str, Any]]]:
    """Every move of a legal record as (round, move, the game before it, the move)."""
    game = new_game(record["ruleset"], record["players"], record["house_rules"])
    for number, played in enumerate(record["rounds"], start=1):
        begin(game, played["deal"])
        for place, move in enumerate(played["moves"], start=1):
            yield number, place, game, move
            apply(game, move)
