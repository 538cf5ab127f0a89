"""Runs git read-only.

Turns: arguments → git's output. Git never prompts, fetches or writes, and runs no program that the repository's
configuration names. Commands that read files of the working tree would run the configured filters: pass them the settings
of `no_filters`.
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
    """Git's exit code, standard output, and the first line of its standard error."""

    code: int
    output: bytes
    error: str


def run_git(
    root: Path,
    arguments: Sequence[str],
    *,
    standard_input: bytes = b"",
    max_bytes: int = _MAX_BYTES,
    settings: Mapping[str, str] | None = None,
) -> GitAnswer:
    """Run git in a folder, with `standard_input` on its standard input; more output than `max_bytes`, or a timeout, is an error.

    `settings` override git's configuration.
    """
    # Git's environment variables may name another repository, or a program to run.
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
        return _answer(process, standard_input, max_bytes)


def no_filters(root: Path) -> dict[str, str]:
    """Return settings that disable all configured filters."""
    answer = run_git(
        root,
        ("config", "--name-only", "-z", "--get-regexp", r"^filter\..*\.(clean|smudge|process|required)$"),
    )
    names = answer.output.decode("utf-8", "surrogateescape").split("\0")
    return {name: "false" if name.endswith(".required") else "" for name in dict.fromkeys(names) if name}


def _answer(process: "subprocess.Popen[bytes]", question: bytes, max_bytes: int) -> GitAnswer:
    """Serve the three pipes of a process in parallel, so that there is no deadlock."""
    complaint: list[bytes] = []
    is_late = threading.Event()

    def give_up() -> None:
        is_late.set()
        process.kill()

    timer = threading.Timer(_TIMEOUT_SECONDS, give_up)
    threads = [
        threading.Thread(target=_write_input, args=(process.stdin, question), daemon=True),
        threading.Thread(target=_drain_errors, args=(process.stderr, complaint), daemon=True),
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
    lines = b"".join(complaint).decode("utf-8", "replace").strip().splitlines()
    return GitAnswer(code=code, output=output, error=lines[0] if lines else f"git ended with {code}")


def _write_input(pipe: IO[bytes], question: bytes) -> None:
    # If the process ends before it has read all input, its exit code says why.
    with contextlib.suppress(OSError):
        pipe.write(question)
        pipe.close()


def _drain_errors(pipe: IO[bytes], complaint: list[bytes]) -> None:
    """Keep the first chunk of standard error and drain the rest."""
    while chunk := pipe.read(_MAX_COMPLAINT):
        complaint[:] = complaint or [chunk]
