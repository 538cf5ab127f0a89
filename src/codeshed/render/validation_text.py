"""Render the problems of a document, each with its location and remedy."""

from collections.abc import Sequence

from codeshed.build.validation import ValidationReport
from codeshed.model.answers.analysis_document import AnalysisReport
from codeshed.model.document_problem import DocumentProblem
from codeshed.render.phrases.wording import plural, printable


def validation_text(report: ValidationReport) -> str:
    """List all problems, then the verdict."""
    lines = _problem_lines(report.problems)
    read = (
        f"{plural(report.n_documents, 'document')}, {plural(report.n_definitions, 'definition')}, "
        f"{plural(report.n_references, 'reference')}, {plural(report.n_external_symbols, 'external symbol')}"
    )
    verdict = _verdict(report.problems, is_valid=report.is_valid)
    lines.append(f"{verdict} in {read} ({report.dialect} form)")
    return "\n".join(lines) + "\n"


def analysis_text(report: AnalysisReport) -> str:
    """List all problems of a bounded answer, then the verdict."""
    verdict = _verdict(report.problems, is_valid=report.is_valid)
    return "\n".join([*_problem_lines(report.problems), f"{verdict} ({report.schema})"]) + "\n"


def _problem_lines(problems: Sequence[DocumentProblem]) -> list[str]:
    lines = []
    for problem in problems:
        lines.append(
            f"{problem.severity} {printable(problem.path)}: {printable(problem.message)} [{problem.code}]"
        )
        lines.append(f"    → {problem.remedy}")
    return lines


def _verdict(problems: Sequence[DocumentProblem], *, is_valid: bool) -> str:
    n_errors = sum(problem.severity == "error" for problem in problems)
    words = "keeps the contract" if is_valid else "breaks the contract"
    return f"{words}: {plural(n_errors, 'error')}, {plural(len(problems) - n_errors, 'warning')}"
