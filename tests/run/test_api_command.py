"""The API's command with an application of our own: its options hold, and it survives what it should."""

import http.client
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.run import commands
from service.run.child import Child
from service.run.commands import Command
from service.run.settings import Settings
from tests.run.processes import environment, free_port, wait_until

PORT = free_port()


def application():  # type: ignore[no-untyped-def]
    """Answers with its process id; `/wait` does so after a second, `/die` never."""
    import time

    def answer(environ, start_response):  # type: ignore[no-untyped-def]
        if environ["PATH_INFO"] == "/wait":
            time.sleep(1)
        if environ["PATH_INFO"] == "/die":
            os.kill(os.getpid(), signal.SIGKILL)
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [str(os.getpid()).encode()]

    return answer


def get(path: str) -> int | None:
    """The process id that answered; None when nobody did."""
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
    try:
        connection.request("GET", path)
        return int(connection.getresponse().read())
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Child]:
    argv = commands.api(Settings(port=PORT)).argv
    assert argv[-1] == "service.http.wsgi:create_app_from_environment"
    command = Command(name="API", argv=(*argv[:-1], "tests.run.test_api_command:application"))
    child = Child(command, environment({}), tmp_path / "log")
    child.start()
    wait_until(lambda: get("/"))
    yield child
    child.ask_to_stop()
    wait_until(lambda: not child.runs)
    child.kill_group()
    assert "Traceback" not in (tmp_path / "log").read_text()


@pytest.mark.usefixtures("server")
def test_many_idle_listeners_on_one_address_do_not_keep_others_waiting() -> None:
    listeners = []
    for _ in range(200):
        listener = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
        listener.request("GET", "/wait")
        listeners.append(listener)
    assert get("/") is not None
    assert {listener.getresponse().status for listener in listeners} == {200}
    for listener in listeners:
        listener.close()


def test_a_web_process_that_is_killed_is_replaced(server: Child) -> None:
    assert get("/die") is None
    wait_until(lambda: get("/"))
    assert server.runs


def test_web_processes_do_not_outlive_the_server(server: Child) -> None:
    process_id = get("/")
    assert process_id is not None
    assert server._process is not None
    server._process.kill()
    server.kill_group()
    wait_until(lambda: get("/") is None)


def test_workers_and_the_sweep_are_commands_of_their_own() -> None:
    api, workers, sweep = commands.stages(Settings(workers=2))
    assert [command.name for command in api] == ["API"]
    assert [command.name for command in workers] == [
        "settlements worker 1",
        "settlements worker 2",
        "audits worker 1",
        "audits worker 2",
    ]
    assert {command.argv for command in (*workers, *sweep)} == {
        (sys.executable, "-m", "workers", word) for word in ("settlements", "audits", "sweep")
    }
