"""A graph as named arrays: the schema of the graph file.

Turns: CodeGraph ↔ arrays by name, and a head. ARRAYS has the element type of each array, STARTS the arrays of offsets and
what they index, PARALLEL_ARRAYS those of equal length; a file that violates these is rejected.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from codeshed.graph.data.call_shares import CallShares
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import BlobColumn, RecordColumn, StringColumn, decoded, encoded
from codeshed.graph.data.details_column import DetailsColumn
from codeshed.graph.data.file_index import FileIndex
from codeshed.graph.data.name_index import NameIndex
from codeshed.graph.data.names_column import NamesColumn
from codeshed.graph.data.statements import StatementTable
from codeshed.graph.data.tables import EdgeTable, NodeTable, SiteTable
from codeshed.graph.data.type_registry import TypeParameters, TypeRegistry
from codeshed.graph.data.unresolved_members import UnresolvedMembers
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.semantic import DefinitionDetails, EntryPoint

Array: TypeAlias = NDArray[Any]
Arrays: TypeAlias = Mapping[str, Array]

_INT, _LONG, _BYTE, _WORD = "<i4", "<i8", "|u1", "<u8"
_OFFSET = "offset"
_MAX_INT = 2**31 - 1

ARRAYS = {
    "files.starts": _OFFSET,
    "files.content": _BYTE,
    "files.node_starts": _OFFSET,
    "files.node_rows": _INT,
    "nodes.symbols.starts": _OFFSET,
    "nodes.symbols.content": _BYTE,
    "nodes.other_names.starts": _OFFSET,
    "nodes.other_names.content": _BYTE,
    "nodes.other_names.rows": _INT,
    "nodes.kinds": _BYTE,
    "nodes.flags": _INT,
    "nodes.sizes": _LONG,
    "nodes.documentation_score": _INT,
    "nodes.documentation_best": _INT,
    "nodes.abstract_return_score": _INT,
    "nodes.complexity": _INT,
    "nodes.mutability": _BYTE,
    "nodes.variable_kind": _BYTE,
    "nodes.n_unresolved_calls": _INT,
    "nodes.n_dangling_references": _INT,
    "nodes.enclosing": _INT,
    "nodes.files": _INT,
    "nodes.spans": _INT,
    "details.records.starts": _OFFSET,
    "details.records.content": _BYTE,
    "details.record_rows": _INT,
    "details.types.starts": _OFFSET,
    "details.types.content": _BYTE,
    "details.type_rows": _INT,
    "details.type_sources": _BYTE,
    "edges.sources": _INT,
    "edges.targets": _INT,
    "edges.kinds": _BYTE,
    "edges.confidence": _BYTE,
    "edges.stated_confidence": _BYTE,
    "edges.provenance": _BYTE,
    "edges.flags": _BYTE,
    "edges.through": _INT,
    "edges.n_sites": _INT,
    "edges.out_starts": _OFFSET,
    "edges.in_starts": _OFFSET,
    "edges.in_order": _INT,
    "sites.starts": _OFFSET,
    "sites.files": _INT,
    "sites.spans": _INT,
    "sites.ordinals": _INT,
    "statements.starts": _OFFSET,
    "statements.rows": _INT,
    "statements.files": _INT,
    "statements.first_lines": _INT,
    "statements.last_lines": _INT,
    "statements.sizes": _INT,
    "types.symbols.starts": _OFFSET,
    "types.symbols.content": _BYTE,
    "types.kinds": _BYTE,
    "types.is_abstract": _BYTE,
    "types.is_external": _BYTE,
    "types.sizes": _LONG,
    "types.documentation_score": _INT,
    "types.parameters.starts": _OFFSET,
    "types.parameters.content": _BYTE,
    "types.parameter_rows": _INT,
    "types.base_names.starts": _OFFSET,
    "types.base_names.content": _BYTE,
    "types.base_starts": _OFFSET,
    "types.base_rows": _INT,
    "types.child_starts": _OFFSET,
    "types.child_rows": _INT,
    "names.hashes": _WORD,
    "names.starts": _OFFSET,
    "names.rows": _INT,
    "names.lower_hashes": _WORD,
    "names.spelling_starts": _OFFSET,
    "names.spellings": _INT,
    "entry_points.starts": _OFFSET,
    "entry_points.content": _BYTE,
    "unresolved_members.rows": _INT,
    "unresolved_members.names": _WORD,
    "unresolved_members.by_name": _INT,
}
"""The element type of each array, in file order; offsets have 32 or 64 bits, as needed."""

SPAN_ARRAYS = frozenset({"nodes.spans", "sites.spans"})
"""Arrays with four numbers in each row; all others have one."""

PARALLEL_ARRAYS = {
    "files.starts": ("files.node_starts",),
    "nodes.kinds": (
        "nodes.flags",
        "nodes.sizes",
        "nodes.documentation_score",
        "nodes.documentation_best",
        "nodes.abstract_return_score",
        "nodes.complexity",
        "nodes.mutability",
        "nodes.variable_kind",
        "nodes.n_unresolved_calls",
        "nodes.n_dangling_references",
        "nodes.enclosing",
        "nodes.files",
        "nodes.spans",
        "details.record_rows",
        "details.type_rows",
        "details.type_sources",
        "names.rows",
    ),
    "edges.sources": (
        "edges.targets",
        "edges.kinds",
        "edges.confidence",
        "edges.stated_confidence",
        "edges.provenance",
        "edges.flags",
        "edges.through",
        "edges.n_sites",
        "edges.in_order",
    ),
    "sites.files": ("sites.spans", "sites.ordinals"),
    "statements.files": ("statements.first_lines", "statements.last_lines", "statements.sizes"),
    "unresolved_members.rows": ("unresolved_members.names", "unresolved_members.by_name"),
    "types.kinds": (
        "types.is_abstract",
        "types.is_external",
        "types.sizes",
        "types.documentation_score",
        "types.parameter_rows",
    ),
}
"""Arrays with as many rows as another."""

OFFSET_ARRAYS = {
    "files.starts": (None, "files.content"),
    "files.node_starts": (None, "files.node_rows"),
    "nodes.symbols.starts": ("nodes.kinds", "nodes.symbols.content"),
    "nodes.other_names.starts": ("nodes.other_names.rows", "nodes.other_names.content"),
    "details.records.starts": (None, "details.records.content"),
    "details.types.starts": (None, "details.types.content"),
    "edges.out_starts": ("nodes.kinds", "edges.sources"),
    "edges.in_starts": ("nodes.kinds", "edges.sources"),
    "sites.starts": ("edges.sources", "sites.files"),
    "statements.starts": ("edges.sources", "statements.rows"),
    "types.symbols.starts": ("types.kinds", "types.symbols.content"),
    "types.parameters.starts": (None, "types.parameters.content"),
    "types.base_names.starts": (None, "types.base_names.content"),
    "types.base_starts": ("types.kinds", "types.base_rows"),
    "types.child_starts": (None, "types.child_rows"),
    "names.starts": ("names.hashes", "names.rows"),
    "names.spelling_starts": ("names.lower_hashes", "names.spellings"),
    "entry_points.starts": (None, "entry_points.content"),
}
"""Arrays of offsets (CSR): for each row of the first array, or its own rows if None, where its slice of the second begins."""


class GraphHead(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a graph that are no arrays; strings are bytes, since a warning may name a file whose name is not UTF-8.

    A warning is its code, its message and, if it has any, its data as JSON.
    """

    size_function: bytes
    documentation_scorer: bytes
    source_reader: bytes
    calls: CallShares
    warnings: tuple[tuple[bytes, ...], ...]


def head_of(graph: CodeGraph) -> GraphHead:
    """Return the fields of a graph that are no arrays."""
    return GraphHead(
        size_function=encoded(graph.size_function),
        documentation_scorer=encoded(graph.documentation_scorer),
        source_reader=encoded(graph.source_reader),
        calls=graph.calls,
        warnings=tuple(map(_warning_texts, graph.warnings)),
    )


def _warning_texts(warning: WarningRecord) -> tuple[bytes, ...]:
    texts = (encoded(warning.code), encoded(warning.message))
    return texts if warning.data is None else (*texts, msgspec.json.encode(warning.data, order="sorted"))


def _warning(texts: tuple[bytes, ...]) -> WarningRecord:
    code, message, *data = texts
    return WarningRecord(
        code=decoded(code),
        message=decoded(message),
        data=msgspec.json.decode(data[0], type=dict[str, int | str | bool | None]) if data else None,
    )


def arrays_of(graph: CodeGraph) -> dict[str, Array]:
    """Return the arrays of a graph by name, with the order and element types of ARRAYS."""
    nodes, edges, types, names = graph.nodes, graph.edges, graph.types, graph.name_index
    arrays: dict[str, Array] = {
        **_blob_arrays("files", graph.files.blobs),
        "files.node_starts": graph.file_index.starts,
        "files.node_rows": graph.file_index.rows,
        **_blob_arrays("nodes.symbols", nodes.symbols.blobs),
        **_blob_arrays("nodes.other_names", nodes.names.others.blobs),
        "nodes.other_names.rows": nodes.names.other_rows,
        **_own_arrays("nodes", nodes),
        **_blob_arrays("details.records", nodes.details.records.blobs),
        **_blob_arrays("details.types", nodes.details.types.blobs),
        **_own_arrays("details", nodes.details),
        **edge_arrays(edges),
        **_blob_arrays("types.symbols", types.symbols.blobs),
        **_blob_arrays("types.parameters", types.parameters.blobs),
        **_blob_arrays("types.base_names", types.base_names.blobs),
        **_own_arrays("types", types),
        **name_arrays(names),
        **_blob_arrays("entry_points", graph.entry_points.blobs),
        **member_arrays(graph.unresolved_members),
    }
    lengths = {name: len(array) for name, array in arrays.items()}
    return {name: np.ascontiguousarray(arrays[name], dtype=element_type_of(name, lengths)) for name in ARRAYS}


def name_arrays(names: NameIndex) -> dict[str, Array]:
    """Return the arrays of the name index."""
    return _own_arrays("names", names)


def member_arrays(members: UnresolvedMembers) -> dict[str, Array]:
    """Return the arrays of unresolved member accesses."""
    return _own_arrays("unresolved_members", members)


def symbols_of(arrays: Arrays) -> StringColumn:
    """Return the symbols of all nodes."""
    return _strings(arrays, "nodes.symbols")


def edge_arrays(edges: EdgeTable) -> dict[str, Array]:
    """Return the arrays of edges, their sites and their statements."""
    return {
        **_own_arrays("edges", edges),
        **_own_arrays("sites", edges.sites),
        **statement_arrays(edges.statements),
    }


def statement_arrays(statements: StatementTable) -> dict[str, Array]:
    """Return the arrays of the statements that hold calls and writes."""
    return _own_arrays("statements", statements)


def element_type_of(name: str, lengths: Mapping[str, int]) -> str:
    """Return the element type of an array; that of offsets depends on the length of what they index."""
    if ARRAYS[name] != _OFFSET:
        return ARRAYS[name]
    _, values = OFFSET_ARRAYS[name]
    return _INT if lengths[values] <= _MAX_INT else _LONG


def graph_of(head: GraphHead, arrays: Arrays) -> CodeGraph:
    """Build a graph from arrays and a head."""
    nodes = _nodes(arrays)
    return CodeGraph(
        nodes=nodes,
        edges=edges_of(arrays),
        types=_types(arrays),
        name_index=NameIndex(
            symbols=nodes.symbols,
            files=nodes.files,
            hashes=arrays["names.hashes"],
            starts=arrays["names.starts"],
            rows=arrays["names.rows"],
            lower_hashes=arrays["names.lower_hashes"],
            spelling_starts=arrays["names.spelling_starts"],
            spellings=arrays["names.spellings"],
        ),
        files=_strings(arrays, "files"),
        file_index=FileIndex(starts=arrays["files.node_starts"], rows=arrays["files.node_rows"]),
        size_function=decoded(head.size_function),
        documentation_scorer=decoded(head.documentation_scorer),
        source_reader=decoded(head.source_reader),
        calls=head.calls,
        unresolved_members=UnresolvedMembers(
            rows=arrays["unresolved_members.rows"],
            names=arrays["unresolved_members.names"],
            by_name=arrays["unresolved_members.by_name"],
        ),
        entry_points=RecordColumn(blobs=_blobs(arrays, "entry_points"), record_type=EntryPoint),
        warnings=tuple(map(_warning, head.warnings)),
    )


def _nodes(arrays: Arrays) -> NodeTable:
    symbols = symbols_of(arrays)
    return NodeTable(
        symbols=symbols,
        names=NamesColumn(
            symbols=symbols,
            other_rows=arrays["nodes.other_names.rows"],
            others=_strings(arrays, "nodes.other_names"),
        ),
        details=DetailsColumn(
            records=RecordColumn(blobs=_blobs(arrays, "details.records"), record_type=DefinitionDetails),
            record_rows=arrays["details.record_rows"],
            types=_strings(arrays, "details.types"),
            type_rows=arrays["details.type_rows"],
            type_sources=arrays["details.type_sources"],
        ),
        kinds=arrays["nodes.kinds"],
        flags=arrays["nodes.flags"],
        sizes=arrays["nodes.sizes"],
        documentation_score=arrays["nodes.documentation_score"],
        documentation_best=arrays["nodes.documentation_best"],
        abstract_return_score=arrays["nodes.abstract_return_score"],
        complexity=arrays["nodes.complexity"],
        mutability=arrays["nodes.mutability"],
        variable_kind=arrays["nodes.variable_kind"],
        n_unresolved_calls=arrays["nodes.n_unresolved_calls"],
        n_dangling_references=arrays["nodes.n_dangling_references"],
        enclosing=arrays["nodes.enclosing"],
        files=arrays["nodes.files"],
        spans=arrays["nodes.spans"],
    )


def edges_of(arrays: Arrays) -> EdgeTable:
    """Build the edge table from arrays."""
    return EdgeTable(
        sources=arrays["edges.sources"],
        targets=arrays["edges.targets"],
        kinds=arrays["edges.kinds"],
        confidence=arrays["edges.confidence"],
        stated_confidence=arrays["edges.stated_confidence"],
        provenance=arrays["edges.provenance"],
        flags=arrays["edges.flags"],
        through=arrays["edges.through"],
        n_sites=arrays["edges.n_sites"],
        sites=SiteTable(
            starts=arrays["sites.starts"],
            files=arrays["sites.files"],
            spans=arrays["sites.spans"],
            ordinals=arrays["sites.ordinals"],
        ),
        statements=StatementTable(
            starts=arrays["statements.starts"],
            rows=arrays["statements.rows"],
            files=arrays["statements.files"],
            first_lines=arrays["statements.first_lines"],
            last_lines=arrays["statements.last_lines"],
            sizes=arrays["statements.sizes"],
        ),
        out_starts=arrays["edges.out_starts"],
        in_starts=arrays["edges.in_starts"],
        in_order=arrays["edges.in_order"],
    )


def _types(arrays: Arrays) -> TypeRegistry:
    return TypeRegistry(
        symbols=_strings(arrays, "types.symbols"),
        kinds=arrays["types.kinds"],
        is_abstract=arrays["types.is_abstract"],
        is_external=arrays["types.is_external"],
        sizes=arrays["types.sizes"],
        documentation_score=arrays["types.documentation_score"],
        parameters=RecordColumn(blobs=_blobs(arrays, "types.parameters"), record_type=TypeParameters),
        parameter_rows=arrays["types.parameter_rows"],
        base_names=_strings(arrays, "types.base_names"),
        base_starts=arrays["types.base_starts"],
        base_rows=arrays["types.base_rows"],
        child_starts=arrays["types.child_starts"],
        child_rows=arrays["types.child_rows"],
    )


def _own_arrays(
    prefix: str,
    table: NodeTable
    | DetailsColumn
    | EdgeTable
    | SiteTable
    | StatementTable
    | TypeRegistry
    | NameIndex
    | UnresolvedMembers,
) -> dict[str, Array]:
    """Return the fields of a table that are arrays; nested columns and tables have names of their own."""
    return {
        f"{prefix}.{name}": value
        for name in table.__struct_fields__
        if isinstance(value := getattr(table, name), np.ndarray)
    }


def _blob_arrays(prefix: str, blobs: BlobColumn) -> dict[str, Array]:
    return {f"{prefix}.starts": blobs.starts, f"{prefix}.content": blobs.content}


def _blobs(arrays: Arrays, prefix: str) -> BlobColumn:
    return BlobColumn(starts=arrays[f"{prefix}.starts"], content=arrays[f"{prefix}.content"])


def _strings(arrays: Arrays, prefix: str) -> StringColumn:
    return StringColumn(blobs=_blobs(arrays, prefix))
