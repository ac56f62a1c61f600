"""Replay validation: a record judged again, move by move, and every claim compared."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from service.application.loading import sheet_of
from service.application.problems import malformed, malformed_by
from service.application.records import Record, RecordedMove, RecordedRound
from service.application.views import Json, delta, violation_data
from service.ledger.codec import items_data
from service.rules.events import Terms
from service.rules.game import Game, close, decide, evolve, fold, initial, settle
from service.rules.library import Library
from service.rules.moves import Draw
from service.rules.rulings import Refused

Progress = Callable[[int, int], None]

MOST_UNJUDGED = 5000
"""How many moves after an illegal one a report names."""


@dataclass(slots=True)
class Replay:
    """What the replay of a record found. `divergences` in the order in which they were met."""

    game: Game
    rounds: list[Json] = field(default_factory=list)
    divergences: list[Json] = field(default_factory=list)
    judged: int = 0
    unjudged: int = 0
    _stopped: bool = False

    def stopped(self) -> bool:
        """Whether an illegal move has ended the judging."""
        return self._stopped

    def diverge(self, kind: str, *, round_: int | None, move: int | None = None, **what: Any) -> None:
        """Note a divergence."""
        self._stopped = self._stopped or kind == "illegal-move"
        self.divergences.append(
            {"kind": kind, "round": round_, "move": move, "violations": [], "computed": None, "claimed": None, **what}
        )


def terms_of(record: Record) -> Terms:
    """The terms that a record was played by."""
    return Terms(
        ruleset=record.ruleset,
        edition=record.edition,
        house_rules=record.house_rules,
        players=record.players,
        dealer="client",
        public=False,
        engine="",
    )


def replay(library: Library, record: Record, progress: Progress = lambda _done, _of: None) -> Replay:
    """Judges the record; raises `malformed` for a deal that is none of the sheet."""
    check_record(library, record)
    terms = terms_of(record)
    found = Replay(initial(sheet_of(library, terms), terms))
    total = sum(len(played.moves) for played in record.rounds)
    for number, played in enumerate(record.rounds, 1):
        _replay_round(found, number, played, lambda done: progress(done, total))
    _finish(found, record)
    return found


def check_record(library: Library, record: Record) -> None:
    """Raises `malformed` for a deal that is none of the sheet, or a move of nobody's, wherever in the record."""
    terms = terms_of(record)
    sheet = sheet_of(library, terms)
    rules = sheet.resolve(terms.house_rules)
    first: str | None = None
    for number, played in enumerate(record.rounds):
        faults = sheet.kind.deal_faults(sheet, rules, terms, played.deal, first)
        if faults:
            at = f"/rounds/{number}/deal"
            raise malformed_by([replace(fault, pointer=at + fault.pointer) for fault in faults])
        if played.deal.first_bidder is not None:
            first = terms.players[(terms.players.index(played.deal.first_bidder) + 1) % len(terms.players)]
        for at_move, recorded in enumerate(played.moves):
            if isinstance(recorded.move, Draw) and recorded.move.tile is None and played.deal.pool is None:
                raise malformed(f"/rounds/{number}/moves/{at_move}/tile", "is needed where the pool is not known")
            if recorded.move.player not in terms.players:
                raise malformed(f"/rounds/{number}/moves/{at_move}/player", "is no player of this game")


def _replay_round(found: Replay, number: int, played: RecordedRound, progress: Callable[[int], None]) -> None:
    report: Json = {
        "moves": [],
        "ended_by": "unfinished",
        "settlement": None,
        "scores": dict(found.game.scores),
    }
    found.rounds.append(report)
    if found.stopped():
        for recorded in played.moves:
            _pass_over(found, report, recorded)
        return
    _open(found, number, played)
    for at, recorded in enumerate(played.moves, 1):
        if found.stopped():
            _pass_over(found, report, recorded)
            continue
        _replay_move(found, report, number, at, recorded.move, recorded.claimed)
        found.judged += 1
        progress(found.judged)
    if not found.stopped():
        _end_round(found, report, number, played)
    report["scores"] = dict(found.game.scores)


def _pass_over(found: Replay, report: Json, recorded: RecordedMove) -> None:
    """Names a move after the illegal one, unjudged; of very many only that they were left out."""
    found.unjudged += 1
    if found.unjudged <= MOST_UNJUDGED:
        report["moves"].append(_unjudged(recorded.move.player, recorded.claimed))


def _open(found: Replay, number: int, played: RecordedRound) -> None:
    """Deals the round, unless the last one has not ended: then its first move is judged where it stands."""
    game = found.game
    if game.over is not None:
        return
    if game.round and game.ended is None:
        found.game = replace(game, table=None, phase="playing")
        return
    sheet = game.sheet
    dealt = sheet.kind.open_round(
        sheet, game.rules, terms=game.terms, number=number, scores=game.scores, deal=played.deal
    )
    found.game = evolve(game, dealt)


def _replay_move(found: Replay, report: Json, number: int, at: int, move: Any, claimed: int | None) -> None:
    ruling = decide(found.game, move)
    if isinstance(ruling, Refused):
        violations = [violation_data(violation) for violation in ruling.violations]
        found.diverge("illegal-move", round_=number, move=at, violations=violations, claimed=claimed)
        report["moves"].append({**_judged(move.player, claimed), "legal": False, "violations": violations})
        return
    computed = delta(ruling.items, move.player)
    agrees = claimed is None or claimed == computed
    if not agrees:
        found.diverge("move-claim", round_=number, move=at, computed=computed, claimed=claimed)
    report["moves"].append(
        {
            **_judged(move.player, claimed),
            "score_items": items_data(ruling.items),
            "score_delta": computed,
            "agrees": agrees,
        }
    )
    found.game = fold(found.game, ruling.events)
    _settle(found, report)


def _settle(found: Replay, report: Json) -> None:
    """Settles the round at once where the move has ended it, as a worker would have done before the next move."""
    game = found.game
    if game.ended is None:
        return
    report["ended_by"] = game.ended.ended_by
    if not game.ended.settles:
        return
    settled, over = settle(game)
    found.game = evolve(game, settled) if over is None else fold(game, (settled, over))
    report["settlement"] = {
        "items": items_data(settled.items),
        "clause": settled.clause,
        "claimed": None,
        "agrees": True,
    }


def _judged(player: str, claimed: int | None) -> Json:
    return {
        "player": player,
        "judged": True,
        "legal": True,
        "violations": [],
        "undecided": [],
        "score_items": [],
        "score_delta": 0,
        "claimed": claimed,
        "agrees": True,
    }


def _unjudged(player: str, claimed: int | None) -> Json:
    return {**_judged(player, claimed), "judged": False, "legal": None, "score_delta": None, "agrees": None}


def _end_round(found: Replay, report: Json, number: int, played: RecordedRound) -> None:
    """Compares what the record claims of the round's settlement and of the scores after it."""
    settled = found.game.settled if report["settlement"] is not None else None
    computed = {player: delta(settled.items, player) for player in found.game.players} if settled else None
    claimed = played.claimed_settlement
    if report["settlement"] is not None:
        report["settlement"]["claimed"] = claimed
    if claimed is not None and not _same(claimed, computed if computed is not None else {}):
        found.diverge("settlement", round_=number, computed=computed, claimed=dict(claimed))
        if report["settlement"] is None:
            report["settlement"] = {"items": [], "clause": None, "claimed": dict(claimed)}
        report["settlement"]["agrees"] = False
    scores = played.claimed_scores
    if scores is not None and not _same(scores, found.game.scores):
        found.diverge("scores", round_=number, computed=dict(found.game.scores), claimed=dict(scores))


def _same(claimed: Mapping[str, int], computed: Mapping[str, int]) -> bool:
    """Whether claims agree; a player whom neither names has 0."""
    return all(claimed.get(player, 0) == computed.get(player, 0) for player in {*claimed, *computed})


def _finish(found: Replay, record: Record) -> None:
    """Ends a game that a referee closed, and compares the winner."""
    if found.stopped():
        return
    if record.closed is not None and found.game.over is None:
        if found.rounds and found.game.ended is None and found.game.table is not None:
            found.rounds[-1]["ended_by"] = "closed"
        found.game = fold(found.game, close(found.game, record.closed))
    winner = list(found.game.over.winner) if found.game.over is not None else []
    claimed: Sequence[str] | None = record.claimed_winner
    if claimed is not None and set(claimed) != set(winner):
        found.diverge("winner", round_=len(found.rounds) or None, computed=winner, claimed=list(claimed))
