"""Runs a command that ends with its parent: `python -I -S tether.py PARENT_PID SIGNAL command…`.

A program of its own and not a `preexec_fn`, which is unsafe in a process with threads.
"""

import os
import signal
import sys


def tether(parent: int, number: int) -> None:
    """Asks the kernel for signal `number` when the thread that started us ends (Linux only)."""
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None, use_errno=True).prctl(set_parent_death_signal, number, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(f"process {parent} ended before its child began")


def command(argv: list[str], *, on_parent_death: signal.Signals = signal.SIGTERM) -> list[str]:
    """`argv` as a command that gets the signal when this process ends; the environment is passed on."""
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), str(int(on_parent_death)), *argv]


if __name__ == "__main__":
    tether(int(sys.argv[1]), int(sys.argv[2]))
    try:
        os.execvp(sys.argv[3], sys.argv[3:])
    except OSError as fault:
        sys.exit(f"{sys.argv[3]}: {fault.strerror}")
