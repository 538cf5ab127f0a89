"""Names that a module passes on: `networkx.pagerank` for a function of `networkx/algorithms/…/pagerank_alg.py`.

Turns: a module and a name → the node that importing the name from the module gives. One that is imported or exported by
its name is an edge; all names of another module are one edge to that module, from a place where nothing else is taken.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.model.identity import SEPARATOR, dotted_name
from codeshed.model.language import language_of_path
from codeshed.model.language_traits import traits_of

_STANDS_FOR_FOLDER = re.compile(r"\.(?:index|mod|src\.lib|src\.index|src)$")
"""What the dotted name of a file ends with that stands for its folder: `lib/index.ts`, `cart/mod.rs`, `shop/src/lib.rs`."""

_NAMES = re.compile(r"\w+(?:\.\w+)+")
_MAX_MODULES = 500


def find_passed_on(graph: CodeGraph, text: str) -> list[int]:
    """Return what a text means that names something by a module which only passes it on; nothing if there is no such thing."""
    path, _, name = text.partition(SEPARATOR)
    module = graph.find_row(path)
    if module is not None and name and graph.nodes.kinds[module] == NodeKind.MODULE:
        return _found(graph, [module], name.split("."))
    written = text.replace(SEPARATOR, ".")
    if not _NAMES.fullmatch(written):
        return []
    parts = written.split(".")
    modules = np.flatnonzero(graph.nodes.kinds == NodeKind.MODULE).tolist()
    names = {row: _dotted_names(graph.nodes.symbols[row]) for row in modules}
    for place in range(len(parts) - 1, 0, -1):
        wanted = ".".join(parts[:place])
        named = [row for row in modules if any(_ends_with(each, wanted) for each in names[row])]
        if found := _found(graph, named, parts[place:]):
            return found
    return []


def _dotted_names(path: str) -> tuple[str, ...]:
    whole = dotted_name(path)
    folder = _STANDS_FOR_FOLDER.sub("", whole)
    return (whole,) if folder == whole else (whole, folder.replace("-", "_"))


def _ends_with(name: str, wanted: str) -> bool:
    return name == wanted or name.endswith(f".{wanted}")


def _found(graph: CodeGraph, modules: Sequence[int], names: Sequence[str]) -> list[int]:
    rows = {row for module in modules for row in _passed_on_by(graph, module, names)}
    return sorted(rows)


def _passed_on_by(graph: CodeGraph, module: int, names: Sequence[str]) -> list[int]:
    """Return what a module, or the nearest of those whose names it passes on, gives for a name and those of its members."""
    waiting, seen = [module], {module}
    for each in waiting:
        rows = [row for row in _taken(graph, each) if graph.nodes.names[row] == names[0]]
        symbols = [".".join((graph.nodes.symbols[row], *names[1:])) for row in rows]
        if each != module and _offers(graph, each, names[0]):
            symbols.append(f"{graph.nodes.symbols[each]}{SEPARATOR}{'.'.join(names)}")
        found = [row for symbol in symbols if (row := graph.find_row(symbol)) is not None]
        if found:
            return found
        new = [row for row in _passed_whole(graph, each) if row not in seen]
        waiting += new[: _MAX_MODULES - len(seen)]
        seen.update(new)
    return []


def _edges(graph: CodeGraph, module: int) -> Iterator[int]:
    """Yield the edges by which a module passes on what others have: exports, and in some languages imports too."""
    table = graph.edges
    traits = traits_of(language_of_path(graph.nodes.symbols[module]))
    kinds = {EdgeKind.EXPORT, EdgeKind.IMPORT} if traits.are_imports_passed_on else {EdgeKind.EXPORT}
    for edge in range(int(table.out_starts[module]), int(table.out_starts[module + 1])):
        if table.kinds[edge] in kinds:
            yield edge


def _taken(graph: CodeGraph, module: int) -> list[int]:
    targets = [int(graph.edges.targets[edge]) for edge in _edges(graph, module)]
    return [row for row in targets if not graph.nodes.flags[row] & NodeFlag.EXTERNAL]


def _passed_whole(graph: CodeGraph, module: int) -> list[int]:
    """Return the modules all of whose names are passed on: nothing else is taken at the place where they are named."""
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


def _offers(graph: CodeGraph, module: int, name: str) -> bool:
    """Whether a name is among those that a module gives who asks for all: those that it lists, else all but private ones."""
    table = graph.edges
    edges = range(int(table.out_starts[module]), int(table.out_starts[module + 1]))
    listed = [int(table.targets[edge]) for edge in edges if table.kinds[edge] == EdgeKind.EXPORT]
    if listed:
        return any(graph.nodes.names[row] == name for row in listed)
    return not name.startswith("_")
