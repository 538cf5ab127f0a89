"""The symbols whose name is like a text: in another case, by beginning, by part, or similar.

Turns: CodeGraph + NameList + text → rows by falling quality of the match. `find` answers with them, and a seed that names
nothing suggests them.
"""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from codeshed.graph.data.code_graph import VARIABLE_KINDS, CodeGraph
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.seeds.similar_names import NameList
from codeshed.model.semantic import VariableKind
from codeshed.model.symbol_ids import last_name

MatchKind = Literal["exact", "case", "prefix", "substring", "similar"]

_ORDER: tuple[MatchKind, ...] = ("exact", "case", "prefix", "substring", "similar")
_N_SIMILAR = 20
_LOCAL_KINDS = frozenset(
    number
    for number, kind in enumerate(VARIABLE_KINDS)
    if kind in {VariableKind.LOCAL, VariableKind.PARAMETER}
)


def is_local(graph: CodeGraph, row: int) -> bool:
    """Whether a row is a local variable or a parameter."""
    nodes = graph.nodes
    return int(nodes.kinds[row]) == NodeKind.VARIABLE and int(nodes.variable_kind[row]) in _LOCAL_KINDS


def owner_of(text: str) -> str:
    """Return what stands before the last name of a dotted name or a path, in lower case."""
    return text[: len(text) - len(last_name(text))].rstrip(".:/").lower()


def iter_name_matches(
    graph: CodeGraph, names: NameList, text: str
) -> Iterator[tuple[MatchKind, Iterable[int]]]:
    """Yield rows by falling quality; of a dotted name or a path, the part before the last name must be in the symbol."""
    last, owner = last_name(text), owner_of(text)
    part = last.lower()
    index = graph.name_index

    def has_owner(row: int) -> bool:
        return not owner or owner in graph.nodes.symbols[row].lower()

    def rows_of(find: Callable[[], Iterable[str]]) -> Iterator[int]:
        # A search begins with its first row: the dearest, by likeness, is seldom wanted.
        for name in find():
            yield from filter(has_owner, index.find(name).tolist())

    yield "case", filter(has_owner, index.find_in_any_case(last).tolist())
    yield "prefix", rows_of(lambda: names.with_prefix(part))
    yield "substring", rows_of(lambda: names.with_part(part))
    yield "similar", rows_of(lambda: names.similar(part, _N_SIMILAR))


def find_name_matches(
    graph: CodeGraph,
    names: NameList,
    text: str,
    *,
    exact: Iterable[int] = (),
    most: int,
    is_wanted: Callable[[int], bool] = lambda _: True,
) -> dict[int, MatchKind]:
    """Return the wanted rows with their best match; names that are only similar count where no other matches."""
    found: dict[int, MatchKind] = dict.fromkeys(filter(is_wanted, exact), "exact")
    for kind, rows in iter_name_matches(graph, names, text):
        if len(found) >= most or (kind == "similar" and found):
            break
        for row in rows:
            if row not in found and is_wanted(row):
                found[row] = kind
    return found


def rank_matches(graph: CodeGraph, kind_by_row: Mapping[int, MatchKind]) -> list[int]:
    """Sort rows: locals last unless they are meant exactly, by kind of match, own code, code before tests, kind of symbol, short names first, id."""
    if "similar" in kind_by_row.values():
        return list(kind_by_row)
    nodes = graph.nodes
    return sorted(
        kind_by_row,
        key=lambda row: (
            is_local(graph, row) and kind_by_row[row] != "exact",
            _ORDER.index(kind_by_row[row]),
            bool(int(nodes.flags[row]) & NodeFlag.EXTERNAL),
            bool(int(nodes.flags[row]) & NodeFlag.TEST),
            (int(nodes.kinds[row]) == NodeKind.VARIABLE) + is_local(graph, row),
            len(nodes.names[row]),
            nodes.symbols[row],
        ),
    )


def rank_suggestions(graph: CodeGraph, text: str, kind_by_row: Mapping[int, MatchKind]) -> list[int]:
    """Sort rows for a text that names nothing: own code first, kind of match, the same owner, then by likeness of the whole id."""
    nodes = graph.nodes
    owner = owner_of(text)
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(text)

    def likeness(symbol: str) -> float:
        matcher.set_seq1(symbol)
        return matcher.ratio()

    return sorted(
        kind_by_row,
        key=lambda row: (
            bool(int(nodes.flags[row]) & NodeFlag.EXTERNAL),
            _ORDER.index(kind_by_row[row]),
            owner not in nodes.symbols[row].lower(),
            -likeness(nodes.symbols[row]),
            nodes.symbols[row],
        ),
    )
