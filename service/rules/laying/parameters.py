"""The parameters of a tile-laying sheet, each a house rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from service.rules.clauses import Fault, HouseRule
from service.rules.laying.tiles import TILES


@dataclass(frozen=True, slots=True, kw_only=True)
class LayingRules:
    """What a tile-laying sheet sets. Costs are positive; None for `draws_per_turn` is no limit.

    `endings` names what ends a round (`out`, `blocked`, `exhausted`), `moves` what a turn may be; both are
    the sheet's own and no house rules.
    """

    hand_sizes: Mapping[str, int]
    moves: tuple[str, ...] = ("place", "draw", "pass")
    endings: tuple[str, ...] = ("out", "blocked")
    target: int | None = None
    ends: str = "round-end"
    winner: str = "highest"
    opener_without_triple: str = "highest-sum"
    opening_bonus_triple: int = 0
    opening_bonus_plain: int = 0
    opening_bonus_zero: int = 0
    zero_choice: bool = False
    draw_when_able: bool = True
    draws_per_turn: int | None = None
    pass_after_draws: int | None = None
    draw_limit: int | None = None
    draw_cost: int = 5
    no_play_cost: int = 0
    empty_pool_cost: int = 0
    bridge: int | None = None
    two_sides: int | None = None
    hexagon: tuple[int, int, int] = field(default=(0, 0, 0))
    hexagon_replaces_two_sides: bool = True
    out_bonus: int = 0
    out_takes_hands: bool = True
    blocked_when: str = "stuck"
    blocked_settles: bool = True
    blocked_tie: str = "nobody"

    @property
    def draws_before_pass(self) -> int | None:
        """How many draws a pass needs while the pool lasts; None: a pass needs an empty pool."""
        return self.draws_per_turn if self.pass_after_draws is None else self.pass_after_draws


_RULES = (
    HouseRule(
        name="hand_sizes",
        type="hand-sizes",
        text="Tiles that each player is dealt, by number of players.",
        minimum=1,
        maximum=len(TILES),
        choices=("2", "3", "4", "5", "6"),
    ),
    HouseRule(name="target", type="integer", text="Score that ends the game.", minimum=1, maximum=1_000_000),
    HouseRule(
        name="ends",
        type="choice",
        choices=("round-end", "at-once"),
        text="When reaching the target ends the game: after the round's settlement, or with the move.",
    ),
    HouseRule(
        name="winner",
        type="choice",
        choices=("highest", "last-round"),
        text="Who wins the game: the highest score, or of those at the target the last round's winner first.",
    ),
    HouseRule(
        name="opener_without_triple",
        type="choice",
        choices=("highest-sum", "draw-triple"),
        text="Who opens where no hand holds a triple: the highest sum, or who draws the first triple.",
    ),
    HouseRule(name="opening_bonus_triple", type="integer", text="Points for opening with a triple but 0-0-0."),
    HouseRule(name="opening_bonus_plain", type="integer", text="Points for opening with a tile that is no triple."),
    HouseRule(name="opening_bonus_zero", type="integer", text="Points for opening with 0-0-0."),
    HouseRule(
        name="zero_choice",
        type="boolean",
        text="Whether the holder of the highest triple may open with 0-0-0 instead.",
    ),
    HouseRule(
        name="draw_when_able",
        type="boolean",
        text="Whether a player who could place may draw instead, and keep a drawn tile that fits.",
    ),
    HouseRule(
        name="draws_per_turn",
        type="integer",
        text="Most draws in a turn; null is no limit.",
        minimum=1,
        maximum=len(TILES),
        nullable=True,
    ),
    HouseRule(
        name="pass_after_draws",
        type="integer",
        text="Draws that a pass needs while the pool lasts; null takes draws_per_turn.",
        maximum=len(TILES),
        nullable=True,
    ),
    HouseRule(name="draw_limit", type="integer", text="Draws allowed in the whole solitaire.", minimum=1, maximum=55),
    HouseRule(name="draw_cost", type="integer", text="Points that each draw costs."),
    HouseRule(
        name="no_play_cost",
        type="integer",
        text="Points that a pass costs when all draws of the turn were made.",
    ),
    HouseRule(name="empty_pool_cost", type="integer", text="Points that a pass costs when the pool is empty."),
    HouseRule(name="bridge", type="integer", text="Points for closing a bridge."),
    HouseRule(name="two_sides", type="integer", text="Points for a tile that meets two or three sides."),
    HouseRule(name="hexagon", type="integers", text="Points for closing one, two and three hexagons at once."),
    HouseRule(
        name="hexagon_replaces_two_sides",
        type="boolean",
        text="Whether a hexagon is paid instead of the two sides rather than besides.",
    ),
    HouseRule(
        name="out_bonus",
        type="integer",
        text="Points for going out, or for a solitaire with every tile laid.",
    ),
    HouseRule(
        name="out_takes_hands",
        type="boolean",
        text="Whether who goes out scores the tiles left in the other hands.",
    ),
    HouseRule(
        name="blocked_when",
        type="choice",
        choices=("stuck", "all-pass"),
        text="When a round is blocked: the pool is empty and nobody can place, or everybody passed in a row.",
    ),
    HouseRule(
        name="blocked_settles",
        type="boolean",
        text="Whether the lowest hand of a blocked round scores the others.",
    ),
    HouseRule(
        name="blocked_tie",
        type="choice",
        choices=("nobody", "each"),
        text="Who scores where the lowest hand of a blocked round is shared.",
    ),
)

HOUSE_RULES: Mapping[str, HouseRule] = {rule.name: rule for rule in _RULES}


def cross_faults(rules: LayingRules) -> Sequence[Fault]:
    """Parameters that contradict each other."""
    most, needed = rules.draws_per_turn, rules.pass_after_draws
    if most is not None and needed is not None and needed > most:
        reason = f"a pass cannot need more draws than the {most} of a turn"
        return [Fault(pointer="/pass_after_draws", reason=reason)]
    return []
