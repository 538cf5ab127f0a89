"""Render paths between two symbols for people: each step with its evidence."""

from codeshed.model.answers.answer_graph import WitnessPathV1
from codeshed.model.symbol_ids import last_name
from codeshed.query.path import PathReportV1
from codeshed.render.layout.columns import label
from codeshed.render.layout.source_lines import SourceLines
from codeshed.render.phrases.answer_phrases import (
    basis_lines,
    confidence_text,
    ref_text,
    seed_head,
    seed_text,
    short_name,
    truncation_lines,
    unresolved_seed_lines,
)
from codeshed.render.phrases.wording import plural, printable, warning_lines

_LINE_WIDTH = 80
_MAX_STEPS = 12
_LOW_CONFIDENCE = 0.3
_ARROWS = {
    "call": "calls",
    "overriddenBy": "is overridden by",
    "annotates": "is decorated by",
    "read": "reads",
    "write": "writes",
    "usage": "uses",
    "import": "imports",
    "export": "exports",
    "inherits": "inherits from",
    "dataflow": "gives data to",
}


def path_text(report: PathReportV1, sources: SourceLines, *, show_all: bool = False) -> str:
    """Write the path that was found, or what was searched without finding one."""
    unclear = unresolved_seed_lines(report.basis, report.from_, report.to)
    if unclear:
        return "\n".join([*unclear, *truncation_lines(report.truncation)]) + "\n"
    lines = [f"from {seed_head(report.from_)}", f"to   {seed_head(report.to)}"]
    if report.path is None:
        lines += _no_path_lines(report)
    else:
        back = (
            ""
            if report.direction == "forward"
            else "  BACK: no path leads there; this one leads the other way"
        )
        sure = "" if report.path.confidence == 1 else f", {report.path.confidence:.2g} sure"
        others = _kinds_note(report)
        lines += [f"{plural(report.path.distance, 'step')}{sure}{others}{back}", ""]
        lines += path_lines(report.path, sources, show_all=show_all)
        if (report.path.confidence or 0) < _LOW_CONFIDENCE:
            lines += ["", f"{label('next')}--min-confidence 0.5 looks for a longer path that is more certain"]
    lines += [
        "",
        *truncation_lines(report.truncation),
        *basis_lines(report.basis),
        *warning_lines(report.warnings),
    ]
    return "\n".join(lines) + "\n"


def path_lines(path: WitnessPathV1, sources: SourceLines, *, show_all: bool = False) -> list[str]:
    """Write a path node by node, with each edge and the line of its first site."""
    edges = path.edges or ()
    shown = edges if show_all else edges[:_MAX_STEPS]
    lines = [f"  {ref_text(path.nodes[0])}"]
    for place, edge in enumerate(shown, 1):
        mark = "  one of several by name" if place in path.unresolved_at else ""
        verb = _ARROWS.get(edge.edge_type, edge.edge_type)
        via = "" if edge.through is None else f" via {short_name(edge.through)}"
        where, text = "", ""
        if edge.sites:
            first = edge.sites[0]
            line = sources.line_with_name(first, last_name(ref_text(edge.through or edge.to)))
            where = f"  {printable(first.file)}:{line}"
            text = f"  {sources.line(first.file, line, _LINE_WIDTH)}"
        lines.append(f"    ↓ {verb}{via}{confidence_text(edge.confidence)}{mark}{where}{text}")
        lines.append(f"  {ref_text(path.nodes[place])}")
    if len(shown) < len(edges):
        lines.append(f"  … {plural(len(edges) - len(shown), 'more step')}: --all shows them")
    return lines


def _kinds_note(report: PathReportV1) -> str:
    """Say if the path follows more than edges of execution."""
    found = report.attempts[-1]
    failed = [each for each in report.attempts if each.direction == found.direction and not each.is_found]
    return "" if not failed else "; no path of calls alone: this one follows other uses too"


def _no_path_lines(report: PathReportV1) -> list[str]:
    is_cycle = seed_text(report.from_) == seed_text(report.to)
    lines = [
        "no path was found that leads back to it" if is_cycle else "no path was found, in either direction",
        "",
    ]
    for each in report.attempts:
        there = "A → A" if is_cycle else "A → B" if each.direction == "forward" else "B → A"
        kinds = "every dependency" if len(each.edge_types) > 3 else ", ".join(each.edge_types)  # noqa: PLR2004 - a list of more names tells less
        extent = "all that can be reached" if each.is_complete else "cut by a cap"
        lines.append(f"  {there} over {kinds}: {plural(each.nodes_visited, 'node')} seen, {extent}")
    are_all_complete = all(each.is_complete for each in report.attempts)
    if is_cycle:
        meaning = "no known edges lead" if are_all_complete else "within the caps nothing leads"
        return [
            *lines,
            "",
            f"what that means: {meaning} from it back to it. Unresolved calls may.",
        ]
    lines += [
        "",
        "what that means: no known edges connect them."
        if are_all_complete
        else "what that means: within the caps nothing connects them; beyond them something may.",
        "what it does not mean: that they have nothing to do with each other. Unresolved calls, strings,",
        "registries and other processes connect code too, and are not analysed here.",
    ]
    return lines
