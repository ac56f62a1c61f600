"""A client that writes down what it was promised, and the checker that holds the log against it."""

import random
import threading
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from service.log.event_log import RedisEventLog
from tests.log.writing import whole
from tests.run.processes import wait_until

Json = dict[str, Any]
MOVES = {"tile-placed", "tile-drawn", "turn-passed", "bid-made", "tile-discarded", "trump-declared", "tile-played"}
TRANSIENT = {502, 503, 504}


@dataclass
class Journal:
    """What a player was promised: each accepted move by its key, and how often an answer came late.

    `asking`: the key of the move that is sent and not yet answered.
    """

    accepted: dict[str, Json] = field(default_factory=dict)
    replayed: int = 0
    unanswered: int = 0
    refused: int = 0
    asking: str | None = None


class Player(threading.Thread):
    """Plays a game with random legal moves, as each seat in turn, until told to stop; asks again until answered."""

    def __init__(self, url: str, ruleset: str, players: list[str], seed: int) -> None:
        super().__init__(name=f"player {seed}", daemon=True)
        self.journal = Journal()
        self.stopped = threading.Event()
        self.over = False
        self.fault: BaseException | None = None
        self._chance = random.Random(seed)
        self._seed = seed
        self._http = httpx.Client(base_url=url, timeout=10)
        opened = self._open({"ruleset": ruleset, "players": players, "dealer": "service"})
        self.id: str = opened.json()["id"]
        self._tokens = opened.json()["tokens"]

    def run(self) -> None:
        """Plays until stopped, or until the game is over."""
        try:
            while not self.stopped.is_set() and not self.over:
                self._step()
        except BaseException as fault:
            self.fault = fault

    def state(self) -> Json:
        """The state as the referee sees it."""
        return self._ask("GET", "", "referee").json()  # type: ignore[no-any-return]

    def audit(self) -> Json:
        """The report of the game's audit."""
        asked = self._ask("POST", "/audits", "referee").json()
        report: Json = {}

        def done() -> bool:
            with suppress(httpx.TransportError):
                answer = self._http.get(f"/v1/audits/{asked['id']}", headers=self._headers("referee"))
                report.update(answer.json() if answer.status_code not in TRANSIENT else {})
            return report.get("status") in ("finished", "failed")

        wait_until(done, seconds=30)
        return report

    def close(self) -> None:
        """Ends the connection."""
        self._http.close()

    def _open(self, terms: Json) -> httpx.Response:
        """Opens a game; one whose answer was lost is left alone."""
        opened: list[httpx.Response] = []

        def answered() -> bool:
            with suppress(httpx.TransportError):
                opened[:] = [self._http.post("/v1/games", json=terms)]
            return bool(opened) and opened[0].status_code not in TRANSIENT

        wait_until(answered, seconds=90)
        assert opened[0].status_code == 201, opened[0].text
        return opened[0]

    def _headers(self, by: str) -> dict[str, str]:
        token = self._tokens["referee"] if by == "referee" else self._tokens["seats"][by]
        return {"Authorization": f"Bearer {token}"}

    def _ask(self, method: str, path: str, by: str, **more: Any) -> httpx.Response:
        """One call, sent again until the service answers it; a call that went unanswered is counted."""
        headers = {**self._headers(by), **more.pop("headers", {})}
        answer: httpx.Response | None = None

        def answered() -> bool:
            nonlocal answer
            try:
                answer = self._http.request(method, f"/v1/games/{self.id}{path}", headers=headers, **more)
            except httpx.TransportError:
                self.journal.unanswered += 1
                return False
            if answer.status_code not in TRANSIENT:
                return True
            assert "Retry-After" in answer.headers, answer.text
            self.journal.refused += 1
            return False

        wait_until(answered, seconds=90)
        assert answer is not None
        return answer

    def _step(self) -> None:
        listed = self._ask("GET", "/legal-moves", "referee").json()
        if listed["turn"] is None:
            self.over = self.state()["phase"] == "over"
            self.stopped.wait(0.01)
            return
        moves = [entry["move"] for entry in listed["moves"] if entry["move"]["type"] not in ("bid", "stop")]
        move = self._chance.choice(moves or [listed["moves"][0]["move"]])
        key = f"{self._seed}-{len(self.journal.accepted)}-{listed['version']}"
        headers = {"If-Match": f'"{listed["version"]}"', "Idempotency-Key": key}
        self.journal.asking = key
        answer = self._ask("POST", "/moves", move["player"], json=move, headers=headers)
        self.journal.asking = None
        assert answer.status_code == 201, (answer.status_code, answer.text, move)
        self.journal.accepted[key] = answer.json()
        self.journal.replayed += answer.headers.get("Idempotent-Replayed") == "true"


def check(log: RedisEventLog, game: str, journal: Journal) -> Counter[str]:
    """Holds a game's log against its player's journal; how many events of each type there are."""
    entries = whole(log, game)
    kinds = [entry.body["type"] for entry in entries]
    counts = Counter(kinds)
    promised: dict[int, str] = {}
    for ruling in journal.accepted.values():
        for event in ruling["events"]:
            assert event["version"] not in promised, "two moves were promised one place"
            promised[event["version"]] = event["hash"]
    for version, hash_ in promised.items():
        assert version <= len(entries), "an acknowledged move is missing"
        assert entries[version - 1].hash == hash_, "another event stands where a move was acknowledged"
    made = [entry.version for entry in entries if entry.body["type"] in MOVES]
    assert len(made) == len(journal.accepted), "a move stands twice, or one that nobody was promised"
    assert set(made) <= set(promised)
    for at, kind in enumerate(kinds):
        if kind == "round-ended":
            assert kinds[at + 1 : at + 2] == ["round-settled"], "a settlement was forgotten or done elsewhere"
    assert counts["round-settled"] == counts["round-ended"], "a settlement stands twice"
    rounds = [entry.body["data"]["round"] for entry in entries if entry.body["type"] == "round-settled"]
    assert rounds == list(range(1, len(rounds) + 1))
    return counts
