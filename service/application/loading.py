"""A game rebuilt from its log."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from service.application.callers import Caller, admit
from service.application.context import Context
from service.application.ports import Head
from service.application.problems import Problem
from service.application.remembering import Proved
from service.ledger.codec import UnknownForm
from service.ledger.disclosure import OPENS_ALL, OPENS_OF_THE_DEAL, Disclosure, Viewer
from service.ledger.entries import CHAIN_START, DamagedLog, Entry, Opening, check_chain, read
from service.rules.events import GameOpened, RoundDealt, Terms
from service.rules.game import Game, book, fold, initial
from service.rules.library import Library
from service.rules.sheet import Sheet


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """A game's `entries`, which start with its current round's deal (or its opening).

    `damage` tells where those entries fail to prove themselves, if they do.
    """

    id: str
    library: Library
    entries: Sequence[Entry]
    head: Head
    damage: DamagedLog | None = None
    kept: bytes | None = None
    proved: Proved | None = None

    @cached_property
    def game(self) -> Game:
        """The state that the entries fold to; raises `log-damaged` where they do not."""
        return fold_entries(self.library, self.entries, self.proved)


def log_damaged() -> Problem:
    """The log of this game is not played on."""
    return Problem("log-damaged", "The game's log is damaged; it is read and audited, not played on.", retry_after=60)


@contextmanager
def unreadable_is_damage() -> Iterator[None]:
    """Raises `log-damaged` where stored events are none that can be read."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError, UnknownForm) as error:
        raise log_damaged() from error


def load(ctx: Context, game: str, caller: Caller | None = None, key: str | None = None) -> Loaded:
    """The game as it stands; `key` asks for the answer kept for an idempotency key.

    Raises `not-found`, and `unauthorized` for a `caller` whose token is void.
    """
    snapshot = ctx.log.snapshot(game, key, None if caller is None else caller.subject)
    if snapshot is None:
        raise Problem("not-found", "There is no such game.")
    if caller is not None:
        admit(caller, snapshot.head.generation)
    before, entries = _split(snapshot.entries, snapshot.head.round_at)
    rows = snapshot.rows[len(snapshot.entries) - len(entries) :]
    previous = before.hash if before else CHAIN_START
    proved = ctx.proved.get(game)
    if proved is not None and not proved.leads(previous, rows):
        proved = None
    damage = find_damage(game, before, entries, snapshot.head, proved)
    loaded = Loaded(
        id=game,
        library=ctx.library,
        entries=entries,
        head=snapshot.head,
        damage=damage,
        kept=snapshot.kept,
        proved=proved,
    )
    if damage is None and (proved is None or len(proved.rows) < len(rows)):
        ctx.proved.keep(game, Proved(previous, rows, loaded.game))
    return loaded


def head_of(ctx: Context, game: str, caller: Caller | None = None) -> Head:
    """A game's head; raises `not-found`, and `unauthorized` for a `caller` whose token is void."""
    head = ctx.log.head(game, None if caller is None else caller.subject)
    if head is None:
        raise Problem("not-found", "There is no such game.")
    if caller is not None:
        admit(caller, head.generation)
    return head


def load_at(ctx: Context, game: str, version: int, caller: Caller) -> Loaded:
    """The game as it was after `version` events; raises as `head_of` does."""
    head = head_of(ctx, game, caller)
    found = ctx.log.read(game, version, version)
    if not found:
        raise Problem("not-found", "The game has no such version.")
    last = found[0]
    entries = ctx.log.read(game, max(1, last.round_at), version)
    then = Head(version=version, hash=last.hash, round_at=last.round_at, damaged=head.damaged)
    return Loaded(id=game, library=ctx.library, entries=entries, head=then)


def _split(entries: Sequence[Entry], round_at: int) -> tuple[Entry | None, Sequence[Entry]]:
    """The entry before the round, if there is one, and the round's own."""
    if round_at > 1 and entries and entries[0].version == round_at - 1:
        return entries[0], entries[1:]
    return None, entries


def find_damage(
    game: str, before: Entry | None, entries: Sequence[Entry], head: Head, proved: Proved | None = None
) -> DamagedLog | None:
    """Where a round's entries fail to follow from the one before, to open their seals, or to reach the head.

    Those that were `proved` before, byte for byte, are not proved again.
    """
    try:
        after, previous = (before.version, before.hash) if before else (0, CHAIN_START)
        fresh = entries
        if proved is not None:
            last_proved = entries[len(proved.rows) - 1]
            after, previous, fresh = last_proved.version, last_proved.hash, entries[len(proved.rows) :]
        check_chain(game, fresh, after=after, previous=previous)
        for entry in fresh:
            if entry.sealed or entry.body["seals"]:
                entry.check_seals()
    except DamagedLog as damage:
        return damage
    except (ValueError, KeyError, TypeError):
        return DamagedLog(0, "an event cannot be read")
    if head.lost:
        return DamagedLog(head.version, "the log has lost its head")
    last = entries[-1] if entries else None
    if last is None or (last.version, last.hash) != (head.version, head.hash):
        return DamagedLog(head.version, "the log does not end where its head says")
    return None


def fold_entries(library: Library, entries: Sequence[Entry], proved: Proved | None = None) -> Game:
    """The state after entries that start with the game's opening or a round's deal; raises `log-damaged`.

    Where the first of them were `proved` before, the state after them is taken from there.
    """
    with unreadable_is_damage():
        if proved is not None:
            fresh = entries[len(proved.rows) :]
            return fold(proved.game, read(fresh, entries[0])) if fresh else proved.game
        events = read(entries)
        first = events[0]
        if not isinstance(first, GameOpened | RoundDealt):
            raise log_damaged()
        game = new_game(library, first.terms, version=entries[0].version - 1)
        for event in events:
            book(game, event)
        return game


def new_game(library: Library, terms: Terms, *, version: int = 0) -> Game:
    """The state before the first event of a game by these terms."""
    game = initial(sheet_of(library, terms), terms)
    game.version = version
    return game


def sheet_of(library: Library, terms: Terms) -> Sheet:
    """The sheet that a game is bound to; raises `unavailable` where this service lacks it."""
    sheet = library.find(terms.ruleset, terms.edition)
    if sheet is None:
        detail = f"This service lacks edition {terms.edition} of {terms.ruleset}."
        raise Problem("unavailable", detail, retry_after=60)
    return sheet


def disclosed(
    ctx: Context, viewer: Viewer, game: str, entries: Sequence[Entry], deal: Entry | None
) -> list[list[Opening]]:
    """For each of these successive entries what it makes known to the viewer.

    `deal` is the entry that opened the round of the first of them where the caller has it at hand.
    """
    if not entries:
        return []
    disclosure = Disclosure(viewer)
    first = entries[0]
    with unreadable_is_damage():
        kinds = {entry.body["type"] for entry in entries}
        if kinds & OPENS_ALL:
            start = 1 if "game-ended" in kinds else max(1, first.round_at)
            disclosure.of(ctx.log.read(game, start, first.version - 1) if start < first.version else [])
        elif viewer.seat is not None and kinds & OPENS_OF_THE_DEAL and 0 < first.round_at < first.version:
            disclosure.of([deal] if deal is not None else ctx.log.read(game, first.round_at, first.round_at))
        return disclosure.of(entries)


def ends_game(entries: Sequence[Entry]) -> bool:
    """Whether the last of these entries can be read and ends its game."""
    try:
        return bool(entries) and entries[-1].body["type"] == "game-ended"
    except (ValueError, KeyError, TypeError):
        return False
