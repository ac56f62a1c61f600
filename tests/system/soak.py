"""`python -m tests.system.soak --faults N --seed S`: kills, stops and restarts the service while games are played.

The clients' journals are held against the log every few faults and at the end. Exit code 0 where nothing that was
acknowledged is missing or stands twice, and each crash window was hit.
"""

import argparse
import itertools
import random
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from tempfile import mkdtemp

from redis import Redis
from rich.console import Console
from rich.table import Table

from service.log.event_log import RedisEventLog
from service.run.store import EmbeddedStore
from tests.log.writing import whole
from tests.run.processes import wait_until
from tests.system.group import Group, kill, send
from tests.system.journal import MOVES, Player, check
from tests.system.windows import Windows

GAMES = (
    ("three-player-moon", ["Ana", "Ben", "Eve"]),
    ("tridomino-hexagono", ["Ana", "Ben"]),
    ("three-player-moon", ["Ida", "Leo", "Tom"]),
    ("domino-triunghiular", ["Ana", "Ben", "Eve"]),
)
WINDOWS = (
    "API killed between append and answer",
    "worker killed between append and acknowledgement",
    "store killed under load",
    "store stopped for a while",
    "store stopped until calls fail",
    "everything killed at once",
)
"""The kinds of faults that can miss: a run that never hit one of them fails."""
BETWEEN_CHECKS = 24
TRIES = 8
CATCHES = 40
LONGEST_STOP = 1.5
ANSWER_ON_ITS_WAY = 0.1
Hit = Callable[[], bool] | None
"""Whether a fault hit its window, asked after the next moves; None for a fault that has none."""


class Soak:
    """One run: a group, its clients, and what was counted."""

    def __init__(self, group: Group, seed: int) -> None:
        self.group = group
        self.windows = Windows(group)
        self.chance = random.Random(seed)
        self.faults: Counter[str] = Counter()
        self.hits = dict.fromkeys(WINDOWS, 0)
        self.events: Counter[str] = Counter()
        self.players: list[Client] = []
        self.playing: list[Client] = []
        self.checks = 0
        self.lost: int | str = "not known"
        self.latest_settlement = 0.0
        self.kinds: dict[str, Callable[[], Hit]] = {
            "API process killed": self.api_process,
            "API killed between append and answer": self.api_between_append_and_answer,
            "API killed with its main process": self.whole_api,
            "worker killed between append and acknowledgement": self.worker_between_append_and_acknowledgement,
            "workers and sweep killed": self.workers_and_sweep,
            "store killed under load": self.store_killed,
            "store stopped for a while": self.store_stopped,
            "store stopped until calls fail": self.store_stopped_for_long,
            "everything killed at once": self.everything,
        }

    def run(self, faults: int, say: Callable[[str], None], show: Callable[[str], None]) -> None:
        """Injects so many faults, more where a window was not hit. Raises AssertionError for whatever is wrong."""
        kinds = self.chosen()
        while self.injected < faults:
            self.inject(next(kinds))
            show(f"{self.injected} of {faults} faults, {self.moves()} moves acknowledged")
            if self.injected % BETWEEN_CHECKS == 0 and self.injected < faults:
                self.rest()
                say(f"{self.injected} faults, {self.moves()} moves acknowledged, {self.checks} games checked")
        for name in WINDOWS:
            for _ in range(TRIES):
                if self.hits[name]:
                    break
                self.inject(name)
        self.rest()
        self.check_offline()
        missed = [name for name, hits in self.hits.items() if not hits]
        assert not missed, f"never hit: {', '.join(missed)}"

    def chosen(self) -> Iterator[str]:
        """Kinds of faults without end: each as often as the others, the rare ones less, the windows more."""
        rare, often = "store stopped until calls fail", ("API killed between append and answer", "API process killed")
        for number in itertools.count():
            deck = [name for name in self.kinds if name != rare or number % 4 == 0] + list(often)
            self.chance.shuffle(deck)
            yield from deck

    @property
    def injected(self) -> int:
        """How many faults so far."""
        return sum(self.faults.values())

    def inject(self, name: str) -> None:
        """One fault, then a few more moves."""
        self.keep_playing()
        wait_until(self.windows.store_answers, seconds=60)
        hit = self.kinds[name]()
        self.faults[name] += 1
        self.go_on(self.chance.randrange(2, 6))
        if hit is not None:
            self.hits[name] += hit()

    def api_process(self) -> Hit:
        pids = self.group.web_processes()
        kill(*self.chance.sample(pids, min(1, len(pids))))
        return None

    def api_between_append_and_answer(self) -> Hit:
        wait_until(self.group.ready, seconds=60)
        before = self.replayed()
        self.kill_at((), self.group.web_processes, self.answer_is_held_back)
        return lambda: self.replayed() > before

    def answer_is_held_back(self) -> bool:
        """Whether a move stands in the log whose client has no answer, and gets none while the API is stopped."""
        waiting = {player: player.journal.asking for player in self.playing}
        held = [player for player, key in waiting.items() if key and self.windows.answer_is_kept(player.id, key)]
        if not held:
            return False
        time.sleep(ANSWER_ON_ITS_WAY)
        return any(player.journal.asking == waiting[player] for player in held)

    def whole_api(self) -> Hit:
        kill(*self.group.find("-m granian"))
        return None

    def worker_between_append_and_acknowledgement(self) -> Hit:
        before = self.windows.settlements_unacknowledged()
        kinds = ("round-dealt", "game-ended")
        self.kill_at(kinds, self.settlement_workers, lambda: bool(self.windows.settlements_unacknowledged() - before))
        left = self.windows.settlements_unacknowledged() - before
        return lambda: bool(left)

    def settlement_workers(self) -> list[int]:
        return self.group.find("-m workers settlements")

    def kill_at(self, kinds: tuple[str, ...], find: Callable[[], list[int]], holds: Callable[[], bool]) -> None:
        """Kills processes that were stopped right after an append, once that caught them where something holds."""
        for _ in range(CATCHES):
            wait_until(find, seconds=60)
            pids = find()
            self.windows.after_an_append(*kinds, then=lambda pids=pids: send(signal.SIGSTOP, *pids))  # type: ignore[misc]
            if holds():
                break
            send(signal.SIGCONT, *pids)
        kill(*pids)

    def workers_and_sweep(self) -> Hit:
        kill(*self.group.find("-m workers"))
        return None

    def store_killed(self) -> Hit:
        return self.under_way(lambda: kill(*self.group.find("valkey-server")))

    def store_stopped(self) -> Hit:
        ends = time.monotonic() + self.chance.uniform(0.1, LONGEST_STOP)
        return self.under_way(lambda: self.store_held(lambda: time.monotonic() >= ends))

    def store_stopped_for_long(self) -> Hit:
        before = self.failed()
        return self.under_way(lambda: self.store_held(lambda: self.failed() > before))

    def store_held(self, enough: Callable[[], bool]) -> None:
        """Keeps the store from running until it is enough."""
        pids = self.group.find("valkey-server")
        send(signal.SIGSTOP, *pids)
        try:
            wait_until(enough, seconds=60)
        finally:
            send(signal.SIGCONT, *pids)

    def everything(self) -> Hit:
        hit = self.under_way(self.group.kill_everything)
        self.group.start()
        return hit

    def under_way(self, fault: Callable[[], None]) -> Hit:
        """A fault while moves are sent; whether one of them was not answered when it was over."""
        wait_until(self.asking, seconds=60)
        before = self.asking()
        fault()
        felt = before & self.asking()
        return lambda: bool(felt)

    def asking(self) -> set[str]:
        """The moves that are sent and not answered."""
        return {key for player in self.playing if (key := player.journal.asking)}

    def moves(self) -> int:
        """How many moves were acknowledged."""
        return sum(len(player.journal.accepted) for player in self.players)

    def failed(self) -> int:
        """How many calls were refused or not answered."""
        return sum(player.journal.refused + player.journal.unanswered for player in self.players)

    def replayed(self) -> int:
        """How many answers were lost and given again."""
        return sum(player.journal.replayed for player in self.players)

    def go_on(self, moves: int) -> None:
        """Waits until so many more moves were acknowledged."""
        goal = self.moves() + moves

        def reached() -> bool:
            self.keep_playing()
            return self.moves() >= goal

        wait_until(reached, seconds=120)

    def keep_playing(self) -> None:
        """Opens a game for each client that has none; raises what stopped one."""
        self.raise_faults()
        self.playing = [player for player in self.playing if not player.over]
        while len(self.playing) < len(GAMES):
            taken = [player.place for player in self.playing]
            place = next(place for place in range(len(GAMES)) if place not in taken)
            player = Client(self.group.url, place, seed=len(self.players))
            self.players.append(player)
            self.playing.append(player)
            player.start()

    def rest(self) -> None:
        """Lets all games come to rest, has them audited and checks them."""
        for player in self.players:
            player.stopped.set()
        for player in self.players:
            player.join(120)
            assert not player.is_alive(), f"{player.name} never ended"
        self.raise_faults()
        with Redis(unix_socket_path=str(self.group.socket)) as client:
            log = RedisEventLog(client)
            for player in self.players:
                if player.checked:
                    continue
                wait_until(lambda player=player: player.state()["phase"] != "settling", seconds=60)  # type: ignore[misc]
                report = player.audit()
                assert (report["verdict"], report["chain"]) == ("upheld", "intact"), report
                check(log, player.id, player.journal)
                player.checked = True
                self.checks += 1
                player.close()
        self.playing = []

    def raise_faults(self) -> None:
        """Raises what stopped a client."""
        for player in self.players:
            if player.fault is not None:
                raise AssertionError(f"{player.name}, game {player.id}: {player.fault!r}") from player.fault

    def check_offline(self) -> None:
        """Stops the service and checks every game of the run once more, in a store started anew."""
        assert self.group.stop() == 0, "the service did not stop cleanly"
        with EmbeddedStore(self.group.data_dir) as store, Redis.from_url(store.url) as client:
            log = RedisEventLog(client)
            for player in self.players:
                self.events += check(log, player.id, player.journal)
                self.latest_settlement = max(self.latest_settlement, latest_settlement(log, player.id))
            assert log.overdue(2**53) == [], "a settlement's duty still stands"
        self.lost = self.moves() - sum(self.events[kind] for kind in MOVES)


class Client(Player):
    """A player at one of the places of `GAMES`."""

    def __init__(self, url: str, place: int, seed: int) -> None:
        self.place = place
        self.checked = False
        super().__init__(url, *GAMES[place], seed=seed)


def latest_settlement(log: RedisEventLog, game: str) -> float:
    """How many seconds the round that was settled last of all waited for it."""
    bodies = [entry.body for entry in whole(log, game)]
    times = [datetime.fromisoformat(body["at"]) for body in bodies]
    ends = [at for at, body in enumerate(bodies) if body["type"] == "round-ended"]
    return max(((times[at + 1] - times[at]).total_seconds() for at in ends), default=0.0)


def report(soak: Soak, seconds: float, console: Console) -> None:
    """The figures: faults by kind with their windows, then the rest."""
    faults, figures = Table(box=None, pad_edge=False, header_style="bold"), Table.grid(padding=(0, 2))
    faults.add_column("fault")
    figures.add_column()
    for heading in ("times", "window hit"):
        faults.add_column(heading, justify="right")
    figures.add_column(justify="right")
    for name in soak.kinds:
        if soak.faults[name]:
            faults.add_row(name, str(soak.faults[name]), str(soak.hits.get(name, "")))
    rows: dict[str, object] = {
        "faults injected": soak.injected,
        "games played": len(soak.players),
        "moves acknowledged": soak.moves(),
        "answers lost and given again": soak.replayed(),
        "calls refused or unanswered": soak.failed(),
        "moves lost": soak.lost,
        "settlements": soak.events["round-settled"],
        "latest settlement": f"{soak.latest_settlement:.1f} s",
        "time": f"{seconds:.0f} s",
    }
    for name, value in rows.items():
        figures.add_row(name, str(value))
    console.print(faults, "", figures, sep="\n")


def main(arguments: list[str]) -> int:
    """Runs the soak; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.system.soak", description="Kills what plays.")
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--seed", type=int, default=20261105)
    options = parser.parse_args(arguments)
    console = Console(highlight=False)
    folder = Path(mkdtemp(prefix="soak-"))
    group = Group(folder / "data")
    soak = Soak(group, options.seed)
    began = time.monotonic()
    fault: Exception | None = None

    def say(line: str) -> None:
        console.print(f"{time.monotonic() - began:5.0f} s  {line}")

    try:
        with console.status("starting") as status:
            group.start()
            soak.run(options.faults, say, status.update)
    except KeyboardInterrupt:
        group.end()
        shutil.rmtree(folder)
        return 130
    except Exception as error:
        fault = error
    finally:
        group.end()
    report(soak, time.monotonic() - began, console)
    if fault is None:
        shutil.rmtree(folder)
        return 0
    console.print(group.told(), markup=False)
    console.print(f"FAULT (seed {options.seed}; the data is kept in {folder}): {fault!r}", markup=False)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
