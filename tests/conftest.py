"""Fixtures for all tests: a real store, a context over it with a held clock, the web application, the jobs."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

import workers.jobs
import workers.worker
from service.application.context import Context
from service.http.app import create_app
from service.run.compose import context
from service.run.keys import new_receipt_key, new_secret_key
from service.run.settings import Settings
from service.run.store import EmbeddedStore
from tests.surroundings import HeldClock, Jobs, SeededEntropy

pytest.register_assert_rewrite("tests.playing", "tests.log.writing")


@pytest.fixture(scope="session")
def store() -> Iterator[EmbeddedStore]:
    """The bundled server, with the settings of `make run`, one for each test process; in memory where that can be."""
    memory = Path("/dev/shm")
    with (
        TemporaryDirectory(prefix="domino-referee-", dir=memory if os.access(memory, os.W_OK) else None) as folder,
        EmbeddedStore(Path(folder)) as started,
    ):
        yield started


@pytest.fixture(scope="session")
def store_client(store: EmbeddedStore) -> Iterator[Redis]:
    """A client of the store that gives bytes."""
    with Redis.from_url(store.url) as client:
        yield client


@pytest.fixture
def redis(store_client: Redis) -> Redis:
    """A client of the store, which is empty when the test begins."""
    store_client.flushall()
    return store_client


@pytest.fixture(scope="session")
def composed(store: EmbeddedStore, tmp_path_factory: pytest.TempPathFactory) -> Context:
    """The context that the composition root makes for the store."""
    return context(settings_of(store.url, tmp_path_factory.mktemp("keys")))


def settings_of(url: str, data_dir: Path) -> Settings:
    """Settings of a process beside a store, with keys of their own."""
    return Settings(
        data_dir=data_dir,
        redis_url=url,
        eventlog_url=url,
        queue_url=url,
        secret_keys=(new_secret_key(),),
        receipt_keys=(new_receipt_key(),),
    )


@pytest.fixture
def clock() -> HeldClock:
    """The clock of `ctx`; time passes when a test says so."""
    return HeldClock()


@pytest.fixture
def ctx(
    composed: Context,
    redis: Redis,  # noqa: ARG001
    clock: HeldClock,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Context:
    """The context over an empty store; its jobs, run by `run_jobs`, get the same one."""
    made = replace(composed, clock=clock, entropy=SeededEntropy(request.node.nodeid))
    monkeypatch.setattr(workers.jobs, "this_context", lambda: made)
    monkeypatch.setattr(workers.worker, "this_context", lambda: made)
    return made


@pytest.fixture
def run_jobs(redis: Redis) -> Jobs:
    """Call it to have every waiting job done, in this process, by RQ's worker."""
    return Jobs(redis)


@pytest.fixture
def make_app(ctx: Context) -> Callable[..., Flask]:
    """Makes an application: `make_app(api_keys=["…"])`; `changes` are of the context."""

    def make(*, api_keys: tuple[str, ...] = (), **changes: Any) -> Flask:
        return create_app(replace(ctx, **changes), api_keys=api_keys)

    return make


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    """The application over `ctx`, open to all."""
    return make_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of `app`."""
    return app.test_client()
