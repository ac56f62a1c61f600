"""The JSON Schema of a game record: it stands alone, takes every record of the conformance suite, refuses others."""

import lzma
from pathlib import Path

import orjson
import pytest
from jsonschema import Draft202012Validator

from service.http import openapi

CONFORMANCE = sorted((Path(__file__).parents[2] / "docs" / "conformance").glob("*.jsonl.xz"))


def test_the_record_schema_stands_alone() -> None:
    schema = openapi.record_schema()
    Draft202012Validator.check_schema(schema)
    assert schema["$id"].startswith("urn:")
    text = orjson.dumps(schema).decode()
    assert "#/components" not in text
    assert "discriminator" not in text


@pytest.mark.parametrize("file", CONFORMANCE, ids=lambda file: file.name.partition(".")[0])
def test_the_record_schema_takes_the_records_of_the_conformance_suite(file: Path) -> None:
    record_validator = Draft202012Validator(openapi.record_schema())
    with lzma.open(file, "rb") as lines:
        cases = [orjson.loads(line) for line in lines][::30]
    assert cases
    for case in cases:
        assert [error.message[:200] for error in record_validator.iter_errors(case["record"])] == [], case["name"]


def test_the_record_schema_refuses_what_is_none() -> None:
    record_validator = Draft202012Validator(openapi.record_schema())
    record = openapi.document()["paths"]["/v1/audits"]["post"]["requestBody"]["content"]["application/json"]
    good = record["examples"]["record"]["value"]
    assert record_validator.is_valid(good)
    move = {"player": "Ana", "type": "fly"}
    for bad in ({**good, "format": "other"}, {**good, "more": 1}, {**good, "rounds": [{"deal": {}, "moves": []}]}):
        assert not record_validator.is_valid(bad)
    assert not record_validator.is_valid({**good, "rounds": [{**good["rounds"][0], "moves": [move]}]})
