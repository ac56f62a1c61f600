"""The contract of the event log, over every server."""

from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis
from redis.crc import key_slot

from service.application.ports import Append, Appended, Damaged, Kept, Stale
from service.ledger.entries import CHAIN_START
from service.log import keys
from service.log.event_log import RedisEventLog
from service.rules.events import PlayStopped
from tests.log.writing import DEALT, GAME, OPENED, entries, start, step, whole

OTHER = "ffeeddccbbaa99887766554433221100"


def append(after: int, previous: str, count: int = 1, **more: Any) -> Append:
    made = entries([PlayStopped("red")] * count, after=after, previous=previous)
    return Append(game=GAME, after=after, previous=previous, entries=made, **more)


def everything(client: Redis) -> dict[bytes, bytes | None]:
    """All keys with their whole contents."""
    return {key: client.dump(key) for key in sorted(client.keys())}


def test_there_is_no_game_before_its_first_append(log: RedisEventLog) -> None:
    assert log.head(GAME) is None
    assert log.snapshot(GAME) is None
    assert log.snapshot(GAME, "key") is None
    assert log.read(GAME, 1, 100) == []


def test_what_was_appended_is_read_byte_for_byte(log: RedisEventLog) -> None:
    made = entries([OPENED, DEALT])
    assert log.append(Append(game=GAME, after=0, previous=CHAIN_START, entries=made)) == Appended()
    found = whole(log)
    for one, other in zip(found, made, strict=True):
        assert (one.version, one.event, one.hash, one.sealed, one.round_at) == (
            other.version,
            other.event,
            other.hash,
            other.sealed,
            other.round_at,
        )
    head = log.head(GAME)
    assert head is not None
    assert (head.version, head.hash, head.round_at, head.damaged) == (2, made[1].hash, 2, False)


def test_several_events_are_one_append(log: RedisEventLog) -> None:
    start(log)
    assert step(log, 5) == Appended()
    assert step(log, 1) == Appended()
    assert [entry.version for entry in whole(log)] == list(range(1, 9))


def test_a_game_is_created_once(log: RedisEventLog) -> None:
    start(log)
    assert start(log) == Stale(2)
    assert len(whole(log)) == 2


@pytest.mark.parametrize("version", [0, 1, 2, 4, 5, 1000, 2**53 - 1])
def test_an_append_to_another_version_is_stale_from_the_past_and_from_the_future(
    log: RedisEventLog, client: Redis, version: int
) -> None:
    start(log)
    step(log)
    head = log.head(GAME)
    assert head is not None
    before = everything(client)
    previous = log.read(GAME, version, version)[0].hash if 0 < version < 3 else head.hash
    assert log.append(append(version, previous, 3, key="k", answer=b"a", duty_due=1)) == Stale(3)
    assert everything(client) == before


def test_an_append_with_the_right_version_and_another_hash_is_stale(log: RedisEventLog, client: Redis) -> None:
    start(log)
    before = everything(client)
    assert log.append(append(2, "f" * 64)) == Stale(2)
    assert log.append(append(2, CHAIN_START)) == Stale(2)
    assert everything(client) == before


def test_an_append_to_a_game_that_is_not_there_is_stale(log: RedisEventLog, client: Redis) -> None:
    assert log.append(append(3, "f" * 64)) == Stale(0)
    assert everything(client) == {}


def test_an_answered_key_gives_its_answer_whatever_has_happened_since(log: RedisEventLog, client: Redis) -> None:
    start(log)
    assert step(log, key="seat red\nk1", answer=b'mark\n{"a": 1}\xff') == Appended()
    step(log, 3)
    before = everything(client)
    again = append(3, "f" * 64, key="seat red\nk1", answer=b"another")
    assert log.append(again) == Kept(b'mark\n{"a": 1}\xff')
    log.mark_damaged(GAME)
    assert log.append(again) == Kept(b'mark\n{"a": 1}\xff')
    assert everything(client).keys() == before.keys()
    assert len(whole(log)) == 6


def test_keys_belong_to_a_game_and_a_caller(log: RedisEventLog) -> None:
    start(log)
    start(log, OTHER)
    assert step(log, key="seat red\nk", answer=b"1") == Appended()
    assert step(log, key="seat blue\nk", answer=b"2") == Appended()
    assert step(log, game=OTHER, key="seat red\nk", answer=b"3") == Appended()
    for game, key, answer in ((GAME, "seat red\nk", b"1"), (GAME, "seat blue\nk", b"2"), (OTHER, "seat red\nk", b"3")):
        snapshot = log.snapshot(game, key)
        assert snapshot is not None
        assert snapshot.kept == answer


def test_a_refused_append_keeps_no_answer(log: RedisEventLog) -> None:
    start(log)
    assert log.append(append(7, "f" * 64, key="k", answer=b"a")) == Stale(2)
    snapshot = log.snapshot(GAME, "k")
    assert snapshot is not None
    assert snapshot.kept is None
    assert step(log, key="k", answer=b"b") == Appended()


def test_a_duty_is_set_and_dropped_in_the_same_step_as_its_events(log: RedisEventLog) -> None:
    start(log)
    step(log, duty_due=5000)
    assert log.overdue(4999) == []
    assert log.overdue(5000) == [GAME]
    step(log)
    assert log.overdue(5000) == [GAME]
    step(log, fulfils=True)
    assert log.overdue(10**15) == []


def test_duties_of_all_partitions_are_found_and_postponed(log: RedisEventLog) -> None:
    games = {f"{i:032x}" for i in range(60)}
    for game in games:
        start(log, game)
        step(log, game=game, duty_due=1000)
    assert set(log.overdue(1000)) == games
    some = sorted(games)[:20]
    for game in some:
        log.postpone(game, 2000)
    assert set(log.overdue(1999)) == games - set(some)
    assert set(log.overdue(2000)) == games


def test_a_duty_that_was_done_is_not_brought_back_by_putting_it_off(log: RedisEventLog) -> None:
    start(log)
    step(log, duty_due=1000)
    step(log, fulfils=True)
    log.postpone(GAME, 2000)
    assert log.overdue(10**15) == []


def test_a_stale_append_neither_sets_nor_drops_a_duty(log: RedisEventLog) -> None:
    start(log)
    assert log.append(append(1, "f" * 64, duty_due=1000)) == Stale(2)
    assert log.overdue(10**15) == []
    step(log, duty_due=1000)
    assert log.append(append(1, "f" * 64, fulfils=True)) == Stale(3)
    assert log.overdue(10**15) == [GAME]


def test_a_marked_game_takes_no_more_and_is_read_on(log: RedisEventLog, client: Redis) -> None:
    start(log)
    log.mark_damaged(GAME)
    before = everything(client)
    assert step(log, key="k", answer=b"a") == Damaged()
    assert everything(client) == before
    head = log.head(GAME)
    assert head is not None
    assert head.damaged
    snapshot = log.snapshot(GAME)
    assert snapshot is not None
    assert snapshot.head.damaged
    assert len(log.read(GAME, 1, 10)) == 2


CONTRADICTIONS = {
    "the tail cut": lambda client: client.xdel(keys.stream(GAME), "3-0"),
    "the stream gone": lambda client: client.delete(keys.stream(GAME)),
    "the head gone": lambda client: client.delete(keys.head(GAME)),
    "the head behind": lambda client: client.hset(keys.head(GAME), "version", 2),
    "the head ahead": lambda client: client.hset(keys.head(GAME), "version", 4),
    "the head's hash changed": lambda client: client.hset(keys.head(GAME), "hash", "f" * 64),
    "the head's hash gone": lambda client: client.hdel(keys.head(GAME), "hash"),
    "the head no number": lambda client: client.hset(keys.head(GAME), "version", "x"),
    "a foreign entry behind": lambda client: client.xadd(keys.stream(GAME), {"event": "{}", "hash": "f"}, id="4-0"),
    "a foreign entry after a gap": lambda client: client.xadd(keys.stream(GAME), {"event": "{}"}, id="9-0"),
    "a foreign entry without a hash": lambda client: client.xadd(keys.stream(GAME), {"x": "y"}, id="3-7"),
}


@pytest.mark.parametrize("what", CONTRADICTIONS)
def test_a_log_that_contradicts_its_head_takes_no_more(log: RedisEventLog, client: Redis, what: str) -> None:
    start(log)
    step(log)
    head = log.head(GAME)
    assert head is not None
    CONTRADICTIONS[what](client)
    before = everything(client)
    for version in (2, 3, 4, 9):
        assert log.append(append(version, head.hash, key="k", answer=b"a", duty_due=1)) == Damaged()
    assert everything(client) == before


@pytest.mark.parametrize("what", CONTRADICTIONS)
def test_a_log_that_contradicts_its_head_is_read_on(log: RedisEventLog, client: Redis, what: str) -> None:
    start(log)
    step(log)
    CONTRADICTIONS[what](client)
    head, snapshot = log.head(GAME), log.snapshot(GAME)
    assert head is not None
    assert snapshot is not None
    assert snapshot.entries or what == "the stream gone"
    assert head.damaged == (what in ("the head gone", "the head's hash gone", "the head no number"))
    client.xadd(keys.stream(GAME), {"event": "{}", "round": "x"}, id="99-0")
    assert [entry.round_at for entry in log.read(GAME, 99, 99)] == [0]


def test_the_last_entry_s_hash_is_compared_with_the_head(log: RedisEventLog, client: Redis) -> None:
    start(log)
    step(log)
    head = log.head(GAME)
    assert head is not None
    stream = keys.stream(GAME)
    kept: Any = client.xrange(stream)
    client.delete(stream)
    for entry_id, fields in kept:
        client.xadd(stream, fields if entry_id != b"3-0" else {**fields, b"hash": b"f" * 64}, id=entry_id)
    assert log.append(append(3, head.hash)) == Damaged()
    assert log.append(append(3, "f" * 64)) == Damaged()


def test_ranges_are_read_as_far_as_there_are_entries(log: RedisEventLog) -> None:
    start(log)
    step(log, 8)

    def versions(first: int, last: int) -> list[int]:
        return [entry.version for entry in log.read(GAME, first, last)]

    assert versions(1, 10) == list(range(1, 11))
    assert versions(4, 6) == [4, 5, 6]
    assert versions(9, 99) == [9, 10]
    assert versions(11, 99) == []
    assert versions(7, 6) == []
    assert versions(1, 1) == [1]


def test_a_snapshot_holds_the_round_and_the_entry_before_it(log: RedisEventLog) -> None:
    start(log)
    step(log, 3)
    head = log.head(GAME)
    assert head is not None
    made = entries([DEALT, PlayStopped("red")], after=5, previous=head.hash, round_at=2)
    assert log.append(Append(game=GAME, after=5, previous=head.hash, entries=made)) == Appended()
    snapshot = log.snapshot(GAME)
    assert snapshot is not None
    assert snapshot.kept is None
    assert [entry.version for entry in snapshot.entries] == [5, 6, 7]
    assert (snapshot.head.version, snapshot.head.round_at) == (7, 6)


def test_a_game_before_its_first_deal_is_read_from_its_start(log: RedisEventLog) -> None:
    log.append(Append(game=GAME, after=0, previous=CHAIN_START, entries=entries([OPENED])))
    step(log, 2)
    snapshot = log.snapshot(GAME)
    assert snapshot is not None
    assert [entry.version for entry in snapshot.entries] == [1, 2, 3]
    assert snapshot.head.round_at == 0


class Interrupted:
    """A client between whose first read and the next something happens."""

    def __init__(self, client: Redis, happen: Callable[[], object]) -> None:
        self._client = client
        self._happen = happen
        self._calls: list[Callable[[], Any]] = []

    def pipeline(self, **_: Any) -> "Interrupted":
        return self

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **more: self._calls.append(lambda: getattr(self._client, name)(*args, **more))

    def execute(self) -> list[Any]:
        first, *others = self._calls
        told = [first()]
        self._happen()
        return [*told, *(call() for call in others)]


@pytest.mark.parametrize("known", [False, True], ids=["a process that knows nothing", "a process that read it before"])
@pytest.mark.parametrize("deals", [False, True], ids=["in the round", "with a new round"])
def test_a_snapshot_into_which_a_rival_appends_is_whole(
    log: RedisEventLog, client: Redis, deals: bool, known: bool
) -> None:
    start(log)
    step(log, 2)
    if known:
        log.snapshot(GAME)

    own = log._client

    def rival() -> None:
        log._client = own
        head = log.head(GAME)
        assert head is not None
        events = [PlayStopped("red"), DEALT, PlayStopped("red")] if deals else [PlayStopped("red")]
        made = entries(events, after=head.version, previous=head.hash, round_at=head.round_at)
        late = Append(game=GAME, after=head.version, previous=head.hash, entries=made, key="k", answer=b"a")
        assert RedisEventLog(client).append(late) == Appended()

    log._client = Interrupted(own, rival)  # type: ignore[assignment]
    snapshot = log.snapshot(GAME, "k")
    assert snapshot is not None
    assert snapshot.head == log.head(GAME)
    first = max(1, snapshot.head.round_at - 1)
    assert [entry.version for entry in snapshot.entries] == list(range(first, snapshot.head.version + 1))


def test_an_emptied_script_cache_is_filled_again(log: RedisEventLog, client: Redis) -> None:
    start(log)
    client.script_flush()
    assert step(log, 2) == Appended()
    client.script_flush()
    assert step(log, 2, key="k", answer=b"a") == Appended()
    assert len(whole(log)) == 6


def test_all_keys_of_a_game_lie_in_one_slot() -> None:
    seen = set()
    for number in range(2000):
        game = f"{number:032x}"
        names = [keys.stream(game), keys.head(game), keys.answers(game), keys.duties(keys.partition(game))]
        tags = {name.partition("}")[0] + "}" for name in names}
        assert tags == {f"{{p{keys.partition(game):03d}}}"}
        assert len({key_slot(name.encode()) for name in names}) == 1
        seen.add(keys.partition(game))
    assert seen == set(range(keys.PARTITIONS))


def test_an_append_touches_no_key_but_its_game_s(log: RedisEventLog, client: Redis) -> None:
    start(log)
    step(log, key="k", answer=b"a", duty_due=1)
    expected = {keys.stream(GAME), keys.head(GAME), keys.answers(GAME), keys.duties(keys.partition(GAME))}
    assert {key.decode() for key in client.scan_iter()} == expected


def test_odd_bytes_go_through(log: RedisEventLog) -> None:
    start(log)
    answer = bytes(range(256)) * 3
    assert step(log, mark="\x00é😀\n", key="seat é\n\x00", answer=answer) == Appended()
    snapshot = log.snapshot(GAME, "seat é\n\x00")
    assert snapshot is not None
    assert snapshot.kept == answer
    assert whole(log)[-1].body["data"]["player"] == "\x00é😀\n"


def test_an_append_that_is_sent_again_because_its_answer_was_lost_has_appended_once(log: RedisEventLog) -> None:
    start(log)
    once = log._append

    def twice(**call: Any) -> Any:
        once(**call)
        return once(**call)

    log._append = twice  # type: ignore[assignment]
    assert step(log, 2) == Appended()
    assert step(log, 1, duty_due=5) == Appended()
    assert step(log, 1, key="k", answer=b"a", fulfils=True) == Appended()
    assert start(log, OTHER) == Appended()
    log._append = once
    assert len(whole(log)) == 6
    assert len(whole(log, OTHER)) == 2
    assert log.overdue(10) == []


def test_the_same_events_by_another_call_are_stale(log: RedisEventLog) -> None:
    start(log)
    head = log.head(GAME)
    assert head is not None
    same = append(2, head.hash)
    assert log.append(same) == Appended()
    assert log.append(same) == Stale(3)
