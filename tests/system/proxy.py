"""A TCP proxy before a store: it delays, loses answers, says nothing, cuts, and can be switched to another store."""

import socket
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import Self

from tests.run.processes import free_port


class Proxy:
    """Listens on a port of its own and passes bytes to the socket at `target`: a path, or a host and a port.

    `delay`: seconds before each chunk of a request is passed on. `silent`: nothing is passed on, connections stay open.
    """

    def __init__(self, target: str | tuple[str, int]) -> None:
        self.target = target
        self.delay = 0.0
        self.silent = False
        self.answer_lost = threading.Event()
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._losing: bytes | None = None
        self._cut = False
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", self.port), backlog=256)
        threading.Thread(target=self._accept, name="proxy", daemon=True).start()

    def lose_answer_to(self, word: bytes) -> None:
        """The next request with this word reaches the store, its answer is lost; `answer_lost` is set then."""
        self.answer_lost.clear()
        self._losing = word

    def cut(self) -> None:
        """Ends all connections, and new ones at once."""
        self._cut = True
        self._end_all()

    def heal(self) -> None:
        """Passes everything on at once, over new connections."""
        self._cut, self.silent, self.delay, self._losing = False, False, 0.0, None
        self._end_all()

    def switch(self, target: str | tuple[str, int]) -> None:
        """Leads to another store from now on."""
        self.target = target
        self.heal()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._cut = True
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._end_all()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), name="proxied", daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        kind = socket.AF_UNIX if isinstance(self.target, str) else socket.AF_INET
        store = socket.socket(kind, socket.SOCK_STREAM)
        with client, store, suppress(OSError):
            if self._cut:
                return
            store.connect(self.target)
            with self._lock:
                self._open |= {client, store}
            lost = threading.Event()
            back = threading.Thread(target=self._answers, args=(store, client, lost), name="proxied", daemon=True)
            back.start()
            try:
                self._requests(client, store, lost)
            finally:
                with self._lock:
                    self._open -= {client, store}
                _end(client, store)
                back.join()

    def _requests(self, client: socket.socket, store: socket.socket, lost: threading.Event) -> None:
        while chunk := client.recv(65536):
            if self.silent:
                continue
            if self._losing is not None and self._losing in chunk:
                self._losing = None
                lost.set()
            if self.delay:
                time.sleep(self.delay)
            store.sendall(chunk)

    def _answers(self, store: socket.socket, client: socket.socket, lost: threading.Event) -> None:
        with suppress(OSError):
            while chunk := store.recv(65536):
                if lost.is_set():
                    self.answer_lost.set()
                elif not self.silent:
                    client.sendall(chunk)
        _end(client, store)

    def _end_all(self) -> None:
        with self._lock:
            _end(*self._open)


def _end(*sockets: socket.socket) -> None:
    for each in sockets:
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
