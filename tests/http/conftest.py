"""Fixtures of the HTTP tests: a game under way, and real server processes."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from service.run.store import EmbeddedStore
from tests.http.served import Served, serving
from tests.playing import HttpGame, open_over_http
from tests.surroundings import POCKET_SHEETS

pytest.register_assert_rewrite("tests.http.answers", "tests.http.twins")


@pytest.fixture
def game(client: FlaskClient) -> HttpGame:
    """A game of El Hexágono Perfecto of two, dealt by the service, in its opening."""
    return open_over_http(client)


@pytest.fixture(scope="session")
def served(store: EmbeddedStore, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The API as `make run` serves it, in two processes, over the store of the tests, with the sheets of the tests."""
    with serving(store.url, tmp_path_factory.mktemp("served"), rulesets_path=(POCKET_SHEETS,)) as server:
        yield server
