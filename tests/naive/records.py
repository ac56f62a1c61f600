"""Records of random games, with every claim true, and what an audit of them must say."""

import random
from typing import Any

from tests.naive.choices import STYLES, choose
from tests.naive.game import Game
from tests.naive.plans import deal_for, plan_of
from tests.naive.play import apply, deal, legal_moves, new_game
from tests.naive.replay import round_report, sums
from tests.naive.sheets import players_allowed

Record = dict[str, Any]
SCHMIDT_PRICES = {"bridge": 20, "two_sides": 30}
MOST_ROUNDS = {"three-player-moon": 60}


def random_record(
    sheet: str,
    seed,
    players: int | None = None,
    house_rules: dict[str, Any] | None = None,
    max_rounds: int | None = None,
    style: str | None = None,
    planned: bool = False,
) -> tuple[Record, dict[str, Any]]:
    """A record of a game played at random from a seed, and what is expected of its audit.

    Schmidt's sheets get a price for bridges and two sides where the house rules bring none. `planned`
    begins the first round with a deal and moves by which one tile closes two or three hexagons.
    """
    rng = random.Random(f"{sheet}/{seed}")
    house = dict(house_rules or {})
    if sheet.startswith("schmidt"):
        house = SCHMIDT_PRICES | house
    number = players or rng.choice(list(players_allowed(sheet)))
    game = new_game(sheet, [f"p{seat}" for seat in range(1, number + 1)], house)
    style = style or rng.choice(STYLES)
    record: Record = {
        "format": "domino-referee/record",
        "format_version": 1,
        "ruleset": sheet,
        "edition": 1,
        "house_rules": house,
        "players": list(game.players),
        "rounds": [],
    }
    expect: dict[str, Any] = {"verdict": "upheld", "rounds": []}
    for count in range(max_rounds or MOST_ROUNDS.get(sheet, 40)):
        played, seen = random_round(game, style, rng, plan_of(rng) if planned and count == 0 else [])
        record["rounds"].append(played)
        expect["rounds"].append(seen)
        if game.over:
            record["claimed_winner"] = list(game.winner)
            break
    expect |= {
        "scores": dict(game.scores),
        "winner": list(game.winner) if game.over else None,
        "game_over": game.over,
    }
    return record, expect


def random_round(game: Game, style: str, rng, plan: list) -> tuple[dict[str, Any], dict[str, Any]]:
    """Deals and plays one round; its part of the record, and of what is expected."""
    dealt = deal_for(game, plan, rng) if plan else deal(game, rng)
    played: dict[str, Any] = {"deal": dealt, "moves": []}
    seen: dict[str, Any] = {"moves": []}
    while not game.round_over:
        move = choose(game, legal_moves(game), style, rng, plan)
        items = apply(game, move)
        played["moves"].append({**move, "claimed": sum(points for _, points, _ in items)})
        seen["moves"].append([[reason, points] for _, points, reason in items])
    settled = sums(game)
    if settled is not None:
        played["claimed_settlement"] = settled
    played["claimed_scores"] = dict(game.scores)
    return played, seen | round_report(game)
