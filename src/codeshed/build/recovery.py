"""Pass 3, second half: calls whose receiver's type is known become edges to that type's method.

Turns: unresolved calls + the types of their receivers → recovered call edges. A recovered call's return type
reaches the variable it is assigned to before the next round, until a round finds nothing new.
"""

from collections import defaultdict

from codeshed.build.edge_drafts import Evidence
from codeshed.build.references import Targets, UnresolvedCall, Wiring
from codeshed.build.variable_types import VariableTypes
from codeshed.graph.kinds import EdgeFlag, EdgeKind, ProvenanceCode
from codeshed.model.semantic import TypeSource

_FLAGS = EdgeFlag.IN_V2 | EdgeFlag.RECOVERED
_CONFIDENCE = {
    TypeSource.ANNOTATION: 90,
    TypeSource.INFERRED: 80,
    TypeSource.EXTERNAL_CALL_RETURN: 80,
    TypeSource.UNKNOWN: 50,
}


def recover_calls(
    calls: list[UnresolvedCall],
    variable_types: VariableTypes,
    symbols: tuple[str, ...],
    wiring: Wiring,
) -> list[UnresolvedCall]:
    """Draft an edge for every call that can be recovered; return those that stay unresolved."""
    calls_by_receiver = _group_by_receiver(calls, variable_types)
    recovered: set[int] = set()
    done: set[tuple[int, str]] = set()
    changed = list(calls_by_receiver)
    while changed:
        results: list[tuple[UnresolvedCall, tuple[int, ...]]] = []
        for key in changed:
            for type_id, source in _concrete_types(key, variable_types):
                for index in calls_by_receiver[key]:
                    if (index, type_id) in done:
                        continue
                    done.add((index, type_id))
                    rows = _recover(calls[index], type_id, source, wiring)
                    if rows:
                        recovered.add(index)
                        results.append((calls[index], rows))
        found = _targets_by_variable(results, variable_types, symbols)
        changed = [
            variable
            for variable, targets in found.items()
            if variable_types.assign(variable, targets) and variable in calls_by_receiver
        ]
    return [call for index, call in enumerate(calls) if index not in recovered]


def _group_by_receiver(calls: list[UnresolvedCall], variable_types: VariableTypes) -> dict[str, list[int]]:
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for index, call in enumerate(calls):
        reference = call.reference
        if reference.receiver is not None and reference.method_name is not None:
            groups[variable_types.key_of(reference.receiver, call.enclosing_symbol)].append(index)
    return dict(groups)


def _concrete_types(key: str, variable_types: VariableTypes) -> list[tuple[str, TypeSource]]:
    return [
        (type_id, source)
        for declared, source in variable_types.types_of(key).items()
        for type_id in variable_types.concrete_types(declared)
    ]


def _targets_by_variable(
    results: list[tuple[UnresolvedCall, tuple[int, ...]]],
    variable_types: VariableTypes,
    symbols: tuple[str, ...],
) -> dict[str, set[str]]:
    """Return for each variable the functions whose results it was found to hold."""
    targets: defaultdict[str, set[str]] = defaultdict(set)
    for call, rows in results:
        assigned_to = call.reference.assigned_to
        if assigned_to is not None:
            variable = variable_types.key_of(assigned_to, call.enclosing_symbol)
            targets[variable].update(symbols[row] for row in rows)
    return dict(targets)


def _recover(call: UnresolvedCall, type_id: str, source: TypeSource, wiring: Wiring) -> tuple[int, ...]:
    rows = wiring.hierarchy.find_members(type_id, call.reference.method_name or "")
    if rows:
        evidence = Evidence(
            confidence=_CONFIDENCE[source],
            provenance=ProvenanceCode.INFERRED,
            file=call.file,
            span=call.reference.span,
        )
        targets = Targets(listing=rows, closure=rows)
        wiring.add(
            call.enclosing_symbol, call.path, EdgeKind.CALL, targets, flags=int(_FLAGS), evidence=evidence
        )
    return rows
