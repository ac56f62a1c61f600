"""Many write for one version at once: exactly one is accepted, whoever they are."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from redis import Redis

from service.application.ports import Append, Appended, Kept, Outcome, Stale
from service.log.event_log import RedisEventLog
from service.rules.events import PlayStopped, SeedGiven
from service.run.store import EmbeddedStore
from tests.log.writing import GAME, entries, start, whole
from tests.run.processes import ROOT, environment

THREADS = 8
ROUNDS = 6


def attempt(log: RedisEventLog, version: int, previous: str, mark: str, key: str | None = None) -> Outcome:
    """Two events for one version."""
    made = entries([PlayStopped(mark), SeedGiven(mark, mark)], after=version, previous=previous, round_at=2)
    append = Append(game=GAME, after=version, previous=previous, entries=made, key=key, answer=mark.encode())
    return log.append(append)


def test_of_eight_threads_one_is_accepted(log: RedisEventLog, connect: Callable[[], Redis]) -> None:
    start(log)
    for turn in range(ROUNDS):
        head = log.head(GAME)
        assert head is not None
        together = threading.Barrier(THREADS)

        def race(mark: int, version: int = head.version, previous: str = head.hash) -> Outcome:
            with connect() as own:
                own.ping()
                together.wait(10)  # noqa: B023
                return attempt(RedisEventLog(own), version, previous, str(mark))

        with ThreadPoolExecutor(THREADS) as pool:
            outcomes = list(pool.map(race, range(THREADS)))
        assert outcomes.count(Appended()) == 1
        assert outcomes.count(Stale(head.version + 2)) == THREADS - 1
        found = whole(log)
        assert len(found) == 2 + 2 * (turn + 1)
        assert found[-1].body["data"]["player"] == found[-2].body["data"]["player"] == str(outcomes.index(Appended()))


def test_of_eight_threads_with_one_key_all_get_the_one_answer(log: RedisEventLog, connect: Callable[[], Redis]) -> None:
    start(log)
    head = log.head(GAME)
    assert head is not None
    together = threading.Barrier(THREADS)

    def race(mark: int) -> Outcome:
        with connect() as own:
            together.wait(10)
            return attempt(RedisEventLog(own), head.version, head.hash, str(mark), key="k")

    with ThreadPoolExecutor(THREADS) as pool:
        outcomes = list(pool.map(race, range(THREADS)))
    winner = outcomes.index(Appended())
    assert outcomes == [Appended() if i == winner else Kept(str(winner).encode()) for i in range(THREADS)]
    assert len(whole(log)) == 4


@pytest.mark.parametrize("processes", [3])
def test_of_many_processes_with_eight_threads_each_one_is_accepted(
    store: EmbeddedStore, redis: Redis, processes: int
) -> None:
    log = RedisEventLog(redis)
    start(log)
    command = [sys.executable, "-m", "tests.log.racer", store.url, str(ROUNDS), str(THREADS), str(processes)]
    racers = [
        subprocess.Popen([*command, str(number)], env=environment({}), cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for number in range(processes)
    ]
    told = []
    for racer in racers:
        output, _ = racer.communicate(timeout=60)
        assert racer.returncode == 0
        told += [json.loads(line) for line in output.splitlines()]
    found = whole(log)
    assert len(found) == 2 + 2 * ROUNDS
    for turn in range(ROUNDS):
        version = 2 + 2 * turn
        outcomes = [one for one in told if one["version"] == version]
        winners = [one["mark"] for one in outcomes if one["outcome"] == "Appended"]
        assert [entry.body["data"]["player"] for entry in found[version : version + 2]] == winners * 2
        assert len(winners) == 1
        assert len(outcomes) == THREADS * processes
