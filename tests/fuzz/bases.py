"""What is mutated: real records, with and without their proofs, and games under way."""

import itertools
import json
import lzma
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from service.application.dealing import Shuffles, fair_round
from service.application.records import record_of
from service.ledger import shuffle
from service.ledger.disclosure import Viewer
from service.ledger.entries import CHAIN_START, Writing, write
from service.rules.events import Event, GameOpened, SeedGiven, Terms
from service.rules.game import Game, close, decide, evolve, fold, initial, settle
from service.rules.library import Library, load
from service.rules.rulings import Refused
from service.rules.sheet import Sheet
from tests.playing import PLAYERS, SHEETS, choose, house_rules_of

Json = dict[str, Any]

CONFORMANCE = Path(__file__).parents[2] / "docs" / "conformance"
PER_SHEET = 24
MOST_MOVES = 30
"""Of a round: what is cut off is more of the same, and slow."""


@cache
def library() -> Library:
    """Our own sheets."""
    return load()


@cache
def records() -> tuple[bytes, ...]:
    """Records of every sheet: true ones, with a wrong claim, with an illegal move, on paper, with a proof."""
    chance = random.Random("bases")
    found: list[Json] = []
    for file in sorted(CONFORMANCE.glob("*.jsonl.xz")):
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            cases = [json.loads(_renamed(line))["record"] for line in lines]
        short = [_cut(record) for record in chance.sample(cases, PER_SHEET)]
        found += [*short, *(_on_paper(record, chance) for record in short[: PER_SHEET // 2])]
    for ruleset, players in SHEETS:
        found += [proved(ruleset, players, chance), proved(ruleset, players, chance)]
    return tuple(map(orjson.dumps, found))


def _renamed(line: str) -> str:
    """A case whose players have the names that mutations know."""
    return re.sub(r'"p([1-6])"', lambda found: f'"{PLAYERS[int(found[1]) - 1]}"', line)


def _cut(record: Json) -> Json:
    rounds = [{**played, "moves": played["moves"][:MOST_MOVES]} for played in record["rounds"][:2]]
    return {**record, "rounds": rounds}


def _on_paper(record: Json, chance: random.Random) -> Json:
    """A record of which not everything is known."""
    paper: Json = orjson.loads(orjson.dumps(record))
    for played in paper["rounds"]:
        deal = played["deal"]
        deal["pool" if "pool" in deal else "widow"] = None
        for player in deal["hands"]:
            if chance.random() < 0.6:
                deal["hands"][player] = None
                played.setdefault("remaining", {})[player] = chance.choice([["0-0-1"], 7, [], 0])
        for move in played["moves"]:
            if move["type"] == "draw" and chance.random() < 0.5:
                move["tile"] = None
    return paper


def proved(ruleset: str, players: int, chance: random.Random) -> Json:
    """The record, with its proof, of a game of one settled round that the service dealt."""
    return record_of(
        write(_writing(chance), _history(ruleset, players, chance), after=0, previous=CHAIN_START, round_at=0),
        receipts=[],
        viewer=Viewer(referee=True),
    )


_GAME = "0123456789abcdef0123456789abcdef"


def _writing(chance: random.Random) -> Writing:
    return Writing(game=_GAME, at="2026-11-05T12:00:00.000Z", salt=lambda: chance.randbytes(32).hex())


def _terms(ruleset: str, players: int) -> Terms:
    return Terms(
        ruleset=ruleset,
        edition=1,
        house_rules=house_rules_of(ruleset),
        players=PLAYERS[:players],
        dealer="service",
        public=False,
        engine="",
    )


def _dealt(game: Game, shuffles: Shuffles) -> Event:
    first = game.sheet.kind.next_first(game) if game.table is not None else None
    number = game.round + 1
    return fair_round(
        library(), game.terms, game=_GAME, shuffles=shuffles, number=number, scores=game.scores, first=first
    )


def _history(ruleset: str, players: int, chance: random.Random) -> Iterator[Event]:
    """The events of a game that is closed in its second round, if it comes to one."""
    root = chance.randbytes(32)
    seeds = {player: f"{player} ✓" for player in PLAYERS[:players] if chance.random() < 0.5}
    shuffles = Shuffles(root=root, seeds=seeds)
    terms = _terms(ruleset, players)
    game = initial(_sheet(ruleset), terms)
    opening = GameOpened(
        terms=terms, await_seeds=bool(seeds), commitment=shuffle.root_commitment(root), root=root.hex()
    )
    events: list[Event] = [opening, *(SeedGiven(player, seed) for player, seed in seeds.items())]
    events.append(_dealt(game, shuffles))
    game = fold(game, events)
    while game.turn is not None:
        ruling = decide(game, choose(game, chance))
        assert not isinstance(ruling, Refused)
        game = fold(game, ruling.events)
        events += ruling.events
    if game.phase == "settling":
        settled, over = settle(game)
        events.append(_with(settled, key=shuffles.key(_GAME, game.round).hex()))
        game = evolve(game, events[-1])
        events.append(_dealt(game, shuffles) if over is None else _with(over, root=root.hex()))
        game = evolve(game, events[-1])
    if game.over is None:
        events += (_with(event, root=root.hex()) for event in close(game, "enough"))
    return iter(events)


def _with(event: Any, **changes: Any) -> Any:
    known = {name: value for name, value in changes.items() if name in event.__slots__}
    return replace(event, **known)


def _sheet(ruleset: str) -> Sheet:
    found = library().find(ruleset)
    assert found is not None
    return found


@cache
def games() -> tuple[Game, ...]:
    """Games under way, from the opening to the end of a round."""
    chance = random.Random("games")
    found: list[Game] = []
    for ruleset, players in SHEETS:
        terms = _terms(ruleset, players)
        game = initial(_sheet(ruleset), terms)
        game = evolve(game, _dealt(game, Shuffles(root=chance.randbytes(32), seeds={})))
        course = [game]
        while game.turn is not None and len(course) < 60:
            ruling = decide(game, choose(game, chance))
            assert not isinstance(ruling, Refused)
            game = fold(game, ruling.events)
            course.append(game)
        found += itertools.islice(course, 0, None, max(1, len(course) // 5))
    return tuple(found)
