"""Runs the service as one group of processes: starts them, keeps them alive, ends them in order."""

import os
import select
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import FrameType
from typing import Final

from service.run import checks
from service.run.checks import StartError
from service.run.child import Child, Pause, how_it_ended, shortened
from service.run.commands import Command, stages
from service.run.settings import Settings, load_keys
from service.run.store import EmbeddedStore

TRIES_BEFORE_READY: Final = 4
PATIENCE: Final = 12.0
SAID_UNREADY_AFTER: Final = 15.0
STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Supervisor:
    """One run of the service, from the store to the last child. `run` must be called in the main thread.

    `commands` are stages in the order in which they are stopped; `say` takes one line for a person;
    `ready` is called once, when `/readyz` answers 200.
    """

    def __init__(
        self,
        settings: Settings,
        commands: Sequence[Sequence[Command]] | None = None,
        *,
        say: Callable[[str], None],
        ready: Callable[[], None],
    ) -> None:
        self._settings = settings
        self._commands = stages(settings) if commands is None else commands
        self._say = say
        self._ready = ready
        self._store: EmbeddedStore | None = None
        self._store_pause = Pause()
        self._stages: list[list[Child]] = []
        self._stops_asked = 0
        self._announced = False
        self._wakeup = -1

    def run(self) -> None:
        """Returns after a clean stop. Raises StartError, StoreError, SettingsError: nothing runs then."""
        read_end, write_end = os.pipe()
        os.set_blocking(write_end, False)
        self._wakeup = read_end
        before = {number: signal.getsignal(number) for number in (*STOP_SIGNALS, signal.SIGCHLD)}
        old_wakeup = signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
        try:
            # While starting a signal is a KeyboardInterrupt, later it asks for a stop in order.
            _on_stop_signals(signal.default_int_handler)
            self._prepare()
            _on_stop_signals(self._on_stop)
            signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
            self._start_children()
            self._keep_alive()
        finally:
            self._stop()
            signal.set_wakeup_fd(old_wakeup)
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(read_end)
            os.close(write_end)

    def _prepare(self) -> None:
        settings = self._settings
        checks.folder_is_writable(settings.data_dir)
        load_keys(settings)
        checks.address_is_free(settings.host, settings.port)
        if settings.needs_embedded_store:
            self._store = EmbeddedStore(settings.data_dir)
            url = self._store.start()
            self._store_pause.started()
            self._settings = replace(
                settings,
                redis_url=settings.redis_url or url,
                eventlog_url=settings.eventlog_url or url,
                queue_url=settings.queue_url or url,
            )
        given = {"EVENTLOG_URL": settings.eventlog_url, "QUEUE_URL": settings.queue_url}
        for name, address in given.items():
            if address is not None:
                checks.redis_answers("REDIS_URL" if address == settings.redis_url else name, address)

    def _start_children(self) -> None:
        environ = {**os.environ, **self._settings.environment()}
        logs = self._settings.data_dir / "log"
        logs.mkdir(mode=0o700, exist_ok=True)
        for stage in self._commands:
            children = [
                Child(command, environ, shortened(logs / f"{command.name.lower().replace(' ', '-')}.log"))
                for command in stage
            ]
            self._stages.append(children)
            for child in children:
                child.start()

    def _keep_alive(self) -> None:
        began = time.monotonic()
        said = False
        while not self._stops_asked:
            self._revive()
            if not self._announced:
                fault = checks.readiness(self._settings.host, self._settings.port)
                if fault is None:
                    self._announced = True
                    self._ready()
                elif not said and time.monotonic() - began > SAID_UNREADY_AFTER:
                    said = True
                    self._say(f"not ready after {SAID_UNREADY_AFTER:.0f} s, still trying: {fault}")
            self._wait(1.0 if self._announced else 0.1)

    def _revive(self) -> None:
        store = self._store
        if store is not None and (code := store.poll()) is not None:

            def start_store() -> None:
                store.spawn_again()
                self._store_pause.started()

            self._revive_one("store", self._store_pause, code, start_store, str(store.log_file))
        for child in self._children:
            if (code := child.poll()) is None:
                continue
            if child.pause.due is None:
                child.kill_group()
                if not self._announced and child.pause.ends + 1 >= TRIES_BEFORE_READY:
                    raise StartError(f"{child.name} does not start: {child.last_words()} (see {child.log_file})")
            self._revive_one(child.name, child.pause, code, child.start, str(child.log_file))

    def _revive_one(self, name: str, pause: Pause, code: int, start: Callable[[], None], log: str) -> None:
        if pause.due is None:
            seconds = pause.ended()
            self._say(f"{name} {how_it_ended(code)}; starting it again in {seconds:.1f} s (see {log})")
        elif time.monotonic() >= pause.due:
            start()

    @property
    def _children(self) -> list[Child]:
        return [child for stage in self._stages for child in stage]

    def _stop(self) -> None:
        for stage in self._stages:
            for child in stage:
                child.ask_to_stop()
            deadline = time.monotonic() + PATIENCE
            while any(child.runs for child in stage) and time.monotonic() < deadline:
                if self._stops_asked > 1:
                    break
                self._wait(0.2)
            for child in stage:
                child.kill_group()
        if self._store is not None:
            if self._stops_asked > 1:
                self._store.kill()
            self._store.stop()

    def _on_stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stops_asked += 1

    def _wait(self, seconds: float) -> None:
        """Returns after the time, or at the next signal."""
        if self._store is not None and self._store_pause.due is not None:
            seconds = min(seconds, max(0.01, self._store_pause.due - time.monotonic()))
        for child in self._children:
            if child.pause.due is not None:
                seconds = min(seconds, max(0.01, child.pause.due - time.monotonic()))
        readable, _, _ = select.select([self._wakeup], [], [], seconds)
        if readable:
            os.read(self._wakeup, 512)


def _on_stop_signals(handler: Callable[[int, FrameType | None], None]) -> None:
    for number in STOP_SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN or number != signal.SIGHUP:  # nohup keeps its meaning
            signal.signal(number, handler)
