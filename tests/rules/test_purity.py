"""Which layer may import what, read from the imports of every file."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

LAYERS: dict[str, set[str]] = {
    "service.rules": set(),
    "service.ledger": {"service.rules"},
    "service.application": {"service.rules", "service.ledger"},
    "service.edge": {"service.rules", "service.ledger", "service.application"},
    "service.log": {"service.ledger", "service.application"},
    "service.queue": {"service.application", "service.log"},
    "service.http": {"service.rules", "service.application", "service.edge"},
}
"""Each layer with those that it may import, besides itself."""

COMPOSING = {"service.run", "service.demo"}
"""What puts the layers together, or stands outside of them; no layer imports these."""

ENTRY_POINTS = {"service/http/wsgi.py"}
"""Files that a process starts from: they may ask `service.run` for what they serve."""

FOREIGN: dict[str, set[str]] = {
    "service.ledger": {"flask", "redis", "rq", "werkzeug"},
    "service.application": {"flask", "redis", "rq", "werkzeug"},
    "service.edge": {"flask", "redis", "rq", "werkzeug"},
    "service.log": {"flask", "rq", "werkzeug"},
    "service.queue": {"flask", "werkzeug"},
    "service.http": {"redis", "rq"},
}
"""Packages that a layer must not know."""


@cache
def imports_of(file: Path) -> frozenset[str]:
    """The modules that a file imports, wherever in it; of `from a import b` both `a` and `a.b`."""
    return frozenset(_imports(file))


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def files_of(package: str) -> list[Path]:
    return sorted(ROOT.joinpath(*package.split(".")).rglob("*.py"))


def layer_of(module: str) -> str | None:
    """The layer of `service` that a module lies in, if any."""
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] == "service" and len(parts) > 1 else None


def test_the_rules_import_the_standard_library_and_themselves_alone():
    for file in files_of("service.rules"):
        for module in imports_of(file):
            top = module.partition(".")[0]
            assert top in sys.stdlib_module_names or module.startswith("service.rules"), f"{file} imports {module}"


@pytest.mark.parametrize("module", ["datetime", "logging", "os", "random", "secrets", "socket", "time", "uuid"])
def test_the_rules_know_no_clock_no_chance_no_ids_and_no_outside(module):
    assert [file.name for file in files_of("service.rules") if module in imports_of(file)] == []


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_the_layers_below_it(layer):
    directories = {f"service.{folder.name}" for folder in (ROOT / "service").iterdir() if folder.is_dir()}
    for file in files_of(layer):
        allowed = LAYERS[layer] | {layer}
        if file.relative_to(ROOT).as_posix() in ENTRY_POINTS:
            allowed |= {"service.run"}
        for module in imports_of(file):
            found = layer_of(module)
            assert found not in directories or found in allowed, f"{file} imports {module}"


@pytest.mark.parametrize("layer", FOREIGN)
def test_a_layer_knows_no_package_that_is_not_its_own(layer):
    for file in files_of(layer):
        tops = {module.partition(".")[0] for module in imports_of(file)}
        assert not tops & FOREIGN[layer], f"{file} imports {tops & FOREIGN[layer]}"


def test_every_layer_is_known_here():
    folders = {f"service.{folder.name}" for folder in (ROOT / "service").iterdir() if list(folder.glob("*.py"))}
    assert folders == {*LAYERS, *COMPOSING}


def test_the_service_never_imports_the_workers_the_tests_or_the_benchmarks():
    for file in files_of("service"):
        tops = {module.partition(".")[0] for module in imports_of(file)}
        assert not tops & {"workers", "tests", "bench"}, f"{file} imports {tops}"


def test_no_rule_asks_which_sheet_it_serves():
    ids = {"schmidt", "tridomino", "triunghiular", "ominoes", "moon", "solitaire"}
    for file in files_of("service.rules"):
        if file.parent.name == "sheets":
            continue
        compared = [
            constant.value
            for node in ast.walk(ast.parse(file.read_text()))
            if isinstance(node, ast.Compare)
            for constant in ast.walk(node)
            if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
        ]
        assert not [text for text in compared if "-" in text and any(name in text for name in ids)], file
