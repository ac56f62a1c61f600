"""Schemathesis over the whole running service: every operation, stateful, all checks, with valid tokens."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from tests.run.processes import ROOT, environment, free_port, wait_until

KEY = "the-credential-of-the-fuzz"
HERE = Path(__file__).parent


@contextmanager
def service(data_dir: Path) -> Iterator[str]:
    """The address of a service started as `make run` does, guarded by a credential."""
    port = free_port()
    settings = environment({"PORT": str(port), "DATA_DIR": str(data_dir), "API_KEYS": KEY})
    url = f"http://127.0.0.1:{port}"

    def ready() -> bool:
        with suppress(OSError), urlopen(f"{url}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
        return False

    command = [sys.executable, "-m", "service"]
    with (
        (data_dir / "said").open("wb") as said,
        subprocess.Popen(command, env=settings, cwd=ROOT, stdout=said, stderr=said) as process,
    ):
        try:
            wait_until(ready, seconds=60)
            yield url
        finally:
            process.terminate()


def fuzz(examples: int) -> int:
    """Runs schemathesis with so many examples an operation; its exit code."""
    with TemporaryDirectory(prefix="domino-referee-fuzz-") as folder, service(Path(folder)) as url:
        command = [
            *(sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()"),
            *("--config-file", str(HERE / "schemathesis.toml"), "run", str(ROOT / "openapi.yaml")),
            *("--url", url, "--checks", "all", "--max-examples", str(examples), "--request-timeout", "30"),
            *("--seed", "1", "--generation-database", "none", "--no-color", "--warnings", "off"),
        ]
        settings = {"SCHEMATHESIS_HOOKS": "tests.fuzz.hooks", "FUZZED_URL": url, "FUZZED_KEY": KEY}
        code = subprocess.run(command, env=environment(settings), cwd=ROOT, check=False).returncode
        told = (Path(folder) / "said").read_text()
        if "Traceback" in told:
            print(told, file=sys.stderr)
        return code or int("Traceback" in told)
