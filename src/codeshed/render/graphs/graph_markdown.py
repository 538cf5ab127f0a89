"""Render a graph pack as Markdown: a table of edges and a table of nodes, for pages and chats."""

from codeshed.model.answers.node_references import is_clear_seed
from codeshed.query.graph_pack import GraphContextPackV1
from codeshed.render.graphs.drawn_graph import prepare_drawing, select_shown
from codeshed.render.graphs.graph_diagrams import edge_place
from codeshed.render.phrases.answer_phrases import (
    basis_lines,
    seed_text,
    truncation_lines,
    unresolved_seed_lines,
)
from codeshed.render.phrases.wording import number, plural, printable, warning_lines


def graph_markdown(pack: GraphContextPackV1, *, externals: bool = False) -> str:
    """Write a whole pack; names are code spans, so that nothing in them is Markdown."""
    if not is_clear_seed(pack.seed):
        return _block([*unresolved_seed_lines(pack.basis, pack.seed), *truncation_lines(pack.truncation)])
    shown = select_shown(pack, externals=externals)
    graph = prepare_drawing(shown)
    counts = f"{plural(len(shown.nodes) - 1, 'node')} and {plural(len(shown.edges), 'edge')} around it"
    lines = [f"## {code_span(seed_text(pack.seed))}", "", f"{counts}.", ""]
    lines += ["| from | edge | to | sure | where |", "|---|---|---|---|---|"]
    for each in graph.edges:
        mark = " (one of several)" if each.is_guess else ""
        cells = (
            table_code(each.source.name),
            f"{each.edge.edge_type}{mark}",
            table_code(each.target.name),
            f"{each.edge.confidence:g}" if each.edge.confidence is not None else "",
            table_code(printable(edge_place(each) or "")),
        )
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", "| node | kind | tokens | where |", "|---|---|---|---|"]
    for node in graph.nodes:
        known = node.node
        place = f"{known.file}:{known.line}" if known.file and known.line else known.file or ""
        lines.append(
            f"| {table_code(node.name)} | {known.kind or ''} | {number(known.tokens or 0)} | {table_code(printable(place))} |"
        )
    notes = [
        *shown.note_lines,
        *truncation_lines(pack.truncation),
        *basis_lines(pack.basis),
        *warning_lines(pack.warnings),
    ]
    return "\n".join([*lines, "", _block(notes)])


def table_code(text: str) -> str:
    """Write a text as a code span in a table, where a bar would end the cell."""
    return code_span(text.replace("|", "\\|"))


def code_span(text: str) -> str:
    """Write a text as a code span, fenced by more backticks than any run in it has."""
    if not text:
        return ""
    longest = max((len(run) for run in _runs(text)), default=0)
    fence = "`" * (longest + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}"


def _runs(text: str) -> list[str]:
    others = "".join(character if character == "`" else " " for character in text)
    return others.split()


def _block(lines: list[str]) -> str:
    longest = max((len(run) for line in lines for run in _runs(line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([f"{fence}text", *lines, fence]) + "\n"
