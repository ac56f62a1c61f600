"""Openings, seeds, reasons, deals and records as bodies."""

from collections.abc import Callable
from typing import Any

import pytest

from service.application.problems import Problem
from service.edge.records import read_deal, read_record
from service.edge.requests import read_opening, read_reason, read_seed
from service.rules.library import load

GAME = {"ruleset": "tridomino-hexagono", "players": ["red", "blue"], "dealer": "service"}
LIBRARY = load()
RECORD: dict[str, Any] = {
    "format": "domino-referee/record",
    "format_version": 1,
    "ruleset": "tridomino-hexagono",
    "players": ["red", "blue"],
    "rounds": [],
}
ROUND: dict[str, Any] = {"deal": {"hands": {"red": ["0-0-0"], "blue": None}}, "moves": []}


def pointers(read: Callable[[Any], Any], body: Any) -> set[str]:
    """Where a body is malformed."""
    with pytest.raises(Problem) as caught:
        read(body)
    assert caught.value.kind == "malformed"
    return {fault.pointer for fault in caught.value.faults}


def of_record(body: Any) -> Any:
    return read_record(LIBRARY, body)


def test_an_opening_needs_only_its_sheet_its_players_and_its_dealer() -> None:
    opening = read_opening(GAME)
    assert (opening.players, opening.await_seeds, opening.public, opening.edition) == (
        ("red", "blue"),
        False,
        False,
        None,
    )


@pytest.mark.parametrize("body", [None, [], "x", 1, False])
def test_a_body_is_an_object(body: Any) -> None:
    for read in (read_opening, read_seed, read_reason, read_deal, of_record):
        assert pointers(read, body) == {""}


def test_what_is_missing_is_pointed_at() -> None:
    assert pointers(read_opening, {}) == {"/ruleset", "/players", "/dealer"}
    assert pointers(read_seed, {}) == {"/seed"}
    assert pointers(read_reason, {}) == {"/reason"}
    assert pointers(read_deal, {}) == {"/hands"}


@pytest.mark.parametrize(
    ("field", "value", "pointer"),
    [
        ("ruleset", 1, "/ruleset"),
        ("ruleset", "x" * 65, "/ruleset"),
        ("players", "red", "/players"),
        ("players", {"red": 1}, "/players"),
        ("players", ["red", 2], "/players/1"),
        ("players", ["red", None], "/players/1"),
        ("dealer", "nobody", "/dealer"),
        ("dealer", None, "/dealer"),
        ("house_rules", [], "/house_rules"),
        ("house_rules", None, "/house_rules"),
        ("edition", 0, "/edition"),
        ("edition", 1.0, "/edition"),
        ("edition", True, "/edition"),
        ("edition", "1", "/edition"),
        ("await_seeds", 1, "/await_seeds"),
        ("await_seeds", "true", "/await_seeds"),
        ("public", 0, "/public"),
        ("public", "yes", "/public"),
        ("public", None, "/public"),
        ("seed", "x", "/seed"),
        ("", 1, "/"),
    ],
)
def test_an_opening_is_strict(field: str, value: Any, pointer: str) -> None:
    assert pointers(read_opening, {**GAME, field: value}) == {pointer}


@pytest.mark.parametrize(
    ("deal", "found"),
    [
        ({"hands": {"red": ["0-0-0", 5]}}, {"/hands/red/1"}),
        ({"hands": {"red": "0-0-0"}}, {"/hands/red"}),
        ({"hands": {"a/b": [1], "value": [2], "key": ["0-0-0"]}}, {"/hands/a~1b/0", "/hands/value/0"}),
        ({"hands": {"": []}}, {"/hands/"}),
        ({"hands": {"x" * 65: []}}, {"/hands/" + "x" * 65}),
        ({"hands": []}, {"/hands"}),
        ({"hands": None}, {"/hands"}),
        ({"hands": {}, "pool": "0-0-0"}, {"/pool"}),
        ({"hands": {}, "pool": ["0-0-0", None]}, {"/pool/1"}),
        ({"hands": {}, "widow": 66}, {"/widow"}),
        ({"hands": {}, "first_bidder": None}, {"/first_bidder"}),
        ({"hands": {}, "opening_draws": [{"player": "red"}]}, {"/opening_draws/0/tile"}),
        ({"hands": {}, "opening_draws": [1]}, {"/opening_draws/0"}),
        ({"hands": {}, "shuffle": 1}, {"/shuffle"}),
    ],
)
def test_a_deal_is_strict(deal: Any, found: set[str]) -> None:
    assert pointers(read_deal, deal) == found


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"format": "other"}, {"/format"}),
        ({"format_version": 2}, {"/format_version"}),
        ({"format_version": True}, {"/format_version"}),
        ({"format_version": 1.0}, {"/format_version"}),
        ({"ruleset": "chess"}, {"/ruleset"}),
        ({"edition": 99}, {"/edition"}),
        ({"edition": 0}, {"/edition"}),
        ({"players": ["red"]}, {"/players"}),
        ({"players": ["red", "RED"]}, {"/players/1"}),
        ({"players": ["red", "a\x00b"]}, {"/players/1"}),
        ({"house_rules": {"target": "400"}}, {"/house_rules/target"}),
        ({"house_rules": {"no/such": 1}}, {"/house_rules/no~1such"}),
        ({"rounds": {}}, {"/rounds"}),
        ({"rounds": [{}]}, {"/rounds/0/deal", "/rounds/0/moves"}),
        ({"rounds": [{**ROUND, "moves": [{"type": "pass"}]}]}, {"/rounds/0/moves/0/player"}),
        ({"rounds": [{**ROUND, "moves": [{"type": "fly", "player": "red"}]}]}, {"/rounds/0/moves/0/type"}),
        (
            {"rounds": [ROUND, {**ROUND, "moves": [{"type": "pass", "player": "red", "claimed": 1.0}]}]},
            {"/rounds/1/moves/0/claimed"},
        ),
        ({"rounds": [{**ROUND, "claimed_scores": {"red": "5", "blue": True}}]}, {
            "/rounds/0/claimed_scores/red",
            "/rounds/0/claimed_scores/blue",
        }),
        ({"rounds": [{**ROUND, "deal": {"hands": {"red": [0]}}}]}, {"/rounds/0/deal/hands/red/0"}),
        ({"claimed_winner": "red"}, {"/claimed_winner"}),
        ({"proof": {"events": [1]}}, {"/proof/events/0"}),
        ({"proof": {}}, {"/proof/events"}),
        ({"receipts": [1]}, {"/receipts/0"}),
        ({"comment": "x"}, {"/comment"}),
    ],
)  # fmt: skip
def test_a_record_is_strict(changes: dict[str, Any], found: set[str]) -> None:
    assert pointers(of_record, {**RECORD, **changes}) == found


def test_a_claim_may_be_left_open() -> None:
    record = of_record({**RECORD, "rounds": [{**ROUND, "moves": [{"type": "pass", "player": "red", "claimed": None}]}]})
    assert record.rounds[0].moves[0].claimed is None


@pytest.mark.parametrize("seed", ["", "x" * 257, 1, None])
def test_a_seed_is_a_string_of_1_to_256_characters(seed: Any) -> None:
    assert pointers(read_seed, {"seed": seed}) == {"/seed"}
    assert read_seed({"seed": "x" * 256}) == "x" * 256


@pytest.mark.parametrize("reason", ["", "x" * 1001, 1, None])
def test_a_reason_is_a_string_of_1_to_1000_characters(reason: Any) -> None:
    assert pointers(read_reason, {"reason": reason}) == {"/reason"}
