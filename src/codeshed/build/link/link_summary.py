"""What is summed up over all documents besides the graph: outcomes of calls, warnings, entry points.

Turns: PartPacks → DocumentSummary; entry points → the same, sorted.
"""

from collections.abc import Iterable, Sequence

import msgspec

from codeshed.build.part.part_pack import PartPack
from codeshed.build.untyped_files import warnings_by_reason
from codeshed.graph.data.call_shares import CallShares, add_up_calls
from codeshed.graph.data.columns import RecordColumn
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.semantic import EntryPoint


class DocumentSummary(msgspec.Struct, frozen=True, kw_only=True):
    """Call outcomes and warnings of all documents."""

    calls: CallShares
    warnings: tuple[WarningRecord, ...]


def tabulate_entry_points(entry_points: Iterable[EntryPoint]) -> RecordColumn[EntryPoint]:
    """Return entry points sorted by symbol, kind and detail."""
    in_order = sorted(entry_points, key=lambda each: (each.symbol, each.kind, each.detail or ""))
    return RecordColumn.of(in_order, EntryPoint)


def summarize(packs: Sequence[PartPack]) -> DocumentSummary:
    """Sum up the heads of all packs."""
    heads = [head for pack in packs for head in pack.heads]
    return DocumentSummary(
        calls=add_up_calls(pack.calls for pack in packs),
        warnings=(
            *warnings_by_reason((head.path, reason) for head in heads for reason in head.untyped_reasons),
            *(warning for head in heads for warning in head.warnings),
        ),
    )
