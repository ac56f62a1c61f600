"""No container engine is needed: form by schema and linter, and every command is one that is run elsewhere."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from redis import Redis

from service.run import commands
from service.run.settings import Settings
from service.run.store import EmbeddedStore
from tests.run.processes import ROOT, run_service

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
PARTS = [name for name in SERVICES if name != "store"]


def tool(name: str) -> str:
    return shutil.which(name, path=str(Path(sys.executable).parent)) or name


@pytest.mark.parametrize(
    "check",
    [
        ("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "docker-compose.yml"),
        ("hadolint", "Dockerfile"),
    ],
)
def test_the_files_are_well_formed(check: tuple[str, ...]) -> None:
    ran = subprocess.run([tool(check[0]), *check[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_part_runs_a_command_that_the_supervisor_runs() -> None:
    (_,), workers, sweep = commands.stages(Settings())
    known = {("python", *command.argv[1:]) for command in (*workers, *sweep)}
    known.add(("python", "-m", "service", "api"))  # becomes the supervisor's first command
    assert {tuple(SERVICES[name]["command"]) for name in PARTS} == known


def test_the_image_runs_the_whole_service() -> None:
    assert json.loads(re.findall(r"^CMD (.*)$", DOCKERFILE, re.MULTILINE)[0]) == ["python", "-m", "service"]


def test_health_checks_are_subcommands_that_exist() -> None:
    checks = [re.findall(r"HEALTHCHECK .*CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)[0]]
    asked = [json.loads(check) for check in checks]
    asked += [SERVICES[name]["healthcheck"]["test"][1:] for name in ("settlements", "audits")]
    for words in asked:
        assert words[:3] == ["python", "-m", "service"]
        ran = run_service(words[3:], REDIS_URL="redis://127.0.0.1:1", PORT="1")
        assert ran.stderr.startswith("domino-referee: no ")


def test_the_store_starts_with_the_given_options_and_keeps_what_it_acknowledges(tmp_path: Path) -> None:
    program, *options = SERVICES["store"]["command"]
    assert program == "valkey-server"
    assert "store:/data" in SERVICES["store"]["volumes"]
    with (
        EmbeddedStore(tmp_path, extra_args=options) as store,
        Redis.from_url(store.url, decode_responses=True) as client,
    ):
        for name, value in {"appendonly": "yes", "appendfsync": "always", "save": ""}.items():
            assert client.config_get(name) == {name: value}
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


@pytest.mark.parametrize("name", list(SERVICES))
def test_every_container_is_confined(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not service.get("privileged")


def test_nothing_runs_as_root() -> None:
    assert re.search(r"^USER [1-9]\d*$", DOCKERFILE, re.MULTILINE)
    assert SERVICES["store"]["user"] == "valkey"


def test_parts_start_after_the_store_and_share_its_address_and_the_keys() -> None:
    for name in PARTS:
        assert SERVICES[name]["depends_on"] == {"store": {"condition": "service_healthy"}}
        assert SERVICES[name]["environment"]["REDIS_URL"] == "redis://store:6379/0"
        assert "keys:/data" in SERVICES[name]["volumes"]


def test_two_replicas_get_a_port_each() -> None:
    assert SERVICES["api"]["deploy"]["replicas"] == 2
    assert SERVICES["api"]["ports"] == ["127.0.0.1:${PORTS:-8080-8081}:8080"]


def test_every_setting_in_the_files_is_one_of_ours() -> None:
    ours = set(Settings().environment())
    assert set(COMPOSE["x-part"]["environment"]) <= ours
    named = re.findall(r"\b([A-Z_]+)=\S", re.sub(r"\\\n", " ", DOCKERFILE))
    assert {name for name in named if name not in ("PATH",) and not name.startswith("PYTHON")} <= ours
