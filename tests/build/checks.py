"""One check per feature of the builder: a project in the notation, and the graph it must become."""

import tempfile
from pathlib import Path
from textwrap import dedent

from codeshed.build.graph import build_graph
from codeshed.graph.data.code_graph import CodeGraph, Edge
from codeshed.graph.data.kinds import CONTEXT_KINDS, EdgeKind
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.index.graph_in_memory import Types, read_repository
from tests.support.expectations import assert_expected
from tests.support.notation import project


def check_edges(notation: str, expected: str, *, kinds: tuple[EdgeKind, ...] = CONTEXT_KINDS) -> None:
    """Check the edges of the given kinds, one a line: `a.py::f -call-> a.py::g [declared]`."""
    edges = [edge for edge in project(notation).graph().iter_edges() if edge.kind in kinds]
    assert_expected("\n".join(_line(edge) for edge in edges), expected)


def check_edges_of_code(path: str, code: str, expected: str, *, kinds: tuple[EdgeKind, ...]) -> None:
    """Check the edges of the given kinds in a file of any language, both ends without its path: `A.f -call-> A.g`."""
    edges = (edge for edge in graph_of_code(path, code).iter_edges() if edge.kind in kinds)
    lines = (f"{edge.source} -{edge.kind.label}-> {edge.target}" for edge in edges)
    assert_expected("\n".join(line.replace(f"{path}::", "") for line in lines), expected)


def check_edges_of_files(files: dict[str, str], expected: str, *, kinds: tuple[EdgeKind, ...]) -> None:
    """Check the edges of the given kinds in files of any language: `p/A.java::A.f -call-> q/B.java::B.g`."""
    with tempfile.TemporaryDirectory() as folder:
        for path, code in files.items():
            Path(folder, path).parent.mkdir(parents=True, exist_ok=True)
            Path(folder, path).write_text(code, encoding="utf-8")
        data = read_repository(Path(folder), types=Types.OFF).data
    edges = (edge for edge in build_graph(data, TextSourceReader(files)).iter_edges() if edge.kind in kinds)
    assert_expected(
        "\n".join(f"{edge.source} -{edge.kind.label}-> {edge.target}" for edge in edges), expected
    )


def graph_of_code(path: str, code: str) -> CodeGraph:
    """Return the graph of one file of any language."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, path).write_text(dedent(code), encoding="utf-8")
        data = read_repository(Path(folder), types=Types.OFF).data
    return build_graph(data, TextSourceReader({path: dedent(code)}))


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
