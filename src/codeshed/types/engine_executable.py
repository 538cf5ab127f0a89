"""The engine's executable, command line and environment.

Turns: options → the engine's executable and version; a workspace → a command line and its environment.
"""

import os
import sysconfig
from importlib import metadata
from pathlib import Path

import msgspec

from codeshed.types.engine_options import EngineOptions
from codeshed.types.engine_workspace import Workspace

_DISTRIBUTION = "pyrefly"
_NAMES = ("pyrefly", "pyrefly.exe")
_KEPT_VARIABLES = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR")
"""Without these no process starts on Windows; elsewhere they are not set."""


class Executable(msgspec.Struct, frozen=True):
    """The path of an engine, and its name and version as results give them."""

    path: Path
    engine: str


def find_executable(options: EngineOptions) -> Executable | None:
    """Return the engine installed in our own Python environment, never one on the PATH."""
    if options.executable is not None:
        return Executable(options.executable, _DISTRIBUTION)
    try:
        distribution = metadata.distribution(_DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return None
    listed = [Path(str(file.locate())) for file in distribution.files or () if file.name in _NAMES]
    scripts = [Path(sysconfig.get_path("scripts")) / name for name in _NAMES]
    for path in (*listed, *scripts):
        if path.is_file():
            return Executable(path.resolve(), f"{_DISTRIBUTION} {distribution.version}")
    return None


def command_line(
    executable: Executable, workspace: Workspace, options: EngineOptions, *, is_resident: bool = False
) -> list[str]:
    """Return the command that writes a report about the targets of a workspace; a resident engine keeps it up to date."""
    return [
        str(executable.path),
        "check",
        f"--config={workspace.configuration}",
        f"--report-pysa={workspace.report}",
        "--report-pysa-format=json",
        "--check-unannotated-defs=true",
        "--infer-return-types=checked",
        "--skip-interpreter-query",
        f"--threads={options.n_threads}",
        "--preset=off",
        *(
            ["--info=reveal-type", "--output-format=json"]
            if workspace.probes.texts
            else ["--output-format=omit-errors"]
        ),
        "--progress-bar=no",
        "--color=never",
        *(["--watch"] if is_resident else []),
    ]


def environment() -> dict[str, str]:
    """Return the engine's environment: no PATH to find an interpreter on, no variables that configure it."""
    return {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
