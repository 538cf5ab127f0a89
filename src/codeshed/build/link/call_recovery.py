"""Pass 3, second half: calls whose receiver's type is known become edges to that type's method.

Turns: unresolved calls + the types of their receivers → recovered call edges. A recovered call's return type
reaches the variable it is assigned to before the next round, until a round finds nothing new.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import numpy as np

from codeshed.build.link.edge_drafts import EdgeDrafts
from codeshed.build.link.joined_columns import Mentions
from codeshed.build.link.method_resolution import Hierarchy
from codeshed.build.link.reference_edges import Arrivals, Sources, draft_edges
from codeshed.build.link.string_union import NOTHING
from codeshed.build.link.symbol_rows import Symbols
from codeshed.build.link.variable_types import VariableTypes, keys_of
from codeshed.build.part.document_part import MentionFlag
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
    """Edges of recovered calls, and the mentions of calls that stay unresolved."""

    drafts: tuple[EdgeDrafts, ...]
    unresolved: Ints


def recover_calls(
    mentions: Mentions,
    unresolved: Ints,
    variable_types: VariableTypes,
    *,
    hierarchy: Hierarchy,
    symbols: Symbols,
    sources: Sources,
) -> RecoveredCalls:
    """Draft an edge for every call that can be recovered."""
    calls = _CallsByReceiver(mentions, unresolved, variable_types, symbols)
    is_ambiguous = mentions.has(MentionFlag.AMBIGUOUS)
    found: list[tuple[int, int, int]] = []
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
                    rows = hierarchy.find_members(type_id, int(mentions.methods[call]))
                    # Which of several overloads is meant, the extractor could not tell: they stay candidates.
                    if len(rows) == 1 or (rows and not is_ambiguous[call]):
                        found += [(call, row, _CONFIDENCE_BY_CODE[source]) for row in rows]
                        results.append((call, rows))
        targets = _targets_by_variable(results, mentions, variable_types, symbols)
        changed = [
            variable
            for variable, declarations in targets.items()
            if variable_types.assign(variable, sorted(declarations)) and calls.by(variable)
        ]
    edges = np.array(found, dtype=np.int32).reshape(-1, 3)
    is_recovered = np.zeros(len(mentions), dtype=np.bool_)
    is_recovered[edges[:, 0]] = True
    return RecoveredCalls(
        drafts=_drafts(edges, sources),
        unresolved=unresolved[~is_recovered[unresolved]],
    )


class _CallsByReceiver:
    """The unresolved calls that name a receiver and a method, as mentions, by receiver."""

    def __init__(
        self, mentions: Mentions, unresolved: Ints, variable_types: VariableTypes, symbols: Symbols
    ) -> None:
        is_method_call = (mentions.receivers != NOTHING) & (mentions.methods != NOTHING)
        calls = unresolved[is_method_call[unresolved]]
        receivers = keys_of(mentions.receivers[calls], mentions.enclosing[calls], variable_types, symbols)
        order = np.argsort(receivers, kind="stable")
        self._calls = calls[order]
        starts = run_starts(receivers[order])
        ranges = pairwise([*starts.tolist(), len(order)])
        self._range_by_receiver = dict(zip(receivers[order][starts].tolist(), ranges, strict=True))

    def find_typed(self, variable_types: VariableTypes) -> list[int]:
        """Return the receivers whose types are known."""
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
    mentions: Mentions,
    variable_types: VariableTypes,
    symbols: Symbols,
) -> dict[int, set[int]]:
    """Return for each variable the functions, as declarations, whose results it was found to hold."""
    targets: defaultdict[int, set[int]] = defaultdict(set)
    for call, rows in results:
        assigned = int(mentions.assigned[call])
        if assigned != NOTHING:
            variable = variable_types.key_of(assigned, int(mentions.enclosing[call]))
            targets[variable].update(symbols.declaration_of[symbols.row_symbols[rows]].tolist())
    return dict(targets)


def _drafts(edges: Ints, sources: Sources) -> tuple[EdgeDrafts, EdgeDrafts]:
    """Draft edges that are given as mention, target and confidence."""
    everywhere = np.ones(len(edges), dtype=np.bool_)
    arrivals = Arrivals(
        mentions=edges[:, 0],
        rows=edges[:, 1],
        kinds=np.full(len(edges), EdgeKind.CALL, dtype=np.uint8),
        confidences=edges[:, 2].astype(np.uint8),
        provenances=np.full(len(edges), ProvenanceCode.INFERRED, dtype=np.uint8),
        flags=np.full(len(edges), _FLAGS, dtype=np.uint8),
        in_listing=everywhere,
        in_closure=everywhere,
        is_listed=everywhere,
        is_seen=everywhere,
    )
    return draft_edges(arrivals, sources)
