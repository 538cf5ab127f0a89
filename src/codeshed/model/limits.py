"""What was cut, and what a reader of a result must be told: truncation and warning records."""

from collections.abc import Sequence
from typing import Literal

import msgspec

MAX_WARNINGS = 100

DATAFLOW_CAPPED = "DATAFLOW_CAPPED"
"""Types that too many functions use give no data flow."""

INHERITANCE_CAPPED = "INHERITANCE_CAPPED"
"""Names that methods of too many types have are no evidence of inheritance."""

_OF_OTHER_EDGES = frozenset({DATAFLOW_CAPPED, INHERITANCE_CAPPED})


Scope = Literal[
    "graph",
    "impact",
    "types",
    "risk",
    "ranking",
    "apiContracts",
    "architecture",
    "suggestTests",
    "footprint",
    "search",
    "context",
    "export",
]
"""Which part of an answer a cap belongs to."""

Cap = Literal[
    "maxDepth",
    "maxFanoutPerNode",
    "maxNodes",
    "maxEdges",
    "maxPaths",
    "maxCandidates",
    "maxWorkUnits",
    "maxWallClockMs",
    "maxTokens",
    "maxBytes",
    "maxTypeEntries",
    "maxRiskFlows",
    "maxRiskEvidencePerFlow",
    "maxCallSites",
    "maxSymbols",
    "maxWarnings",
]
"""The name of a cap."""


class TruncationPlace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """Where a cap took effect first: the key of a node, or of an edge."""

    node: str | None = None
    edge: str | None = None


class TruncationRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """One cap that took effect: its name, its limit, what was seen and what was left out."""

    scope: Scope
    cap: Cap
    limit: int
    observed: int | None = None
    omitted: int | None = None
    at: TruncationPlace | None = None
    note: str | None = None


class WarningRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """A degraded or partial answer, with a stable code for programs and a sentence for people."""

    code: str
    message: str
    data: dict[str, int | str | bool | None] | None = None


def footprint_warnings(warnings: Sequence[WarningRecord]) -> tuple[WarningRecord, ...]:
    """Return the warnings without those of edges that no footprint follows."""
    return tuple(warning for warning in warnings if warning.code not in _OF_OTHER_EDGES)


def cap_warnings(warnings: Sequence[WarningRecord], limit: int = MAX_WARNINGS) -> tuple[WarningRecord, ...]:
    """Return at most `limit` warnings, and then one that counts the rest."""
    if len(warnings) <= limit:
        return tuple(warnings)
    omitted = len(warnings) - limit
    rest = WarningRecord(code="MORE_WARNINGS", message=f"{omitted} more warnings are not shown")
    return (*warnings[:limit], rest)
