"""References as columns.

Turns: the references of a document → ReferenceColumns, by span: the evidence for each, and the codes of the edge it
becomes; and ReceiverColumns, the types of the receivers of calls.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from codeshed.build.part.document_part import BYTE, INT, ReceiverColumns, ReferenceColumns, ReferenceFlag
from codeshed.build.part.statement_columns import StatementFinder
from codeshed.build.part.string_table import StringTable
from codeshed.graph.data.argument_checks import floor_to_hundredths
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, ProvenanceCode
from codeshed.model.semantic import Provenance, Reference, ReferenceRole, UnresolvedReason
from codeshed.model.span import Span

# Module constants, since looking enum members up is slow, and there are a million references.
_CALL, _STRUCTURAL, _CANDIDATE = map(
    int, (ReferenceFlag.CALL, ReferenceFlag.STRUCTURAL, ReferenceFlag.CANDIDATE)
)
_OPEN_MEMBER = int(ReferenceFlag.OPEN_MEMBER)
_CLOSED, _CUT = int(ReferenceFlag.RECEIVER_CLOSED), int(ReferenceFlag.RECEIVERS_CUT)
_OF_ANOTHER, _AMBIGUOUS = int(ReferenceFlag.PASSES_NO_SELF), int(ReferenceFlag.AMBIGUOUS)
_PASSES_SELF = re.compile(r"[^(]*\(\s*(?:self|this)\s*[,)]")
"""Passes `self`: `Animal.speak(self)` and `Animal.prototype.speak.call(this, 2)`, but not `Animal.new(name)`."""

_LISTINGS = int(EdgeFlag.IN_V1 | EdgeFlag.IN_V2)
_INHERITS = int(EdgeKind.INHERITS)
_BEHAVIORAL, _EXACT, _TYPE_ONLY = (
    int(EdgeFlag.BEHAVIORAL),
    int(EdgeFlag.EXACT),
    int(EdgeFlag.TYPE_ONLY),
)
_DECORATE = ReferenceRole.DECORATE
_MEMBER_ROLES = frozenset({ReferenceRole.READ, ReferenceRole.WRITE})
_OPEN_REASONS = frozenset({UnresolvedReason.UNKNOWN_RECEIVER, UnresolvedReason.OTHER, None})
_NO_SPAN = Span(0, 0, 0, 0)


_TOO_MANY = UnresolvedReason.TOO_MANY_TARGETS
_POSSIBLE = 50
"""The confidence in hundredths from which each of many candidates is what the call runs at times: no policy follows it."""


class _RoleCodes(NamedTuple):
    """The edge that references of a role become; `is_of_module` makes the module the source, whatever encloses them."""

    kind: int
    flags: int
    edge_flags: int
    is_of_module: bool


class _Certainty(NamedTuple):
    """The code of a provenance, and its default confidence in hundredths."""

    provenance: int
    confidence: int


_CODES_BY_ROLE = {
    ReferenceRole.CALL: _RoleCodes(EdgeKind.CALL, _CALL, _LISTINGS, is_of_module=False),
    ReferenceRole.READ: _RoleCodes(EdgeKind.READ, 0, _LISTINGS, is_of_module=False),
    ReferenceRole.WRITE: _RoleCodes(EdgeKind.WRITE, 0, _LISTINGS, is_of_module=False),
    ReferenceRole.DECORATE: _RoleCodes(EdgeKind.ANNOTATES, 0, _LISTINGS, is_of_module=False),
    ReferenceRole.IMPORT: _RoleCodes(EdgeKind.IMPORT, _STRUCTURAL, 0, is_of_module=True),
    ReferenceRole.EXPORT: _RoleCodes(EdgeKind.EXPORT, _STRUCTURAL, 0, is_of_module=True),
    ReferenceRole.USE: _RoleCodes(EdgeKind.USAGE, _STRUCTURAL, 0, is_of_module=False),
    ReferenceRole.IMPLEMENT: _RoleCodes(EdgeKind.INHERITS, _STRUCTURAL, 0, is_of_module=False),
}
_CERTAINTY_BY_PROVENANCE = {
    Provenance.DECLARED: _Certainty(ProvenanceCode.DECLARED, 100),
    Provenance.TYPED: _Certainty(ProvenanceCode.TYPED, 95),
    Provenance.INFERRED: _Certainty(ProvenanceCode.INFERRED, 80),
    Provenance.HEURISTIC: _Certainty(ProvenanceCode.HEURISTIC, 30),
}
_DECLARED = _CERTAINTY_BY_PROVENANCE[Provenance.DECLARED]
_HEURISTIC = _CERTAINTY_BY_PROVENANCE[Provenance.HEURISTIC]
_COLUMNS = (
    "enclosing",
    "target",
    "receiver",
    "method",
    "assigned",
    "kind",
    "confidence",
    "provenance",
    "edge_flags",
    "flags",
    "start_line",
    "start_column",
    "end_line",
    "end_column",
    "statement_first_line",
    "statement_last_line",
    "statement_size",
)
"""The columns of a row of numbers."""


def tabulate_references(
    references: Sequence[Reference],
    path: str,
    strings: StringTable,
    statements: StatementFinder,
    *,
    has_open_classes: bool,
    common_members: frozenset[str] = frozenset(),
) -> tuple[ReferenceColumns, ReceiverColumns]:
    """Put references into columns, sorted by span; calls without `self` are marked where classes may have undeclared bases.

    Members of unknown objects are marked if their name is not one of `common_members`.
    """
    rows: list[tuple[int, ...]] = []
    receivers: list[tuple[int, int]] = []
    for reference in _without_repeated_members(references, common_members):
        more_flags = _OF_ANOTHER if has_open_classes and _passes_no_self(reference) else 0
        more_flags |= _OPEN_MEMBER if _is_open_member(reference, common_members) else 0
        types = _receiver_types(reference)
        if types:
            numbers = [strings.number(symbol) for symbol in types]
            receivers += [(len(rows), number) for number in numbers]
            more_flags |= (_CLOSED if reference.receiver_closed else 0) | (
                _CUT if reference.receiver_types_omitted else 0
            )
        rows += _rows(reference, path, strings, statements, more_flags)
    values = np.array(rows, dtype=np.int64).reshape(-1, len(_COLUMNS)).T
    spans = values[_COLUMNS.index("start_line") : _COLUMNS.index("statement_first_line")]
    order = np.lexsort(spans[::-1])
    values = values[:, order]
    place_of_row = np.empty(len(order), dtype=INT)
    place_of_row[order] = np.arange(len(order), dtype=INT)
    receiver_rows = np.array(receivers, dtype=np.int64).reshape(-1, 2)
    receiver_rows[:, 0] = place_of_row[receiver_rows[:, 0]]
    receiver_rows = receiver_rows[np.argsort(receiver_rows[:, 0], kind="stable")]

    def column(name: str, dtype: npt.DTypeLike = INT) -> memoryview:
        return memoryview(values[_COLUMNS.index(name)].astype(dtype).tobytes())

    of_references = ReferenceColumns(
        enclosing=column("enclosing"),
        targets=column("target"),
        receivers=column("receiver"),
        methods=column("method"),
        assigned=column("assigned"),
        kinds=column("kind", BYTE),
        confidences=column("confidence", BYTE),
        provenances=column("provenance", BYTE),
        edge_flags=column("edge_flags", BYTE),
        flags=column("flags", BYTE),
        spans=memoryview(np.ascontiguousarray(spans[:, order].T, dtype=INT).tobytes()),
        statements=memoryview(
            np.ascontiguousarray(values[_COLUMNS.index("statement_first_line") :].T, dtype=INT).tobytes()
        ),
    )
    return of_references, ReceiverColumns(
        references=memoryview(receiver_rows[:, 0].astype(INT).tobytes()),
        types=memoryview(receiver_rows[:, 1].astype(INT).tobytes()),
    )


def _receiver_types(reference: Reference) -> tuple[str, ...]:
    """Return the types of the receiver of a call with a target, unless they say no more than the target does."""
    target, types = reference.target_symbol, reference.receiver_types
    if reference.role is not ReferenceRole.CALL or target is None or not types:
        return ()
    # A call without a method name is one of the caller's own object, unless types say otherwise.
    is_owner = reference.method_name is not None and types == (target.rpartition(".")[0],)
    return () if is_owner and not reference.receiver_closed else types


def _without_repeated_members(
    references: Sequence[Reference], common_members: frozenset[str]
) -> Iterator[Reference]:
    """Yield references; uses of an unknown member that suggests no candidates count once per definition and member name."""
    seen: set[tuple[str, str | None]] = set()
    for reference in references:
        if _uses_unknown_member(reference) and not _is_open_member(reference, common_members):
            key = (reference.enclosing_symbol, reference.method_name)
            if key in seen:
                continue
            seen.add(key)
        yield reference


def _uses_unknown_member(reference: Reference) -> bool:
    """Whether a member of an object of unknown type is read or written, without candidates."""
    is_named = reference.target_symbol is None and reference.method_name is not None
    return is_named and reference.role in _MEMBER_ROLES and not reference.candidates


def _is_open_member(reference: Reference, common_members: frozenset[str]) -> bool:
    """Whether a member of an object of unknown type is used, whose name may suggest which one it is."""
    name = reference.method_name
    if name is None or reference.reason not in _OPEN_REASONS or not _uses_unknown_member(reference):
        return False
    return name not in common_members and not (name.startswith("__") and name.endswith("__"))


def _passes_no_self(reference: Reference) -> bool:
    """Whether a call does not pass the enclosing object, so that it cannot run a method of its parents on it."""
    text = reference.text
    return reference.role is ReferenceRole.CALL and text is not None and _PASSES_SELF.match(text) is None


def _rows(
    reference: Reference, path: str, strings: StringTable, statements: StatementFinder, more_flags: int
) -> list[tuple[int, ...]]:
    """Return a row for the target or each candidate, and one without a target for a call or member that has none."""
    target = reference.target_symbol
    codes = _CODES_BY_ROLE[reference.role]
    is_call = codes.flags == _CALL
    has_candidates = target is None and (codes.flags != _STRUCTURAL or codes.kind == _INHERITS)
    candidates = reference.candidates if has_candidates else ()
    is_unknown = _uses_unknown_member(reference)
    if target is None and not is_call and not candidates and not is_unknown:
        return []
    if reference.provenance is not None:
        certainty = _CERTAINTY_BY_PROVENANCE[reference.provenance]
    else:
        certainty = _HEURISTIC if target is None else _DECLARED
    confidence = (
        certainty.confidence if reference.confidence is None else floor_to_hundredths(reference.confidence)
    )
    edge_flags = codes.edge_flags
    if edge_flags and reference.is_exact:
        edge_flags |= _EXACT
    if reference.role is _DECORATE and reference.is_behavioral is not False:
        edge_flags |= _BEHAVIORAL
    if codes.is_of_module and reference.is_type_only:
        edge_flags |= _TYPE_ONLY
    span = reference.span or _NO_SPAN
    statement = statements.find(reference)
    number = strings.number
    enclosing = number(path if codes.is_of_module else reference.enclosing_symbol)
    receiver, method, assigned = (
        (number(reference.receiver), number(reference.method_name), number(reference.assigned_to))
        if is_call
        else (0, number(reference.method_name) if is_unknown else 0, 0)
    )
    own_flags = codes.flags | _AMBIGUOUS if candidates else codes.flags
    targets = [(target, confidence, own_flags)] if is_call or is_unknown or target is not None else []
    for candidate in candidates:
        of_candidate = (
            confidence if candidate.confidence is None else floor_to_hundredths(candidate.confidence)
        )
        is_one_of_many = reference.reason is _TOO_MANY and of_candidate >= _POSSIBLE
        targets.append(
            (
                candidate.symbol,
                of_candidate,
                codes.flags | _CANDIDATE | (_STRUCTURAL if is_one_of_many else 0),
            )
        )
    return [
        (
            *(enclosing, number(symbol), receiver, method, assigned),
            *(codes.kind, hundredths, certainty.provenance, edge_flags, flags | more_flags),
            *(span.start_line, span.start_column, span.end_line, span.end_column),
            *statement,
        )
        for symbol, hundredths, flags in targets
    ]
