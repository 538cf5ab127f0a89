"""What is remembered of each resolved file, so that the next resolution need look only at what an edit changes."""

from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec

from codeshed.model.interface import FileInterface
from codeshed.model.semantic import Document
from codeshed.resolve.flow.keys import FunctionKey, NodeKey
from codeshed.resolve.flow.records import FileRecord, TopicRecord


class FileNotes(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a file asked of the interfaces of others; each is sorted."""

    aspects: dict[str, tuple[str, ...]] = {}
    """By path of a file: the names of its interface that an answer rested on."""
    module_places: tuple[str, ...] = ()
    """Where modules were looked for: paths without `.py` or `/__init__.py`."""
    descended: tuple[str, ...] = ()
    """Classes whose subclasses were asked for."""
    fields: tuple[str, ...] = ()
    """Names of which it was asked whether anyone stores them on an object."""
    specials: tuple[str, ...] = ()
    """Special methods of which it was asked whether any class has them."""
    methods: tuple[str, ...] = ()
    """Names that methods of any class were looked for by."""


class FileTraits(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the interfaces of all files together say of one of them."""

    imports: tuple[str, ...] = ()
    """What each of its imports means: a path, a folder, or nothing."""
    ancestors: dict[str, tuple[str, ...]] = {}
    """The project's classes that each of its classes inherits from."""
    implemented: dict[str, tuple[str, ...]] = {}
    """The protocols that its classes fit without naming them."""
    fixtures: tuple[tuple[FunctionKey, int, FunctionKey], ...] = ()
    """Tests, their parameters, and the fixtures that provide these."""


class ResolvedFile(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One file as it was resolved."""

    content_hash: str
    types_key: bytes
    """Equal for equal types, empty without."""
    traits: FileTraits
    notes: FileNotes
    record: FileRecord
    outer_fields: dict[str, tuple[str, ...]] = {}
    """Fields of its classes that only code outside of these stores."""


class Resolution(Protocol):
    """A project as it was resolved last, part by part."""

    def paths(self) -> tuple[str, ...]:
        """Return the paths of all files, sorted."""

    def file(self, path: str) -> ResolvedFile:
        """Return what is remembered of a file."""

    def interface(self, path: str) -> FileInterface:
        """Return the interface of a file."""

    def document(self, path: str) -> Document:
        """Return what was found in a file."""

    def topics(self, path: str) -> Mapping[NodeKey, TopicRecord]:
        """Return the nodes of a file that others took part in."""

    def n_writes(self, path: str) -> Mapping[str, int]:
        """Return how often each variable of a file is written, in all files."""


class ChangedResolution(msgspec.Struct, kw_only=True, gc=False):
    """What is to be remembered instead; `None` and `removed` stand for what is gone."""

    removed: tuple[str, ...] = ()
    files: dict[str, ResolvedFile] = {}
    interfaces: dict[str, FileInterface] = {}
    documents: dict[str, Document] = {}
    topics: dict[str, dict[NodeKey, TopicRecord | None]] = {}
    n_writes: dict[str, dict[str, int]] = {}


class RememberedProject:
    """A resolution that is kept in memory."""

    def __init__(self) -> None:
        self._files: dict[str, ResolvedFile] = {}
        self._interfaces: dict[str, FileInterface] = {}
        self._documents: dict[str, Document] = {}
        self._topics: dict[str, dict[NodeKey, TopicRecord]] = {}
        self._n_writes: dict[str, dict[str, int]] = {}

    def paths(self) -> tuple[str, ...]:
        """Return the paths of all files, sorted."""
        return tuple(sorted(self._files))

    def file(self, path: str) -> ResolvedFile:
        """Return what is remembered of a file."""
        return self._files[path]

    def interface(self, path: str) -> FileInterface:
        """Return the interface of a file."""
        return self._interfaces[path]

    def document(self, path: str) -> Document:
        """Return what was found in a file."""
        return self._documents[path]

    def topics(self, path: str) -> Mapping[NodeKey, TopicRecord]:
        """Return the nodes of a file that others took part in."""
        return self._topics.get(path, {})

    def n_writes(self, path: str) -> Mapping[str, int]:
        """Return how often each variable of a file is written, in all files."""
        return self._n_writes.get(path, {})

    def documents(self) -> Iterable[Document]:
        """Return what was found in all files, in the order of their paths."""
        return [self._documents[path] for path in self.paths()]

    def take(self, changed: ChangedResolution) -> None:
        """Remember what has changed."""
        for path in changed.removed:
            del self._files[path], self._interfaces[path], self._documents[path]
            self._topics.pop(path, None)
            self._n_writes.pop(path, None)
        self._files |= changed.files
        self._interfaces |= changed.interfaces
        self._documents |= changed.documents
        self._n_writes |= changed.n_writes
        for path, topics in changed.topics.items():
            kept = self._topics.setdefault(path, {})
            for key, record in topics.items():
                if record is None:
                    kept.pop(key, None)
                else:
                    kept[key] = record
