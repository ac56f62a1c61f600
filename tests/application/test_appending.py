import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from service.application import moving
from service.application.appending import ANY, Kept
from service.application.callers import REFEREE, Caller
from service.application.context import Context
from service.application.loading import load
from service.application.ports import Append, Unavailable
from service.application.problems import Problem
from service.log.event_log import RedisEventLog
from service.rules.moves import Move, Resign, Timeout
from tests.log.writing import whole
from tests.playing import Game, open_game, seat
from tests.surroundings import AwayQueue, Jobs


@pytest.fixture
def game(ctx: Context) -> Game:
    return open_game(ctx, players=2)


def first_move(game: Game) -> Move:
    return moving.legal_moves(game.state)[0][0]


def make(game: Game, caller: Caller, move: Move, *, key: str | None = None, mark: str = "mark", **more: Any) -> Any:
    asked = {"if_match": None, **more}
    return moving.make_move(game.ctx, game.id, caller, move, key=key, fingerprint=mark, **asked)


def proven(game: Game) -> int:
    """How many events there are, in a log that holds."""
    assert isinstance(game.ctx.log, RedisEventLog)
    return len(whole(game.ctx.log, game.id))


def problem(call: Callable[[], object]) -> Problem:
    with pytest.raises(Problem) as caught:
        call()
    return caught.value


def test_a_key_gives_its_first_ruling_whatever_has_happened_since(game: Game, run_jobs: Jobs) -> None:
    move = first_move(game)
    ruling = make(game, seat(move.player), move, key="k")
    game.play(run_jobs, rounds=1)
    version = proven(game)
    again = make(game, seat(move.player), move, key="k", if_match=frozenset({1}))
    assert isinstance(again, Kept)
    assert json.loads(again.body) == ruling
    game.close()
    assert isinstance(make(game, seat(move.player), move, key="k"), Kept)
    assert proven(game) == version + 2


def test_a_key_belongs_to_its_body(game: Game) -> None:
    move = first_move(game)
    make(game, seat(move.player), move, key="k")
    found = problem(lambda: make(game, seat(move.player), move, key="k", mark="another"))
    assert found.kind == "idempotency-key-reused"
    assert proven(game) == 3


def test_a_key_belongs_to_its_caller(game: Game) -> None:
    move = first_move(game)
    make(game, REFEREE, move, key="k")
    second = first_move(game)
    assert not isinstance(make(game, seat(second.player), second, key="k"), Kept)
    assert proven(game) == 4


def test_a_refused_move_is_not_remembered(game: Game) -> None:
    move = first_move(game)
    other = next(player for player in game.state.players if player != move.player)
    wrong = replace(move, player=other)
    assert isinstance(make(game, seat(other), wrong, key="k"), moving.Refusal)
    assert isinstance(make(game, seat(other), wrong, key="k"), moving.Refusal)
    make(game, seat(move.player), move)
    assert isinstance(make(game, seat(other), first_move(game), key="k"), dict)


class Rival:
    """A log on which somebody else appends just before the first append."""

    def __init__(self, log: Any, first: Callable[[], object]) -> None:
        self._log = log
        self._first = [first]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    def append(self, append: Append) -> Any:
        if self._first:
            self._first.pop()()
        return self._log.append(append)


def with_rival(game: Game, first: Callable[[], object]) -> Game:
    return replace(game, ctx=replace(game.ctx, log=Rival(game.ctx.log, first)))  # type: ignore[arg-type]


@pytest.mark.parametrize(("if_match", "status"), [(None, 409), (frozenset({2}), 412), (ANY, 409)])
def test_a_lost_race_is_told_with_what_was_missed_and_never_judged_anew(game: Game, if_match: Any, status: int) -> None:
    move = first_move(game)
    raced = with_rival(game, lambda: make(game, REFEREE, move))
    found = problem(lambda: make(raced, seat(move.player), move, key="k", if_match=if_match))
    assert (found.kind, found.extra["status"]) == ("stale-version", status)
    assert found.extra["version"] == 3
    assert [event["version"] for event in found.extra["events"]] == [3]
    assert proven(game) == 3


def test_a_stale_if_match_is_412_with_what_was_missed(game: Game) -> None:
    for _ in range(3):
        game.step()
    found = problem(lambda: game.move(first_move(game), version=2))
    assert (found.kind, found.extra["status"]) == ("stale-version", 412)
    assert [event["version"] for event in found.extra["events"]] == [3, 4, 5]
    assert found.extra["version"] == 5


def test_a_rival_with_the_same_key_gives_its_ruling(game: Game) -> None:
    move = first_move(game)
    told: list[Any] = []
    raced = with_rival(game, lambda: told.append(make(game, seat(move.player), move, key="k")))
    again = make(raced, seat(move.player), move, key="k")
    assert isinstance(again, Kept)
    assert json.loads(again.body) == told[0]
    assert proven(game) == 3


def test_of_many_who_post_one_version_exactly_one_is_accepted(ctx: Context) -> None:
    game = open_game(ctx, players=3)
    for turn in range(10):
        move = first_move(game)
        version = game.version
        together = threading.Barrier(8)

        def race(number: int, move: Move = move, version: int = version, turn: int = turn) -> str:
            together.wait(10)  # noqa: B023
            try:
                make(game, REFEREE, move, key=f"{turn} {number}", if_match=frozenset({version}))
            except Problem as found:
                return found.kind
            return "accepted"

        with ThreadPoolExecutor(8) as pool:
            outcomes = list(pool.map(race, range(8)))
        assert sorted(outcomes) == ["accepted"] + ["stale-version"] * 7
        assert proven(game) == version + 1


def test_a_double_click_is_one_move(game: Game) -> None:
    move = first_move(game)
    together = threading.Barrier(6)

    def click(_: int) -> Any:
        together.wait(10)
        return make(game, seat(move.player), move, key="click")

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(click, range(6)))
    bodies = [json.loads(answer.body) if isinstance(answer, Kept) else answer for answer in answers]
    assert all(body == bodies[0] for body in bodies)
    assert sum(isinstance(answer, Kept) for answer in answers) == 5
    assert proven(game) == 3


class Forgetful:
    """A log whose first append is done and whose answer is lost."""

    def __init__(self, log: Any) -> None:
        self._log = log

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    def append(self, append: Append) -> Any:
        self._log.append(append)
        raise Unavailable("the answer was lost")


def test_an_answer_lost_after_the_append_is_given_to_who_asks_again_with_the_key(game: Game) -> None:
    move = first_move(game)
    lost = replace(game, ctx=replace(game.ctx, log=Forgetful(game.ctx.log)))  # type: ignore[arg-type]
    with pytest.raises(Unavailable):
        make(lost, seat(move.player), move, key="k", if_match=frozenset({2}))
    again = make(game, seat(move.player), move, key="k", if_match=frozenset({2}))
    assert isinstance(again, Kept)
    assert json.loads(again.body)["version"] == 3
    assert problem(lambda: make(game, seat(move.player), move, if_match=frozenset({2}))).extra["status"] == 412
    assert proven(game) == 3


def test_moves_of_a_round_that_is_being_settled_are_asked_to_wait(ctx: Context) -> None:
    game = open_game(replace(ctx, queue=AwayQueue()), players=2)
    game.play_round()
    found = problem(lambda: game.move(Resign("red")))
    assert found.kind == "settlement-pending"


@pytest.mark.parametrize("give_up", [Resign, Timeout])
def test_giving_up_ends_the_game_with_no_duty_and_everything_open(ctx: Context, give_up: Any, run_jobs: Jobs) -> None:
    game = open_game(ctx, players=3)
    game.play(run_jobs, rounds=1)
    ruling = game.move(give_up("blue"))
    assert ruling["phase"] == "over"
    assert ruling["settlement"] is None
    kinds = [event["type"] for event in ruling["events"]]
    assert kinds == ["seat-forfeited", "round-ended", "game-ended"]
    root = game.ctx.log.read(game.id, 1, 1)[0].openings["root"].value
    assert ruling["events"][-1]["data"]["root"] == root
    assert "blue" not in ruling["events"][-1]["data"]["winner"]
    assert ctx.log.overdue(2**53) == []
    proven(game)


def test_a_closed_game_opens_everything_and_drops_its_duty(ctx: Context) -> None:
    game = open_game(replace(ctx, queue=AwayQueue()), players=2)
    game.play_round()
    assert ctx.log.overdue(2**53) == [game.id]
    state = game.close("rain")
    assert (state["phase"], state["ended_by"], state["winner"]) == ("over", "closed", [])
    assert ctx.log.overdue(2**53) == []
    last = game.ctx.log.read(game.id, game.version, game.version)[0]
    assert last.body["data"]["note"] == "rain"
    assert last.body["data"]["root"]
    assert problem(lambda: game.close()).kind == "not-your-phase"


def test_closing_beside_moves_ends_the_game_once(ctx: Context) -> None:
    game = open_game(ctx, players=2)

    def play() -> None:
        while True:
            try:
                if isinstance(game.move(first_move(game)), moving.Refusal):
                    return
            except (Problem, IndexError):
                return

    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play)
        while game.version < 8 and not playing.done():
            pass
        assert game.close()["phase"] == "over"
        playing.result()
    kinds = [entry.body["type"] for entry in whole(game.ctx.log, game.id)]  # type: ignore[arg-type]
    assert kinds.count("game-ended") == 1
    assert kinds[-1] == "game-ended"


def test_two_deals_at_once_are_one(ctx: Context) -> None:
    game = open_game(ctx, players=2, dealer="client")
    raced = with_rival(game, lambda: game.deal())
    found = problem(lambda: raced.deal())
    assert (found.kind, found.extra["status"]) == ("stale-version", 412)
    assert proven(game) == 3


def test_a_move_costs_late_in_a_game_what_it_costs_early(ctx: Context, run_jobs: Jobs) -> None:
    """Only the round in play is read for a move: the entries loaded do not grow with the game."""
    game = open_game(ctx, players=6, house_rules={"target": 4000})
    game.play(run_jobs, rounds=6)
    loaded = load(ctx, game.id)
    assert loaded.head.version > 150
    assert len(loaded.entries) == 1
