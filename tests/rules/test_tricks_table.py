"""The table of a trick game: what everybody sees of it, and booking for who may not know every tile."""

from dataclasses import replace

import pytest

from service.rules.events import TileDiscarded
from service.rules.game import fold, initial
from service.rules.moves import Bid, Declare, Discard, Pass, Play
from tests.rules.moon import MOON, contract, deal_of, dealt, events_of, opened, played


def test_everybody_sees_bids_contract_trump_and_tricks_but_no_hidden_tile():
    game = played(contract(dealt(), 5, "0-0", "3"), "5-4 5-5 2-2  5-1")
    assert MOON.kind.show(game) == {
        "first_bidder": "ann",
        "bids": [
            {"player": "ann", "value": 5, "forced": False},
            {"player": "ben", "value": None, "forced": False},
            {"player": "cat", "value": None, "forced": False},
        ],
        "contract": {"player": "ann", "value": 5},
        "trump": "3",
        "leader": "ben",
        "trick": [{"player": "ben", "tile": "5-1"}],
        "tricks": [
            {
                "player": "ben",
                "tile": "5-5",
                "plays": [
                    {"player": "ann", "tile": "5-4"},
                    {"player": "ben", "tile": "5-5"},
                    {"player": "cat", "tile": "2-2"},
                ],
            }
        ],
    }


def test_a_table_just_dealt_shows_the_first_bidder_alone():
    shown = MOON.kind.show(dealt(first="cat"))
    assert {name: value for name, value in shown.items() if value} == {"first_bidder": "cat"}


MOVES = [
    Bid("ann", 5),
    Pass("ben"),
    Pass("cat"),
    Discard("ann", "0-0"),
    Declare("ann", "3"),
    *(Play(player, tile) for player, tile in [("ann", "5-4"), ("ben", "5-5"), ("cat", "2-2"), ("ben", "5-1")]),
]


@pytest.mark.parametrize("knows", [None, "ann", "ben"])
def test_who_sees_a_part_only_books_the_same_game_with_unknown_tiles_in_it(knows):
    """The events as a caller gets them whose hands are sealed but one: that of `knows`."""
    whole = initial(MOON, opened().terms)
    given = deal_of()
    deal = MOON.kind.open_round(MOON, whole.rules, terms=whole.terms, number=1, scores=whole.scores, deal=given)
    hands = {player: hand if player == knows else (None,) * 7 for player, hand in deal.hands.items()}
    whole, part = fold(whole, [deal]), fold(whole, [replace(deal, hands=hands, widow=None)])
    for move in MOVES:
        events = events_of(whole, move)
        whole = fold(whole, events)
        sealed = [
            replace(event, tile=None) if isinstance(event, TileDiscarded) and knows != "ann" else event
            for event in events
        ]
        # Ann's own discard was the widow, which the deal kept sealed from her too until she took it.
        part = fold(part, sealed)
        assert (part.phase, part.turn, part.version) == (whole.phase, whole.turn, whole.version)
        assert MOON.kind.show(part) == MOON.kind.show(whole)
        assert {p: len(h) for p, h in part.table.hands.items()} == {p: len(h) for p, h in whole.table.hands.items()}
    unknown = {player: (None,) * len(hand) for player, hand in whole.table.hands.items()}
    assert part.table.hands == {**unknown, **({knows: whole.table.hands[knows]} if knows else {})}
