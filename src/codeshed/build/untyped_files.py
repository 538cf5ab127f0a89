"""Files that were read completely, but resolved without a type engine.

Turns: the problems of documents → one WarningRecord for each reason.
"""

from collections.abc import Iterable

from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.semantic import SemanticDocuments

NO_TYPES = "no_types"
"""The code of the only problem that does not mean that part of a file was skipped."""


def untyped_warnings(documents: SemanticDocuments) -> tuple[WarningRecord, ...]:
    """Warn once for each reason about the files that were resolved without types."""
    return warnings_by_reason(
        (head.path, problem.message)
        for head, _ in documents.iter_definitions()
        for problem in head.problems
        if problem.code == NO_TYPES
    )


def warnings_by_reason(paths_with_reasons: Iterable[tuple[str, str]]) -> tuple[WarningRecord, ...]:
    """Warn once for each reason why files have no types, naming the first file and how many more there are."""
    paths_by_reason: dict[str, list[str]] = {}
    for path, reason in paths_with_reasons:
        paths_by_reason.setdefault(reason, []).append(path)
    return tuple(
        WarningRecord(
            code="NO_TYPES",
            message=f"{min(paths)}{f' (and {len(paths) - 1} more)' if len(paths) > 1 else ''} has no types: {reason}",
        )
        for reason, paths in sorted(paths_by_reason.items())
    )
