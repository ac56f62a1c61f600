"""Twin games: alike in all that one caller can know, different in what it cannot."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from service.edge.records import typed_deal
from service.ledger.codec import encode
from service.rules.events import DealAwaited, Event, OpeningDraw, RoundDealt, Terms, TileDrawn, WidowTaken
from service.rules.game import Game, decide, evolve, fold, initial, settle
from service.rules.moves import Discard, Draw, Move, Place, Play
from service.rules.rulings import Refused
from service.rules.sheet import Sheet
from tests.playing import PLAYERS, choose, house_rules_of, random_deal

Json = dict[str, Any]
Slot = tuple[str, ...]
ENOUGH = 15
"""Moves after which twins have something to tell; deals are tried until they share so many."""


@dataclass(frozen=True)
class Played:
    """A deal, its pool in order even where it is not told, and the moves made with it."""

    deal: Json
    moves: Sequence[Move]


@dataclass(frozen=True)
class Script:
    """Whole rounds that are the same in both twins, and the round in which they differ."""

    before: Sequence[Played]
    last: Played
    pool_known: bool


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


def twins(
    sheet: Sheet,
    players: int,
    caller: str | None,
    seed: object,
    *,
    rounds: int = 1,
    pool_known: bool = True,
    candidates: int = 100,
) -> tuple[Script, Script]:
    """A game and its twin for a caller (None: the public), as far as the two are publicly alike.

    All rounds but the last are settled, opened to everybody, and the same in both.
    """
    chance = random.Random(f"{seed} {caller}")
    maker = _Maker(chance, caller, pool_known)
    start, before = maker.settled(initial(sheet, terms_of(sheet, players)), rounds - 1)
    best: tuple[int, Played, Played] | None = None
    for attempt in range(20):
        if attempt >= 3 and best is not None and best[0] >= ENOUGH:
            break
        deal = random_deal(sheet, start, chance)
        moves, told, _ = maker.played(start, deal)
        seen = _seen(deal, told, caller)
        other, shared, made = deal, 0, list(moves)
        for _ in range(candidates):
            further = _permuted(other, seen, chance)
            moved = maker.replayed(start, further, told)
            if (len(moved), _differing(deal, further)) > (shared, _differing(deal, other)):
                other, shared, made = further, len(moved), moved
        if best is None or shared > best[0]:
            best = shared, Played(deal, moves[:shared]), Played(other, made)
    assert best is not None
    return Script(before, best[1], pool_known), Script(before, best[2], pool_known)


def _differing(deal: Json, other: Json) -> int:
    return sum(deal_at(deal, slot) != deal_at(other, slot) for slot in slots(deal))


Told = list[tuple[Move | None, tuple[Event, ...]]]


def posted_deal(sheet: Sheet, start: Game, deal: Json, *, pool_known: bool) -> Json:
    """A deal as the referee posts it, without the pool where that is not to be known."""
    if pool_known or "pool" not in deal:
        return deal
    draws = sheet.kind.open_round(
        sheet, start.rules, terms=start.terms, number=1, scores=start.scores, deal=typed_deal(deal)
    ).opening_draws
    named = [{"player": draw.player, "tile": draw.tile} for draw in draws]
    return {**deal, "pool": None, **({"opening_draws": named} if named else {})}


@dataclass(frozen=True)
class _Maker:
    chance: random.Random
    caller: str | None
    pool_known: bool

    def settled(self, game: Game, rounds: int) -> tuple[Game, list[Played]]:
        """So many rounds played and settled, fewer where the game would be over with them."""
        before: list[Played] = []
        for number in range(rounds):
            deal = random_deal(game.sheet, game, self.chance)
            moves, _, after = self.played(game, deal)
            settled, over = settle(after)
            if over is not None:
                break
            before.append(Played(deal, moves))
            game = fold(after, (settled, DealAwaited(number + 2)))
        return game, before

    def dealt(self, start: Game, deal: Json) -> RoundDealt:
        posted = posted_deal(start.sheet, start, deal, pool_known=self.pool_known)
        return start.sheet.kind.open_round(
            start.sheet,
            start.rules,
            terms=start.terms,
            number=start.round + 1,
            scores=start.scores,
            deal=typed_deal(posted),
        )

    def played(self, start: Game, deal: Json) -> tuple[list[Move], Told, Game]:
        """A round at random: its moves, what they did, and the game after it."""
        dealt = self.dealt(start, deal)
        game = evolve(start, dealt)
        told: Told = [(None, (dealt,))]
        moves: list[Move] = []
        while game.turn is not None:
            move = self._drawn(choose(game, self.chance), deal, told)
            ruling = decide(game, move)
            assert not isinstance(ruling, Refused)
            game = fold(game, ruling.events)
            moves.append(move)
            told.append((move, ruling.events))
        return moves, told, game

    def _drawn(self, move: Move, deal: Json, told: Told) -> Move:
        """A draw from a pool that is not known names the tile that it has next."""
        if not isinstance(move, Draw) or self.pool_known:
            return move
        return Draw(move.player, deal["pool"][len(_draws(told))])

    def replayed(self, start: Game, deal: Json, told: Told) -> list[Move]:
        """The same moves with another deal, up to where that shows."""
        dealt = self.dealt(start, deal)
        if _public((dealt,)) != _public(told[0][1]):
            return []
        game = evolve(start, dealt)
        moves: list[Move] = []
        for at, (given, events) in enumerate(told[1:], 1):
            assert given is not None
            move = self._drawn(given, deal, told[:at])
            if isinstance(move, Discard) and move.player != self.caller:
                move = _discard(game, move.player, told[at + 1 :])
            ruling = decide(game, move)
            if isinstance(ruling, Refused) or _public(ruling.events) != _public(events):
                break
            game = fold(game, ruling.events)
            moves.append(move)
        return moves


def _draws(told: Told) -> list[TileDrawn | OpeningDraw]:
    """The draws so far: the n-th takes the pool's n-th tile, known or not."""
    found: list[TileDrawn | OpeningDraw] = []
    for _, events in told:
        for event in events:
            if isinstance(event, RoundDealt):
                found += event.opening_draws
            elif isinstance(event, TileDrawn):
                found.append(event)
    return found


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
    seen |= {("pool", str(place)) for place, draw in enumerate(_draws(told)) if draw.player == caller}
    takers = {event.player for _, events in told for event in events if isinstance(event, WidowTaken)}
    return seen | {("widow",)} if caller in takers else seen


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
    """A move as its own seat posts it; a draw that names its tile, as the referee does."""
    body: Json = {"type": move.type}
    if isinstance(move, Draw) and move.tile is not None:
        return {**body, "player": move.player, "tile": move.tile}
    if isinstance(move, Place):
        return {**body, "at": list(move.at), "corners": list(move.corners)}
    for name in ("tile", "value", "trump"):
        if getattr(move, name, None) is not None:
            body[name] = getattr(move, name)
    return body
