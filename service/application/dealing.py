"""Fair deals by the service: the next round's deal from the game's root and the seats' seeds."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from service.application.context import Context
from service.application.loading import sheet_of
from service.ledger import shuffle
from service.ledger.entries import Entry, read
from service.rules.events import GameOpened, RoundDealt, SeedGiven, Terms
from service.rules.library import Library
from service.rules.sheet import Deal, Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffles:
    """A game's sealed secrets of its shuffles: the root, and the seeds that seats gave by player."""

    root: bytes
    seeds: Mapping[str, str]

    def key(self, game: str, number: int) -> bytes:
        """A round's key."""
        return shuffle.round_key(self.root, game, number)


def shuffles_of(ctx: Context, game: str) -> Shuffles | None:
    """The secrets of a game that the service deals; None where a client deals."""
    opening = ctx.log.read(game, 1, 1)
    terms = read(opening)[0]
    assert isinstance(terms, GameOpened)
    return shuffles_in(ctx.log.read(game, 1, 2 * len(terms.terms.players) + 4))


def shuffles_in(entries: list[Entry]) -> Shuffles | None:
    """The secrets that the first entries of a game hold."""
    root: str | None = None
    seeds: dict[str, str] = {}
    for event in read(entries):
        if isinstance(event, GameOpened):
            root = event.root
        elif isinstance(event, SeedGiven) and event.seed is not None:
            seeds[event.player] = event.seed
        elif isinstance(event, RoundDealt):
            break
    return None if root is None else Shuffles(root=bytes.fromhex(root), seeds=seeds)


def deal_of(
    sheet: Sheet, terms: Terms, *, key: bytes, seeds: Mapping[str, str], first: str | None, number: int
) -> Deal:
    """The deal that a round's key and the seeds determine.

    `first` is who must bid first where a round before determines it; the first round's is drawn by lot.
    """
    rules = sheet.resolve(terms.house_rules)
    stream = shuffle.words(key, shuffle.mix_of(seeds))
    order = shuffle.shuffled(sheet.kind.tiles(rules), stream)
    deal = sheet.kind.cut(rules, terms.players, order)
    if not sheet.kind.first_by_lot:
        return deal
    if number == 1:
        first = terms.players[shuffle.below(len(terms.players), stream)]
    return replace(deal, first_bidder=first)


def fair_round(
    library: Library,
    terms: Terms,
    *,
    game: str,
    shuffles: Shuffles,
    number: int,
    scores: Mapping[str, int],
    first: str | None,
) -> RoundDealt:
    """The event that opens the next round of a game that the service deals."""
    sheet = sheet_of(library, terms)
    key = shuffles.key(game, number)
    deal = deal_of(sheet, terms, key=key, seeds=shuffles.seeds, first=first, number=number)
    rules = sheet.resolve(terms.house_rules)
    dealt = sheet.kind.open_round(sheet, rules, terms=terms, number=number, scores=scores, deal=deal)
    return replace(dealt, key_commitment=shuffle.key_commitment(key))
