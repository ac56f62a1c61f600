"""The signing keys: their forms, and the files in which they are made once and kept."""

import base64
import binascii
import os
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

SEED_BYTES: Final = 32


class KeyFormatError(ValueError):
    """A key that cannot be used; the message says why and never shows the key."""


class Keys(NamedTuple):
    """Newest first. Secret keys sign the tokens; receipt seeds are 32-byte Ed25519 private seeds."""

    secret_keys: tuple[str, ...]
    receipt_seeds: tuple[bytes, ...]

    def __repr__(self) -> str:
        return f"Keys({len(self.secret_keys)} secret, {len(self.receipt_seeds)} receipt)"


def new_secret_key() -> str:
    """A fresh URL-safe random string of 43 characters (256 bits)."""
    return secrets.token_urlsafe(32)


def new_receipt_key() -> str:
    """A fresh Ed25519 private seed, 32 bytes in base64url without padding."""
    return base64.urlsafe_b64encode(secrets.token_bytes(SEED_BYTES)).rstrip(b"=").decode()


def receipt_seed(key: str) -> bytes:
    """The 32 bytes of a seed in base64url without padding. Raises KeyFormatError."""
    try:
        seed = base64.b64decode(key + "=" * (-len(key) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise KeyFormatError("is not base64url without padding") from None
    if len(seed) != SEED_BYTES or "=" in key:
        raise KeyFormatError(f"is not {SEED_BYTES} bytes in base64url without padding")
    return seed


def kept(path: Path, make: Callable[[], str]) -> tuple[str, ...]:
    """The keys in the file, one a line, newest first; the first process to come makes it, mode 0600.

    Any number of processes may call this at once: all get the same keys. Raises OSError, KeyFormatError.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        _write_once(path, [make()])
    keys = tuple(path.read_text(encoding="ascii", errors="replace").split())
    if not keys:
        raise KeyFormatError(f"is missing: {path.name} is empty")
    if any(len(key) < SEED_BYTES for key in keys):
        raise KeyFormatError(f"is too short in {path.name}")
    return keys


def _write_once(path: Path, lines: Iterable[str]) -> None:
    """Writes the whole file under its name in one step, unless another process was first."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.writelines(f"{line}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
    finally:
        draft.unlink()
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
