"""The parameters of a trick-taking sheet, and which of them are house rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.rules.clauses import Fault, HouseRule
from service.rules.tricks import suits
from service.rules.tricks.tiles import domino_set


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickRules:
    """What a trick-taking sheet sets. One tile is left over after the deal: the widow.

    `bids` ascend. `moon` is the bid that asks for every trick and ends the bidding at once, None where the
    sheet has none. These, the set and the hand size are the sheet's own and no house rules.
    """

    highest_number: int
    left_out: tuple[str, ...] = ()
    hand_size: int
    bids: tuple[int, ...]
    moon: int | None = None
    target: int
    minimum_bid: int
    all_pass: str = "redeal"
    allow_doubles_trump: bool = True
    moon_wins_game: bool = False

    @property
    def tiles(self) -> tuple[str, ...]:
        """The whole set, in order of the names."""
        return domino_set(self.highest_number, self.left_out)

    @property
    def open_bids(self) -> tuple[int, ...]:
        """The bids that are not under the lowest one taken, ascending."""
        return tuple(bid for bid in self.bids if bid >= self.minimum_bid)

    @property
    def trumps(self) -> tuple[str, ...]:
        """What may be named trump."""
        return suits.trumps(self.highest_number, doubles=self.allow_doubles_trump)

    @property
    def tricks(self) -> int:
        """How many tricks a hand has: every tile but the discard is played."""
        return self.hand_size

    def tricks_needed(self, bid: int) -> int:
        """How many tricks make a bid."""
        return self.tricks if bid == self.moon else bid


_RULES = (
    HouseRule(name="target", type="integer", text="Score that ends the game.", minimum=1, maximum=1_000_000),
    HouseRule(name="minimum_bid", type="integer", text="The lowest bid taken; one of the sheet's bids.", minimum=1),
    HouseRule(
        name="all_pass",
        type="choice",
        choices=("redeal", "force-last"),
        text="When nobody bids: the hand is void and dealt anew, or the last seat must play for the lowest bid.",
    ),
    HouseRule(name="allow_doubles_trump", type="boolean", text="Whether the doubles can be named trump."),
    HouseRule(
        name="moon_wins_game",
        type="boolean",
        text="Whether making the bid that asks for every trick wins the game at once, whatever the scores.",
    ),
)

HOUSE_RULES: Mapping[str, HouseRule] = {rule.name: rule for rule in _RULES}


def cross_faults(rules: TrickRules) -> Sequence[Fault]:
    """Parameters that contradict each other."""
    if rules.minimum_bid not in rules.bids:
        reason = f"takes one of the bids: {', '.join(map(str, rules.bids))}"
        return [Fault(pointer="/minimum_bid", reason=reason)]
    return []
