"""Start processes that Ctrl-C interrupts, whatever shell the tests were started by.

A shell starts background jobs with SIGINT ignored, as `nohup` and some build servers do. What such a job starts
ignores it too, and Python then never raises KeyboardInterrupt. By convention that is right for users of Codeshed; a
test that interrupts a process needs one that can be interrupted.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


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
