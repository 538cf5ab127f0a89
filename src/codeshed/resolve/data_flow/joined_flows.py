"""Join the data-flow summaries of a file to its resolved references, by spans.

Turns: FunctionFlows + the Document of the same file → DocumentFlows.
"""

from bisect import bisect_left
from collections.abc import Sequence

from codeshed.model.document_flows import CallTarget, DocumentFlows, JoinedFlows
from codeshed.model.facts.data_flow import FunctionFlows, PlaceKind
from codeshed.model.semantic import Definition, DefinitionKind, Document, Provenance, Reference, ReferenceRole
from codeshed.model.span import Span

_CONFIDENCE_BY_PROVENANCE = {
    Provenance.DECLARED: 100,
    Provenance.TYPED: 95,
    Provenance.INFERRED: 80,
    Provenance.HEURISTIC: 30,
}
_PERCENT = 100
_CALL = ReferenceRole.CALL
_NAMING_ROLES = frozenset({ReferenceRole.READ, ReferenceRole.USE})
_MAX_TARGETS = 8
"""How many targets of a call are kept, the surest first."""

_Offsets = tuple[int, int]


def join_flows(
    summaries: Sequence[FunctionFlows], document: Document, line_starts: Sequence[int]
) -> DocumentFlows:
    """Return the summaries of a document with the symbols of its functions, calls and sources."""
    targets_by_span: dict[_Offsets, dict[str, int]] = {}
    symbol_by_span: dict[_Offsets, tuple[int, str]] = {}
    for reference in document.references:
        span = reference.span
        if span is None:
            continue
        if reference.role is _CALL:
            _add_targets(reference, targets_by_span.setdefault(_offsets(span, line_starts), {}))
        elif reference.role in _NAMING_ROLES and reference.target_symbol is not None:
            place, found = _offsets(span, line_starts), (_confidence(reference), reference.target_symbol)
            known = symbol_by_span.get(place)
            if known is None or found[0] > known[0]:
                symbol_by_span[place] = found
    symbols = _FunctionSymbols(document.definitions, line_starts)
    return DocumentFlows(
        document.path,
        tuple(
            [
                JoinedFlows(
                    summary,
                    symbols.find(summary),
                    {
                        number: _surest(targets)
                        for number, call in enumerate(summary.calls)
                        if (targets := targets_by_span.get((call.begin, call.end)))
                    },
                    {
                        number: named[1]
                        for number, flow in enumerate(summary.flows)
                        if (flow.source.kind is PlaceKind.NAME or flow.source.fields)
                        and (named := symbol_by_span.get((flow.begin, flow.end)))
                    },
                )
                for summary in summaries
            ]
        ),
    )


class _FunctionSymbols:
    """Finds the symbol of a function: of the definition with its span, else of one that ends with it."""

    def __init__(self, definitions: Sequence[Definition], line_starts: Sequence[int]) -> None:
        self._symbol_by_span: dict[_Offsets, str] = {}
        self._begins_by_end: dict[int, list[tuple[int, str]]] = {}
        for each in definitions:
            if each.kind is DefinitionKind.TYPE:
                continue
            begin, end = _offsets(each.span, line_starts)
            if each.kind is DefinitionKind.FUNCTION:
                self._symbol_by_span[begin, end] = each.symbol_id
            self._begins_by_end.setdefault(end, []).append((begin, each.symbol_id))
        for begins in self._begins_by_end.values():
            begins.sort()

    def find(self, summary: FunctionFlows) -> str | None:
        """Return the symbol of a function, or None if it has none: `this.show = (request) => …` gives it the field's."""
        known = self._symbol_by_span.get((summary.begin, summary.end))
        if known is not None or summary.parent < 0:
            return known
        begins = self._begins_by_end.get(summary.end, [])
        place = bisect_left(begins, (summary.begin, ""))
        return begins[place - 1][1] if place else None


def _add_targets(reference: Reference, targets: dict[str, int]) -> None:
    """Add the target of a call reference, or its candidates."""
    confidence = _confidence(reference)
    if reference.target_symbol is not None:
        symbol = reference.target_symbol
        targets[symbol] = max(targets.get(symbol, 0), confidence)
        return
    for each in reference.candidates:
        sure = confidence if each.confidence is None else int(each.confidence * _PERCENT)
        targets[each.symbol] = max(targets.get(each.symbol, 0), sure)


def _confidence(reference: Reference) -> int:
    if reference.confidence is not None:
        return int(reference.confidence * _PERCENT)
    if reference.provenance is not None:
        return _CONFIDENCE_BY_PROVENANCE[reference.provenance]
    default = Provenance.HEURISTIC if reference.target_symbol is None else Provenance.DECLARED
    return _CONFIDENCE_BY_PROVENANCE[default]


def _surest(targets: dict[str, int]) -> tuple[CallTarget, ...]:
    in_order = sorted(targets.items(), key=lambda each: (-each[1], each[0]))
    return tuple([CallTarget(symbol, confidence) for symbol, confidence in in_order[:_MAX_TARGETS]])


def _offsets(span: Span, line_starts: Sequence[int]) -> _Offsets:
    """Return the offsets of a span; one behind the file's last line is behind all code."""
    n_lines = len(line_starts)
    if not (0 < span.start_line <= n_lines and 0 < span.end_line <= n_lines):
        return -1, -1
    return (
        line_starts[span.start_line - 1] + span.start_column,
        line_starts[span.end_line - 1] + span.end_column,
    )
