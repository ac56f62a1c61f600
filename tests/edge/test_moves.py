"""Posted moves: strict types, ranges, no field too many."""

from typing import Any

import pytest

from service.application.problems import Problem
from service.edge.moves import MOVE_SCHEMAS, read_move, typed_move
from service.rules.moves import Bid, Declare, Discard, Draw, Pass, Place, Play, Resign, Stop, Timeout

PLACE = {"type": "place", "at": [0, 0], "corners": [0, 1, 5]}


def pointers(body: Any) -> set[str]:
    """Where a move is malformed."""
    with pytest.raises(Problem) as caught:
        read_move(body)
    assert caught.value.kind == "malformed"
    return {fault.pointer for fault in caught.value.faults}


@pytest.mark.parametrize(
    ("body", "move"),
    [
        (PLACE, Place("red", (0, 0), (0, 1, 5))),
        ({**PLACE, "at": [-200, 200]}, Place("red", (-200, 200), (0, 1, 5))),
        ({"type": "draw"}, Draw("red")),
        ({"type": "draw", "tile": None}, Draw("red")),
        ({"type": "draw", "tile": "0-1-5"}, Draw("red", "0-1-5")),
        ({"type": "pass"}, Pass("red")),
        ({"type": "stop"}, Stop("red")),
        ({"type": "bid", "value": 21}, Bid("red", 21)),
        ({"type": "discard", "tile": "6-5"}, Discard("red", "6-5")),
        ({"type": "declare", "trump": "doubles"}, Declare("red", "doubles")),
        ({"type": "play", "tile": "6-5"}, Play("red", "6-5")),
        ({"type": "resign"}, Resign("red")),
        ({"type": "timeout"}, Timeout("red")),
    ],
)
def test_every_move_of_the_contract_is_read(body: dict[str, Any], move: Any) -> None:
    assert typed_move(read_move(body), "red") == move
    assert typed_move(read_move({**body, "player": "red"}), "red") == move


@pytest.mark.parametrize("body", [None, [], "place", 1, True, {}, {"type": None}, {"type": []}, {"type": "Place"}])
def test_what_names_no_move_is_malformed(body: Any) -> None:
    assert pointers(body) == ({"/type"} if isinstance(body, dict) else {""})


@pytest.mark.parametrize("name", MOVE_SCHEMAS)
def test_no_move_takes_an_unknown_field_or_a_claim(name: str) -> None:
    whole = {"at": [0, 0], "corners": [0, 0, 0], "value": 4, "trump": "0", "tile": "6-5"}
    body = {"type": name, **{field: whole[field] for field in MOVE_SCHEMAS[name]().fields if field in whole}}
    assert read_move(body)
    assert pointers({**body, "claimed": 9}) == {"/claimed"}
    assert pointers({**body, "score/delta": 1, "x~y": 2}) == {"/score~1delta", "/x~0y"}


@pytest.mark.parametrize("player", ["", "x" * 65, 1, None, ["red"], True])
def test_a_player_is_a_name(player: Any) -> None:
    assert pointers({**PLACE, "player": player}) == {"/player"}


@pytest.mark.parametrize(
    ("at", "found"),
    [
        ([0], {"/at"}),
        ([0, 0, 0], {"/at"}),
        ([], {"/at"}),
        ("00", {"/at"}),
        ({"x": 0, "y": 0}, {"/at"}),
        (None, {"/at"}),
        ([0, 201], {"/at/1"}),
        ([-201, 0], {"/at/0"}),
        ([True, False], {"/at/0", "/at/1"}),
        ([0.0, 0], {"/at/0"}),
        ([2.5, 0], {"/at/0"}),
        (["0", 0], {"/at/0"}),
        ([None, 0], {"/at/0"}),
        ([[0], 0], {"/at/0"}),
    ],
)
def test_a_cell_is_two_integers_within_bounds(at: Any, found: set[str]) -> None:
    assert pointers({**PLACE, "at": at}) == found


@pytest.mark.parametrize(
    ("corners", "found"),
    [
        ([0, 1], {"/corners"}),
        ([0, 1, 2, 3], {"/corners"}),
        (None, {"/corners"}),
        ("0-1-5", {"/corners"}),
        ([0, 1, 6], {"/corners/2"}),
        ([-1, 1, 2], {"/corners/0"}),
        ([0, 1, 2.0], {"/corners/2"}),
        ([0, True, 2], {"/corners/1"}),
        ([0, 1, "5"], {"/corners/2"}),
        ([0, 1, 2**53 - 1], {"/corners/2"}),
    ],
)
def test_corners_are_three_integers_from_0_to_5(corners: Any, found: set[str]) -> None:
    assert pointers({**PLACE, "corners": corners}) == found


def test_every_fault_of_a_move_is_pointed_at() -> None:
    assert pointers({"type": "place", "at": [0, 999], "player": 3, "extra": 1}) == {
        "/at/1",
        "/corners",
        "/extra",
        "/player",
    }


@pytest.mark.parametrize("value", [True, 4.0, "4", None, [4]])
def test_a_bid_is_an_integer(value: Any) -> None:
    assert pointers({"type": "bid", "value": value}) == {"/value"}


@pytest.mark.parametrize("tile", ["", "x" * 17, 65, None, ["6-5"]])
def test_a_tile_is_a_short_name(tile: Any) -> None:
    for name in ("play", "discard"):
        assert pointers({"type": name, "tile": tile}) == {"/tile"}
    assert pointers({"type": "declare", "trump": tile}) == {"/trump"}
    if tile is not None:
        assert pointers({"type": "draw", "tile": tile}) == {"/tile"}
