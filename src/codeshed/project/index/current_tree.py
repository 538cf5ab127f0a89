"""The first stage of the pipeline: the repository as it is now, and what differs from its index.

Turns: a folder and an IndexBefore → CurrentTree.
"""

import time
from pathlib import Path

import msgspec

from codeshed.discover.checked_out_commit import checked_out_commit
from codeshed.discover.source_discovery import Discovery, walk
from codeshed.errors import NothingToIndexError
from codeshed.model.language import is_python
from codeshed.model.progress_callback import Progress
from codeshed.model.repository_settings import Settings
from codeshed.project.index.current_files import STUB_SUFFIX
from codeshed.project.index.file_inventory import (
    MANIFESTS,
    Inventory,
    manifests_key,
    name_of_package,
    read_manifests,
    take_inventory,
)
from codeshed.project.index.generated_files import read_marks
from codeshed.project.index.index_before import IndexBefore
from codeshed.project.index.omitted_files import Losses, find_losses, read_losses


class CurrentTree(msgspec.Struct, frozen=True, kw_only=True):
    """A repository as it is on disk, compared with what its index says of it."""

    root: Path
    discovery: Discovery
    inventory: Inventory
    manifests: dict[str, bytes]
    """By path: files such as `pyproject.toml`, which say what a package offers."""
    has_new_manifests: bool
    losses: Losses
    """Code that could not be indexed, and ignore rules that could not be parsed."""
    has_new_losses: bool
    commit: str
    package_name: str
    """The name by which the folder itself is imported, if it is a package."""
    began_at: int
    """When the walk of the tree began, in seconds since the epoch: younger files may have changed after they were read."""

    @property
    def has_changes(self) -> bool:
        """Whether an index of it must be brought up to date."""
        return self.inventory.has_changes or self.has_new_manifests or self.has_new_losses

    def python_paths(self) -> tuple[str, ...]:
        """Return the paths of all Python code; stubs are read for types only."""
        return tuple(
            path for path in self.inventory.hashes if is_python(path) and not path.endswith(STUB_SUFFIX)
        )

    def other_paths(self) -> tuple[str, ...]:
        """Return the paths of all code in other languages."""
        return tuple(path for path in self.inventory.hashes if not is_python(path))

    def n_files(self) -> int:
        """Return how many files of code there are."""
        return len(self.python_paths()) + len(self.other_paths())


def discover_tree(
    root: Path,
    settings: Settings,
    before: IndexBefore,
    *,
    progress: Progress,
    discovery: Discovery | None = None,
) -> CurrentTree:
    """Find the code of a repository, and read what may have changed since it was indexed.

    `discovery` is a listing that the caller just made. A repository without code raises NothingToIndexError.
    """
    began_at = int(time.time())
    if discovery is None:
        progress("looking for files", 0, 0)
        discovery = walk(root, settings)
    reader = before.reader
    inventory = take_inventory(
        root,
        discovery,
        before.file_records(),
        0 if reader is None else reader.meta.built_at,
        read_marks(reader),
    )
    manifests = read_manifests(root, discovery)
    losses = find_losses(discovery, inventory.unreadable)
    tree = CurrentTree(
        root=root,
        discovery=discovery,
        inventory=inventory,
        manifests=manifests,
        has_new_manifests=reader is None or reader.read_shared(MANIFESTS) != manifests_key(manifests),
        losses=losses,
        has_new_losses=losses != read_losses(reader),
        commit=checked_out_commit(root),
        package_name=name_of_package(root, inventory.hashes),
        began_at=began_at,
    )
    if not tree.n_files():
        raise NothingToIndexError(str(root))
    return tree
