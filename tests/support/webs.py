"""Webs for property tests of walks: a few modules, functions and types, and edges of any kind, confidence and evidence."""

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from codeshed.graph.data.code_graph import CodeGraph, Site
from codeshed.graph.data.kinds import EdgeKind, NodeKind, ProvenanceCode
from codeshed.graph.editing.drafts import EdgeDraft, NodeDraft
from codeshed.graph.editing.graph_builder import GraphBuilder
from codeshed.model.span import Span

SYMBOLS = (
    "a.py",
    "a.py::f",
    "a.py::g",
    "a.py::T",
    "a.py::T.m",
    "b.py",
    "b.py::f",
    "b.py::V",
    "b.py::h",
    "z.py::k",
)
_KINDS = {
    "a.py": NodeKind.MODULE,
    "b.py": NodeKind.MODULE,
    "a.py::T": NodeKind.TYPE,
    "b.py::V": NodeKind.VARIABLE,
}


class WebEdge(NamedTuple):
    """An edge between symbols by position, with its confidence in hundredths and the last line that it comes from."""

    source: int
    target: int
    kind: EdgeKind
    confidence: int
    line: int

    @property
    def provenance(self) -> ProvenanceCode:
        """A call that is less than half sure is one of several candidates."""
        is_guess = self.kind is EdgeKind.CALL and self.confidence < 50
        return ProvenanceCode.HEURISTIC if is_guess else ProvenanceCode.DECLARED


def webs(
    kinds: Sequence[EdgeKind] = tuple(sorted(EdgeKind)),
    confidences: Sequence[int] = (20, 40, 80, 85, 90, 100),
    min_size: int = 0,
) -> st.SearchStrategy[list[WebEdge]]:
    """Draw the edges of a web, no two of them parallel."""
    edge = st.builds(
        WebEdge,
        st.integers(0, len(SYMBOLS) - 1),
        st.integers(0, len(SYMBOLS) - 1),
        st.sampled_from(kinds),
        st.sampled_from(confidences),
        st.integers(1, 4),
    )
    return st.lists(
        edge, min_size=min_size, max_size=30, unique_by=lambda each: (each.source, each.target, each.kind)
    )


def tied_webs() -> st.SearchStrategy[list[WebEdge]]:
    """Draw webs in which many ways are equally long and equally sure."""
    return webs((EdgeKind.CALL, EdgeKind.USAGE), (80, 100), 15)


def guessed_webs() -> st.SearchStrategy[list[WebEdge]]:
    """Draw webs in which many calls may mean several things."""
    return webs((EdgeKind.CALL,), (20, 40), 15)


def web_graph(edges: Sequence[WebEdge], order: Sequence[int] = tuple(range(len(SYMBOLS)))) -> CodeGraph:
    """Make the graph of a web; nodes are added in any order."""
    builder = GraphBuilder()
    for number in order:
        symbol = SYMBOLS[number]
        builder.add_node(
            NodeDraft(
                symbol=symbol,
                kind=_KINDS.get(symbol, NodeKind.FUNCTION),
                file_path=symbol.partition("::")[0],
                span=Span(number + 1, 0, number + 2, 0),
            )
        )
    for each in edges:
        source = SYMBOLS[each.source]
        builder.add_edge(
            EdgeDraft(
                source=source,
                target=SYMBOLS[each.target],
                kind=each.kind,
                confidence=each.confidence / 100,
                provenance=each.provenance,
                sites=tuple(
                    Site(file_path=source.partition("::")[0], span=Span(line, 0, line, 9), ordinal=line)
                    for line in range(1, each.line + 1)
                ),
            )
        )
    return builder.freeze()
