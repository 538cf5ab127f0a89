"""What speaks for the use of a function that no edge leads to.

Turns: a row + Mentions of names → Doubts.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeVar

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Ints, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import stretches
from codeshed.graph.data.kinds import EdgeKind, NodeKind, ProvenanceCode
from codeshed.graph.incompleteness.external_bases import OutsideBase, OutsideBases
from codeshed.model.identity import SEPARATOR, last_name, member_symbol
from codeshed.model.span import Span
from codeshed.model.text_mentions import PLAIN_DECORATORS, KnownPlaces, Mention, MentionKind

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
"""How much each speaks for use, rounded from what was counted in real projects: `bench/results/accuracy.md` has the figures."""

_CODE_BY_KIND: dict[MentionKind, DoubtCode] = {
    MentionKind.DECORATED: "DECORATED",
    MentionKind.MEMBER: "MENTIONED_AS_MEMBER",
    MentionKind.WORD: "MENTIONED",
    MentionKind.STRING: "MENTIONED_IN_STRING",
}
_MAX_RELATED = 1000
_MANY = 2


class Doubt(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One thing that speaks for the use of a function, and how much: 1 would be certain.

    Of a call that may mean it, `confidence` says how sure that is.
    """

    code: DoubtCode
    weight: float
    symbol: str | None = None
    file: str | None = None
    line: int | None = None
    confidence: float | None = None

    @staticmethod
    def of(code: DoubtCode, symbol: str | None = None) -> "Doubt":
        """Return a doubt of the usual weight."""
        return Doubt(code=code, weight=_WEIGHTS[code], symbol=symbol)

    @staticmethod
    def used_by(symbol: str | None) -> "Doubt":
        """Say that something which is perhaps used itself uses it."""
        return Doubt.of("USED_BY_DOUBTFUL", symbol)

    @staticmethod
    def guessed(confidence: float, symbol: str | None = None) -> "Doubt":
        """Say that it is one of several things that a call may mean."""
        weight = max(confidence, _WEIGHTS["CANDIDATE"])
        return Doubt(code="CANDIDATE", weight=weight, symbol=symbol, confidence=confidence)


def places_of_names(graph: CodeGraph, rows: Iterable[int]) -> dict[str, KnownPlaces]:
    """Return for the names of some functions where these names are known to mean something, them or others."""
    names = sorted({last_name(graph.nodes.symbols[row]) for row in rows})
    return {name: _places(graph, name) for name in names}


def _places(graph: CodeGraph, name: str) -> KnownPlaces:
    nodes, table = graph.nodes, graph.edges
    rows = graph.name_index.find(name)
    # That something comes from elsewhere is often all that is known of it, and of its members.
    rows = rows[nodes.files[rows] != NO_ROW]
    edges = table.in_order[_stretch(table.in_starts, rows)]
    edges = edges[table.provenance[edges] != ProvenanceCode.HEURISTIC]
    sites = _stretch(table.sites.starts, edges)
    return KnownPlaces(
        definitions=_by_file(graph, nodes.files[rows].tolist(), nodes.spans[rows, 0].tolist()),
        uses=_by_file(
            graph,
            table.sites.files[sites].tolist(),
            (Span(*span) for span in table.sites.spans[sites].tolist()),
        ),
    )


def _stretch(starts: Ints, rows: Ints) -> Longs:
    """Return the places that belong to some rows, one row behind the other."""
    begins = starts[rows].astype(np.int64)
    return stretches(begins, starts[rows + 1] - begins)


def _by_file(graph: CodeGraph, files: Iterable[int], places: Iterable[_Place]) -> dict[str, set[_Place]]:
    found: defaultdict[int, set[_Place]] = defaultdict(set)
    for file, place in zip(files, places, strict=True):
        if file != NO_ROW:
            found[file].add(place)
    return {graph.files[file]: of_file for file, of_file in found.items()}


def doubts_of(
    graph: CodeGraph, row: int, mentions: Mapping[str, tuple[Mention, ...]], outside: OutsideBases
) -> tuple[Doubt, ...]:
    """Return what speaks for the use of a function, the heaviest first."""
    found = [
        *_mentioned(graph, row, mentions),
        *_edges_for_use(graph, row),
        *_from_outside(outside.of_method(row)),
    ]
    found = (
        found or _around(graph, row) or _mixed_in(graph, row) or _shared(graph, row) or _nested(graph, row)
    )
    return tuple(sorted(found, key=lambda each: (-each.weight, each.code, each.symbol or "")))


def _mentioned(graph: CodeGraph, row: int, mentions: Mapping[str, tuple[Mention, ...]]) -> list[Doubt]:
    """Return the first place, outside of the function itself, that has its name; or its own decorator."""
    path = graph.file_path(row)
    first, _, last, _ = graph.nodes.spans[row].tolist()
    for each in mentions.get(last_name(graph.nodes.symbols[row]), ()):
        is_inside = each.file == path and first <= each.line <= last
        if is_inside == (each.kind is MentionKind.DECORATED):
            code = _CODE_BY_KIND[each.kind]
            return [Doubt(code=code, weight=_WEIGHTS[code], file=each.file, line=each.line)]
    return []


def _edges_for_use(graph: CodeGraph, row: int) -> list[Doubt]:
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


def _around(graph: CodeGraph, row: int) -> list[Doubt]:
    """Say that a type around its own has a member of that name: the body of an enum's constant overrides it."""
    owner, _, name = graph.nodes.symbols[row].rpartition(".")
    while "." in owner.partition(SEPARATOR)[2]:
        owner = owner.rpartition(".")[0]
        outer = graph.find_row(owner)
        symbol = member_symbol(owner, name)
        is_type = outer is not None and graph.nodes.kinds[outer] == NodeKind.TYPE
        if is_type and graph.find_row(symbol) is not None:
            return [Doubt.of("OVERRIDES", symbol)]
    return []


def _nested(graph: CodeGraph, row: int) -> list[Doubt]:
    """Say that a function stands within another one, where it may be a value that is returned or handed on at once.

    In Python such a value is a name, and its use is an edge.
    """
    outer = int(graph.nodes.enclosing[row])
    is_inner = outer != NO_ROW and graph.nodes.kinds[outer] == NodeKind.FUNCTION
    if not is_inner or (graph.file_path(row) or "").endswith((".py", ".pyi", ".ipynb")):
        return []
    return [Doubt.of("NESTED", graph.nodes.symbols[outer])]


def _shared(graph: CodeGraph, row: int) -> list[Doubt]:
    """Say that several other classes have a method of that name: it may be one that something calls by convention."""
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
    return [Doubt.of("SHARED_NAME", nodes.symbols[others[0]])] if len(others) >= _MANY else []


def _mixed_in(graph: CodeGraph, row: int) -> list[Doubt]:
    """Say that a class derives from this one and from another with a method of that name, in whose place this may run."""
    owner = int(graph.nodes.enclosing[row])
    if owner == NO_ROW or graph.nodes.kinds[owner] != NodeKind.TYPE:
        return []
    own, name = graph.nodes.symbols[owner], last_name(graph.nodes.symbols[row])
    above = _related(own, lambda symbol: _bases_of(graph, symbol))
    for below in sorted(_related(own, graph.types.find_implementors)):
        others = _related(below, lambda symbol: _bases_of(graph, symbol)) - above - {own}
        for other in sorted(others):
            symbol = member_symbol(other, name)
            if graph.find_row(symbol) is not None:
                return [Doubt.of("MIXED_IN", symbol)]
    return []


def _related(symbol: str, next_of: Callable[[str], tuple[str, ...]]) -> set[str]:
    """Return all types above or below one, without it."""
    seen: set[str] = set()
    waiting = [symbol]
    while waiting and len(seen) < _MAX_RELATED:
        for each in next_of(waiting.pop()):
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    return seen - {symbol}


def _bases_of(graph: CodeGraph, symbol: str) -> tuple[str, ...]:
    known = graph.types.get(symbol)
    return () if known is None else known.bases


def _from_outside(base: OutsideBase | None) -> list[Doubt]:
    """Say that a base of the class lies in another package or is not known, and may call the method by its name."""
    return [] if base is None else [Doubt.of("EXTERNAL_BASE", base.symbol)]
