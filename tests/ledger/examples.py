"""One event of every form that is written, and of every shape that a form takes; their golden files bear the names.

`python -m tests.ledger.examples` writes the files that are missing. A file that is there is never changed: what was
written once is read for ever. A form that is no longer written keeps its files and loses its example.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from service.ledger.codec import encode
from service.rules import events as e
from service.rules.rulings import ScoreItem

GOLDEN = Path(__file__).with_name("golden")

TERMS = e.Terms(
    ruleset="tridomino-hexagono",
    edition=1,
    house_rules={"target": 300, "hexagon": [50, 60, 70], "hand_sizes": {"2": 7}, "draws_per_turn": None},
    players=("Zoë", "Ben"),
    dealer="service",
    public=True,
    engine="0.1.0",
)
ITEMS = (ScoreItem("Zoë", 9, "tile", "HEX-7"), ScoreItem("Zoë", -5, "draw", "HEX-11"))

EXAMPLES: Mapping[str, e.Event] = {
    "game-opened.1.service": e.GameOpened(terms=TERMS, await_seeds=True, commitment="c" * 64, root="a" * 64),
    "game-opened.1.client": e.GameOpened(terms=TERMS),
    "seed-given.1": e.SeedGiven("Zoë", "a seed of ours ✓"),
    "seeding-closed.1": e.SeedingClosed("referee"),
    "awaiting-deal.1": e.DealAwaited(2),
    "round-dealt.1.known-pool": e.RoundDealt(
        terms=TERMS,
        round=2,
        scores={"Zoë": 40, "Ben": -5},
        hands={"Zoë": ("0-0-1", "0-1-2"), "Ben": ("1-2-3", "2-3-4")},
        pool=("0-0-2", "5-5-5", "0-0-3"),
        opening_draws=(
            e.OpeningDraw(player="Zoë", place=0, tile="0-0-2"),
            e.OpeningDraw(player="Ben", place=1, tile="5-5-5"),
        ),
        phase="opening",
        turn="Ben",
        clause="TRI-4",
        key_commitment="d" * 64,
    ),
    "round-dealt.1.unknown-pool": e.RoundDealt(
        terms=TERMS,
        round=1,
        scores={"Zoë": 0, "Ben": 0},
        hands={"Zoë": ("0-0-1",), "Ben": ("1-2-3",)},
        pool=(None, None, None),
        pool_known=False,
        opening_draws=(e.OpeningDraw(player="Zoë", place=0, tile="5-5-5"),),
        phase="opening",
        turn="Zoë",
        clause="TRI-4",
    ),
    "round-dealt.1.tricks": e.RoundDealt(
        terms=TERMS,
        round=1,
        scores={"Zoë": 0, "Ben": 0},
        hands={"Zoë": ("6-6", "6-5"), "Ben": ("1-0", "2-1")},
        widow="4-3",
        first_bidder="Ben",
        phase="bidding",
        turn="Ben",
        clause="MOON-3",
        key_commitment="d" * 64,
    ),
    "tile-placed.1": e.TilePlaced(player="Zoë", at=(-3, 2), corners=(5, 0, 1), draws=2, items=ITEMS, turn=None),
    "tile-drawn.1.known-pool": e.TileDrawn(player="Zoë", place=7, tile="0-0-3", items=ITEMS[1:]),
    "tile-drawn.1.unknown-pool": e.TileDrawn(player="Zoë", place=7, tile="0-0-3", items=(), pool_known=False),
    "turn-passed.1": e.TurnPassed(player="Zoë", draws=3, items=ITEMS[1:], turn="Ben"),
    "play-stopped.1": e.PlayStopped("Zoë"),
    "bid-made.1": e.BidMade(player="Zoë", value=5, turn="Ben"),
    "bid-made.1.none": e.BidMade(player="Zoë", value=None, turn=None),
    "bid-made.1.forced": e.BidMade(player="Zoë", value=4, turn=None, forced=True),
    "widow-taken.1": e.WidowTaken("Zoë", 5),
    "tile-discarded.1": e.TileDiscarded("Zoë", "2-1"),
    "trump-declared.1": e.TrumpDeclared("Zoë", "doubles"),
    "tile-played.1": e.TilePlayed(player="Zoë", tile="6-5", turn="Ben"),
    "trick-taken.1": e.TrickTaken(player="Ben", tile="6-6", clause="MOON-9", turn=None),
    "seat-forfeited.1": e.SeatForfeited(player="Ben", how="timeout"),
    "round-ended.1": e.RoundEnded(round=2, ended_by="out", clause="HEX-14", settles=True),
    "round-settled.1": e.RoundSettled(
        round=2,
        items=ITEMS,
        clause="HEX-15",
        scores={"Zoë": 44, "Ben": -5},
        round_winner="Zoë",
        key="e" * 64,
    ),
    "game-ended.1": e.GameEnded(
        ended_by="target", winner=("Zoë",), scores={"Zoë": 444, "Ben": -5}, clause="HEX-16", root="a" * 64
    ),
    "game-ended.1.closed": e.GameEnded(ended_by="closed", winner=(), scores={"Zoë": 4, "Ben": 4}, note="rain"),
}


def stored(event: e.Event) -> dict[str, Any]:
    """An event as its golden file tells it."""
    written = encode(event)
    return {
        "type": written.type,
        "schema": written.schema,
        "data": written.data,
        "secrets": dict(written.secrets),
    }


def main() -> None:
    """Writes the golden files that are missing."""
    for name, event in EXAMPLES.items():
        file = GOLDEN / f"{name}.json"
        if not file.exists():
            file.write_text(json.dumps(stored(event), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
