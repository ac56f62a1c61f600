"""The violation codes: stable names, never renumbered, renamed or reused."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Code:
    """A violation's title and the sentence that its facts fill."""

    title: str
    template: str

    def sentence(self, facts: Mapping[str, Any]) -> str:
        """The template with the facts written out for people."""
        return self.template.format_map({name: _words(value) for name, value in facts.items()})


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key} {_words(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        if value and all(isinstance(part, int) for part in value):
            return f"[{', '.join(map(str, value))}]"
        return "; ".join(map(_words, value)) or "none"
    return "nobody" if value is None else str(value)


CODES: dict[str, Code] = {
    "game-over": Code("The game is over", "The game has ended; no further move is taken."),
    "round-over": Code("The round is over", "The round has ended; the next one has not been dealt."),
    "wrong-phase": Code("Not in this phase", "'{move}' is no move of the phase '{phase}'."),
    "not-your-turn": Code("Not your turn", "It is the turn of {turn}, not of {player}."),
    "must-open": Code(
        "The round must be opened", "The first turn of a round lays the opening tile; '{move}' is not open."
    ),
    "wrong-opening-tile": Code("Not the opening tile", "{tile} does not open the round; what does: {needed}."),
    "opening-off-origin": Code("Opening off the origin", "The first tile lies at {needed}, not at {at}."),
    "unknown-tile": Code("No such tile", "'{tile}' is no tile of the set."),
    "mirrored-tile": Code("Mirrored tile", "No tile reads {corners} clockwise; {tile} turned reads one of: {turns}."),
    "tile-not-in-hand": Code("Not in hand", "{player} does not hold {tile}."),
    "tile-already-played": Code("Already played", "{tile} was played before."),
    "cell-occupied": Code("Cell occupied", "A tile lies at {at} already."),
    "not-adjacent": Code("Not adjacent", "No laid tile shares a side with {at}."),
    "corner-mismatch": Code("Corners do not match", "At {at} the laid tiles ask otherwise: {corners}."),
    "must-place": Code("A fitting tile must be placed", "A tile in hand fits: {could}."),
    "must-draw": Code(
        "Tiles must be drawn first",
        "The pool holds {pool_count} tiles and {draws} were drawn this turn; a pass needs more draws first.",
    ),
    "draw-limit": Code("No more draws", "{limit} draws are allowed and {draws} were made."),
    "pool-empty": Code("The pool is empty", "No tile is left to draw."),
    "wrong-tile-drawn": Code("Not the next tile", "The tile named cannot be the one that is drawn next."),
    "bid-out-of-range": Code("No such bid", "{value} is no bid; bids are: {bids}."),
    "bid-too-low": Code("Bid too low", "A bid must be higher than {highest}; {value} is not."),
    "trump-not-allowed": Code("Trump not allowed", "'{trump}' cannot be trump; what can: {trumps}."),
    "must-follow-trump": Code("Trump must be followed", "A trump ({suit}) was led and can be followed with: {could}."),
    "must-follow-suit": Code("Suit must be followed", "Suit {suit} was led and can be followed with: {could}."),
}
