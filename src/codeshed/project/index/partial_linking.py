"""Link a few documents with only the files that they use, for a quick update.

Turns: Documents + the index they belong to → CodeGraph. Their edges are those that linking everything would make, as far as
these follow from the files that the documents name and from the base classes there.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from codeshed.build.documentation import DocumentationScorer
from codeshed.build.link.link import link
from codeshed.build.part.document_part import DocumentPart, ReferenceColumns
from codeshed.build.part.make_part import make_externals_part, make_part
from codeshed.build.part.part_pack import decode_pack, pack_parts, unpack_parts
from codeshed.build.size import size_function
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import RecordColumn
from codeshed.graph.data.type_registry import TypeRegistry
from codeshed.model.repository_settings import CommonNames
from codeshed.model.semantic import Document, EntryPoint
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.model.source_reader import SourceReader
from codeshed.model.symbol_ids import SEPARATOR, path_of_symbol
from codeshed.project.index.pack_prefetch import PACKS
from codeshed.resolve.external_symbols import external_symbols_of, find_external_uses
from codeshed.store.index_reading import IndexReader

MAX_LINKED_FILES = 400
"""How many used files are linked at most; edges that depend on more follow with the next full update."""

_NO_MENTIONS = ReferenceColumns(**dict.fromkeys(ReferenceColumns.__struct_fields__, memoryview(b"")))


class PartialLinker:
    """Links documents with the parts of the files they use; `graph` is that of the index."""

    def __init__(self, reader: IndexReader, graph: CodeGraph) -> None:
        self._reader = reader
        self._graph = graph
        self._part_by_path: dict[str, DocumentPart] = {}

    def prefetch_used_parts(self, documents: Mapping[str, Document]) -> None:
        """Read the parts that documents use ahead of time; their edited versions will mostly use the same."""
        self._read(self._used_by(documents))

    def link_documents(
        self,
        documents: Mapping[str, Document],
        sources: SourceReader,
        scorer: DocumentationScorer,
        common_names: CommonNames,
    ) -> CodeGraph:
        """Link documents with the parts of the files that they use."""
        measure = size_function(DEFAULT_SIZE_FUNCTION)
        used = self._used_by(documents)
        self._read(used)
        parts = {path: self._part_by_path[path] for path in used if path in self._part_by_path}
        parts |= {path: make_part(document, sources, measure, scorer) for path, document in documents.items()}
        return link(
            [pack_parts([parts[path] for path in sorted(parts)])],
            make_externals_part(
                external_symbols_of(map(find_external_uses, documents.values())), measure, scorer
            ),
            RecordColumn.of((), EntryPoint),
            size_function=DEFAULT_SIZE_FUNCTION,
            documentation_scorer=scorer.name,
            source_reader=self._graph.source_reader,
            common_names=common_names,
        )

    def _used_by(self, documents: Mapping[str, Document]) -> list[str]:
        return sorted(_used_paths(documents, self._graph.types) - documents.keys())[:MAX_LINKED_FILES]

    def _read(self, paths: Iterable[str]) -> None:
        missing = [path for path in paths if path not in self._part_by_path]
        for part in _iter_parts(self._reader, missing):
            self._part_by_path[part.head.path] = replace(part, references=_NO_MENTIONS)


def _used_paths(documents: Mapping[str, Document], types: TypeRegistry) -> set[str]:
    """Return the files that documents name, and those of all base classes of the classes they use."""
    symbols = {symbol for document in documents.values() for symbol in _iter_symbols(document)}
    paths = {path_of_symbol(symbol) or symbol for symbol in symbols}
    worklist = [owner for owner in {*symbols, *map(_owner, symbols)} if owner]
    seen = {*worklist}
    while worklist:
        known = types.get(worklist.pop())
        for base in () if known is None else known.bases:
            head = base.partition("[")[0]
            if head not in seen:
                seen.add(head)
                worklist.append(head)
                paths.add(path_of_symbol(head) or "")
    return paths


def _iter_symbols(document: Document) -> Iterator[str]:
    for reference in document.references:
        if reference.target_symbol is not None:
            yield reference.target_symbol
        yield from (each.symbol for each in reference.candidates)
    for definition in document.definitions:
        yield from (base.partition("[")[0] for base in definition.details.inherits or ())


def _owner(symbol: str) -> str:
    """Return the class that a member may belong to: `a.py::C` for `a.py::C.m`."""
    path, separator, name = symbol.partition(SEPARATOR)
    owner = name.rpartition(".")[0]
    return f"{path}{separator}{owner}" if owner else ""


def _iter_parts(reader: IndexReader, paths: Iterable[str]) -> Iterator[DocumentPart]:
    """Yield the parts of some documents of an index; only packs that hold one of them are read."""
    firsts = reader.part_paths(PACKS)
    wanted_by_pack: dict[str, set[str]] = {}
    for path in paths:
        place = bisect_right(firsts, path) - 1
        if place >= 0:
            wanted_by_pack.setdefault(firsts[place], set()).add(path)
    for first, wanted in wanted_by_pack.items():
        yield from _parts_in(reader.read_part(PACKS, first), wanted)


def _parts_in(content: bytes | None, wanted: Collection[str]) -> Iterator[DocumentPart]:
    if content is not None:
        yield from unpack_parts(decode_pack(content), wanted)
