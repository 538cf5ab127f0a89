"""Start processes that Ctrl-C interrupts, whatever shell the tests were started by.

A shell starts background jobs with SIGINT ignored, as `nohup` and some build servers do. What such a job starts
ignores it too, and Python then never raises KeyboardInterrupt. By convention that is right for users of Codeshed; a
test that interrupts a process needs one that can be interrupted.
"""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

_POLL_SECONDS = 0.01
_UNKNOWN_SECONDS = 1.5


@contextmanager
def default_sigint() -> Iterator[None]:
    """Give processes that are started in this block the default action of SIGINT."""
    inherited = signal.getsignal(signal.SIGINT)
    # A handler becomes the default action in a new program; only "ignore" is passed on to it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, inherited)


def wait_until_it_hears(process: "subprocess.Popen[bytes]") -> None:
    """Wait until a `codeshed` process has come so far that it handles signals, however slowly it starts."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        time.sleep(_UNKNOWN_SECONDS)
        return
    while process.poll() is None:
        (caught,) = (line for line in status.read_text().splitlines() if line.startswith("SigCgt:"))
        if int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1:
            return
        time.sleep(_POLL_SECONDS)
