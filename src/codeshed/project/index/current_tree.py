"""The first stage of the pipeline: the repository as it is now, and what differs from its index.

Turns: a folder and an IndexBefore → CurrentTree.
"""

import time
from pathlib import Path

import msgspec

from codeshed.discover.checked_out_commit import checked_out_commit
from codeshed.discover.source_discovery import Discovery, discover_files
from codeshed.errors import NothingToIndexError
from codeshed.model.languages.language import is_python
from codeshed.model.progress_callback import Progress
from codeshed.model.repository_settings import Settings
from codeshed.project.index.current_files import STUB_SUFFIX
from codeshed.project.index.file_inventory import (
    MANIFESTS,
    Inventory,
    encode_manifest_hashes,
    read_manifests,
    root_package_name,
    take_inventory,
)
from codeshed.project.index.generated_files import read_stored_marks
from codeshed.project.index.index_before import IndexBefore
from codeshed.project.index.omitted_files import Omissions, find_omissions, read_stored_omissions


class CurrentTree(msgspec.Struct, frozen=True, kw_only=True):
    """A repository as it is on disk, compared with what its index says of it."""

    root: Path
    discovery: Discovery
    inventory: Inventory
    manifests: dict[str, bytes]
    """By path: files such as `pyproject.toml`, which say what a package offers."""
    has_new_manifests: bool
    omissions: Omissions
    """Code that could not be indexed, and ignore rules that could not be parsed."""
    has_new_omissions: bool
    commit: str
    package_name: str
    """The name by which the folder itself is imported, if it is a package."""
    walked_at: int
    """When the walk of the tree began, in seconds since the epoch: younger files may have changed after they were read."""

    @property
    def has_changes(self) -> bool:
        """Whether an index of it must be brought up to date."""
        return self.inventory.has_changes or self.has_new_manifests or self.has_new_omissions

    def python_paths(self) -> tuple[str, ...]:
        """Return the paths of all Python code; stubs are read for types only."""
        return tuple(
            path for path in self.inventory.hashes if is_python(path) and not path.endswith(STUB_SUFFIX)
        )

    def other_paths(self) -> tuple[str, ...]:
        """Return the paths of all code in other languages."""
        return tuple(path for path in self.inventory.hashes if not is_python(path))

    def count_files(self) -> int:
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
        discovery = discover_files(root, settings)
    reader = before.reader
    inventory = take_inventory(
        root,
        discovery,
        before.file_records(),
        0 if reader is None else reader.meta.built_at,
        read_stored_marks(reader),
    )
    manifests = read_manifests(root, discovery)
    losses = find_omissions(discovery, inventory.unreadable)
    tree = CurrentTree(
        root=root,
        discovery=discovery,
        inventory=inventory,
        manifests=manifests,
        has_new_manifests=reader is None
        or reader.read_shared(MANIFESTS) != encode_manifest_hashes(manifests),
        omissions=losses,
        has_new_omissions=losses != read_stored_omissions(reader),
        commit=checked_out_commit(root),
        package_name=root_package_name(root, inventory.hashes),
        walked_at=began_at,
    )
    if not tree.count_files():
        raise NothingToIndexError(str(root))
    return tree
