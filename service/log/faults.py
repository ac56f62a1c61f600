"""Turns what a store does wrong into `Unavailable`, in one place."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import RedisError

from service.application.ports import Unavailable


@contextmanager
def store_faults() -> Iterator[None]:
    """Raises Unavailable for whatever the store's client raises."""
    try:
        yield
    except (RedisError, OSError) as error:
        raise Unavailable(f"{type(error).__name__}: {error}") from error
