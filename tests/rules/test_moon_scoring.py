"""Three-Player Moon by clause: the score of a hand and the end of the game, with the worked examples of the sheet."""

import pytest

from service.rules.game import close, decide, evolve, fold
from service.rules.moves import Bid, Declare, Discard, Pass, Play, Resign, Timeout
from tests.rules.cases import case
from tests.rules.moon import (
    FOUR_TWO_ONE,
    MOON,
    SEVEN,
    SIX_ONE_NONE,
    after,
    contract,
    deal_of,
    dealt,
    next_round,
    played,
    points_of,
    settled,
    violations,
    winner_of,
)


def six_tricks(bid, **given):
    """Ann bids and takes six tricks, ben one, cat none."""
    return played(contract(dealt(**given), bid, "0-0", "6"), SIX_ONE_NONE)


def seven_tricks(bid, **given):
    """Ann bids and takes all seven tricks."""
    return played(contract(dealt(**given), bid, "5-4", "6"), SEVEN)


def four_tricks(bid, **given):
    """Ann bids and takes four tricks, ben two, cat one."""
    return played(contract(dealt(**given), bid, "0-0", "3"), FOUR_TWO_ONE)


@case("MOON-made", "MOON-tricks")
def test_a_made_bid_scores_the_bid_alone_and_the_others_their_tricks():
    assert points_of(six_tricks(5)) == [("ann", 5, "contract-made", "MOON-made"), ("ben", 1, "tricks", "MOON-tricks")]


@case("MOON-failed", "MOON-tricks")
def test_a_failed_bid_loses_the_bid_and_the_others_score_their_tricks():
    assert points_of(four_tricks(5)) == [
        ("ann", -5, "contract-set", "MOON-failed"),
        ("ben", 2, "tricks", "MOON-tricks"),
        ("cat", 1, "tricks", "MOON-tricks"),
    ]


@case("MOON-made")
def test_exactly_as_many_tricks_as_bid_make_it():
    assert points_of(four_tricks(4))[0] == ("ann", 4, "contract-made", "MOON-made")


@case("MOON-made")
def test_a_bid_of_7_with_seven_tricks_scores_7():
    game = seven_tricks(7)
    assert points_of(game) == [("ann", 7, "contract-made", "MOON-made")]
    assert winner_of(game) is None


@case("MOON-failed")
def test_a_bid_of_7_with_six_tricks_loses_7():
    assert points_of(six_tricks(7))[0] == ("ann", -7, "contract-set", "MOON-failed")


@case("MOON-moon-score", "MOON-moon-wins", "MOON-bids")
def test_a_bid_of_21_with_seven_tricks_scores_21_and_wins_the_game():
    game = seven_tricks(21)
    assert points_of(game) == [("ann", 21, "contract-made", "MOON-moon-score")]
    settlement, end = settled(game)
    assert settlement.scores == {"ann": 21, "ben": 0, "cat": 0}
    assert (end.winner, end.ended_by, end.clause) == (("ann",), "moon", "MOON-moon-wins")
    assert end.scores == settlement.scores


@case("MOON-moon-score", "MOON-bids")
def test_a_bid_of_21_with_six_tricks_loses_21():
    game = six_tricks(21)
    assert points_of(game) == [
        ("ann", -21, "contract-set", "MOON-moon-score"),
        ("ben", 1, "tricks", "MOON-tricks"),
    ]
    assert winner_of(game) is None


@case("MOON-moon-wins")
def test_a_made_21_wins_whatever_the_scores():
    game = seven_tricks(21, scores={"ann": -40, "ben": 20, "cat": 3})
    assert winner_of(game) == ("ann",)
    assert settled(game)[0].scores == {"ann": -19, "ben": 20, "cat": 3}


@case("MOON-moon-wins")
def test_by_house_rule_a_made_21_counts_as_points_only():
    house = {"moon_wins_game": False}
    assert winner_of(seven_tricks(21, scores={"ann": -40, "ben": 20, "cat": 3}, house_rules=house)) is None
    assert winner_of(seven_tricks(21, scores={"ann": 0, "ben": 21, "cat": 21}, house_rules=house)) is None
    game = seven_tricks(21, scores={"ann": 1, "ben": 21, "cat": 21}, house_rules=house)
    assert winner_of(game) == ("ann",)
    assert settled(game)[1].ended_by == "target"


@case("MOON-target")
@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ({"ann": 15, "ben": 0, "cat": 0}, None),
        ({"ann": 16, "ben": 0, "cat": 0}, ("ann",)),
        ({"ann": 16, "ben": 19, "cat": 0}, ("ann",)),
        ({"ann": 16, "ben": 20, "cat": 0}, None),
        ({"ann": 16, "ben": 20, "cat": 21}, None),
        ({"ann": 16, "ben": 21, "cat": 0}, ("ben",)),
        ({"ann": 3, "ben": 20, "cat": 20}, ("ben",)),
        ({"ann": 2, "ben": 19, "cat": 20}, None),
    ],
)
def test_the_game_ends_with_one_player_alone_ahead_at_21_or_more(scores, winner):
    game = six_tricks(5, scores=scores)  # ann +5, ben +1
    assert winner_of(game) == winner
    if winner:
        end = settled(game)[1]
        assert (end.ended_by, end.clause) == ("target", "MOON-target")


@case("MOON-target")
def test_a_tie_at_21_plays_on_until_one_leads():
    tied = six_tricks(5, scores={"ann": 16, "ben": 20, "cat": 0})
    game = next_round(tied, deal_of(first="ben"))
    assert (game.round, game.phase, game.turn) == (2, "bidding", "ben")
    assert game.scores == {"ann": 21, "ben": 21, "cat": 0}
    void = after(game, Pass("ben"), Pass("cat"), Pass("ann"))
    assert winner_of(void) is None
    game = after(next_round(void, deal_of(first="cat")), Pass("cat"))
    game = played(contract(game, 5, "0-0", "6"), SIX_ONE_NONE)
    assert winner_of(game) == ("ann",)


@case("MOON-all-pass")
def test_a_void_hand_scores_nothing_and_the_next_is_dealt():
    void = after(dealt(scores={"ann": 3, "ben": -4, "cat": 0}), Pass("ann"), Pass("ben"), Pass("cat"))
    settlement, end = settled(void)
    assert (settlement.items, settlement.clause, settlement.round_winner) == ((), "MOON-all-pass", None)
    assert settlement.scores == {"ann": 3, "ben": -4, "cat": 0}
    assert end is None
    assert next_round(void, deal_of(first="ben")).round == 2


@case("MOON-all-pass")
def test_a_forced_bid_is_settled_like_any_other():
    game = after(dealt(first="ben", house_rules={"all_pass": "force-last"}), Pass("ben"), Pass("cat"))
    forced = played(after(game, Pass("ann"), Discard("ann", "0-0"), Declare("ann", "6")), SIX_ONE_NONE)
    assert points_of(forced)[0] == ("ann", 4, "contract-made", "MOON-made")


def test_a_settlement_has_the_hands_clause_and_no_winner_of_the_round():
    settlement, _ = settled(six_tricks(5))
    assert (settlement.clause, settlement.round_winner, settlement.round) == ("MOON-hand-end", None, 1)


def test_scores_stay_as_they_are_until_the_settlement():
    game = six_tricks(5, scores={"ann": 1, "ben": 2, "cat": 3})
    assert game.scores == {"ann": 1, "ben": 2, "cat": 3}
    assert evolve(game, settled(game)[0]).scores == {"ann": 6, "ben": 3, "cat": 3}


@pytest.mark.parametrize(("target", "winner"), [(5, ("ann",)), (6, None)])
def test_a_house_rule_sets_the_target(target, winner):
    assert winner_of(six_tricks(5, house_rules={"target": target})) == winner


@case("MOON-target", side="broken")
def test_after_the_end_no_move_is_taken():
    game = seven_tricks(21)
    over = fold(game, [event for event in settled(game) if event])
    assert over.phase == "over"
    found = violations(over, Bid("ann", 4))
    assert set(found) == {"game-over"}
    assert found["game-over"].clause == "MOON-target"


@pytest.mark.parametrize(("move", "how"), [(Resign("ann"), "resigned"), (Timeout("ann"), "timeout")])
def test_a_seat_that_gives_up_ends_the_game_unsettled_and_the_best_of_the_others_win(move, how):
    game = played(contract(dealt(scores={"ann": 20, "ben": 3, "cat": 5}), 4, "0-0", "6"), "6-6 5-3")
    over = fold(game, decide(game, move).events)
    assert (over.over.winner, over.over.ended_by, over.ended.settles) == (("cat",), how, False)


def test_a_referee_can_close_a_hand_in_the_middle():
    game = contract(dealt(), 4, "0-0", "6")
    over = fold(game, close(game, "the table fell"))
    assert (over.over.winner, over.ended.ended_by) == ((), "closed")
    assert set(violations(over, Play("ann", "6-6"))) == {"game-over"}


def house_faults(house_rules):
    """Pointers of what is wrong with a game's house rules."""
    return [fault.pointer for fault in MOON.house_rule_faults(house_rules)]


@pytest.mark.parametrize(
    "house_rules",
    [
        {},
        {"target": 1},
        {"minimum_bid": 4},
        {"minimum_bid": 21},
        {"all_pass": "force-last"},
        {"allow_doubles_trump": False},
        {"moon_wins_game": False},
    ],
)
def test_house_rules_that_are_taken(house_rules):
    assert house_faults(house_rules) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", 0),
        ("target", "21"),
        ("target", None),
        ("minimum_bid", 3),
        ("minimum_bid", 8),
        ("minimum_bid", True),
        ("all_pass", "again"),
        ("allow_doubles_trump", 1),
        ("moon_wins_game", "yes"),
        ("bridge", 40),
    ],
)
def test_house_rules_that_are_refused(name, value):
    assert house_faults({name: value}) == [f"/house_rules/{name}"]
