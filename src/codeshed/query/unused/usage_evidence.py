"""Evidence that a function without known callers is used after all.

Turns: a row + Mentions of its name in texts → Doubts.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeVar

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Ints, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import concatenate_ranges
from codeshed.graph.data.kinds import EdgeKind, NodeKind, ProvenanceCode
from codeshed.graph.incompleteness.external_bases import ExternalBase, ExternalBases
from codeshed.model.name_mentions import PLAIN_DECORATORS, KnownOccurrences, Mention, MentionKind
from codeshed.model.span import Span
from codeshed.model.symbol_ids import SEPARATOR, last_name, member_symbol

_Place = TypeVar("_Place", int, Span)

DoubtCode = Literal[
    "MENTIONED_AS_MEMBER",
    "MENTIONED",
    "MENTIONED_IN_STRING",
    "IMPORTED",
    "DECORATED",
    "EXTERNAL_BASE",
    "OVERRIDDEN",
    "OVERRIDES",
    "MIXED_IN",
    "SHARED_NAME",
    "NESTED",
    "USED_BY_DOUBTFUL",
    "CANDIDATE",
]

_WEIGHTS: dict[DoubtCode, float] = {
    "MENTIONED_AS_MEMBER": 0.8,
    "MENTIONED": 0.7,
    "MENTIONED_IN_STRING": 0.8,
    "IMPORTED": 0.7,
    "DECORATED": 0.8,
    "EXTERNAL_BASE": 0.8,
    "OVERRIDDEN": 0.7,
    "OVERRIDES": 0.7,
    "MIXED_IN": 0.8,
    "SHARED_NAME": 0.7,
    "NESTED": 0.7,
    "USED_BY_DOUBTFUL": 0.8,
    "CANDIDATE": 0.8,
}
"""How strongly each kind speaks for use, rounded from counts in real projects: `bench/results/accuracy.md` has the figures."""

_CODE_BY_KIND: dict[MentionKind, DoubtCode] = {
    MentionKind.DECORATED: "DECORATED",
    MentionKind.MEMBER: "MENTIONED_AS_MEMBER",
    MentionKind.WORD: "MENTIONED",
    MentionKind.STRING: "MENTIONED_IN_STRING",
}
_MIN_SHARING = 2


class Doubt(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One piece of evidence that a function is used; a weight of 1 would be certain.

    `confidence` is that of a call of which the function is a candidate.
    """

    code: DoubtCode
    weight: float
    symbol: str | None = None
    file: str | None = None
    line: int | None = None
    confidence: float | None = None

    @staticmethod
    def of(code: DoubtCode, symbol: str | None = None) -> "Doubt":
        """Return a doubt with the usual weight of its code."""
        return Doubt(code=code, weight=_WEIGHTS[code], symbol=symbol)

    @staticmethod
    def used_by(symbol: str | None) -> "Doubt":
        """Return the doubt that a function is used by one that is perhaps used itself."""
        return Doubt.of("USED_BY_DOUBTFUL", symbol)

    @staticmethod
    def guessed(confidence: float, symbol: str | None = None) -> "Doubt":
        """Return the doubt that a function is one of several candidates of a call."""
        weight = max(confidence, _WEIGHTS["CANDIDATE"])
        return Doubt(code="CANDIDATE", weight=weight, symbol=symbol, confidence=confidence)


def find_known_places(graph: CodeGraph, rows: Iterable[int]) -> dict[str, KnownOccurrences]:
    """Return for each name of some functions the places at which it is known what the name means."""
    names = sorted({last_name(graph.nodes.symbols[row]) for row in rows})
    return {name: _known_places(graph, name) for name in names}


def _known_places(graph: CodeGraph, name: str) -> KnownOccurrences:
    nodes, table = graph.nodes, graph.edges
    rows = graph.name_index.find(name)
    # Of an external symbol and its members often no more is known than that they are external.
    rows = rows[nodes.files[rows] != NO_ROW]
    edges = table.in_order[_ranges(table.in_starts, rows)]
    edges = edges[table.provenance[edges] != ProvenanceCode.HEURISTIC]
    sites = _ranges(table.sites.starts, edges)
    return KnownOccurrences(
        definitions=_by_file(graph, nodes.files[rows].tolist(), nodes.spans[rows, 0].tolist()),
        uses=_by_file(
            graph,
            table.sites.files[sites].tolist(),
            (Span(*span) for span in table.sites.spans[sites].tolist()),
        ),
    )


def _ranges(starts: Ints, rows: Ints) -> Longs:
    """Return the positions of the entries of some rows, in a column that is grouped by row."""
    begins = starts[rows].astype(np.int64)
    return concatenate_ranges(begins, starts[rows + 1] - begins)


def _by_file(graph: CodeGraph, files: Iterable[int], places: Iterable[_Place]) -> dict[str, set[_Place]]:
    found: defaultdict[int, set[_Place]] = defaultdict(set)
    for file, place in zip(files, places, strict=True):
        if file != NO_ROW:
            found[file].add(place)
    return {graph.files[file]: of_file for file, of_file in found.items()}


def find_doubts(
    graph: CodeGraph, row: int, mentions: Mapping[str, tuple[Mention, ...]], external_bases: ExternalBases
) -> tuple[Doubt, ...]:
    """Return the doubts about a function, by falling weight."""
    found = [
        *_mentions_of(graph, row, mentions),
        *_doubtful_edges(graph, row),
        *_external_base_doubts(external_bases.of_method(row)),
    ]
    found = (
        found
        or _in_enclosing_type(graph, row)
        or _mixed_in(graph, row)
        or _shared_name(graph, row)
        or _nested_in_function(graph, row)
    )
    return tuple(sorted(found, key=lambda each: (-each.weight, each.code, each.symbol or "")))


def _mentions_of(graph: CodeGraph, row: int, mentions: Mapping[str, tuple[Mention, ...]]) -> list[Doubt]:
    """Return the first mention of the name outside of the function itself, or its own decorator."""
    path = graph.file_path(row)
    first, _, last, _ = graph.nodes.spans[row].tolist()
    for each in mentions.get(last_name(graph.nodes.symbols[row]), ()):
        is_inside = each.file == path and first <= each.line <= last
        if is_inside == (each.kind is MentionKind.DECORATED):
            code = _CODE_BY_KIND[each.kind]
            return [Doubt(code=code, weight=_WEIGHTS[code], file=each.file, line=each.line)]
    return []


def _doubtful_edges(graph: CodeGraph, row: int) -> list[Doubt]:
    table, symbols = graph.edges, graph.nodes.symbols
    found = []
    for edge in range(int(table.out_starts[row]), int(table.out_starts[row + 1])):
        target = int(table.targets[edge])
        is_plain = last_name(symbols[target]) in PLAIN_DECORATORS
        if table.kinds[edge] == EdgeKind.ANNOTATES and not is_plain:
            found.append(Doubt.of("DECORATED", symbols[target]))
        elif table.kinds[edge] == EdgeKind.OVERRIDDEN_BY:
            found.append(Doubt.of("OVERRIDDEN", symbols[target]))
    for edge in table.in_order[table.in_starts[row] : table.in_starts[row + 1]].tolist():
        source = int(table.sources[edge])
        if table.kinds[edge] == EdgeKind.IMPORT:
            found.append(Doubt.of("IMPORTED", symbols[source]))
        elif table.kinds[edge] == EdgeKind.OVERRIDDEN_BY:
            found.append(Doubt.of("OVERRIDES", symbols[source]))
    by_code = {each.code: each for each in reversed(found)}
    return list(by_code.values())


def _in_enclosing_type(graph: CodeGraph, row: int) -> list[Doubt]:
    """Doubt: an enclosing type has a member of that name, as when the body of an enum constant overrides it."""
    owner, _, name = graph.nodes.symbols[row].rpartition(".")
    while "." in owner.partition(SEPARATOR)[2]:
        owner = owner.rpartition(".")[0]
        outer = graph.find_row(owner)
        symbol = member_symbol(owner, name)
        is_type = outer is not None and graph.nodes.kinds[outer] == NodeKind.TYPE
        if is_type and graph.find_row(symbol) is not None:
            return [Doubt.of("OVERRIDES", symbol)]
    return []


def _nested_in_function(graph: CodeGraph, row: int) -> list[Doubt]:
    """Doubt: a nested function may be a value that is returned or passed on at once.

    In Python such a value is a name, and its use is an edge.
    """
    outer = int(graph.nodes.enclosing[row])
    is_inner = outer != NO_ROW and graph.nodes.kinds[outer] == NodeKind.FUNCTION
    if not is_inner or (graph.file_path(row) or "").endswith((".py", ".pyi", ".ipynb")):
        return []
    return [Doubt.of("NESTED", graph.nodes.symbols[outer])]


def _shared_name(graph: CodeGraph, row: int) -> list[Doubt]:
    """Doubt: several other classes have a method of that name, so that it may be called by convention."""
    nodes = graph.nodes
    owner = int(nodes.enclosing[row])
    if owner == NO_ROW or nodes.kinds[owner] != NodeKind.TYPE:
        return []
    rows = graph.name_index.find(last_name(nodes.symbols[row])).tolist()
    others = [
        each
        for each in rows
        if nodes.kinds[each] == NodeKind.FUNCTION and nodes.enclosing[each] not in {NO_ROW, owner}
    ]
    return [Doubt.of("SHARED_NAME", nodes.symbols[others[0]])] if len(others) >= _MIN_SHARING else []


def _mixed_in(graph: CodeGraph, row: int) -> list[Doubt]:
    """Doubt: a subclass also derives from another class with a method of that name, in whose place this one may run."""
    owner = int(graph.nodes.enclosing[row])
    if owner == NO_ROW or graph.nodes.kinds[owner] != NodeKind.TYPE:
        return []
    own, name = graph.nodes.symbols[owner], last_name(graph.nodes.symbols[row])
    base_types = _related(own, lambda symbol: _bases_of(graph, symbol))
    for below in sorted(_related(own, graph.types.find_implementors)):
        others = _related(below, lambda symbol: _bases_of(graph, symbol)) - base_types - {own}
        for other in sorted(others):
            symbol = member_symbol(other, name)
            if graph.find_row(symbol) is not None:
                return [Doubt.of("MIXED_IN", symbol)]
    return []


def _related(symbol: str, next_of: Callable[[str], tuple[str, ...]]) -> set[str]:
    """Return all types above or below one, without itself."""
    seen: set[str] = set()
    worklist = [symbol]
    while worklist:
        for each in next_of(worklist.pop()):
            if each not in seen:
                seen.add(each)
                worklist.append(each)
    return seen - {symbol}


def _bases_of(graph: CodeGraph, symbol: str) -> tuple[str, ...]:
    known = graph.types.get(symbol)
    return () if known is None else known.bases


def _external_base_doubts(base: ExternalBase | None) -> list[Doubt]:
    """Doubt: a base of the class is external or unknown, and may call the method by its name."""
    return [] if base is None else [Doubt.of("EXTERNAL_BASE", base.symbol)]
