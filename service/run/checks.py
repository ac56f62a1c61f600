"""What is tried before anything is started, so that a fault is one clear line."""

import errno
import socket
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit


class StartError(Exception):
    """The service cannot be started; the message is one line that says what to do."""


def folder_is_writable(folder: Path) -> None:
    """Makes the folder and a file in it. Raises StartError."""
    probe = folder / ".writable"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise StartError(f"DATA_DIR {folder} cannot be written to: {error.strerror}") from None


def address_is_free(host: str, port: int) -> None:
    """Listens on the address for a moment. Raises StartError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise StartError(
                f"port {port} on {host} is in use: stop what listens there, or set PORT to another"
            ) from None
        raise StartError(f"cannot listen on {host}, port {port}: {error.strerror}; set HOST or PORT") from None


def redis_answers(name: str, url: str) -> None:
    """Sends one PING, waiting 3 s at most. Raises StartError without the URL's credentials."""
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError
    from redis.retry import Retry

    try:
        client = Redis.from_url(url, socket_timeout=3, socket_connect_timeout=3, retry=Retry(NoBackoff(), 0))
        try:
            client.ping()
        finally:
            client.close()
    except (RedisError, ValueError, OSError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise StartError(f"{name}: no Redis answers at {without_credentials(url)}: {reason}") from None


def without_credentials(url: str) -> str:
    """The URL without user, password and query."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def base_url(host: str, port: int) -> str:
    """Where a person on this machine finds the service."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def readiness(host: str, port: int) -> str | None:
    """None when `/readyz` answers 200, else what it said instead, in one line."""
    connection = HTTPConnection(urlsplit(base_url(host, port)).netloc, timeout=2)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        text = answer.read(2000).decode(errors="replace")
    except (OSError, HTTPException) as error:
        return f"no answer yet ({type(error).__name__})"
    finally:
        connection.close()
    return None if answer.status == 200 else f"{answer.status} {' '.join(text.split())[:200]}"
