"""Records of odd forms: rounds begun too early, games closed in a settlement, very long wrong ones."""

from typing import Any

import pytest

from service.application.auditing import audit
from service.application.context import Context
from service.application.problems import Problem
from service.application.replaying import MOST_UNJUDGED
from service.edge.records import read_record
from service.ledger.receipts import Receipts
from tests.playing import Game, open_game
from tests.surroundings import Jobs

Json = dict[str, Any]


def judged(ctx: Context, record: Json) -> Json:
    return audit(ctx.library, ctx.receipts, read_record(ctx.library, record))


@pytest.fixture
def game(ctx: Context, run_jobs: Jobs) -> Game:
    game = open_game(ctx, "three-player-moon", 3, house_rules={"target": 2})
    game.play(run_jobs)
    return game


def test_a_round_without_moves_does_not_hide_an_unfinished_one_before_it(ctx: Context, run_jobs: Jobs) -> None:
    game = open_game(ctx)
    game.play(run_jobs, rounds=2)
    game.close()
    record = game.record()
    del record["proof"], record["closed"], record["claimed_winner"]
    one, two, *_ = record["rounds"]
    cut = {"deal": one["deal"], "moves": one["moves"][:3]}
    rounds = [cut, {"deal": two["deal"], "moves": []}, {"deal": two["deal"], "moves": two["moves"][:2]}]
    report = judged(ctx, {**record, "rounds": rounds})
    assert report["verdict"] == "illegal-move"
    first = report["first_divergence"]
    assert (first["round"], first["move"]) == (3, 1)
    assert [violation["code"] for violation in first["violations"]] == ["wrong-phase"]


def test_a_game_that_is_closed_while_a_settlement_is_due_is_settled_first(ctx: Context, run_jobs: Jobs) -> None:
    game = open_game(ctx)
    game.play_round()
    assert game.state.phase == "settling"
    closed = game.close()
    assert closed["phase"] == "over"
    run_jobs()
    report = judged(ctx, game.record())
    assert (report["verdict"], report["scores"]) == ("upheld", closed["scores"])
    assert report["rounds"][0]["settlement"] is not None


def test_of_very_many_moves_after_an_illegal_one_the_report_names_the_first(ctx: Context, game: Game) -> None:
    record = game.record()
    del record["proof"]
    (first, *_) = record["rounds"]
    passes = [{"player": "red", "type": "stop"}] * (MOST_UNJUDGED + 12)
    report = judged(ctx, {**record, "rounds": [{**first, "moves": passes}], "claimed_winner": None})
    assert report["verdict"] == "illegal-move"
    assert len(report["rounds"][0]["moves"]) == MOST_UNJUDGED + 1
    assert report["moves_left_out"] == 11


def test_a_tile_drawn_unseen_from_an_unknown_pool_accuses_nobody(ctx: Context) -> None:
    game = open_game(ctx, dealer="client")
    game.deal(pool_known=False)
    game.step()
    game.close()
    record = game.record()
    del record["proof"]
    player = game.state.after(record["rounds"][0]["moves"][0]["player"])
    record["rounds"][0]["moves"].append({"player": player, "type": "draw", "tile": None})
    with pytest.raises(Problem) as stopped:
        judged(ctx, record)
    assert [fault.pointer for fault in stopped.value.faults] == ["/rounds/0/moves/1/tile"]


def test_receipts_of_keys_that_are_not_known_prove_nothing(ctx: Context, game: Game) -> None:
    record = game.record()
    others = Receipts([b"x" * 32]).sign(game.id, 1, "0" * 64)
    report = judged(ctx, {**record, "receipts": [others]})
    assert (report["verdict"], report["receipts_checked"]) == ("upheld", 1)
