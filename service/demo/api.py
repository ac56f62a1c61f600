"""A small client of the service's HTTP API, and a service to use it on."""

import json
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from service.run.settings import SettingsError, load

Json = dict[str, Any]
_START_WITHIN = 60


class ApiError(Exception):
    """A call that did not get the answer it needs; the message is one line."""


class Api:
    """Calls one service. `token` goes into the Authorization header; `stays`: the service outlives the demo."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.token: str | None = None
        self.stays = True

    def get(self, path: str) -> Json:
        """The answer to a GET."""
        return self._call("GET", path, None, {})

    def post(self, path: str, body: Any, *, match: int | None = None, prefer: str | None = None) -> Json:
        """The answer to a POST; `match` is the version that it is for."""
        headers = {"Content-Type": "application/json"}
        if match is not None:
            headers["If-Match"] = f'"{match}"'
        if prefer is not None:
            headers["Prefer"] = prefer
        return self._call("POST", path, json.dumps(body).encode(), headers)

    def ready(self) -> bool:
        """Whether the service answers and is fit for use."""
        with suppress(ApiError):
            return bool(self.get("/readyz")["status"] == "ready")
        return False

    def _call(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Json:
        if self.token is not None and path.startswith("/v1/games"):
            headers["Authorization"] = f"Bearer {self.token}"
        asked = urllib.request.Request(self.base + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                found: Json = json.load(answer)
                return found
        except urllib.error.HTTPError as error:
            raise ApiError(f"{method} {path}: {error.code} {json.load(error).get('detail')}") from None
        except (OSError, ValueError) as error:
            raise ApiError(f"{method} {path}: {error}") from None


@contextmanager
def running_service(environ: Mapping[str, str], say: Callable[[str], None]) -> Iterator[Api]:
    """The service of these settings, started for as long as it is used where none runs; raises ApiError."""
    try:
        settings = load(environ)
    except SettingsError as error:
        raise ApiError(str(error)) from None
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    api = Api(f"http://{host}:{settings.port}")
    if api.ready():
        yield api
        return
    api.stays = False
    say(f"No service answers at {api.base}; starting one for the demo …")
    with tempfile.TemporaryDirectory(prefix="domino-demo-") as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "service"],
            env={**environ, "DATA_DIR": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            _await(api, process)
            yield api
        finally:
            process.terminate()
            process.communicate()


def _await(api: Api, process: subprocess.Popen[str]) -> None:
    pause = threading.Event()
    for _ in range(_START_WITHIN * 10):
        if api.ready():
            return
        if process.poll() is not None:
            said = (process.stderr.read() if process.stderr else "").strip().splitlines()
            raise ApiError(said[-1] if said else "the service did not start")
        pause.wait(0.1)
    raise ApiError("the service did not become ready")
