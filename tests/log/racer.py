"""`python -m tests.log.racer URL ROUNDS THREADS PROCESSES NUMBER`: races for each version beside other processes.

Prints one JSON line for each attempt. All meet in the store before each version.
"""

import json
import sys
import threading
from typing import Any

from redis import Redis

from service.log.event_log import RedisEventLog
from tests.log.test_races import GAME, attempt


def main(url: str, rounds: int, threads: int, processes: int, number: int) -> None:
    """Races, every thread with a connection of its own."""
    said = threading.Lock()

    def meet(client: "Redis", turn: int) -> None:
        """Returns once every thread of every process has come here."""
        here: Any = client.incr(f"met:{turn}")
        if here == threads * processes:
            client.rpush(f"go:{turn}", *["x"] * (threads * processes))
        assert client.blpop([f"go:{turn}"], timeout=30) is not None

    def race(mark: str) -> None:
        with Redis.from_url(url) as client:
            log = RedisEventLog(client)
            for turn in range(rounds):
                meet(client, 2 * turn)
                head = log.head(GAME)
                assert head is not None
                meet(client, 2 * turn + 1)
                outcome = attempt(log, head.version, head.hash, mark)
                with said:
                    told = {"version": head.version, "mark": mark, "outcome": type(outcome).__name__}
                    print(json.dumps(told), flush=True)

    running = [threading.Thread(target=race, args=(f"{number}.{i}",)) for i in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
