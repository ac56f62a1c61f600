"""The pocket sheet of the tests: a trick game of another size is parameters in one file, and editions stay apart."""

from pathlib import Path

import pytest

from service.rules.library import SheetError, load
from service.rules.moves import Bid, Declare, Discard, Pass, Play
from tests.rules.moon import after, deal_of, dealt, next_round, played, points_of, settled, violations, winner_of

SHEETS = Path(__file__).parents[1] / "sheets"
LIBRARY = load([SHEETS])
FIRST, SECOND = (LIBRARY.find("pocket-moon", edition) for edition in (1, 2))
HANDS = {"ann": "3-3 3-2 1-1", "ben": "3-1 2-2 1-0", "cat": "3-0 2-1 2-0"}


def to_the_lead(sheet=FIRST, **given):
    """Ann has bid 2, laid the widow away and named suit 3."""
    game = dealt(HANDS, sheet=sheet, **given)
    game = after(game, Bid("ann", 2), Pass("ben"), Pass("cat"))
    return after(game, Discard("ann", "0-0"), Declare("ann", "3"))


def test_a_sheet_is_found_by_its_file_being_there(tmp_path):
    assert load([tmp_path]).find("pocket-moon") is None
    (tmp_path / "pocket_moon.py").write_text((SHEETS / "pocket_moon.py").read_text())
    assert load([tmp_path]).find("pocket-moon").title == "Pocket Moon"


def test_a_file_dropped_in_twice_is_refused(tmp_path):
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text((SHEETS / "pocket_moon.py").read_text())
    with pytest.raises(SheetError, match="edition 1 of pocket-moon"):
        load([tmp_path])


def test_its_set_hands_and_bids_are_its_own():
    assert len(FIRST.rules.tiles) == 10
    assert FIRST.rules.trumps == ("0", "1", "2", "3", "doubles", "none")
    assert violations(dealt(HANDS, sheet=FIRST), Bid("ann", 4))["bid-out-of-range"].facts["bids"] == [1, 2, 3]
    assert violations(dealt(HANDS, sheet=FIRST), Bid("ann", 4))["bid-out-of-range"].clause == "POM-bids"


def test_without_a_moon_the_highest_bid_leaves_the_others_their_word():
    assert after(dealt(HANDS, sheet=FIRST), Bid("ann", 3)).turn == "ben"


def test_a_hand_is_over_after_three_tricks():
    game = played(to_the_lead(), "3-3 3-1 3-0  3-2 1-0 2-0  1-1 2-2 2-1")
    assert points_of(game) == [("ann", 2, "contract-made", "POM-score")]
    assert [trick.player for trick in game.table.tricks] == ["ann"] * 3
    assert winner_of(game) is None


def test_a_blank_is_a_number_like_any_other():
    game = after(dealt(HANDS, sheet=FIRST), Bid("ann", 2), Pass("ben"), Pass("cat"))
    game = after(game, Discard("ann", "0-0"), Declare("ann", "0"))
    assert set(violations(played(game, "3-3 3-1"), Play("cat", "2-1"))) == set()
    game = played(game, "3-3 3-1 3-0")
    assert game.turn == "cat"


def test_the_game_ends_at_its_own_target():
    game = played(to_the_lead(scores={"ann": 3, "ben": 0, "cat": 0}), "3-3 3-1 3-0  3-2 1-0 2-0  1-1 2-2 2-1")
    assert winner_of(game) == ("ann",)
    assert settled(game)[1].clause == "POM-end"


def test_a_second_edition_leaves_games_of_the_first_as_they_are():
    assert LIBRARY.editions("pocket-moon") == (1, 2)
    assert LIBRARY.newest["pocket-moon"] is SECOND
    naming = {
        sheet.edition: after(dealt(HANDS, sheet=sheet), Bid("ann", 3), Pass("ben"), Pass("cat"), Discard("ann", "0-0"))
        for sheet in (FIRST, SECOND)
    }
    assert not violations(naming[1], Declare("ann", "doubles"))
    assert set(violations(naming[2], Declare("ann", "doubles"))) == {"trump-not-allowed"}
    assert FIRST.clause_by_id["POM-trump"].text != SECOND.clause_by_id["POM-trump"].text


def test_a_void_hand_is_dealt_anew():
    void = after(dealt(HANDS, sheet=FIRST), Pass("ann"), Pass("ben"), Pass("cat"))
    assert settled(void)[0].clause == "POM-void"
    assert next_round(void, deal_of(HANDS, first="ben")).turn == "ben"
