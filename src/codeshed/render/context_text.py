"""Render a composite context for language models: Markdown, XML or JSON.

Turns: CompositeContextPackV1 → text. Pieces are grouped by file, members below their classes, in source order.
"""

from collections.abc import Iterable, Sequence

import msgspec

from codeshed.context.graph_slice import edges_by_value
from codeshed.model.answers.answer_basis import ContextBasis
from codeshed.model.answers.answer_graph import VERSION, GraphEdgeV1, end_key
from codeshed.model.answers.context_answer import (
    GraphSliceV1,
    LeftOutV1,
    PieceV1,
    PrimaryExcerpt,
    RiskFlowSummaryV1,
    RiskSlice,
    TypeFactV1,
    TypesSlice,
)
from codeshed.model.answers.node_references import ReferenceEnvelope, SeedRef, node_key
from codeshed.model.answers.truncation import TruncationRecord
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.query.context.context_contract import CodeText, CompactContextV1, CompositeContextPackV1
from codeshed.render.phrases.answer_phrases import (
    candidate_text,
    ref_text,
    seed_text,
    short_name,
    unresolved_seed_lines,
)
from codeshed.render.phrases.piece_reasons import piece_comment_text, reason_text
from codeshed.render.phrases.wording import printable
from codeshed.render.xml_text import escape_xml, quote_attribute

_ACCESSORS = frozenset({"getter", "setter", "deleter"})
_INDENT = "    "
_FENCE = "```"
_BUDGETS = frozenset({"maxTokens", "maxBytes"})
_FENCE_SUFFIXES = frozenset({"tsx", "jsx"})


def context_json(pack: CompositeContextPackV1) -> str:
    """Write a pack as JSON on one line: whitespace between values costs tokens too."""
    return msgspec.json.encode(pack).decode() + "\n"


def compact_context(pack: CompositeContextPackV1) -> CompactContextV1:
    """Return a pack with the text of its pieces file by file."""
    is_unclear = isinstance(pack.seed, ReferenceEnvelope) and pack.seed.status != "resolved" and not pack.more
    seeds = () if is_unclear else (pack.primary, *pack.more)
    return CompactContextV1(
        version=VERSION,
        seed=seed_text(pack.seed),
        task=pack.task,
        excerpts=tuple(
            CodeText(
                id=ref_text(each.ref),
                file=each.file or "",
                line=0 if each.range is None else each.range.start_line,
                text=each.excerpt,
            )
            for each in seeds
            if each.ref is not None
        ),
        code=tuple(
            CodeText(file=path, text="\n".join(_outline(pieces))) for path, pieces in _by_file(pack.pieces)
        ),
        basis=_basis_text(pack.basis),
        tokens=pack.stats.tokens_estimated,
        max_tokens=pack.stats.max_tokens,
        graph=() if pack.graph is None else tuple(graph_lines(pack.graph)[1:]),
        types=() if pack.types is None else tuple(type_lines(pack.types)[1:]),
        risk=() if pack.risk is None else tuple(risk_lines(pack.risk)[1:]),
        notes=(
            *(
                unresolved_seed_lines(pack.basis, pack.seed)
                if is_unclear and isinstance(pack.seed, ReferenceEnvelope)
                else ()
            ),
            *_note_lines(pack),
            *(each.message for each in pack.warnings),
        ),
    )


def context_compact_json(pack: CompositeContextPackV1) -> str:
    """Write a pack as compact JSON on one line."""
    return msgspec.json.encode(compact_context(pack)).decode() + "\n"


def context_markdown(pack: CompositeContextPackV1) -> str:
    """Write a pack as Markdown."""
    if pack.primary.ref is None:
        return "\n".join(unresolved_seed_lines(pack.basis, pack.seed)) + "\n"
    lines: list[str] = []
    for each in (pack.primary, *pack.more):
        lines += [f"# {_name(each)}", _location(each)]
        if each.excerpt:
            lines += _fenced(source_text(each.excerpt), _language(each.file or ""))
    for language, files in _by_language(pack.pieces):
        code = [
            line
            for path, pieces in files
            for line in (f"{_comment(path)} {printable(path)}", *_outline(pieces))
        ]
        lines += ["## Code around it", *_fenced("\n".join(code), language)]
    if pack.graph is not None:
        lines += graph_lines(pack.graph)
    if pack.types is not None:
        lines += type_lines(pack.types)
    if pack.risk is not None:
        lines += risk_lines(pack.risk)
    return "\n".join([*lines, *_note_lines(pack), f"basis: {_basis_text(pack.basis)}"]) + "\n"


def context_xml(pack: CompositeContextPackV1) -> str:
    """Write a pack as XML."""
    basis = _attribute(_basis_text(pack.basis))
    lines = [f"<context seed={_attribute(seed_text(pack.seed))} task={_attribute(pack.task)} basis={basis}>"]
    if pack.primary.ref is None:
        return (
            "\n".join([*lines, *map(escape_xml, unresolved_seed_lines(pack.basis, pack.seed)), "</context>"])
            + "\n"
        )
    for each in (pack.primary, *pack.more):
        lines += [
            f"<primary id={_attribute(_name(each))} at={_attribute(_location(each))}>",
            escape_xml(source_text(each.excerpt)),
            "</primary>",
        ]
    for path, pieces in _by_file(pack.pieces):
        lines += [f"<file path={_attribute(path)}>", *map(escape_xml, _outline(pieces)), "</file>"]
    if pack.graph is not None and pack.graph.edges:
        lines += ["<graph>", *map(escape_xml, graph_lines(pack.graph)[1:]), "</graph>"]
    if pack.types is not None and pack.types.facts:
        lines += ["<types>", *map(escape_xml, type_lines(pack.types)[1:]), "</types>"]
    if pack.risk is not None and pack.risk.flows:
        lines += ["<risk>", *map(escape_xml, risk_lines(pack.risk)[1:]), "</risk>"]
    notes = [escape_xml(line) for line in _note_lines(pack)]
    return "\n".join([*lines, *(["<notes>", *notes, "</notes>"] if notes else []), "</context>"]) + "\n"


def _name(excerpt: PrimaryExcerpt) -> str:
    """Return the name of a seed; it has none if it is not resolved."""
    return "" if excerpt.ref is None else ref_text(excerpt.ref)


def graph_lines(graph: GraphSliceV1) -> list[str]:
    """Write a graph slice with a heading, one line per edge, by distance and confidence; nothing without edges."""
    if not graph.edges:
        return []
    starts = frozenset(node_key(each.ref) for each in graph.nodes if each.distance == 0)
    return ["## Graph", *(edge_line(each, starts) for each in edges_by_value(graph.nodes, graph.edges))]


def edge_line(edge: GraphEdgeV1, starts: frozenset[str]) -> str:
    """Write an edge relative to the seed, which is named only if there are several seeds, and its evidence."""
    source, target = end_key(edge.from_), end_key(edge.to)
    text = f"{_end_text(edge.from_)} -{edge.edge_type}-> {_end_text(edge.to)}"
    if source in starts:
        seed_name = f"{_seed_end_text(edge.from_)} " if len(starts) > 1 else ""
        text = f"{seed_name}-{edge.edge_type}-> {_seed_end_text(edge.to) if target in starts else _end_text(edge.to)}"
    elif target in starts:
        seed_name = f"{_seed_end_text(edge.to)} " if len(starts) > 1 else ""
        text = f"{seed_name}<-{edge.edge_type}- {_end_text(edge.from_)}"
    return f"{text} {_evidence_text(edge)}".rstrip()


def _evidence_text(edge: GraphEdgeV1) -> str:
    """Write the confidence of an edge, its provenance and its first site."""
    confidence = "" if edge.confidence is None else f"{edge.confidence:g} "
    evidence = edge.evidence
    if evidence is None:
        return f"({confidence.strip()})" if confidence else ""
    place = ""
    if evidence.sites:
        more = f" +{evidence.n_sites - 1}" if evidence.n_sites > 1 else ""
        place = f" :{evidence.sites[0].start_line}{more}"
    return f"({confidence}{evidence.provenance or ''}{place})"


def _end_text(end: SeedRef) -> str:
    if not isinstance(end, ReferenceEnvelope):
        return ref_text(end)
    first = f" {candidate_text(end.candidates[0])}" if end.candidates else ""
    more = f" or {len(end.candidates) - 1} more" if len(end.candidates) > 1 else ""
    return f"{printable(end.target_name or '')}? maybe{first}{more}"


def _seed_end_text(end: SeedRef) -> str:
    return _end_text(end) if isinstance(end, ReferenceEnvelope) else short_name(end)


def type_lines(types: TypesSlice) -> list[str]:
    """Write type facts with a heading, one line each; nothing without facts."""
    return ["## Types", *map(fact_line, types.facts)] if types.facts else []


def fact_line(fact: TypeFactV1) -> str:
    """Write a type fact and its source."""
    name = f" {printable(fact.name)}" if fact.name else ""
    return f"{ref_text(fact.subject)} {fact.role}{name}: {printable(fact.type)} ({fact.source})"


def risk_lines(risk: RiskSlice) -> list[str]:
    """Write risk flows with a heading, one line each; nothing without flows."""
    return ["## Risk flows", *map(flow_line, risk.flows)] if risk.flows else []


def flow_line(flow: RiskFlowSummaryV1) -> str:
    """Write a flow: its severity and category, the functions that it passes, the line where it ends, and its confidence."""
    nodes = flow.path.nodes
    names = [
        ref_text(each) if place in {0, len(nodes) - 1} else short_name(each)
        for place, each in enumerate(nodes)
    ]
    sites = flow.evidence.call_sites if flow.evidence is not None else None
    end = f":{sites[-1].start_line}" if sites else ""
    confidence = "" if flow.confidence is None else f" ({flow.confidence:g})"
    return f"{flow.severity or ''} {printable(flow.category or '')}: {' → '.join(names)}{end}{confidence}".strip()


def source_text(text: str) -> str:
    """Escape characters of source that could move a cursor; line ends and tabs stay."""
    lines = text.split("\n")
    return "\n".join(
        line if line.isprintable() else "\t".join(printable(part) for part in line.split("\t"))
        for line in lines
    )


def _location(primary: PrimaryExcerpt) -> str:
    place = "" if primary.range is None else f":{primary.range.start_line}-{primary.range.end_line}"
    cut = ", cut" if primary.is_cut else ""
    digest = f" {primary.excerpt_hash[:19]}" if primary.excerpt_hash else ""
    within = "" if primary.within is None else f", in the text of {short_name(primary.within)}"
    return f"{printable(primary.file or '')}{place}{digest}{cut}{within}"


def _basis_text(basis: ContextBasis) -> str:
    """Write whether anything may be missing, and why: `lower-bound: caps 1, unresolved calls 3`."""
    causes = ", ".join(f"{each.code.replace('_', ' ')} {each.count}" for each in basis.causes)
    return f"{basis.kind}: {causes}" if causes else basis.kind


def _note_lines(pack: CompositeContextPackV1) -> list[str]:
    lines = []
    if pack.left_out:
        lines.append(f"left out: {', '.join(map(_left_out_text, pack.left_out))}")
    records = [each for each in pack.truncation if each.cap != "maxWarnings"]
    lines += [_cut_line(each) for each in records if each.cap not in _BUDGETS]
    parts = [_budget_text(each, is_named=bool(pack.left_out)) for each in records if each.cap in _BUDGETS]
    return [*lines, f"cut: {', '.join(parts)}"] if parts else lines


def _left_out_text(left_out: LeftOutV1) -> str:
    place = "" if left_out.line is None else f":{left_out.line}"
    return f"{ref_text(left_out.ref)}{place} {left_out.form} (fits at {left_out.fits_at})"


def _cut_line(record: TruncationRecord) -> str:
    note = printable(record.note or "").removeprefix("counts ")
    count = "" if record.omitted is None else f"{record.omitted} "
    return f"cut: {record.cap} {record.limit}: {count}{note}"


def _budget_text(record: TruncationRecord, *, is_named: bool) -> str:
    """Write what the budget cut; where left-out pieces are listed, they say themselves at which budget they fit."""
    # A budget in tokens needs no more than its figure, as in the list of what was left out.
    note = printable(record.note or "").removeprefix("counts ").replace("--max-tokens ", "")
    unit, *notes = note.split("; ")
    shown = [each for each in notes if not (is_named and each.startswith("the next at"))]
    return f"{record.omitted or 0} of {record.observed or 0} {unit}" + (
        f" ({'; '.join(shown)})" if shown else ""
    )


def _outline(pieces: Sequence[PieceV1]) -> list[str]:
    """Return the lines of the pieces of a file, members indented below those of their classes that are shown."""
    owners = {node_key(each.ref) for each in pieces}
    lines = []
    for each in pieces:
        key = node_key(each.ref)
        indent = _INDENT * _depth(key, owners)
        lines += [
            f"{indent}{line}"
            for line in piece_comment_lines(each, is_nested=key.rpartition(".")[0] in owners)
        ]
        text = source_text(each.text)
        reason = f"  {_comment(each.file)} {reason_text(each)}" if each.likelihood is not None else ""
        first, *others = text.split("\n")
        lines += [f"{indent}{first}{reason}", *(f"{indent}{line}" if line else "" for line in others)]
    return lines


def piece_comment_lines(piece: PieceV1, *, is_nested: bool) -> list[str]:
    """Return the comment before a piece: its enclosing function, unless that is shown above it, and how it uses the seed."""
    said = piece_comment_text(piece, is_nested=is_nested)
    return [f"{_comment(piece.file)} {printable(said)}"] if said else []


def _depth(key: str, owners: set[str]) -> int:
    """Return how many shown pieces enclose a piece; other accessors of the same property do not enclose it."""
    depth = 0
    if key.rpartition(".")[2] in _ACCESSORS:
        key = key.rpartition(".")[0]
    while "." in key.rpartition("::")[2]:
        key = key.rpartition(".")[0]
        depth += key in owners
    return depth


def _by_file(pieces: Iterable[PieceV1]) -> list[tuple[str, list[PieceV1]]]:
    found: dict[str, list[PieceV1]] = {}
    for each in pieces:
        found.setdefault(each.file, []).append(each)
    return [
        (
            path,
            sorted(
                found[path],
                key=lambda each: (each.range.start_line, -each.range.end_line, node_key(each.ref)),
            ),
        )
        for path in sorted(found)
    ]


def _by_language(pieces: Iterable[PieceV1]) -> list[tuple[str, list[tuple[str, list[PieceV1]]]]]:
    found: dict[str, list[tuple[str, list[PieceV1]]]] = {}
    for path, in_file in _by_file(pieces):
        found.setdefault(_language(path), []).append((path, in_file))
    return sorted(found.items())


def _fenced(text: str, language: str) -> list[str]:
    """Return a code block whose fence is longer than any run of backticks in the text."""
    fence = _FENCE
    while fence in text:
        fence += "`"
    return [f"{fence}{language}", text, fence]


def _language(path: str) -> str:
    """Return the language of a code block; highlighters treat some suffixes as languages of their own."""
    suffix = path.rpartition(".")[2].lower()
    return suffix if suffix in _FENCE_SUFFIXES else language_of_path(path) or ""


def _comment(path: str) -> str:
    return traits_of(language_of_path(path)).line_comment


def _attribute(text: str) -> str:
    return quote_attribute(printable(text))
