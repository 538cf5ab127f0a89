"""A worker that does with some files what a parser should not; run in the place of the real one."""

import os
import signal
import sys
from pathlib import Path

from codeshed.project.parsing.parsing_worker import serve
from codeshed.project.parsing.python_parsing import parse_and_encode


def parse(path: str, content: bytes) -> tuple[bytes, int]:
    """Parse a file, unless its name says otherwise."""
    sys.stdout.write("what is said here is no answer\n")
    match path:
        case "segfault.py":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "killed_once.py" if not (mark := Path(content.decode().strip("# \n"))).exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        case "endless.py":
            while True:
                pass
        case "memory.py":
            raise MemoryError
        case "bug.py":
            raise ValueError("a mistake of ours")
    return parse_and_encode(path, content)


def main() -> None:
    """Parse what comes."""
    serve(parse, float(sys.argv[1]))
