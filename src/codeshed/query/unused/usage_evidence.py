"""Evidence that a function without known callers is used after all.

Turns: a row + Mentions of its name in texts → Doubts.
"""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from typing import Literal, TypeVar

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Ints, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import concatenate_ranges
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind, ProvenanceCode
from codeshed.graph.incompleteness.external_bases import ExternalBase, ExternalBases
from codeshed.model.languages.language import is_test_path, language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.name_mentions import PLAIN_DECORATORS, KnownOccurrences, Mention, MentionKind
from codeshed.model.span import Span
from codeshed.model.symbol_ids import SEPARATOR, last_name, member_symbol
from codeshed.query.unused.computed_members import ComputedMembers, bases_of, related_types

_Place = TypeVar("_Place", int, Span)

DoubtCode = Literal[
    "MENTIONED_AS_MEMBER",
    "MENTIONED",
    "MENTIONED_IN_STRING",
    "IMPORTED",
    "DECORATED",
    "EXTERNAL_BASE",
    "CLASS_NAMED",
    "HANDED_OVER",
    "COMPUTED_NAME",
    "OVERRIDDEN",
    "OVERRIDES",
    "MIXED_IN",
    "SHARED_NAME",
    "ALTERNATIVE",
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
    "CLASS_NAMED": 0.8,
    "HANDED_OVER": 0.7,
    "COMPUTED_NAME": 0.8,
    "OVERRIDDEN": 0.7,
    "OVERRIDES": 0.7,
    "MIXED_IN": 0.8,
    "SHARED_NAME": 0.7,
    "ALTERNATIVE": 0.7,
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
    MentionKind.COMPUTED: "COMPUTED_NAME",
}
_USES = frozenset({EdgeKind.CALL, EdgeKind.READ, EdgeKind.USAGE})
_HIDDEN = re.compile(r"#.*|__\w*(?<!__)")
"""Names that no other class can use, by name mangling or syntax: `#step`, `__step`."""

_COMPUTED_KEY = re.compile(r"[.:]\[.+\](?:#\d+)?$")
"""A member whose name is the value of an expression: `[Kind.LINE]() {}`."""

_ORDINAL = re.compile(r"#\d+$")
"""What distinguishes definitions of one name in one file: `scan`, `scan#2`."""

_MIN_SHARING = 2
_SURE = frozenset({ProvenanceCode.DECLARED, ProvenanceCode.TYPED})


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
    def at(code: DoubtCode, mention: Mention) -> "Doubt":
        """Return a doubt with the usual weight of its code, and the line that raises it."""
        return Doubt(code=code, weight=_WEIGHTS[code], file=mention.file, line=mention.line)

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
    """Return the places at which it is known what a name means: for the names of some functions and of their types.

    A private name that is mangled outside of its class is searched for as it is written there, too.
    """
    symbols = graph.nodes.symbols
    functions = tuple(rows)
    owners = {owner for row in functions if (owner := _owner_of(graph, row)) is not None}
    names = {last_name(symbols[row]) for row in (*functions, *owners)}
    mangled = {name for row in functions if (name := _mangled_name(graph, row)) is not None}
    known = {name: _known_places(graph, name) for name in sorted(names)}
    return {**known, **{name: KnownOccurrences() for name in sorted(mangled - names)}}


def _owner_of(graph: CodeGraph, row: int) -> int | None:
    """Return the type that a function is a method of."""
    owner = int(graph.nodes.enclosing[row])
    return owner if owner != NO_ROW and graph.nodes.kinds[owner] == NodeKind.TYPE else None


def _mangled_name(graph: CodeGraph, row: int) -> str | None:
    """Return how other code writes the name of a private method: `_Cart__total`."""
    name, owner = graph.nodes.names[row], _owner_of(graph, row)
    if owner is None or not name.startswith("__") or name.endswith("__"):
        return None
    is_mangled = traits_of(language_of_path(graph.file_path(row) or "")).are_private_names_mangled
    return f"_{graph.nodes.names[owner].lstrip('_')}{name}" if is_mangled else None


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
    graph: CodeGraph,
    row: int,
    mentions: Mapping[str, tuple[Mention, ...]],
    *,
    external_bases: ExternalBases,
    computed_members: ComputedMembers,
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
        or _mentions_of_class(graph, row, mentions)
        or _mixed_in(graph, row)
        or _alternative(graph, row)
        or _shared_name(graph, row)
        or _nested_in_function(graph, row)
        or _handed_over(graph, row)
        or _looked_up(graph, row, computed_members)
        or _in_object(graph, row, computed_members)
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
            return [Doubt.at(code, each)]
    mangled = mentions.get(_mangled_name(graph, row) or "", ())
    return [Doubt.at("MENTIONED_AS_MEMBER", each) for each in mangled[:1]]


def _mentions_of_class(
    graph: CodeGraph, row: int, mentions: Mapping[str, tuple[Mention, ...]]
) -> list[Doubt]:
    """Doubt: the class is decorated or named in a string, so that code elsewhere may know it and ask for its methods."""
    owner = _owner_of(graph, row)
    if owner is None or _HIDDEN.fullmatch(graph.nodes.names[row]):
        return []
    place = (graph.file_path(owner), int(graph.nodes.spans[owner][0]))
    return [
        Doubt.at("CLASS_NAMED", each)
        for each in mentions.get(graph.nodes.names[owner], ())
        if each.kind is MentionKind.STRING
        or (each.kind is MentionKind.DECORATED and (each.file, each.line) == place)
    ][:1]


def _handed_over(graph: CodeGraph, row: int) -> list[Doubt]:
    """Doubt: the class is used here, but no code outside of it calls a method of it: what gets its objects may do so.

    Where calls need no types, such a class implements an interface that is written nowhere; in Go it implements those of other
    packages that have its methods.
    """
    nodes, owner = graph.nodes, _owner_of(graph, row)
    if owner is None or not _can_be_called_by_name(graph, row):
        return []
    members = [
        each
        for each in np.flatnonzero(nodes.enclosing == owner).tolist()
        if nodes.kinds[each] == NodeKind.FUNCTION
    ]
    constructors = [each for each in members if nodes.flags[each] & int(NodeFlag.CONSTRUCTOR)]
    methods = [each for each in members if not nodes.names[each].endswith("__") and each not in constructors]
    within = {owner, *members}
    is_used = any(_has_outer_user(graph, each, owner, within) for each in (owner, *constructors))
    is_called = any(_has_outer_user(graph, each, owner, within) for each in methods)
    return [Doubt.of("HANDED_OVER", nodes.symbols[owner])] if is_used and not is_called else []


def _can_be_called_by_name(graph: CodeGraph, row: int) -> bool:
    """Whether code that knows nothing of a class may call its method: in duck-typed and structurally typed languages."""
    name = graph.nodes.names[row]
    traits = traits_of(language_of_path(graph.file_path(row) or ""))
    is_exported = traits.has_structural_interfaces and name[:1].isupper()
    return is_exported or (traits.is_duck_typed and not name.startswith(("_", "#")))


def _looked_up(graph: CodeGraph, row: int, computed_members: ComputedMembers) -> list[Doubt]:
    """Doubt: an object of the class looks up its own members by computed names."""
    lookup = None if _HIDDEN.fullmatch(graph.nodes.names[row]) else computed_members.lookup_of(row)
    if lookup is None:
        return []
    weight = _WEIGHTS["COMPUTED_NAME"]
    return [Doubt(code="COMPUTED_NAME", weight=weight, file=lookup.file, line=lookup.line)]


def _in_object(graph: CodeGraph, row: int, computed_members: ComputedMembers) -> list[Doubt]:
    """Doubt: the function is a member of a variable's object that is asked for computed names, or passed on as a whole."""
    weight = _WEIGHTS["COMPUTED_NAME"]
    uses = computed_members.object_uses_of(row)
    if uses.lookup is not None:
        return [Doubt(code="COMPUTED_NAME", weight=weight, file=uses.lookup.file, line=uses.lookup.line)]
    if _COMPUTED_KEY.search(graph.nodes.symbols[row]):
        line = int(graph.nodes.spans[row][0])
        return [Doubt(code="COMPUTED_NAME", weight=weight, file=graph.file_path(row), line=line)]
    return [Doubt.of("HANDED_OVER", uses.passed_on)] if uses.passed_on else []


def _has_outer_user(graph: CodeGraph, row: int, owner: int, within: Container[int]) -> bool:
    """Whether code outside of a class uses one of its nodes; the class's own body is none: `close = stop`."""
    table = graph.edges
    edges = table.in_order[table.in_starts[row] : table.in_starts[row + 1]].tolist()
    return any(
        table.kinds[edge] in _USES
        and int(table.sources[edge]) not in within
        and not _is_in_text_of(graph, edge, owner)
        for edge in edges
    )


def _is_in_text_of(graph: CodeGraph, edge: int, owner: int) -> bool:
    """Whether all places of an edge are in the text of a definition."""
    sites, nodes = graph.edges.sites, graph.nodes
    first, _, last, _ = nodes.spans[owner].tolist()
    places = range(int(sites.starts[edge]), int(sites.starts[edge + 1]))
    return bool(places) and all(
        sites.files[place] == nodes.files[owner] and first <= sites.spans[place][0] <= last
        for place in places
    )


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

    In Python such a value is a name, and its use is an edge. A function without a name around it is no node: then the nested one
    is of the module, and begins within a line.
    """
    path, outer = graph.file_path(row) or "", int(graph.nodes.enclosing[row])
    if path.endswith((".py", ".pyi", ".ipynb")) or outer == NO_ROW:
        return []
    is_inner = graph.nodes.kinds[outer] == NodeKind.FUNCTION
    is_in_anonymous = graph.nodes.kinds[outer] == NodeKind.MODULE and graph.nodes.spans[row][1] > 0
    return [Doubt.of("NESTED", graph.nodes.symbols[outer])] if is_inner or is_in_anonymous else []


def _alternative(graph: CodeGraph, row: int) -> list[Doubt]:
    """Doubt: there is another definition of the same name, of which a condition or the build chooses one.

    In one file where functions have no overloads: `#ifdef` in C. In one folder where that is a package: build tags in Go.
    """
    nodes, path = graph.nodes, graph.file_path(row) or ""
    traits = traits_of(language_of_path(path))
    if traits.overrides_match_parameters or not path:
        return []
    own = nodes.symbols[row]
    place = _package_and_name(own, has_folders=traits.are_folders_packages)
    for each in graph.name_index.find(last_name(own)).tolist():
        symbol = nodes.symbols[each]
        is_other = each != row and nodes.kinds[each] == NodeKind.FUNCTION
        if is_other and _package_and_name(symbol, has_folders=traits.are_folders_packages) == place:
            return [Doubt.of("ALTERNATIVE", symbol)]
    return []


def _package_and_name(symbol: str, *, has_folders: bool) -> tuple[str, str]:
    path, _, name = symbol.partition(SEPARATOR)
    return path.rpartition("/")[0] if has_folders else path, _ORDINAL.sub("", name)


def _shared_name(graph: CodeGraph, row: int) -> list[Doubt]:
    """Doubt: several other classes have a method of that name, or modules a function, so that it may be called by convention.

    Where calls need no types, one other class is enough if a call of its method is only inferred, and in tests: the class may
    stand in for that one.
    """
    nodes = graph.nodes
    owner = int(nodes.enclosing[row])
    if owner == NO_ROW or nodes.kinds[owner] not in {NodeKind.TYPE, NodeKind.MODULE}:
        return []
    path = graph.file_path(row) or ""
    is_duck_typed = traits_of(language_of_path(path)).is_duck_typed
    if nodes.kinds[owner] == NodeKind.MODULE and not is_duck_typed:
        return []
    rows = graph.name_index.find(last_name(nodes.symbols[row])).tolist()
    others = [
        each
        for each in rows
        if nodes.kinds[each] == NodeKind.FUNCTION
        and nodes.enclosing[each] not in {NO_ROW, owner}
        and nodes.kinds[nodes.enclosing[each]] == nodes.kinds[owner]
    ]
    is_one_enough = (
        is_duck_typed
        and nodes.kinds[owner] == NodeKind.TYPE
        and (is_test_path(path) or any(_is_only_inferred(graph, each) for each in others))
    )
    is_shared = len(others) >= (1 if is_one_enough else _MIN_SHARING)
    return [Doubt.of("SHARED_NAME", nodes.symbols[others[0]])] if is_shared else []


def _is_only_inferred(graph: CodeGraph, row: int) -> bool:
    """Whether a method has a call that no type of the receiver vouches for: it may run another class's method instead."""
    table = graph.edges
    edges = table.in_order[table.in_starts[row] : table.in_starts[row + 1]]
    calls = edges[table.kinds[edges] == EdgeKind.CALL]
    return any(ProvenanceCode(code) not in _SURE for code in table.provenance[calls].tolist())


def _mixed_in(graph: CodeGraph, row: int) -> list[Doubt]:
    """Doubt: a subclass also derives from another class with a method of that name, in whose place this one may run."""
    owner = int(graph.nodes.enclosing[row])
    if owner == NO_ROW or graph.nodes.kinds[owner] != NodeKind.TYPE:
        return []
    own, name = graph.nodes.symbols[owner], last_name(graph.nodes.symbols[row])
    base_types = related_types(own, lambda symbol: bases_of(graph, symbol))
    for below in sorted(related_types(own, graph.types.find_implementors)):
        others = related_types(below, lambda symbol: bases_of(graph, symbol)) - base_types - {own}
        for other in sorted(others):
            symbol = member_symbol(other, name)
            if graph.find_row(symbol) is not None:
                return [Doubt.of("MIXED_IN", symbol)]
    return []


def _external_base_doubts(base: ExternalBase | None) -> list[Doubt]:
    """Doubt: a base of the class is external or unknown, and may call the method by its name."""
    return [] if base is None else [Doubt.of("EXTERNAL_BASE", base.symbol)]
