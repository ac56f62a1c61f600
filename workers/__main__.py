"""`python -m workers settlements|audits|sweep`."""

import os
import sys

from service.queue.rq_queue import AUDITS, SETTLEMENTS
from service.run import logs
from service.run import settings as run_settings
from workers import sweep, worker

SWEEP = "sweep"


def main(arguments: list[str]) -> int:
    """Runs what the one argument names; the exit code."""
    if len(arguments) != 1 or arguments[0] not in (SETTLEMENTS, AUDITS, SWEEP):
        print(f"usage: python -m workers {SETTLEMENTS}|{AUDITS}|{SWEEP}", file=sys.stderr)
        return 2
    try:
        settings = run_settings.load(os.environ)
        logs.configure(settings.log_level, settings.log_format)
        if arguments[0] == SWEEP:
            sweep.run()
        else:
            worker.run(arguments[0])
    except run_settings.SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
