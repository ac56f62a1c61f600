"""The README's commands do what it says."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from service.rules.library import load

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("target", re.findall(r"`?make ([a-z-]+)", README))
def test_every_make_target_of_the_readme_exists(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)


def test_every_sheet_is_in_the_readme() -> None:
    assert set(re.findall(r"^\| `([a-z-]+)` \|", README, re.M)) == set(load().newest)


def test_every_linked_file_exists() -> None:
    for link in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / link).exists(), link


def test_the_commands_to_try_do_what_they_say(running: str, tmp_path: Path) -> None:
    (commands,) = re.findall(r"```sh\n(.*?)```", README, re.S)
    script = commands.replace("http://127.0.0.1:8080", running)
    done = subprocess.run(["bash", "-euc", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    accepted, end = json.JSONDecoder().raw_decode(done.stdout)
    refused = json.loads(done.stdout[end:])
    assert accepted["legal"] is True
    assert accepted["version"] == 3
    assert refused["status"] == 422
    (violation,) = refused["violations"]
    assert (violation["code"], violation["clause"]) == ("not-your-turn", "HEX-turns")
