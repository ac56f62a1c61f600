import hashlib
import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from service.ledger.canonical import canonical
from service.ledger.entries import CHAIN_START, DamagedLog, Entry, Writing, check_chain, read, write
from service.rules import events as e
from tests.ledger import naive
from tests.ledger.examples import EXAMPLES

GAME = "0123456789abcdef0123456789abcdef"
AT = "2026-11-05T12:00:00.000Z"
EVENTS = tuple(event for name, event in EXAMPLES.items() if name != "tile-drawn.1.known-pool")


def but(entry: Entry, **changes: Any) -> Entry:
    """The entry with some of its parts changed."""
    parts = {name: getattr(entry, name) for name in ("version", "event", "hash", "sealed", "round_at")}
    return Entry(*(parts | changes).values())


def writing(game: str = GAME) -> Writing:
    salts = itertools.count(1)
    return Writing(game=game, at=AT, salt=lambda: f"{next(salts):064x}")


@pytest.fixture
def entries() -> list[Entry]:
    return write(writing(), EVENTS, after=0, previous=CHAIN_START, round_at=0)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(st.characters(exclude_categories=("Cs",))),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=("Cs",))), inner),
    max_leaves=12,
)


@given(json_values)
def test_the_canonical_form_is_that_of_rfc_8785(value: object) -> None:
    assert canonical(value) == rfc8785.dumps(value) == naive.canonical(value)


def test_every_control_character_is_escaped_as_the_rfc_has_it() -> None:
    for code in range(0x80):
        assert canonical({chr(code): chr(code)}) == rfc8785.dumps({chr(code): chr(code)})


def test_members_are_ordered_by_utf_16_as_the_rfc_has_it() -> None:
    shuffled = {"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\u0080": 6, "\u00f6": 7}
    ordered = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    assert list(orjson.loads(canonical(shuffled))) == ordered
    assert list(orjson.loads(naive.canonical(shuffled))) == ordered


def test_an_event_has_the_members_of_the_contract_in_canonical_form(entries: list[Entry]) -> None:
    for version, entry in enumerate(entries, 1):
        assert set(entry.body) == {"game", "version", "type", "schema", "at", "data", "seals"}
        assert (entry.body["game"], entry.body["version"], entry.body["at"]) == (GAME, version, AT)
        assert entry.event == naive.canonical(entry.body)


def test_the_chain_is_the_contract_s(entries: list[Entry]) -> None:
    assert [entry.hash for entry in entries] == naive.chain([entry.body for entry in entries])
    check_chain(GAME, entries, after=0, previous=CHAIN_START)


def test_the_first_hashes_never_change() -> None:
    """What was hashed once is hashed so for ever: vectors, worked out by hand with sha256sum."""
    opened = write(writing(), [EXAMPLES["awaiting-deal.1"]], after=0, previous=CHAIN_START, round_at=0)[0]
    text = (
        '{"at":"2026-11-05T12:00:00.000Z","data":{"round":2},"game":"0123456789abcdef0123456789abcdef",'
        '"schema":1,"seals":{},"type":"awaiting-deal","version":1}'
    )
    assert opened.event.decode() == text
    assert opened.hash == hashlib.sha256(f"domino-referee/event/1\n{'0' * 64}\n{text}".encode()).hexdigest()
    assert opened.hash == "e269c1998791dd588fa3a872b41a094c43f36b89113525e460ff0a4715f8595a"
    seeded = write(writing(), [e.SeedGiven("Zoë", "s")], after=4, previous=CHAIN_START, round_at=0)[0]
    assert seeded.sealed.decode() == f'["{GAME}",5,"seed","{1:064x}","s"]'
    assert seeded.body["seals"] == {"seed": "a0a82c8ef7ff97365cde54e0e8830fcf2017fbc42e89d20ea6d8fa96ebc4da64"}


def test_every_secret_stands_in_the_event_only_as_its_seal(entries: list[Entry]) -> None:
    for entry in entries:
        assert set(entry.openings) == set(entry.body["seals"])
        for name, opening in entry.openings.items():
            sealed = naive.seal(GAME, entry.version, name, opening.salt, opening.value)
            assert entry.body["seals"][name] == sealed
            assert opening.version == entry.version
            assert opening.salt.encode() not in entry.event
        entry.check_seals()


def test_each_seal_has_a_fresh_salt_of_32_bytes(entries: list[Entry]) -> None:
    salts = [opening.salt for entry in entries for opening in entry.openings.values()]
    assert len(set(salts)) == len(salts) > 10
    assert {len(bytes.fromhex(salt)) for salt in salts} == {32}


def test_the_same_deal_seals_differently_with_other_salts() -> None:
    dealt = EXAMPLES["round-dealt.1.known-pool"]
    salts = iter(["1" * 64, "2" * 64, "3" * 64, "4" * 64, "5" * 64] * 2)
    one, other = (
        write(Writing(game=GAME, at=AT, salt=lambda: next(salts)), [dealt], after=0, previous=CHAIN_START, round_at=0)[
            0
        ]
        for _ in range(2)
    )
    assert one.body["seals"] == other.body["seals"]
    third = write(writing(), [dealt], after=0, previous=CHAIN_START, round_at=0)[0]
    assert not set(third.body["seals"].values()) & set(one.body["seals"].values())


def test_reading_gives_what_was_written(entries: list[Entry]) -> None:
    assert tuple(read(entries)) == EVENTS


def test_a_draw_is_told_by_its_place_in_the_deal_before_it() -> None:
    events = [EXAMPLES["round-dealt.1.known-pool"], e.TileDrawn(player="Zoë", place=2, tile="0-0-3", items=())]
    entries = write(writing(), events, after=0, previous=CHAIN_START, round_at=0)
    assert entries[1].sealed == b""
    assert read(entries) == events
    assert read(entries[1:]) == [replace(events[1], tile=None)]


def test_the_round_of_an_entry_is_where_its_deal_stands() -> None:
    dealt, passed = EXAMPLES["round-dealt.1.known-pool"], EXAMPLES["turn-passed.1"]
    events = [EXAMPLES["game-opened.1.client"], dealt, passed, dealt, passed]
    entries = write(writing(), events, after=7, previous=CHAIN_START, round_at=3)
    assert [entry.round_at for entry in entries] == [3, 9, 9, 11, 11]


def _sealed(entries: list[Entry]) -> int:
    return next(at for at, entry in enumerate(entries) if entry.body["type"] == "round-dealt")


SPOILT_SEALS: dict[str, Callable[[Entry, Entry], Entry]] = {
    "another value": lambda entry, _: but(entry, sealed=entry.sealed.replace(b'"0-0-2"', b'"0-0-4"')),
    "a missing opening": lambda entry, _: but(entry, sealed=b"\n".join(entry.sealed.split(b"\n")[1:])),
    "no openings": lambda entry, _: but(entry, sealed=b""),
    "one opening too many": lambda entry, other: but(entry, sealed=entry.sealed + b"\n" + other.sealed),
    "another event's openings": lambda entry, other: but(entry, sealed=other.sealed),
    "two openings swapped in name": lambda entry, _: but(
        entry, sealed=entry.sealed.replace(b'"pool/0"', b'"pool/x"').replace(b'"pool/1"', b'"pool/0"')
    ),
}


@pytest.mark.parametrize("spoil", SPOILT_SEALS)
def test_a_seal_that_does_not_open_is_damage(entries: list[Entry], spoil: str) -> None:
    at = _sealed(entries)
    spoilt = SPOILT_SEALS[spoil](entries[at], entries[0])
    with pytest.raises(DamagedLog) as caught:
        spoilt.check_seals()
    assert caught.value.version == at + 1


SPOILT_CHAINS: dict[str, Callable[[list[Entry]], tuple[list[Entry], int]]] = {
    "an event removed": lambda es: ([*es[:3], *es[4:]], 4),
    "the first removed": lambda es: (es[1:], 1),
    "two swapped": lambda es: ([*es[:3], es[4], es[3], *es[5:]], 4),
    "one repeated": lambda es: ([*es[:4], es[3], *es[4:]], 5),
    "one changed": lambda es: (_changed(es, 5), 6),
    "one changed, with its hash": lambda es: (_rehashed(es, 5), 7),
    "one hash changed": lambda es: ([*es[:5], but(es[5], hash="f" * 64), *es[6:]], 6),
    "one of another version": lambda es: ([*es[:5], but(es[5], version=99), *es[6:]], 6),
}


def _changed(entries: list[Entry], at: int) -> list[Entry]:
    event = rfc8785.dumps({**entries[at].body, "at": "2026-11-05T12:00:01.000Z"})
    return [*entries[:at], but(entries[at], event=event), *entries[at + 1 :]]


def _rehashed(entries: list[Entry], at: int) -> list[Entry]:
    changed = _changed(entries, at)
    return [*changed[:at], but(changed[at], hash=naive.chain([e.body for e in changed])[at]), *changed[at + 1 :]]


@pytest.mark.parametrize("spoil", SPOILT_CHAINS)
def test_a_chain_that_does_not_hold_is_damage_at_its_first_place(entries: list[Entry], spoil: str) -> None:
    spoilt, version = SPOILT_CHAINS[spoil](entries)
    with pytest.raises(DamagedLog) as caught:
        check_chain(GAME, spoilt, after=0, previous=CHAIN_START)
    assert caught.value.version == version


def test_a_chain_of_another_game_is_damage(entries: list[Entry]) -> None:
    with pytest.raises(DamagedLog):
        check_chain("f" * 32, entries, after=0, previous=CHAIN_START)


def test_a_part_of_a_chain_is_checked_from_the_hash_before_it(entries: list[Entry]) -> None:
    check_chain(GAME, entries[4:], after=4, previous=entries[3].hash)
    with pytest.raises(DamagedLog):
        check_chain(GAME, entries[4:], after=4, previous=entries[2].hash)
