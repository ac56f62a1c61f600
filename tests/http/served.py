"""The API's own command over a store, and plain HTTP to it."""

import http.client
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.run import commands
from service.run.child import Child
from service.run.settings import Settings
from tests.run.processes import environment, free_port, wait_until


@dataclass(frozen=True)
class Answer:
    """An answer as it came."""

    status: int
    headers: Mapping[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        """The JSON that it carries."""
        return json.loads(self.raw)


@dataclass(frozen=True)
class Served:
    """A running API."""

    port: int

    def connect(self) -> http.client.HTTPConnection:
        """A connection of its own."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)

    def call(
        self, method: str, path: str, body: Any = None, *, token: str | None = None, raw: Any = None, **headers: str
    ) -> Answer:
        """One request on a new connection; `raw` is sent as it is, in chunks where it is no bytes."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None or raw is not None:
            sent.setdefault("Content-Type", "application/json")
        connection = self.connect()
        try:
            with suppress(BrokenPipeError, ConnectionResetError):
                payload = raw if raw is not None else None if body is None else json.dumps(body)
                connection.request(method, path, payload, sent)
            response = connection.getresponse()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        finally:
            connection.close()


@contextmanager
def serving(url: str, data_dir: Path, **changes: Any) -> Iterator[Served]:
    """The API's command over the store at `url`, from when it answers to when it has ended."""
    settings = Settings(port=free_port(), data_dir=data_dir, redis_url=url, web_processes=2, **changes)
    child = Child(commands.api(settings), environment(settings.environment()), data_dir / "api.log")
    child.start()
    server = Served(settings.port)
    try:
        wait_until(lambda: _answers(server), seconds=30)
        yield server
    finally:
        child.ask_to_stop()
        wait_until(lambda: not child.runs)
        child.kill_group()
    assert "Traceback" not in (data_dir / "api.log").read_text()


def _answers(server: Served) -> bool:
    with suppress(OSError, http.client.HTTPException):
        return server.call("GET", "/healthz").status == 200
    return False
