"""The commands of the service's processes: the one place that knows them."""

import sys
from dataclasses import dataclass
from typing import Final

from service.run.settings import Settings

QUEUES: Final = ("settlements", "audits")
SWEEP: Final = "sweep"
# Threads are made on demand and end after 30 idle seconds: an idle listener costs one, some 40 KiB.
WEB_THREADS: Final = 512
# Counts open connections, idle ones too: above it a process accepts none.
WEB_CONNECTIONS: Final = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A process to be kept alive: a name for people, and the program with its arguments."""

    name: str
    argv: tuple[str, ...]


def api(settings: Settings) -> Command:
    """The HTTP server: WEB_PROCESSES processes on one address."""
    options = {
        "--interface": "wsgi",
        "--host": settings.host,
        "--port": str(settings.port),
        "--workers": str(settings.web_processes),
        "--http": "1",
        "--blocking-threads": str(WEB_THREADS),
        "--backlog": str(WEB_CONNECTIONS),
        "--backpressure": str(WEB_CONNECTIONS),
        "--respawn-interval": "0.2",
        "--workers-kill-timeout": "2",
        "--log-level": "debug" if settings.log_level == "debug" else "error",
    }
    switches = ("--factory", "--respawn-failed-workers", "--no-ws", "--no-access-log")
    words = (word for option in options.items() for word in option)
    target = "service.http.wsgi:create_app_from_environment"
    return Command(name="API", argv=(sys.executable, "-m", "granian", *switches, *words, target))


def worker(queue: str) -> Command:
    """A worker that takes jobs from one queue, or the sweep."""
    name = queue if queue == SWEEP else f"{queue} worker"
    return Command(name=name, argv=(sys.executable, "-m", "workers", queue))


def stages(settings: Settings) -> tuple[tuple[Command, ...], ...]:
    """All commands in the order in which they are stopped: API, workers, sweep."""
    workers = tuple(
        Command(name=f"{queue} worker {number}" if settings.workers > 1 else command.name, argv=command.argv)
        for queue in QUEUES
        for command in (worker(queue),)
        for number in range(1, settings.workers + 1)
    )
    return (api(settings),), workers, (worker(SWEEP),)
