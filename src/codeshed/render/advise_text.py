"""Render advice: what to annotate, document or make immutable first."""

from codeshed.query.advise import AdvicePiece, AdviceReport, ContractGaps
from codeshed.render.layout.columns import squeezed
from codeshed.render.phrases.wording import basis_line, number, plural, printable, warning_lines


def advise_text(report: AdviceReport) -> str:
    """Write each piece of advice with what it saves, what it lacks, and who profits first."""
    lines = [
        _head(report),
        basis_line(
            "working_set",
            report.mode,
            report.doc_threshold,
            report.size_function,
            report.documentation_scorer,
        ),
        _sums(report),
        "",
    ]
    for rank, piece in enumerate(report.advice, 1):
        lines += _piece_lines(rank, piece)
    lines.append(
        f"exact for the {report.n_computed} with the largest estimates of {plural(report.n_candidates, 'candidate')}; "
        "what is written to do it is not taken off"
    )
    shown = warning_lines(report.warnings)
    return "\n".join(map(squeezed, [*lines, *(["", *shown] if shown else [])])) + "\n"


def advise_markdown(report: AdviceReport) -> str:
    """Write a to-do list."""
    lines = [f"## {_head(report)}", ""]
    for piece in report.advice:
        place = "" if piece.file_path is None else f" ({printable(piece.file_path)}:{piece.line or 1})"
        lines.append(f"- [ ] `{printable(piece.symbol)}`{place}: {_saving(piece)}")
        lines += [f"  - {printable(each)}" for each in _pieces(piece)]
    return "\n".join(lines) + "\n"


def _head(report: AdviceReport) -> str:
    where = "" if not report.scope else f" in {', '.join(map(printable, report.scope))}"
    change = "" if report.diff is None else f", of what changed since {printable(report.diff)}"
    if not report.advice:
        return f"Nothing to specify saves anything{where}{change}"
    return f"What to specify first{where}{change}"


def _sums(report: AdviceReport) -> str:
    functions = plural(report.n_functions, "function")
    return f"the working sets of {functions} together have {number(report.working_set_tokens)} tokens"


def _piece_lines(rank: int, piece: AdvicePiece) -> list[str]:
    place = "" if piece.file_path is None else f"  {printable(piece.file_path)}:{piece.line or 1}"
    lines = [f"{rank:>3}  {printable(piece.symbol)}{place}", f"     {_saving(piece)}"]
    lines += [f"     - {printable(each)}" for each in _pieces(piece)]
    first = ", ".join(f"{printable(each.symbol)} (-{number(each.tokens)})" for each in piece.first)
    return [*lines, *([f"     first: {first}"] if first else []), ""]


def _saving(piece: AdvicePiece) -> str:
    return (
        f"saves {number(piece.saved_tokens)} tokens in {plural(piece.n_functions, 'function')}: "
        f"{number(piece.saved_working_set_tokens)} in working sets, {number(piece.saved_forward_tokens)} forward"
    )


def _pieces(piece: AdvicePiece) -> list[str]:
    if piece.action == "make_immutable":
        return ["make it immutable: write it once, where it is defined"]
    return [] if piece.gaps is None else _gap_lines(piece.gaps)


def _gap_lines(gaps: ContractGaps) -> list[str]:
    annotations = [*gaps.parameters, *(["the return"] if gaps.is_return_missing else [])]
    lines = [f"annotate {', '.join(annotations)}"] if annotations else []
    if gaps.documentation:
        score = f"its documentation has {gaps.documentation_score:g} of {gaps.needed_score:g}"
        lines.append(f"document it: {'; '.join(gaps.documentation)} ({score})")
    return lines
