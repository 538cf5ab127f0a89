"""Runs a command of the user with the recorder in each of its Python processes.

Turns: a command + the content hashes of the indexed files → RecordedRun. This is the only place where Codeshed runs code of a
project, and it runs nothing but the command that the user gave. The recorder is a copy of `recorder.py` in a temporary folder;
`PYTHONPATH` leads to it, and a `sitecustomize` there begins it.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.model.recording import MAX_RECORDED_CALLS, MAX_RECORDED_RUNS

_RECORDER = "codeshed_recorder"
_FOLDER_VARIABLE = "CODESHED_RECORDING"
_SITECUSTOMIZE = f"import {_RECORDER}\n\n{_RECORDER}.begin()\n"
_MAX_DOCUMENT_BYTES = 1 << 30


class ProcessCalls(msgspec.Struct, frozen=True, kw_only=True):
    """What the recorder wrote in one process. `codes` are path, first line, name, and whether it is a named function.

    `calls` are the numbers of caller and callee in `codes` (-1: no code of the project), line, column, end line, end column.
    `ran` are the numbers of the calls of each test; test 0 is what ran outside of tests.
    """

    python: str
    tool: str
    codes: tuple[tuple[str, int, str, bool], ...]
    calls: tuple[tuple[int, int, int, int, int, int], ...]
    tests: tuple[str, ...]
    ran: tuple[tuple[int, ...], ...]
    changed: tuple[str, ...]
    n_dropped_calls: int
    n_dropped_ran: int


class RecordedRun(msgspec.Struct, frozen=True, kw_only=True):
    """The exit code of a command, and what was recorded in each of its processes."""

    exit_code: int
    processes: tuple[ProcessCalls, ...]


def run_recorded(
    root: Path, command: Sequence[str], hash_by_path: Mapping[str, str], *, is_stdout_ours: bool = False
) -> RecordedRun:
    """Run a command in a folder, and return what its Python processes recorded.

    `is_stdout_ours` sends what the command prints to stderr.
    """
    with _recording_folder(root, hash_by_path) as folder:
        try:
            done = subprocess.run(  # noqa: S603 - the user's own command, which is what `record` was asked to run
                list(command),
                cwd=root,
                env=_environment(folder),
                check=False,
                stdout=2 if is_stdout_ours else None,
            )
        except (OSError, ValueError) as error:
            raise InvalidOptionError(
                f"{command[0]} cannot be run: {getattr(error, 'strerror', None) or error}",
                hint="give the command as you type it without Codeshed: codeshed record -- pytest -q",
            ) from None
        return RecordedRun(exit_code=done.returncode, processes=tuple(_read_processes(folder)))


@contextmanager
def _recording_folder(root: Path, hash_by_path: Mapping[str, str]) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="codeshed-record-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        shutil.copyfile(Path(__file__).with_name("recorder.py"), folder / f"{_RECORDER}.py")
        (folder / "sitecustomize.py").write_text(_SITECUSTOMIZE, encoding="utf-8")
        listing = {
            "root": str(root.resolve()),
            "files": hash_by_path,
            "max_calls": MAX_RECORDED_CALLS,
            "max_ran": MAX_RECORDED_RUNS,
        }
        (folder / "files.json").write_bytes(msgspec.json.encode(listing))
        yield folder


def _environment(folder: Path) -> dict[str, str]:
    """Return our environment, in which Python finds the recorder first and pytest loads it as a plugin."""
    environment = dict(os.environ)
    paths = (str(folder), environment.get("PYTHONPATH", ""))
    plugins = (environment.get("PYTEST_PLUGINS", ""), _RECORDER)
    return {
        **environment,
        _FOLDER_VARIABLE: str(folder),
        "PYTHONPATH": os.pathsep.join(each for each in paths if each),
        "PYTEST_PLUGINS": ",".join(each for each in plugins if each),
    }


def _read_processes(folder: Path) -> Iterator[ProcessCalls]:
    """Yield what each process wrote; a document that ends early, since its process was killed, is left out."""
    decode = msgspec.json.Decoder(ProcessCalls).decode
    for path in sorted(folder.glob("calls-*.json")):
        if path.is_file() and path.stat().st_size <= _MAX_DOCUMENT_BYTES:
            try:
                yield decode(path.read_bytes())
            except (msgspec.DecodeError, UnicodeDecodeError):
                continue
