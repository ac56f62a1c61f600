"""House rules for random games, so that every named rule is seen set otherwise."""

from typing import Any

Houses = list[dict[str, Any]]


def small_hands(size: int) -> dict[str, int]:
    """Equal hands for any number of players."""
    return {str(players): size for players in range(2, 7)}


LAYING: Houses = [
    {"hand_sizes": small_hands(3), "blocked_tie": "each", "draws_per_turn": 3, "draw_when_able": True},
    {"hand_sizes": small_hands(2), "opener_without_triple": "draw-triple", "target": 100},
    {"hand_sizes": small_hands(2), "opener_without_triple": "highest-sum", "opening_bonus_plain": 7},
    {"ends": "at-once", "target": 90},
    {"ends": "round-end", "target": 150},
    {"winner": "last-round", "target": 60, "out_bonus": 3},
    {"winner": "highest", "target": 60, "out_takes_hands": False},
    {"zero_choice": True, "opening_bonus_triple": 6, "opening_bonus_zero": 50, "hand_sizes": small_hands(9)},
    {"zero_choice": False},
    {"draw_when_able": True},
    {"draw_when_able": False},
    {"draws_per_turn": 2, "no_play_cost": 4, "empty_pool_cost": 3},
    {"draws_per_turn": None, "draw_cost": 2},
    {"draws_per_turn": 3, "pass_after_draws": 1, "no_play_cost": 8},
    {"draws_per_turn": None, "pass_after_draws": 2},
    {"blocked_when": "all-pass", "draws_per_turn": 1, "draw_when_able": True},
    {"blocked_when": "stuck", "blocked_settles": True, "blocked_tie": "each"},
    {"blocked_settles": False, "draws_per_turn": 2, "blocked_when": "all-pass", "draw_when_able": True},
    {"bridge": 11, "two_sides": 13, "hexagon": [17, 19, 23], "hexagon_replaces_two_sides": False},
    {"bridge": 0, "two_sides": 9, "hexagon": [5, 6, 7], "hexagon_replaces_two_sides": True},
    {"out_takes_hands": True, "out_bonus": 4, "ends": "round-end", "target": 120},
    {"blocked_settles": True, "blocked_when": "all-pass", "draws_per_turn": 1, "draw_when_able": True},
    {"blocked_when": "all-pass", "blocked_tie": "nobody", "draws_per_turn": 1, "hand_sizes": small_hands(3)},
]

SOLITAIRE: Houses = [
    {"draw_limit": 55},
    {"draw_limit": 5},
    {"draw_limit": 1},
    {"draw_limit": 30, "draw_cost": 1, "out_bonus": 50},
    {"bridge": 5, "two_sides": 6, "hexagon": [7, 8, 9], "hexagon_replaces_two_sides": False},
    {"opening_bonus_triple": 1, "opening_bonus_plain": 2, "opening_bonus_zero": 3, "draw_limit": 10},
]

MOON: Houses = [
    {"all_pass": "force-last"},
    {"all_pass": "force-last", "minimum_bid": 6},
    {"minimum_bid": 5, "target": 12},
    {"minimum_bid": 7},
    {"allow_doubles_trump": False},
    {"moon_wins_game": False},
    {"target": 9, "allow_doubles_trump": False},
]


def houses_for(sheet: str) -> Houses:
    """House rules worth trying on a sheet."""
    return {"schmidt-solitaire": SOLITAIRE, "three-player-moon": MOON}.get(sheet, LAYING)
