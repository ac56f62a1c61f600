"""What a record's proof is worth: chain, seals, receipts, shuffles, and whether it tells the same game."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import rfc8785

from service.application.dealing import deal_of
from service.application.loading import sheet_of
from service.application.problems import Problem, malformed
from service.application.records import Proof, Record, bare_record, told_by
from service.application.views import Json
from service.ledger import shuffle
from service.ledger.codec import UnknownForm
from service.ledger.entries import CHAIN_START, DamagedLog, Entry, event_hash, read, seal_preimage
from service.ledger.receipts import BadReceipt, ReceiptKeys, UnknownKey
from service.rules.events import Event, GameEnded, GameOpened, RoundDealt, RoundSettled, SeedGiven
from service.rules.library import Library
from service.rules.sheet import Deal

_OUTSIDE = ("hash", "openings")
_UNREADABLE = (UnknownForm, ValueError, KeyError, TypeError, AttributeError, AssertionError, IndexError, Problem)
"""What events that were never ours can raise when they are read."""


@dataclass(slots=True)
class Proved:
    """`chain`: intact, broken or absent; `shuffle`: proved, committed, disproved or unproved.

    `receipts`: how many were checked.
    """

    chain: str = "absent"
    receipts: int = 0
    shuffle: str = "unproved"
    divergences: list[Json] = field(default_factory=list)

    def diverge(self, kind: str, reason: str, version: int | None = None) -> None:
        """Note where the proof fails."""
        self.divergences.append(
            {
                "kind": kind,
                "round": None,
                "move": None,
                "violations": [],
                "computed": None,
                "claimed": None,
                "version": version,
                "reason": reason,
            }
        )


def prove(library: Library, keys: ReceiptKeys | None, record: Record) -> Proved:
    """Checks a record's proof and receipts; raises `malformed` for a receipt that no key signed.

    Without keys the receipts are not looked at.
    """
    proved = Proved()
    claims = checked_receipts(keys, record) if keys is not None else []
    proved.receipts = len(claims)
    if record.proof is None:
        return proved
    proved.chain = "intact"
    try:
        entries = chained(record.proof)
        events = read(entries)
        _check_receipts(entries, claims)
        _check_tells(record, events)
    except DamagedLog as damage:
        proved.chain = "broken"
        proved.diverge("chain", damage.reason, damage.version)
        return proved
    except _UNREADABLE:
        proved.chain = "broken"
        proved.diverge("chain", "the events cannot be read")
        return proved
    proved.shuffle = _shuffle(library, entries[0].body["game"], events)
    if proved.shuffle == "disproved":
        proved.diverge("shuffle", "the deals do not follow from the committed secrets")
    return proved


def checked_receipts(keys: ReceiptKeys, record: Record) -> list[Mapping[str, Any]]:
    """What a record's receipts say; raises `malformed` for one that its key did not sign.

    Receipts of keys that are not known here are passed over: another service's prove nothing to this one.
    """
    claims = []
    lists = [("/receipts", record.receipts), ("/proof/receipts", record.proof.receipts if record.proof else ())]
    for at, given in lists:
        for i, receipt in enumerate(given):
            try:
                claims.append(keys.check(receipt))
            except UnknownKey:
                continue
            except BadReceipt as error:
                raise malformed(f"{at}/{i}", f"is no receipt of this service: {error}") from None
    return claims


def chained(proof: Proof) -> list[Entry]:
    """The proof's events as entries whose chain and seals hold; raises DamagedLog with the first place."""
    entries: list[Entry] = []
    previous = CHAIN_START
    for version, shown in enumerate(proof.events, 1):
        body = {name: value for name, value in shown.items() if name not in _OUTSIDE}
        if body.get("version") != version or (entries and body.get("game") != entries[0].body["game"]):
            raise DamagedLog(version, "another event stands in its place")
        event = rfc8785.dumps(body)
        if event_hash(previous, event) != shown.get("hash"):
            raise DamagedLog(version, "its hash does not follow from the one before")
        previous = str(shown["hash"])
        entries.append(Entry(version, event, previous, b"", 0))
    if not entries:
        raise DamagedLog(1, "there are no events")
    return _opened(entries, proof.events)


def _opened(entries: Sequence[Entry], shown: Sequence[Json]) -> list[Entry]:
    """The entries with the openings that the proof brings, each found to open its seal."""
    game = entries[0].body["game"]
    preimages: dict[int, list[bytes]] = {}
    for at, body in enumerate(shown, 1):
        for opening in body.get("openings") or ():
            version, name = opening["version"], opening["name"]
            preimage = seal_preimage(game, version, name, opening["salt"], opening["value"])
            if not 1 <= version <= at:
                raise DamagedLog(at, "it opens the seal of an event that does not come before it")
            if entries[version - 1].body["seals"].get(name) != hashlib.sha256(preimage).hexdigest():
                raise DamagedLog(version, f"its seal {name!r} does not open")
            preimages.setdefault(version, []).append(preimage)
    return [
        Entry(entry.version, entry.event, entry.hash, b"\n".join(preimages.get(entry.version, ())), 0)
        for entry in entries
    ]


def _check_receipts(entries: Sequence[Entry], claims: Sequence[Mapping[str, Any]]) -> None:
    """Each receipt's version stands in the log with its hash: a rewritten or shortened log fails."""
    game = entries[0].body["game"]
    for claim in claims:
        if claim["game"] != game:
            continue
        version = claim["version"]
        if version > len(entries):
            raise DamagedLog(len(entries) + 1, f"the log ends, and a receipt proves it had {version} events")
        if entries[version - 1].hash != claim["hash"]:
            raise DamagedLog(version, "a receipt proves another event here")


_COMPARED = ("ruleset", "edition", "house_rules", "players")


def _check_tells(record: Record, events: Sequence[Event]) -> None:
    """The events tell the record's own game: terms, deals and moves."""
    told, own = told_by(events), bare_record(record)
    terms = [event.terms for event in events if isinstance(event, GameOpened | RoundDealt)]
    if any(told[name] != own[name] for name in _COMPARED) or any(other != terms[0] for other in terms):
        raise DamagedLog(1, "the proof is of a game by other terms")
    if len(told["rounds"]) != len(own["rounds"]):
        raise DamagedLog(len(events), "the proof has another number of rounds than the record")
    for number, (theirs, ours) in enumerate(zip(told["rounds"], own["rounds"], strict=True), 1):
        if theirs["deal"] != ours["deal"]:
            raise DamagedLog(1, f"the deal of round {number} is another than the record's")
        if not _same_moves(theirs["moves"], ours["moves"]):
            raise DamagedLog(1, f"the moves of round {number} are others than the record's")


def _same_moves(told: Sequence[Json], own: Sequence[Json]) -> bool:
    """Whether the record's moves are those that were told; a draw may leave its tile out."""
    return len(told) == len(own) and all(
        theirs.get(name) == value for theirs, ours in zip(told, own, strict=True) for name, value in ours.items()
    )


def _shuffle(library: Library, game: str, events: Sequence[Event]) -> str:
    """The verdict on the shuffles; secrets that cannot even be read are not those committed to."""
    try:
        return shuffle_verdict(library, game, events)
    except _UNREADABLE:
        return "disproved"


def shuffle_verdict(library: Library, game: str, events: Sequence[Event]) -> str:
    """Whether the deals follow from what was committed: proved, committed, disproved or unproved."""
    opened = events[0]
    assert isinstance(opened, GameOpened)
    if opened.commitment is None:
        return "unproved"
    over = events[-1]
    root = over.root if isinstance(over, GameEnded) else None
    if isinstance(over, GameEnded) and root is None:
        return "unproved"
    if root is not None and shuffle.root_commitment(bytes.fromhex(root)) != opened.commitment:
        return "disproved"
    seeds = {event.player: event.seed for event in events if isinstance(event, SeedGiven)}
    if any(seed is None for seed in seeds.values()):
        return "unproved"
    given = {player: seed for player, seed in seeds.items() if seed is not None}
    keys = {event.round: event.key for event in events if isinstance(event, RoundSettled)}
    dealt = [event for event in events if isinstance(event, RoundDealt)]
    previous: RoundDealt | None = None
    checked = 0
    for deal in dealt:
        key = shuffle.round_key(bytes.fromhex(root), game, deal.round).hex() if root else keys.get(deal.round)
        if key is None:
            if deal.round in keys:
                return "unproved"
            continue
        told = keys.get(deal.round)
        if (told is not None and told != key) or shuffle.key_commitment(bytes.fromhex(key)) != deal.key_commitment:
            return "disproved"
        if not _follows(library, deal, previous, bytes.fromhex(key), given):
            return "disproved"
        previous, checked = deal, checked + 1
    if not checked:
        return "unproved"
    return "proved" if given else "committed"


def _follows(
    library: Library, dealt: RoundDealt, previous: RoundDealt | None, key: bytes, seeds: Mapping[str, str]
) -> bool:
    """Whether a deal is the one that its key and the seeds determine."""
    terms = dealt.terms
    first = None
    if previous is not None and previous.first_bidder is not None:
        first = terms.players[(terms.players.index(previous.first_bidder) + 1) % len(terms.players)]
    expected: Deal = deal_of(sheet_of(library, terms), terms, key=key, seeds=seeds, first=first, number=dealt.round)
    return (
        dict(expected.hands) == dict(dealt.hands)
        and tuple(expected.pool or ()) == dealt.pool
        and (dealt.first_bidder is None or expected.first_bidder == dealt.first_bidder)
        and (expected.widow is None or expected.widow == dealt.widow)
    )
