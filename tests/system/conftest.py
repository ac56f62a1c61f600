"""The whole service as real processes."""

import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.run.processes import ROOT, environment, free_port, wait_until


def answers(url: str) -> bool:
    """Whether the address answers with 200."""
    with suppress(urllib.error.URLError, OSError), urllib.request.urlopen(url, timeout=5) as answer:
        return bool(answer.status == 200)
    return False


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service started as `make run` does, with a store of its own."""
    port = free_port()
    settings = environment({"PORT": str(port), "DATA_DIR": str(tmp_path_factory.mktemp("var"))})
    with subprocess.Popen(
        [sys.executable, "-m", "service"],
        env=settings,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        base = f"http://127.0.0.1:{port}"
        wait_until(lambda: answers(f"{base}/readyz"), seconds=60)
        yield base
        process.terminate()
