"""Kill -9 of every part of the service while games are played: nothing that was acknowledged is lost or done twice."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from redis import Redis

from service.log.event_log import RedisEventLog
from service.run.store import EmbeddedStore
from tests.run.processes import wait_until
from tests.system.group import Group, kill
from tests.system.journal import Player, check
from tests.system.windows import Windows

SEED = 20261105
TRIES = 8


@pytest.fixture
def group() -> Iterator[Group]:
    """The service over a folder whose path is short enough for a socket."""
    with TemporaryDirectory(prefix="crash-") as folder:
        group = Group(Path(folder) / "data")
        group.start()
        try:
            yield group
        finally:
            group.stop()
            print(group.told())


@pytest.mark.timeout(400)
def test_nothing_acknowledged_is_lost_or_done_twice_whatever_is_killed(group: Group) -> None:
    chance = random.Random(SEED)
    windows = Windows(group)
    players = [
        Player(group.url, "tridomino-hexagono", ["Ana", "Ben"], seed=1),
        Player(group.url, "three-player-moon", ["Ana", "Ben", "Eve"], seed=2),
    ]
    for player in players:
        player.start()

    def promised() -> int:
        for player in players:
            assert player.fault is None, repr(player.fault)
        return sum(len(player.journal.accepted) for player in players)

    def replayed() -> int:
        return sum(player.journal.replayed for player in players)

    def go_on(moves: int) -> None:
        """Waits until so many more moves were acknowledged."""
        goal = promised() + moves
        wait_until(lambda: promised() >= goal, seconds=90)

    def hit(window: Callable[[], bool]) -> None:
        """Kills until the window was hit; it fails the test when it never is."""
        assert any(window() for _ in range(TRIES)), f"{window.__name__} was never hit"

    def api_between_append_and_answer() -> bool:
        before, pids = replayed(), group.web_processes()
        windows.after_an_append("tile-placed", "tile-played", "bid-made", "turn-passed")
        kill(*pids)
        go_on(4)
        return replayed() > before

    def worker_between_append_and_acknowledgement() -> bool:
        wait_until(lambda: group.find("-m workers settlements"))
        before, pids = windows.settlements_unacknowledged(), group.find("-m workers settlements")
        windows.after_an_append("round-dealt")
        kill(*pids)
        hits = bool(windows.settlements_unacknowledged() - before)
        go_on(4)
        return hits

    def store_under_load() -> bool:
        before = sum(player.journal.unanswered for player in players), promised()
        kill(*group.find("valkey-server"))
        go_on(4)
        return promised() > before[1]

    def everything_at_once() -> bool:
        group.kill_everything()
        group.start()
        go_on(4)
        return True

    go_on(5)
    faults = [
        lambda: hit(api_between_append_and_answer),
        lambda: hit(worker_between_append_and_acknowledgement),
        lambda: hit(store_under_load),
        lambda: kill(*group.find("-m workers"), *group.find("-m granian")),
        lambda: hit(everything_at_once),
    ]
    chance.shuffle(faults)
    for fault in faults:
        fault()
        go_on(chance.randrange(2, 12))

    for player in players:
        player.stopped.set()
        player.join(60)
        assert player.fault is None, repr(player.fault)
        wait_until(lambda player=player: player.state()["phase"] != "settling", seconds=20)  # type: ignore[misc]
        report = player.audit()
        assert (report["verdict"], report["chain"]) == ("upheld", "intact"), report
        player.close()
    assert group.stop() == 0
    with EmbeddedStore(group.data_dir) as store, Redis.from_url(store.url) as client:
        log = RedisEventLog(client)
        for player in players:
            counts = check(log, player.id, player.journal)
            assert counts["round-settled"] >= 1
        assert log.overdue(2**53) == []
