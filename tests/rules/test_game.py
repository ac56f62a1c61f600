"""The game as the fold of its events, and what every kind of game shares: giving up, closing, the end."""

from copy import copy

import pytest

from service.rules.events import (
    DealAwaited,
    GameEnded,
    GameOpened,
    RoundEnded,
    SeatForfeited,
    SeedGiven,
    SeedingClosed,
    TilePlaced,
)
from service.rules.game import close, decide, evolve, fold, initial, legal_moves
from service.rules.moves import Draw, Place, Resign, Timeout
from tests.rules import drawn
from tests.rules.cases import SHEETS
from tests.rules.positions import HEX, SOL, accepted, after, codes, position, terms_of

SHEET = SHEETS[HEX]


def playing(**scores):
    """A round of three in which ann is on turn."""
    return position(SHEET, drawn.ZERO, "5-5-5", "0-0-1", "0-0-2", pool="1-1-1", scores=scores)


@pytest.mark.parametrize(("move", "how"), [(Resign, "resigned"), (Timeout, "timeout")])
@pytest.mark.parametrize("player", ["ann", "ben"])
def test_a_seat_that_gives_up_ends_the_game_at_once_and_unsettled_on_turn_or_not(move, how, player):
    ruling = accepted(playing(cid=7), move(player))
    assert [type(event) for event in ruling.events] == [SeatForfeited, RoundEnded, GameEnded]
    _, end, over = ruling.events
    assert (end.ended_by, end.settles, over.ended_by) == (how, False, how)
    assert (over.winner, over.scores) == (("cid",), {"ann": 0, "ben": 0, "cid": 7})
    assert ruling.items == ()


def test_who_gives_up_does_not_win_by_the_highest_score():
    assert accepted(playing(ann=50, ben=9, cid=7), Resign("ann")).events[-1].winner == ("ben",)


def test_those_who_share_the_highest_score_among_the_others_win():
    assert accepted(playing(ann=50, ben=7, cid=7), Resign("ann")).events[-1].winner == ("ben", "cid")
    assert accepted(playing(ann=5, ben=-7, cid=-7), Resign("ann")).events[-1].winner == ("ben", "cid")


def test_nobody_wins_where_the_only_player_gives_up():
    game = position(SHEETS[SOL], drawn.ZERO, "5-5-5", pool="1-1-1")
    assert accepted(game, Resign("ann")).events[-1].winner == ()


def test_nobody_gives_up_after_the_game():
    over = after(playing(), Resign("ann"))
    assert codes(decide(over, Resign("ben"))) == ["game-over"]
    assert legal_moves(over) == []
    assert (over.phase, over.turn) == ("over", None)


def test_a_closed_game_is_unsettled_and_has_no_winner():
    events = close(playing(ann=50), "the cat walked over the board")
    assert [type(event) for event in events] == [RoundEnded, GameEnded]
    over = fold(playing(ann=50), events)
    assert (over.over.winner, over.over.note) == ((), "the cat walked over the board")
    assert over.scores == {"ann": 50, "ben": 0, "cid": 0}


def test_a_game_closed_between_rounds_ends_no_round():
    game = initial(SHEET, terms_of(SHEET, 2))
    assert [type(event) for event in close(game, "rain")] == [GameEnded]


def test_phases_before_the_first_deal():
    game = initial(SHEET, terms_of(SHEET, 2))
    opened = evolve(game, GameOpened(terms=game.terms, await_seeds=True))
    seeded = fold(opened, [SeedGiven("ann", None), SeedGiven("ben", None)])
    assert (opened.phase, seeded.phase, seeded.seeds) == ("awaiting-seeds", "awaiting-seeds", ("ann", "ben"))
    assert evolve(seeded, SeedingClosed("referee")).phase == "awaiting-deal"
    awaiting = evolve(seeded, DealAwaited(1))
    assert (awaiting.phase, awaiting.turn, awaiting.version) == ("awaiting-deal", None, 4)
    assert legal_moves(awaiting) == []


def test_evolving_leaves_the_given_state_as_it_is():
    game = playing()
    before = copy(game)
    evolve(game, TilePlaced(player="ann", at=(1, 0), corners=(5, 5, 5), draws=0, items=(), turn="ben"))
    assert game == before


def test_judging_leaves_the_given_state_as_it_is():
    game = playing()
    before = copy(game)
    decide(game, Draw("ann"))
    decide(game, Place("ann", (1, 0), (5, 5, 5)))
    decide(game, Resign("ann"))
    legal_moves(game)
    assert game == before


def test_an_event_that_is_none_of_ours_is_never_stepped_over():
    with pytest.raises(KeyError):
        evolve(playing(), object())
