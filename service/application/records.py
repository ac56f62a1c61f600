"""The game record: exported from a log's entries, and read as typed values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.application.views import Json, event_data, move_data
from service.ledger.codec import items_data
from service.ledger.disclosure import Disclosure, Viewer
from service.ledger.entries import Entry, read
from service.rules.events import (
    BidMade,
    Event,
    GameEnded,
    GameOpened,
    PlayStopped,
    RoundDealt,
    RoundSettled,
    SeatForfeited,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TilePlayed,
    TrumpDeclared,
    TurnPassed,
)
from service.rules.moves import Move
from service.rules.sheet import Deal

FORMAT = "domino-referee/record"
FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedMove:
    """A move as recorded, with the points it claims, if it claims any."""

    move: Move
    claimed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRound:
    """A round as recorded. `remaining`: tiles or a total by player, for hands that are not known."""

    deal: Deal
    moves: Sequence[RecordedMove]
    remaining: Mapping[str, Any] | None = None
    claimed_settlement: Mapping[str, int] | None = None
    claimed_scores: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A log as exported: events with hash and openings as JSON objects, and receipts."""

    events: Sequence[Json]
    receipts: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A whole game as recorded. `closed`: the reason for which a referee ended it, if one did."""

    ruleset: str
    edition: int
    house_rules: Mapping[str, Any]
    players: tuple[str, ...]
    rounds: Sequence[RecordedRound]
    claimed_winner: Sequence[str] | None = None
    closed: str | None = None
    proof: Proof | None = None
    receipts: Sequence[str] = ()


def record_of(entries: Sequence[Entry], *, receipts: Sequence[str], viewer: Viewer) -> Json:
    """The record that a whole log tells, with the log itself as its proof; hidden is what `viewer` cannot know."""
    known = Disclosure(viewer).of(entries)
    record = told_by(read(entries))
    record["proof"] = {
        "events": [event_data(entry, openings) for entry, openings in zip(entries, known, strict=True)],
        "receipts": list(receipts),
    }
    return record


def told_by(events: Sequence[Event]) -> Json:
    """The record, without its proof, that a game's events tell."""
    opened = events[0]
    assert isinstance(opened, GameOpened)
    terms = opened.terms
    rounds: list[Json] = []
    record: Json = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "ruleset": terms.ruleset,
        "edition": terms.edition,
        "house_rules": dict(terms.house_rules),
        "players": list(terms.players),
        "rounds": rounds,
    }
    for event in events:
        if isinstance(event, RoundDealt):
            rounds.append({"deal": deal_data(event), "moves": []})
        elif isinstance(event, RoundSettled):
            claims = dict.fromkeys(terms.players, 0)
            for item in event.items:
                claims[item.player] += item.points
            rounds[-1]["claimed_settlement"] = claims
            rounds[-1]["claimed_scores"] = dict(event.scores)
        elif isinstance(event, GameEnded):
            record["claimed_winner"] = list(event.winner)
            if event.ended_by == "closed":
                record["closed"] = event.note or ""
        elif (move := _move_of(event)) is not None:
            rounds[-1]["moves"].append(move)
    return record


def deal_data(event: RoundDealt) -> Json:
    """A deal as recorded."""
    deal: Json = {"hands": {player: None if None in hand else list(hand) for player, hand in event.hands.items()}}
    if event.first_bidder is not None:
        deal["widow"] = event.widow
        deal["first_bidder"] = event.first_bidder
        return deal
    deal["pool"] = list(event.pool) if event.pool_known else None
    if event.opening_draws and not event.pool_known:
        deal["opening_draws"] = [{"player": draw.player, "tile": draw.tile} for draw in event.opening_draws]
    return deal


def _move_of(event: Event) -> Json | None:
    """The recorded move behind an event, with its points; None for an event that is no move."""
    move: Json
    match event:
        case TilePlaced():
            move = {"type": "place", "at": list(event.at), "corners": list(event.corners)}
        case TileDrawn():
            move = {"type": "draw", "tile": event.tile}
        case TurnPassed():
            move = {"type": "pass"}
        case PlayStopped():
            move = {"type": "stop"}
        case BidMade():
            passed = event.value is None or event.forced
            move = {"type": "pass"} if passed else {"type": "bid", "value": event.value}
        case TileDiscarded():
            move = {"type": "discard", "tile": event.tile}
        case TrumpDeclared():
            move = {"type": "declare", "trump": event.trump}
        case TilePlayed():
            move = {"type": "play", "tile": event.tile}
        case SeatForfeited():
            move = {"type": "resign" if event.how == "resigned" else "timeout"}
        case _:
            return None
    items = items_data(getattr(event, "items", ()))
    claimed = sum(item["points"] for item in items if item["player"] == event.player)
    return {"player": event.player, **move, "claimed": claimed}


def bare_record(record: Record) -> Json:
    """A record's own terms, deals and moves as JSON values, without claims and proof."""
    return {
        "ruleset": record.ruleset,
        "edition": record.edition,
        "house_rules": dict(record.house_rules),
        "players": list(record.players),
        "rounds": [
            {"deal": _given_deal(played.deal), "moves": [move_data(recorded.move) for recorded in played.moves]}
            for played in record.rounds
        ],
    }


def _given_deal(deal: Deal) -> Json:
    hands = {player: None if hand is None else list(hand) for player, hand in deal.hands.items()}
    given: Json = {"hands": hands}
    if deal.first_bidder is not None:
        return {**given, "widow": deal.widow, "first_bidder": deal.first_bidder}
    given["pool"] = None if deal.pool is None else list(deal.pool)
    if deal.opening_draws and deal.pool is None:
        given["opening_draws"] = [{"player": player, "tile": tile} for player, tile in deal.opening_draws]
    return given
