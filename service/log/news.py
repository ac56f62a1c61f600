"""Wakes those who wait for a game's next event: one subscription a process, while anybody waits."""

import threading
import time
from collections.abc import Callable
from typing import Any

from redis import Redis
from redis.client import PubSub
from redis.exceptions import RedisError

from service.log import keys

_POLL = 1.0


class News:
    """Waits for appends. `client` is one of its own, for a subscription that blocks; at most `most` wait."""

    def __init__(self, client: "Redis", *, most: int = 400) -> None:
        self._client = client
        self._most = most
        self._changed = threading.Condition()
        self._waiting: dict[str, int] = {}
        self._newest: dict[str, int] = {}
        self._listener: threading.Thread | None = None

    def wait(self, game: str, after: int, seconds: float, version: Callable[[str], int]) -> bool:
        """Waits until the game may have more than `after` events. False: the time ran out, or too many wait."""
        until = time.monotonic() + seconds
        with self._changed:
            if sum(self._waiting.values()) >= self._most:
                return False
            self._waiting[game] = self._waiting.get(game, 0) + 1
            self._listen()
        try:
            if version(game) > after:
                return True
            with self._changed:
                return self._changed.wait_for(
                    lambda: self._newest.get(game, 0) > after, max(0.0, until - time.monotonic())
                )
        finally:
            self._leave(game)

    def _leave(self, game: str) -> None:
        with self._changed:
            self._waiting[game] -= 1
            if not self._waiting[game]:
                del self._waiting[game]
                self._newest.pop(game, None)

    def _listen(self) -> None:
        """Starts the listener if none runs, and waits until it is subscribed; the condition is held."""
        if self._listener is not None and self._listener.is_alive():
            return
        ready = threading.Event()
        self._listener = threading.Thread(target=self._hear, args=(ready,), name="news", daemon=True)
        self._listener.start()
        ready.wait(2)

    def _hear(self, ready: threading.Event) -> None:
        """Hears appends until nobody waits; when the store goes away those who wait are woken to look."""
        try:
            subscription: PubSub = self._client.pubsub(ignore_subscribe_messages=False)  # type: ignore[no-untyped-call]
            with subscription:
                subscription.subscribe(keys.NEWS)
                while True:
                    message: Any = subscription.get_message(timeout=_POLL)
                    if message is not None and message["type"] == "subscribe":
                        ready.set()
                    elif message is not None:
                        game, _, version = message["data"].decode().rpartition(" ")
                        self._tell(game, int(version))
                    elif self._done():
                        return
        except BaseException as error:
            self._wake_all()
            if not isinstance(error, RedisError | OSError):
                raise
        finally:
            ready.set()

    def _tell(self, game: str, version: int) -> None:
        with self._changed:
            if game in self._waiting:
                self._newest[game] = version
                self._changed.notify_all()

    def _done(self) -> bool:
        with self._changed:
            if self._waiting:
                return False
            self._listener = None
            return True

    def _wake_all(self) -> None:
        with self._changed:
            self._listener = None
            for game in self._waiting:
                self._newest[game] = 2**53
            self._changed.notify_all()
