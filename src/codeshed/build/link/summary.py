"""What is told of all documents together, beside the graph itself.

Turns: DocumentParts → the shares of their calls, their entry points in order, and what is to be said of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from codeshed.build.part.call_shares import add_up_calls
from codeshed.build.part.document_part import DocumentPart
from codeshed.build.untyped import warnings_by_reason
from codeshed.graph.call_shares import CallShares
from codeshed.graph.columns import RecordColumn
from codeshed.model.limits import WarningRecord
from codeshed.model.semantic import EntryPoint


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Calls, entry points by symbol, kind and detail, and the warnings of all documents."""

    calls: CallShares
    entry_points: RecordColumn[EntryPoint]
    warnings: tuple[WarningRecord, ...]


def summarize(parts: Sequence[DocumentPart]) -> Summary:
    """Add up what the parts tell."""
    entry_points = [each for part in parts for each in part.entry_points]
    entry_points.sort(key=lambda each: (each.symbol, each.kind, each.detail or ""))
    return Summary(
        calls=add_up_calls(part.calls for part in parts),
        entry_points=RecordColumn.of(entry_points, EntryPoint),
        warnings=(
            *warnings_by_reason((part.path, reason) for part in parts for reason in part.untyped_reasons),
            *(warning for part in parts for warning in part.warnings),
        ),
    )
