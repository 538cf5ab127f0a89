"""A graph in each format, with names that try to leave their place."""

import re
import shutil
import subprocess
from xml.etree import ElementTree as ET

import pytest

from codeshed.model.answers.answer_basis import IndexIdentity, basis_of
from codeshed.model.answers.answer_graph import EdgeEvidence, EdgeSite, GraphEdgeV1, GraphNodeV1
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.node_references import CandidateRef, ReferenceEnvelope, SymbolRef
from codeshed.model.answers.truncation import TruncationRecord
from codeshed.query.graph_pack import ArtifactsUsed, GraphContextPackV1, PackCounts, PackStats
from codeshed.render.graphs.drawn_graph import prepare_drawing, select_shown
from codeshed.render.graphs.graph_diagrams import dot, graphml, mermaid
from codeshed.render.graphs.graph_markdown import code_span, graph_markdown, table_code
from codeshed.render.graphs.graph_text import graph_text

HOSTILE = (
    'a.py::say"hi"',
    "a.py::two\nlines\r\n",
    "a.py::<script>alert(1)</script>",
    "a.py::`code` and ```fence```",
    "a.py::π_été_名前",
    "a.py::pipe|cell\\|end\\",
    "a.py::]];n0-->n1%%{init}%%",
    "a.py::&amp;#quot;--><!-- x",
    "a.py::\x00\x1b[2J\u202e\ud800\uffff",
    "a.py::end }; digraph {\\N \\G",
)


def _pack(names: tuple[str, ...]) -> GraphContextPackV1:
    """Return a pack in which the first node calls all others, and each may be meant by one more call."""
    refs = [SymbolRef(symbol_id=each) for each in names]
    site = EdgeSite(file="a`|.py", start_line=3, start_col=0, end_line=3, end_col=9)
    edges = tuple(
        GraphEdgeV1(
            edge_type="call",
            from_=refs[0],
            to=each,
            confidence=0.8,
            evidence=EdgeEvidence(provenance="inferred", sites=(site,), n_sites=1),
        )
        for each in refs[1:]
    )
    guess = GraphEdgeV1(
        edge_type="call",
        from_=refs[0],
        to=ReferenceEnvelope(
            v=1,
            status="ambiguous",
            candidates=tuple(CandidateRef(symbol_id=each.symbol_id) for each in refs[1:3]),
            resolved=None,
        ),
        confidence=0.3,
    )
    return GraphContextPackV1(
        version="1.0.0",
        seed=refs[0],
        nodes=tuple(
            GraphNodeV1(
                ref=each, distance=min(place, 1), file="a`|.py", kind="function", line=place + 1, tokens=7
            )
            for place, each in enumerate(refs)
        ),
        edges=(*edges, guess),
        basis=basis_of((), caps_of(), IndexIdentity()),
        stats=PackStats(
            artifacts_used=ArtifactsUsed(graph_relations=True, symbol_edges=False, call_sites=True),
            counts=PackCounts(nodes_returned=0, edges_returned=0, paths_returned=0, work_units_used=0),
        ),
        truncation=(TruncationRecord(scope="graph", cap="maxNodes", limit=1, omitted=2, note="--> \n more"),),
    )


PACK = _pack(HOSTILE)
N_NODES, N_EDGES = len(HOSTILE), len(HOSTILE) - 1 + 2


def test_what_is_drawn() -> None:
    graph = prepare_drawing(select_shown(PACK, externals=True))
    assert (len(graph.nodes), len(graph.edges)) == (N_NODES, N_EDGES)
    assert sum(each.is_guess for each in graph.edges) == 2
    assert all(each.name.isprintable() for each in graph.nodes)


def test_other_packages_are_drawn_only_if_they_are_asked_for() -> None:
    ids = ("a.py::f", "a.py::g", "a.py::h", "ext:json.dumps", "ext:os.sep")
    pack = _pack(ids)
    shown = select_shown(pack, externals=False)
    assert [each.ref.symbol_id for each in shown.nodes if isinstance(each.ref, SymbolRef)] == [
        "a.py::f",
        "a.py::g",
        "a.py::h",
    ]
    assert shown.n_externals == 2
    for write in (graph_text, graph_markdown, mermaid, dot, graphml):
        assert "json.dumps" not in write(pack)
        assert "2 nodes of other packages: - -externals shows them" in write(pack).replace("--e", "- -e")
        assert "json.dumps" in write(pack, externals=True)


def test_an_external_seed_is_drawn() -> None:
    shown = select_shown(_pack(("ext:json.dumps", "a.py::f")), externals=False)
    assert shown.n_externals == 0
    assert shown.edges


def test_mermaid() -> None:
    text = mermaid(PACK, externals=True)
    node = re.compile(r'  n\d+\["(?:[\w ./:,+-]|#\d+;)*"\]')
    edge = re.compile(r'  n\d+ (?:-->|-\.->)\|"(?:[\w ./:,+-]|#\d+;)*"\| n\d+')
    lines = text.splitlines()
    assert lines[0] == "flowchart LR"
    rest = [line for line in lines[1:] if not line.startswith(("  %% ", "  style "))]
    assert [bool(node.fullmatch(line)) for line in rest[:N_NODES]] == [True] * N_NODES
    assert [bool(edge.fullmatch(line)) for line in rest[N_NODES:]] == [True] * N_EDGES
    assert "<script>" not in text
    assert "名前" in text


_DOT_TOKENS = re.compile(
    r"""\s*(?: (?P<comment>//[^\n]*) | (?P<string>"(?:[^"\\]|\\.)*") | (?P<arrow>->) | (?P<word>\w+) | (?P<mark>[{}\[\];=,]) )""",
    re.VERBOSE | re.DOTALL,
)


def _dot_statements(text: str) -> list[list[str]]:
    """Read DOT by its own rules for tokens: whatever is in quotes is one, and statements end at semicolons."""
    tokens, place = [], 0
    while text[place:].strip():
        match = _DOT_TOKENS.match(text, place)
        assert match, f"no token at {text[place : place + 20]!r}"
        if match["comment"] is None:
            tokens.append(match[0].strip())
        place = match.end()
    assert tokens[:3] == ["digraph", "codeshed", "{"]
    assert tokens[-1] == "}"
    statements: list[list[str]] = [[]]
    for each in tokens[3:-1]:
        if each == ";":
            statements.append([])
        else:
            statements[-1].append(each)
    return [each for each in statements if each]


def test_dot() -> None:
    statements = _dot_statements(dot(PACK))
    nodes = [each for each in statements if re.fullmatch(r"n\d+", each[0]) and each[1] == "["]
    edges = [each for each in statements if each[1:2] == ["->"]]
    assert (len(nodes), len(edges)) == (N_NODES, N_EDGES)
    labels = [each[4][1:-1].replace('\\"', '"').replace("\\\\", "\\") for each in nodes]
    assert labels == [each.name for each in prepare_drawing(select_shown(PACK, externals=True)).nodes]


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_dot_by_graphviz() -> None:
    done = subprocess.run(["dot", "-Tplain"], input=dot(PACK).encode(), capture_output=True, check=True)  # noqa: S607 - whichever is installed
    assert done.stdout.decode().count("\nnode ") == N_NODES


def test_graphml() -> None:
    space = "{http://graphml.graphdrawing.org/xmlns}"
    root = ET.fromstring(graphml(PACK, externals=True))  # noqa: S314 - our own text
    assert root.tag == f"{space}graphml"
    keys = {each.get("id"): each.get("for") for each in root.findall(f"{space}key")}
    (graph,) = root.findall(f"{space}graph")
    assert graph.get("edgedefault") == "directed"
    nodes, edges = graph.findall(f"{space}node"), graph.findall(f"{space}edge")
    assert (len(nodes), len(edges)) == (N_NODES, N_EDGES)
    ids = [each.get("id") for each in nodes]
    assert len(set(ids)) == N_NODES
    for owner, elements in (("node", nodes), ("edge", edges)):
        for element in elements:
            assert all(keys[each.get("key") or ""] == owner for each in element.findall(f"{space}data"))
    assert all(each.get("source") in ids and each.get("target") in ids for each in edges)
    labels = [each.findtext(f"{space}data[@key='label']") for each in nodes]
    assert labels == [each.name for each in prepare_drawing(select_shown(PACK, externals=True)).nodes]


def test_markdown() -> None:
    text = graph_markdown(PACK, externals=True)
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    cells = [len(re.findall(r"(?<!\\)\|", line)) - 1 for line in rows]
    assert set(cells[: N_EDGES + 1]) == {5}
    assert set(cells[N_EDGES + 1 :]) == {4}
    for line in rows:
        outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", line)
        assert "<" not in outside
        assert "`" not in outside


def test_code_in_markdown() -> None:
    assert code_span("a") == "`a`"
    assert code_span("a`b``c") == "```a`b``c```"
    assert code_span("`") == "`` ` ``"
    assert code_span("a|b") == "`a|b`"
    assert table_code("a|b") == "`a\\|b`"
    assert code_span("") == ""


def test_text_shows_all_if_asked() -> None:
    pack = _pack(tuple(f"a.py::f{number:03}" for number in range(60)))
    assert len(graph_text(pack).splitlines()) <= 40
    assert "more edges: --all shows them" in graph_text(pack)
    assert "f059" in graph_text(pack, show_all=True)


@pytest.mark.parametrize("write", [mermaid, dot, graphml, graph_markdown])
def test_a_seed_that_is_not_clear(write) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001 - a function of a pack
    seed = ReferenceEnvelope(
        v=1,
        status="ambiguous",
        target_name="a--><b",
        candidates=(CandidateRef(symbol_id="a.py::b"),),
        resolved=None,
    )
    pack = _pack(HOSTILE[:2])
    unclear = GraphContextPackV1(
        version="1.0.0", seed=seed, nodes=(), edges=(), basis=pack.basis, stats=pack.stats
    )
    text = write(unclear)
    assert "a.py::b" in text
    if write is graphml:
        ET.fromstring(text)  # noqa: S314 - our own text
    if write is dot:
        assert len(_dot_statements(text)) == 2
