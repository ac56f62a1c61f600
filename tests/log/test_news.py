import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from redis import Redis

from service.application.ports import Unavailable
from service.log.event_log import RedisEventLog
from service.log.news import News
from service.run.store import EmbeddedStore
from tests.log.writing import GAME, start, step
from tests.run.processes import wait_until

OTHER = "ffeeddccbbaa99887766554433221100"


def listening(news: News) -> bool:
    return news._listener is not None and bool(news._waiting)


@pytest.fixture
def news(log: RedisEventLog) -> News:
    assert log._news is not None
    return log._news


def test_an_append_wakes_who_waits_for_its_game(log: RedisEventLog, news: News) -> None:
    start(log)
    with ThreadPoolExecutor(5) as pool:
        waiting = [pool.submit(log.wait, GAME, 2, 30) for _ in range(5)]
        wait_until(lambda: news._waiting.get(GAME) == 5)
        began = time.monotonic()
        step(log)
        assert [one.result() for one in waiting] == [True] * 5
        assert time.monotonic() - began < 5
    assert news._waiting == {}
    assert news._newest == {}


def test_another_game_s_append_wakes_nobody(log: RedisEventLog, news: News) -> None:
    start(log)
    start(log, OTHER)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(log.wait, GAME, 2, 30)
        wait_until(lambda: listening(news))
        step(log, game=OTHER)
        step(log, game=OTHER)
        assert not waiting.done()
        step(log)
        assert waiting.result()


def test_what_is_there_already_is_not_waited_for(log: RedisEventLog) -> None:
    start(log)
    began = time.monotonic()
    assert log.wait(GAME, 1, 30)
    assert time.monotonic() - began < 5


def test_an_append_between_the_reading_and_the_waiting_is_not_missed(log: RedisEventLog, news: News) -> None:
    start(log)

    def version(_: str) -> int:
        step(log)
        return 2

    assert news.wait(GAME, 2, 30, version)


def test_waiting_ends_with_its_time(log: RedisEventLog) -> None:
    start(log)
    began = time.monotonic()
    assert not log.wait(GAME, 2, 0.3)
    assert 0.3 <= time.monotonic() - began < 5


def test_only_so_many_wait(blocking: Redis, log: RedisEventLog) -> None:
    start(log)
    with ThreadPoolExecutor(3) as pool:
        news = News(blocking, most=3)
        waiting = [pool.submit(news.wait, GAME, 2, 30, lambda _: 2) for _ in range(3)]
        wait_until(lambda: news._waiting.get(GAME) == 3)
        began = time.monotonic()
        assert not news.wait(GAME, 2, 30, lambda _: 2)
        assert time.monotonic() - began < 5
        step(log)
        assert all(one.result() for one in waiting)
        assert news.wait(GAME, 2, 30, lambda _: 3)


def test_no_listener_stays_behind(log: RedisEventLog, news: News) -> None:
    start(log)
    assert not log.wait(GAME, 2, 0.05)
    wait_until(lambda: news._listener is None)
    assert not log.wait(GAME, 2, 0.05)


@pytest.fixture
def own_store(tmp_path: Path) -> Iterator[EmbeddedStore]:
    with EmbeddedStore(tmp_path) as started:
        yield started


def test_when_the_store_ends_who_waits_is_woken_to_look_and_can_wait_again_later(own_store: EmbeddedStore) -> None:
    with Redis.from_url(own_store.url) as client, Redis.from_url(own_store.url) as blocking:
        news = News(blocking)
        log = RedisEventLog(client, news)
        start(log)
        with ThreadPoolExecutor(3) as pool:
            waiting = [pool.submit(log.wait, GAME, 2, 60) for _ in range(3)]
            wait_until(lambda: news._waiting.get(GAME) == 3)
            own_store.kill()
            assert all(one.exception() is not None or one.result() for one in waiting)
            assert all(isinstance(one.exception(), Unavailable | None) for one in waiting)
            with pytest.raises(Unavailable):
                log.wait(GAME, 2, 0.1)
            own_store.restart()
            again = pool.submit(log.wait, GAME, 2, 60)
            wait_until(lambda: listening(news))
            step(log)
            assert again.result()
        wait_until(lambda: news._listener is None)
