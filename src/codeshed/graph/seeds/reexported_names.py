"""Re-exported names: `networkx.pagerank` for a function of `networkx/algorithms/…/pagerank_alg.py`.

Turns: a module and a name → the nodes that importing the name from the module gives. A name that is re-exported by
itself has an edge from the module. A wildcard re-export is a single edge to the other module, from a site with no other
edge.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import decoded
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.symbol_ids import SEPARATOR, dotted_name

_INDEX_FILE_SUFFIX = re.compile(r"\.(?:index|mod|src\.lib|src\.index|src)$")
"""Suffixes of dotted names that stand for their folder: `lib/index.ts`, `cart/mod.rs`, `shop/src/lib.rs`."""

_NAMES = re.compile(r"\w+(?:\.\w+)+")
_MAX_MODULES = 500


def find_reexported(graph: CodeGraph, text: str) -> list[int]:
    """Resolve a text that names something by a module which re-exports it; empty if there is none."""
    path, _, name = text.partition(SEPARATOR)
    module = graph.find_row(path)
    if module is not None and name and graph.nodes.kinds[module] == NodeKind.MODULE:
        return _find_in_modules(graph, [module], name.split("."))
    written = text.replace(SEPARATOR, ".")
    if not _NAMES.fullmatch(written):
        return []
    parts = written.split(".")
    modules = np.flatnonzero(graph.nodes.kinds == NodeKind.MODULE)
    paths = map(decoded, graph.nodes.symbols.blobs.pieces(modules.tolist()))
    # Most paths do not have the first name at all.
    names = {
        row: _dotted_names(path)
        for row, path in zip(modules.tolist(), paths, strict=True)
        if parts[0] in path or parts[0] in path.replace("-", "_")
    }
    for place in range(len(parts) - 1, 0, -1):
        wanted = ".".join(parts[:place])
        named = [row for row in names if any(_ends_with(each, wanted) for each in names[row])]
        if found := _find_in_modules(graph, named, parts[place:]):
            return found
    return []


def _dotted_names(path: str) -> tuple[str, ...]:
    whole = dotted_name(path)
    folder = _INDEX_FILE_SUFFIX.sub("", whole)
    return (whole,) if folder == whole else (whole, folder.replace("-", "_"))


def _ends_with(name: str, wanted: str) -> bool:
    return name == wanted or name.endswith(f".{wanted}")


def _find_in_modules(graph: CodeGraph, modules: Sequence[int], names: Sequence[str]) -> list[int]:
    rows = {row for module in modules for row in _reexported_by(graph, module, names)}
    return sorted(rows)


def _reexported_by(graph: CodeGraph, module: int, names: Sequence[str]) -> list[int]:
    """Return what a module gives for a name and member names, directly or by the nearest wildcard re-export."""
    waiting, seen = [module], {module}
    for each in waiting:
        rows = [row for row in _reexported_rows(graph, each) if graph.nodes.names[row] == names[0]]
        symbols = [".".join((graph.nodes.symbols[row], *names[1:])) for row in rows]
        if each != module and _is_in_wildcard(graph, each, names[0]):
            symbols.append(f"{graph.nodes.symbols[each]}{SEPARATOR}{'.'.join(names)}")
        found = [row for symbol in symbols if (row := graph.find_row(symbol)) is not None]
        if found:
            return found
        new = [row for row in _wildcard_modules(graph, each) if row not in seen]
        waiting += new[: _MAX_MODULES - len(seen)]
        seen.update(new)
    return []


def _edges(graph: CodeGraph, module: int) -> Iterator[int]:
    """Yield the re-export edges of a module: exports, and in some languages imports too."""
    table = graph.edges
    traits = traits_of(language_of_path(graph.nodes.symbols[module]))
    kinds = {EdgeKind.EXPORT, EdgeKind.IMPORT} if traits.are_imports_reexports else {EdgeKind.EXPORT}
    for edge in range(int(table.out_starts[module]), int(table.out_starts[module + 1])):
        if table.kinds[edge] in kinds:
            yield edge


def _reexported_rows(graph: CodeGraph, module: int) -> list[int]:
    targets = [int(graph.edges.targets[edge]) for edge in _edges(graph, module)]
    return [row for row in targets if not graph.nodes.flags[row] & NodeFlag.EXTERNAL]


def _wildcard_modules(graph: CodeGraph, module: int) -> list[int]:
    """Return the modules with a wildcard re-export: they are the only target at some site."""
    sites = graph.edges.sites
    places_by_edge = {
        edge: [
            tuple(sites.spans[site].tolist())
            for site in range(int(sites.starts[edge]), int(sites.starts[edge + 1]))
        ]
        for edge in _edges(graph, module)
    }
    counts = Counter(place for places in places_by_edge.values() for place in places)
    return [
        row
        for edge, places in places_by_edge.items()
        if graph.nodes.kinds[row := int(graph.edges.targets[edge])] == NodeKind.MODULE
        and any(counts[place] == 1 for place in places)
    ]


def _is_in_wildcard(graph: CodeGraph, module: int, name: str) -> bool:
    """Whether a wildcard import of a module includes a name: its listed exports, else all names that are not private."""
    table = graph.edges
    edges = range(int(table.out_starts[module]), int(table.out_starts[module + 1]))
    listed = [int(table.targets[edge]) for edge in edges if table.kinds[edge] == EdgeKind.EXPORT]
    if listed:
        return any(graph.nodes.names[row] == name for row in listed)
    return not name.startswith("_")
