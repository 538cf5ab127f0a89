"""Type facts: the known types around some code, with their sources.

Turns: nodes → TypeFactV1: the seed's parameters, result and fields first, then those of what it uses.
"""

from collections.abc import Sequence

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.data.node_keys import ref_of
from codeshed.model.answers.context_answer import FactSource, TypeFactV1, TypeRole
from codeshed.model.semantic import DefinitionDetails, TypeKind, TypeSource, VariableKind

MAX_TYPE = 200
"""The maximum length of a type, in characters."""

_CONFIDENCES: dict[FactSource, float] = {"declared": 1.0, "tooling": 0.95, "inferred": 0.8, "heuristic": 0.5}


def find_type_facts(graph: CodeGraph, rows: Sequence[int], *, has_engine: bool) -> tuple[TypeFactV1, ...]:
    """Return the type facts of some nodes, in order; `has_engine` says that a type engine inferred what is not declared."""
    return tuple(fact for row in rows for fact in _facts_of(graph, row, has_engine=has_engine))


def _facts_of(graph: CodeGraph, row: int, *, has_engine: bool) -> list[TypeFactV1]:
    details = graph.nodes.details[row]
    if details is None:
        return []
    match NodeKind(int(graph.nodes.kinds[row])):
        case NodeKind.FUNCTION:
            facts = [
                _fact(
                    graph,
                    row,
                    "param",
                    each.name,
                    (each.param_type, _source(each.type_source, has_engine=has_engine)),
                )
                for each in details.parameters or ()
                if each.param_type
            ]
            if details.return_types:
                source = _source(details.return_type_source, has_engine=has_engine)
                facts.append(_fact(graph, row, "return", None, (" | ".join(details.return_types), source)))
            return facts
        case NodeKind.VARIABLE:
            if not details.var_type:
                return []
            source = _source(details.type_source, has_engine=has_engine)
            return [
                _fact(graph, row, _variable_role(details), graph.nodes.names[row], (details.var_type, source))
            ]
        case NodeKind.TYPE if details.type_kind is TypeKind.TYPE_ALIAS:
            stands_for = [*filter(None, [details.bound]), *(details.inherits or ())][:1]
            name = graph.nodes.names[row]
            return [_fact(graph, row, "typeAlias", name, (each, "declared")) for each in stands_for]
        case _:
            return []


def _variable_role(details: DefinitionDetails) -> TypeRole:
    return "field" if details.variable_kind is VariableKind.CLASS_FIELD else "var"


def _source(source: TypeSource | None, *, has_engine: bool) -> FactSource:
    match source:
        case None | TypeSource.ANNOTATION:
            return "declared"
        case TypeSource.INFERRED:
            return "tooling" if has_engine else "inferred"
        case TypeSource.EXTERNAL_CALL_RETURN:
            return "inferred"
        case TypeSource.UNKNOWN:
            return "heuristic"


def _fact(
    graph: CodeGraph, row: int, role: TypeRole, name: str | None, known: tuple[str, FactSource]
) -> TypeFactV1:
    type_text, source = known
    return TypeFactV1(
        subject=ref_of(graph, row),
        role=role,
        name=name,
        type=type_text if len(type_text) <= MAX_TYPE else type_text[: MAX_TYPE - 1] + "…",
        source=source,
        confidence=_CONFIDENCES[source],
    )
