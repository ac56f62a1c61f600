"""Twin games: alike in all that one caller can know, different in what it cannot."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from service.edge.records import typed_deal
from service.ledger.codec import encode
from service.rules.events import Event, OpeningDraw, RoundDealt, Terms, TileDrawn, WidowTaken
from service.rules.game import Game, decide, evolve, fold, initial
from service.rules.moves import Discard, Move, Place, Play
from service.rules.rulings import Refused
from service.rules.sheet import Sheet
from tests.playing import PLAYERS, choose, house_rules_of, random_deal

Json = dict[str, Any]
Slot = tuple[str, ...]
CANDIDATES = 100


@dataclass(frozen=True)
class Script:
    """A deal as posted, and the moves made with it."""

    deal: Json
    moves: Sequence[Move]


def terms_of(sheet: Sheet, players: int) -> Terms:
    """The terms of a game that its client deals."""
    return Terms(
        ruleset=sheet.id,
        edition=sheet.edition,
        house_rules=house_rules_of(sheet.id),
        players=PLAYERS[:players],
        dealer="client",
        public=False,
        engine="",
    )


def twins(sheet: Sheet, players: int, caller: str | None, seed: object) -> tuple[Script, Script]:
    """A round and its twin for a caller (None: the public), as far as the two are publicly alike."""
    chance = random.Random(f"{seed} {caller}")
    start = initial(sheet, terms_of(sheet, players))
    best: tuple[int, Script, Script] | None = None
    for _ in range(3):
        deal = random_deal(sheet, start, chance)
        moves, told = _played(start, deal, chance)
        seen = _seen(deal, told, caller)
        other, shared, made = deal, 0, list(moves)
        for _ in range(CANDIDATES):
            further = _permuted(other, seen, chance)
            moved = _replayed(start, further, told, caller)
            if (len(moved), _differing(deal, further)) > (shared, _differing(deal, other)):
                other, shared, made = further, len(moved), moved
        if best is None or shared > best[0]:
            best = shared, Script(deal, moves[:shared]), Script(other, made)
    assert best is not None
    return best[1], best[2]


def _differing(deal: Json, other: Json) -> int:
    return sum(deal_at(deal, slot) != deal_at(other, slot) for slot in slots(deal))


Told = list[tuple[Move | None, tuple[Event, ...]]]


def _dealt(start: Game, deal: Json) -> RoundDealt:
    sheet = start.sheet
    return sheet.kind.open_round(
        sheet, start.rules, terms=start.terms, number=1, scores=start.scores, deal=typed_deal(deal)
    )


def _played(start: Game, deal: Json, chance: random.Random) -> tuple[list[Move], Told]:
    dealt = _dealt(start, deal)
    game, told = evolve(start, dealt), [(None, (dealt,))]
    moves: list[Move] = []
    while game.turn is not None:
        move = choose(game, chance)
        ruling = decide(game, move)
        assert not isinstance(ruling, Refused)
        game = fold(game, ruling.events)
        moves.append(move)
        told.append((move, ruling.events))  # type: ignore[arg-type]
    return moves, told  # type: ignore[return-value]


def _replayed(start: Game, deal: Json, told: Told, caller: str | None) -> list[Move]:
    """The same moves with another deal, up to where that shows."""
    dealt = _dealt(start, deal)
    if _public((dealt,)) != _public(told[0][1]):
        return []
    game = evolve(start, dealt)
    moves: list[Move] = []
    for at, (move, events) in enumerate(told[1:], 1):
        assert move is not None
        if isinstance(move, Discard) and move.player != caller:
            move = _discard(game, move.player, told[at + 1 :])
        ruling = decide(game, move)
        if isinstance(ruling, Refused) or _public(ruling.events) != _public(events):
            break
        game = fold(game, ruling.events)
        moves.append(move)
    return moves


def _discard(game: Game, player: str, following: Told) -> Move:
    """A tile to lay away that the player does not play later."""
    played = {move.tile for move, _ in following if isinstance(move, Play) and move.player == player}
    hand = game.table.hands[player]
    return Discard(player, next((tile for tile in hand if tile not in played), hand[0]))


def _public(events: Sequence[Event]) -> list[Any]:
    """What stands unsealed in the log."""
    return [(written.type, written.data, sorted(written.secrets)) for written in map(encode, events)]


def slots(deal: Json) -> Iterator[Slot]:
    """The places of a deal that have a tile."""
    for player, hand in deal["hands"].items():
        yield from (("hands", player, str(i)) for i in range(len(hand)))
    yield from (("pool", str(i)) for i in range(len(deal.get("pool", ()))))
    if "widow" in deal:
        yield ("widow",)


def deal_at(deal: Json, slot: Slot) -> str:
    """The tile that a deal has in a place."""
    found: Any = deal
    for part in slot:
        found = found[int(part)] if isinstance(found, list) else found[part]
    return str(found)


def _seen(deal: Json, told: Told, caller: str | None) -> set[Slot]:
    """The places of a deal whose tiles the caller comes to see by itself."""
    seen = {slot for slot in slots(deal) if slot[0] == "hands" and slot[1] == caller}
    for _, events in told:
        for event in events:
            drawn: Sequence[TileDrawn | OpeningDraw] = ()
            if isinstance(event, RoundDealt):
                drawn = event.opening_draws
            elif isinstance(event, TileDrawn):
                drawn = (event,)
            seen |= {("pool", str(draw.place)) for draw in drawn if draw.player == caller}
            if isinstance(event, WidowTaken) and event.player == caller:
                seen.add(("widow",))
    return seen


def _permuted(deal: Json, seen: set[Slot], chance: random.Random) -> Json:
    """The deal with some of its unseen tiles in each other's places."""
    unseen = [slot for slot in slots(deal) if slot not in seen]
    chosen = chance.sample(unseen, min(len(unseen), chance.choice((2, 2, 2, 3, 4, 8))))
    tiles = [deal_at(deal, slot) for slot in chosen]
    moved = dict(zip(chosen, [*tiles[1:], tiles[0]], strict=True))
    other: Json = {**deal, "hands": {player: list(hand) for player, hand in deal["hands"].items()}}
    if "pool" in deal:
        other["pool"] = list(deal["pool"])
    for slot, tile in moved.items():
        if slot[0] == "hands":
            other["hands"][slot[1]][int(slot[2])] = tile
        elif slot[0] == "pool":
            other["pool"][int(slot[1])] = tile
        else:
            other["widow"] = tile
    return other


def posted(move: Move) -> Json:
    """A move as its own seat posts it."""
    body: Json = {"type": move.type}
    if isinstance(move, Place):
        return {**body, "at": list(move.at), "corners": list(move.corners)}
    for name in ("tile", "value", "trump"):
        if getattr(move, name, None) is not None:
            body[name] = getattr(move, name)
    return body
