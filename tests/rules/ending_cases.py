"""Cases of going out, blocked rounds, the end of the game and its winner."""

from service.rules.events import GameEnded, RoundEnded, TilePlaced
from service.rules.game import fold
from service.rules.moves import Draw, Pass, Place
from tests.rules import drawn
from tests.rules.cases import broken, kept
from tests.rules.positions import (
    DTR,
    FOUR,
    HEX,
    SCH,
    TRI,
    accepted,
    after,
    codes,
    placing,
    points,
    position,
    refused,
    settled,
    total,
)


def going_out(sheet, *others, **options):
    """Ann lays her last tile, worth 9; the others hold 12 and 7."""
    return placing(sheet, drawn.PLAIN_144, *(others or ("3-4-5", "0-2-5")), keeps="", **options)


def blocked(sheet, *hands, **options):
    """A round with nothing to draw and nothing to place, passed to its end."""
    game = position(sheet, drawn.ZERO, *hands, **options)
    for player in game.players:
        if game.ended is None:
            game = after(game, Pass(player))
    return game


def finished(game):
    """The game with its settlement, and its end if it ends, booked."""
    settlement, end = settled(game)
    return fold(game, [event for event in (settlement, end) if event is not None])


@kept("out", *FOUR)
def the_first_without_tiles_ends_the_round_and_wins_it(sheet):
    game, place = going_out(sheet)
    ruling = accepted(game, place)
    settlement, end = settled(after(game, place))
    assert [type(event) for event in ruling.events] == [TilePlaced, RoundEnded]
    assert ruling.events[0].turn is None
    assert points(ruling) == {"tile-value": 9}
    bonus = {SCH: 20, HEX: 25, DTR: 25}.get(sheet.prefix)
    assert points(settlement) == ({"out-bonus": bonus, "opponents-hands": 19} if bonus else {})
    assert [total(settlement, player) for player in ("ben", "cid")] == [0, 0]
    assert settlement.round_winner == "ann"
    assert end is None
    return ruling, settlement


@broken("out", *FOUR)
def nothing_is_played_after_the_round(sheet):
    game, place = going_out(sheet)
    ruling = refused(after(game, place), Pass("ben"))
    assert codes(ruling) == ["round-over"]
    return ruling


@kept("blocked", SCH, DTR, TRI)
def a_round_where_nobody_can_place_or_draw_ends_with_the_turn(sheet):
    game = position(sheet, drawn.ZERO, "5-5-5", "4-4-4")
    ruling = accepted(game, Pass("ann"))
    assert ruling.events[-1].ended_by == "blocked"
    return ruling


@kept("blocked", SCH, DTR, TRI)
def a_placement_can_block_a_round_too(sheet):
    game, place = placing(sheet, drawn.PLAIN_144, "2-2-2", keeps="0-0-0")
    ruling = accepted(game, place)
    assert ruling.events[-1].ended_by == "blocked"
    return ruling


@kept("blocked", SCH, DTR, TRI)
def a_round_where_one_can_place_or_draw_goes_on(sheet):
    one_fits = accepted(position(sheet, drawn.ZERO, "5-5-5", "0-0-1"), Pass("ann"))
    game = position(sheet, drawn.ZERO, "5-5-5", "4-4-4", pool="3-3-3")
    drawn_last = accepted(game, Draw("ann"))
    assert [len(ruling.events) for ruling in (one_fits, drawn_last)] == [1, 1]
    return accepted(after(game, Draw("ann")), Pass("ann"))


@kept("blocked", HEX)
def a_round_where_all_pass_in_a_row_is_blocked_whatever_the_pool_has(sheet):
    pool = "1-1-1 2-2-2 3-3-3 4-4-4 1-1-2 1-2-2 1-1-3"
    game = position(sheet, drawn.ZERO, "5-5-5", "4-5-5", pool=pool)
    game = after(game, *(Draw("ann") for _ in range(3)), Pass("ann"), *(Draw("ben") for _ in range(3)))
    ruling = accepted(game, Pass("ben"))
    assert ruling.events[-1].ended_by == "blocked"
    assert game.table.pool_count == 1
    return ruling


@kept("blocked", HEX)
def a_placement_breaks_the_row_of_passes(sheet):
    game = position(sheet, drawn.ZERO, "5-5-5", "0-0-1 4-4-4", "3-3-3")
    game = after(game, Pass("ann"), Place("ben", (1, 0), (0, 0, 1)), Pass("cid"), Pass("ann"))
    assert game.ended is None
    return accepted(game, Pass("ben"))


@kept("blocked-score", SCH, HEX, DTR)
def the_lowest_hand_takes_the_others_and_loses_its_own(sheet):
    game = blocked(sheet, "4-4-4 3-4-4", "5-5-5", "3-5-5 4-5-5")
    settlement, _ = settled(game)
    assert points(settlement, "ben") == {"opponents-hands": 50, "own-hand": -15}
    assert [total(settlement, player) for player in ("ann", "cid")] == [0, 0]
    assert settlement.round_winner == "ben"
    return settlement


@kept("blocked-score", TRI)
def a_blocked_round_scores_nothing_but_has_a_winner(sheet):
    game = blocked(sheet, "4-4-4 3-4-4", "5-5-5", "3-5-5 4-5-5")
    settlement, _ = settled(game)
    assert settlement.items == ()
    assert settlement.round_winner == "ben"
    return settlement


@kept("blocked-score", TRI)
def a_blocked_round_with_two_lowest_hands_scores_nothing_and_has_no_winner(sheet):
    settlement, _ = settled(blocked(sheet, "3-4-5", "4-4-4", "5-5-5"))
    assert settlement.items == ()
    assert settlement.round_winner is None
    return settlement


@kept("blocked-tie", SCH, HEX, DTR)
def nobody_scores_where_the_lowest_hand_is_shared(sheet):
    game = blocked(sheet, "3-4-5", "4-4-4", "5-5-5")
    settlement, _ = settled(game)
    assert settlement.items == ()
    assert settlement.round_winner is None
    return settlement


@kept("target", SCH, HEX, DTR)
def the_game_ends_with_the_round_that_brings_somebody_to_the_target(sheet):
    target = 300 if sheet.prefix == SCH else 400
    needs = 9 + (39 if sheet.prefix == SCH else 44)
    below, place = going_out(sheet, scores={"ann": target - needs - 1})
    there, _ = going_out(sheet, scores={"ann": target - needs})
    assert settled(after(below, place))[1] is None
    settlement, end = settled(after(there, place))
    assert end is not None
    assert (end.ended_by, end.winner, end.scores["ann"]) == ("target", ("ann",), target)
    return settlement, end


@kept("target", SCH, HEX, DTR)
def reaching_the_target_within_a_round_does_not_end_it(sheet):
    game, place = placing(sheet, drawn.PLAIN_144, pool="5-5-5", scores={"ann": 1000})
    ruling = accepted(game, place)
    assert [type(event) for event in ruling.events] == [TilePlaced]
    house_rules = {"ends": "at-once"}
    agreed, place = placing(sheet, drawn.PLAIN_144, pool="5-5-5", scores={"ann": 1000}, house_rules=house_rules)
    return ruling, accepted(agreed, place)


@kept("target", TRI)
def the_game_ends_with_the_move_that_reaches_400(sheet):
    below, place = placing(sheet, drawn.PLAIN_144, pool="5-5-5", scores={"ann": 390, "ben": 20})
    there, _ = placing(sheet, drawn.PLAIN_144, pool="5-5-5", scores={"ann": 391, "ben": 20})
    assert len(accepted(below, place).events) == 1
    ruling = accepted(there, place)
    assert [type(event) for event in ruling.events] == [TilePlaced, RoundEnded, GameEnded]
    _, end, over = ruling.events
    assert (end.ended_by, end.settles) == ("target", False)
    assert (over.winner, over.scores) == (("ann",), {"ann": 400, "ben": 20})
    return ruling


@kept("target", TRI)
def the_round_is_settled_if_the_same_move_ended_it(sheet):
    game, place = going_out(sheet, scores={"ann": 391})
    ruling = accepted(game, place)
    settlement, end = settled(after(game, place))
    assert ruling.events[-1].settles
    assert end is not None
    assert end.winner == ("ann",)
    return ruling, settlement, end


@broken("target", *FOUR)
def nothing_is_played_after_the_game(sheet):
    game, place = going_out(sheet, scores={"ann": 1000})
    ruling = refused(finished(after(game, place)), Draw("ben"))
    assert codes(ruling) == ["game-over"]
    return ruling


@kept("winner", SCH, HEX, TRI)
def the_highest_score_wins_whoever_went_out(sheet):
    game, place = going_out(sheet, scores={"ann": 392, "ben": 700})
    _, end = settled(after(game, place))
    assert end is not None
    assert end.winner == ("ben",)
    return end


@kept("winner", *FOUR)
def all_who_share_the_highest_score_win(sheet):
    scores = {"ann": 500, "ben": 500, "cid": 400}
    game = blocked(sheet, "3-4-5", "4-4-4", "5-5-5", scores=scores, house_rules={"empty_pool_cost": 0})
    _, end = settled(game)
    assert end is not None
    assert end.winner == ("ann", "ben")
    return end


@kept("winner-last-round", DTR)
def of_those_at_400_the_last_rounds_winner_wins_whatever_the_scores(sheet):
    game, place = going_out(sheet, scores={"ann": 392, "ben": 700})
    _, end = settled(after(game, place))
    assert end is not None
    assert end.winner == ("ann",)
    return end


@kept("winner", DTR)
def the_highest_score_wins_where_the_last_rounds_winner_is_not_at_400(sheet):
    game, place = going_out(sheet, scores={"ann": 100, "ben": 700, "cid": 500})
    _, end = settled(after(game, place))
    assert end is not None
    assert end.winner == ("ben",)
    return end


@kept("turns", *FOUR)
def scores_can_fall_below_zero(sheet):
    game = position(sheet, drawn.ZERO, "5-5-5", "0-0-1", pool="1-1-1")
    assert after(game, Draw("ann")).scores["ann"] == -5
    return accepted(after(game, Draw("ann")), Pass("ann"))
