"""The audit worker as a real process: its forks are killed, run out of memory, and end with it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from rq.registry import StartedJobRegistry
from rq.utils import current_timestamp

from service.application import audits
from service.application.context import Context
from service.run.compose import context
from service.run.settings import Settings
from service.run.store import EmbeddedStore
from tests.conftest import settings_of
from tests.playing import open_game
from tests.run.processes import ROOT, environment, runs, wait_until
from tests.surroundings import Jobs
from tests.system.group import kill


@pytest.fixture
def settings(store: EmbeddedStore, tmp_path: Path, redis: Redis) -> Settings:  # noqa: ARG001
    return settings_of(store.url, tmp_path)


@pytest.fixture
def own(settings: Settings) -> Context:
    """A context beside the worker's."""
    return context(settings)


HELD = """
import pathlib, signal, service.application.audits as audits
flag, whole = pathlib.Path({flag!r}), audits._report
def held(*args):
    if not flag.exists():
        flag.touch()
        signal.pause()
    return whole(*args)
audits._report = held
"""
"""Makes the first audit hang; what follows it goes on."""


@contextmanager
def worker(settings: Settings, program: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """`python -m workers audits`; `program` is run before it in the same process."""
    code = f"import sys\n{program}\nfrom workers.__main__ import main\nsys.exit(main(['audits']))"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env=environment(settings.environment()),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def forks(process: subprocess.Popen[bytes]) -> list[int]:
    """The process's children that carry out audits (its scheduler has no work to be found by)."""
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [pid for pid in map(int, found) if os.getpgid(pid) == pid]


def state_is(ctx: Context, audit: str, *states: str) -> Callable[[], bool]:
    return lambda: audits.status(ctx, audit)["status"] in states


def ask(ctx: Context, raw: bytes) -> str:
    asked: str = audits.request_record_audit(ctx, raw, owner="someone", record=None)["id"]
    return asked


def test_a_fork_that_is_killed_is_tried_again(own: Context, settings: Settings, tmp_path: Path) -> None:
    audit = ask(own, json.dumps(open_game(own).record()).encode())
    flag = tmp_path / "held"
    with worker(settings, HELD.format(flag=str(flag))) as process:
        wait_until(flag.exists, seconds=30)
        assert audits.status(own, audit)["status"] == "running"
        kill(*forks(process))
        wait_until(state_is(own, audit, "finished", "failed"), seconds=60)
    state = audits.status(own, audit)
    assert (state["status"], state["verdict"]) == ("finished", "upheld")


def test_a_fork_ends_with_its_worker_and_its_audit_is_taken_to_be_abandoned_soon(
    own: Context, settings: Settings, redis: Redis, tmp_path: Path
) -> None:
    audit = ask(own, json.dumps(open_game(own).record()).encode())
    flag = tmp_path / "held"
    with worker(settings, HELD.format(flag=str(flag))) as process:
        wait_until(flag.exists, seconds=30)
        (fork,) = forks(process)
        kill(process.pid)
        process.wait()
        wait_until(lambda: not runs(fork))
    assert audits.status(own, audit)["status"] == "running"
    jobs = Jobs(redis)
    registry = StartedJobRegistry(queue=jobs.queues[1])
    assert registry.get_job_ids(cleanup=False) == [audit]
    registry.cleanup(timestamp=current_timestamp() + 15)
    assert registry.get_job_ids(cleanup=False) == []
    assert jobs.waiting() == 1
    with worker(settings):
        wait_until(state_is(own, audit, "finished", "failed"), seconds=60)
    assert audits.status(own, audit)["verdict"] == "upheld"


def test_a_fork_that_wants_too_much_memory_fails_its_audit_and_the_worker_goes_on(
    own: Context, settings: Settings, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.queue.rq_queue._PAUSES", [0, 0, 0])
    greedy = ask(own, b'{"format": [' + b"[],{}," * 900_000 + b"[]]}")
    small = ask(own, json.dumps(open_game(own).record()).encode())
    with worker(settings, "import workers.worker\nworkers.worker._MOST_AUDIT_MEMORY = 220 * 2**20"):
        wait_until(state_is(own, greedy, "finished", "failed"), seconds=60)
        wait_until(state_is(own, small, "finished", "failed"), seconds=60)
    state = audits.status(own, greedy)
    assert (state["status"], state["error"]["kind"]) == ("failed", "unavailable")
    assert audits.status(own, small)["verdict"] == "upheld"
    failed: list[Any] = Jobs(redis).failed()
    assert failed == [{"function": "workers.jobs.audit", "arguments": [greedy]}]
