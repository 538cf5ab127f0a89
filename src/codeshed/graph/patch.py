"""A graph in which a few files are as they are now.

Turns: a CodeGraph + the graph of files that were edited and of those they use → CodeGraph. An edge belongs to the file
that it is written in. Those of edited files are taken from the small graph, all others stay if both of their ends do.
"""

from collections.abc import Collection

import numpy as np
from msgspec.structs import replace

from codeshed.graph.arrays import Flags, Ints
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.columns import RecordColumn
from codeshed.graph.combine import GraphShare, combine
from codeshed.graph.edge_rows import EdgeRows
from codeshed.graph.kinds import NodeFlag
from codeshed.model.semantic import EntryPoint

_NO_ENTRY_POINTS: RecordColumn[EntryPoint] = RecordColumn.of((), EntryPoint)


def patch_graph(graph: CodeGraph, edited: CodeGraph, paths: Collection[str]) -> CodeGraph:
    """Put what `edited` says of some files in the place of what the graph said.

    Entry points, and what the graph says of all files together, stay as they were.
    """
    is_old, is_new = _in_files(graph, paths), _in_files(edited, paths)
    others = EdgeRows.of(graph.edges).taken(~_are_written_in(graph, is_old))
    written = EdgeRows.of(edited.edges).taken(_are_written_in(edited, is_new))
    patched = combine(
        [
            GraphShare(
                graph=replace(graph, entry_points=_NO_ENTRY_POINTS),
                is_kept=~is_old[graph.nodes.files],
                edges=others,
            ),
            GraphShare(
                graph=replace(edited, entry_points=_NO_ENTRY_POINTS),
                is_kept=is_new[edited.nodes.files] | _are_used(graph, edited, written),
                edges=written,
            ),
        ]
    )
    return replace(patched, entry_points=graph.entry_points)


def _in_files(graph: CodeGraph, paths: Collection[str]) -> Flags:
    """Say of each file whether it is one of some, and at the end that nothing outside of all files is."""
    is_in = np.zeros(len(graph.files) + 1, dtype=np.bool_)
    rows = [graph.files.find(path) for path in paths]
    is_in[[row for row in rows if row is not None]] = True
    return is_in


def _are_written_in(graph: CodeGraph, is_in: Flags) -> Flags:
    """Say of each edge whether it is written in some files: where its first site is, or without one its source."""
    edges = graph.edges
    begins = edges.sites.starts[:-1]
    homes: Ints = graph.nodes.files[edges.sources]
    has_sites = edges.sites.starts[1:] > begins
    homes[has_sites] = edges.sites.files[begins[has_sites]]
    return is_in[homes]


def _are_used(graph: CodeGraph, edited: CodeGraph, edges: EdgeRows) -> Flags:
    """Say of each node of the small graph whether an edge leads to it or from it, and it still is in the other."""
    is_end = np.zeros(len(edited.nodes), dtype=np.bool_)
    is_end[edges.sources] = True
    is_end[edges.targets] = True
    is_outside = (edited.nodes.flags & int(NodeFlag.EXTERNAL)) != 0
    rows = np.flatnonzero(is_end & ~is_outside).tolist()
    known = graph.nodes.symbols.find_each([edited.nodes.symbols[row] for row in rows])
    is_end[[row for row, found in zip(rows, known, strict=True) if found is None]] = False
    return is_end
