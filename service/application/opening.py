"""Opening a game: terms, seeds, the first deal, and the deals of a client."""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from service import ENGINE
from service.application.admitting import first_tokens
from service.application.appending import (
    Kept,
    Step,
    Versions,
    append,
    key_answer,
    key_field,
    refuse_damage,
    require_version,
    settling,
)
from service.application.callers import REFEREE, Caller, require, require_seat
from service.application.context import Context
from service.application.dealing import Shuffles, fair_round, shuffles_of
from service.application.loading import load, new_game
from service.application.ports import Append, Appended
from service.application.problems import Problem, malformed, malformed_by
from service.application.views import Json, ruling_events, state_of
from service.ledger import shuffle
from service.ledger.entries import CHAIN_START, write
from service.rules.clauses import Fault
from service.rules.events import DealAwaited, Event, GameOpened, SeedGiven, SeedingClosed, Terms
from service.rules.game import Game, fold
from service.rules.library import Library
from service.rules.sheet import Deal, Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a client asks a game to be. `edition` None: the newest; `tokens_expire_in` seconds, None for never."""

    ruleset: str
    players: tuple[str, ...]
    dealer: str
    house_rules: Mapping[str, Any]
    edition: int | None = None
    await_seeds: bool = False
    public: bool = False
    tokens_expire_in: int | None = None


def find_sheet(library: Library, ruleset: str, edition: int | None) -> Sheet:
    """The sheet that a body names; raises `malformed` with the field."""
    if library.find(ruleset) is None:
        raise malformed("/ruleset", f"there is no rule sheet {ruleset!r}; there are: {', '.join(library.newest)}")
    sheet = library.find(ruleset, edition)
    if sheet is None:
        raise malformed("/edition", f"{ruleset} has these editions: {', '.join(map(str, library.editions(ruleset)))}")
    return sheet


def check_house_rules(sheet: Sheet, house_rules: Mapping[str, Any]) -> None:
    """Raises `malformed` for house rules that the sheet does not take, `house-rules-needed` for missing ones."""
    faults = sheet.house_rule_faults(house_rules)
    if faults:
        raise malformed_by(faults)
    missing = sheet.missing_house_rules(house_rules)
    if missing:
        detail = f"The document of {sheet.id} does not give these; house_rules must bring: {', '.join(missing)}."
        faults = [Fault(pointer=f"/house_rules/{name}", reason="is needed") for name in missing]
        raise Problem("house-rules-needed", detail, faults=faults, missing=list(missing))


def seats_of(sheet: Sheet) -> str:
    """How many players a sheet is for, in words."""
    least, most = min(sheet.seats), max(sheet.seats)
    return f"{least} to {most} players" if least < most else f"{least} player{'s' * (least > 1)}"


def check_players(sheet: Sheet, players: tuple[str, ...]) -> None:
    """Raises `malformed` for a wrong number of players or a name that cannot be one."""
    if len(players) not in sheet.seats:
        raise malformed("/players", f"{sheet.id} is for {seats_of(sheet)}")
    seen: dict[str, int] = {}
    for i, name in enumerate(players):
        if fault := _name_fault(name):
            raise malformed(f"/players/{i}", fault)
        folded = unicodedata.normalize("NFC", name.casefold())
        if folded in seen:
            raise malformed(f"/players/{i}", f"is the same name as /players/{seen[folded]}")
        seen[folded] = i


def _name_fault(name: str) -> str | None:
    if not 1 <= len(name) <= 64:
        return "a name has 1 to 64 characters"
    if unicodedata.normalize("NFC", name) != name:
        return "a name is in Unicode normalization form C"
    if any(unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for character in name):
        return "a name has no control or format characters"
    return "a name is not blank" if not name.strip() else None


def open_game(ctx: Context, opening: Opening) -> Json:
    """Opens a game and returns its id, tokens and first state; deals the first round where nothing is awaited."""
    sheet = find_sheet(ctx.library, opening.ruleset, opening.edition)
    check_players(sheet, opening.players)
    check_house_rules(sheet, opening.house_rules)
    if opening.await_seeds and opening.dealer != "service":
        raise malformed("/await_seeds", "seeds are for games that the service deals")
    terms = Terms(
        ruleset=sheet.id,
        edition=sheet.edition,
        house_rules=opening.house_rules,
        players=opening.players,
        dealer=opening.dealer,
        public=opening.public,
        engine=ENGINE,
    )
    game = ctx.entropy.token(16).hex()
    events = _first_events(ctx, game, terms, await_seeds=opening.await_seeds)
    entries = write(ctx.writing(game), events, after=0, previous=CHAIN_START, round_at=0)
    outcome = ctx.log.append(Append(game=game, after=0, previous=CHAIN_START, entries=entries))
    assert isinstance(outcome, Appended)
    state = fold(new_game(ctx.library, terms), events)
    return {
        "id": game,
        "version": state.version,
        "tokens": first_tokens(ctx, game, terms.players, opening.tokens_expire_in),
        "state": state_of(ctx, game, state, entries[-1].hash, REFEREE),
    }


def _first_events(ctx: Context, game: str, terms: Terms, *, await_seeds: bool) -> list[Event]:
    if terms.dealer == "client":
        return [GameOpened(terms=terms), DealAwaited(1)]
    root = ctx.entropy.token(32)
    opened = GameOpened(terms=terms, await_seeds=await_seeds, commitment=shuffle.root_commitment(root), root=root.hex())
    if await_seeds:
        return [opened]
    return [opened, _first_round(ctx, game, terms, Shuffles(root=root, seeds={}))]


def _first_round(ctx: Context, game: str, terms: Terms, shuffles: Shuffles) -> Event:
    scores = dict.fromkeys(terms.players, 0)
    return fair_round(ctx.library, terms, game=game, shuffles=shuffles, number=1, scores=scores, first=None)


def give_seed(ctx: Context, game: str, caller: Caller, *, seat: str, seed: str) -> None:
    """Takes a seat's seed, once; the last one deals the first round. The same seed sent again changes nothing."""
    require_seat(caller, seat)

    def events(state: Game) -> list[Event]:
        given: list[Event] = [SeedGiven(seat, seed)]
        if set(state.seeds) | {seat} == set(state.players):
            shuffles = shuffles_of(ctx, game)
            assert shuffles is not None
            complete = Shuffles(root=shuffles.root, seeds={**shuffles.seeds, seat: seed})
            given.append(_first_round(ctx, game, state.terms, complete))
        return given

    def given_before(state: Game) -> bool:
        if state.phase == "awaiting-seeds" and seat not in state.seeds:
            return False
        shuffles = shuffles_of(ctx, game)
        if shuffles is not None and shuffles.seeds.get(seat) == seed:
            return True
        if state.phase == "awaiting-seeds":
            raise Problem("not-your-phase", "This seat has given another seed; it counts once.")
        return False

    _seed_step(ctx, game, caller, events, given_before)


def close_seeding(ctx: Context, game: str, caller: Caller) -> None:
    """The referee waits for no more seeds: the first round is dealt with those there are."""
    require(caller, "referee")

    def events(state: Game) -> list[Event]:
        shuffles = shuffles_of(ctx, game)
        assert shuffles is not None
        return [SeedingClosed("referee"), _first_round(ctx, game, state.terms, shuffles)]

    _seed_step(ctx, game, caller, events, lambda _: False)


def _seed_step(
    ctx: Context,
    game: str,
    caller: Caller,
    events: Callable[[Game], list[Event]],
    done: Callable[[Game], bool],
) -> None:
    """Appends what seeding makes, unless that is done; a lost race is judged anew, since seeds are independent."""
    for _ in range(20):
        loaded = load(ctx, game, caller)
        refuse_damage(loaded)
        if done(loaded.game):
            return
        if loaded.game.phase != "awaiting-seeds":
            raise Problem("not-your-phase", "This game awaits no seeds.")
        step = Step(loaded=loaded, events=tuple(events(loaded.game)))
        if append(ctx, step, race_is_problem=False) is not None:
            return
    raise Problem("unavailable", "Too many seats gave their seeds at once.", retry_after=1)


def deal_round(
    ctx: Context, game: str, caller: Caller, deal: Deal, *, key: str | None, fingerprint: str, if_match: Versions
) -> Kept | Json:
    """Takes a client's deal and opens the round with it; answers the state as the referee sees it."""
    require(caller, "referee")
    field = key_field(caller, key)
    loaded = load(ctx, game, caller, field)
    if kept := key_answer(loaded, fingerprint):
        return kept
    refuse_damage(loaded)
    require_version(ctx, loaded, caller, if_match)
    state = loaded.game
    if state.terms.dealer != "client":
        raise Problem("forbidden", "The service deals this game.")
    settling(state)
    if state.phase != "awaiting-deal":
        raise Problem("not-your-phase", f"No deal is awaited in the phase '{state.phase}'.")
    first = state.sheet.kind.next_first(state) if state.table is not None else None
    faults = state.sheet.kind.deal_faults(state.sheet, state.rules, state.terms, deal, first)
    if faults:
        raise malformed_by(faults)
    dealt = state.sheet.kind.open_round(
        state.sheet, state.rules, terms=state.terms, number=state.round + 1, scores=state.scores, deal=deal
    )

    def answer(after: Game, entries: Any) -> Json:
        body = state_of(ctx, game, after, entries[-1].hash, caller)
        return {"version": after.version, "state": body, "events": ruling_events(ctx, caller, loaded, entries)}

    step = Step(
        loaded=loaded,
        events=(dealt,),
        caller=caller,
        key=field,
        fingerprint=fingerprint,
        if_match=if_match,
        answer=answer,
    )
    appended = append(ctx, step)
    assert appended is not None
    return appended
