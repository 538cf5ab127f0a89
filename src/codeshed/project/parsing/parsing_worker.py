"""A process that parses files for another one, until that one has no more.

Turns: frames with files on standard input → a frame for each file on standard output, in the same order. A file that
takes too long, or that the parser fails on, ends this process: the other one starts a new one and goes on behind it.
"""

import signal
import struct
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO

import msgspec

MAX_SECONDS = 60.0
"""How long a file may take, in seconds of this process and not of the clock: other work on the machine does not count."""

Files = list[tuple[str, bytes]]
Parse = Callable[[str, bytes], tuple[bytes, int]]
"""Gives what is kept of a file, encoded, and how many milliseconds that took."""

_LENGTH = struct.Struct("<Q")


class WorkerAnswer(msgspec.Struct, frozen=True, array_like=True):
    """What is known of one file: its encoded facts and how long that took, or why there are none."""

    encoded: bytes
    milliseconds: int
    reason: str = ""


READY = WorkerAnswer(b"", 0, "ready")
"""The first frame: from now on, what ends the process is a file."""


def write_frame(stream: IO[bytes], message: object) -> None:
    """Write a message with its length before it."""
    content = msgspec.msgpack.encode(message)
    stream.write(_LENGTH.pack(len(content)))
    stream.write(content)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes:
    """Return the next message, encoded; EOFError if there is none, or not all of it."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content


def answer_of(parse: Parse, path: str, content: bytes) -> WorkerAnswer:
    """Parse a file; whatever goes wrong with one is told of it alone, since all others can be read."""
    try:
        return WorkerAnswer(*parse(path, content))
    except (MemoryError, RecursionError) as error:
        return WorkerAnswer(b"", 0, f"it needs more memory than there is ({type(error).__name__})")
    except Exception as error:  # noqa: BLE001 - a mistake of ours is a problem of one file
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}:{last.lineno}"
        return WorkerAnswer(b"", 0, f"a bug in codeshed: {type(error).__name__}: {error} ({place})")


def serve(parse: Parse, max_seconds: float) -> None:
    """Answer until there are no more frames; the system ends this process when a file has taken its time."""
    # What is said by accident must not be taken for an answer.
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    decode = msgspec.msgpack.Decoder(Files).decode
    write_frame(answers, READY)
    while True:
        try:
            files = decode(read_frame(sys.stdin.buffer))
        except EOFError:
            return
        for path, content in files:
            _limit(max_seconds)
            answer = answer_of(parse, path, content)
            _limit(0)
            write_frame(answers, answer)


def _limit(seconds: float) -> None:
    """Let the system end this process when it has worked for so long; 0 for no limit. Windows has none."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def main() -> None:
    """Parse what comes."""
    from codeshed.project.parsing.python_parsing import parse_and_encode

    serve(parse_and_encode, float(sys.argv[1]))
