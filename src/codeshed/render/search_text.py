"""Render hits of a search, and symbols found by name, for people."""

from collections.abc import Iterable, Sequence

from codeshed.query.find import FindReportV1, NameMatch
from codeshed.query.search.search_contract import FoundFile, ScoreBreakdown, SearchHitV1, SearchReportV1
from codeshed.render.phrases.answer_phrases import ref_text, truncation_lines
from codeshed.render.phrases.wording import keep_start, number, plural, printable, warning_lines

_MAX_FILES = 8
_MAX_HITS_PER_FILE = 2
_MAX_HITS = 12
_MAX_CONTEXT = 6
_MAX_MATCHES = 25
_MAX_EXPLAINED = 5
_WIDTH = 96
_COMMIT_DIGITS = 9


def search_text(report: SearchReportV1, *, show_all: bool = False) -> str:
    """Write files with their best functions; with breakdowns, what brought each hit."""
    hits = [hit for hit in report.hits if hit.score_type == "text"]
    beside = [hit for hit in report.hits if hit.score_type == "context"]
    if not hits and not report.best_files:
        lines = [
            "nothing matches",
            "next       codeshed find NAME   also lists names that are only similar;   codeshed map   what there is",
        ]
    elif any(hit.score_breakdown is not None for hit in hits):
        shown = hits if show_all else hits[:_MAX_EXPLAINED]
        lines = [line for place, hit in enumerate(shown, 1) for line in _explained_lines(place, hit)]
    else:
        lines = _file_lines(report.best_files, hits, show_all=show_all)
    if beside:
        shown = beside if show_all else beside[:_MAX_CONTEXT]
        lines += ["", "BESIDE", *(_beside_line(hit) for hit in shown)]
        if len(shown) < len(beside):
            lines.append(f"  … {number(len(beside) - len(shown))} more: --all shows them")
    lines += [
        "",
        _figures(report),
        *truncation_lines([each for each in report.truncation if each.cap != "maxCandidates"]),
        *warning_lines(report.warnings),
    ]
    return "\n".join(lines) + "\n"


def _figures(report: SearchReportV1) -> str:
    stats = report.stats
    found = f"{number(stats.n_units_found)} of {plural(stats.n_units, 'function')} and types match"
    files = f"in {number(stats.n_files_found)} of {plural(stats.n_files, 'file')}"
    return f"{found}, {files}; {plural(report.history.n_commits, 'commit')} searched"


def find_text(report: FindReportV1, *, show_all: bool = False) -> str:
    """Write symbols, one line each."""
    if not report.matches:
        return f"No symbol is called {printable(report.name)!r}, or has a similar name\n"
    main = [each for each in report.matches if each.match in {"exact", "similar"} or not each.is_local]
    kept = report.matches if show_all or not main else main
    shown = kept if show_all else kept[:_MAX_MATCHES]
    if shown[0].match == "similar":
        lines = [f"No symbol is called {printable(report.name)!r}. Similar names:"]
    else:
        lines = [f"{plural(report.n_matches, 'symbol')} for {printable(report.name)!r}"]
    lines += [_match_line(each) for each in shown]
    n_more = report.n_matches - len(shown)
    if n_more:
        lines.append(f"  … {number(n_more)} more: --all and --max show them")
    return "\n".join([*lines, *warning_lines(report.warnings)]) + "\n"


def _match_line(match: NameMatch) -> str:
    place = "" if match.file is None else f"  {printable(match.file)}:{match.line}" if match.line else ""
    return f"  {ref_text(match.ref)}  {match.kind}{place}"


def _file_lines(files: Sequence[FoundFile], hits: Sequence[SearchHitV1], *, show_all: bool) -> list[str]:
    """Write the best files with their hits below, then hits of other files."""
    of_file: dict[str, list[SearchHitV1]] = {}
    for hit in hits:
        of_file.setdefault(hit.file, []).append(hit)
    shown = files if show_all else files[:_MAX_FILES]
    lines = []
    for file in shown:
        lines.append(f"{printable(file.path)}{'  (test)' if file.is_test else ''}")
        own = of_file.pop(file.path, [])
        lines += [_hit_line(hit) for hit in (own if show_all else own[:_MAX_HITS_PER_FILE])]
    rest = [hit for own in of_file.values() for hit in own]
    rest.sort(key=lambda hit: -hit.score)
    kept = rest if show_all else rest[: max(0, _MAX_HITS - len(shown))]
    if kept:
        lines += ["", "ALSO", *(_hit_line(hit, has_path=True) for hit in kept)]
    return lines


def _hit_line(hit: SearchHitV1, *, has_path: bool = False) -> str:
    name = "" if hit.kind == "module" else printable(hit.name) + "  "
    place = f"{printable(hit.file)}:{hit.line}  " if has_path else f"{hit.line}  "
    return keep_start(f"  {place}{name}{printable(hit.text or '')}", _WIDTH)


def _beside_line(hit: SearchHitV1) -> str:
    reasons = ", ".join(f"{each.relation} of {ref_text(each.of)}" for each in hit.reasons)
    return f"  {printable(hit.symbol or hit.file)}:{hit.line}" + (f"  {reasons}" if reasons else "")


def _explained_lines(place: int, hit: SearchHitV1) -> list[str]:
    lines = [f"{place}. {hit.score:.2f}  {printable(hit.symbol or hit.file)}:{hit.line}"]
    if hit.text:
        lines.append(keep_start(f"     {printable(hit.text)}", _WIDTH))
    found = hit.score_breakdown
    if found is None:
        return lines
    lines.append(f"     score      {_parts(found.features.items())}")
    lines.append(f"     its file   {_parts(found.file_features.items())}")
    lines += _evidence_lines(found)
    if found.graph is not None:
        known = ((name, value) for name, value in found.graph.features.items() if value)
        lines.append(f"     graph      {found.graph.delta:+.3f}: {_parts(known)}")
    return lines


def _evidence_lines(found: ScoreBreakdown) -> list[str]:
    lines = []
    if found.words:
        words = ", ".join(f"{printable(each.word)} ({'+'.join(each.fields)})" for each in found.words)
        lines.append(f"     words      {words}")
    lines += [f"     frame      {printable(each)}" for each in found.frames]
    lines += [f"     commit     {each.id[:_COMMIT_DIGITS]} {printable(each.title)}" for each in found.commits]
    return lines


def _parts(parts: "Iterable[tuple[str, float]]") -> str:
    in_order = sorted(parts, key=lambda each: (-abs(each[1]), each[0]))
    return ", ".join(f"{name} {value:+.2f}" for name, value in in_order) or "nothing"
