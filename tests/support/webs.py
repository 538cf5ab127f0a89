"""Webs for property tests of walks: a few modules, functions and types, and edges of any kind, confidence and evidence."""

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from codeshed.graph.builder import GraphBuilder
from codeshed.graph.code_graph import CodeGraph, Site
from codeshed.graph.drafts import EdgeDraft, NodeDraft
from codeshed.graph.kinds import EdgeKind, NodeKind, ProvenanceCode
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
    """An edge between symbols by position, with its confidence in hundredths and the line that it comes from."""

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


def webs() -> st.SearchStrategy[list[WebEdge]]:
    """Draw the edges of a web, no two of them parallel."""
    edge = st.builds(
        WebEdge,
        st.integers(0, len(SYMBOLS) - 1),
        st.integers(0, len(SYMBOLS) - 1),
        st.sampled_from(sorted(EdgeKind)),
        st.sampled_from((20, 40, 80, 85, 90, 100)),
        st.integers(1, 4),
    )
    return st.lists(edge, max_size=30, unique_by=lambda each: (each.source, each.target, each.kind))


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
                sites=(
                    Site(
                        file_path=source.partition("::")[0],
                        span=Span(each.line, 0, each.line, 9),
                        ordinal=each.line,
                    ),
                ),
            )
        )
    return builder.freeze()
