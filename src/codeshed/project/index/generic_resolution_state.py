"""Input and result of the incremental resolution of languages other than Python.

Turns: an Inventory → GenericProjectState; a ChangedGenericResolution → parts of an index.
"""

from collections.abc import Mapping

import msgspec

from codeshed.model.languages.language import is_python
from codeshed.model.semantic import EntryPoint
from codeshed.project.index.file_inventory import Inventory
from codeshed.project.index.stored_resolution import DOCUMENTS
from codeshed.resolve.packed_documents import PackedDocuments
from codeshed.store.index_change import IndexChange

INTERFACES = "code"
"""The index parts with the visible interfaces of files."""

RESOLUTION_RECORDS = "resolution"
"""The index parts with the query traces of files: what each asked of others."""


class GenericProjectState(msgspec.Struct, frozen=True, kw_only=True):
    """The files of other languages as they are now: all, those added or edited, and those removed."""

    paths: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    manifests: Mapping[str, bytes]
    has_new_manifests: bool

    @property
    def has_changes(self) -> bool:
        """Whether any file must be resolved again."""
        return bool(self.changed or self.removed or (self.has_new_manifests and self.paths))


def generic_project_state(
    inventory: Inventory, manifests: Mapping[str, bytes], *, has_new_manifests: bool
) -> GenericProjectState:
    """Select the files of other languages from an inventory."""
    return GenericProjectState(
        paths=tuple(path for path in inventory.hashes if not is_python(path)),
        changed=tuple(sorted(path for path in inventory.changed_contents if not is_python(path))),
        removed=tuple(path for path in inventory.removed if not is_python(path)),
        manifests=manifests,
        has_new_manifests=has_new_manifests,
    )


class ChangedGenericResolution(msgspec.Struct, frozen=True, kw_only=True):
    """The parts that change in the index."""

    documents: PackedDocuments = msgspec.field(default_factory=PackedDocuments)
    interfaces: dict[str, bytes] = {}
    records: dict[str, bytes] = {}
    resolved: tuple[str, ...] = ()
    """All files that were resolved, even if their documents stayed the same."""
    removed: tuple[str, ...] = ()
    entry_points: dict[str, tuple[EntryPoint, ...]] = {}
    """By path, of resolved files that have some."""


def write_generic_resolution(changed: ChangedGenericResolution, change: IndexChange) -> None:
    """Write the changed parts, and remove those of removed files."""
    change.remove_parts(INTERFACES, changed.removed)
    change.remove_parts(RESOLUTION_RECORDS, changed.removed)
    change.remove_parts(DOCUMENTS, changed.removed)
    change.put_parts(INTERFACES, changed.interfaces.items())
    change.put_parts(RESOLUTION_RECORDS, changed.records.items())
    change.put_parts(DOCUMENTS, changed.documents.iter_packed())
