"""The input of a resolution: the files of a project as they are now."""

from collections.abc import Callable, Mapping

import msgspec

from codeshed.model.facts.file_interface import FileInterface
from codeshed.model.facts.python_facts import PythonFacts
from codeshed.model.facts.type_facts import FileTypes
from codeshed.model.progress_callback import Progress, ignore_progress
from codeshed.model.semantic import Problem


class OpenedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file with everything that resolving it needs."""

    content: bytes
    content_hash: str
    facts: PythonFacts
    interface: FileInterface
    types: FileTypes | None = None
    types_key: bytes = b""
    """Equal for equal types, empty without types."""
    problems: tuple[Problem, ...] = ()
    """Problems besides those in its facts."""


def _forget_nothing(path: str) -> None:
    del path


def _has_room(n_nodes: int) -> bool:
    del n_nodes
    return False


class ProjectState(msgspec.Struct, frozen=True, kw_only=True):
    """The files of a project as they are now, and how to read them."""

    paths: tuple[str, ...]
    """All files, sorted."""
    changed: tuple[str, ...]
    """The files that were added, or whose content or types changed."""
    read_interface: Callable[[str], FileInterface]
    """Reads the interface of a changed file."""
    open_file: Callable[[str], OpenedFile]
    """Reads all of a file; every call for a path returns the same."""
    forget_file: Callable[[str], None] = _forget_nothing
    """Called with a file that is not needed for now; it may be opened again."""
    is_full: Callable[[int], bool] = _has_room
    """Whether so many nodes are too many for the memory; flow graphs are then released, without influence on
    results."""
    report: Progress = ignore_progress
    manifests: Mapping[str, bytes] = msgspec.field(default_factory=dict)
    """Files such as `pyproject.toml`, by path."""
    has_new_manifests: bool = True
    """Whether manifests changed, or may have changed."""
    package_name: str = ""
    is_alone: bool = False
    """Whether only the changed files are resolved, and what follows for other files is left for later."""
