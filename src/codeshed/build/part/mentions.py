"""References as columns.

Turns: the references of a document → MentionColumns, by span: how each is known, and the codes of the edge it becomes.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from codeshed.build.part.document_part import BYTE, INT, MentionColumns, MentionFlag
from codeshed.build.part.string_table import StringTable
from codeshed.graph.kinds import EdgeFlag, EdgeKind, ProvenanceCode
from codeshed.model.semantic import Provenance, Reference, ReferenceRole
from codeshed.model.span import Span

_LISTINGS = int(EdgeFlag.IN_V1 | EdgeFlag.IN_V2)
_KIND_BY_ROLE = {
    ReferenceRole.CALL: EdgeKind.CALL,
    ReferenceRole.READ: EdgeKind.READ,
    ReferenceRole.WRITE: EdgeKind.WRITE,
    ReferenceRole.DECORATE: EdgeKind.ANNOTATES,
    ReferenceRole.IMPORT: EdgeKind.IMPORT,
    ReferenceRole.EXPORT: EdgeKind.EXPORT,
    ReferenceRole.USE: EdgeKind.USAGE,
}
_STRUCTURAL_ROLES = frozenset({ReferenceRole.IMPORT, ReferenceRole.EXPORT, ReferenceRole.USE})
_CODE_BY_PROVENANCE = {
    Provenance.DECLARED: ProvenanceCode.DECLARED,
    Provenance.TYPED: ProvenanceCode.TYPED,
    Provenance.INFERRED: ProvenanceCode.INFERRED,
    Provenance.HEURISTIC: ProvenanceCode.HEURISTIC,
}
_DEFAULT_CONFIDENCE = {
    ProvenanceCode.DECLARED: 100,
    ProvenanceCode.TYPED: 95,
    ProvenanceCode.INFERRED: 80,
    ProvenanceCode.HEURISTIC: 30,
}
_CALL = int(MentionFlag.CALL)
_CANDIDATE = int(MentionFlag.CANDIDATE)
_STRUCTURAL = int(MentionFlag.STRUCTURAL)
_NO_SPAN = Span(0, 0, 0, 0)


class _Row(NamedTuple):
    enclosing: int
    target: int
    receiver: int
    method: int
    assigned: int
    kind: int
    confidence: int
    provenance: int
    edge_flags: int
    flags: int
    start_line: int
    start_column: int
    end_line: int
    end_column: int


def tabulate_mentions(references: Sequence[Reference], path: str, strings: StringTable) -> MentionColumns:
    """Put references into columns, in the order of their spans."""
    rows = [row for reference in references for row in _iter_rows(reference, path, strings)]
    values = np.array(rows, dtype=np.int64).reshape(-1, len(_Row._fields)).T
    spans = values[_Row._fields.index("start_line") :]
    order = np.lexsort(spans[::-1])
    values = values[:, order]

    def column(name: str, dtype: npt.DTypeLike = INT) -> bytes:
        return bytes(values[_Row._fields.index(name)].astype(dtype))

    return MentionColumns(
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
        spans=np.ascontiguousarray(spans[:, order].T, dtype=INT).tobytes(),
    )


def _iter_rows(reference: Reference, path: str, strings: StringTable) -> Iterator[_Row]:
    """Yield a row for each target or candidate, and one without a target for a call that has none."""
    role = reference.role
    is_call = role is ReferenceRole.CALL
    target = reference.target_symbol
    if target is None and not reference.candidates and not is_call:
        return
    is_structural = role in _STRUCTURAL_ROLES
    provenance = _provenance(reference)
    confidence = (
        _DEFAULT_CONFIDENCE[provenance] if reference.confidence is None else round(reference.confidence * 100)
    )
    # An import or export is the module's, whoever is around it.
    is_modules = is_structural and role is not ReferenceRole.USE
    span = reference.span or _NO_SPAN
    number = strings.number
    row = _Row(
        enclosing=number(path if is_modules else reference.enclosing_symbol),
        target=number(target),
        receiver=number(reference.receiver) if is_call else 0,
        method=number(reference.method_name) if is_call else 0,
        assigned=number(reference.assigned_to) if is_call else 0,
        kind=int(_KIND_BY_ROLE[role]),
        confidence=confidence,
        provenance=int(provenance),
        edge_flags=0 if is_structural else _edge_flags(reference),
        flags=_STRUCTURAL if is_structural else _CALL if is_call else 0,
        start_line=span.start_line,
        start_column=span.start_column,
        end_line=span.end_line,
        end_column=span.end_column,
    )
    if is_call or target is not None:
        yield row
    if target is None and not is_structural:
        for candidate in reference.candidates:
            yield row._replace(
                target=number(candidate.symbol),
                confidence=confidence if candidate.confidence is None else round(candidate.confidence * 100),
                flags=row.flags | _CANDIDATE,
            )


def _provenance(reference: Reference) -> ProvenanceCode:
    if reference.provenance is not None:
        return _CODE_BY_PROVENANCE[reference.provenance]
    return ProvenanceCode.HEURISTIC if reference.target_symbol is None else ProvenanceCode.DECLARED


def _edge_flags(reference: Reference) -> int:
    flags = _LISTINGS
    if reference.role is ReferenceRole.DECORATE and reference.is_behavioral is not False:
        flags |= int(EdgeFlag.BEHAVIORAL)
    if reference.is_exact:
        flags |= int(EdgeFlag.EXACT)
    return flags
