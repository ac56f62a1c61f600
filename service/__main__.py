"""`python -m service`: the whole service; with a word after it, one part of it."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from service.run import commands
from service.run.banner import banner
from service.run.checks import StartError, address_is_free
from service.run.commands import Command
from service.run.health import api_fault, worker_fault
from service.run.settings import Settings, SettingsError, load, load_keys
from service.run.store import StoreError

OPENAPI_FILE: Final = Path("openapi.yaml")
INTERRUPTED: Final = 130


def main(arguments: Sequence[str], environ: Mapping[str, str]) -> int:
    """Runs one subcommand; gives the exit code. Every known fault is one line on standard error."""
    parser = argparse.ArgumentParser(prog="python -m service", description=__doc__)
    parts = parser.add_subparsers(dest="part", metavar="PART")
    parts.add_parser("run", help="store, API, workers and sweep together (what happens without a word)")
    parts.add_parser("api", help="the HTTP server alone; REDIS_URL must be set")
    well = parts.add_parser("health", help="exit code 0 when this machine's API, or its worker, is well")
    well.add_argument("queue", nargs="?", choices=commands.QUEUES, help="ask for the worker of this queue")
    openapi = parts.add_parser("openapi", help="write openapi.yaml from the code")
    openapi.add_argument("--check", action="store_true", help="write nothing, fail when it differs")
    verifying = parts.add_parser("verify", help="audit an exported record without any server")
    verifying.add_argument("record", type=Path, help="the record's file, or - for standard input")
    verifying.add_argument("--jwks", type=Path, help="the service's public keys, for the record's receipts")
    options = parser.parse_args(arguments)
    try:
        if options.part == "openapi":
            return publish_openapi(OPENAPI_FILE, only_check=options.check)
        settings = load(environ)
        if options.part == "verify":
            return verify(options.record, options.jwks, settings.rulesets_path)
        if options.part == "api":
            run_api(settings, environ)
        if options.part == "health":
            return health(settings, options.queue)
        return run_everything(settings)
    except (SettingsError, StartError, StoreError) as fault:
        tell(str(fault))
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED


def tell(line: str) -> None:
    """One line for a person on standard error."""
    print(f"domino-referee: {line}", file=sys.stderr, flush=True)


def run_everything(settings: Settings, stages: Sequence[Sequence[Command]] | None = None) -> int:
    """The process group (or other commands in its place), until it is asked to stop."""

    from service.run.supervisor import Supervisor

    Supervisor(settings, stages, say=tell, ready=lambda: print(banner(settings), flush=True)).run()
    return 0


def run_api(settings: Settings, environ: Mapping[str, str]) -> None:
    """Becomes the HTTP server. Raises SettingsError, StartError."""
    if settings.needs_embedded_store:
        raise SettingsError("REDIS_URL must be set: 'api' alone starts no store")
    load_keys(settings)
    address_is_free(settings.host, settings.port)
    command = commands.api(settings).argv
    os.execve(command[0], command, {**environ, **settings.environment()})


def health(settings: Settings, queue: str | None) -> int:
    """0 when the API on this machine, or its worker of the queue, is well, else 1 and a line that says why."""
    fault = api_fault(settings) if queue is None else worker_fault(settings, queue)
    if fault is not None:
        tell(fault)
    return 0 if fault is None else 1


def publish_openapi(file: Path, *, only_check: bool) -> int:
    """Writes the contract as YAML, or says whether the file differs from the code."""
    from service.http import openapi

    text = openapi.text()
    if not only_check:
        file.write_text(text, encoding="utf-8")
    elif not file.exists() or file.read_text(encoding="utf-8") != text:
        tell(f"{file} differs from the code: run 'make openapi' and look at the difference")
        return 1
    return 0


def verify(record: Path, jwks: Path | None, rulesets: Sequence[Path]) -> int:
    """Prints what an exported record proves; 0 where it is upheld. Raises StartError."""
    from service.run.verifying import verified

    return verified(record, jwks, rulesets)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ))
