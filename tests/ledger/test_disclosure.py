"""Who comes to know what, over whole games: held against what each seat has had in its hand."""

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from service.application import opening
from service.application.callers import REFEREE, Caller
from service.application.context import Context
from service.application.loading import new_game
from service.application.ports import Append
from service.application.reading import events as read_events
from service.application.settling import settle_round
from service.ledger.disclosure import HIDDEN_FROM_ALL, Disclosure
from service.ledger.entries import CHAIN_START, Entry, Opening, read
from service.rules.events import GameEnded, GameOpened, RoundDealt
from service.rules.game import book
from service.rules.moves import Resign
from tests.ledger import naive
from tests.playing import Game, callers_of, open_game, seat

GAMES: dict[str, dict[str, Any]] = {
    "two": {"ruleset": "tridomino-hexagono", "players": 2, "house_rules": {"target": 150}},
    "six": {"ruleset": "tridomino-hexagono", "players": 6, "house_rules": {"target": 100}},
    "at once": {"ruleset": "tri-ominoes", "players": 3, "house_rules": {"target": 120}},
    "opening draws": {"ruleset": "tri-ominoes", "players": 2, "house_rules": {"target": 120, "hand_sizes": {"2": 1}}},
    "solitaire": {"ruleset": "schmidt-solitaire", "players": 1},
    "tricks": {"ruleset": "three-player-moon", "players": 3, "house_rules": {"target": 5}},
    "seeds": {"ruleset": "tridomino-hexagono", "players": 3, "await_seeds": True},
    "seeded tricks": {"ruleset": "three-player-moon", "players": 3, "await_seeds": True},
    "client": {"ruleset": "tridomino-hexagono", "players": 3, "dealer": "client", "house_rules": {"target": 90}},
    "client's tricks": {"ruleset": "three-player-moon", "players": 3, "dealer": "client"},
    "unknown pool": {"ruleset": "tridomino-hexagono", "players": 2, "dealer": "client"},
    "unknown opening draws": {
        "ruleset": "tri-ominoes",
        "players": 2,
        "dealer": "client",
        "house_rules": {"hand_sizes": {"2": 1}},
    },
    "closed": {"ruleset": "tridomino-hexagono", "players": 2},
    "closed tricks": {"ruleset": "three-player-moon", "players": 3},
    "closed unknown pool": {"ruleset": "tridomino-hexagono", "players": 2, "dealer": "client"},
    "closed before the deal": {"ruleset": "tridomino-hexagono", "players": 2, "await_seeds": True},
    "resigned": {"ruleset": "tridomino-hexagono", "players": 3},
    "unfinished": {"ruleset": "tridomino-hexagono", "players": 3},
    "unfinished tricks": {"ruleset": "three-player-moon", "players": 3},
}


_PLAYED: dict[str, tuple[str, list[Entry]]] = {}
"""Games that were played before in this process, by what they are: id and log."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest, ctx: Context) -> Game:
    what: str = request.param
    if what not in _PLAYED:
        played = play(ctx, what)
        _PLAYED[what] = played.id, all_entries(played)
        return played
    game_id, entries = _PLAYED[what]
    ctx.log.append(Append(game=game_id, after=0, previous=CHAIN_START, entries=entries))
    return Game(ctx, game_id, random.Random(what))


def play(ctx: Context, what: str) -> Game:
    """A game as far as its name says."""
    unknown = "unknown" in what
    played = open_game(ctx, seed=what, by_seats=not unknown, **GAMES[what])
    players = played.state.players
    givers = players if "seed" in what else players[:1] if "before the deal" in what else ()
    for player in givers:
        opening.give_seed(ctx, played.id, seat(player), seat=player, seed=f"{player} {what}")
    if "before the deal" not in what:
        played.play(lambda: settle_round(ctx, played.id), rounds=2, pool_known=not unknown)
        if played.state.phase == "awaiting-deal":
            played.deal(pool_known=not unknown)
        for _ in range(7):
            if played.state.turn is not None:
                played.step()
    if "closed" in what:
        played.close()
    if "resigned" in what:
        played.move(Resign(players[1]))
    return played


def all_entries(game: Game) -> list[Entry]:
    return game.ctx.log.read(game.id, 1, game.version)


def told(entries: Iterable[Entry], caller: Caller) -> list[list[Opening]]:
    return Disclosure(caller.viewer).of(entries)


def test_what_is_opened_opens_its_seal_once_and_not_before_its_event(game: Game) -> None:
    entries = all_entries(game)
    for caller in callers_of(game.state.players):
        seen: Counter[tuple[int, str]] = Counter()
        for entry, openings in zip(entries, told(entries, caller), strict=True):
            for opened in openings:
                sealed = entries[opened.version - 1].body["seals"][opened.name]
                assert sealed == naive.seal(game.id, opened.version, opened.name, opened.salt, opened.value)
                assert opened.version <= entry.version
                seen[opened.version, opened.name] += 1
        assert set(seen.values()) <= {1}
        if game.over:
            sealed = {(entry.version, name) for entry in entries for name in entry.body["seals"]}
            assert set(seen) == sealed


def test_a_seat_is_told_exactly_the_tiles_that_it_has_held_until_a_round_is_settled(game: Game) -> None:
    entries = all_entries(game)
    events = read(entries)
    first = events[0]
    assert isinstance(first, GameOpened)
    for player in [*game.state.players, None]:
        state = new_game(game.ctx.library, first.terms)
        caller = Caller(role="spectator") if player is None else seat(player)
        held: set[str | None] = set()
        known: set[str | None] = set()
        for event, openings in zip(events, told(entries, caller), strict=True):
            book(state, event)
            if isinstance(event, RoundDealt):
                held, known = set(), set()
            if isinstance(event, GameEnded):
                break
            if state.settled is not None:
                continue
            known |= {tile for opened in openings for tile in _tiles(opened)}
            if player is not None and state.table is not None:
                held |= set(state.table.hands[player])
            assert known == held


def _tiles(opened: Opening) -> list[str]:
    if opened.name in HIDDEN_FROM_ALL:
        return []
    return opened.value if isinstance(opened.value, list) else [opened.value]


def test_the_referee_knows_all_but_root_and_seeds_at_once_and_these_at_the_end(game: Game) -> None:
    entries = all_entries(game)
    for entry, openings in zip(entries, told(entries, REFEREE), strict=True):
        names = {(opened.version, opened.name) for opened in openings}
        own = {(entry.version, name) for name in entry.body["seals"] if name not in HIDDEN_FROM_ALL}
        if entry.body["type"] == "game-ended":
            hidden = {(e.version, n) for e in entries for n in e.body["seals"] if n in HIDDEN_FROM_ALL}
            assert names == own | hidden
        else:
            assert names == own


def test_a_settled_round_is_open_to_everybody(game: Game) -> None:
    entries = all_entries(game)
    settled = [entry.version for entry in entries if entry.body["type"] == "round-settled"]
    for caller in callers_of(game.state.players):
        found = [opened for openings in told(entries, caller)[: max(settled, default=0)] for opened in openings]
        tiles = {(opened.version, opened.name) for opened in found if opened.name not in HIDDEN_FROM_ALL}
        sealed = {(e.version, n) for e in entries[: max(settled, default=0)] for n in e.body["seals"]}
        assert tiles == {(version, name) for version, name in sealed if name not in HIDDEN_FROM_ALL}


def test_pages_tell_the_same_wherever_they_are_cut(game: Game) -> None:
    chance = random.Random(game.id)
    entries = all_entries(game)
    for caller in callers_of(game.state.players):
        whole = [[opened.data() for opened in openings] for openings in told(entries, caller)]
        paged: list[Any] = []
        while len(paged) < len(entries):
            page = read_events(game.ctx, game.id, caller, after=len(paged), limit=chance.choice([1, 1, 2, 7]), wait=0)
            paged += page["events"]
        assert [event["openings"] for event in paged] == whole
        assert [event["hash"] for event in paged] == [entry.hash for entry in entries]


def test_the_rulings_told_their_callers_what_the_log_tells_them(ctx: Context) -> None:
    for ruleset, players in (("tridomino-hexagono", 2), ("three-player-moon", 3)):
        game = open_game(ctx, ruleset, players, by_seats=True)
        rulings = game.play_round()
        entries = all_entries(game)
        for ruling in rulings:
            shown = told(entries, seat(ruling["move"]["player"]))
            for event in ruling["events"]:
                assert event["openings"] == [opened.data() for opened in shown[event["version"] - 1]]


def test_a_record_of_an_unfinished_game_keeps_root_and_seeds(ctx: Context) -> None:
    game = open_game(ctx, players=2, await_seeds=True)
    for player in game.state.players:
        opening.give_seed(ctx, game.id, seat(player), seat=player, seed=f"hush {player}")
    game.step()
    opened = read(all_entries(game))[0]
    assert isinstance(opened, GameOpened)
    text = str(game.record())
    assert opened.root is not None
    assert opened.root not in text
    assert "hush" not in text
    game.close()
    assert opened.root in str(game.record())
    assert "hush" in str(game.record())
