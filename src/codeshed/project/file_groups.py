"""The groups that files of a repository belong to: build targets and code owners.

Turns: a folder → RepositoryFileGroups. Each path is looked up once.
"""

from functools import cache
from pathlib import Path

from codeshed.discover.build_targets import BuildTargets
from codeshed.discover.codeowners import find_code_owners
from codeshed.discover.survey import survey_repository
from codeshed.project.settings import read_settings


class RepositoryFileGroups:
    """Maps a file to its build targets and owners."""

    def __init__(self, root: Path) -> None:
        self._targets = BuildTargets(
            root, lambda: survey_repository(root, read_settings(root)).location_by_folder
        )
        self._owners = find_code_owners(root)
        self.targets_of = cache(self._targets.targets_of)
        self.dependents_of = self._targets.dependents_of

    @property
    def build_system(self) -> str | None:
        """The build system of the repository, if one is known."""
        return self._targets.system

    @property
    def build_problems(self) -> tuple[tuple[str, str], ...]:
        """Build files that could not be read so far, with the reasons."""
        return self._targets.problems

    @property
    def owners_file(self) -> str | None:
        """The `CODEOWNERS` file, if there is one."""
        return None if self._owners is None else self._owners.path

    def owners_of(self, path: str) -> tuple[str, ...]:
        """Return the owners of a file."""
        return () if self._owners is None else self._owners.owners_of(path)
