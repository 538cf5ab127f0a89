"""Which files import a file, by the import and export edges of the graph."""

import numpy as np

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind

_IMPORTING = (int(EdgeKind.IMPORT), int(EdgeKind.EXPORT))


def find_importers(graph: CodeGraph, path: str) -> list[str]:
    """Return the paths of the files that import or re-export a file."""
    importers = (int(graph.edges.sources[edge]) for edge in _importing_edges(graph, path))
    return sorted({graph.file_path(row) or "" for row in importers} - {""})


def import_lines_by_file(graph: CodeGraph, path: str) -> dict[str, frozenset[int]]:
    """Return the files that import or re-export a file, each with the lines on which it does."""
    lines_by_file: dict[str, set[int]] = {}
    for edge in _importing_edges(graph, path):
        for site in graph.edge(edge).sites:
            lines = lines_by_file.setdefault(site.file_path, set())
            lines.update(() if site.span is None else (site.span.start_line,))
    return {file: frozenset(lines_by_file[file]) for file in sorted(lines_by_file)}


def _importing_edges(graph: CodeGraph, path: str) -> list[int]:
    module = graph.find_row(path)
    if module is None:
        return []
    table = graph.edges
    edges = table.in_order[int(table.in_starts[module]) : int(table.in_starts[module + 1])]
    found: list[int] = edges[np.isin(table.kinds[edges], _IMPORTING)].tolist()
    return found
