"""Replaying a record that knows every tile: what each move earned, and where it first went wrong."""

from typing import Any

from tests.naive.game import Game
from tests.naive.play import apply, begin, new_game
from tests.naive.violations import violations

Record = dict[str, Any]


def replay(record: Record, upto: tuple[int, int] | None = None) -> tuple[Game, dict[str, Any]]:
    """The game after a record's moves and a report of it; stops at an illegal move, or before `upto`.

    `upto` is (round, move), both from 1. The report has `rounds` (items by move, settlement, ended_by),
    and `illegal`: None or {round, move, codes}.
    """
    game = new_game(record["ruleset"], record["players"], record["house_rules"])
    report: dict[str, Any] = {"rounds": [], "illegal": None}
    for number, played in enumerate(record["rounds"], start=1):
        codes = {"game-over"} if game.over else set() if game.round_over else {"wrong-phase"}
        if not codes:
            begin(game, played["deal"])
        done: dict[str, Any] = {"moves": [], "settlement": None, "ended_by": None}
        report["rounds"].append(done)
        for place, move in enumerate(played["moves"], start=1):
            if upto == (number, place):
                return game, report
            codes = codes or violations(game, move)
            if codes:
                report["illegal"] = {"round": number, "move": place, "codes": sorted(codes)}
                return game, report
            done["moves"].append([[reason, points] for _, points, reason in apply(game, move)])
        if game.settlement is not None:
            done["settlement"] = [[player, reason, points] for player, points, reason in game.settlement]
        done["ended_by"] = game.ended_by or "unfinished"
        done["scores"] = dict(game.scores)
    return game, report
