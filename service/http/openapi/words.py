"""The words of answers whose lists may grow, and the violation codes as a list for readers."""

from string import Formatter

from service.rules.codes import CODES

PHASES = (
    "awaiting-seeds",
    "awaiting-deal",
    "opening",
    "playing",
    "bidding",
    "discarding",
    "declaring",
    "settling",
    "over",
)
ENDINGS = (
    "out",
    "blocked",
    "target",
    "played",
    "moon",
    "void",
    "stopped",
    "exhausted",
    "resigned",
    "timeout",
    "closed",
)
REASONS = (
    "tile-value",
    "opening-bonus",
    "bridge",
    "two-sides",
    "hexagon",
    "draw",
    "no-play",
    "empty-pool",
    "out-bonus",
    "opponents-hands",
    "own-hand",
    "contract-made",
    "contract-set",
    "tricks",
)


def _facts(template: str) -> str:
    names = sorted({name for _, name, _, _ in Formatter().parse(template) if name})
    return f" Facts: {', '.join(f'`{name}`' for name in names)}." if names else ""


CODE_LIST = "\n".join(f"* `{name}`: {code.title}.{_facts(code.template)}" for name, code in CODES.items())
