import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args

import orjson
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from service.ledger.codec import FORMS, UnknownForm, decode, encode
from service.rules import events as e
from service.rules.rulings import ScoreItem
from tests.ledger.examples import EXAMPLES, GOLDEN, stored

FILES = sorted(GOLDEN.glob("*.json"))

names = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=8)
tiles = st.from_regex(r"[0-5]-[0-5]-[0-5]", fullmatch=True)
whole = st.integers(-(2**53) + 1, 2**53 - 1)
some_items = st.lists(st.builds(ScoreItem, names, whole, names, names), max_size=3).map(tuple)
some_scores = st.dictionaries(names, whole, max_size=4)
a_cell = st.tuples(st.integers(-200, 200), st.integers(-200, 200))
some_corners = st.tuples(*[st.integers(0, 5)] * 3)
some_terms = st.builds(
    e.Terms,
    ruleset=names,
    edition=st.integers(1, 9),
    house_rules=st.dictionaries(names, whole | names | st.booleans() | st.none() | st.lists(whole), max_size=3),
    players=st.lists(names, min_size=1, max_size=6, unique=True).map(tuple),
    dealer=names,
    public=st.booleans(),
    engine=names,
)


@st.composite
def some_deals(draw: st.DrawFn) -> e.RoundDealt:
    terms = draw(some_terms)
    pool = draw(st.lists(tiles, max_size=6).map(tuple))
    count = draw(st.integers(0, len(pool)))
    known = draw(st.booleans())
    return e.RoundDealt(
        terms=terms,
        round=draw(st.integers(1, 99)),
        scores=draw(some_scores),
        hands={player: draw(st.lists(tiles, max_size=4).map(tuple)) for player in terms.players},
        pool=pool if known else (None,) * len(pool),
        pool_known=known,
        opening_draws=tuple(
            e.OpeningDraw(player=terms.players[i % len(terms.players)], place=i, tile=pool[i]) for i in range(count)
        ),
        widow=draw(st.none() | tiles),
        first_bidder=draw(st.none() | names),
        phase=draw(names),
        turn=draw(st.none() | names),
        clause=draw(names),
        key_commitment=draw(st.none() | names),
    )


BY_FIELD: dict[str, st.SearchStrategy[Any]] = {
    "at": a_cell,
    "corners": some_corners,
    "items": some_items,
    "scores": some_scores,
    "terms": some_terms,
    "winner": st.lists(names, max_size=3).map(tuple),
}
BY_TYPE: dict[Any, st.SearchStrategy[Any]] = {
    str: names,
    int: whole,
    bool: st.booleans(),
    str | None: st.none() | names,
    int | None: st.none() | whole,
}


def some_events(cls: Any) -> st.SearchStrategy[Any]:
    if cls is e.RoundDealt:
        return some_deals()
    return st.builds(cls, **{f.name: BY_FIELD[f.name] if f.name in BY_FIELD else BY_TYPE[f.type] for f in fields(cls)})


@given(st.one_of(*map(some_events, get_args(e.Event))))
def test_every_event_comes_back_as_it_was_written(event: e.Event) -> None:
    written = encode(event)
    read = orjson.loads(rfc8785.dumps({"data": written.data, "secrets": written.secrets}))
    secrets = read["secrets"]
    if isinstance(event, e.TileDrawn) and event.pool_known:
        secrets = {f"pool/{event.place}": event.tile} if event.tile is not None else {}
    assert decode(written.type, written.schema, read["data"], secrets) == event


@given(st.one_of(*map(some_events, get_args(e.Event))))
def test_an_event_without_its_secrets_says_everything_but_them(event: e.Event) -> None:
    written = encode(event)
    redacted = encode(decode(written.type, written.schema, dict(written.data), {}))
    assert redacted.data == written.data
    assert all(
        value is None or (isinstance(value, list) and set(value) <= {None}) for value in redacted.secrets.values()
    )


@given(some_deals())
def test_a_deal_without_its_secrets_holds_no_tile(dealt: e.RoundDealt) -> None:
    written = encode(dealt)
    redacted = decode(written.type, written.schema, dict(written.data), {})
    assert isinstance(redacted, e.RoundDealt)
    assert redacted.widow is None
    assert {tile for hand in redacted.hands.values() for tile in hand} <= {None}
    assert {*redacted.pool, *(draw.tile for draw in redacted.opening_draws)} <= {None}


def test_every_form_has_a_golden_file_and_every_event_an_example() -> None:
    kept = {(found["type"], found["schema"]) for found in map(_golden, FILES)}
    assert kept == set(FORMS)
    assert {type(event) for event in EXAMPLES.values()} == set(get_args(e.Event))
    assert {file.stem for file in FILES} >= set(EXAMPLES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_was_written_once_is_read_for_ever(file: Path) -> None:
    found = _golden(file)
    secrets = found["secrets"]
    example = EXAMPLES.get(file.stem)
    if isinstance(example, e.TileDrawn) and example.pool_known:
        secrets = {f"pool/{example.place}": example.tile}
    event = decode(found["type"], found["schema"], found["data"], secrets)
    assert example is None or event == example


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_written_does_not_change(name: str) -> None:
    """A change of a form is a new schema number: a new file, a reader of its own, and the old ones kept."""
    assert stored(EXAMPLES[name]) == _golden(GOLDEN / f"{name}.json")


def _golden(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("form", [("tile-placed", 2), ("tile-placed", 0), ("tile-laid", 1), ("TilePlaced", 1), ("", 1)])
def test_an_unknown_form_is_a_fault(form: tuple[str, int]) -> None:
    with pytest.raises(UnknownForm):
        decode(*form, {}, {})


def test_the_type_is_no_module_path() -> None:
    for cls in get_args(e.Event):
        written = encode(next(event for event in EXAMPLES.values() if type(event) is cls))
        assert written.type.replace("-", "").isalpha()
        assert written.type == written.type.lower()


def test_what_is_sealed_does_not_stand_in_the_data() -> None:
    root, seed = "a" * 64, "a seed of ours ✓"
    for event in EXAMPLES.values():
        written = encode(event)
        public = json.dumps(written.data, ensure_ascii=False)
        assert seed not in public
        assert root not in public or isinstance(event, e.GameEnded)
    dealt = EXAMPLES["round-dealt.1.known-pool"]
    assert isinstance(dealt, e.RoundDealt)
    sealed = encode(dealt).secrets
    assert sealed.keys() == {"hand/Zoë", "hand/Ben", "pool/0", "pool/1", "pool/2"}
    assert encode(replace(dealt, pool=tuple(reversed(dealt.pool)))).data == encode(dealt).data
