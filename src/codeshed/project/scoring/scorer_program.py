"""A program of the user that judges documentation: how it is started, asked and understood.

Turns: a command → ScorerProgram with the name that it gives itself; definitions as JSON lines → Judgements.

The command comes from a command line or a caller of the API, never from settings or an index: these belong to the analysed
repository, which must not be able to run anything.
"""

import contextlib
import os
import re
import shlex
import signal
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from codeshed.errors import ScorerProgramError

PROTOCOL = 1
MAX_BATCH = 100
"""How many definitions one run of the program gets."""

SECONDS_PER_BATCH = 600.0
MAX_REASON = 500
_SECONDS_TO_START = 30.0
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+:/@-]{0,79}")
_HAS_GROUPS = os.name == "posix"
_HELLO = msgspec.json.encode({"protocol": PROTOCOL}) + b"\n"


class ScorerProgram(msgspec.Struct, frozen=True, kw_only=True):
    """Who judges documentation; without a name it is Codeshed's own score, without a command only what was kept counts."""

    name: str = ""
    """Name and version, as the program gives them: `reader 1.2`."""
    command: tuple[str, ...] = ()
    cache: Path | None = None
    """The user's cache folder, where judgements are kept."""
    seconds: float = SECONDS_PER_BATCH


class Judgement(msgspec.Struct, frozen=True, array_like=True):
    """What a program says of one documentation: a score from 0 to 1, and why."""

    score: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
    reason: str = ""


class JudgedItem(msgspec.Struct, frozen=True, kw_only=True):
    """A definition as a program gets it, one JSON line each; `id` is a hash of all else."""

    id: str = ""
    symbol: str
    kind: str
    language: str
    signature: str
    documentation: str
    body: str
    is_body_cut: bool
    writes: tuple[str, ...]
    external_calls: tuple[str, ...]


class BatchAnswers(msgspec.Struct, frozen=True):
    """The judgements of one run by id; `is_useless` if it took too long, or said nothing that counts."""

    judgements: dict[str, Judgement]
    is_useless: bool


class _Introduction(msgspec.Struct, frozen=True):
    name: str
    version: str


class _AnswerLine(msgspec.Struct, frozen=True):
    id: str
    score: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
    reason: str = ""


def start_program(command: str, cache: Path | None) -> ScorerProgram:
    """Run a command once without definitions, to learn its name and version; one that gives none is an error."""
    try:
        words = tuple(shlex.split(command, posix=_HAS_GROUPS))
    except ValueError as error:
        raise ScorerProgramError(command, str(error)) from None
    if not words:
        raise ScorerProgramError(command, "it is empty")
    try:
        output, is_late = _run(words, _HELLO, _SECONDS_TO_START)
    except OSError as error:
        raise ScorerProgramError(command, error.strerror or str(error)) from None
    name = _introduced_name(output)
    if not name:
        late = f"it took more than {_SECONDS_TO_START:.0f} s to give" if is_late else "it did not give"
        raise ScorerProgramError(command, f"{late} its name and version in a first line of JSON")
    return ScorerProgram(name=name, command=words, cache=cache)


def is_program_name(text: str) -> bool:
    """Whether a text is a name and a version, as a program may give them."""
    words = text.split(" ")
    return len(words) == len(("name", "version")) and all(_WORD.fullmatch(each) for each in words)


def ask_program(program: ScorerProgram, items: Iterable[JudgedItem]) -> BatchAnswers:
    """Ask for the judgements of some definitions; answers that are no answers are left out."""
    by_id = {each.id: each for each in items}
    lines = b"".join(msgspec.json.encode(each) + b"\n" for each in by_id.values())
    try:
        output, is_late = _run(program.command, _HELLO + lines, program.seconds)
    except OSError:
        return BatchAnswers({}, is_useless=True)
    if _introduced_name(output) != program.name:
        return BatchAnswers({}, is_useless=True)
    found = _judgements(output, by_id)
    return BatchAnswers(found, is_useless=is_late or not found)


def _judgements(output: bytes, asked: Mapping[str, object]) -> dict[str, Judgement]:
    """Return the first valid answer for each definition that was asked for."""
    found: dict[str, Judgement] = {}
    for line in output.splitlines()[1:]:
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
            answer = msgspec.json.decode(line, type=_AnswerLine)
            if answer.id in asked:
                found.setdefault(answer.id, Judgement(answer.score, answer.reason[:MAX_REASON]))
    return found


def _introduced_name(output: bytes) -> str:
    first = output.partition(b"\n")[0]
    try:
        said = msgspec.json.decode(first, type=_Introduction)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
    name = f"{said.name} {said.version}"
    return name if is_program_name(name) else ""


def _run(words: tuple[str, ...], lines: bytes, seconds: float) -> tuple[bytes, bool]:
    """Return what a command answers, and whether it had to be stopped; what it writes to stderr goes to the user."""
    with subprocess.Popen(  # noqa: S603 - the user's own command, without a shell
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=_HAS_GROUPS
    ) as process:
        try:
            return process.communicate(lines, timeout=seconds)[0], False
        except subprocess.TimeoutExpired:
            _kill(process)
            return process.communicate()[0], True
        except BaseException:
            _kill(process)
            raise


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program with the processes that it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if _HAS_GROUPS:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
