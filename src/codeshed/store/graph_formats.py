"""Migrates graphs of older formats.

Turns: the arrays of an older format → those of the current one.

| format | differs from the next one in |
|---|---|
| 0 | no containment edges: an owner has a call edge to each member, the same as for a real call |
| 1 | no complexity, no index from files to nodes |
| 2 | no ordinals of call sites |
| 3 | the name index has an overload `over#2` under that name, not under `over` |
| 4 | no unresolved member accesses |
| 5 | no dispatched calls (overrides that a call may run are only found along `overriddenBy`), no statements of calls and writes |
"""

import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Ints
from codeshed.graph.data.file_index import index_files
from codeshed.graph.data.kinds import EdgeKind, NodeKind, ProvenanceCode
from codeshed.graph.data.name_index import index_names
from codeshed.graph.data.statements import (
    HELD_KINDS,
    UNKNOWN_SIZE,
    StatementPairs,
    StatementTable,
    tabulate_statements,
)
from codeshed.graph.data.tables import EdgeTable
from codeshed.graph.data.unresolved_members import no_unresolved_members
from codeshed.graph.editing.edge_rows import EdgeRows, join_edge_rows, tabulate_edges
from codeshed.store.graph_arrays import (
    ARRAYS,
    Arrays,
    edge_arrays,
    edges_of,
    member_arrays,
    name_arrays,
    statement_arrays,
    symbols_of,
)

GRAPH_FORMAT = 6
"""Increase it when arrays or their meaning change, and add a migration here."""

OLDEST_FORMAT = 0

_WITH_FILE_INDEX = 2
_WITH_CALL_ORDINALS = 3
_WITH_NAMES_OF_OVERLOADS = 4
_WITH_UNRESOLVED_MEMBERS = 5
_WITH_DISPATCHED_CALLS = _WITH_STATEMENTS = 6

_NEW_ARRAYS = {
    _WITH_FILE_INDEX: frozenset({"nodes.complexity", "files.node_starts", "files.node_rows"}),
    _WITH_CALL_ORDINALS: frozenset({"sites.ordinals"}),
    _WITH_UNRESOLVED_MEMBERS: frozenset(
        {"unresolved_members.rows", "unresolved_members.names", "unresolved_members.by_name"}
    ),
    _WITH_STATEMENTS: frozenset(
        {
            "edges.through",
            "statements.starts",
            "statements.rows",
            "statements.files",
            "statements.first_lines",
            "statements.last_lines",
            "statements.sizes",
        }
    ),
}
"""The arrays that each format added; all others are in every format."""

_CERTAIN = 100


class DamagedGraphError(Exception):
    """The content of the file is invalid; the message says how."""


def arrays_in_format(version: int) -> tuple[str, ...]:
    """Return the names of the arrays of a format, in file order."""
    later = {name for first, names in _NEW_ARRAYS.items() if first > version for name in names}
    return tuple(name for name in ARRAYS if name not in later)


def migrate(version: int, arrays: Arrays) -> Arrays:
    """Migrate the arrays of a format to the current one, step by step."""
    if version < _WITH_DISPATCHED_CALLS:
        arrays = {**arrays, "edges.through": np.full(len(arrays["edges.sources"]), NO_ROW, dtype=np.int32)}
    if version < _WITH_CALL_ORDINALS:
        arrays = {**arrays, "sites.ordinals": np.zeros(len(arrays["sites.files"]), dtype=np.int32)}
    if version < _WITH_STATEMENTS:
        arrays = {**arrays, **statement_arrays(_lines_of_sites(arrays))}
    if version < 1:
        arrays = {**arrays, **edge_arrays(_with_containment(arrays))}
    if version < _WITH_FILE_INDEX:
        arrays = {**arrays, **_columns_of_format_2(arrays)}
    if version < _WITH_NAMES_OF_OVERLOADS:
        arrays = {**arrays, **_names_of_format_4(arrays)}
    if version < _WITH_UNRESOLVED_MEMBERS:
        arrays = {**arrays, **member_arrays(no_unresolved_members())}
    return arrays


def _lines_of_sites(arrays: Arrays) -> StatementTable:
    """Return the lines of the kept sites of calls and writes, of unknown size: the sources are not at hand."""
    starts, spans = arrays["sites.starts"], arrays["sites.spans"]
    n_edges = len(arrays["edges.sources"])
    edges = np.repeat(np.arange(n_edges), np.diff(starts))
    is_held = np.isin(arrays["edges.kinds"], HELD_KINDS)[edges] & (spans[:, 0] > 0)
    return tabulate_statements(
        StatementPairs(
            edges=edges[is_held],
            files=arrays["sites.files"][is_held],
            first_lines=spans[is_held, 0],
            last_lines=spans[is_held, 2],
            sizes=np.full(int(is_held.sum()), UNKNOWN_SIZE, dtype=np.int32),
        ),
        n_edges,
    )


def _with_containment(arrays: Arrays) -> EdgeTable:
    """Separate containment from calls: an owner's edge to a member without a site in the source was never a call.

    Functions do call what is defined in them, so that for them an edge with flags stays a call: a footprint policy may follow
    a call without a recorded site, and none follows containment.
    """
    _check_edges(arrays)
    edges = EdgeRows.of(edges_of(arrays))
    is_member = (arrays["nodes.enclosing"][edges.targets] == edges.sources) & (edges.kinds == EdgeKind.CALL)
    is_function = arrays["nodes.kinds"][edges.sources] == NodeKind.FUNCTION
    is_only_member = is_member & (edges.n_sites == 0) & (~is_function | (edges.flags == 0))
    return tabulate_edges(
        join_edge_rows((edges.take(~is_only_member), _containment(edges.take(is_member)))),
        len(arrays["nodes.kinds"]),
    )


def _containment(edges: EdgeRows) -> EdgeRows:
    """Return containment edges, declared and without sites, as the builder makes them."""
    n_edges = len(edges)
    nothing = np.zeros(n_edges, dtype=np.int32)
    certain = np.full(n_edges, _CERTAIN, dtype=np.uint8)
    return EdgeRows(
        sources=edges.sources,
        targets=edges.targets,
        kinds=np.full(n_edges, EdgeKind.CONTAINS, dtype=np.uint8),
        confidence=certain,
        stated_confidence=certain,
        provenance=np.full(n_edges, ProvenanceCode.DECLARED, dtype=np.uint8),
        flags=nothing.astype(np.uint8),
        through=np.full(n_edges, NO_ROW, dtype=np.int32),
        n_sites=nothing,
        n_kept=nothing.astype(np.int64),
        site_begins=nothing.astype(np.int64),
        site_files=nothing[:0],
        site_spans=nothing[:0].reshape(0, 4),
        site_ordinals=nothing[:0],
        n_statements=nothing.astype(np.int64),
        statement_begins=nothing.astype(np.int64),
        statement_files=nothing[:0],
        statements=nothing[:0].reshape(0, 3),
    )


def _columns_of_format_2(arrays: Arrays) -> Arrays:
    files, n_files = arrays["nodes.files"], len(arrays["files.starts"]) - 1
    _check_rows_are_there("nodes.files", files, range(NO_ROW, n_files))
    index = index_files(files, n_files)
    return {
        "nodes.complexity": np.zeros(len(files), dtype=np.int32),
        "files.node_starts": index.starts,
        "files.node_rows": index.rows,
    }


def _names_of_format_4(arrays: Arrays) -> Arrays:
    """Rebuild the name index, with overloads under their common name."""
    return name_arrays(index_names(symbols_of(arrays), arrays["nodes.files"]))


def _check_edges(arrays: Arrays) -> None:
    n_nodes = len(arrays["nodes.kinds"])
    for name, lowest in (("edges.sources", 0), ("edges.targets", 0), ("nodes.enclosing", NO_ROW)):
        _check_rows_are_there(name, arrays[name], range(lowest, n_nodes))


def _check_rows_are_there(name: str, rows: Ints, allowed: range) -> None:
    if len(rows) and (int(rows.min()) < allowed.start or int(rows.max()) >= allowed.stop):
        raise DamagedGraphError(f"{name} leads to rows that are not there")
