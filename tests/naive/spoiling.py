"""Records made false in one place: a wrong claim, or an illegal move."""

import copy
from typing import Any

from tests.naive.game import Game
from tests.naive.mutants import mutants
from tests.naive.replay import replay, walk
from tests.naive.violations import violations

Record = dict[str, Any]
Option = tuple[int, int, dict[str, Any], list[str]]


def spoil_claim(record: Record, rng, kind: str | None = None) -> tuple[Record, dict[str, Any]]:
    """A true record with one wrong claim, and what its audit must say.

    Kinds: `move-claim`, `settlement`, `scores`, `winner`. Where a claim is of more than one player,
    `computed` and `claimed` are the whole objects; a wrong winner is of no round.
    """
    spoiled = copy.deepcopy(record)
    ended = [played for played in spoiled["rounds"] if "claimed_settlement" in played]
    open_to = ["move-claim", "move-claim", "scores"]
    open_to += ["settlement"] * bool(ended) + ["winner"] * (len(record.get("claimed_winner", [])) > 0)
    kind = kind or rng.choice(open_to)
    expect: dict[str, Any] = {"verdict": "score-mismatch", "kind": kind}
    if kind == "move-claim":
        played = rng.choice(spoiled["rounds"])
        move = rng.choice(played["moves"])
        expect |= {"round": 1 + number_of(spoiled["rounds"], played), "move": 1 + number_of(played["moves"], move)}
        expect["computed"] = move["claimed"]
        move["claimed"] += rng.choice([-40, -10, -5, -1, 1, 5, 10, 40])
        return spoiled, expect | {"claimed": move["claimed"]}
    if kind == "winner":
        expect |= {"round": None, "move": None, "computed": list(record["claimed_winner"])}
        losers = [player for player in record["players"] if player not in record["claimed_winner"]]
        spoiled["claimed_winner"] = [rng.choice(losers)] if losers else []
        return spoiled, expect | {"claimed": list(spoiled["claimed_winner"])}
    played = rng.choice(ended if kind == "settlement" else spoiled["rounds"])
    claim = played["claimed_" + kind]
    expect |= {"round": 1 + number_of(spoiled["rounds"], played), "move": None, "computed": dict(claim)}
    claim[rng.choice(record["players"])] += rng.choice([-20, -1, 1, 25])
    return spoiled, expect | {"claimed": dict(claim)}


def number_of(items: list, item) -> int:
    """Where this very item stands, not one that equals it."""
    return next(place for place, other in enumerate(items) if other is item)


def spoil_move(record: Record, rng, code: str | None = None) -> tuple[Record, dict[str, Any]] | None:
    """A true record with one illegal move, of the wanted code if one is named, and what its audit must say.

    `codes` is the full set. None where the record offers no such move.
    """
    spots = [(r, m) for r, played in enumerate(record["rounds"], 1) for m in range(1, 1 + len(played["moves"]))]
    few = set(rng.sample(spots, min(15, len(spots)))) | {spot for spot in spots if spot[1] == 1}
    for chosen in (few, set(spots)):
        options = wrong_moves(record, chosen, rng) + overruns(record, rng)
        options = [option for option in options if code is None or code in option[3]]
        if options:
            wanted = code or rng.choice(sorted({code for option in options for code in option[3]}))
            return spoiled_by(record, rng.choice([option for option in options if wanted in option[3]]), wanted)
    return None


def wrong_moves(record: Record, spots: set[tuple[int, int]], rng) -> list[Option]:
    """Illegal moves in place of the true ones at some places, each with its codes."""
    options = []
    for number, place, game, move in walk(record):
        if (number, place) not in spots:
            continue
        for mutant in mutants(game, move, rng):
            codes = violations(game, mutant)
            # The sheets do not say whether an occupied cell without neighbours is also not adjacent.
            if codes and not {"cell-occupied", "not-adjacent"} <= codes:
                options.append((number, place, mutant, sorted(codes)))
    return options


def overruns(record: Record, rng) -> list[Option]:
    """A move after a round's end or the game's."""
    options = []
    last = len(record["rounds"])
    for number, played in enumerate(record["rounds"], start=1):
        over = number == last and "claimed_winner" in record
        extra = {key: value for key, value in rng.choice(played["moves"]).items() if key != "claimed"}
        options.append((number, len(played["moves"]) + 1, extra, ["game-over" if over else "round-over"]))
    return options


def spoiled_by(record: Record, option: Option, code: str) -> tuple[Record, dict[str, Any]]:
    """The record with the illegal move in its place; the moves after it stay."""
    number, place, wrong, codes = option
    spoiled = copy.deepcopy(record)
    spoiled["rounds"][number - 1]["moves"][place - 1 : place] = [wrong]
    return spoiled, illegal_at(spoiled, number, place, codes, code)


def illegal_at(record: Record, number: int, place: int, codes: list[str], code: str) -> dict[str, Any]:
    """What an audit must say of an illegal move; the scores are those before it."""
    game, report = replay(record)
    found = {"round": number, "move": place, "codes": codes}
    if report["illegal"] != found:
        raise AssertionError(f"{report['illegal']} for {found}")
    return {"verdict": "illegal-move", **found, "code": code, "scores": dict(game.scores)}


def begin_too_early(record: Record, number: int) -> tuple[Record, dict[str, Any]]:
    """The last move of a round taken away, so that the next begins before it has ended."""
    spoiled = copy.deepcopy(record)
    played = spoiled["rounds"][number - 1]
    played["moves"].pop()
    played.pop("claimed_settlement", None)
    played.pop("claimed_scores")
    return spoiled, illegal_at(spoiled, number + 1, 1, ["wrong-phase"], "wrong-phase")


def play_on(record: Record) -> tuple[Record, dict[str, Any]]:
    """A finished game with its last round played once more after the end."""
    spoiled = copy.deepcopy(record)
    spoiled["rounds"].append(copy.deepcopy(record["rounds"][-1]))
    if record["ruleset"] == "three-player-moon":
        players = record["players"]
        deal = spoiled["rounds"][-1]["deal"]
        deal["first_bidder"] = players[(players.index(deal["first_bidder"]) + 1) % len(players)]
    return spoiled, illegal_at(spoiled, len(spoiled["rounds"]), 1, ["game-over"], "game-over")


def given_up(record: Record, rng, kind: str) -> tuple[Record, dict[str, Any]]:
    """A true record cut short by a `resign` or a `timeout` of the seat on turn, and its expectation."""
    cut = copy.deepcopy(record)
    number = rng.randrange(len(cut["rounds"]))
    del cut["rounds"][number + 1 :]
    played = cut["rounds"][number]
    place = rng.randrange(1, len(played["moves"]))
    quitter = played["moves"][place]["player"]
    played["moves"][place:] = [{"player": quitter, "type": kind, "claimed": 0}]
    played.pop("claimed_settlement", None)
    game, report = replay(cut)
    played["claimed_scores"] = dict(game.scores)
    cut["claimed_winner"] = list(game.winner)
    return cut, upheld(game, report)


def upheld(game: Game, report: dict[str, Any]) -> dict[str, Any]:
    """What an audit must say of a record whose claims are all true."""
    return {
        "verdict": "upheld",
        "rounds": report["rounds"],
        "scores": dict(game.scores),
        "winner": list(game.winner) if game.over else None,
        "game_over": game.over,
    }
