"""The demo plays a recorded disputed game and the audit finds the wrong claim."""

import json
import subprocess
import sys
from urllib.parse import urlsplit

from service.demo.__main__ import RECORD
from tests.run.processes import ROOT, environment


def test_the_demo_prints_each_ruling_the_settlement_and_what_the_audit_finds(running: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service.demo"],
        env=environment({"PORT": str(urlsplit(running).port), "DATA_DIR": "unused"}),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    (played,) = json.loads(RECORD.read_text())["rounds"]
    moves = [line for line in lines if line[:3].strip().isdigit()]
    assert len(moves) == len(played["moves"])
    assert all("HEX-" in line for line in moves)
    assert sum("the table wrote" in line for line in moves) == 1
    assert any(line.startswith("Round settled (out") for line in lines)
    assert any("verdict score-mismatch" in line for line in lines)
    disputed = next(line for line in moves if "the table wrote" in line)
    assert f"round 1, move {int(disputed[:3])}:" in done.stdout
    assert "\x1b" not in done.stdout
