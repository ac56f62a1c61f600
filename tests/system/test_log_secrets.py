"""No secret stands in what a running service logs, at its most talkative and where things go wrong."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from redis import Redis

from service.log import keys
from tests.run.processes import wait_until
from tests.system.group import Group

Json = dict[str, Any]

KEY = "credential-of-the-service"
SEED = "seed-of-the-seat"
TILE = re.compile(rb"(?<![\w.:-])[0-5]-[0-5]-[0-5](?![\w.:-])")
LONG = re.compile(rb"[0-9a-f]{64}")


class Caller:
    """Calls a service, and remembers every secret that it sent or was told."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.secrets: set[str] = {KEY, SEED}

    def __call__(self, method: str, path: str, token: str | None, body: Any = None, **headers: str) -> tuple[int, Any]:
        raw = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent["Content-Type"] = "application/json"
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        asked = urllib.request.Request(self.url + path, raw, sent, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    def open(self, **more: Any) -> Json:
        """A new game, whose tokens are secrets from now on."""
        body = {"ruleset": "tridomino-hexagono", "players": ["red", "blue"], "dealer": "service", **more}
        status, opened = self("POST", "/v1/games", KEY, body)
        assert status == 201
        self.secrets |= {
            opened["tokens"]["referee"],
            opened["tokens"]["spectator"],
            *opened["tokens"]["seats"].values(),
        }
        return dict(opened)


@pytest.fixture
def group() -> Iterator[Group]:
    """A service that logs all that it has to say."""
    with TemporaryDirectory(prefix="domino-referee-") as folder:
        said = {"LOG_LEVEL": "debug", "LOG_FORMAT": "json", "API_KEYS": KEY, "WEB_PROCESSES": "1"}
        started = Group(Path(folder) / "data", **said)
        started.start()
        yield started
        started.kill_everything()


def test_no_secret_is_logged(group: Group) -> None:
    call = Caller(group.url)
    played = _played(call)
    _refused(call, played)
    _failed(call, group)
    said = b"".join(path.read_bytes() for path in _logs(group.data_dir))
    faults = [json.loads(line) for line in said.splitlines() if b"store does not answer" in line]
    assert {fault["level"] for fault in faults} == {"warning"}, "nothing went wrong, so nothing was tried"
    assert not TILE.findall(said)
    assert not LONG.findall(said)
    assert [secret for secret in (*call.secrets, *_kept_keys(group.data_dir)) if secret.encode() in said] == []


def _logs(folder: Path) -> list[Path]:
    """Whatever the service says and writes but its store and its keys."""
    return [folder / "said", *(folder / "log").iterdir()]


def _kept_keys(folder: Path) -> list[str]:
    """The keys that the service made for itself."""
    return [word for path in (folder / "keys").iterdir() for word in path.read_text().split()]


def _played(call: Caller) -> Json:
    """A seeded game with some moves, an audit of it, and its end."""
    opened = call.open(await_seeds=True)
    game, tokens = f"/v1/games/{opened['id']}", opened["tokens"]
    for seat, token in tokens["seats"].items():
        assert call("PUT", f"{game}/seats/{seat}/seed", token, {"seed": SEED})[0] == 204
    for _ in range(6):
        state = call("GET", game, tokens["referee"])[1]
        move = call("GET", f"{game}/legal-moves", tokens["referee"])[1]["moves"][0]["move"]
        moved = call("POST", f"{game}/moves", tokens["referee"], move, If_Match=f'"{state["version"]}"')
        assert moved[0] == 201
    assert call("POST", f"{game}/close", tokens["referee"], {"reason": "enough"})[0] == 200
    record = call("GET", f"{game}/record", tokens["referee"])[1]
    asked = call("POST", "/v1/audits", KEY, record, Prefer="wait=20")[1]
    wait_until(lambda: call("GET", f"/v1/audits/{asked['id']}", KEY)[1]["status"] == "finished", seconds=30)
    return opened


def _refused(call: Caller, opened: Json) -> None:
    """What clients do wrong."""
    game, token = f"/v1/games/{opened['id']}", opened["tokens"]["seats"]["red"]
    wrong = [
        call("GET", f"{game}?token={token}", None),
        call("GET", game, token + "x"),
        call("GET", f"/v1/games/{token}", token),
        call("POST", "/v1/games", "another-credential", {}),
        call("POST", "/v1/games", KEY, {"seed": SEED, "players": [SEED]}),
        call("POST", f"{game}/moves", token, {"type": "place", "at": [0, 0], "corners": [0, 1, 5]}),
        call("PUT", f"{game}/seats/red/seed", token, {"seed": [SEED]}),
        call("POST", "/v1/audits", KEY, b'{"players": ["' + SEED.encode() + b'", 0-1-5'),
        call("POST", "/v1/audits", KEY, {"proof": {"events": [{"openings": [SEED]}]}}),
    ]
    assert all(status == 200 or 400 <= status < 500 for status, _ in wrong), wrong


def _failed(call: Caller, group: Group) -> None:
    """What goes wrong within: entries that cannot be read, keys of another type, in moves and in the workers."""
    with Redis(unix_socket_path=str(group.socket)) as store:
        for spoil in (_text_for_stream, _text_for_answers, _spoiled_event):
            opened = call.open()
            game, token = f"/v1/games/{opened['id']}", opened["tokens"]["referee"]
            move = call("GET", f"{game}/legal-moves", token)[1]["moves"][0]["move"]
            spoil(store, opened["id"])
            asked = [
                call("POST", f"{game}/moves", token, move, If_Match="*", Idempotency_Key=SEED),
                call("GET", game, token),
                call("GET", f"{game}/record", token),
                call("POST", f"{game}/audits", token, {}, Prefer="wait=20"),
            ]
            assert any(status >= 500 for status, _ in asked) or spoil is _spoiled_event, asked


def _text_for_stream(store: "Redis", game: str) -> None:
    store.delete(keys.stream(game))
    store.set(keys.stream(game), "0-1-5")


def _text_for_answers(store: "Redis", game: str) -> None:
    store.set(keys.answers(game), "0-1-5")


def _spoiled_event(store: "Redis", game: str) -> None:
    ((entry, fields),) = store.xrevrange(keys.stream(game), count=1)  # type: ignore[misc]
    store.delete(keys.stream(game))
    store.xadd(keys.stream(game), {**fields, b"event": b'{"data": {"tile": "0-1-5"}'}, id=entry)
