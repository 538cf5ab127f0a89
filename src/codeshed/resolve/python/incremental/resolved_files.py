"""What is stored of each resolved file, so that the next resolution repeats only what an edit changes.

Turns: an InterfaceTrace, which has numbers of the program → InterfaceDependencies, which have none; a ResolutionUpdate →
the resolution that the next update starts from.
"""

from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec

from codeshed.model.facts.file_interface import FileInterface
from codeshed.model.semantic import Document, EntryPoint
from codeshed.resolve.packed_documents import PackedDocuments
from codeshed.resolve.python.entry_points.found_entry_points import FileEntries
from codeshed.resolve.python.flow.flow_records import FileFlowRecord, SharedNodeRecord
from codeshed.resolve.python.names.file_outline import FileOutline
from codeshed.resolve.python.names.interface_trace import InterfaceTrace
from codeshed.resolve.python.names.program import Program
from codeshed.resolve.python.names.value_keys import NodeKey


class InterfaceDependencies(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a file depends on in the interfaces of others; each tuple is sorted."""

    aspects: dict[str, tuple[str, ...]] = {}
    """By path of another file: the names in its interface that were looked up."""
    module_places: tuple[str, ...] = ()
    """Where modules were searched: paths without `.py` or `/__init__.py`."""
    subclass_lists: dict[str, int] = {}
    """Classes whose subclasses were looked up, and how many of the first ones at most."""
    subclass_counts: tuple[tuple[str, int], ...] = ()
    """Classes, and a number with which the number of their subclasses was compared."""
    fields: tuple[str, ...] = ()
    """Attribute names that were tested for being assigned anywhere in the project."""
    special_methods: tuple[str, ...] = ()
    """Special methods that were tested for being defined by any class."""
    methods: tuple[str, ...] = ()
    """Names whose methods were looked up in all classes."""
    methods_below: dict[str, tuple[str, ...]] = {}
    """By name of a method: the classes in whose subclasses it was looked up."""
    fixtures: tuple[str, ...] = ()
    """Files whose pytest fixture uses were looked up."""


def make_dependencies(consulted: InterfaceTrace, program: Program, own: int) -> InterfaceDependencies:
    """Make the dependencies of a trace independent of numbers; those on the file `own` itself are left out."""
    aspects: dict[int, list[str]] = {}
    for place in consulted.keys:
        if not isinstance(place, str) and place[0] != own:
            aspects.setdefault(place[0], []).append(place[1])
    methods_below: dict[str, set[str]] = {}
    for number, name in consulted.methods_below:
        methods_below.setdefault(name, set()).add(program.classes[number].symbol)
    return InterfaceDependencies(
        aspects={
            program.modules.paths[file]: tuple(sorted(names)) for file, names in sorted(aspects.items())
        },
        module_places=tuple(sorted(each for each in consulted.keys if isinstance(each, str))),
        subclass_lists=_by_symbol(consulted.subclass_lists, program),
        subclass_counts=tuple(
            sorted((program.classes[number].symbol, than) for number, than in consulted.subclass_counts)
        ),
        fields=tuple(sorted(consulted.fields)),
        special_methods=tuple(sorted({name for methods in consulted.special_methods for name in methods})),
        methods=tuple(sorted(consulted.methods)),
        methods_below={name: tuple(sorted(methods_below[name])) for name in sorted(methods_below)},
        fixtures=tuple(sorted(program.modules.paths[each] for each in consulted.fixtures if each != own)),
    )


def _by_symbol(n_by_class: Mapping[int, int], program: Program) -> dict[str, int]:
    """Return numbers by symbols of classes, sorted; of classes that share a symbol, the larger number."""
    found: dict[str, int] = {}
    for number, n in n_by_class.items():
        symbol = program.classes[number].symbol
        found[symbol] = max(n, found.get(symbol, 0))
    return dict(sorted(found.items()))


class ResolvedFile(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is stored of a resolved file besides its document and flow."""

    content_hash: str
    types_key: bytes
    """Equal for equal types, empty without types."""
    dependencies: InterfaceDependencies
    trait_dependencies: InterfaceDependencies = InterfaceDependencies()
    """What its traits depend on."""
    stored_names: tuple[str, ...] = ()
    """Names of fields that it assigns on something else than a method's own receiver."""
    tested_field_names: tuple[str, ...] = ()
    """Names of fields for which it matters whether any file assigns them in this way."""
    rewritable_fields: tuple[str, ...] = ()
    """Names of its fields that are mutable once any file assigns them on an object of unknown type."""


OuterFields = dict[str, tuple[str, ...]]
"""By symbol of a class: its outer fields, which only code outside of it assigns."""


class PreviousResolution(Protocol):
    """The previous resolution of a project, read part by part."""

    def paths(self) -> tuple[str, ...]:
        """Return the paths of all files, sorted."""

    def file(self, path: str) -> ResolvedFile:
        """Return what is stored of a file."""

    def record(self, path: str) -> FileFlowRecord:
        """Return a file's flow record."""

    def interface(self, path: str) -> FileInterface:
        """Return the interface of a file."""

    def outlines(self) -> Mapping[str, FileOutline]:
        """Return the outlines of all files."""

    def files_mentioning(self, words: frozenset[str]) -> Iterator[str]:
        """Yield the paths of all files with a dependency that contains one of some words, and perhaps others."""

    def document(self, path: str) -> Document:
        """Return the document of a file."""

    def shared_nodes(self, path: str) -> Mapping[NodeKey, SharedNodeRecord]:
        """Return the nodes of a file that other files share."""

    def n_writes(self, path: str) -> Mapping[str, int]:
        """Return how often the whole project writes each variable of a file."""

    def outer_fields(self) -> Mapping[str, OuterFields]:
        """Return the outer fields of classes, by path."""

    def n_attribute_stores(self) -> Mapping[str, int]:
        """Return how many files assign each name on something else than a method's own receiver."""

    def n_open_writes(self) -> Mapping[str, int]:
        """Return how many assignments to each name have an object of unknown type."""

    def iter_entries(self) -> Iterator[FileEntries]:
        """Yield what each file says about entry points."""

    def entries(self, path: str) -> FileEntries:
        """Return what a file says about entry points."""

    def entry_points(self) -> Mapping[str, tuple[EntryPoint, ...]]:
        """Return the entry points of all files that have some."""


class ResolutionUpdate(msgspec.Struct, kw_only=True, gc=False):
    """The difference to the previous resolution; `entry_points` and what is not by path are complete."""

    removed: tuple[str, ...] = ()
    files: dict[str, ResolvedFile] = {}
    records: dict[str, FileFlowRecord] = {}
    interfaces: dict[str, FileInterface] = {}
    outlines: dict[str, FileOutline] = {}
    documents: PackedDocuments = msgspec.field(default_factory=PackedDocuments)
    shared_nodes: dict[str, dict[NodeKey, SharedNodeRecord]] = {}
    """For each file with a changed shared node, all of its shared nodes."""
    n_writes: dict[str, dict[str, int]] = {}
    outer_fields: dict[str, OuterFields] = {}
    n_attribute_stores: dict[str, int] = {}
    n_open_writes: dict[str, int] = {}
    entries: dict[str, FileEntries] = {}
    entry_points: dict[str, tuple[EntryPoint, ...]] | None = None
    """The merged entry points of all files that have some; None if they did not change."""


class InMemoryResolution:
    """A resolution in memory."""

    def __init__(self) -> None:
        self._kept = ResolutionUpdate()
        self._documents: dict[str, Document] = {}

    def paths(self) -> tuple[str, ...]:
        """Return the paths of all files, sorted."""
        return tuple(sorted(self._kept.files))

    def file(self, path: str) -> ResolvedFile:
        """Return what is stored of a file."""
        return self._kept.files[path]

    def record(self, path: str) -> FileFlowRecord:
        """Return a file's flow record."""
        return self._kept.records[path]

    def interface(self, path: str) -> FileInterface:
        """Return the interface of a file."""
        return self._kept.interfaces[path]

    def outlines(self) -> Mapping[str, FileOutline]:
        """Return the outlines of all files."""
        return self._kept.outlines

    def files_mentioning(self, words: frozenset[str]) -> Iterator[str]:
        """Yield the paths of all files with a dependency that contains one of some words, and perhaps others."""
        return iter(self.paths() if words else ())

    def document(self, path: str) -> Document:
        """Return the document of a file."""
        return self._documents[path]

    def shared_nodes(self, path: str) -> Mapping[NodeKey, SharedNodeRecord]:
        """Return the nodes of a file that other files share."""
        return self._kept.shared_nodes.get(path, {})

    def n_writes(self, path: str) -> Mapping[str, int]:
        """Return how often the whole project writes each variable of a file."""
        return self._kept.n_writes.get(path, {})

    def outer_fields(self) -> Mapping[str, OuterFields]:
        """Return the outer fields of classes, by path."""
        return self._kept.outer_fields

    def n_attribute_stores(self) -> Mapping[str, int]:
        """Return how many files assign each name on something else than a method's own receiver."""
        return self._kept.n_attribute_stores

    def n_open_writes(self) -> Mapping[str, int]:
        """Return how many assignments to each name have an object of unknown type."""
        return self._kept.n_open_writes

    def iter_entries(self) -> Iterator[FileEntries]:
        """Yield what each file says about entry points."""
        return iter(self._kept.entries.values())

    def entries(self, path: str) -> FileEntries:
        """Return what a file says about entry points."""
        return self._kept.entries[path]

    def entry_points(self) -> Mapping[str, tuple[EntryPoint, ...]]:
        """Return the entry points of all files that have some."""
        return self._kept.entry_points or {}

    def apply(self, changed: ResolutionUpdate) -> None:
        """Apply an update."""
        kept = self._kept
        for path in changed.removed:
            del kept.files[path], kept.records[path], kept.interfaces[path], self._documents[path]
            del kept.outlines[path]
            kept.shared_nodes.pop(path, None)
            kept.n_writes.pop(path, None)
            kept.entries.pop(path, None)
        self._documents |= changed.documents
        self._kept = ResolutionUpdate(
            files=kept.files | changed.files,
            records=kept.records | changed.records,
            interfaces=kept.interfaces | changed.interfaces,
            outlines=kept.outlines | changed.outlines,
            shared_nodes=kept.shared_nodes | changed.shared_nodes,
            n_writes=kept.n_writes | changed.n_writes,
            outer_fields=changed.outer_fields,
            n_attribute_stores=changed.n_attribute_stores,
            n_open_writes=changed.n_open_writes,
            entries=kept.entries | changed.entries,
            entry_points=kept.entry_points if changed.entry_points is None else changed.entry_points,
        )
