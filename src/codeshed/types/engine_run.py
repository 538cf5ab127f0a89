"""One run of the engine: start its process, wait for it, classify its failures.

Turns: a workspace → a process → the index of its report, or an EngineProblem.
"""

import contextlib
import errno
import json
import os
import re
import signal
import subprocess
import sys
import time

import msgspec

import codeshed.types.engine_supervisor as supervisor
from codeshed.types.engine_executable import Executable, command_line, environment
from codeshed.types.engine_options import EngineOptions
from codeshed.types.engine_problems import EngineProblem, ProblemKind
from codeshed.types.engine_report_index import INDEX_FILE, ReportIndex, read_index
from codeshed.types.engine_workspace import Workspace

TIMED_OUT = "the type engine did not finish within its time limit"

_FINISHED = (0, 1)
"""Exit codes of a full run: 1 means that there are type errors, which do not matter here."""
_KILLS = frozenset(
    getattr(signal, name)
    for name in ("SIGHUP", "SIGINT", "SIGKILL", "SIGQUIT", "SIGTERM", "SIGXCPU")
    if hasattr(signal, name)
)
"""Signals from users and the system; a crash has others (SIGSEGV, SIGABRT)."""
_NO_MORE_RESOURCES = re.compile(r"\(os error (5|11|12|23|24|28|122)\)")
"""The end of the engine's log when a disk fails or is full, or memory, processes or open files are exhausted."""
_MAX_DETAIL = 400
_HAS_GROUPS = hasattr(os, "killpg")


class EngineRun(msgspec.Struct, frozen=True):
    """A process and its workspace."""

    process: subprocess.Popen[bytes]
    workspace: Workspace


def start_run(executable: Executable, workspace: Workspace, options: EngineOptions) -> EngineRun:
    """Start the engine over a workspace; if the operating system refuses, OSError is raised."""
    return _start(command_line(executable, workspace, options), workspace)


def start_resident_run(executable: Executable, workspace: Workspace, options: EngineOptions) -> EngineRun:
    """Start a resident engine, which runs until it is stopped or our process ends."""
    return _start(command_line(executable, workspace, options, is_resident=True), workspace)


def _start(command: list[str], workspace: Workspace) -> EngineRun:
    """Start a command under a supervisor, so that it ends with our process even if that is killed."""
    if not os.access(command[0], os.X_OK):
        code = errno.EACCES if os.path.lexists(command[0]) else errno.ENOENT
        raise OSError(code, os.strerror(code), command[0])
    supervisor_command = [sys.executable, "-I", "-S", supervisor.__file__]
    arguments = [str(workspace.folder.parent), json.dumps(environment())]
    with workspace.log.open("wb") as log, workspace.answers.open("wb") as answers:
        process = subprocess.Popen(  # noqa: S603 - our own engine, by its full path, without a shell
            [*supervisor_command, *arguments, *command],
            cwd=workspace.folder,
            stdin=subprocess.PIPE,
            stdout=answers if workspace.probes.texts else subprocess.DEVNULL,
            stderr=log,
            start_new_session=True,
        )
    return EngineRun(process, workspace)


def finish_run(run: EngineRun, deadline: float) -> ReportIndex | EngineProblem:
    """Wait for a run until `deadline` (of `time.monotonic`) at most, and read the index of its report."""
    try:
        exit_code = run.process.wait(timeout=max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        stop_run(run)
        return EngineProblem(
            ProblemKind.TIMED_OUT,
            TIMED_OUT,
            run.workspace.targets,
        )
    stop_run(run)
    if not run.workspace.targets:
        return ReportIndex(run.workspace, {}, {}, run.workspace.reason_by_path)
    if exit_code not in _FINISHED or not (run.workspace.report / INDEX_FILE).is_file():
        log_end = _log_end(run)
        return EngineProblem(
            _kind_of_failure(exit_code, log_end),
            f"the type engine {_describe_exit(exit_code)}",
            run.workspace.targets,
            log_end,
        )
    return read_index(run.workspace)


def stop_run(run: EngineRun) -> None:
    """Kill the process with its children, if it still runs."""
    if run.process.poll() is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if _HAS_GROUPS:
                os.killpg(run.process.pid, signal.SIGKILL)
            else:
                run.process.kill()
        run.process.wait()
    if run.process.stdin is not None:
        run.process.stdin.close()


def _kind_of_failure(exit_code: int, log_end: str) -> ProblemKind:
    if -exit_code in _KILLS:
        return ProblemKind.KILLED
    return ProblemKind.SYSTEM_FAILED if _NO_MORE_RESOURCES.search(log_end) else ProblemKind.CRASHED


def _describe_exit(exit_code: int) -> str:
    if exit_code in _FINISHED:
        return "wrote no report"
    if exit_code < 0:
        return f"was ended by signal {-exit_code}"
    return f"ended with exit code {exit_code}"


def _log_end(run: EngineRun) -> str:
    """Return the end of the engine's log, without the path of the workspace."""
    try:
        with run.workspace.log.open("rb") as log:
            log.seek(0, os.SEEK_END)
            log.seek(max(0, log.tell() - 8 * _MAX_DETAIL))
            log_end = log.read().decode("utf-8", "replace")
    except OSError:
        return ""
    return log_end.replace(str(run.workspace.folder), "").strip()[-_MAX_DETAIL:]
