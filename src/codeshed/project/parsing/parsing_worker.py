"""The worker process of `parsing_processes`: it parses files until its input ends.

Turns: frames of files on standard input → one frame per file on standard output, in the same order. A file that takes too
long, or crashes the parser, ends this process; the parent starts another and continues after that file.
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
"""How long a file may take, in CPU seconds of this process, so that other work on the machine does not count."""

FileBatch = list[tuple[str, bytes]]
ParseFunction = Callable[[str, bytes], tuple[bytes, int]]
"""Parses a file: (path, bytes) → (encoded facts, milliseconds)."""

_LENGTH = struct.Struct("<Q")


class WorkerAnswer(msgspec.Struct, frozen=True, array_like=True):
    """The encoded facts of one file and the milliseconds it took, or the reason why there are none."""

    encoded: bytes
    milliseconds: int
    reason: str = ""


READY = WorkerAnswer(b"", 0, "ready")
"""The first frame: the process has started, so a later crash is caused by a file."""


def write_frame(stream: IO[bytes], message: object) -> None:
    """Write a message, prefixed with its length."""
    content = msgspec.msgpack.encode(message)
    stream.write(_LENGTH.pack(len(content)))
    stream.write(content)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes:
    """Return the next message, encoded; raise EOFError if it is missing or incomplete."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content


def parse_safely(parse: ParseFunction, path: str, content: bytes) -> WorkerAnswer:
    """Parse a file; an exception becomes the answer for this file, so that all others are still parsed."""
    try:
        return WorkerAnswer(*parse(path, content))
    except (MemoryError, RecursionError) as error:
        return WorkerAnswer(b"", 0, f"it needs more memory than there is ({type(error).__name__})")
    except Exception as error:  # noqa: BLE001 - a mistake of ours is a problem of one file
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}:{last.lineno}"
        return WorkerAnswer(b"", 0, f"a bug in codeshed: {type(error).__name__}: {error} ({place})")


def serve(parse: ParseFunction, max_seconds: float) -> None:
    """Answer frames until the input ends; a timer kills this process if a file takes too long."""
    # Stray output must not be mixed with answers.
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    decode = msgspec.msgpack.Decoder(FileBatch).decode
    write_frame(answers, READY)
    while True:
        try:
            files = decode(read_frame(sys.stdin.buffer))
        except EOFError:
            return
        for path, content in files:
            _limit(max_seconds)
            answer = parse_safely(parse, path, content)
            _limit(0)
            write_frame(answers, answer)


def _limit(seconds: float) -> None:
    """Kill this process after so many CPU seconds; 0 means no limit. Windows has no such timer."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def main() -> None:
    """Parse the files on standard input."""
    from codeshed.project.parsing.python_parsing import parse_and_encode

    serve(parse_and_encode, float(sys.argv[1]))
