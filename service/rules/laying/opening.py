"""The deal of a tile-laying round, and who opens with what."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.rules.clauses import Fault
from service.rules.events import OpeningDraw, RoundDealt, Terms, Tiles
from service.rules.laying.parameters import LayingRules
from service.rules.laying.tiles import TILES, is_triple, opening_rank
from service.rules.sheet import Deal, Sheet

ZERO = "0-0-0"


def cut(rules: LayingRules, players: tuple[str, ...], order: Sequence[str]) -> Deal:
    """Hands as blocks in seat order, the rest is the pool."""
    size = rules.hand_sizes[str(len(players))]
    hands = {player: tuple(order[i * size : (i + 1) * size]) for i, player in enumerate(players)}
    return Deal(hands=hands, pool=tuple(order[len(players) * size :]))


def opening_tiles(rules: LayingRules, hand: Tiles) -> tuple[str, ...]:
    """The tiles of the opener's hand that may open, best first; `hand` as it is when the round opens."""
    known = [tile for tile in hand if tile is not None]
    triples = sorted(filter(is_triple, known), key=opening_rank, reverse=True)
    if not triples:
        return (max(known, key=opening_rank),) if known else ()
    if rules.zero_choice and ZERO in triples[1:]:
        return triples[0], ZERO
    return (triples[0],)


def _opener(rules: LayingRules, players: Sequence[str], hands: Mapping[str, Tiles]) -> tuple[str, str] | None:
    """The seat that opens and why (a cited check), or None where a triple must be drawn."""
    best = {player: opening_tiles(rules, hands[player])[0] for player in players}
    triples = {player: tile for player, tile in best.items() if is_triple(tile)}
    if triples:
        return max(triples, key=lambda player: opening_rank(triples[player])), "opener/triple"
    if rules.opener_without_triple == "highest-sum":
        return max(best, key=lambda player: opening_rank(best[player])), "opener/plain"
    return None


def open_round(
    sheet: Sheet, rules: LayingRules, *, terms: Terms, number: int, scores: Mapping[str, int], deal: Deal
) -> RoundDealt:
    """The event that opens a round, with the tiles drawn to find an opener where the sheet wants that."""
    hands: dict[str, Tiles] = {player: deal.hands[player] or () for player in terms.players}
    unknown = len(TILES) - sum(map(len, hands.values()))
    pool: Tiles = (None,) * unknown if deal.pool is None else deal.pool
    found = _opener(rules, terms.players, hands)
    draws: list[OpeningDraw] = []
    if found is None:
        tiles = deal.pool if deal.pool is not None else tuple(tile for _, tile in deal.opening_draws or ())
        for place, tile in enumerate(tiles):
            player = terms.players[place % len(terms.players)]
            draws.append(OpeningDraw(player=player, place=place, tile=tile))
            if is_triple(tile):
                break
        found = draws[-1].player, "opener/drawn"
    turn, why = found
    return RoundDealt(
        terms=terms,
        round=number,
        scores=dict(scores),
        hands=hands,
        pool=pool,
        pool_known=deal.pool is not None,
        opening_draws=tuple(draws),
        phase="opening",
        turn=turn,
        clause=sheet.cite(why),
    )


def deal_faults(sheet: Sheet, rules: LayingRules, terms: Terms, deal: Deal) -> list[Fault]:
    """Why a deal is no partition of the set into hands of the right size and a pool."""
    faults: list[Fault] = []
    size = rules.hand_sizes[str(len(terms.players))]
    seen: dict[str, str] = {}
    the_set, the_hands = sheet.cite("unknown-tile"), sheet.cite("deal")

    def take(tile: str, pointer: str) -> None:
        if tile not in _SET:
            faults.append(Fault(pointer=pointer, reason=f"{tile!r} is no tile of the set", clause=the_set))
        elif tile in seen:
            reason = f"{tile} stands at {seen[tile]} already"
            faults.append(Fault(pointer=pointer, reason=reason, clause=the_set))
        else:
            seen[tile] = pointer

    for player in terms.players:
        hand, pointer = deal.hands.get(player), f"/hands/{_escaped(player)}"
        if hand is None:
            faults.append(Fault(pointer=pointer, reason="the hand is needed"))
            continue
        if len(hand) != size:
            reason = f"a hand has {size} tiles, this one {len(hand)}"
            faults.append(Fault(pointer=pointer, reason=reason, clause=the_hands))
        for i, tile in enumerate(hand):
            take(tile, f"{pointer}/{i}")
    faults.extend(
        Fault(pointer=f"/hands/{_escaped(player)}", reason="no such player")
        for player in deal.hands
        if player not in terms.players
    )
    for i, tile in enumerate(deal.pool or ()):
        take(tile, f"/pool/{i}")
    surplus = (name for name in ("widow", "first_bidder") if getattr(deal, name) is not None)
    faults += [Fault(pointer=f"/{name}", reason="is of trick-taking deals", clause=the_hands) for name in surplus]
    if not faults and deal.pool is not None and len(seen) != len(TILES):
        missing = ", ".join(tile for tile in TILES if tile not in seen)
        reason = f"tiles are missing: {missing}" if deal.pool else "is needed; null where its order is not known"
        faults.append(Fault(pointer="/pool", reason=reason, clause=the_set))
    return faults or _opening_draw_faults(rules, terms, deal, set(seen))


_SET = frozenset(TILES)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _opening_draw_faults(rules: LayingRules, terms: Terms, deal: Deal, dealt: set[str]) -> list[Fault]:
    hands: dict[str, Any] = dict(deal.hands)
    at = "/opening_draws"
    given = deal.opening_draws
    if _opener(rules, terms.players, hands) is not None:
        return [Fault(pointer=at, reason="no tile is drawn to find the opener here")] if given else []
    if given is None:
        return (
            [] if deal.pool is not None else [Fault(pointer=at, reason="the draws up to the first triple are needed")]
        )
    faults = []
    for i, (player, tile) in enumerate(given):
        expected = terms.players[i % len(terms.players)]
        if player != expected:
            faults.append(Fault(pointer=f"{at}/{i}/player", reason=f"the turn to draw is {expected}'s"))
        if tile not in _SET:
            faults.append(Fault(pointer=f"{at}/{i}/tile", reason=f"{tile!r} is no tile of the set"))
        elif deal.pool is not None and (i >= len(deal.pool) or deal.pool[i] != tile):
            faults.append(Fault(pointer=f"{at}/{i}/tile", reason="the pool's next tile is another"))
        elif deal.pool is None and tile in dealt:
            faults.append(Fault(pointer=f"{at}/{i}/tile", reason=f"{tile} was dealt already"))
        elif is_triple(tile) != (i == len(given) - 1):
            faults.append(Fault(pointer=f"{at}/{i}/tile", reason="the draws end with the first triple"))
        dealt.add(tile)
    return faults or ([] if given else [Fault(pointer=at, reason="the draws up to the first triple are needed")])
