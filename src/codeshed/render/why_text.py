"""Render why one symbol depends on another: each kind of edge with its sites and provenance."""

import msgspec
from msgspec.structs import replace

from codeshed.graph.answers.call_receivers import Receiver
from codeshed.graph.data.kinds import EdgeKind, ProvenanceCode
from codeshed.model.symbol_ids import last_name
from codeshed.query.why import OpenCall, WhyEdge, WhyReportV1, WhySite
from codeshed.render.layout.screen import first_that_fits
from codeshed.render.layout.source_lines import SourceLines
from codeshed.render.path_text import path_lines
from codeshed.render.phrases.answer_phrases import (
    basis_lines,
    ref_text,
    seed_head,
    short_name,
    truncation_lines,
    unresolved_seed_lines,
)
from codeshed.render.phrases.unresolved_reasons import unresolved_reason_text
from codeshed.render.phrases.wording import number, plural, printable, warning_lines

_LINE_WIDTH = 88
_MAX_OPEN = 5
_PROVENANCE_TEXT = {
    "declared": "declared: the code says it by name, through scopes and imports",
    "typed": "typed: the declared or checked type of the receiver has this method",
    "inferred": "inferred: values were followed to here; no type says it",
    "heuristic": "heuristic: the names are alike, nothing more is known",
    "observed": "observed: seen at run time, by `codeshed record`",
}
_DISPATCH_TEXT = {
    "inferred": "inferred: the receiver may be of a class that runs this, and there are objects of it",
    "heuristic": "heuristic: the type of the receiver allows it, and no object that runs this is seen",
    "observed": "observed: the receiver was of a class that runs this when `codeshed record` saw it",
}
_HEURISTIC_TEXT = {
    EdgeKind.DATAFLOW.label: "heuristic: the types in their signatures fit, and no value was followed",
    EdgeKind.INHERITS.label: "heuristic: methods and names are like those of a base, and nothing declares one",
}
"""What is known of heuristic edges that do not rest on equal names."""

_TYPE_SOURCE_TEXT = {
    "own": "the object of the method itself",
    "annotation": "as written",
    "inferred": "found out",
    "target": "taken from the method that was found",
}


class _ShownCounts(msgspec.Struct, frozen=True, kw_only=True):
    """How many edges are shown, and how many sites of each."""

    n_edges: int
    n_sites: int


_SHOWN_COUNTS = tuple(_ShownCounts(n_edges=n_edges, n_sites=min(4, n_edges)) for n_edges in (5, 4, 3, 2, 1))


def why_text(report: WhyReportV1, sources: SourceLines, *, show_all: bool = False) -> str:
    """Write the edges between two symbols, or without one the nearest connection."""
    unclear = unresolved_seed_lines(report.basis, report.from_, report.to)
    if unclear:
        return "\n".join([*unclear, *truncation_lines(report.truncation)]) + "\n"
    if show_all:
        return "\n".join(_report_lines(report, sources, None)) + "\n"
    return "\n".join(first_that_fits(_report_lines(report, sources, each) for each in _SHOWN_COUNTS)) + "\n"


def _report_lines(report: WhyReportV1, sources: SourceLines, shown_counts: _ShownCounts | None) -> list[str]:
    lines = [f"from {seed_head(report.from_)}", f"to   {seed_head(report.to)}"]
    reverse_counts = shown_counts
    if report.edges:
        lines += _edge_lines(report.edges, sources, shown_counts)
        # The direction that was asked for gets more room.
        reverse_counts = (
            None if shown_counts is None else replace(shown_counts, n_edges=(shown_counts.n_edges + 1) // 2)
        )
    else:
        lines += [
            "no edge leads there directly",
            *_nearest_lines(report, sources, show_all=shown_counts is None),
        ]
    if report.reverse:
        lines += ["", f"the other way round there {_are(len(report.reverse))}:"]
        lines += _edge_lines(report.reverse, sources, reverse_counts)
    lines += [
        "",
        *truncation_lines(report.truncation),
        *basis_lines(report.basis),
        *warning_lines(report.warnings),
    ]
    return lines


def _are(count: int) -> str:
    return f"{'is' if count == 1 else 'are'} {plural(count, 'edge')}"


def _edge_lines(
    edges: tuple[WhyEdge, ...], sources: SourceLines, shown_counts: _ShownCounts | None
) -> list[str]:
    has_several = len({(ref_text(each.from_), ref_text(each.to)) for each in edges}) > 1
    lines = []
    listed = edges if shown_counts is None else edges[: shown_counts.n_edges]
    for edge in listed:
        lines += ["", f"{edge.edge_type}, {edge.confidence:g} sure, {plural(edge.n_sites, 'place')}"]
        if has_several:
            lines.append(f"  {ref_text(edge.from_)} → {ref_text(edge.to)}")
        lines.append(f"  {_provenance_text(edge)}")
        if edge.is_exact:
            lines.append("  exactly this runs, whatever overrides it")
        if edge.through is not None:
            lines.append(
                f"  via {short_name(edge.through)}: the call names it, and this may run in its place"
            )
        elif edge.is_candidate:
            lines.append("  it is a candidate: the call may mean it, or something else of that name")
        if edge.is_recovered:
            lines.append("  the call was found by the type of its receiver, when all files were put together")
        shown = edge.sites if shown_counts is None else edge.sites[: shown_counts.n_sites]
        for site in shown:
            lines += _site_lines(site, last_name(ref_text(edge.through or edge.to)), sources)
        if len(shown) < edge.n_sites:
            rest = " : --all shows those that are kept" if len(shown) < len(edge.sites) else ""
            lines.append(f"  … {plural(edge.n_sites - len(shown), 'more place')}{rest}")
    if len(listed) < len(edges):
        lines.append(f"… {plural(len(edges) - len(listed), 'more edge')}: --all shows them")
    return lines


def _provenance_text(edge: WhyEdge) -> str:
    if edge.through is not None:
        return _DISPATCH_TEXT[edge.provenance]
    if edge.provenance == ProvenanceCode.HEURISTIC.label and edge.edge_type in _HEURISTIC_TEXT:
        return _HEURISTIC_TEXT[edge.edge_type]
    return _PROVENANCE_TEXT.get(edge.provenance, edge.provenance)


def _site_lines(site: WhySite, name: str, sources: SourceLines) -> list[str]:
    place = site.site
    line = sources.line_with_name(place, name)
    text = sources.line(place.file, line, _LINE_WIDTH)
    lines = [f"  {printable(place.file)}:{line}  {text}".rstrip()]
    if site.receiver is not None:
        lines.append(f"      {_receiver(site.receiver)}")
    return lines


def _receiver(receiver: Receiver) -> str:
    name = "a value" if receiver.symbol is None else printable(last_name(receiver.symbol))
    if receiver.type is None:
        return f"on {name}, whose type is not known"
    how = _TYPE_SOURCE_TEXT.get(receiver.type_source or "", "")
    return f"on {name} of type {printable(receiver.type)} ({how})"


def _nearest_lines(report: WhyReportV1, sources: SourceLines, *, show_all: bool) -> list[str]:
    lines = []
    if report.open_calls:
        lines += [
            "",
            f"{plural(len(report.open_calls), 'call')} of that name without a known target, which may be it:",
        ]
        shown = report.open_calls if show_all else report.open_calls[:_MAX_OPEN]
        for each in shown:
            lines += _open_lines(each, sources)
        if len(shown) < len(report.open_calls):
            lines.append(f"  … {number(len(report.open_calls) - len(shown))} more: --all shows them")
    if report.nearest is None:
        lines += [
            "",
            "no known path leads there either, or back from there (codeshed path says what was searched)",
        ]
    elif not report.reverse:
        there = (
            "the shortest path leads back from there" if report.is_nearest_backward else "the shortest path"
        )
        lines += ["", f"{there}, {plural(report.nearest.distance, 'step')}:"]
        lines += path_lines(report.nearest, sources, show_all=show_all)
    return lines


def _open_lines(call: OpenCall, sources: SourceLines) -> list[str]:
    place = "" if call.site is None else f"{printable(call.site.file)}:{call.site.start_line}  "
    text = (
        printable(call.text or "")
        if call.site is None
        else sources.line(call.site.file, call.site.start_line, _LINE_WIDTH)
    )
    several = f", {plural(call.n_candidates, 'candidate')}" if call.n_candidates else ""
    return [f"  {place}{text}", f"      not resolved: {unresolved_reason_text(call.reason)}{several}"]
