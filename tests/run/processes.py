"""For tests of real processes: free ports, waiting for conditions, running the service's command."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from service.run.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
OURS = tuple(Settings().environment())


def free_port() -> int:
    """A TCP port that nothing listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(condition: Callable[[], object], *, seconds: float = 15.0) -> None:
    """Returns as soon as the condition holds; fails the test when it never does."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true in time"
        time.sleep(0.02)


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """This process's environment with these settings and no others of the service's."""
    inherited = {name: value for name, value in os.environ.items() if name not in OURS}
    return {**inherited, "PYTHONPATH": str(ROOT), **settings}


def run_service(arguments: Sequence[str] = (), **settings: str) -> subprocess.CompletedProcess[str]:
    """`python -m service …`, run to its end within 20 s."""
    return subprocess.run(
        [sys.executable, "-m", "service", *arguments],
        env=environment(settings),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


def runs(process_id: int) -> bool:
    """True while the process lives; a zombie does not."""
    try:
        state = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"
