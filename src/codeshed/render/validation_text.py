"""The problems of a document, each with its place and what to do."""

from codeshed.build.validation import ValidationReport
from codeshed.render.wording import plural, printable


def validation_text(report: ValidationReport) -> str:
    """List all problems, then the sum."""
    lines = []
    for problem in report.problems:
        lines.append(
            f"{problem.severity} {printable(problem.path)}: {printable(problem.message)} [{problem.code}]"
        )
        lines.append(f"    → {problem.remedy}")
    read = (
        f"{plural(report.n_documents, 'document')}, {plural(report.n_definitions, 'definition')}, "
        f"{plural(report.n_references, 'reference')}, {plural(report.n_external_symbols, 'external symbol')}"
    )
    n_errors = sum(problem.severity == "error" for problem in report.problems)
    n_warnings = len(report.problems) - n_errors
    verdict = "keeps the contract" if report.is_valid else "breaks the contract"
    lines.append(
        f"{verdict}: {plural(n_errors, 'error')}, {plural(n_warnings, 'warning')} in {read} ({report.dialect} form)"
    )
    return "\n".join(lines) + "\n"
