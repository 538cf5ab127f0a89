"""The files of a project as they are given to be resolved."""

from collections.abc import Callable, Mapping

import msgspec

from codeshed.model.facts import FileFacts
from codeshed.model.file_interface import FileInterface
from codeshed.model.progress import Progress, be_quiet
from codeshed.model.semantic import Problem
from codeshed.model.type_facts import FileTypes


class OpenedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file with all that resolving it takes."""

    content: bytes
    content_hash: str
    facts: FileFacts
    interface: FileInterface
    types: FileTypes | None = None
    types_key: bytes = b""
    """Equal for equal types, empty without."""
    problems: tuple[Problem, ...] = ()
    """Problems beyond those that its facts tell of."""


def _forget_nothing(path: str) -> None:
    del path


def _has_room(n_nodes: int) -> bool:
    del n_nodes
    return False


class ProjectState(msgspec.Struct, frozen=True, kw_only=True):
    """The files of a project as they are now."""

    paths: tuple[str, ...]
    """All of them, sorted."""
    changed: tuple[str, ...]
    """Those that were added, or whose content or types are not what they were."""
    read_interface: Callable[[str], FileInterface]
    """Gives the interface of a file that changed."""
    open_file: Callable[[str], OpenedFile]
    """Gives all of a file, the same whenever it is asked."""
    forget_file: Callable[[str], None] = _forget_nothing
    """Told of a file that is not needed for now, and may be opened again."""
    is_full: Callable[[int], bool] = _has_room
    """Told how many nodes there are, says whether that is too many for the memory. What is not needed for now is let
    go then, which changes nothing of the result."""
    report: Progress = be_quiet
    manifests: Mapping[str, bytes] = msgspec.field(default_factory=dict)
    """Files such as `pyproject.toml`, by path."""
    has_new_manifests: bool = True
    """Whether these are, or may be, not what they were."""
    package_name: str = ""
    is_alone: bool = False
    """Whether nothing but what changed is resolved: what follows from it for other files is left for later."""
