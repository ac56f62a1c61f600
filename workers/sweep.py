"""The sweep: finds settlements whose job was lost, whatever became of the queue."""

import signal
import threading

import structlog

from service.application.ports import Unavailable
from service.application.settling import sweep
from workers.jobs import this_context

_EVERY = 1.0


def run() -> None:
    """Sweeps every second until told to stop."""
    stopped = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stopped.set())
    log = structlog.get_logger("sweep")
    ctx = this_context()
    while not stopped.wait(_EVERY):
        try:
            for game in sweep(ctx):
                log.warning("saw to an overdue settlement", game=game)
        except Unavailable as error:
            log.warning("the sweep could not go through the duties", error=str(error))
        except Exception as error:  # one game's fault must not keep the others waiting: its duty is put off
            log.error("the sweep failed at a game", exc_info=error)
