"""Render the neighbourhood of a symbol for people: by distance and direction, on one screen."""

from codeshed.model.answers.answer_graph import GraphEdgeV1
from codeshed.model.answers.node_references import ReferenceEnvelope, SeedRef, is_clear_seed, node_key
from codeshed.query.graph_pack import GraphContextPackV1
from codeshed.render.graphs.drawn_graph import select_shown
from codeshed.render.phrases.answer_phrases import (
    basis_lines,
    candidate_text,
    confidence_text,
    ref_text,
    seed_head,
    truncation_lines,
    unresolved_seed_lines,
)
from codeshed.render.phrases.wording import keep_end, plural, printable, warning_lines

_MAX_EDGES = 24
_WIDTH = 84


def graph_text(pack: GraphContextPackV1, *, show_all: bool = False, externals: bool = False) -> str:
    """Write a pack: its seed, its edges by distance, what was cut."""
    if not is_clear_seed(pack.seed):
        return (
            "\n".join([*unresolved_seed_lines(pack.basis, pack.seed), *truncation_lines(pack.truncation)])
            + "\n"
        )
    distance_by_key = {node_key(each.ref): each.distance or 0 for each in pack.nodes}
    drawn = select_shown(pack, externals=externals)
    edges = sorted(drawn.edges, key=lambda each: _nearness(each, distance_by_key))
    shown = edges if show_all else edges[:_MAX_EDGES]
    lines = [
        seed_head(pack.seed, pack.nodes[0]),
        f"{plural(len(drawn.nodes) - 1, 'node')} and {plural(len(drawn.edges), 'edge')} around it",
        "",
        *(_edge_line(each) for each in shown),
    ]
    if len(shown) < len(edges):
        lines.append(f"  … {plural(len(edges) - len(shown), 'more edge')}: --all shows them")
    lines += [
        "",
        *drawn.note_lines,
        *truncation_lines(pack.truncation),
        *basis_lines(pack.basis),
        *warning_lines(pack.warnings),
    ]
    return "\n".join(lines) + "\n"


def _nearness(edge: GraphEdgeV1, distance_by_key: dict[str, int]) -> tuple[int, int]:
    ends = [node_key(end) for end in (edge.from_, edge.to) if not isinstance(end, ReferenceEnvelope)]
    distances = sorted(distance_by_key.get(end, 0) for end in ends)
    return distances[0] if distances else 0, distances[-1] if distances else 0


def _edge_line(edge: GraphEdgeV1) -> str:
    sites = () if edge.evidence is None else edge.evidence.sites
    place = f"  {printable(sites[0].file)}:{sites[0].start_line}" if sites else ""
    text = f"{_end(edge.from_)} ─{edge.edge_type}→ {_end(edge.to)}"
    return f"  {keep_end(text, _WIDTH)}{confidence_text(edge.confidence)}{place}"


def _end(end: SeedRef) -> str:
    if isinstance(end, ReferenceEnvelope):
        candidates = [candidate_text(each) for each in end.candidates]
        return f"{printable(end.target_name or '?')}? one of {', '.join(candidates[:2])}" + (
            f" and {len(candidates) - 2} more" if len(candidates) > 2 else ""  # noqa: PLR2004 - two are named
        )
    return ref_text(end)
