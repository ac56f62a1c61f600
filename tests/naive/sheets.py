"""The sheets as plain dicts of parameters (section 2), the solitaire and Moon (section 3)."""

from typing import Any

Rules = dict[str, Any]


def hands(two: int, four: int, six: int) -> dict[str, int]:
    """Hand sizes for 2, for 3 and 4, and for 5 and 6 players."""
    return {"2": two, "3": four, "4": four, "5": six, "6": six}


SCHMIDT_FIGURES: Rules = {
    "bridge": None,
    "two_sides": None,
    "hexagon": [40, 80, 120],
    "hexagon_replaces_two_sides": True,
    "opening_bonus_triple": 5,
    "opening_bonus_plain": 5,
    "opening_bonus_zero": 5,
    "draw_cost": 5,
    "out_bonus": 20,
}

SCHMIDT: Rules = SCHMIDT_FIGURES | {
    "hand_sizes": hands(10, 8, 6),
    "target": 300,
    "ends": "round-end",
    "winner": "highest",
    "opener_without_triple": "highest-sum",
    "zero_choice": False,
    "draw_when_able": True,
    "draws_per_turn": 3,
    "no_play_cost": 0,
    "empty_pool_cost": 5,
    "out_takes_hands": True,
    "blocked_when": "stuck",
    "blocked_settles": True,
    "blocked_tie": "nobody",
}

HEXAGONO: Rules = {
    "hand_sizes": hands(9, 7, 6),
    "target": 400,
    "ends": "round-end",
    "winner": "highest",
    "opener_without_triple": "highest-sum",
    "opening_bonus_triple": 10,
    "opening_bonus_plain": 0,
    "opening_bonus_zero": 40,
    "zero_choice": True,
    "draw_when_able": True,
    "draws_per_turn": 3,
    "draw_cost": 5,
    "no_play_cost": 10,
    "empty_pool_cost": 10,
    "bridge": 40,
    "two_sides": 40,
    "hexagon": [50, 60, 70],
    "hexagon_replaces_two_sides": True,
    "out_bonus": 25,
    "out_takes_hands": True,
    "blocked_when": "all-pass",
    "blocked_settles": True,
    "blocked_tie": "nobody",
}

TRIUNGHIULAR: Rules = HEXAGONO | {
    "winner": "last-round",
    "draw_when_able": False,
    "draws_per_turn": None,
    "no_play_cost": 0,
    "hexagon": [60, 60, 60],
    "blocked_when": "stuck",
}

TRIOMINOES: Rules = {
    "hand_sizes": hands(9, 7, 6),
    "target": 400,
    "ends": "at-once",
    "winner": "highest",
    "opener_without_triple": "draw-triple",
    "opening_bonus_triple": 0,
    "opening_bonus_plain": 0,
    "opening_bonus_zero": 30,
    "zero_choice": False,
    "draw_when_able": False,
    "draws_per_turn": None,
    "draw_cost": 5,
    "no_play_cost": 0,
    "empty_pool_cost": 0,
    "bridge": 40,
    "two_sides": 0,
    "hexagon": [50, 100, 150],
    "hexagon_replaces_two_sides": False,
    "out_bonus": 0,
    "out_takes_hands": False,
    "blocked_when": "stuck",
    "blocked_settles": False,
    "blocked_tie": "nobody",
}

SOLITAIRE: Rules = SCHMIDT_FIGURES | {"draw_limit": 20}

MOON: Rules = {
    "target": 21,
    "minimum_bid": 4,
    "all_pass": "redeal",
    "allow_doubles_trump": True,
    "moon_wins_game": True,
}

SHEETS: dict[str, Rules] = {
    "schmidt-tripple-domino": SCHMIDT,
    "schmidt-solitaire": SOLITAIRE,
    "tridomino-hexagono": HEXAGONO,
    "domino-triunghiular": TRIUNGHIULAR,
    "tri-ominoes": TRIOMINOES,
    "three-player-moon": MOON,
}


def rules_of(sheet: str, house_rules: Rules | None = None) -> Rules:
    """A sheet's parameters with a game's house rules; ValueError where one is unknown or one is missing."""
    house = dict(house_rules or {})
    rules = dict(SHEETS[sheet])
    allowed = set(rules) | ({"pass_after_draws"} if "draws_per_turn" in rules else set())
    if not set(house) <= allowed:
        raise ValueError(f"no such house rules on {sheet}: {sorted(set(house) - allowed)}")
    if "hand_sizes" in house:
        house["hand_sizes"] = rules["hand_sizes"] | {str(n): size for n, size in house["hand_sizes"].items()}
    rules |= house
    if "draws_per_turn" in rules:
        rules.setdefault("pass_after_draws", rules["draws_per_turn"])
    missing = [name for name in ("bridge", "two_sides") if name in rules and rules[name] is None]
    if missing:
        raise ValueError(f"{sheet} needs house rules: {missing}")
    return rules


def players_allowed(sheet: str) -> range:
    """How many players a sheet takes."""
    if sheet == "schmidt-solitaire":
        return range(1, 2)
    return range(3, 4) if sheet == "three-player-moon" else range(2, 7)
