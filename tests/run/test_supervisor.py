import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from redis import Redis

from tests.run.processes import ROOT, environment, free_port, runs, wait_until


class Group:
    """A supervisor over stand-ins, in a process of its own."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.diary = folder / "diary"
        self.data = folder / "data"
        self.out, self.err = folder / "out", folder / "err"
        with self.out.open("w") as out, self.err.open("w") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.run.standins", "group", "group", str(self.diary)],
                env=environment({"PORT": str(free_port()), "DATA_DIR": str(self.data), **settings}),
                cwd=ROOT,
                stdout=out,
                stderr=err,
            )

    def is_ready(self) -> bool:
        assert self.process.poll() is None, self.err.read_text()
        return "Press Ctrl-C to stop" in self.out.read_text()

    def lived(self, what: str) -> dict[str, list[int]]:
        """Process ids by name, of all that have `started` or `stopped`, in that order."""
        told: dict[str, list[int]] = {}
        for line in self.diary.read_text().splitlines() if self.diary.exists() else []:
            name, happened, process_id = line.split()
            if happened == what:
                told.setdefault(name, []).append(int(process_id))
        return told

    def all_started(self) -> bool:
        return len(self.lived("started")) == 4

    def store(self) -> tuple[int, str]:
        """The embedded store's process id and URL."""
        url = f"unix://{self.data}/store/store.sock"
        with Redis.from_url(url) as client:
            return int(client.info("server")["process_id"]), url


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Group]]:
    groups: list[Group] = []

    def starting(**settings: str) -> Group:
        group = Group(tmp_path, **settings)
        groups.append(group)
        wait_until(lambda: group.is_ready() and group.all_started())
        return group

    yield starting
    for group in groups:
        group.process.kill()
        group.process.wait()
        for name, process_ids in group.lived("started").items():
            for process_id in process_ids:
                wait_until(lambda: not runs(process_id))  # noqa: B023
                assert name


def test_it_says_what_to_try_and_sigterm_ends_all_in_order_and_in_silence(start: Callable[..., Group]) -> None:
    group = start()
    store, _ = group.store()
    said = group.out.read_text()
    assert said.count("  curl http://127.0.0.1:") == 3
    assert "/docs" in said
    assert "API_KEYS is not set" in said
    group.process.send_signal(signal.SIGTERM)
    assert group.process.wait(15) == 0
    stopped = list(group.lived("stopped"))
    assert (stopped[0], set(stopped[1:3]), stopped[3]) == ("API", {"first", "second"}, "sweep")
    assert not runs(store)
    assert group.err.read_text() == ""


def test_with_api_keys_it_is_not_called_open_and_ctrl_c_ends_it(start: Callable[..., Group]) -> None:
    group = start(API_KEYS="hush")
    said = group.out.read_text()
    assert "is not set" not in said
    assert "hush" not in said
    assert "Bearer" in said
    group.process.send_signal(signal.SIGINT)
    assert group.process.wait(15) == 0
    assert (group.out.read_text(), group.err.read_text()) == (said, "")


def test_a_child_that_dies_is_started_again_with_one_line_and_a_growing_pause(
    start: Callable[..., Group],
) -> None:
    group = start()
    for name in ("API", "first", "sweep"):
        os.kill(group.lived("started")[name][0], signal.SIGKILL)
    wait_until(lambda: all(len(group.lived("started")[name]) == 2 for name in ("API", "first", "sweep")))
    os.kill(group.lived("started")["first"][-1], signal.SIGKILL)
    wait_until(lambda: len(group.lived("started")["first"]) == 3)
    assert len(group.lived("started")["second"]) == 1
    lines = group.err.read_text().splitlines()
    assert all("was ended by SIGKILL; starting it again in 0.2 s" in line for line in lines[:3])
    assert ["first was ended by SIGKILL; starting it again in 0.4 s" in line for line in lines[3:]] == [True]


def test_a_store_that_crashes_comes_back_with_its_data_on_the_same_address(start: Callable[..., Group]) -> None:
    group = start()
    store, url = group.store()
    with Redis.from_url(url) as client:
        client.set("kept", "yes")
    os.kill(store, signal.SIGKILL)

    def is_back() -> bool:
        with suppress(Exception):
            return group.store()[0] != store
        return False

    wait_until(is_back)
    with Redis.from_url(url) as client:
        assert client.get("kept") == b"yes"
    assert all(len(process_ids) == 1 for process_ids in group.lived("started").values())


def test_nothing_stays_when_the_supervisor_itself_is_killed(start: Callable[..., Group]) -> None:
    group = start()
    store, _ = group.store()
    group.process.kill()
    group.process.wait()
    everything = [store, *(ids[0] for ids in group.lived("started").values())]
    wait_until(lambda: not any(map(runs, everything)))


def test_a_second_signal_kills_what_does_not_listen(start: Callable[..., Group]) -> None:
    group = start(WORKER_KIND="deaf")
    store, _ = group.store()
    group.process.send_signal(signal.SIGINT)
    wait_until(lambda: "API" in group.lived("stopped"))
    assert group.process.poll() is None
    group.process.send_signal(signal.SIGINT)
    assert group.process.wait(5) == 0
    assert not any(runs(ids[0]) for ids in group.lived("started").values())
    assert not runs(store)
    assert group.err.read_text() == ""


def test_a_child_that_never_starts_ends_the_run_with_its_last_words(tmp_path: Path) -> None:
    # Nothing answers on the port that is asked for readiness, since the API is the child that is broken.
    ran = subprocess.run(
        [sys.executable, "-c", BROKEN],
        env=environment({"PORT": str(free_port()), "DATA_DIR": str(tmp_path)}),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stdout == ""
    lines = ran.stderr.splitlines()
    assert "API does not start: this stand-in is broken (see " in lines[-1]
    assert not any("Traceback" in line for line in lines)


BROKEN = """
import os, sys
from service.__main__ import run_everything, tell
from service.run.checks import StartError
from service.run.settings import load
from tests.run.standins import command
try:
    run_everything(load(os.environ), [[command("broken", "API", "/dev/null")]])
except StartError as fault:
    tell(str(fault))
    sys.exit(1)
"""
