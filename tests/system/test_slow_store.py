"""A store behind a proxy that delays, loses answers, is silent and cuts: refused or late, never a 500, never twice."""

import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from redis import Redis

from service.http.app import create_app
from service.log.event_log import RedisEventLog
from service.run import compose
from service.run.store import EmbeddedStore
from tests.conftest import settings_of
from tests.http.served import Answer, Served, serving
from tests.log.writing import whole
from tests.playing import open_over_http
from tests.run.processes import wait_until
from tests.system.proxy import Proxy

PATIENCE = 0.3


@pytest.fixture
def own_store() -> Iterator[EmbeddedStore]:
    with TemporaryDirectory(prefix="slow-") as folder, EmbeddedStore(Path(folder)) as started:
        yield started


@pytest.fixture
def proxy(own_store: EmbeddedStore) -> Iterator[Proxy]:
    with Proxy(own_store.url.removeprefix("unix://")) as made:
        yield made


class Table:
    """A game over the API, whose referee moves for all."""

    def __init__(self, served: Served) -> None:
        self._served = served
        terms = {"ruleset": "tridomino-hexagono", "players": ["Ana", "Ben"], "dealer": "service"}
        self.opened = served.call("POST", "/v1/games", terms).body
        self.id = self.opened["id"]

    def get(self, path: str = "") -> Answer:
        return self._served.call("GET", f"/v1/games/{self.id}{path}", token=self.opened["tokens"]["referee"])

    def move(self, key: str, listed: Answer) -> Answer:
        """The first move listed, under a key."""
        token = self.opened["tokens"]["referee"]
        move = listed.body["moves"][0]["move"]
        path = f"/v1/games/{self.id}/moves"
        headers = {"Idempotency_Key": key, "If_Match": f'"{listed.body["version"]}"'}
        return self._served.call("POST", path, move, token=token, **headers)


def refused(answer: Answer) -> bool:
    return answer.status == 503 and "retry-after" in answer.headers and answer.body["type"] == "/problems/unavailable"


def test_a_store_that_is_slow_loses_an_answer_and_goes_away_is_late_or_refused_and_taken_up_again(
    own_store: EmbeddedStore, proxy: Proxy, tmp_path: Path
) -> None:
    with serving(proxy.url, tmp_path) as served:
        table = Table(served)

        proxy.delay = 0.2
        began = time.monotonic()
        opening = table.get("/legal-moves")
        late = table.move("late", opening)
        assert late.status == 201
        assert time.monotonic() - began >= 2 * proxy.delay
        proxy.heal()

        listed = table.get("/legal-moves")
        answers: list[Answer] = []
        proxy.lose_answer_to(b"EVALSHA")
        sending = threading.Thread(target=lambda: answers.append(table.move("lost", listed)))
        sending.start()
        assert proxy.answer_lost.wait(10)
        proxy.cut()
        sending.join(15)
        assert refused(answers[0]), answers
        assert refused(table.move("lost", listed))
        assert refused(table.get())
        assert served.call("GET", "/readyz").status == 503
        assert served.call("GET", "/healthz").status == 200
        with Redis.from_url(own_store.url) as client:
            appended = whole(RedisEventLog(client), table.id)
        assert len(appended) > listed.body["version"]

        proxy.heal()
        wait_until(lambda: served.call("GET", "/readyz").status == 200)
        again = table.move("lost", listed)
        assert (again.status, again.headers["idempotent-replayed"]) == (201, "true")
        assert [event["hash"] for event in again.body["events"]] == [
            entry.hash for entry in appended[listed.body["version"] :]
        ]
        first = table.move("late", opening)
        assert (first.status, first.body) == (201, late.body)
        assert table.move("next", table.get("/legal-moves")).status == 201
        assert table.get().body["version"] > len(appended)


def test_a_store_that_says_nothing_is_given_up_after_a_while_and_nothing_is_appended_twice(
    own_store: EmbeddedStore, proxy: Proxy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compose, "client", partial(compose.client, timeout=PATIENCE))
    ctx = compose.context(settings_of(proxy.url, tmp_path))
    game = open_over_http(create_app(ctx).test_client())
    move, version = game.choose(), game.state()["version"]
    assert move is not None

    proxy.silent = True
    for _ in range(2):
        answer = game.move(move, version=version, key="k")
        assert answer.status_code == 503, answer.text
        assert "Retry-After" in answer.headers
    with Redis.from_url(own_store.url) as client:
        assert len(whole(RedisEventLog(client), game.id)) == version

    proxy.heal()
    proxy.delay = 2 * PATIENCE
    answer = game.move(move, version=version, key="k")
    assert answer.status_code == 503, answer.text
    proxy.heal()
    answer = game.move(move, version=version, key="k")
    assert answer.status_code == 201
    with Redis.from_url(own_store.url) as client:
        assert len(whole(RedisEventLog(client), game.id)) == answer.get_json()["version"]
