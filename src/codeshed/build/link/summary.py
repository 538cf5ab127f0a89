"""What is told of all documents together, beside the graph itself.

Turns: the heads of parts and the entry points → the shares of their calls, their entry points in order, and what is to be said of them.
"""

from collections.abc import Iterable, Sequence

import msgspec

from codeshed.build.part.call_shares import add_up_calls
from codeshed.build.part.document_part import PartHead
from codeshed.build.untyped import warnings_by_reason
from codeshed.graph.call_shares import CallShares
from codeshed.graph.columns import RecordColumn
from codeshed.model.limits import WarningRecord
from codeshed.model.semantic import EntryPoint


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """Calls, entry points by symbol, kind and detail, and the warnings of all documents."""

    calls: CallShares
    entry_points: RecordColumn[EntryPoint]
    warnings: tuple[WarningRecord, ...]


def summarize(heads: Sequence[PartHead], entry_points: Iterable[EntryPoint]) -> Summary:
    """Add up what the documents tell."""
    in_order = sorted(entry_points, key=lambda each: (each.symbol, each.kind, each.detail or ""))
    return Summary(
        calls=add_up_calls(head.calls for head in heads),
        entry_points=RecordColumn.of(in_order, EntryPoint),
        warnings=(
            *warnings_by_reason((head.path, reason) for head in heads for reason in head.untyped_reasons),
            *(warning for head in heads for warning in head.warnings),
        ),
    )
