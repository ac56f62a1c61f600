"""The audit of a record: its replay, its chain, its shuffles, and the verdict over all."""

from service import ENGINE
from service.application.proving import Proved, prove
from service.application.records import Record
from service.application.replaying import MOST_UNJUDGED, Progress, Replay, replay
from service.application.views import Json
from service.ledger.receipts import ReceiptKeys
from service.rules.library import Library


def audit(
    library: Library, keys: ReceiptKeys | None, record: Record, progress: Progress = lambda _done, _of: None
) -> Json:
    """The report's body, from `verdict` on; raises `malformed` for what cannot be judged at all."""
    proved = prove(library, keys, record)
    found = replay(library, record, progress)
    divergences = [*proved.divergences, *found.divergences]
    game = found.game
    over = game.over is not None
    return {
        "verdict": _verdict(proved, found),
        "first_divergence": divergences[0] if divergences else None,
        "divergences": divergences,
        "rounds": found.rounds,
        "moves_left_out": max(0, found.unjudged - MOST_UNJUDGED),
        "scores": dict(game.scores),
        "winner": list(game.over.winner) if game.over is not None else [],
        "game_over": over,
        "chain": proved.chain,
        "shuffle": proved.shuffle,
        "receipts_checked": proved.receipts,
        "ruleset": record.ruleset,
        "edition": record.edition,
        "engine": ENGINE,
    }


def _verdict(proved: Proved, found: Replay) -> str:
    if proved.divergences:
        return "tampered"
    if found.stopped():
        return "illegal-move"
    return "score-mismatch" if found.divergences else "upheld"
