"""What an update has to do with files of languages other than Python, and what comes of it.

Turns: an Inventory → CodeState; ChangedCode → parts of an index.
"""

from collections.abc import Mapping

import msgspec

from codeshed.model.language import is_python
from codeshed.model.semantic import EntryPoint
from codeshed.project.index.inventory import Inventory
from codeshed.project.index.stored_resolution import DOCUMENTS
from codeshed.resolve.packed_documents import PackedDocuments
from codeshed.store.change import IndexChange

INTERFACES = "code"
"""The parts of an index that hold what others see of files of other languages."""

NOTES = "asked"
"""The parts of an index that hold what files of other languages asked for."""


class CodeState(msgspec.Struct, frozen=True, kw_only=True):
    """The files of other languages as they are now: all, those that were added or edited, and those that are gone."""

    paths: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    manifests: Mapping[str, bytes]
    has_new_manifests: bool

    @property
    def has_changes(self) -> bool:
        """Whether anything must be looked at again."""
        return bool(self.changed or self.removed or (self.has_new_manifests and self.paths))


def code_state(inventory: Inventory, manifests: Mapping[str, bytes], *, has_new_manifests: bool) -> CodeState:
    """Return what an inventory says of files of other languages."""
    return CodeState(
        paths=tuple(path for path in inventory.hashes if not is_python(path)),
        changed=tuple(sorted(path for path in inventory.contents if not is_python(path))),
        removed=tuple(path for path in inventory.removed if not is_python(path)),
        manifests=manifests,
        has_new_manifests=has_new_manifests,
    )


class ChangedCode(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be kept instead."""

    documents: PackedDocuments = msgspec.field(default_factory=PackedDocuments)
    interfaces: dict[str, bytes] = {}
    notes: dict[str, bytes] = {}
    resolved: tuple[str, ...] = ()
    """The files that were resolved, whether their documents changed or not."""
    removed: tuple[str, ...] = ()
    entry_points: dict[str, tuple[EntryPoint, ...]] = {}
    """Those of files that were resolved, if they have some."""


def write_code(changed: ChangedCode, change: IndexChange) -> None:
    """Write what changed."""
    change.remove_parts(INTERFACES, changed.removed)
    change.remove_parts(NOTES, changed.removed)
    change.remove_parts(DOCUMENTS, changed.removed)
    change.put_parts(INTERFACES, changed.interfaces.items())
    change.put_parts(NOTES, changed.notes.items())
    change.put_parts(DOCUMENTS, changed.documents.iter_packed())
