import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from service.run.logs import configure


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def logged(level: str, format: str) -> io.StringIO:
    stream = io.StringIO()
    configure(level, format, stream)
    return stream


def test_json_is_one_object_a_line_whoever_logs() -> None:
    stream = logged("info", "json")
    structlog.get_logger("service").info("move accepted", game="g1", version=3)
    logging.getLogger("elsewhere").warning("slow: %s s", 3)
    try:
        raise ValueError("wrong")
    except ValueError:
        logging.getLogger("elsewhere").exception("failed")
    first, second, third = map(json.loads, stream.getvalue().splitlines())
    assert (first["event"], first["game"], first["version"], first["level"]) == ("move accepted", "g1", 3, "info")
    assert (second["event"], second["logger"], second["level"]) == ("slow: 3 s", "elsewhere", "warning")
    assert third["exception"][0]["exc_value"] == "wrong"
    assert first["timestamp"].endswith("Z")


def test_text_is_for_people() -> None:
    stream = logged("info", "text")
    structlog.get_logger("service").info("move accepted", game="g1")
    assert "move accepted" in stream.getvalue()
    assert "game=g1" in stream.getvalue()


def test_the_level_holds_and_libraries_are_quiet() -> None:
    stream = logged("warning", "text")
    structlog.get_logger("service").info("not this")
    stream_of_info = logged("info", "text")
    logging.getLogger("rq.worker").info("nor this")
    assert stream.getvalue() + stream_of_info.getvalue() == ""


@pytest.mark.parametrize("format", ["text", "json"])
def test_secrets_are_masked(format: str) -> None:
    stream = logged("info", format)
    structlog.get_logger().info("seen", token="hush", Authorization="Bearer hush", url="redis://me:hush@host/0")
    logging.getLogger("elsewhere").warning("header was %s", "Bearer hush")
    assert "hush" not in stream.getvalue()
    assert "redis://***@host/0" in stream.getvalue()


@pytest.mark.parametrize("format", ["text", "json"])
def test_a_traceback_does_not_show_what_its_frames_hold(format: str) -> None:
    stream = logged("debug", format)

    def fail(token: str) -> None:
        hand = [token]
        raise KeyError(len(hand))

    for logger in (structlog.get_logger("service"), logging.getLogger("elsewhere")):
        try:
            fail("hush" * 2)
        except KeyError:
            logger.exception("failed")
    assert "hushhush" not in stream.getvalue()
    assert "KeyError" in stream.getvalue()
