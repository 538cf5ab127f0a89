"""One check per feature of the builder: a project in the notation, and what it must become."""

from codeshed.graph.code_graph import Edge
from codeshed.graph.kinds import CONTEXT_KINDS, EdgeKind
from tests.support.expectations import assert_expected
from tests.support.notation import project


def check_edges(notation: str, expected: str, *, kinds: tuple[EdgeKind, ...] = CONTEXT_KINDS) -> None:
    """Check the edges of the given kinds, one a line: `a.py::f -call-> a.py::g [declared]`."""
    edges = [edge for edge in project(notation).graph().iter_edges() if edge.kind in kinds]
    assert_expected("\n".join(_line(edge) for edge in edges), expected)


def check_types(notation: str, expected: str) -> None:
    """Check the types of all variables: `a.py::x: Money (Annotation)`."""
    graph = project(notation).graph()
    lines = []
    for row in range(len(graph.nodes)):
        node = graph.node(row)
        if node.mutability is not None and node.details is not None and node.details.type_source is not None:
            lines.append(f"{node.symbol}: {node.details.var_type or '?'} ({node.details.type_source.value})")
    assert_expected("\n".join(lines), expected)


def _line(edge: Edge) -> str:
    certainty = "" if edge.confidence == 1 else f" {edge.confidence:g}"
    recovered = " recovered" if edge.is_recovered else ""
    sites = "" if edge.n_sites == 1 else f" {edge.n_sites} sites"
    return f"{edge.source} -{edge.kind.label}-> {edge.target} [{edge.provenance.label}{certainty}{recovered}]{sites}"
