"""Render a graph pack as Mermaid, Graphviz DOT or GraphML. Names of analysed code are escaped by the rules of each."""

from codeshed.model.answers.node_references import is_clear_seed
from codeshed.query.graph_pack import GraphContextPackV1
from codeshed.render.graphs.drawn_graph import (
    DrawnEdge,
    DrawnGraph,
    DrawnNode,
    ShownPack,
    prepare_drawing,
    select_shown,
)
from codeshed.render.phrases.answer_phrases import basis_lines, truncation_lines, unresolved_seed_lines
from codeshed.render.phrases.wording import printable
from codeshed.render.xml_text import escape_xml, quote_attribute

_MERMAID_SAFE = frozenset("_./:,-+ ")
_MAX_ASCII = 127
_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_SCHEMA_NAMESPACE = "http://www.w3.org/2001/XMLSchema-instance"


def mermaid(pack: GraphContextPackV1, *, externals: bool = False) -> str:
    """Write a pack as a Mermaid flowchart; the seed has a thick border, edges to candidates are dotted."""
    shown = select_shown(pack, externals=externals)
    graph = prepare_drawing(shown)
    lines = ["flowchart LR", *(f"  %% {line}" for line in _comment_lines(pack, shown))]
    lines += [f'  {each.id}["{_in_mermaid(each.name)}"]' for each in graph.nodes]
    for edge in graph.edges:
        arrow = "-.->" if edge.is_guess else "-->"
        lines.append(f'  {edge.source.id} {arrow}|"{_in_mermaid(edge.label)}"| {edge.target.id}')
    lines += [f"  style {each.id} stroke-width:3px" for each in graph.nodes[:1]]
    return "\n".join(lines) + "\n"


def _comment_lines(pack: GraphContextPackV1, shown: ShownPack) -> list[str]:
    """Return the comments of a diagram: an unresolved seed, what is left out, what caps cut, what is unknown."""
    if not is_clear_seed(pack.seed):
        return [*unresolved_seed_lines(pack.basis, pack.seed), *truncation_lines(pack.truncation)]
    return [*shown.note_lines, *truncation_lines(pack.truncation), *basis_lines(pack.basis)]


def _in_mermaid(text: str) -> str:
    """Write as character codes everything that could end a text, open a tag or be Markdown."""
    return "".join(
        character
        if character.isalnum() or character in _MERMAID_SAFE or ord(character) > _MAX_ASCII
        else f"#{ord(character)};"
        for character in text
    )


def dot(pack: GraphContextPackV1, *, externals: bool = False) -> str:
    """Write a pack for Graphviz; the seed is bold, edges to candidates are dashed."""
    shown = select_shown(pack, externals=externals)
    graph = prepare_drawing(shown)
    lines = ["digraph codeshed {", *(f"  // {line}" for line in _comment_lines(pack, shown))]
    lines += ["  rankdir=LR;", "  node [shape=box];"]
    for place, node in enumerate(graph.nodes):
        style = ", style=bold" if place == 0 else ""
        lines.append(
            f"  {node.id} [label={_in_dot(node.name)}, kind={_in_dot(node.node.kind or '')}{style}];"
        )
    for edge in graph.edges:
        style = ", style=dashed" if edge.is_guess else ""
        lines.append(f"  {edge.source.id} -> {edge.target.id} [label={_in_dot(edge.label)}{style}];")
    return "\n".join([*lines, "}"]) + "\n"


def _in_dot(text: str) -> str:
    """Quote a text; backslashes are escaped, since some escapes name the graph."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


_KEYS = (
    ("label", "node", "string"),
    ("kind", "node", "string"),
    ("visibility", "node", "string"),
    ("file", "node", "string"),
    ("line", "node", "int"),
    ("distance", "node", "int"),
    ("tokens", "node", "int"),
    ("edgeType", "edge", "string"),
    ("confidence", "edge", "double"),
    ("provenance", "edge", "string"),
    ("isGuess", "edge", "boolean"),
    ("place", "edge", "string"),
)


def graphml(pack: GraphContextPackV1, *, externals: bool = False) -> str:
    """Write a pack as GraphML, with the attributes of each node and edge as data."""
    shown = select_shown(pack, externals=externals)
    graph = prepare_drawing(shown)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<graphml xmlns="{_NAMESPACE}" xmlns:xsi="{_SCHEMA_NAMESPACE}" xsi:schemaLocation="{_NAMESPACE} {_NAMESPACE}/1.0/graphml.xsd">',
        *(f"  <!-- {escape_xml(line.replace('--', '- -'))} -->" for line in _comment_lines(pack, shown)),
        *(
            f'  <key id="{name}" for="{owner}" attr.name="{name}" attr.type="{kind}"/>'
            for name, owner, kind in _KEYS
        ),
        '  <graph id="codeshed" edgedefault="directed">',
        *(line for node in graph.nodes for line in _node_in_xml(node)),
        *_edges_in_xml(graph),
        "  </graph>",
        "</graphml>",
    ]
    return "\n".join(lines) + "\n"


def _node_in_xml(node: DrawnNode) -> list[str]:
    known = node.node
    return [
        f"    <node id={quote_attribute(node.id)}>",
        *_data(
            label=node.name,
            kind=known.kind,
            visibility=known.visibility,
            file=known.file,
            line=known.line,
            distance=known.distance,
            tokens=known.tokens,
        ),
        "    </node>",
    ]


def _edges_in_xml(graph: DrawnGraph) -> list[str]:
    lines = []
    for place, each in enumerate(graph.edges):
        ends = f"source={quote_attribute(each.source.id)} target={quote_attribute(each.target.id)}"
        lines.append(f'    <edge id="e{place}" {ends}>')
        lines += _data(
            edgeType=each.edge.edge_type,
            confidence=each.edge.confidence,
            provenance=None if each.edge.evidence is None else each.edge.evidence.provenance,
            isGuess="true" if each.is_guess else None,
            place=edge_place(each),
        )
        lines.append("    </edge>")
    return lines


def edge_place(edge: DrawnEdge) -> str | None:
    """Write the first site of an edge."""
    sites = () if edge.edge.evidence is None else edge.edge.evidence.sites
    return f"{sites[0].file}:{sites[0].start_line}" if sites else None


def _data(**values: str | float | None) -> list[str]:
    return [
        f'      <data key="{name}">{escape_xml(printable(str(value)))}</data>'
        for name, value in values.items()
        if value is not None
    ]
