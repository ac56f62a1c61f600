"""Log entries: an event's canonical bytes, its place in the hash chain, and the openings of its seals."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson

from service.ledger.canonical import canonical
from service.ledger.codec import Encoded, Secrets, decode, encode
from service.rules.events import Event, RoundDealt

CHAIN_START = "0" * 64
_CHAIN = b"domino-referee/event/1\n"


class DamagedLog(Exception):
    """The log does not prove itself. `version` is the first place where it fails."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(f"event {version}: {reason}")
        self.version = version
        self.reason = reason


class Opening(NamedTuple):
    """What lies behind the seal `name` of the event `version`."""

    version: int
    name: str
    salt: str
    value: Any

    def data(self) -> dict[str, Any]:
        """The opening as a JSON object."""
        return self._asdict()


_NONE: Mapping[str, Opening] = {}


def seal_preimage(game: str, version: int, name: str, salt: str, value: Any) -> bytes:
    """The canonical bytes whose SHA-256 is the seal."""
    return canonical([game, version, name, salt, value])


def event_hash(previous: str, event: bytes) -> str:
    """The chain's next hash: over the previous hash and the event's canonical bytes."""
    return hashlib.sha256(_CHAIN + previous.encode() + b"\n" + event).hexdigest()


class Entry:
    """One event as stored. `event`: canonical JSON; `sealed`: the openings' preimages, a line each, never
    shown as they are; `round_at`: the version of the event that opened its round, 0 before the first.
    A value that is not changed; what its bytes say is parsed when first asked for.
    """

    __slots__ = ("_body", "_openings", "event", "hash", "round_at", "sealed", "version")

    def __init__(self, version: int, event: bytes, hash_: str, sealed: bytes, round_at: int) -> None:
        self.version = version
        self.event = event
        self.hash = hash_
        self.sealed = sealed
        self.round_at = round_at
        self._body: dict[str, Any] | None = None
        self._openings: Mapping[str, Opening] | None = None

    @property
    def body(self) -> dict[str, Any]:
        """The event as a JSON object."""
        if self._body is None:
            self._body = orjson.loads(self.event)
        return self._body

    @property
    def openings(self) -> Mapping[str, Opening]:
        """The openings of this event's own seals, by name."""
        if not self.sealed:
            return _NONE
        if self._openings is None:
            parsed = orjson.loads(b"[" + self.sealed.replace(b"\n", b",") + b"]")
            self._openings = {name: Opening(version, name, salt, value) for _, version, name, salt, value in parsed}
        return self._openings

    def check_seals(self) -> None:
        """Each seal opens with what is stored beside it; raises DamagedLog."""
        seals = self.body["seals"]
        if not seals and not self.sealed:
            return
        found = {hashlib.sha256(line).hexdigest() for line in self.sealed.split(b"\n")} if self.sealed else set()
        if found != set(seals.values()):
            raise DamagedLog(self.version, "its seals do not open")
        for name, opening in self.openings.items():
            if name not in seals or opening.version != self.version:
                raise DamagedLog(self.version, "its seals do not open")


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """What an entry needs besides its event: the game, the time, and fresh salts."""

    game: str
    at: str
    salt: Callable[[], str]


def write(writing: Writing, events: Iterable[Event], *, after: int, previous: str, round_at: int) -> list[Entry]:
    """Entries for events that follow version `after` with hash `previous` in the round at `round_at`."""
    entries = []
    for version, event in enumerate(events, after + 1):
        if isinstance(event, RoundDealt):
            round_at = version
        written = _write_one(writing, version, previous, encode(event), round_at)
        previous = written.hash
        entries.append(written)
    return entries


def _write_one(writing: Writing, version: int, previous: str, encoded: Encoded, round_at: int) -> Entry:
    preimages = [
        seal_preimage(writing.game, version, name, writing.salt(), value) for name, value in encoded.secrets.items()
    ]
    seals = {
        name: hashlib.sha256(preimage).hexdigest() for name, preimage in zip(encoded.secrets, preimages, strict=True)
    }
    body: dict[str, Any] = {
        "game": writing.game,
        "version": version,
        "type": encoded.type,
        "schema": encoded.schema,
        "at": writing.at,
        "data": encoded.data,
        "seals": seals,
    }
    event = canonical(body)
    return Entry(version, event, event_hash(previous, event), b"\n".join(preimages), round_at)


def check_chain(game: str, entries: Sequence[Entry], *, after: int, previous: str) -> None:
    """The entries follow each other without a gap and hash onto `previous`; raises DamagedLog."""
    for version, entry in enumerate(entries, after + 1):
        if entry.version != version:
            raise DamagedLog(version, f"event {entry.version} stands in its place")
        if event_hash(previous, entry.event) != entry.hash:
            raise DamagedLog(version, "its hash does not follow from the one before")
        try:
            names = entry.body["game"], entry.body["version"]
        except (ValueError, KeyError, TypeError):
            raise DamagedLog(version, "it cannot be read") from None
        if names != (game, version):
            raise DamagedLog(version, "it names another place")
        previous = entry.hash


def read(entries: Iterable[Entry], deal: Entry | None = None) -> list[Event]:
    """The events with all that their openings tell, a draw's from the deal before it.

    `deal` is the entry that dealt their round where it is not among them.
    """
    events: list[Event] = []
    for entry in entries:
        body = entry.body
        kind, data = body["type"], body["data"]
        secrets: Secrets = _NONE
        if kind == "tile-drawn" and data.get("pool_known"):
            opening = deal.openings.get(f"pool/{data['place']}") if deal is not None else None
            secrets = _NONE if opening is None else {opening.name: opening.value}
        elif entry.sealed:
            secrets = {name: opening.value for name, opening in entry.openings.items()}
            if kind == "round-dealt":
                deal = entry
        events.append(decode(kind, body["schema"], data, secrets))
    return events
