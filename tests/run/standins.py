"""Stand-ins for the service's processes: `python -m tests.run.standins KIND NAME DIARY [PORT]`.

Each writes `NAME started PID` and `NAME stopped PID` to the diary. Kinds: `web` answers 200 to everything,
`worker` waits, `deaf` ignores SIGTERM, `broken` ends at once with code 3, `group` runs the supervisor
over the others with the settings of the environment.
"""

import os
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from service.run.commands import Command


class Answer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        pass


def command(kind: str, name: str, diary: str, *more: str) -> Command:
    words = (sys.executable, "-m", "tests.run.standins", kind, name, diary, *more)
    return Command(name=name, argv=words)


def group(diary: str) -> int:
    # Imported here, since the other kinds should start fast.
    from service.__main__ import run_everything, tell
    from service.run.checks import StartError
    from service.run.settings import load

    settings = load(os.environ)
    first = command("web", "API", diary, str(settings.port))
    workers = [command(os.environ.get("WORKER_KIND", "worker"), name, diary) for name in ("first", "second")]
    try:
        return run_everything(settings, [[first], workers, [command("worker", "sweep", diary)]])
    except StartError as fault:
        tell(str(fault))
        return 1


def main(kind: str, name: str, diary: str, *more: str) -> int:
    if kind == "group":
        return group(diary)
    if kind == "broken":
        print("this stand-in is broken", file=sys.stderr)
        return 3

    def note(what: str) -> None:
        with Path(diary).open("a") as file:
            file.write(f"{name} {what} {os.getpid()}\n")

    asked = threading.Event()
    signal.signal(signal.SIGTERM, lambda _number, _frame: None if kind == "deaf" else asked.set())
    if kind == "web":
        server = ThreadingHTTPServer(("127.0.0.1", int(more[0])), Answer)
        threading.Thread(target=server.serve_forever, daemon=True).start()
    note("started")
    while not asked.wait(0.1):
        pass
    note("stopped")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
