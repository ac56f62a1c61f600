"""The process settings: read from the environment once, checked, never changed."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from service.run.keys import KeyFormatError, Keys, kept, new_receipt_key, new_secret_key, receipt_seed

LOG_LEVELS: Final = ("debug", "info", "warning", "error", "critical")
LOG_FORMATS: Final = ("text", "json")
URL_SCHEMES: Final = ("redis", "rediss", "unix")
SHORTEST_SECRET: Final = 32


class SettingsError(Exception):
    """A wrong setting, or one that cannot be used; the message is one line without secrets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every setting of every process. A URL is None where the embedded store is meant."""

    host: str = "127.0.0.1"
    port: int = 8080
    data_dir: Path = Path("var")
    redis_url: str | None = field(default=None, repr=False)
    eventlog_url: str | None = field(default=None, repr=False)
    queue_url: str | None = field(default=None, repr=False)
    api_keys: tuple[str, ...] = field(default=(), repr=False)
    secret_keys: tuple[str, ...] = field(default=(), repr=False)
    receipt_keys: tuple[str, ...] = field(default=(), repr=False)
    web_processes: int = 2
    workers: int = 1
    log_level: str = "info"
    log_format: str = "text"
    rulesets_path: tuple[Path, ...] = ()

    @property
    def needs_embedded_store(self) -> bool:
        """True where no address of a store was given for the log or for the queue."""
        return self.eventlog_url is None or self.queue_url is None

    def environment(self) -> dict[str, str]:
        """The same settings as environment variables, for a child process: `load` reads them back."""
        values = {
            "HOST": self.host,
            "PORT": str(self.port),
            "DATA_DIR": str(self.data_dir),
            "REDIS_URL": self.redis_url,
            "EVENTLOG_URL": self.eventlog_url,
            "QUEUE_URL": self.queue_url,
            "API_KEYS": ",".join(self.api_keys),
            "SECRET_KEYS": ",".join(self.secret_keys),
            "RECEIPT_KEYS": ",".join(self.receipt_keys),
            "WEB_PROCESSES": str(self.web_processes),
            "WORKERS": str(self.workers),
            "LOG_LEVEL": self.log_level,
            "LOG_FORMAT": self.log_format,
            "RULESETS_PATH": os.pathsep.join(map(str, self.rulesets_path)),
        }
        return {name: value or "" for name, value in values.items()}


def load(environ: Mapping[str, str]) -> Settings:
    """The settings in `environ`; an empty value counts as unset. Raises SettingsError."""
    redis_url = _url(environ, "REDIS_URL")
    return Settings(
        host=_host(environ),
        port=_number(environ, "PORT", 8080, highest=65535),
        data_dir=_directory(environ),
        redis_url=redis_url,
        eventlog_url=_url(environ, "EVENTLOG_URL") or redis_url,
        queue_url=_url(environ, "QUEUE_URL") or redis_url,
        api_keys=_listed(environ, "API_KEYS"),
        secret_keys=_secret_keys(environ),
        receipt_keys=_receipt_keys(environ),
        web_processes=_number(environ, "WEB_PROCESSES", 2, highest=256),
        workers=_number(environ, "WORKERS", 1, highest=256),
        log_level=_choice(environ, "LOG_LEVEL", "info", LOG_LEVELS),
        log_format=_choice(environ, "LOG_FORMAT", "text", LOG_FORMATS),
        rulesets_path=_folders(environ, "RULESETS_PATH"),
    )


def load_keys(settings: Settings) -> Keys:
    """The keys in force; those that are not in the settings are made once and kept in DATA_DIR/keys.

    Raises SettingsError.
    """
    folder = settings.data_dir / "keys"
    try:
        secret_keys = settings.secret_keys or kept(folder / "secret-keys", new_secret_key)
        receipt_keys = settings.receipt_keys or kept(folder / "receipt-keys", new_receipt_key)
        return Keys(secret_keys, tuple(map(receipt_seed, receipt_keys)))
    except OSError as error:
        raise SettingsError(
            f"DATA_DIR: no keys can be kept in {folder} ({error.strerror}); "
            "set DATA_DIR, or both SECRET_KEYS and RECEIPT_KEYS"
        ) from None
    except KeyFormatError as fault:
        raise SettingsError(f"{folder}: a kept key {fault}") from None


def _value(environ: Mapping[str, str], name: str) -> str:
    return environ.get(name, "").strip()


def _host(environ: Mapping[str, str]) -> str:
    host = _value(environ, "HOST") or "127.0.0.1"
    if any(character.isspace() or character in "/[]@" for character in host):
        raise SettingsError(f"HOST must be a host name or an address, not {host!r}")
    return host


def _number(environ: Mapping[str, str], name: str, default: int, *, highest: int) -> int:
    text = _value(environ, name)
    if not text:
        return default
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:9]) <= highest:
        raise SettingsError(f"{name} must be a whole number from 1 to {highest}, not {text!r}")
    return int(text)


def _choice(environ: Mapping[str, str], name: str, default: str, choices: tuple[str, ...]) -> str:
    text = _value(environ, name).lower() or default
    if text not in choices:
        raise SettingsError(f"{name} must be one of {', '.join(choices)}, not {text!r}")
    return text


def _directory(environ: Mapping[str, str]) -> Path:
    text = _value(environ, "DATA_DIR") or "var"
    if "\0" in text:
        raise SettingsError("DATA_DIR must be a path without null characters")
    return Path(text).absolute()


def _folders(environ: Mapping[str, str], name: str) -> tuple[Path, ...]:
    folders = tuple(Path(text).absolute() for text in _value(environ, name).split(os.pathsep) if text)
    for folder in folders:
        if not folder.is_dir():
            raise SettingsError(f"{name}: {folder} is not a folder")
    return folders


def _url(environ: Mapping[str, str], name: str) -> str | None:
    text = _value(environ, name)
    if not text:
        return None
    try:
        parts = urlsplit(text)
        usable = bool(parts.path if parts.scheme == "unix" else parts.hostname) and parts.port != 0
    except ValueError:
        raise SettingsError(f"{name} is not a URL with a usable host and port") from None
    if parts.scheme not in URL_SCHEMES:
        raise SettingsError(f"{name} must start with redis://, rediss:// or unix://")
    if not usable:
        missing = "a path to the socket" if parts.scheme == "unix" else "a host and a port"
        raise SettingsError(f"{name} must name {missing}")
    return text


def _listed(environ: Mapping[str, str], name: str) -> tuple[str, ...]:
    keys = tuple(key.strip() for key in _value(environ, name).split(",")) if _value(environ, name) else ()
    if not all(keys):
        raise SettingsError(f"{name} has an empty key between its commas")
    if len(set(keys)) != len(keys):
        raise SettingsError(f"{name} has the same key twice")
    return keys


def _secret_keys(environ: Mapping[str, str]) -> tuple[str, ...]:
    keys = _listed(environ, "SECRET_KEYS")
    for place, key in enumerate(keys, 1):
        if len(key) < SHORTEST_SECRET:
            raise SettingsError(f"SECRET_KEYS: key {place} has {len(key)} characters, {SHORTEST_SECRET} are the least")
    return keys


def _receipt_keys(environ: Mapping[str, str]) -> tuple[str, ...]:
    keys = _listed(environ, "RECEIPT_KEYS")
    for place, key in enumerate(keys, 1):
        try:
            receipt_seed(key)
        except KeyFormatError as fault:
            raise SettingsError(f"RECEIPT_KEYS: key {place} {fault}") from None
    return keys
