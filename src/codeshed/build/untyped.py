"""Files that were read whole, but without a type engine.

Turns: the problems of documents → WarningRecords, one for each reason.
"""

from codeshed.model.limits import WarningRecord
from codeshed.model.semantic import SemanticDocuments

NO_TYPES = "no_types"
"""The one problem that takes nothing away from what was read of a file."""


def untyped_warnings(documents: SemanticDocuments) -> tuple[WarningRecord, ...]:
    """Say once for each reason which files were resolved without types."""
    paths_by_reason: dict[str, list[str]] = {}
    for head, _ in documents.iter_definitions():
        for problem in head.problems:
            if problem.code == NO_TYPES:
                paths_by_reason.setdefault(problem.message, []).append(head.path)
    return tuple(
        WarningRecord(
            code="NO_TYPES",
            message=f"{paths[0]}{f' (and {len(paths) - 1} more)' if len(paths) > 1 else ''} has no types: {reason}",
        )
        for reason, paths in sorted(paths_by_reason.items())
    )
