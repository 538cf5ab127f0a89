"""Merges graphs of several repositories, or of parts of one.

Turns: CodeGraphs + RelinkConfig → CodeGraph. Nodes are the same if their symbols are, edges if their ends and kinds
are. Merging is idempotent: merging a graph with itself, or with one that it was merged from, changes nothing.
"""

from collections.abc import Sequence

from codeshed.errors import InvalidOptionError, UnlikeGraphsError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.editing.combine import GraphShare, combine
from codeshed.graph.editing.relink import relink
from codeshed.graph.editing.relink_candidates import RelinkConfig


def merge_graphs(graphs: Sequence[CodeGraph], *, relinking: RelinkConfig | None = None) -> CodeGraph:
    """Merge graphs; with a configuration, externals of one are bound to definitions of another.

    A symbol is taken from the first graph that defines it. Parallel edges keep the highest confidence with its
    provenance, and the sites of all. The keys of all edges are sorted once, however many graphs there are.
    """
    if not graphs:
        raise InvalidOptionError("there is nothing to merge", hint="give at least one graph")
    _check_alike("size functions", [graph.size_function for graph in graphs])
    _check_alike("documentation scorers", [graph.documentation_scorer for graph in graphs])
    merged = combine([GraphShare.whole(graph) for graph in graphs])
    return merged if relinking is None else relink(merged, relinking, graphs)


def _check_alike(what: str, values: Sequence[str]) -> None:
    if len({*values}) > 1:
        raise UnlikeGraphsError(what, tuple(sorted({*values})))
