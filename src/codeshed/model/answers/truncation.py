"""Truncation and warning records: what a cap left out of a result, and why a result is degraded."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from codeshed.model.count_phrases import count_of, is_or_are

MAX_WARNINGS = 100

MAX_FUNCTIONS_PER_TYPE = 32
"""The cap `maxFunctionsPerType`: a type that more functions take or return is no evidence of data flow for any pair of them."""

MAX_TYPES_PER_METHOD = 32
"""The cap `maxTypesPerMethod`: a method name that more types have is no evidence of inheritance for any pair of them."""

DATAFLOW_CAPPED = "DATAFLOW_CAPPED"
"""The code of the warning that types which too many functions use were skipped as evidence of data flow."""

DISPATCH_CAPPED = "DISPATCH_CAPPED"
"""The code of the warning that calls lead to the surest of many overrides only."""

INHERITANCE_CAPPED = "INHERITANCE_CAPPED"
"""The code of the warning that method names which too many types have were skipped as evidence of inheritance."""

INDEX_STALE = "INDEX_STALE"
"""The code of the warning that files changed since the index was made."""

MORE_WARNINGS = "MORE_WARNINGS"
"""The code of the warning that counts the warnings left out."""

INDEX_WARNINGS = "INDEX_WARNINGS"
"""The code of the warning that counts the warnings about the whole index."""

TYPES_PROVISIONAL = "TYPES_PROVISIONAL"
"""The code of the warning that edits were taken in, and what follows from them is not known yet."""

RECORDING_UNREADABLE = "RECORDING_UNREADABLE"
"""The code of the warning that recorded calls are damaged, and no edges."""

INDEX_ABOVE = "INDEX_ABOVE"
"""The code of the warning that the index of an enclosing folder covers more."""

_OF_EVERY_ANSWER = frozenset({INDEX_STALE, TYPES_PROVISIONAL, INDEX_ABOVE, RECORDING_UNREADABLE})
"""Codes of warnings that say which state of which folder an answer is about."""

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
    "recording",
]
"""The part of an answer that a cap bounds."""

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
    "maxCallsPerSymbol",
    "maxWarnings",
    "maxSuggestions",
    "maxTestFiles",
    "maxTestsPerFile",
    "maxCommits",
    "maxFunctionsPerType",
    "maxTypesPerMethod",
    "maxRecordedCalls",
    "maxRecordedRuns",
]
"""Every cap that can cut an answer. The last four are fixed: they cut what the index is made of, and what is recorded."""


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


def n_cuts(records: Iterable[TruncationRecord]) -> int:
    """Return how many records say that something is missing from an answer.

    Cut warnings don't count, nor does a depth limit behind which there was nothing.
    """
    return sum(
        each.cap != "maxWarnings" and not (each.cap == "maxDepth" and each.omitted == 0) for each in records
    )


_CAPS_OF_WALKS = frozenset(
    {"maxDepth", "maxFanoutPerNode", "maxNodes", "maxEdges", "maxWorkUnits", "maxWallClockMs"}
)
"""Caps of one walk: what one walk leaves out, another may count too, or find."""


def merge_truncation_records(records: Iterable[TruncationRecord]) -> tuple[TruncationRecord, ...]:
    """Merge the records of the same cap and scope, in order of first appearance.

    What several walks left out is not added up, since it may be the same.
    """
    found: dict[tuple[Scope, Cap], TruncationRecord] = {}
    for each in records:
        known = found.get((each.scope, each.cap))
        found[each.scope, each.cap] = each if known is None else _merged(known, each)
    return tuple(found.values())


def without_count(record: TruncationRecord) -> TruncationRecord:
    """Return a record that does not say how much was left out, since that is not known."""
    remedy = (record.note or "").rpartition("; ")[2]
    return msgspec.structs.replace(
        record,
        omitted=None,
        note=f"how much was left out is not known, since several walks were cut; {remedy}",
    )


def _merged(first: TruncationRecord, second: TruncationRecord) -> TruncationRecord:
    observed = [count for count in (first.observed, second.observed) if count is not None]
    merged = msgspec.structs.replace(
        first, observed=max(observed, default=None), at=second.at if first.at is None else first.at
    )
    if first.cap in _CAPS_OF_WALKS:
        return without_count(merged)
    is_counted = first.omitted is not None and second.omitted is not None
    notes = dict.fromkeys(note for note in (first.note, second.note) if note)
    return msgspec.structs.replace(
        merged,
        omitted=(first.omitted or 0) + (second.omitted or 0) if is_counted else None,
        note="; ".join(notes) or None,
    )


def without_heuristic_edge_warnings(
    warnings: Sequence[WarningRecord], *, follows_dispatch: bool = False
) -> tuple[WarningRecord, ...]:
    """Return the warnings without those about heuristic edges, which neither footprints nor questions of uses follow.

    Footprints do not follow dispatched calls either.
    """
    others = _OF_OTHER_EDGES if follows_dispatch else _OF_OTHER_EDGES | {DISPATCH_CAPPED}
    return tuple(warning for warning in warnings if warning.code not in others)


def cap_warnings(warnings: Sequence[WarningRecord], limit: int = MAX_WARNINGS) -> tuple[WarningRecord, ...]:
    """Return at most `limit` warnings, and one more that counts those left out now or before."""
    shown = [each for each in warnings if each.code != MORE_WARNINGS]
    n_before = [int((each.data or {}).get("omitted") or 0) for each in warnings if each.code == MORE_WARNINGS]
    n_omitted = max(0, len(shown) - limit) + sum(n_before)
    if not n_omitted:
        return tuple(shown)
    rest = WarningRecord(
        code=MORE_WARNINGS,
        message=f"{count_of(n_omitted, 'more warning')} {is_or_are(n_omitted)} not shown",
        data={"omitted": n_omitted},
    )
    return (*shown[:limit], rest)


def count_index_warnings(warnings: Sequence[WarningRecord]) -> tuple[WarningRecord, ...]:
    """Return the warnings of an index as an answer shows them: those about the whole index are only counted.

    `codeshed status` lists them. What of them concerns an answer is in its basis and its truncation records.
    """
    kept = tuple(each for each in warnings if each.code in _OF_EVERY_ANSWER)
    others = [each for each in warnings if each.code not in _OF_EVERY_ANSWER]
    count = sum(
        int((each.data or {}).get("omitted") or 0) if each.code == MORE_WARNINGS else 1 for each in others
    )
    if not count:
        return kept
    counted = WarningRecord(
        code=INDEX_WARNINGS,
        message=f"{count_of(count, 'warning')} about the whole index: codeshed status",
        data={"count": count},
    )
    return (*kept, counted)


def list_cut_record(  # noqa: PLR0917 - a record has as many parts
    scope: Scope, cap: Cap, limit: int, n_all: int, at: TruncationPlace, note: str
) -> TruncationRecord:
    """Return the record of a list that a cap cut: `at` is the first thing that is left out."""
    return TruncationRecord(
        scope=scope, cap=cap, limit=limit, observed=n_all, omitted=n_all - limit, at=at, note=note
    )


def unfinished_record(scope: Scope, cap: Cap, limit: int, observed: int, note: str) -> TruncationRecord:
    """Return the record of work that a cap ended, so that nobody knows how much was left out."""
    return TruncationRecord(
        scope=scope,
        cap=cap,
        limit=limit,
        observed=observed,
        note=f"how much was left out is not known, {note}",
    )


def warning_truncation(warnings: Sequence[WarningRecord], scope: Scope) -> tuple[TruncationRecord, ...]:
    """Return the truncation record for the warnings that `cap_warnings` left out, if any."""
    return tuple(
        TruncationRecord(
            scope=scope,
            cap="maxWarnings",
            limit=MAX_WARNINGS,
            observed=MAX_WARNINGS + omitted,
            omitted=omitted,
            note="counts warnings; `codeshed status` lists all problems of the index",
        )
        for omitted in (
            int((each.data or {}).get("omitted") or 0) for each in warnings if each.code == MORE_WARNINGS
        )
    )
