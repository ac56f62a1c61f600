import itertools
import json
import math
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.application.dealing import deal_of
from service.ledger import shuffle
from service.rules.events import Terms
from service.rules.library import load
from tests.ledger import naive

FILE = Path(__file__).parents[2] / "docs" / "fair-deals.vectors.json"
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
LIBRARY = load()
TILES = LIBRARY.newest["tridomino-hexagono"].kind.tiles(None)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_vectors_are_what_the_service_deals(vector: dict[str, Any]) -> None:
    root = bytes.fromhex(vector["root"])
    key = shuffle.round_key(root, vector["game"], vector["round"])
    mix = shuffle.mix_of(vector["seeds"])
    assert shuffle.root_commitment(root) == vector["commitment"]
    assert (key.hex(), shuffle.key_commitment(key), mix.hex()) == tuple(
        vector[name] for name in ("key", "key_commitment", "mix")
    )
    assert list(itertools.islice(shuffle.words(key, mix), 4)) == vector["first_words"]
    sheet = LIBRARY.newest[vector["ruleset"]]
    terms = Terms(
        ruleset=sheet.id,
        edition=sheet.edition,
        house_rules={},
        players=tuple(vector["players"]),
        dealer="service",
        public=False,
        engine="",
    )
    deal = deal_of(sheet, terms, key=key, seeds=vector["seeds"], first=vector.get("first"), number=vector["round"])
    assert {player: list(hand or ()) for player, hand in deal.hands.items()} == vector["hands"]
    assert (list(deal.pool or ()), deal.widow) == (vector.get("pool", []), vector.get("widow"))
    assert deal.first_bidder == vector.get("first_bidder")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_vectors_are_what_the_contract_says(vector: dict[str, Any]) -> None:
    root = bytes.fromhex(vector["root"])
    key, mix = naive.round_key(root, vector["game"], vector["round"]), naive.mix(vector["seeds"])
    assert (key.hex(), mix.hex()) == (vector["key"], vector["mix"])
    assert (naive.root_commitment(root), naive.key_commitment(key)) == (vector["commitment"], vector["key_commitment"])
    sheet = LIBRARY.newest[vector["ruleset"]]
    order, left = naive.shuffle(sheet.kind.tiles(sheet.rules), key, mix)
    dealt = [*itertools.chain(*vector["hands"].values()), *vector.get("pool", []), *([vector.get("widow")])]
    assert order == [tile for tile in dealt if tile is not None]
    if "first_bidder" in vector and "first" not in vector:
        word = next(word for word in left if word < 2**32 // 3 * 3)
        assert vector["first_bidder"] == vector["players"][word % 3]


@given(st.binary(min_size=32, max_size=32), st.dictionaries(st.text("abé😀", min_size=1), st.text("xyz✓")))
def test_any_key_and_seeds_give_what_the_contract_says(key: bytes, seeds: dict[str, str]) -> None:
    mix = shuffle.mix_of(seeds)
    assert mix == naive.mix(seeds)
    stream = shuffle.words(key, mix)
    order, left = naive.shuffle(TILES, key, mix)
    assert shuffle.shuffled(tuple(reversed(TILES)), stream) == order
    assert list(itertools.islice(stream, 20)) == left[:20]


def test_words_past_the_last_whole_multiple_are_skipped() -> None:
    limit = 2**32 // 6 * 6
    stream = iter([limit, 2**32 - 1, limit - 1, 0])
    assert shuffle.below(6, stream) == 5
    assert shuffle.below(6, stream) == 0
    assert shuffle.below(2**31, iter([2**32 - 1])) == 2**31 - 1
    assert shuffle.below(1, iter([2**32 - 1])) == 0


def test_any_change_of_a_secret_gives_another_order() -> None:
    key, mix = b"k" * 32, shuffle.mix_of({"a": "1"})
    orders = {
        tuple(shuffle.shuffled(TILES, shuffle.words(*pair)))
        for pair in [
            (key, mix),
            (key, shuffle.mix_of({})),
            (key, shuffle.mix_of({"a": "2"})),
            (key, shuffle.mix_of({"b": "1"})),
            (b"K" + key[1:], mix),
        ]
    }
    assert len(orders) == 5


def streams(count: int) -> Iterator[Iterator[int]]:
    chance = random.Random(20261105)
    mix = shuffle.mix_of({})
    for number in range(count):
        yield shuffle.words(shuffle.round_key(chance.randbytes(32), "game", number), mix)


def deviation(counts: Counter[Any], cells: int, freedom: int) -> float:
    """How many standard deviations the chi-square statistic lies from its mean (Wilson-Hilferty)."""
    expected = counts.total() / cells
    chi = sum((counts[cell] - expected) ** 2 for cell in counts) / expected + expected * (cells - len(counts))
    spread = 2 / (9 * freedom)
    return (math.cbrt(chi / freedom) - (1 - spread)) / math.sqrt(spread) if freedom else 0.0


def test_every_tile_comes_to_every_place_alike() -> None:
    counts: Counter[tuple[int, str]] = Counter()
    for stream in streams(4000):
        counts.update(enumerate(shuffle.shuffled(TILES, stream)))
    assert abs(deviation(counts, 56 * 56, 55 * 55)) < 3.5


def test_every_order_of_four_tiles_comes_alike() -> None:
    counts = Counter(tuple(shuffle.shuffled("abcd", stream)) for stream in streams(12000))
    assert len(counts) == 24
    assert abs(deviation(counts, 24, 23)) < 3.5


def test_the_number_of_tiles_that_stay_is_that_of_chance() -> None:
    order = sorted(TILES)
    stay = sum(
        sum(tile == order[i] for i, tile in enumerate(shuffle.shuffled(TILES, stream))) for stream in streams(2000)
    )
    assert abs(stay - 2000) < 3.5 * math.sqrt(2000)


def test_rounds_of_one_root_have_nothing_in_common() -> None:
    root = bytes(32)
    keys = [shuffle.round_key(root, game, number) for game in ("a", "b") for number in range(1, 200)]
    assert len(set(keys)) == len(keys)
    assert shuffle.round_key(root, "a\n1", 1) != shuffle.round_key(root, "a", 11)
