"""Turns what a store does wrong into `Unavailable`, in one place."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import RedisError

from service.application.ports import Unavailable

_COMMAND = re.compile(r"^Command # \d+ \(.*\) of pipeline caused error: ", re.DOTALL)
"""What the client says of a command's arguments: they hold what is sealed, and clients' keys."""


@contextmanager
def store_faults() -> Iterator[None]:
    """Raises Unavailable for whatever the store's client raises."""
    try:
        yield
    except (RedisError, OSError) as error:
        raise Unavailable(f"{type(error).__name__}: {_COMMAND.sub('', str(error))}") from error
