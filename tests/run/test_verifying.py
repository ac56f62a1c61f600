"""An exported record is verified offline: rulings, chain, seals, shuffle and receipts."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.__main__ import main
from service.application.context import Context
from tests.playing import open_game

Json = dict[str, Any]


@pytest.fixture
def exported(ctx: Context, tmp_path: Path, run_jobs: Callable[[], object]) -> tuple[Json, Path]:
    """A finished game's record, and the file of the service's public keys."""
    game = open_game(ctx, "schmidt-solitaire", 1)
    game.play(run_jobs)
    keys = tmp_path / "jwks.json"
    keys.write_text(json.dumps(ctx.receipts.jwks()))
    return json.loads(json.dumps(game.record())), keys


def verify(tmp_path: Path, told: Json, keys: Path) -> int:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(told))
    return main(["verify", str(file), "--jwks", str(keys)], {})


def test_an_export_is_upheld(exported: tuple[Json, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told, keys = exported
    assert verify(tmp_path, told, keys) == 0
    out = capsys.readouterr().out
    assert "verdict   upheld" in out
    assert "chain     intact, 1 of 1 receipts checked" in out
    assert "shuffle   committed" in out


@pytest.mark.parametrize(
    "spoil",
    [
        lambda events: events.pop(),
        lambda events: events.pop(3),
        lambda events: events.insert(3, events[3]),
        lambda events: events[4]["data"].update(player="nobody"),
        lambda events: events[1]["openings"][0].update(value=["0-0-0"]),
        lambda events: events[1]["openings"][0].update(salt="0" * 64),
    ],
    ids=["cut", "removed", "doubled", "changed", "opening's value", "opening's salt"],
)
def test_a_spoiled_proof_is_found(
    exported: tuple[Json, Path],
    tmp_path: Path,
    spoil: Callable[[list[Json]], object],
    capsys: pytest.CaptureFixture[str],
) -> None:
    told, keys = exported
    spoil(told["proof"]["events"])
    assert verify(tmp_path, told, keys) == 1
    assert "verdict   tampered" in capsys.readouterr().out


def test_a_wrong_claim_is_found(
    exported: tuple[Json, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told, keys = exported
    told["rounds"][0]["moves"][0]["claimed"] += 1
    assert verify(tmp_path, told, keys) == 1
    assert "differs   move-claim at round 1, move 1" in capsys.readouterr().out


def test_what_cannot_be_read_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / "none.json")], {}) == 1
    (tmp_path / "bad.json").write_text("{")
    assert main(["verify", str(tmp_path / "bad.json")], {}) == 1
    (tmp_path / "keys.json").write_text("[]")
    assert main(["verify", str(tmp_path / "bad.json"), "--jwks", str(tmp_path / "keys.json")], {}) == 1
    assert len(capsys.readouterr().err.splitlines()) == 3
