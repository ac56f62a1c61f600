"""The whole service as real processes, and ways to kill its parts."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

from tests.run.processes import ROOT, environment, free_port, runs, wait_until


class Group:
    """`python -m service` over a data folder; it can be killed whole and started again on the same port."""

    def __init__(self, data_dir: Path, **settings: str) -> None:
        self.data_dir = data_dir
        self.settings = settings
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def socket(self) -> Path:
        """The store's socket."""
        return self.data_dir / "store" / "store.sock"

    def start(self) -> None:
        """Starts the service and waits until it is ready."""
        self.data_dir.mkdir(exist_ok=True)
        settings = {"DATA_DIR": str(self.data_dir), "PORT": str(self.port), "WEB_PROCESSES": "2", **self.settings}
        with (self.data_dir / "said").open("ab") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "service"], env=environment(settings), cwd=ROOT, stdout=said, stderr=said
            )
        wait_until(self.ready, seconds=90)

    def ready(self) -> bool:
        """Whether `/readyz` answers 200."""
        assert self._process is not None
        assert self._process.poll() is None, (self.data_dir / "said").read_text()
        with suppress(OSError), urlopen(f"{self.url}/readyz", timeout=2) as answer:
            return bool(answer.status == 200)
        return False

    def find(self, *words: str) -> list[int]:
        """The group's processes whose command has all these words."""
        return [pid for pid in self._everything() if all(word in _command(pid) for word in words)]

    def web_processes(self) -> list[int]:
        """Those that answer requests: the web server's children."""
        main = set(self.find("-m granian"))
        return [pid for pid in self._everything() if _parent(pid) in main]

    def _everything(self) -> list[int]:
        """The group's process and all its descendants."""
        assert self._process is not None
        children: dict[int, list[int]] = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and (parent := _parent(int(entry.name))) is not None:
                children.setdefault(parent, []).append(int(entry.name))
        found, ahead = [], [self._process.pid]
        while ahead:
            pid = ahead.pop()
            found.append(pid)
            ahead += children.get(pid, [])
        return found

    def told(self) -> str:
        """What the group and its parts said last."""
        files = [self.data_dir / "said", *sorted((self.data_dir / "log").glob("*.log"))]
        return "\n".join(f"--- {file.name}\n{file.read_text(errors='replace')[-3000:]}" for file in files)

    def kill_everything(self) -> None:
        """SIGKILL to all processes at once; returns when none is left."""
        assert self._process is not None
        pids = self._held()
        kill(*pids)
        self._process.wait()
        wait_until(lambda: not any(map(runs, pids)))

    def _held(self) -> set[int]:
        """All processes, stopped one after the other until none is left that could start another."""
        held: set[int] = set()
        while new := set(self._everything()) - held:
            send(signal.SIGSTOP, *new)
            held |= new
        return held

    def stop(self) -> int:
        """Ctrl-C; the exit code."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        return self._process.wait(30)

    def end(self) -> None:
        """Kills what still runs."""
        if self._process is not None and self._process.poll() is None:
            self.kill_everything()


def kill(*pids: int) -> None:
    """SIGKILL to each that still lives."""
    send(signal.SIGKILL, *pids)


def send(number: signal.Signals, *pids: int) -> None:
    """A signal to each that still lives."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def _parent(pid: int) -> int | None:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError):
        return None
