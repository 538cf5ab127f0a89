"""Running git, and only so that it tells something.

Turns: arguments → what git prints. It asks nobody, fetches nothing, writes nothing and runs no program that the
configuration of a repository names. Commands that may look into files of the working tree would run the filters that
are set for these: `no_filters` says which settings keep them from it.
"""

import contextlib
import os
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

import msgspec

from codeshed.errors import GitFailedError

_TIMEOUT_SECONDS = 30
_MAX_BYTES = 256 * 1024 * 1024
_MAX_COMPLAINT = 10_000
_GIT = (
    "git",
    "--no-optional-locks",
    "--no-pager",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "protocol.allow=never",
    "-c",
    "core.quotePath=false",
)


class GitAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What git printed, and how it ended."""

    code: int
    output: bytes
    complaint: str


def run_git(
    root: Path,
    arguments: Sequence[str],
    *,
    question: bytes = b"",
    max_bytes: int = _MAX_BYTES,
    settings: Mapping[str, str] | None = None,
) -> GitAnswer:
    """Run git in a folder and return what it prints; more than `max_bytes` of that, or a long wait, is an error.

    `settings` take the place of what git finds configured.
    """
    # What is set for git elsewhere may name another repository, or a program to run.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
    environment["GIT_CONFIG_COUNT"] = str(len(settings or {}))
    for number, (name, value) in enumerate((settings or {}).items()):
        environment |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    try:
        process = subprocess.Popen(  # noqa: S603 - a fixed program; what a user named is behind --end-of-options
            (*_GIT, "-C", str(root), *arguments),
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except (OSError, ValueError) as error:
        raise GitFailedError(f"git cannot be run: {error}") from None
    with process:
        return _answer(process, question, max_bytes)


def no_filters(root: Path) -> dict[str, str]:
    """Return settings that take the programs away from all filters that are configured."""
    answer = run_git(
        root,
        ("config", "--name-only", "-z", "--get-regexp", r"^filter\..*\.(clean|smudge|process|required)$"),
    )
    names = answer.output.decode("utf-8", "surrogateescape").split("\0")
    return {name: "false" if name.endswith(".required") else "" for name in dict.fromkeys(names) if name}


def _answer(process: "subprocess.Popen[bytes]", question: bytes, max_bytes: int) -> GitAnswer:
    """Talk with a process on all three of its pipes at once, so that neither waits for the other."""
    complaint: list[bytes] = []
    is_late = threading.Event()

    def give_up() -> None:
        is_late.set()
        process.kill()

    timer = threading.Timer(_TIMEOUT_SECONDS, give_up)
    threads = [
        threading.Thread(target=_ask, args=(process.stdin, question), daemon=True),
        threading.Thread(target=_listen, args=(process.stderr, complaint), daemon=True),
    ]
    for thread in (timer, *threads):
        thread.start()
    output = b"" if process.stdout is None else process.stdout.read(max_bytes + 1)
    if len(output) > max_bytes:
        process.kill()
    for thread in threads:
        thread.join()
    code = process.wait()
    timer.cancel()
    if is_late.is_set():
        raise GitFailedError(f"git did not answer in {_TIMEOUT_SECONDS} s")
    if len(output) > max_bytes:
        raise GitFailedError(f"git answered with more than {max_bytes} bytes")
    said = b"".join(complaint).decode("utf-8", "replace").strip().splitlines()
    return GitAnswer(code=code, output=output, complaint=said[0] if said else f"git ended with {code}")


def _ask(pipe: IO[bytes], question: bytes) -> None:
    # A process that ends before it has heard all says why by how it ends.
    with contextlib.suppress(OSError):
        pipe.write(question)
        pipe.close()


def _listen(pipe: IO[bytes], complaint: list[bytes]) -> None:
    """Keep the beginning of what is said, and let the rest pass."""
    while chunk := pipe.read(_MAX_COMPLAINT):
        complaint[:] = complaint or [chunk]
