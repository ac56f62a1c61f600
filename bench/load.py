"""A small load client: keep-alive connections that send prepared requests and time the answers."""

import socket
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass

Request = bytes


@dataclass(frozen=True, slots=True)
class Slice:
    """What a slice of load measured: answers a second, and each answer's seconds."""

    rate: float
    seconds: list[float]


def request(method: str, path: str, body: bytes = b"", headers: Iterable[tuple[str, str]] = ()) -> Request:
    """The bytes of an HTTP/1.1 request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: bench", f"Content-Length: {len(body)}"]
    if body:
        lines.append("Content-Type: application/json")
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Connection:
    """One keep-alive connection."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, sent: Request) -> tuple[int, bytes]:
        """Sends a request; its answer's status and body."""
        self._socket.sendall(sent)
        received = b""
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self._more()
        head = received[:end].lower()
        length = int(head.split(b"content-length:", 1)[1].split(b"\r\n", 1)[0]) if b"content-length:" in head else 0
        body = received[end + 4 :]
        while len(body) < length:
            body += self._more()
        return int(head.split(b" ", 2)[1]), body

    def _more(self) -> bytes:
        received = self._socket.recv(65536)
        if not received:
            raise ConnectionError("the server closed the connection")
        return received

    def close(self) -> None:
        """Closes the connection."""
        self._socket.close()


def drive(port: int, queues: list[list[Request]], expected: int) -> Slice:
    """Sends each queue over a connection of its own, all at once; every answer must have the expected status."""
    seconds: list[list[float]] = [[] for _ in queues]
    faults: list[str] = []
    barrier = threading.Barrier(len(queues) + 1)

    def work(mine: list[Request], into: list[float]) -> None:
        connection = Connection(port)
        barrier.wait()
        for sent in mine:
            start = time.perf_counter()
            status, body = connection.ask(sent)
            into.append(time.perf_counter() - start)
            if status != expected:
                faults.append(f"{status}: {body[:300]!r}")
                break
        connection.close()

    threads = [threading.Thread(target=work, args=pair) for pair in zip(queues, seconds, strict=True)]
    for thread in threads:
        thread.start()
    barrier.wait()
    start = time.perf_counter()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - start
    if faults:
        raise RuntimeError(faults[0])
    every = [one for part in seconds for one in part]
    return Slice(rate=len(every) / took, seconds=every)


def quantile(values: list[float], part: float) -> float:
    """The value below which `part` of the values lie."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]
