"""The deal of a trick-taking round, and who bids first."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.rules.clauses import Fault
from service.rules.events import RoundDealt, Terms, Tiles
from service.rules.sheet import Deal, Sheet
from service.rules.tricks.parameters import TrickRules


def cut(rules: TrickRules, players: tuple[str, ...], order: Sequence[str]) -> Deal:
    """Hands as blocks in seat order, then the widow; who bids first is not in the tiles."""
    size = rules.hand_size
    hands = {player: tuple(order[i * size : (i + 1) * size]) for i, player in enumerate(players)}
    return Deal(hands=hands, widow=order[len(players) * size])


def open_round(
    sheet: Sheet, rules: TrickRules, *, terms: Terms, number: int, scores: Mapping[str, int], deal: Deal
) -> RoundDealt:
    """The event that opens a round: its first bidder is on turn."""
    hands: dict[str, Tiles] = {player: deal.hands[player] or () for player in terms.players}
    return RoundDealt(
        terms=terms,
        round=number,
        scores=dict(scores),
        hands=hands,
        widow=_widow(rules, hands) if deal.widow is None else deal.widow,
        first_bidder=deal.first_bidder,
        phase="bidding",
        turn=deal.first_bidder,
        clause=sheet.cite("first-bidder"),
    )


def _widow(rules: TrickRules, hands: Mapping[str, Tiles]) -> str | None:
    """The one tile that no hand has, None where the hands leave more open."""
    dealt = {tile for hand in hands.values() for tile in hand}
    left = [tile for tile in rules.tiles if tile not in dealt]
    return left[0] if len(left) == 1 else None


def next_first(game: Any) -> str | None:
    """The seat that bids first in the next round: one further, whether this one was void or not."""
    following: str | None = None if game.table is None else game.after(game.table.first_bidder)
    return following


def deal_faults(sheet: Sheet, rules: TrickRules, terms: Terms, deal: Deal, first: str | None) -> list[Fault]:
    """Why a deal is no partition of the set into hands of the right size and a widow, or names a wrong first bidder."""
    return [
        *_hand_faults(sheet, rules, terms, deal),
        *_tile_faults(sheet, rules, terms, deal),
        *_surplus_faults(deal),
        *_first_bidder_faults(sheet, terms, deal, first),
    ]


def _hand_faults(sheet: Sheet, rules: TrickRules, terms: Terms, deal: Deal) -> Iterator[Fault]:
    for player in terms.players:
        hand, pointer = deal.hands.get(player), f"/hands/{_escaped(player)}"
        if hand is None:
            yield Fault(pointer=pointer, reason="the hand is needed")
        elif len(hand) != rules.hand_size:
            reason = f"a hand has {rules.hand_size} tiles, this one {len(hand)}"
            yield Fault(pointer=pointer, reason=reason, clause=sheet.cite("deal"))
    for player in deal.hands:
        if player not in terms.players:
            yield Fault(pointer=f"/hands/{_escaped(player)}", reason="no such player")


def _tile_faults(sheet: Sheet, rules: TrickRules, terms: Terms, deal: Deal) -> Iterator[Fault]:
    clause = sheet.cite("unknown-tile")
    given = [
        (f"/hands/{_escaped(player)}/{i}", tile)
        for player in terms.players
        for i, tile in enumerate(deal.hands.get(player) or ())
    ]
    if deal.widow is not None:
        given.append(("/widow", deal.widow))
    seen: dict[str, str] = {}
    for pointer, tile in given:
        if tile not in rules.tiles:
            yield Fault(pointer=pointer, reason=f"{tile!r} is no tile of the set", clause=clause)
        elif tile in seen:
            yield Fault(pointer=pointer, reason=f"{tile} stands at {seen[tile]} already", clause=clause)
        else:
            seen[tile] = pointer


def _surplus_faults(deal: Deal) -> Iterator[Fault]:
    if deal.pool:
        yield Fault(pointer="/pool", reason="this sheet has no pool")
    if deal.opening_draws:
        yield Fault(pointer="/opening_draws", reason="no tile is drawn to find the opener here")


def _first_bidder_faults(sheet: Sheet, terms: Terms, deal: Deal, first: str | None) -> Iterator[Fault]:
    clause, pointer = sheet.cite("first-bidder"), "/first_bidder"
    if deal.first_bidder is None:
        yield Fault(pointer=pointer, reason="the first bidder is needed", clause=clause)
    elif deal.first_bidder not in terms.players:
        yield Fault(pointer=pointer, reason="no such player", clause=clause)
    elif first is not None and deal.first_bidder != first:
        yield Fault(pointer=pointer, reason=f"the first bid is {first}'s, a seat further than before", clause=clause)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
