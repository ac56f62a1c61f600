"""Audits in Redis: their states for a set time, their records while they wait."""

from typing import Any

import orjson
from redis import Redis

from service.log import keys
from service.log.faults import store_faults


class RedisAuditStore:
    """Audits in Redis. Waiting records are bounded: `most_bytes` in all, `most_each` audits an owner."""

    def __init__(
        self, client: "Redis", *, seconds: int = 7 * 86400, most_bytes: int = 256 * 2**20, most_each: int = 64
    ) -> None:
        self._client = client
        self._seconds = seconds
        self._most_bytes = most_bytes
        self._most_each = most_each

    def create(self, audit: str, state: dict[str, Any], payload: bytes, *, owner: str) -> bool:
        """Keeps a new audit and its waiting record; False where too much is waiting."""
        with store_faults():
            self._forget_lost()
            waiting: Any = self._client.hvals(keys.AUDITS_WAITING)
            owners: Any = self._client.hvals(keys.AUDIT_OWNERS)
            if sum(map(int, waiting)) + len(payload) > self._most_bytes:
                return False
            if sum(name.decode() == owner for name in owners) >= self._most_each:
                return False
            pipe = self._client.pipeline()
            pipe.set(keys.audit(audit), orjson.dumps(state), ex=self._seconds)
            pipe.set(keys.audit_payload(audit), payload, ex=self._seconds)
            pipe.hset(keys.AUDITS_WAITING, audit, str(len(payload)))
            pipe.hset(keys.AUDIT_OWNERS, audit, owner)
            pipe.execute()
        return True

    def _forget_lost(self) -> None:
        """Drops from the books audits whose state has expired."""
        names: Any = self._client.hkeys(keys.AUDITS_WAITING)
        pipe = self._client.pipeline(transaction=False)
        for name in names:
            pipe.exists(keys.audit(name.decode()))
        lost = [name for name, there in zip(names, pipe.execute(), strict=True) if not there]
        if lost:
            self._client.hdel(keys.AUDITS_WAITING, *lost)
            self._client.hdel(keys.AUDIT_OWNERS, *lost)

    def get(self, audit: str) -> dict[str, Any] | None:
        """An audit's state."""
        with store_faults():
            found: Any = self._client.get(keys.audit(audit))
        if found is None:
            return None
        state: dict[str, Any] = orjson.loads(found)
        return state

    def payload(self, audit: str) -> bytes | None:
        """An audit's waiting record."""
        with store_faults():
            found: Any = self._client.get(keys.audit_payload(audit))
        return None if found is None else bytes(found)

    def update(self, audit: str, state: dict[str, Any], *, done: bool) -> None:
        """Keeps a new state; `done` drops the record and wakes who waits."""
        with store_faults():
            pipe = self._client.pipeline()
            pipe.set(keys.audit(audit), orjson.dumps(state), ex=self._seconds)
            if done:
                pipe.delete(keys.audit_payload(audit))
                pipe.hdel(keys.AUDITS_WAITING, audit)
                pipe.hdel(keys.AUDIT_OWNERS, audit)
                pipe.rpush(keys.audit_done(audit), "1")
                pipe.expire(keys.audit_done(audit), 60)
            pipe.execute()

    def wait(self, audit: str, seconds: float) -> None:
        """Waits until the audit is done, or the time ran out. The element taken is put back for others."""
        with store_faults():
            if self._client.blpop([keys.audit_done(audit)], timeout=seconds) is not None:
                pipe = self._client.pipeline()
                pipe.rpush(keys.audit_done(audit), "1")
                pipe.expire(keys.audit_done(audit), 60)
                pipe.execute()
