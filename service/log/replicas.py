"""How many replicas confirm an append: as many as are told, or one where the store has any."""

import time
from typing import Any

from redis.exceptions import RedisError

from service.application.ports import Unavailable
from service.log import keys

_LOOK_EVERY = 5.0
_CONFIRM_WITHIN = 1000


class Replicas:
    """The replicas of a store. `needed` None: one, where the store has any, looked up every five seconds."""

    def __init__(self, client: Any, needed: int | None = None) -> None:
        self._client = client
        self._told = needed
        self._found = 0
        self._looked = -_LOOK_EVERY

    def confirm(self) -> None:
        """Waits until replicas have what was written last; raises Unavailable where too few say so in time."""
        needed = self._told if self._told is not None else self._existing()
        if not needed:
            return
        # WAIT speaks of its own connection's writes alone, and the append may have gone over another one of the
        # pool, or before a reconnect: a write beside it covers all that came before.
        pipe = self._client.pipeline(transaction=False)
        pipe.set(keys.CONFIRMED, "")
        pipe.wait(needed, _CONFIRM_WITHIN)
        if int(pipe.execute()[-1]) < needed:
            raise Unavailable("the replicas did not confirm the append")

    def _existing(self) -> int:
        now = time.monotonic()
        if now - self._looked >= _LOOK_EVERY:
            self._looked = now
            self._found = 1 if self._connected() else 0
        return self._found

    def _connected(self) -> int:
        try:
            return int(self._client.info("replication").get("connected_slaves", 0))
        except (RedisError, TypeError, AttributeError, ValueError):
            return 0
