"""`python -m bench`: the floor benchmark; prints ratios against the bare route."""

import argparse
import itertools
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from bench.games import Opened, Round, rounds
from bench.load import Connection, Slice, drive, quantile, request
from service.run import commands, settings
from service.run.store import EmbeddedStore

CONNECTIONS = 16
EACH = 60


def main() -> int:
    """Runs the benchmark and prints its table."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--slices", type=int, default=7, help="slices of each kind (default 7)")
    slices: int = parser.parse_args().slices
    with served() as (port, processes):
        bare, moves = measure(port, slices)
        early, late = early_and_late(port)
        memory = {name: rss(pids()) for name, pids in processes.items()}
    report(bare, moves, early, late, memory)
    return 0


@contextmanager
def served() -> Iterator[tuple[int, dict]]:
    """The service on a store of its own: its port, and how to find its processes by name."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder)) as store:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        chosen = {"PORT": str(port), "DATA_DIR": folder, "REDIS_URL": store.url, "LOG_LEVEL": "warning"}
        environment = {**os.environ, **chosen, "EVENTLOG_URL": store.url, "QUEUE_URL": store.url}
        read = settings.load(environment)
        argv = [*commands.api(read).argv[:-1], "bench.server:create_app"]
        api = subprocess.Popen(argv, env=environment)
        worker = subprocess.Popen(commands.worker("settlements").argv, env=environment)
        try:
            _ready(port)
            yield (
                port,
                {
                    "API process": lambda: [child.pid for child in psutil.Process(api.pid).children()],
                    "worker": lambda: [worker.pid],
                },
            )
        finally:
            for process in (api, worker):
                process.terminate()
            for process in (api, worker):
                process.wait()


def _ready(port: int) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with suppress(OSError):
            connection = Connection(port)
            if connection.ask(request("GET", "/readyz"))[0] == 200:
                return
        time.sleep(0.05)
    raise RuntimeError("the service did not become ready")


def measure(port: int, slices: int) -> tuple[list[Slice], list[Slice]]:
    """Alternating slices of the bare route and of moves, after one of each that does not count."""
    bare: list[Slice] = []
    moves: list[Slice] = []
    seeds = itertools.count(1)
    for number in range(slices + 1):
        queues = [[request("POST", "/bare")] * EACH for _ in range(CONNECTIONS)]
        one = drive(port, queues, 200)
        two = drive(port, [_moves(port, next(seeds)) for _ in range(CONNECTIONS)], 201)
        if number:
            bare.append(one)
            moves.append(two)
            print(f"\rslice {number}/{slices}", end="", file=sys.stderr, flush=True)
    print("\r" + " " * 20 + "\r", end="", file=sys.stderr)
    return bare, moves


def _moves(port: int, seed: int) -> list[bytes]:
    connection = Connection(port)
    (played,) = rounds(seed, 1, most=EACH)
    game = Opened(connection)
    game.deal(connection, played.deal)
    connection.close()
    return game.prepared(played.moves)


def early_and_late(port: int, before: int = 10, count: int = 3) -> tuple[list[float], list[float]]:
    """Seconds of the same moves in a game's first rounds and in another's rounds after `before` others.

    One move of either in turn, so that a noisy machine harms both alike.
    """
    connection = Connection(port)
    early, late = Opened(connection), Opened(connection)
    played = rounds(4711, before + count)
    for one in played[:before]:
        _timed_round(connection, [late], one)
    seconds: tuple[list[float], list[float]] = ([], [])
    for one in played[before:]:
        for into, found in zip(seconds, _timed_round(connection, [early, late], one), strict=True):
            into.extend(found)
    return seconds


def _timed_round(connection: Connection, games: list[Opened], played: Round) -> list[list[float]]:
    """Plays a round in each of these games, a move of each in turn; the seconds of their moves."""
    for game in games:
        game.deal(connection, played.deal)
    seconds: list[list[float]] = [[] for _ in games]
    answers = [b"" for _ in games]
    for requests in zip(*[game.prepared(played.moves) for game in games], strict=True):
        for at, sent in enumerate(requests):
            start = time.perf_counter()
            status, answers[at] = connection.ask(sent)
            seconds[at].append(time.perf_counter() - start)
            assert status == 201, answers[at]
    for game, answer in zip(games, answers, strict=True):
        game.version = json.loads(answer)["version"]
        game.settled(connection)
    return seconds


def rss(pids: list[int]) -> float:
    """The largest resident set of these processes in MiB."""
    return max(psutil.Process(pid).memory_info().rss for pid in pids) / 2**20


def report(
    bare: list[Slice], moves: list[Slice], early: list[float], late: list[float], memory: dict[str, float]
) -> None:
    """Prints the table."""

    def row(name: str, measured: list[Slice]) -> tuple[float, float, float]:
        rate = statistics.median(one.rate for one in measured)
        middle = statistics.median(quantile(one.seconds, 0.5) for one in measured) * 1000
        slow = statistics.median(quantile(one.seconds, 0.99) for one in measured) * 1000
        print(f"{name:<28}{rate:>8.0f} /s   p50 {middle:6.2f} ms   p99 {slow:6.2f} ms")
        return rate, middle, slow

    print(f"{CONNECTIONS} connections, {len(bare)} slices of each, medians")
    base = row("bare route (two trips)", bare)
    own = row("POST /moves (durable)", moves)
    ratios = statistics.median(m.rate / b.rate for m, b in zip(moves, bare, strict=True))
    print(f"throughput ratio {ratios:.2f} of the bare route; p50 x{own[1] / base[1]:.2f}, p99 x{own[2] / base[2]:.2f}")
    ratio = statistics.median(late) / statistics.median(early)
    print(f"a move of rounds 11-13 costs x{ratio:.2f} of the same move in rounds 1-3 (medians, in turn)")
    for name, used in memory.items():
        print(f"memory of a {name}: {used:.0f} MiB")


if __name__ == "__main__":
    sys.exit(main())
