"""The embedded store: a real Redis-compatible server of our own, in DATA_DIR/store, under a lock."""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from urllib.parse import quote

from service.run import tether
from service.run.binaries import ServerBinaryError, default_server_binary

LONGEST_SOCKET_PATH: Final = 100
SETTINGS: Final = (
    *("--port", "0"),
    *("--unixsocketperm", "700"),
    *("--appendonly", "yes"),
    *("--appendfsync", "always"),
    *("--maxmemory-policy", "noeviction"),
    *("--save", ""),
    *("--daemonize", "no"),
)


class StoreError(Exception):
    """The store cannot be had; the message is one line that says what to do."""


class EmbeddedStore:
    """One server process on one data directory; every acknowledged write survives `kill` and `restart`.

    Must be started from a thread that lives as long as the store: the server ends with that thread.
    """

    def __init__(self, data_dir: Path, binary: Path | None = None, extra_args: Sequence[str] = ()) -> None:
        """`extra_args` are server options such as `("--port", "7000")`; they win over our own."""
        self._data_dir = data_dir.absolute()
        self._directory = self._data_dir / "store"
        self._binary = binary
        self._extra_args = tuple(extra_args)
        self._process: subprocess.Popen[bytes] | None = None
        self._lock: int | None = None
        self._socket: Path | None = None
        self._private_folder: Path | None = None

    @property
    def url(self) -> str:
        """`unix://…` of the server's socket; the same after a restart. Raises StoreError when not started."""
        if self._socket is None:
            raise StoreError("the store is not started")
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int | None:
        """The server's process id, None when it does not run."""
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def log_file(self) -> Path:
        """What the server itself says."""
        return self._data_dir / "log" / "store.log"

    def start(self, timeout: float = 30.0) -> str:
        """Takes the lock, starts the server, waits until it answers (all data read), gives its URL.

        `timeout` in seconds is for answering at all; reading a large log may take longer. Raises StoreError.
        """
        if self._lock is None:
            try:
                self._binary = self._binary or default_server_binary()
                self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
                self.log_file.parent.mkdir(mode=0o700, exist_ok=True)
                self._lock = _locked(self._directory / "lock", self._data_dir)
                self._socket = self._choose_socket()
            except ServerBinaryError as fault:
                raise StoreError(str(fault)) from None
            except OSError as error:
                raise StoreError(f"DATA_DIR {self._data_dir} cannot be used: {error.strerror}") from None
        try:
            self.spawn_again()
            self._wait_until_it_answers(timeout)
        except BaseException:
            self.stop()
            raise
        return self.url

    def spawn_again(self) -> None:
        """Starts a server that died again on the same socket, without waiting until it answers."""
        if self._lock is None:
            raise StoreError("the store is not started")
        if self.pid is None:
            self._spawn()

    def restart(self, timeout: float = 30.0) -> str:
        """Stops the server if it runs and starts it again on the same socket; the lock is kept throughout."""
        self._end(signal.SIGTERM)
        return self.start(timeout)

    def kill(self) -> None:
        """Ends the server at once (SIGKILL), as a crash would; the lock is kept for a restart."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ends the server cleanly and gives up the lock; harmless when it does not run."""
        self._end(signal.SIGTERM)
        if self._private_folder is not None:
            shutil.rmtree(self._private_folder, ignore_errors=True)
            self._private_folder = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        self._socket = None

    def poll(self) -> int | None:
        """The exit code of a server that ended, None while it runs or before it started."""
        return self._process.poll() if self._process else None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _choose_socket(self) -> Path:
        """In the store's own folder, or in a short private one where that path is too long for the kernel."""
        path = self._directory / "store.sock"
        if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
            return path
        places = [tempfile.gettempdir(), "/tmp"]
        place = next((place for place in places if len(os.fsencode(place)) < 60), None)
        self._private_folder = Path(tempfile.mkdtemp(prefix="domino-referee-", dir=place))
        return self._private_folder / "store.sock"

    def _spawn(self) -> None:
        assert self._lock is not None
        places = ("--unixsocket", str(self._socket), "--dir", str(self._directory))
        arguments = [str(self._binary), *SETTINGS, *places, *self._extra_args]
        with self.log_file.open("ab") as log:
            self._process = subprocess.Popen(
                tether.command(arguments, on_parent_death=signal.SIGTERM),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # Newer servers refuse to start under a locale that the machine does not have.
                env={**os.environ, "LC_ALL": "C"},
                start_new_session=True,
                # The server holds the lock too: it lasts until both are gone, should we be killed.
                pass_fds=(self._lock,),
            )

    def _wait_until_it_answers(self, timeout: float) -> None:
        assert self._process is not None
        assert self._socket is not None
        deadline = time.monotonic() + timeout
        while True:
            answer = _ping(self._socket)
            if answer.startswith((b"+PONG", b"-NOAUTH")):
                return
            if self._process.poll() is not None:
                raise StoreError(f"the store did not start: {self._last_words()}")
            if answer.startswith(b"-LOADING"):
                deadline = time.monotonic() + timeout
            elif time.monotonic() > deadline:
                raise StoreError(f"the store did not answer within {timeout:g} s, see {self.log_file}")
            time.sleep(0.01)

    def _last_words(self) -> str:
        try:
            lines = self.log_file.read_text(errors="replace").split("\n")
        except OSError:
            lines = []
        told = [line.strip() for line in lines[-12:] if line.strip()]
        return told[-1] if told else f"{self._binary} ended with code {self.poll()}"

    def _end(self, number: signal.Signals, patience: float = 10.0) -> None:
        process = self._process
        if process is None:
            return
        if process.poll() is None:
            process.send_signal(number)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _locked(path: Path, data_dir: Path, patience: float = 5.0) -> int:
    """An open file with the lock on it. Waits only for a server whose own parent is gone to finish."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
            if _runs(holder) or time.monotonic() > deadline:
                os.close(handle)
                raise StoreError(
                    f"DATA_DIR {data_dir} is in use by another run (process {holder or 'unknown'}); "
                    "stop that one, or set DATA_DIR to another folder"
                ) from None
            time.sleep(0.05)
    os.ftruncate(handle, 0)
    os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
    return handle


def _runs(process_id: str) -> bool:
    if not process_id.isdigit():
        return False
    try:
        os.kill(int(process_id), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _ping(path: Path) -> bytes:
    """The first bytes of the server's answer to PING; empty when there is none."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(1.0)
        try:
            connection.connect(str(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(64)
        except OSError:
            return b""
