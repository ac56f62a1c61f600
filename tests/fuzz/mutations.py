"""Changes of JSON that keep most of its structure."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from service.rules.laying.tiles import TILES
from tests.proofs import rechain

Json = Any
Chance = random.Random

PLAYERS = ("red", "blue", "green", "gold", "pink", "grey", "nobody", "", "Red", "r\u0065d\u0301", "__proto__")
ODD_TILES = ("", "0", "0-1", "6-5", "5-6", "6-6", "0-0", "1-0-0", "0-0-6", "-1-0-0", "0-0-0 ", "\uff10-0-0", "x" * 17)
KINDS = ("place", "draw", "pass", "stop", "bid", "discard", "declare", "play", "resign", "timeout", "fly", "")
NUMBERS = (0, -1, 1, 2, 5, 6, 21, 200, 201, -200, -201, 2**31, 2**53 - 1, 1 - 2**53, 2**53, 10**30, 0.5, -0.0, 1e308)
RULESETS = (
    "domino-triunghiular",
    "schmidt-solitaire",
    "schmidt-tripple-domino",
    "three-player-moon",
    "tri-ominoes",
    "tridomino-hexagono",
    "none",
)
NESTED: Json = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
JUNK = (None, True, False, "", "x", "\x00", "é", "😀", [], {}, [[]], {"": {}}, [None], "a" * 5000, NESTED)


def tile(chance: Chance) -> str:
    """A tile of the larger set, sometimes one that is none."""
    return chance.choice(TILES) if chance.random() < 0.8 else chance.choice(ODD_TILES)


def value(chance: Chance) -> Json:
    """Any value."""
    return chance.choice((tile(chance), chance.choice(PLAYERS), chance.choice(NUMBERS), chance.choice(JUNK)))


def move(chance: Chance) -> Json:
    """Any move."""
    made: Json = {"player": chance.choice(PLAYERS[: chance.choice((2, 2, 2, 3, 6))]), "type": chance.choice(KINDS[:10])}
    match made["type"]:
        case "place":
            made["at"] = [chance.randint(-6, 6), chance.randint(-6, 6)]
            made["corners"] = [chance.randint(0, 5) for _ in range(3)]
        case "draw" | "discard" | "play":
            made["tile"] = tile(chance)
        case "bid":
            made["value"] = chance.randint(-1, 22)
        case "declare":
            made["trump"] = chance.choice(("0", "3", "6", "7", "doubles", "none"))
    return made


def places(body: Json) -> list[tuple[Json, Any]]:
    """Every member and element, as its container and its name or place in it."""
    found: list[tuple[Json, Any]] = []
    todo = [body]
    while todo:
        inner = todo.pop()
        names: Iterator[Any] = iter(inner) if isinstance(inner, dict) else iter(range(len(inner)))
        for name in names:
            found.append((inner, name))
            if isinstance(inner[name], dict | list):
                todo.append(inner[name])
    return found


def _spot(chance: Chance, body: Json, kind: type | tuple[type, ...] = object) -> tuple[Json, Any] | None:
    """A place whose value is of a kind, each level of the body as likely as it has members."""
    found = [(inner, name) for inner, name in places(body) if isinstance(inner[name], kind)]
    return chance.choice(found) if found else None


def _put(kind: type | tuple[type, ...], make: Callable[[Chance, Json], Json]) -> Callable[[Chance, Json], None]:
    def change(chance: Chance, body: Json) -> None:
        if (spot := _spot(chance, body, kind)) is not None:
            inner, name = spot
            inner[name] = make(chance, inner[name])

    return change


def _delete(chance: Chance, body: Json) -> None:
    if (spot := _spot(chance, body)) is not None:
        del spot[0][spot[1]]


def _rename(chance: Chance, body: Json) -> None:
    found = [(inner, name) for inner, name in places(body) if isinstance(inner, dict)]
    if found:
        inner, name = chance.choice(found)
        inner[chance.choice((*PLAYERS, "type", "tile", "x", name + "s"))] = inner.pop(name)


def _duplicate(chance: Chance, body: Json) -> None:
    if (spot := _spot(chance, body, list)) is not None and (found := spot[0][spot[1]]):
        found.insert(chance.randrange(len(found) + 1), chance.choice(found))


def _swap(chance: Chance, body: Json) -> None:
    """Two values of one kind in each other's places."""
    one = _spot(chance, body)
    other = one and _spot(chance, body, type(one[0][one[1]]))
    if one and other:
        (a, i), (b, j) = one, other
        a[i], b[j] = orjson.loads(orjson.dumps(b[j])), orjson.loads(orjson.dumps(a[i]))


def _shuffle(chance: Chance, body: Json) -> None:
    if (spot := _spot(chance, body, list)) is not None:
        chance.shuffle(spot[0][spot[1]])


def _moves(chance: Chance, body: Json) -> None:
    """A move more, less, twice, or earlier."""
    rounds = body.get("rounds") if isinstance(body, dict) else None
    played = chance.choice(rounds) if isinstance(rounds, list) and rounds else None
    moves = played.get("moves") if isinstance(played, dict) else None
    if not isinstance(moves, list):
        return
    at = chance.randrange(len(moves) + 1)
    match chance.randrange(4):
        case 0:
            moves.insert(at, move(chance))
        case 1 if at < len(moves):
            del moves[at]
        case 2 if at < len(moves):
            moves.insert(at, moves[at])
        case 3 if at < len(moves):
            moves.insert(chance.randrange(len(moves)), moves.pop(at))


def _house_rules(chance: Chance, body: Json) -> None:
    if isinstance(body, dict) and isinstance(body.get("house_rules"), dict):
        names = ("target", "hand_sizes", "ends", "winner", "bridge", "draws_per_turn", "draw_cost", "minimum_bid")
        rules = (*names, "blocked_tie", "draw_limit", "opening_bonus_triple", "out_bonus", "hexagon", "all_pass", "x")
        numbers = (0, 1, 3, -5, 50, 2**40, None, True, "out", "none", {"2": 1}, {"2": 28, "3": 18}, {"1": 0}, [1, 2, 3])
        body["house_rules"][chance.choice(rules)] = chance.choice(numbers)


def _claims(chance: Chance, body: Json) -> None:
    if isinstance(body, dict):
        body[chance.choice(("claimed_winner", "closed", "receipts", "edition", "proof", "players"))] = value(chance)


def _ruleset(chance: Chance, body: Json) -> None:
    if isinstance(body, dict):
        body["ruleset"] = chance.choice(RULESETS)


_NUMBER = (int, float)
CHANGES: tuple[Callable[[Chance, Json], None], ...] = (
    _put(object, lambda chance, _: value(chance)),
    _put(str, lambda chance, _: tile(chance)),
    _put(str, lambda chance, _: chance.choice(PLAYERS)),
    _put(str, lambda chance, text: text[: chance.randrange(len(text) + 1)] + chance.choice(("", "\ud7ff", "-0"))),
    _put(_NUMBER, lambda chance, number: number + chance.choice((-1, 1, -5, 10))),
    _put(_NUMBER, lambda chance, _: chance.choice(NUMBERS)),
    _put(dict, lambda chance, _: move(chance)),
    _put(list, lambda chance, found: found[: chance.randrange(len(found) + 1)]),
    _delete,
    _rename,
    _duplicate,
    _swap,
    _shuffle,
    _moves,
    _moves,
    _moves,
    _moves,
    _house_rules,
    _claims,
    _ruleset,
)

GENTLE = (
    _moves,
    _moves,
    _moves,
    _moves,
    _put(str, lambda chance, text: tile(chance) if text[:1].isdigit() else text),
    _put(str, lambda chance, text: chance.choice(PLAYERS[: chance.choice((2, 2, 6))]) if text in PLAYERS else text),
    _put(_NUMBER, lambda chance, number: number + chance.choice((-1, 1))),
    _put(dict, lambda chance, found: move(chance) if "type" in found else found),
    _house_rules,
)
"""Changes after which there is mostly still something to judge."""


def mutated(chance: Chance, base: bytes, *, most: int = 3) -> bytes:
    """A base with a few changes; a proof is mostly sealed and chained anew, so that it is read on."""
    body = orjson.loads(base)
    for _ in range(min(most, chance.choice((1, 1, 1, 2, 3)))):
        part = body
        if isinstance(body, dict) and isinstance(body.get("proof"), dict) and chance.random() < 0.7:
            part = body["proof"]
        chance.choice(CHANGES if chance.random() < 0.3 else GENTLE)(chance, part)
    if chance.random() < 0.9:
        _rechained(body)
    raw = _dumps(body)
    return _noise(chance, raw) if chance.random() < 0.04 else raw


def _rechained(body: Json) -> None:
    """Chains a proof anew as far as it has still the form of one."""
    try:
        rechain(body)
    except (LookupError, TypeError, ValueError, AttributeError):
        return


def _dumps(body: Json) -> bytes:
    """JSON, numbers beyond 64 bits and surrogates too."""
    return json.dumps(body).encode()


def _noise(chance: Chance, raw: bytes) -> bytes:
    """Bytes lost, doubled, and put in."""
    at, size = chance.randrange(len(raw) + 1), chance.randrange(1, 12)
    odd = (b"", b'"', b"{", b"]", b"\xff", b"\\ud800", b"NaN", b"1e999", b",", b'"a":1,"a":2,', b"[" * 2000, b"\x00")
    return raw[:at] + chance.choice(odd) + raw[at + chance.choice((0, size)) :]
