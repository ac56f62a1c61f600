"""One process that is started again, after a growing pause, whenever it ends."""

import math
import os
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from service.run import tether
from service.run.commands import Command

CODE_ROOT: Final = Path(__file__).resolve().parents[2]
LONGEST_LOG: Final = 10 * 2**20


class Pause:
    """How long to wait before the next start, in seconds: doubled from one end to the next.

    A process that lived long enough is forgiven. A start is due when `due` has passed.
    """

    FIRST, LONGEST, FORGIVEN_AFTER = 0.2, 30.0, 60.0

    def __init__(self) -> None:
        self.ends = 0
        self.due: float | None = None
        self._started = time.monotonic()

    def started(self) -> None:
        """Notes a start."""
        self.due = None
        self._started = time.monotonic()

    def ended(self) -> float:
        """Notes an end; gives the pause in seconds."""
        now = time.monotonic()
        self.ends = 1 if now - self._started > self.FORGIVEN_AFTER else self.ends + 1
        pause = min(math.ldexp(self.FIRST, min(self.ends - 1, 20)), self.LONGEST)
        self.due = now + pause
        return pause


class Child:
    """A process with its own process group and log file; it gets SIGTERM when this process dies."""

    def __init__(self, command: Command, environ: Mapping[str, str], log_file: Path) -> None:
        self.name = command.name
        self.log_file = log_file
        self.pause = Pause()
        self._command = command
        self._environ = dict(environ)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the process; its output goes to the log file. Raises OSError."""
        with self.log_file.open("ab") as log:
            self._process = subprocess.Popen(
                tether.command(list(self._command.argv)),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=CODE_ROOT,
                env=self._environ,
                start_new_session=True,
            )
        self.pause.started()

    @property
    def runs(self) -> bool:
        """True while the process lives."""
        return self._process is not None and self._process.poll() is None

    def poll(self) -> int | None:
        """The exit code once it has ended, negative for a signal; None while it runs or never started."""
        return self._process.poll() if self._process else None

    def ask_to_stop(self) -> None:
        """SIGTERM to the process itself, which ends its own children."""
        if self._process is not None and self.runs:
            self._process.terminate()

    def kill_group(self) -> None:
        """SIGKILL to the process and whatever it left behind."""
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def last_words(self) -> str:
        """The last line of its log, at most 200 characters."""
        with suppress(OSError):
            lines = self.log_file.read_text(errors="replace")[-4000:].split("\n")
            return next((line.strip()[:200] for line in reversed(lines) if line.strip()), "")
        return ""


def shortened(log_file: Path) -> Path:
    """The same path; a file that has grown past 10 MiB is put aside as `.1` first."""
    with suppress(FileNotFoundError):
        if log_file.stat().st_size > LONGEST_LOG:
            log_file.replace(log_file.with_name(log_file.name + ".1"))
    return log_file


def how_it_ended(code: int) -> str:
    """An exit code in words."""
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"ended with code {code}"
