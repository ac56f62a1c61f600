"""Whether a store is fit to hold the log: it answers, writes, does not evict, and keeps what it acknowledged."""

from typing import Any

from redis import Redis
from redis.exceptions import RedisError, ResponseError

from service.application.ports import Fitness


def log_fitness(client: "Redis") -> Fitness:
    """The fitness of the log's store."""
    try:
        client.ping()
        memory: Any = client.info("memory")
        replication: Any = client.info("replication")
        persistence: Any = client.info("persistence")
    except (RedisError, OSError) as error:
        return Fitness(faults=[f"the log's store does not answer ({type(error).__name__})"])
    faults, warnings = [], []
    policy = memory.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        faults.append(f"the log's store evicts (maxmemory-policy {policy}); set it to noeviction")
    if replication.get("role") not in ("master", None):
        faults.append("the log's store is a replica and does not write; give the address of its primary")
    if not persistence.get("aof_enabled"):
        warnings.append("the log's store does not persist; set appendonly yes and appendfsync always")
    elif (fsync := _configured(client, "appendfsync")) not in ("always", None):
        warnings.append(f"the log's store acknowledges before it is durable (appendfsync {fsync}); set it to always")
    if persistence.get("aof_last_write_status") not in ("ok", None):
        faults.append("the log's store cannot write its append-only file")
    return Fitness(faults=faults, warnings=warnings)


def _configured(client: "Redis", name: str) -> str | None:
    try:
        found: Any = client.config_get(name)
    except ResponseError:
        return None
    value = found.get(name) if isinstance(found, dict) else None
    return None if value is None else str(value.decode() if isinstance(value, bytes) else value)


def queue_fitness(client: "Redis") -> Fitness:
    """The fitness of the queue's store."""
    try:
        client.ping()
    except (RedisError, OSError) as error:
        return Fitness(faults=[f"the queue's store does not answer ({type(error).__name__})"])
    return Fitness()
