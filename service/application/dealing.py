"""Fair deals by the service: the next round's deal from the game's root and the seats' seeds."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from service.application.context import Context
from service.application.loading import log_damaged, sheet_of, unreadable_is_damage
from service.ledger import shuffle
from service.ledger.entries import CHAIN_START, DamagedLog, Entry, check_chain, read
from service.rules.events import GameOpened, RoundDealt, SeedGiven, Terms
from service.rules.library import Library
from service.rules.sheet import Deal, Sheet

_MOST_BEFORE_A_DEAL = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffles:
    """A game's sealed secrets of its shuffles: the root, and the seeds that seats gave by player."""

    root: bytes
    seeds: Mapping[str, str]

    def key(self, game: str, number: int) -> bytes:
        """A round's key."""
        return shuffle.round_key(self.root, game, number)


def shuffles_of(ctx: Context, game: str) -> Shuffles | None:
    """The secrets of a game that the service deals; None where a client deals.

    Raises `log-damaged` where the log's first entries do not prove themselves or their root is not the one
    that was committed to: nothing is dealt from secrets that may be another's.
    """
    with unreadable_is_damage():
        try:
            return _shuffles_in(game, _before_the_first_deal(ctx, game))
        except DamagedLog as damage:
            raise log_damaged() from damage


def _before_the_first_deal(ctx: Context, game: str) -> list[Entry]:
    """The entries before the first round: the opening, and what seeding there was."""
    found: list[Entry] = []
    for entry in ctx.log.read(game, 1, _MOST_BEFORE_A_DEAL):
        if entry.body["type"] in ("round-dealt", "awaiting-deal"):
            break
        found.append(entry)
    return found


def _shuffles_in(game: str, entries: list[Entry]) -> Shuffles | None:
    check_chain(game, entries, after=0, previous=CHAIN_START)
    for entry in entries:
        entry.check_seals()
    opened, *others = read(entries)
    if not isinstance(opened, GameOpened):
        raise DamagedLog(1, "it does not open the game")
    if opened.commitment is None:
        return None
    root = bytes.fromhex(opened.root or "")
    if shuffle.root_commitment(root) != opened.commitment:
        raise DamagedLog(1, "its root is not the one committed to")
    seeds = {event.player: event.seed for event in others if isinstance(event, SeedGiven) and event.seed is not None}
    return Shuffles(root=root, seeds=seeds)


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
