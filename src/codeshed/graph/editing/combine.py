"""Combines several graphs, or parts of them, into one.

Turns: GraphShares → CodeGraph, whole columns at a time. A single share that keeps everything gives its graph back, byte
for byte.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np
from msgspec.structs import replace

from codeshed.graph.data.arrays import NO_ROW, Flags, Ints
from codeshed.graph.data.call_shares import CallShares, add_up_calls
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import BlobColumn, RecordColumn, StringColumn
from codeshed.graph.data.details_column import DetailsColumn
from codeshed.graph.data.file_index import index_files
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.data.names_column import NamesColumn
from codeshed.graph.data.tables import EdgeTable, NodeTable
from codeshed.graph.data.unresolved_members import UnresolvedMembers, tabulate_unresolved_members
from codeshed.graph.editing.edge_rows import EdgeRows, join_edge_rows, tabulate_edges
from codeshed.graph.editing.name_union import unite_names
from codeshed.graph.editing.symbol_union import SymbolUnion, unite_symbols, unite_texts, used_rows
from codeshed.graph.editing.type_union import unite_types
from codeshed.model.answers.truncation import WarningRecord, cap_warnings
from codeshed.model.background_task import BackgroundTask
from codeshed.model.count_phrases import count_of, is_or_are
from codeshed.model.semantic import DefinitionDetails, EntryPoint

_PLAIN_COLUMNS = (
    "kinds",
    "flags",
    "sizes",
    "documentation_score",
    "documentation_best",
    "abstract_return_score",
    "complexity",
    "mutability",
    "variable_kind",
    "n_unresolved_calls",
    "n_dangling_references",
    "spans",
)
"""Columns of nodes that are copied as they are: they refer to nothing within the graph."""


class GraphShare(msgspec.Struct, frozen=True, kw_only=True):
    """What a graph contributes: the nodes that are kept, and edges between its rows.

    Nodes that are `is_weak` yield to the node of any other graph with the same symbol, as externals do.
    """

    graph: CodeGraph
    is_kept: Flags
    edges: EdgeRows
    is_weak: Flags | None = None

    @classmethod
    def whole(cls, graph: CodeGraph) -> "GraphShare":
        """Return all of a graph."""
        return cls(
            graph=graph, is_kept=np.ones(len(graph.nodes), dtype=np.bool_), edges=EdgeRows.of(graph.edges)
        )


def combine(shares: Sequence[GraphShare]) -> CodeGraph:
    """Combine one or more shares; edges that lost an end are dropped."""
    graphs = [share.graph for share in shares]
    tables = [graph.nodes for graph in graphs]
    union = unite_symbols(
        [table.symbols for table in tables],
        [share.is_kept for share in shares],
        [_yields(share) for share in shares],
    )
    all_files, file_rows = unite_texts(
        [graph.files for graph in graphs],
        [np.arange(len(graph.files), dtype=np.int32) for graph in graphs],
    )
    edges_task = BackgroundTask(lambda: _edges(shares, union, file_rows))
    nodes = _nodes(tables, union, file_rows)
    types = unite_types(
        [graph.types for graph in graphs],
        [~_types_of(share, ~share.is_kept) for share in shares],
        [_weak_types(share) for share in shares],
    )
    name_index = (
        replace(graphs[0].name_index, symbols=union.symbols)
        if union.is_first and np.array_equal(file_rows[0][tables[0].files], nodes.files)
        else unite_names([graph.name_index for graph in graphs], union, nodes.files)
    )
    nodes, edges, files = _with_used_files(nodes, edges_task.result(), all_files)
    calls, uncounted = _calls(graphs)
    return CodeGraph(
        nodes=nodes,
        edges=edges,
        types=types,
        name_index=replace(name_index, files=nodes.files),
        files=files,
        file_index=index_files(nodes.files, len(files)),
        size_function=graphs[0].size_function,
        documentation_scorer=graphs[0].documentation_scorer,
        source_reader=graphs[0].source_reader,
        calls=calls,
        unresolved_members=_unresolved_members(graphs, union),
        entry_points=_entry_points(shares),
        warnings=_warnings(graphs, uncounted),
    )


def _yields(share: GraphShare) -> Flags:
    is_external = (share.graph.nodes.flags & int(NodeFlag.EXTERNAL)) != 0
    return np.asarray(is_external if share.is_weak is None else is_external | share.is_weak)


def _nodes(tables: Sequence[NodeTable], union: SymbolUnion, file_rows: Sequence[Ints]) -> NodeTable:
    enclosing = [
        np.append(new_rows, np.int32(NO_ROW))[table.enclosing]
        for table, new_rows in zip(tables, union.new_rows, strict=True)
    ]
    files = [rows[table.files] for table, rows in zip(tables, file_rows, strict=True)]
    return NodeTable(
        symbols=union.symbols,
        names=_names([table.names for table in tables], union),
        details=_details([table.details for table in tables], union),
        enclosing=union.gather(enclosing),
        files=union.gather(files),
        **{name: union.gather([getattr(table, name) for table in tables]) for name in _PLAIN_COLUMNS},
    )


def _names(columns: Sequence[NamesColumn], union: SymbolUnion) -> NamesColumn:
    others = []
    for place, column in enumerate(columns):
        new_rows = union.new_rows[place][column.other_rows]
        others += [
            (row, column.others.blobs[other])
            for other, row in enumerate(new_rows.tolist())
            if row != NO_ROW and union.columns[row] == place
        ]
    others.sort()
    return NamesColumn(
        symbols=union.symbols,
        other_rows=np.array([row for row, _ in others], dtype=np.int32),
        others=StringColumn(blobs=BlobColumn.of([name for _, name in others])),
    )


def _details(columns: Sequence[DetailsColumn], union: SymbolUnion) -> DetailsColumn:
    taken = [union.rows_of(place)[1] for place in range(len(columns))]
    number_by_record: dict[bytes, int] = {}
    record_rows = []
    for column, rows in zip(columns, taken, strict=True):
        used = used_rows(column.record_rows[rows], len(column.records))
        new = np.full(len(column.records) + 1, NO_ROW, dtype=np.int32)
        new[used] = [
            number_by_record.setdefault(record, len(number_by_record))
            for record in column.records.blobs.pieces(used.tolist())
        ]
        record_rows.append(new[column.record_rows])
    types, type_numbers = unite_texts(
        [column.types for column in columns],
        [
            used_rows(column.type_rows[rows], len(column.types))
            for column, rows in zip(columns, taken, strict=True)
        ],
    )
    type_rows = [new[column.type_rows] for column, new in zip(columns, type_numbers, strict=True)]
    return DetailsColumn(
        records=RecordColumn(blobs=BlobColumn.of(list(number_by_record)), record_type=DefinitionDetails),
        record_rows=union.gather(record_rows),
        types=types,
        type_rows=union.gather(type_rows),
        type_sources=union.gather([column.type_sources for column in columns]),
    )


def _edges(shares: Sequence[GraphShare], union: SymbolUnion, file_rows: Sequence[Ints]) -> EdgeTable:
    moved = (
        _moved(share.edges, union.new_rows[place], file_rows[place]) for place, share in enumerate(shares)
    )
    return tabulate_edges(join_edge_rows(tuple(moved)), len(union))


def _moved(edges: EdgeRows, new_rows: Ints, file_rows: Ints) -> EdgeRows:
    """Return the edges that have both ends, renumbered to the new rows of nodes and files."""
    sources, targets = new_rows[edges.sources], new_rows[edges.targets]
    is_direct = edges.through == NO_ROW
    through = np.where(is_direct, NO_ROW, new_rows[edges.through]).astype(np.int32)
    is_whole = (sources != NO_ROW) & (targets != NO_ROW) & (is_direct | (through != NO_ROW))
    moved = replace(
        edges,
        sources=sources,
        targets=targets,
        through=through,
        site_files=file_rows[edges.site_files],
        statement_files=file_rows[edges.statement_files],
    )
    return moved if is_whole.all() else moved.take(is_whole)


def _with_used_files(
    nodes: NodeTable, edges: EdgeTable, files: StringColumn
) -> tuple[NodeTable, EdgeTable, StringColumn]:
    """Drop the files that nothing refers to any more."""
    used = used_rows(np.concatenate((nodes.files, edges.sites.files, edges.statements.files)), len(files))
    if len(used) == len(files):
        return nodes, edges, files
    new = np.full(len(files) + 1, NO_ROW, dtype=np.int32)
    new[used] = np.arange(len(used), dtype=np.int32)
    return (
        replace(nodes, files=new[nodes.files]),
        replace(
            edges,
            sites=replace(edges.sites, files=new[edges.sites.files]),
            statements=replace(edges.statements, files=new[edges.statements.files]),
        ),
        StringColumn(blobs=BlobColumn.of(files.blobs.pieces(used.tolist()))),
    )


def _types_of(share: GraphShare, is_one: Flags) -> Flags:
    """Return a mask of the types that belong to some nodes."""
    nodes, types = share.graph.nodes, share.graph.types
    rows = np.flatnonzero(is_one & (nodes.kinds == NodeKind.TYPE)).tolist()
    places = types.symbols.find_each([nodes.symbols[row] for row in rows])
    is_type = np.zeros(len(types), dtype=np.bool_)
    is_type[[place for place in places if place is not None]] = True
    return is_type


def _weak_types(share: GraphShare) -> Flags:
    is_external = np.asarray(share.graph.types.is_external != 0)
    return is_external if share.is_weak is None else is_external | _types_of(share, share.is_weak)


def _unresolved_members(graphs: Sequence[CodeGraph], union: SymbolUnion) -> UnresolvedMembers:
    """Return the unresolved members of each node, from the graph that the node is taken from."""
    rows, names = [], []
    for place, graph in enumerate(graphs):
        members = graph.unresolved_members
        new_rows = union.new_rows[place][members.rows]
        is_taken = (new_rows != NO_ROW) & (union.columns[new_rows] == place)
        rows.append(new_rows[is_taken])
        names.append(members.names[is_taken])
    return tabulate_unresolved_members(np.concatenate(rows), np.concatenate(names))


def _calls(graphs: Sequence[CodeGraph]) -> tuple[CallShares, tuple[WarningRecord, ...]]:
    """Sum up the calls of graphs that share no file with earlier ones, and warn about calls that were not counted."""
    known: set[str] = set()
    counted = []
    n_uncounted = 0
    for graph in graphs:
        files = {*graph.files}
        if known.isdisjoint(files):
            counted.append(graph.calls)
        elif not files <= known:
            n_uncounted += graph.calls.n_calls
        known |= files
    new = WarningRecord(
        code="CALLS_NOT_COUNTED",
        message=f"{count_of(n_uncounted, 'call')} {is_or_are(n_uncounted)} not counted: graphs share some files with "
        "others, and may repeat their calls",
    )
    return add_up_calls(counted), (new,) if n_uncounted else ()


def _entry_points(shares: Sequence[GraphShare]) -> RecordColumn[EntryPoint]:
    """Return the entry points of what is kept, by symbol, kind and detail, without duplicates across graphs."""
    found: list[EntryPoint] = []
    seen: Counter[bytes] = Counter()
    for share in shares:
        records = share.graph.entry_points
        is_whole = bool(share.is_kept.all())
        blobs = records.blobs.pieces(range(len(records)))
        again: Counter[bytes] = Counter()
        for blob, entry_point in zip(blobs, records, strict=True):
            again[blob] += 1
            if again[blob] > seen[blob] and (is_whole or _is_there(entry_point, share)):
                found.append(entry_point)
        seen |= again
    in_order = sorted(found, key=lambda each: (each.symbol, each.kind, each.detail or ""))
    return RecordColumn.of(in_order, EntryPoint)


def _is_there(entry_point: EntryPoint, share: GraphShare) -> bool:
    row = share.graph.find_row(entry_point.symbol)
    return row is None or bool(share.is_kept[row])


def _warnings(graphs: Sequence[CodeGraph], new: tuple[WarningRecord, ...]) -> tuple[WarningRecord, ...]:
    """Return the warnings of all graphs without duplicates, and new ones."""
    lists: list[tuple[WarningRecord, ...]] = []
    for each in (*(graph.warnings for graph in graphs), new):
        if each and each not in lists:
            lists.append(each)
    if len(lists) < 2:  # noqa: PLR2004 - one list stays as it is, even if it was cut
        return next(iter(lists), ())
    different = {(warning.code, warning.message): warning for each in lists for warning in each}
    return cap_warnings([different[key] for key in sorted(different)])
