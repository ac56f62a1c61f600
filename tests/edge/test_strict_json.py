"""What strict JSON takes and refuses, each fault with its pointer."""

import json

import pytest

from service.application.problems import Problem
from service.edge.strict_json import MOST_DEPTH, MOST_INTEGER, parse


def refused_at(raw: bytes) -> str:
    """The pointer of the fault for which a body is refused."""
    with pytest.raises(Problem) as caught:
        parse(raw)
    assert caught.value.kind == "malformed"
    json.dumps(caught.value.detail).encode("utf-8")
    (fault,) = caught.value.faults
    fault.pointer.encode("utf-8")
    return fault.pointer


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        (b'{"a": 1, "a": 2}', "/a"),
        (b'{"a": {"b": 1, "c": 0, "b": 1}}', "/a/b"),
        (b'{"a": [0, {"x/y~z": 1, "x/y~z": 1}]}', "/a/1/x~1y~0z"),
        (b'[{"": 1, "": 1}]', "/0/"),
        (b'{"\\ud800": 1, "\\ud800": 2}', ""),
    ],
)
def test_a_member_that_stands_twice_is_pointed_at(raw: bytes, pointer: str) -> None:
    assert refused_at(raw) == pointer


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_constants_that_are_no_json_are_refused(constant: str) -> None:
    assert refused_at(f'{{"a": [1, {constant}]}}'.encode()) == "/a/1"


@pytest.mark.parametrize("number", ["9007199254740992", "-9007199254740992", "1" * 400, "-" + "9" * 10_000])
def test_an_integer_beyond_the_bounds_is_refused(number: str) -> None:
    assert refused_at(f'{{"a": {number}}}'.encode()) == "/a"


@pytest.mark.parametrize("number", [MOST_INTEGER, -MOST_INTEGER, 0, -1])
def test_an_integer_within_the_bounds_keeps_its_value(number: int) -> None:
    assert parse(str(number).encode()) == number


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1.5e309", "1" * 400 + ".0"])
def test_a_number_that_is_not_finite_is_refused(number: str) -> None:
    assert refused_at(f"[{number}]".encode()) == "/0"


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        (b'"\\ud800"', ""),
        (b'{"a": ["\\udfff"]}', "/a/0"),
        (b'{"a": "x\\ud83dy"}', "/a"),
        (b'{"a": {"\\udc00": 1}}', "/a"),
        (b'{"a": "\\ude00\\ud83d"}', "/a"),
    ],
)
def test_a_lone_surrogate_is_refused(raw: bytes, pointer: str) -> None:
    assert refused_at(raw) == pointer


def test_a_pair_of_surrogates_is_one_character() -> None:
    assert parse(b'"\\ud83d\\ude00"') == "\U0001f600"


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_nesting_has_a_most_depth(opening: str, closing: str) -> None:
    assert parse((opening * MOST_DEPTH + "1" + closing * MOST_DEPTH).encode())
    step = "/0" if opening == "[" else "/a"
    deeper = MOST_DEPTH + 1
    assert refused_at((opening * deeper + "1" + closing * deeper).encode()) == step * MOST_DEPTH


@pytest.mark.parametrize("raw", [b"[" * 200_000, b'{"a":' * 200_000, b"[" * 100_000 + b"]" * 100_000])
def test_nesting_without_end_is_refused_whole(raw: bytes) -> None:
    assert refused_at(raw) == ""


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b" ",
        b"\xef\xbb\xbf{}",
        b"{} {}",
        b"{}x",
        b'{"a": 1,}',
        b"{'a': 1}",
        b"[1, 2",
        b'"\x00"',
        b'"line\nbreak"',
        b"01",
        b"+1",
        b".5",
        b"1.",
        b"0x10",
        b"// 1",
        b"nul",
        b"True",
        b'"\xff"',
        b"\xc3(",
        b'"\xed\xa0\x80"',
        '{"a": 1}'.encode("utf-16"),
        '{"a": "\xe9"}'.encode("latin-1"),
    ],
)
def test_what_is_no_json_in_utf8_is_refused_whole(raw: bytes) -> None:
    assert refused_at(raw) == ""


def test_what_is_json_is_taken_as_it_stands() -> None:
    body = {"a": [1, -2, 0.5, True, None, "\xe9\u2603\U0001f600"], "b": {"": {}}}
    assert parse(json.dumps(body).encode()) == body
    assert parse(json.dumps(body, ensure_ascii=False, indent=2).encode()) == body
