"""The event log on Redis Streams."""

import secrets
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any, overload

from redis import Redis

from service.application.ports import Append, Appended, Damaged, Head, Kept, Outcome, Snapshot, Stale
from service.ledger.entries import Entry
from service.log import keys
from service.log.faults import store_faults
from service.log.news import News
from service.log.replicas import Replicas

APPEND = Path(__file__).with_name("append.lua").read_text(encoding="utf-8")
_MOST_HINTS = 4096
_HEAD = ("version", "hash", "round", "damaged")


class RedisEventLog:
    """The event log in Redis. `client` gives bytes; `news` wakes those who wait for events.

    `replicas`: how many must confirm an append; None for one, where the store has any.
    """

    def __init__(self, client: "Redis", news: News | None = None, *, replicas: int | None = None) -> None:
        self._client = _sending_streams_as_sent(client)
        self._append = self._client.register_script(APPEND)
        self._news = news
        self._replicas = Replicas(self._client, replicas)
        self._rounds: dict[str, int] = {}

    def _remember(self, game: str, round_at: int) -> None:
        """Keeps where a game's round opened: a hint that saves a trip, checked against the head each time."""
        if len(self._rounds) >= _MOST_HINTS:
            self._rounds.pop(next(iter(self._rounds)), None)
        self._rounds[game] = round_at

    def snapshot(self, game: str, key: str | None = None, subject: str | None = None) -> Snapshot | None:
        """A game as it stands: its head and its round with the entry before, in one trip where the hint holds.

        The kept answer is read after the entries: whatever these show, its answer is there.
        """
        hint = self._rounds.get(game, 0)
        with store_faults():
            found = self._trip(game, hint, key, subject)
            head = _head(found[0]) or self._shown_by_stream(game)
            if head is None:
                return None
            if head.round_at != hint:
                self._remember(game, head.round_at)
                found = self._trip(game, head.round_at, key, subject)
                head = _head(found[0]) or head
            if key is not None and found[2] is not None:
                self._replicas.confirm()
        rows: list[Any] = found[1]
        entries = Entries(rows)
        if rows and entries[-1].version > head.version:
            head = _newer(head, entries)
        if rows and entries[0].version < head.round_at - 1:
            rows = [row for row in rows if _version(row[0]) >= head.round_at - 1]
            entries = Entries(rows)
        return Snapshot(head=head, entries=entries, rows=rows, kept=found[2] if key is not None else None)

    def _trip(self, game: str, round_at: int, key: str | None, subject: str | None) -> list[Any]:
        """One trip: the head, the entries from before a round on, and the answer kept for a key."""
        pipe = self._client.pipeline(transaction=False)
        pipe.hmget(keys.head(game), _asked(subject))
        pipe.xrange(keys.stream(game), max(1, round_at - 1), "+")
        if key is not None:
            pipe.hget(keys.answers(game), key)
        found: list[Any] = pipe.execute()
        return found

    def head(self, game: str, subject: str | None = None) -> Head | None:
        """A game's head alone."""
        with store_faults():
            return _head(self._client.hmget(keys.head(game), _asked(subject))) or self._shown_by_stream(game)

    def _shown_by_stream(self, game: str) -> Head | None:
        """What the stream of a game without a readable head shows; such a log is damaged."""
        found: Any = self._client.xrevrange(keys.stream(game), count=1)
        if not found:
            return None
        last = _entry(*found[0])
        return Head(version=last.version, hash=last.hash, round_at=0, damaged=True, lost=True)

    def read(self, game: str, first: int, last: int) -> list[Entry]:
        """The entries from version `first` to `last`, as far as there are any."""
        if last < first:
            return []
        with store_faults():
            return self._range(game, str(first), str(last))

    def _range(self, game: str, first: str, last: str) -> list[Entry]:
        found: Any = self._client.xrange(keys.stream(game), first, last)
        return [_entry(entry_id, fields) for entry_id, fields in found]

    def append(self, append: Append) -> Outcome:
        """All entries, the answer and the duty, or nothing; acknowledged once the store has it durably."""
        game = append.game
        duty = "due" if append.duty_due is not None else "done" if append.fulfils else ""
        arguments: list[Any] = [
            append.after,
            append.previous if append.after else "",
            append.key or "",
            append.answer,
            game,
            duty,
            append.duty_due or 0,
            secrets.token_bytes(12),
            len(append.entries),
        ]
        for entry in append.entries:
            arguments += [entry.event, entry.hash, entry.sealed, entry.round_at]
        names = [keys.stream(game), keys.head(game), keys.answers(game), keys.duties(keys.partition(game))]
        with store_faults():
            told: Any = self._append(keys=names, args=arguments)
            outcome = told[0].decode()
            if outcome in ("appended", "kept"):
                self._replicas.confirm()
        if outcome == "appended":
            return Appended()
        if outcome == "kept":
            return Kept(told[1])
        return Stale(int(told[1])) if outcome == "stale" else Damaged()

    def void_tokens(self, game: str, subject: str) -> int:
        """Makes all tokens of a subject void; the generation of those to come."""
        with store_faults():
            return int(self._client.hincrby(keys.head(game), keys.generation(subject), 1))

    def mark_damaged(self, game: str) -> None:
        """No further append to this game."""
        with store_faults():
            self._client.hset(keys.head(game), "damaged", "1")

    def overdue(self, now: int) -> list[str]:
        """Games whose settlement duty was due by `now`, over all partitions."""
        with store_faults():
            pipe = self._client.pipeline(transaction=False)
            for number in range(keys.PARTITIONS):
                pipe.zrangebyscore(keys.duties(number), "-inf", now)
            return [game.decode() for games in pipe.execute() for game in games]

    def postpone(self, game: str, due: int) -> None:
        """Moves a duty that still stands to a later time."""
        with store_faults():
            self._client.zadd(keys.duties(keys.partition(game)), {game: due}, xx=True)

    def wait(self, game: str, after: int, seconds: float) -> bool:
        """Waits until the game may have more than `after` events; False when the time ran out."""
        return self._news.wait(game, after, seconds, self._version) if self._news else False

    def _version(self, game: str) -> int:
        head = self.head(game)
        return head.version if head else 0


def _asked(subject: str | None) -> tuple[str, ...]:
    """The head's fields, with the generation of a subject's tokens where one is asked for."""
    return _HEAD if subject is None else (*_HEAD, keys.generation(subject))


def _head(found: Sequence[Any]) -> Head | None:
    """The head as kept; None where there is none, or none that can be read."""
    version, hash_, round_at, damaged, *generation = found
    try:
        return Head(
            version=int(version),
            hash=hash_.decode(),
            round_at=int(round_at),
            damaged=damaged is not None,
            generation=int(generation[0] or 0) if generation else 0,
        )
    except (TypeError, ValueError, AttributeError):
        return None


def _newer(head: Head, entries: Sequence[Entry]) -> Head:
    """The head that the entries show where another append came between the two trips."""
    last = entries[-1]
    return replace(head, version=last.version, hash=last.hash, round_at=last.round_at)


def _version(entry_id: bytes) -> int:
    """The version that an entry's id tells."""
    return int(entry_id.partition(b"-")[0])


class Entries(Sequence[Entry]):
    """Entries made of the store's rows when they are asked for: most of a round's are proved by their bytes alone."""

    __slots__ = ("_made", "_rows")

    def __init__(self, rows: Sequence[Any]) -> None:
        self._rows = rows
        self._made: dict[int, Entry] = {}

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Entry: ...

    @overload
    def __getitem__(self, at: slice) -> "Entries": ...

    def __getitem__(self, at: int | slice) -> "Entry | Entries":
        if isinstance(at, slice):
            return Entries(self._rows[at])
        at = range(len(self._rows))[at]
        if at not in self._made:
            self._made[at] = _entry(*self._rows[at])
        return self._made[at]


_FIELDS = [b"event", b"hash", b"sealed", b"round"]


def _entry(entry_id: bytes, found: Sequence[bytes]) -> Entry:
    """An entry as the store answers it: names and values in turn."""
    if found[::2] == _FIELDS:
        event, hash_, sealed, round_at = found[1::2]
    else:
        told = dict(zip(found[::2], found[1::2], strict=False))
        event, hash_, sealed, round_at = (told.get(name, b"") for name in _FIELDS)
    return Entry(
        _version(entry_id),
        event,
        hash_.decode(errors="replace"),
        sealed,
        int(round_at) if round_at.isdigit() else 0,
    )


def _sending_streams_as_sent(client: Any) -> Any:
    """A client over the same connections that gives entries as the store sends them, names and values in turn.

    Making a mapping of each entry costs more than reading it.
    """
    own = copy(client)
    name = "response_callbacks" if hasattr(client, "response_callbacks") else "cluster_response_callbacks"
    setattr(own, name, copy(getattr(client, name)))
    own.auto_close_connection_pool = False
    for command in ("XRANGE", "XREVRANGE"):
        own.set_response_callback(command, lambda answer, **_: answer)
    return own
