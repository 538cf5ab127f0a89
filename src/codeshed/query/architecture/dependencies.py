"""The dependencies between files, by imports and calls.

Turns: CodeGraph → Dependencies. An import leads to the file that its statement names: `from shop import cart` to
`shop/cart.py`, not to the package around it as well, and a name that a package re-exports to the package.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Flags, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, NodeFlag, NodeKind
from codeshed.model.architecture.architecture_rules import EdgeType
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.span import Span
from codeshed.model.symbol_ids import EXTERNAL_PREFIX

Pair = tuple[int, int]
"""A file that depends, and the file that it depends on, as rows of the files."""

_Place = tuple[int, tuple[int, int, int, int]]


class ImportSites:
    """The places at which one file imports another, or an external module."""

    __slots__ = ("is_type_only", "n_sites", "spans")

    def __init__(self) -> None:
        self.spans: set[tuple[int, int, int, int]] = set()
        self.n_sites = 0
        self.is_type_only = True

    def add(self, span: tuple[int, int, int, int] | None, n_more: int, *, is_type_only: bool) -> None:
        """Add a place, or places that are only counted."""
        if span is not None:
            self.spans.add(span)
        self.n_sites += n_more
        self.is_type_only = self.is_type_only and is_type_only

    @property
    def first(self) -> Span | None:
        """The first place; None if none is known."""
        known = [each for each in self.spans if each[0]]
        return Span(*min(known)) if known else None


class Dependencies:
    """Files, and what each depends on."""

    def __init__(self, graph: CodeGraph) -> None:
        self.graph = graph
        self.files: tuple[str, ...] = tuple(graph.files)
        self._row_of_file = {path: row for row, path in enumerate(self.files)}

    def has_module(self, file: int) -> bool:
        """Whether a file is a node of the graph; in a graph of other origin it may be known by its symbols alone."""
        return file in self._modules

    @cached_property
    def _modules(self) -> frozenset[int]:
        nodes = self.graph.nodes
        return frozenset(nodes.files[nodes.kinds == NodeKind.MODULE].tolist())

    @cached_property
    def imports(self) -> dict[Pair, ImportSites]:
        """Imports between files, by pair."""
        return self._imports[0]

    @cached_property
    def external_imports(self) -> dict[tuple[int, str], ImportSites]:
        """Imports of other packages: by file and dotted name."""
        return self._imports[1]

    @cached_property
    def _imports(self) -> tuple[dict[Pair, ImportSites], dict[tuple[int, str], ImportSites]]:
        graph = self.graph
        table, nodes = graph.edges, graph.nodes
        is_import = (table.kinds == EdgeKind.IMPORT) | (table.kinds == EdgeKind.EXPORT)
        rows = np.flatnonzero(is_import)
        rows = rows[nodes.kinds[table.sources[rows]] == NodeKind.MODULE]
        sources = nodes.files[table.sources[rows]]
        targets = table.targets[rows]
        target_files = nodes.files[targets]
        is_external = (nodes.flags[targets] & int(NodeFlag.EXTERNAL)) != 0
        is_other = (sources != target_files) & (sources != NO_ROW) & (is_external | (target_files != NO_ROW))
        rows, sources, targets = rows[is_other], sources[is_other], targets[is_other]
        target_files, is_external = target_files[is_other], is_external[is_other]
        is_module = (nodes.kinds[targets] == NodeKind.MODULE) & ~is_external
        places_of = dict(zip(rows.tolist(), self._places(rows), strict=True))
        modules_at = _modules_at(rows[is_module], target_files[is_module], places_of)
        hidden = self._packages_hidden_at(modules_at)
        pairs: dict[Pair, ImportSites] = {}
        externals: dict[tuple[int, str], ImportSites] = {}
        for row, source, target, file, external, module in zip(
            rows.tolist(),
            sources.tolist(),
            targets.tolist(),
            target_files.tolist(),
            is_external.tolist(),
            is_module.tolist(),
            strict=True,
        ):
            is_type_only = bool(int(table.flags[row]) & _TYPE_ONLY)
            places = places_of[row]
            n_sites = int(table.n_sites[row])
            if external:
                name = nodes.symbols[target].removeprefix(EXTERNAL_PREFIX)
                _add(externals.setdefault((source, name), ImportSites()), places, n_sites, is_type_only)
                continue
            kept = [
                place
                for place in places
                if (module and (place, file) not in hidden) or (not module and place not in modules_at)
            ]
            if kept and file in self._modules:
                known = pairs.setdefault((source, file), ImportSites())
                _add(known, kept, n_sites - (len(places) - len(kept)), is_type_only)
        return pairs, externals

    def _places(self, rows: Longs) -> Iterator[list[_Place]]:
        """Yield the kept places of edges."""
        sites = self.graph.edges.sites
        files, spans = sites.files, sites.spans
        for begin, end in zip(sites.starts[rows].tolist(), sites.starts[rows + 1].tolist(), strict=True):
            yield [
                (int(file), (span[0], span[1], span[2], span[3]))
                for file, span in zip(files[begin:end].tolist(), spans[begin:end].tolist(), strict=True)
            ]

    def _packages_hidden_at(self, modules_at: dict[_Place, set[int]]) -> set[tuple[_Place, int]]:
        """Return the packages that a place names only on the way to one of their modules."""
        hidden: set[tuple[_Place, int]] = set()
        for place, modules in modules_at.items():
            if len(modules) > 1:
                paths = {self.files[each] for each in modules}
                hidden.update((place, each) for each in modules if _is_package_of(self.files[each], paths))
        return hidden

    @cached_property
    def calls(self) -> "CallEdges":
        """Calls between functions of different files; a call that dispatches to an override names another method."""
        graph = self.graph
        table, nodes = graph.edges, graph.nodes
        rows = np.flatnonzero((table.kinds == EdgeKind.CALL) & (table.through == NO_ROW))
        sources = np.asarray(nodes.files[table.sources[rows]], dtype=np.int64)
        targets = np.asarray(nodes.files[table.targets[rows]], dtype=np.int64)
        is_other = (sources != targets) & (sources != NO_ROW) & (targets != NO_ROW)
        return CallEdges(
            rows=np.asarray(rows[is_other], dtype=np.int64),
            sources=sources[is_other],
            targets=targets[is_other],
            confidence=np.asarray(table.confidence[rows[is_other]], dtype=np.int64),
        )

    def pairs(
        self, edge_types: Iterable[EdgeType], *, min_confidence: float, type_only: str = "include"
    ) -> dict[Pair, EdgeType]:
        """Return the pairs of files that depend by some edges; an import is named before a call."""
        wanted = frozenset(edge_types)
        found: dict[Pair, EdgeType] = {}
        if "call" in wanted and type_only != "only":
            found.update(dict.fromkeys(self.calls.pairs(min_confidence), "call"))
        if "import" in wanted:
            found.update(
                (pair, "import")
                for pair, sites in self.imports.items()
                if is_wanted(type_only, is_type_only=sites.is_type_only)
            )
        return found


_TYPE_ONLY = int(EdgeFlag.TYPE_ONLY)


def is_wanted(type_only: str, *, is_type_only: bool) -> bool:
    """Whether a rule is about an import, by what it says of imports for types only."""
    return type_only == "include" or (type_only == "only") is is_type_only


class CallEdges:
    """Calls between files, as columns: edge rows, files of caller and callee, confidence in hundredths."""

    __slots__ = ("_rows_by_pair", "confidence", "rows", "sources", "targets")

    def __init__(self, *, rows: Longs, sources: Longs, targets: Longs, confidence: Longs) -> None:
        self.rows = rows
        self.sources = sources
        self.targets = targets
        self.confidence = confidence
        self._rows_by_pair: dict[Pair, list[int]] | None = None

    def pairs(self, min_confidence: float) -> set[Pair]:
        """Return the pairs of files between which there is a call at least so sure."""
        sure = self.confidence >= round(min_confidence * 100)
        return set(zip(self.sources[sure].tolist(), self.targets[sure].tolist(), strict=True))

    def between(self, source: Flags, target: Flags, min_confidence: float) -> list[int]:
        """Return the edges from some files to others, in the order of their rows."""
        chosen = (
            source[self.sources] & target[self.targets] & (self.confidence >= round(min_confidence * 100))
        )
        return [int(row) for row in self.rows[chosen]]

    def of_pair(self, pair: Pair, min_confidence: float) -> list[int]:
        """Return the edges between two files."""
        if self._rows_by_pair is None:
            self._rows_by_pair = {}
            for index, found in enumerate(zip(self.sources.tolist(), self.targets.tolist(), strict=True)):
                self._rows_by_pair.setdefault(found, []).append(index)
        least = round(min_confidence * 100)
        return [
            int(self.rows[index])
            for index in self._rows_by_pair.get(pair, ())
            if self.confidence[index] >= least
        ]


def _add(known: ImportSites, places: Sequence[_Place], n_sites: int, is_type_only: bool) -> None:  # noqa: FBT001 - a fact of the edge
    for _, span in places:
        known.add(span, 0, is_type_only=is_type_only)
    known.add(None, n_sites, is_type_only=is_type_only)


def _modules_at(rows: Longs, files: Longs, places_of: dict[int, list[_Place]]) -> dict[_Place, set[int]]:
    """Return the modules that each place names; a place without a span tells nothing."""
    found: dict[_Place, set[int]] = {}
    for row, file in zip(rows.tolist(), files.tolist(), strict=True):
        for place in places_of[row]:
            if place[1][0]:
                found.setdefault(place, set()).add(file)
    return found


def _is_package_of(path: str, others: Iterable[str]) -> bool:
    """Whether a file is that of a package (`__init__.py`), and another one is below its folder."""
    package_file = traits_of(language_of_path(path)).package_file
    folder, slash, name = path.rpartition("/")
    if not package_file or name.partition(".")[0] != package_file.partition(".")[0]:
        return False
    return any(each != path and each.startswith(f"{folder}{slash}") for each in others)
