import re
import tomllib

import pytest

from tests.run.processes import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def pins(text: str) -> dict[str, str]:
    """What a lock file pins: text of each entry by package name."""
    entries = re.split(r"\n(?=\S)", text.strip())
    return {entry.split("==")[0]: entry for entry in entries}


def named(requirement: str) -> str:
    return re.split(r"[\[<>=;~! ]", requirement)[0].lower()


@pytest.mark.parametrize("file", ["requirements.lock", "requirements-dev.lock", "requirements-fuzz.lock"])
def test_every_pin_has_hashes_and_no_host_or_path_is_named(file: str) -> None:
    text = (ROOT / file).read_text()
    assert all("--hash=sha256:" in entry for entry in pins(text).values())
    assert not re.search(r"://|--(extra-)?index|--find-links|^#", text, re.MULTILINE)


def test_what_the_project_names_is_pinned() -> None:
    run = pins((ROOT / "requirements.lock").read_text())
    everything = pins((ROOT / "requirements-dev.lock").read_text())
    assert {named(requirement) for requirement in PROJECT["project"]["dependencies"]} <= set(run)
    assert {named(requirement) for requirement in PROJECT["dependency-groups"]["dev"]} <= set(everything)
    assert {name: everything[name] for name in run} == run
    fuzz = pins((ROOT / "requirements-fuzz.lock").read_text())
    assert {name: fuzz[name] for name in everything} == everything
