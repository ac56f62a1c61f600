import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from redis import Redis

from service.application import audits, moving, opening, reading
from service.application.callers import REFEREE, SPECTATOR
from service.application.context import Context
from service.application.ports import Unavailable
from service.application.problems import Problem
from service.edge.records import parse_record
from service.log import keys
from service.log.audit_store import RedisAuditStore
from tests.application.tampering import Row, but, index_of, rewrite, rows_of
from tests.playing import SHEETS, SHORT, Game, callers_of, open_game, seat
from tests.surroundings import AwayQueue, HeldClock, Jobs

Json = dict[str, Any]


def audit_record(ctx: Context, run_jobs: Jobs, record: Json, **more: Any) -> Json:
    """The finished state of the audit of a record."""
    raw = json.dumps({**record, **more}).encode()
    asked = audits.request_record_audit(ctx, raw, owner="someone", record=None)
    run_jobs()
    return audits.status(ctx, asked["id"])


def audit_game(game: Game, run_jobs: Jobs) -> Json:
    """The finished state of the audit of a game in the log."""
    asked = audits.request_game_audit(game.ctx, game.id, REFEREE)
    run_jobs()
    return audits.status(game.ctx, asked["id"])


def played(ctx: Context, run_jobs: Jobs, ruleset: str = "tridomino-hexagono", players: int = 2, **more: Any) -> Game:
    """A game of one settled round and some moves of the next."""
    game = open_game(ctx, ruleset, players, **more)
    game.play(run_jobs, rounds=1)
    if game.state.phase == "awaiting-deal":
        game.deal()
    for _ in range(5):
        if game.state.turn is not None:
            game.step()
    return game


@pytest.fixture
def game(ctx: Context, run_jobs: Jobs) -> Game:
    return played(ctx, run_jobs)


@pytest.mark.parametrize("dealer", ["service", "client"])
@pytest.mark.parametrize(("ruleset", "players"), SHEETS)
def test_a_game_of_every_sheet_is_upheld_in_the_log_and_as_an_exported_record(
    ctx: Context, run_jobs: Jobs, ruleset: str, players: int, dealer: str
) -> None:
    game = open_game(ctx, ruleset, players, dealer=dealer, house_rules=SHORT.get(ruleset), seed=dealer)
    game.play(run_jobs)
    state = game.state
    record = game.record()
    for report in (audit_game(game, run_jobs), audit_record(ctx, run_jobs, record)):
        assert (report["status"], report["verdict"]) == ("finished", "upheld"), report["divergences"]
        assert report["chain"] == "intact"
        assert report["shuffle"] == ("committed" if dealer == "service" else "unproved")
        assert report["scores"] == state.scores
        assert report["game_over"] == (state.over is not None)
        assert report["winner"] == (list(state.over.winner) if state.over else [])
        assert (report["ruleset"], report["edition"]) == (ruleset, 1)
        judged = [move for one in report["rounds"] for move in one["moves"]]
        assert all(move["judged"] and move["legal"] and move["agrees"] for move in judged)
        assert report["progress"]["of"] in (None, len(judged))
        assert all(one["settlement"]["agrees"] for one in report["rounds"] if one["settlement"])
    hashes = [row["hash"] for row in rows_of(_redis(ctx), game.id)]
    assert [event["hash"] for event in record["proof"]["events"]] == hashes


def _redis(ctx: Context) -> Redis:
    """A client of our own to the log's store."""
    return Redis(connection_pool=ctx.log._client.connection_pool)  # type: ignore[attr-defined]


@pytest.mark.parametrize("ruleset", ["tridomino-hexagono", "tri-ominoes"])
def test_a_game_with_an_unknown_pool_is_upheld(ctx: Context, run_jobs: Jobs, ruleset: str) -> None:
    game = open_game(ctx, ruleset, 2, dealer="client")
    game.play(run_jobs, rounds=1, pool_known=False)
    assert audit_game(game, run_jobs)["verdict"] == "upheld"
    assert audit_record(ctx, run_jobs, game.record())["verdict"] == "upheld"


def test_unfinished_closed_and_forfeited_games_are_upheld(ctx: Context, run_jobs: Jobs) -> None:
    games = [played(ctx, run_jobs, seed=i) for i in range(4)]
    games[1].close("rain")
    games[2].move(_resign(games[2]))
    games[3].play_round()
    for game in games:
        for report in (audit_game(game, run_jobs), audit_record(ctx, run_jobs, game.record())):
            assert report["verdict"] == "upheld", report["divergences"]
    assert audit_game(games[1], run_jobs)["rounds"][-1]["ended_by"] == "closed"
    assert audit_game(games[2], run_jobs)["rounds"][-1]["ended_by"] == "resigned"


def _resign(game: Game) -> Any:
    from service.rules.moves import Resign

    return Resign(game.state.players[0])


def test_wrong_claims_are_all_reported_and_the_computed_scores_carried_on(game: Game, run_jobs: Jobs) -> None:
    record = game.record()
    del record["proof"]
    moves = record["rounds"][0]["moves"]
    at, true = 3, moves[3]["claimed"]
    moves[at]["claimed"] = true + 40
    record["rounds"][0]["claimed_settlement"]["red"] += 1
    record["rounds"][0]["claimed_scores"]["blue"] += 1
    report = audit_record(game.ctx, run_jobs, record)
    assert report["verdict"] == "score-mismatch"
    assert report["chain"] == "absent"
    assert [found["kind"] for found in report["divergences"]] == ["move-claim", "settlement", "scores"]
    first = report["first_divergence"]
    assert (first["round"], first["move"], first["computed"], first["claimed"]) == (1, at + 1, true, true + 40)
    assert report["scores"] == game.state.scores


def test_the_first_illegal_move_ends_the_judging(game: Game, run_jobs: Jobs) -> None:
    record = game.record()
    del record["proof"]
    at = next(i for i, move in enumerate(record["rounds"][0]["moves"]) if i > 2 and move["type"] == "place")
    record["rounds"][0]["moves"][at]["at"] = [100, 100]
    report = audit_record(game.ctx, run_jobs, record)
    assert report["verdict"] == "illegal-move"
    first = report["first_divergence"]
    assert (first["kind"], first["round"], first["move"]) == ("illegal-move", 1, at + 1)
    assert first["violations"]
    moves = [move for one in report["rounds"] for move in one["moves"]]
    assert [move["judged"] for move in moves] == [True] * (at + 1) + [False] * (len(moves) - at - 1)
    assert moves[at]["legal"] is False
    assert report["scores"] != game.state.scores


def _swap(tiles: list[str]) -> None:
    tiles[-1], tiles[-2] = tiles[-2], tiles[-1]


def tampered_record(record: Json, change: Callable[[Json], object]) -> Json:
    made: Json = json.loads(json.dumps(record))
    change(made)
    return made


RECORDS: dict[str, tuple[Callable[[Json], object], str]] = {
    "a move left out": (lambda r: r["rounds"][0]["moves"].pop(2), "chain"),
    "a move changed": (lambda r: r["rounds"][0]["moves"][0].update(player="blue"), "chain"),
    "a deal changed": (lambda r: _swap(r["rounds"][0]["deal"]["pool"]), "chain"),
    "a round left out": (lambda r: r["rounds"].pop(), "chain"),
    "other players": (lambda r: r["players"].reverse(), "chain"),
    "another house rule": (lambda r: r["house_rules"].update(target=399), "chain"),
    "an event left out": (lambda r: r["proof"]["events"].pop(3), "chain"),
    "the first event left out": (lambda r: r["proof"]["events"].pop(0), "chain"),
    "no events": (lambda r: r["proof"]["events"].clear(), "chain"),
    "two events swapped": (lambda r: r["proof"]["events"].insert(4, r["proof"]["events"].pop(5)), "chain"),
    "an event changed": (lambda r: r["proof"]["events"][4]["data"].update(player="x"), "chain"),
    "a member added to an event": (lambda r: r["proof"]["events"][4].update(extra=1), "chain"),
    "a hash changed": (lambda r: r["proof"]["events"][4].update(hash="0" * 64), "chain"),
    "an opening changed": (lambda r: r["proof"]["events"][1]["openings"][0]["value"].reverse(), "chain"),
    "an opening of a later event": (
        lambda r: r["proof"]["events"][0]["openings"].extend(r["proof"]["events"][1]["openings"]),
        "chain",
    ),
    "an opening of no event": (lambda r: r["proof"]["events"][1]["openings"][0].update(version=10**6), "chain"),
    "an opening of version 0": (lambda r: r["proof"]["events"][1]["openings"][0].update(version=0), "chain"),
    "an opening that is none": (lambda r: r["proof"]["events"][1].update(openings=[{"x": 1}]), "chain"),
    "openings that are none": (lambda r: r["proof"]["events"][1].update(openings={"a": 1}), "chain"),
    "an event without data": (lambda r: r["proof"]["events"][1].pop("data"), "chain"),
    "an event with a fraction": (lambda r: r["proof"]["events"][1]["data"].update(round=1.5), "chain"),
    "an event of an unknown form": (lambda r: r["proof"]["events"][1].update(schema=99), "chain"),
}


@pytest.mark.parametrize("what", RECORDS)
def test_a_record_whose_proof_does_not_tell_it_is_tampered(game: Game, run_jobs: Jobs, what: str) -> None:
    change, kind = RECORDS[what]
    report = audit_record(game.ctx, run_jobs, tampered_record(game.record(), change))
    assert (report["status"], report["verdict"], report["chain"]) == ("finished", "tampered", "broken")
    assert report["first_divergence"]["kind"] == kind
    assert report["first_divergence"]["reason"]


def test_a_record_cut_at_its_tail_is_found_by_a_receipt(game: Game, run_jobs: Jobs) -> None:
    kept = reading.state(game.ctx, game.id, REFEREE)["receipt"]
    rewrite(_redis(game.ctx), game.id, lambda rows: rows[:-2], cover=True)
    record = game.record()
    assert audit_record(game.ctx, run_jobs, record)["verdict"] == "upheld"
    report = audit_record(game.ctx, run_jobs, record, receipts=[kept])
    assert (report["verdict"], report["chain"]) == ("tampered", "broken")
    assert report["first_divergence"]["version"] == game.version + 1


def test_a_log_rewritten_with_all_its_hashes_is_found_by_a_receipt_with_the_place(game: Game, run_jobs: Jobs) -> None:
    receipts = [game.step()["receipt"] for _ in range(2)]
    at = game.version - 2
    rewrite(_redis(game.ctx), game.id, lambda rows: _later(rows, at), cover=True)
    record = game.record()
    assert audit_record(game.ctx, run_jobs, record)["verdict"] == "upheld"
    report = audit_record(game.ctx, run_jobs, record, receipts=receipts)
    assert (report["verdict"], report["chain"]) == ("tampered", "broken")
    assert report["first_divergence"]["version"] == at + 1


def _later(rows: list[Row], at: int) -> list[Row]:
    changed = {**rows[at], "body": {**rows[at]["body"], "at": "2026-11-05T12:00:00.001Z"}}
    return [*rows[:at], changed, *rows[at + 1 :]]


def test_receipts_of_another_game_say_nothing_and_forged_ones_are_refused(game: Game, run_jobs: Jobs) -> None:
    other = open_game(game.ctx)
    receipt = reading.state(game.ctx, other.id, REFEREE)["receipt"]
    assert audit_record(game.ctx, run_jobs, game.record(), receipts=[receipt])["verdict"] == "upheld"
    report = audit_record(game.ctx, run_jobs, game.record(), receipts=[receipt, receipt[:-8] + "AAAAAAAA"])
    assert (report["status"], report["verdict"]) == ("failed", None)
    assert report["error"]["kind"] == "malformed"
    assert report["error"]["errors"][0]["pointer"] == "/receipts/1"


def _without(at: int) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [*rows[:at], *rows[at + 1 :]]


def _swapped(rows: list[Row]) -> list[Row]:
    one, other = rows[6], rows[7]
    return [*rows[:6], {**other, "version": one["version"]}, {**one, "version": other["version"]}, *rows[8:]]


def _inserted(rows: list[Row]) -> list[Row]:
    return [*rows[:6], {**rows[5], "version": 7}, *[{**row, "version": row["version"] + 1} for row in rows[6:]]]


TAMPERED: dict[str, tuple[Callable[[list[Row]], list[Row]], int | None]] = {
    "an event changed": (lambda rows: but(rows, 4, player="someone"), 5),
    "an event of the newest round changed": (lambda rows: but(rows, len(rows) - 2, player="someone"), None),
    "an event removed": (_without(5), 6),
    "an event removed, the rest moved up": (
        lambda rows: [{**row, "version": at} for at, row in enumerate(_without(5)(rows), 1)],
        6,
    ),
    "an event inserted": (_inserted, 7),
    "two events swapped": (_swapped, 7),
    "the tail cut": (lambda rows: rows[:-1], None),
    "all but the first cut": (lambda rows: rows[:1], None),
    "a hash changed": (lambda rows: [*rows[:4], {**rows[4], "hash": "f" * 64}, *rows[5:]], 5),
    "an opening changed": (lambda rows: _unsealed(rows, 1, lambda raw: raw.replace(b'"hand/red"', b'"hand/blue"')), 2),
    "the openings gone": (lambda rows: _unsealed(rows, 1, lambda _: b""), 2),
    "the openings unreadable": (lambda rows: _unsealed(rows, 1, lambda _: b"{"), 2),
    "an event unreadable": (lambda rows: [*rows[:4], {**rows[4], "event": b"{"}, *rows[5:]], 5),
    "an event unreadable in the newest round": (lambda rows: [*rows[:-1], {**rows[-1], "event": b"{"}], None),
    "an event no object": (lambda rows: [*rows[:4], {**rows[4], "event": b"[]"}, *rows[5:]], 5),
    "an event of an unknown form": (lambda rows: [*rows[:4], _of_type(rows[4], "tile-thrown"), *rows[5:]], 5),
    "an event appended by hand": (lambda rows: [*rows, {**rows[-1], "version": len(rows) + 1}], None),
    "another game's": (lambda rows: [{**row, "body": {**row["body"], "game": "f" * 32}} for row in rows], 1),
}


def _unsealed(rows: list[Row], at: int, change: Callable[[bytes], bytes]) -> list[Row]:
    return [*rows[:at], {**rows[at], "sealed": change(rows[at]["sealed"])}, *rows[at + 1 :]]


def _of_type(row: Row, kind: str) -> Row:
    return {**row, "body": {**row["body"], "type": kind}}


def readable(game: Game) -> dict[str, str]:
    """What each way of reading gives: `read`, or the problem's kind."""
    ctx, found = game.ctx, {}
    ways: dict[str, Callable[[], object]] = {
        "head": lambda: ctx.log.head(game.id),
        "state": lambda: reading.state(ctx, game.id, REFEREE),
        "first": lambda: reading.state(ctx, game.id, REFEREE, at=1),
        "events": lambda: reading.events(ctx, game.id, REFEREE, after=0, limit=500, wait=0),
        "record": lambda: reading.record(ctx, game.id, REFEREE),
    }
    for name, way in ways.items():
        try:
            way()
            found[name] = "read"
        except Problem as problem:
            found[name] = problem.kind
    return found


@pytest.mark.parametrize("what", TAMPERED)
def test_a_log_that_was_tampered_with_is_found_by_the_audit_and_played_on_no_more(
    game: Game, run_jobs: Jobs, what: str
) -> None:
    change, version = TAMPERED[what]
    head = game.version
    proper = game.state
    rewrite(_redis(game.ctx), game.id, change)
    report = audit_game(game, run_jobs)
    assert (report["status"], report["verdict"], report["chain"]) == ("finished", "tampered", "broken"), report
    first = report["first_divergence"]
    assert first["kind"] == "chain"
    assert version is None or first["version"] == version
    assert 0 < first["version"] <= head + 1
    assert game.ctx.log.head(game.id).damaged  # type: ignore[union-attr]
    assert set(readable(game).values()) <= {"read", "log-damaged"}
    move = moving.legal_moves(proper)[0][0]
    for versions in (frozenset({head}), frozenset[int]()):
        with pytest.raises(Problem) as caught:
            moving.make_move(game.ctx, game.id, REFEREE, move, key=None, fingerprint="", if_match=versions)
        assert caught.value.kind == "log-damaged"
    for refused in (lambda: game.close(), lambda: game.ctx.log.mark_damaged(game.id) or game.close()):
        with pytest.raises(Problem) as caught:
            refused()
        assert caught.value.kind == "log-damaged"


def test_after_damage_to_an_older_round_everything_else_is_still_read(game: Game, run_jobs: Jobs) -> None:
    rewrite(_redis(game.ctx), game.id, lambda rows: but(rows, 4, player="someone"))
    before = readable(game)
    assert audit_game(game, run_jobs)["verdict"] == "tampered"
    assert set(before.values()) == set(readable(game).values()) == {"read"}
    assert moving.list_moves(game.ctx, game.id, REFEREE)["moves"]


def test_an_answered_key_gives_its_ruling_even_after_damage(ctx: Context) -> None:
    game = open_game(ctx)
    move = moving.legal_moves(game.state)[0][0]
    ruling = game.move(move, key="k")
    rewrite(_redis(ctx), game.id, lambda rows: but(rows, 1, round=9))
    kept = game.move(move, key="k", version=2)
    assert json.loads(kept.body) == ruling
    with pytest.raises(Problem) as caught:
        game.move(move, key="another")
    assert caught.value.kind == "log-damaged"


def test_a_log_whose_head_alone_was_changed_is_found(game: Game, run_jobs: Jobs) -> None:
    redis = _redis(game.ctx)
    for change in ({"hash": "f" * 64}, {"version": game.version - 1}, {"version": 10**6}, {"version": "x"}):
        kept = redis.hgetall(keys.head(game.id))
        redis.hset(keys.head(game.id), mapping=change)
        report = audit_game(game, run_jobs)
        assert (report["verdict"], report["chain"]) == ("tampered", "broken"), change
        redis.delete(keys.head(game.id))
        assert audit_game(game, run_jobs)["verdict"] == "tampered"
        redis.hset(keys.head(game.id), mapping=kept)
        redis.hdel(keys.head(game.id), "damaged")
    assert audit_game(game, run_jobs)["verdict"] == "upheld"


def seeded(ctx: Context, run_jobs: Jobs, ruleset: str = "tridomino-hexagono", players: int = 2) -> Game:
    game = open_game(ctx, ruleset, players, await_seeds=True)
    for player in game.state.players:
        opening.give_seed(ctx, game.id, seat(player), seat=player, seed=f"{player}'s own ✓")
    game.play(run_jobs, rounds=2)
    return game


@pytest.mark.parametrize(("ruleset", "players"), [("tridomino-hexagono", 2), ("three-player-moon", 3)])
def test_the_shuffle_is_proved_with_seeds_once_they_are_open(
    ctx: Context, run_jobs: Jobs, ruleset: str, players: int
) -> None:
    game = seeded(ctx, run_jobs, ruleset, players)
    assert audit_record(ctx, run_jobs, game.record())["shuffle"] == "unproved"
    game.close()
    for report in (audit_game(game, run_jobs), audit_record(ctx, run_jobs, game.record())):
        assert (report["verdict"], report["shuffle"]) == ("upheld", "proved")


def test_the_shuffle_is_committed_without_seeds_as_soon_as_a_round_is_settled(ctx: Context, run_jobs: Jobs) -> None:
    game = open_game(ctx)
    assert audit_game(game, run_jobs)["shuffle"] == "unproved"
    game.play(run_jobs, rounds=1)
    assert audit_game(game, run_jobs)["shuffle"] == "committed"


@pytest.mark.parametrize("what", ["the commitment", "a key", "the root", "a hand", "a seed", "a key's commitment"])
def test_a_shuffle_that_does_not_follow_from_its_secrets_is_disproved(ctx: Context, run_jobs: Jobs, what: str) -> None:
    game = seeded(ctx, run_jobs)
    game.close()

    def change(rows: list[Row]) -> list[Row]:
        if what == "the commitment":
            return but(rows, 0, commitment="0" * 64)
        if what == "a key":
            return but(rows, index_of(rows, "round-settled"), key="0" * 64)
        if what == "the root":
            return but(rows, index_of(rows, "game-ended"), root="0" * 64)
        if what == "a key's commitment":
            return but(rows, index_of(rows, "round-dealt"), key_commitment="0" * 64)
        if what == "a seed":
            return _resealed(rows, index_of(rows, "seed-given"), "seed", lambda _: "another")
        dealt = index_of(rows, "round-dealt")
        return _resealed(rows, dealt, "pool/30", lambda tile: tile, other="pool/31")

    rewrite(_redis(ctx), game.id, change, cover=True)
    report = audit_record(ctx, run_jobs, game.record())
    assert (report["verdict"], report["shuffle"], report["chain"]) == ("tampered", "disproved", "intact"), report
    assert report["first_divergence"]["kind"] == "shuffle"
    assert audit_game(game, run_jobs)["shuffle"] == "disproved"
    assert game.ctx.log.head(game.id).damaged  # type: ignore[union-attr]


def _resealed(
    rows: list[Row], at: int, name: str, change: Callable[[Any], Any], *, other: str | None = None
) -> list[Row]:
    """One sealed value changed (or two swapped), and sealed anew."""
    import hashlib

    import rfc8785

    lines = [json.loads(line) for line in rows[at]["sealed"].split(b"\n")]
    by_name = {line[2]: line for line in lines}
    if other is not None:
        by_name[name][4], by_name[other][4] = by_name[other][4], by_name[name][4]
    by_name[name][4] = change(by_name[name][4])
    sealed = [rfc8785.dumps(line) for line in lines]
    seals = {line[2]: hashlib.sha256(raw).hexdigest() for line, raw in zip(lines, sealed, strict=True)}
    changed = {**rows[at], "sealed": b"\n".join(sealed), "body": {**rows[at]["body"], "seals": seals}}
    return [*rows[:at], changed, *rows[at + 1 :]]


def test_a_record_that_cannot_be_read_ends_its_audit_as_failed_with_a_pointer(ctx: Context, run_jobs: Jobs) -> None:
    record = open_game(ctx).record()
    spoilt = [
        (b"{", ""),
        (b"\xff", ""),
        (b"[]", ""),
        (json.dumps({**record, "extra": 1}).encode(), "/extra"),
        (json.dumps({**record, "ruleset": "x"}).encode(), "/ruleset"),
        (json.dumps({**record, "players": ["a", "A"]}).encode(), "/players/1"),
        (json.dumps({**record, "house_rules": {"target": 0}}).encode(), "/house_rules/target"),
        (json.dumps({**record, "edition": 99}).encode(), "/edition"),
        (b"[" * 100_000, ""),
    ]
    for raw, pointer in spoilt:
        asked = audits.request_record_audit(ctx, raw, owner="someone", record=None)
        run_jobs()
        state = audits.status(ctx, asked["id"])
        assert (state["status"], state["verdict"]) == ("failed", None)
        assert state["error"]["errors"][0]["pointer"] == pointer, raw[:80]
    assert run_jobs.failed() == []


def test_a_large_record_is_read_by_the_worker_and_its_progress_told(ctx: Context, run_jobs: Jobs) -> None:
    game = open_game(ctx, players=6, seed=2)
    game.play(run_jobs, rounds=3)
    told: list[Json] = []

    class Watched:
        def __getattr__(self, name: str) -> Any:
            return getattr(ctx.audits, name)

        def update(self, audit: str, state: Json, *, done: bool) -> None:
            told.append(dict(state))
            ctx.audits.update(audit, state, done=done)

    record = game.record()
    raw = json.dumps(record).encode() + b" " * 2**20
    assert len(raw) > 2**20
    asked = audits.request_record_audit(ctx, raw, owner="someone", record=None)
    watched = replace(ctx, audits=Watched())  # type: ignore[arg-type]
    audits.run(watched, asked["id"], partial(parse_record, ctx.library))
    state = audits.status(ctx, asked["id"])
    moves = sum(len(one["moves"]) for one in record["rounds"])
    assert (state["verdict"], state["progress"]) == ("upheld", {"moves": moves, "of": moves})
    assert told[0]["status"] == "running"
    assert ctx.audits.payload(asked["id"]) is None


def test_an_audit_that_keeps_failing_ends_as_failed_with_its_job_on_the_failed_registry(
    ctx: Context, run_jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = itertools.count()

    def broken(*_: Any) -> None:
        next(tried)
        raise RuntimeError("a fault of ours")

    asked = audits.request_record_audit(ctx, b"{}", owner="someone", record=None)
    monkeypatch.setattr("service.application.audits._report", broken)
    run_jobs.run_once()
    assert audits.status(ctx, asked["id"])["status"] == "running"
    run_jobs.retry_now()
    run_jobs()
    assert next(tried) == 4
    state = audits.status(ctx, asked["id"])
    assert (state["status"], state["verdict"]) == ("failed", None)
    assert state["error"]["detail"]
    assert run_jobs.failed() == [{"function": "workers.jobs.audit", "arguments": [asked["id"]]}]
    assert ctx.audits.create("next", {}, b"", owner="someone")


def test_an_audit_that_fails_once_is_carried_out_the_next_time(
    ctx: Context, run_jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_game(ctx)
    whole, tried = audits._report, itertools.count()

    def broken_once(*args: Any) -> Json:
        if next(tried) == 0:
            raise RuntimeError("a fault of ours")
        return whole(*args)

    monkeypatch.setattr("service.application.audits._report", broken_once)
    assert audit_game(game, run_jobs)["verdict"] == "upheld"


def test_an_audit_whose_job_was_lost_is_failed_when_it_is_looked_up(ctx: Context, run_jobs: Jobs) -> None:
    asked = audits.request_record_audit(ctx, b"{}", owner="someone", record=None)
    assert audits.status(ctx, asked["id"])["status"] == "queued"
    run_jobs.lose()
    state = audits.status(ctx, asked["id"])
    assert (state["status"], state["verdict"]) == ("failed", None)
    assert state["error"]["detail"]


def test_an_audit_that_ended_is_not_begun_again(ctx: Context, run_jobs: Jobs) -> None:
    asked = audits.request_record_audit(ctx, b"{}", owner="someone", record=None)
    run_jobs()
    before = audits.status(ctx, asked["id"])
    ctx.queue.audit(asked["id"])
    run_jobs()
    audits.fail(ctx, asked["id"], "another")
    assert audits.status(ctx, asked["id"]) == before


def test_the_job_of_an_audit_that_has_expired_does_nothing(ctx: Context, redis: Redis, run_jobs: Jobs) -> None:
    asked = audits.request_record_audit(ctx, b"{}", owner="someone", record=None)
    redis.delete(keys.audit(asked["id"]), keys.audit_payload(asked["id"]))
    run_jobs()
    assert run_jobs.failed() == []
    with pytest.raises(Problem) as caught:
        audits.status(ctx, asked["id"])
    assert caught.value.kind == "not-found"
    assert redis.keys("audit:*") == []


def test_an_audit_whose_record_is_gone_is_failed(ctx: Context, redis: Redis, run_jobs: Jobs) -> None:
    asked = audits.request_record_audit(ctx, b"{}", owner="someone", record=None)
    redis.delete(keys.audit_payload(asked["id"]))
    run_jobs()
    assert audits.status(ctx, asked["id"])["status"] == "failed"


def test_without_a_queue_no_audit_is_promised(ctx: Context) -> None:
    away = replace(ctx, queue=AwayQueue())
    with pytest.raises(Unavailable):
        audits.request_record_audit(away, b"{}", owner="someone", record=None)
    assert ctx.audits.create("next", {}, b"", owner="someone")


def test_waiting_audits_are_bounded_for_each_owner_and_in_all(ctx: Context, redis: Redis, run_jobs: Jobs) -> None:
    bounded = replace(ctx, audits=RedisAuditStore(redis, most_bytes=1000, most_each=3))
    for _ in range(3):
        audits.request_record_audit(bounded, b"x" * 100, owner="one", record=None)
    with pytest.raises(Problem) as caught:
        audits.request_record_audit(bounded, b"", owner="one", record=None)
    assert (caught.value.kind, caught.value.retry_after) == ("rate-limited", 5)
    audits.request_record_audit(bounded, b"x" * 700, owner="two", record=None)
    with pytest.raises(Problem):
        audits.request_record_audit(bounded, b"x", owner="three", record=None)
    run_jobs()
    audits.request_record_audit(bounded, b"x" * 900, owner="one", record=None)


def test_audits_that_expired_while_they_waited_do_not_count(ctx: Context, redis: Redis) -> None:
    bounded = replace(ctx, audits=RedisAuditStore(redis, most_bytes=1000, most_each=1))
    asked = audits.request_record_audit(bounded, b"x" * 900, owner="one", record=None)
    redis.delete(keys.audit(asked["id"]))
    audits.request_record_audit(bounded, b"x" * 900, owner="one", record=None)


def test_a_report_says_how_long_it_is_kept_and_is(ctx: Context, redis: Redis, run_jobs: Jobs, clock: HeldClock) -> None:
    asked = audits.request_record_audit(ctx, b"{}", owner="someone", record=None)
    run_jobs()
    state = audits.status(ctx, asked["id"])
    assert state["created_at"] == clock.now()
    assert state["expires_at"] == "2026-11-12T12:00:00.000Z"
    ttl = redis.ttl(keys.audit(asked["id"]))
    assert 7 * 86400 - 60 <= ttl <= 7 * 86400  # type: ignore[operator]


def test_an_unfinished_game_is_audited_for_its_referee_alone(game: Game, run_jobs: Jobs) -> None:
    for caller in callers_of(game.state.players)[1:]:
        with pytest.raises(Problem) as caught:
            audits.request_game_audit(game.ctx, game.id, caller)
        assert caught.value.kind == "forbidden"
    assert audits.request_game_audit(game.ctx, game.id, REFEREE)["verdict"] is None
    game.close()
    for caller in callers_of(game.state.players):
        asked = audits.request_game_audit(game.ctx, game.id, caller)
        assert "private" not in asked
    with pytest.raises(Problem) as caught:
        audits.request_game_audit(game.ctx, "f" * 32, SPECTATOR)
    assert caught.value.kind == "not-found"
    run_jobs()
