"""Calls on receivers of known type become edges to that type's method.

Turns: unresolved calls + the types of their receivers → recovered call edges. The return type of a recovered call is
assigned to the variable that keeps its result, which may type more receivers: rounds repeat until nothing is new.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import numpy as np

from codeshed.build.link.edge_drafts import EdgeDrafts
from codeshed.build.link.joined_columns import References
from codeshed.build.link.method_resolution import ClassHierarchy
from codeshed.build.link.reference_edges import ReferenceSources, ReferenceTargetPairs, draft_target_edges
from codeshed.build.link.string_union import NO_STRING
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.variable_types import VariableTypes, resolve_variables
from codeshed.build.part.document_part import ReferenceFlag
from codeshed.graph.data.arrays import Ints
from codeshed.graph.data.columns import run_starts
from codeshed.graph.data.details_column import TYPE_SOURCES
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, ProvenanceCode
from codeshed.model.semantic import TypeSource

_FLAGS = int(EdgeFlag.IN_V2 | EdgeFlag.RECOVERED)
_CONFIDENCE = {
    TypeSource.ANNOTATION: 90,
    TypeSource.INFERRED: 80,
    TypeSource.EXTERNAL_CALL_RETURN: 80,
    TypeSource.UNKNOWN: 50,
}
_CONFIDENCE_BY_CODE = (0, *(_CONFIDENCE[source] for source in TYPE_SOURCES))


class RecoveredCalls(msgspec.Struct, frozen=True, kw_only=True):
    """Edges of recovered calls, and the references of the calls that stay unresolved."""

    drafts: tuple[EdgeDrafts, ...]
    unresolved: Ints


def recover_calls(
    references: References,
    unresolved: Ints,
    variable_types: VariableTypes,
    *,
    hierarchy: ClassHierarchy,
    symbols: SymbolRows,
    sources: ReferenceSources,
) -> RecoveredCalls:
    """Draft an edge for every call that can be recovered."""
    calls = _CallsByReceiver(references, unresolved, variable_types, symbols)
    is_ambiguous = references.has(ReferenceFlag.AMBIGUOUS)
    recovered: list[tuple[int, int, int]] = []
    done: set[tuple[int, int]] = set()
    changed = calls.find_typed(variable_types)
    while changed:
        results: list[tuple[int, Sequence[int]]] = []
        for receiver in changed:
            for type_id, source in _concrete_types(receiver, variable_types):
                for call in calls.by(receiver):
                    if (call, type_id) in done:
                        continue
                    done.add((call, type_id))
                    rows = hierarchy.find_members(type_id, int(references.methods[call]))
                    # Overloads that the extractor could not choose between stay candidates.
                    if len(rows) == 1 or (rows and not is_ambiguous[call]):
                        recovered += [(call, row, _CONFIDENCE_BY_CODE[source]) for row in rows]
                        results.append((call, rows))
        targets = _targets_by_variable(results, references, variable_types, symbols)
        changed = [
            variable
            for variable, declarations in targets.items()
            if variable_types.assign(variable, sorted(declarations)) and calls.by(variable)
        ]
    edges = np.array(recovered, dtype=np.int32).reshape(-1, 3)
    is_recovered = np.zeros(len(references), dtype=np.bool_)
    is_recovered[edges[:, 0]] = True
    return RecoveredCalls(
        drafts=_drafts(edges, sources),
        unresolved=unresolved[~is_recovered[unresolved]],
    )


class _CallsByReceiver:
    """Unresolved calls with a receiver and a method name, grouped by receiver."""

    def __init__(
        self, references: References, unresolved: Ints, variable_types: VariableTypes, symbols: SymbolRows
    ) -> None:
        is_method_call = (references.receivers != NO_STRING) & (references.methods != NO_STRING)
        calls = unresolved[is_method_call[unresolved]]
        receivers = resolve_variables(
            references.receivers[calls], references.enclosing[calls], variable_types, symbols
        )
        order = np.argsort(receivers, kind="stable")
        self._calls = calls[order]
        starts = run_starts(receivers[order])
        ranges = pairwise([*starts.tolist(), len(order)])
        self._range_by_receiver = dict(zip(receivers[order][starts].tolist(), ranges, strict=True))

    def find_typed(self, variable_types: VariableTypes) -> list[int]:
        """Return the receivers whose type is known."""
        return [receiver for receiver in self._range_by_receiver if variable_types.types_of(receiver)]

    def by(self, receiver: int) -> list[int]:
        """Return the calls with a receiver."""
        begin, end = self._range_by_receiver.get(receiver, (0, 0))
        return list(self._calls[begin:end].tolist())


def _concrete_types(receiver: int, variable_types: VariableTypes) -> list[tuple[int, int]]:
    return [
        (type_id, source)
        for declared, source in variable_types.types_of(receiver).items()
        for type_id in variable_types.concrete_types(declared)
    ]


def _targets_by_variable(
    results: list[tuple[int, Sequence[int]]],
    references: References,
    variable_types: VariableTypes,
    symbols: SymbolRows,
) -> dict[int, set[int]]:
    """Return for each variable the functions, as declarations, whose results are newly known to be assigned to it."""
    targets: defaultdict[int, set[int]] = defaultdict(set)
    for call, rows in results:
        assigned = int(references.assigned[call])
        if assigned != NO_STRING:
            variable = variable_types.resolve_variable(assigned, int(references.enclosing[call]))
            targets[variable].update(symbols.declaration_of[symbols.row_symbols[rows]].tolist())
    return dict(targets)


def _drafts(edges: Ints, sources: ReferenceSources) -> tuple[EdgeDrafts, EdgeDrafts]:
    """Draft edges from rows of reference, target and confidence."""
    all_true = np.ones(len(edges), dtype=np.bool_)
    arrivals = ReferenceTargetPairs(
        references=edges[:, 0],
        rows=edges[:, 1],
        kinds=np.full(len(edges), EdgeKind.CALL, dtype=np.uint8),
        confidences=edges[:, 2].astype(np.uint8),
        provenances=np.full(len(edges), ProvenanceCode.INFERRED, dtype=np.uint8),
        flags=np.full(len(edges), _FLAGS, dtype=np.uint8),
        in_listing=all_true,
        in_closure=all_true,
        keeps_self_in_listing=all_true,
        keeps_self_in_closure=all_true,
    )
    return draft_target_edges(arrivals, sources)
