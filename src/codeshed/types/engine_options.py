"""Options of a run of the type engine."""

import re
from pathlib import Path

import msgspec

from codeshed.errors import InvalidOptionError

_PYTHON_VERSION = re.compile(r"3\.\d{1,2}(\.\d{1,2})?")


class EngineOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The limits and the environment of a run.

    The Python version is pinned, so that types do not depend on the Python that runs us. `executable` replaces the
    installed engine. `n_threads` 0 leaves the number to the engine; with more than one, types of classes that need each
    other may depend on which thread comes first. `package_name` is the name of the root itself, if it is a package.
    """

    time_limit_seconds: float = 600.0
    site_package_paths: tuple[Path, ...] = ()
    python_version: str = "3.13"
    n_threads: int = 1
    executable: Path | None = None
    package_name: str = ""

    def __post_init__(self) -> None:
        """Reject values that make no sense."""
        if not self.time_limit_seconds > 0:
            raise InvalidOptionError(
                f"the type engine's time limit is {self.time_limit_seconds} seconds", hint="give more than 0"
            )
        if not _PYTHON_VERSION.fullmatch(self.python_version):
            raise InvalidOptionError(
                f"{self.python_version!r} is no version of Python", hint="give one like 3.13"
            )
        if self.package_name and not self.package_name.isidentifier():
            raise InvalidOptionError(
                f"{self.package_name!r} is no name of a package",
                hint="leave it out if the root is no package",
            )
        if self.n_threads < 0:
            raise InvalidOptionError(
                f"{self.n_threads} threads for the type engine", hint="give 0 to let it decide, or more"
            )
