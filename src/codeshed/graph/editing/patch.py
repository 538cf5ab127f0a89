"""Replaces what a graph says about a few edited files.

Turns: a CodeGraph + the graph of the edited files and of those they use → CodeGraph. An edge belongs to the file that
it is written in. Edges of edited files are taken from the small graph; all others stay if both of their ends do.
"""

from collections.abc import Collection

import numpy as np
from msgspec.structs import replace

from codeshed.graph.data.arrays import NO_ROW, Flags, Ints
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import RecordColumn
from codeshed.graph.data.kinds import EdgeKind, NodeFlag
from codeshed.graph.editing.combine import GraphShare, combine
from codeshed.graph.editing.edge_rows import EdgeRows
from codeshed.model.semantic import EntryPoint

_NO_ENTRY_POINTS: RecordColumn[EntryPoint] = RecordColumn.of((), EntryPoint)


def patch_graph(graph: CodeGraph, edited: CodeGraph, paths: Collection[str]) -> CodeGraph:
    """Replace what the graph says about some files by what `edited` says.

    Entry points, facts about all files together, and heuristic edges stay as they were.
    """
    is_old, is_new = _in_files(graph, paths), _in_files(edited, paths)
    was_there, is_there = is_old[graph.nodes.files], is_new[edited.nodes.files]
    others = EdgeRows.of(graph.edges).take(~_are_written_in(graph, is_old))
    written = EdgeRows.of(edited.edges).take(_are_written_in(edited, is_new) & ~_are_of_all_files(edited))
    patched = combine(
        [
            GraphShare(
                graph=replace(graph, entry_points=_NO_ENTRY_POINTS),
                is_kept=~was_there | _are_in(edited, graph, was_there),
                edges=others,
                is_weak=was_there,
            ),
            GraphShare(
                graph=replace(edited, entry_points=_NO_ENTRY_POINTS),
                is_kept=is_there | _are_in(graph, edited, _are_ends(edited, written) & ~is_there),
                edges=written,
            ),
        ]
    )
    return replace(patched, entry_points=graph.entry_points)


def _in_files(graph: CodeGraph, paths: Collection[str]) -> Flags:
    """Return a mask of the files with these paths; the extra last entry is for nodes without a file."""
    is_in = np.zeros(len(graph.files) + 1, dtype=np.bool_)
    rows = [graph.files.find(path) for path in paths]
    is_in[[row for row in rows if row is not None]] = True
    return is_in


def _are_written_in(graph: CodeGraph, is_in: Flags) -> Flags:
    """Return a mask of the edges that are written in some files: where their first site is, or without one their source.

    What is concluded from all files together is written in none.
    """
    edges = graph.edges
    begins = edges.sites.starts[:-1]
    is_of_all = _are_of_all_files(graph)
    homes: Ints = np.where(is_of_all, NO_ROW, graph.nodes.files[edges.sources])
    has_sites = (edges.sites.starts[1:] > begins) & ~is_of_all
    homes[has_sites] = edges.sites.files[begins[has_sites]]
    return is_in[homes]


def _are_of_all_files(graph: CodeGraph) -> Flags:
    """Return a mask of the edges that are concluded from all files together: data flow, and dispatched calls."""
    edges = graph.edges
    return np.asarray((edges.kinds == EdgeKind.DATAFLOW) | (edges.through != NO_ROW))


def _are_ends(graph: CodeGraph, edges: EdgeRows) -> Flags:
    """Return a mask of the nodes that are ends of some edges."""
    is_end = np.zeros(len(graph.nodes), dtype=np.bool_)
    is_end[edges.sources] = True
    is_end[edges.targets] = True
    return is_end


def _are_in(other: CodeGraph, graph: CodeGraph, is_wanted: Flags) -> Flags:
    """Return a mask of the wanted nodes that another graph has; externals count as present."""
    is_external = (graph.nodes.flags & int(NodeFlag.EXTERNAL)) != 0
    rows = np.flatnonzero(is_wanted & ~is_external)
    found = other.nodes.symbols.find_each([graph.nodes.symbols[row] for row in rows.tolist()])
    is_in = np.asarray(is_wanted & is_external)
    is_in[rows] = [row is not None for row in found]
    return is_in
