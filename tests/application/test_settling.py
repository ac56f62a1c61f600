import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from redis import Redis

from service.application.context import Context
from service.application.ports import Append, Unavailable
from service.application.problems import Problem
from service.application.settling import settle_round, sweep
from service.ledger.entries import CHAIN_START, Entry
from service.log import keys
from service.log.event_log import RedisEventLog
from service.queue.rq_queue import RqJobQueue
from tests.log.writing import whole
from tests.playing import Game, open_game
from tests.surroundings import AwayQueue, HeldClock, Jobs

KINDS: dict[str, dict[str, Any]] = {
    "the next deal": {"ruleset": "tridomino-hexagono", "players": 2},
    "the next deal of tricks": {"ruleset": "three-player-moon", "players": 3},
    "a deal awaited": {"ruleset": "tridomino-hexagono", "players": 3, "dealer": "client"},
    "the end of the game": {"ruleset": "tridomino-hexagono", "players": 2, "house_rules": {"target": 20}},
}


def unsettled(ctx: Context, **what: Any) -> Game:
    """A game whose first round has ended and is not settled."""
    game = open_game(ctx, **(what or KINDS["the next deal"]))
    if game.state.phase == "awaiting-deal":
        game.deal()
    game.play_round()
    assert game.state.phase == "settling"
    return game


def log_of(game: Game) -> list[Entry]:
    assert isinstance(game.ctx.log, RedisEventLog)
    return whole(game.ctx.log, game.id)


def told(entries: list[Entry]) -> list[Any]:
    """What a log tells, without its times and salts."""
    return [(entry.body["type"], entry.body["data"], sorted(entry.body["seals"])) for entry in entries]


def duties(ctx: Context) -> list[str]:
    return ctx.log.overdue(2**53)


@pytest.fixture(params=KINDS)
def game(request: pytest.FixtureRequest, ctx: Context) -> Game:
    return unsettled(ctx, **KINDS[request.param])


@pytest.fixture
def once(game: Game) -> list[Any]:
    """What the log tells when the round is settled once, straight away; the game is as it was before."""
    before = log_of(game)
    settle_round(game.ctx, game.id)
    found = told(log_of(game))
    for key in (keys.stream(game.id), keys.head(game.id), keys.answers(game.id)):
        game.ctx.log._client.delete(key)  # type: ignore[attr-defined]
    again = Append(game=game.id, after=0, previous=CHAIN_START, entries=before, duty_due=game.ctx.clock.milliseconds())
    game.ctx.log.append(again)
    assert duties(game.ctx) == [game.id]
    return found


def test_a_settlement_ends_the_round_and_opens_what_follows(game: Game, once: list[Any]) -> None:
    kinds = [kind for kind, _, _ in once]
    at = kinds.index("round-settled")
    expected = {
        ("service", False): "round-dealt",
        ("client", False): "awaiting-deal",
        ("service", True): "game-ended",
    }
    over = kinds[-1] == "game-ended"
    assert kinds[at - 1 :] == ["round-ended", "round-settled", expected[game.state.terms.dealer, over]]


def test_settling_twice_is_settling_once(game: Game, once: list[Any]) -> None:
    assert settle_round(game.ctx, game.id)
    assert not settle_round(game.ctx, game.id)
    assert not settle_round(game.ctx, game.id)
    assert told(log_of(game)) == once
    assert duties(game.ctx) == []


def test_settling_late_is_settling_once(game: Game, once: list[Any], clock: HeldClock) -> None:
    clock.advance(milliseconds=40 * 86_400_000)
    assert settle_round(game.ctx, game.id)
    assert told(log_of(game)) == once


def test_eight_who_settle_at_once_settle_once(game: Game, once: list[Any]) -> None:
    together = threading.Barrier(8)

    def settle(_: int) -> bool:
        together.wait(10)
        return settle_round(game.ctx, game.id)

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(settle, range(8))) == 1
    assert told(log_of(game)) == once


def test_a_job_that_is_done_twice_settles_once(game: Game, once: list[Any], run_jobs: Jobs) -> None:
    run_jobs.lose()
    for _ in range(3):
        game.ctx.queue.settle(game.id, game.version)
    run_jobs()
    game.ctx.queue.settle(game.id, 1)
    run_jobs()
    assert told(log_of(game)) == once
    assert run_jobs.failed() == []


def test_a_worker_that_dies_between_the_append_and_its_acknowledgement_has_settled_once(
    game: Game, once: list[Any], run_jobs: Jobs
) -> None:
    run_jobs.lose()
    game.ctx.queue.settle(game.id, game.version)
    lost: list[int] = []

    class Dies:
        def __getattr__(self, name: str) -> Any:
            return getattr(game.ctx.log, name)

        def append(self, append: Append) -> Any:
            game.ctx.log.append(append)
            lost.append(1)
            raise Unavailable("died")

    with pytest.raises(Unavailable):
        settle_round(replace(game.ctx, log=Dies()), game.id)  # type: ignore[arg-type]
    assert lost == [1]
    run_jobs()
    assert told(log_of(game)) == once


def test_a_lost_job_is_found_by_the_sweep_when_its_duty_is_overdue(
    ctx: Context, clock: HeldClock, run_jobs: Jobs
) -> None:
    game = unsettled(ctx)
    run_jobs.lose()
    assert sweep(ctx) == []
    clock.advance(milliseconds=ctx.settle_grace)
    assert sweep(ctx) == [game.id]
    assert sweep(ctx) == []
    run_jobs()
    assert game.state.round == 2
    clock.advance(milliseconds=10**9)
    assert sweep(ctx) == []


def test_two_sweeps_and_a_worker_settle_once(ctx: Context, clock: HeldClock, run_jobs: Jobs) -> None:
    games = [unsettled(ctx, seed=i) for i in range(3)]
    clock.advance(milliseconds=ctx.settle_grace)
    with ThreadPoolExecutor(2) as pool:
        asked = list(pool.map(lambda _: sweep(ctx), range(2)))
    assert {game for games in asked for game in games} == {game.id for game in games}
    run_jobs()
    for game in games:
        assert [kind for kind, _, _ in told(log_of(game))].count("round-settled") == 1
        assert game.state.round == 2
    assert run_jobs.failed() == []


def test_without_a_queue_a_move_is_taken_and_the_sweep_settles_itself(ctx: Context, clock: HeldClock) -> None:
    away = replace(ctx, queue=AwayQueue())
    game = unsettled(away)
    assert sweep(away) == []
    clock.advance(milliseconds=away.settle_grace)
    assert sweep(away) == [game.id]
    assert game.state.round == 2
    assert duties(ctx) == []


def test_a_settlement_that_no_worker_does_is_done_by_the_sweep_the_next_time(
    ctx: Context, clock: HeldClock, run_jobs: Jobs
) -> None:
    game = unsettled(ctx)
    clock.advance(milliseconds=ctx.settle_grace)
    assert sweep(ctx) == [game.id]
    assert game.state.phase == "settling"
    clock.advance(milliseconds=ctx.settle_grace)
    assert sweep(ctx) == [game.id]
    assert game.state.round == 2
    run_jobs()
    assert game.state.round == 2
    assert run_jobs.failed() == []


def test_a_settlement_that_cannot_be_done_is_tried_ever_more_seldom(
    ctx: Context, clock: HeldClock, run_jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsettled(ctx)
    tried: list[str] = []

    def broken(_: Context, game: str) -> bool:
        tried.append(game)
        raise Problem("log-damaged", "in a way that sets no mark")

    monkeypatch.setattr("service.application.settling.settle_round", broken)
    for _ in range(60):
        clock.advance(milliseconds=60_000)
        sweep(ctx)
    assert 5 <= len(tried) <= 8
    clock.advance(milliseconds=3_600_000)
    assert len(sweep(ctx)) == 1
    assert run_jobs.waiting() == 1


def test_one_game_that_cannot_be_settled_does_not_hold_up_the_others(
    ctx: Context, clock: HeldClock, redis: Redis, run_jobs: Jobs
) -> None:
    away = replace(ctx, queue=AwayQueue())
    games = [unsettled(away, seed=i) for i in range(4)]
    redis.hset(keys.head(games[1].id), "hash", "f" * 64)
    redis.delete(keys.head(games[2].id))
    clock.advance(milliseconds=ctx.settle_grace)
    sweep(away)
    assert [game.state.phase for game in (games[0], games[3])] == ["opening", "opening"]
    assert ctx.log.head(games[1].id).damaged  # type: ignore[union-attr]
    clock.advance(milliseconds=10_000)
    assert sweep(ctx) == []
    assert run_jobs.waiting() == 0


def test_a_settlement_that_keeps_failing_ends_on_the_failed_registry_and_its_game_is_readable(
    ctx: Context, run_jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = unsettled(ctx)
    tried: list[str] = []

    def broken(_: Context, game: str) -> bool:
        tried.append(game)
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("service.application.settling.settle_round", broken)
    run_jobs()
    assert tried == [game.id] * 4
    assert run_jobs.failed() == [{"function": "workers.jobs.settle", "arguments": [game.id, game.version]}]
    assert game.state.phase == "settling"
    monkeypatch.undo()


def test_a_failed_job_is_tried_again_at_once_and_then_with_growing_pauses(
    ctx: Context, run_jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsettled(ctx)

    def broken(*_: Any) -> bool:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("service.application.settling.settle_round", broken)
    run_jobs.run_once()
    assert run_jobs.pauses() == pytest.approx([5], abs=1)
    run_jobs.retry_now()
    run_jobs.run_once()
    assert run_jobs.pauses() == pytest.approx([30], abs=1)
    assert run_jobs.failed() == []


def test_jobs_carry_ids_and_versions_as_json(ctx: Context, redis: Redis) -> None:
    game = unsettled(ctx)
    ctx.queue.audit("0" * 32)
    payloads = [redis.hget(key, "data") for key in redis.keys("rq:job:*")]
    assert sorted(map(_unpacked, payloads), key=str) == sorted(
        [
            ["workers.jobs.settle", None, [game.id, game.version], {}],
            ["workers.jobs.audit", None, ["0" * 32], {}],
        ],
        key=str,
    )
    assert isinstance(ctx.queue, RqJobQueue)


def _unpacked(payload: Any) -> Any:
    import json
    import zlib

    return json.loads(zlib.decompress(payload))


def test_a_damaged_log_is_not_settled_and_gets_its_mark(ctx: Context, redis: Redis, run_jobs: Jobs) -> None:
    game = unsettled(ctx)
    entry_id, fields = redis.xrevrange(keys.stream(game.id), count=1)[0]  # type: ignore[index, misc]
    redis.hset(keys.head(game.id), "hash", "f" * 64)
    with pytest.raises(Problem) as caught:
        settle_round(ctx, game.id)
    assert caught.value.kind == "log-damaged"
    assert ctx.log.head(game.id).damaged  # type: ignore[union-attr]
    run_jobs()
    assert len(run_jobs.failed()) == 1
    assert redis.xrevrange(keys.stream(game.id), count=1) == [(entry_id, fields)]


def test_a_round_that_ends_the_game_at_once_opens_the_root_and_leaves_no_duty(ctx: Context, run_jobs: Jobs) -> None:
    game = open_game(ctx, "tri-ominoes", 3, house_rules={"target": 90}, seed=4)
    game.play(run_jobs)
    entries = log_of(game)
    kinds = [entry.body["type"] for entry in entries]
    assert kinds[-2:] == ["round-ended", "game-ended"]
    assert entries[-2].body["data"]["ended_by"] == "target"
    assert entries[-1].body["data"]["root"] == entries[0].openings["root"].value
    assert duties(ctx) == []
    assert run_jobs.waiting() == 0
