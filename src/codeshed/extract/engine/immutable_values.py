"""Which values can never change, as far as syntax shows.

Turns: the initializer and the declared type of a variable + the ImmutableValues of its language → ValueEvidence.
"""

from collections.abc import Sequence

import tree_sitter

from codeshed.extract.engine.mutation_tables import ImmutableValues
from codeshed.extract.engine.syntax_reading import SyntaxReader, child_of, dotted_expression
from codeshed.model.facts.code_expressions import (
    FUNCTION_TYPE,
    TUPLE,
    UNION,
    CallExpr,
    CodeExpression,
    MemberExpr,
    NewExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import ValueEvidence

_MAX_DEPTH = 40
"""How deep in an initializer a value is looked at; one with deeper parts is unproven."""

_COMPOSED = frozenset({UNION, TUPLE})


def evidence_of(
    value: tree_sitter.Node | None, type_ref: TypeRef | None, reader: SyntaxReader, known: ImmutableValues
) -> ValueEvidence | None:
    """Return what shows that the value of a variable never changes; None if nothing does."""
    found = None if value is None else _evidence_of_value(value, reader, known, 0)
    if found is None and type_ref is not None and _is_immutable_type(type_ref, known):
        return ValueEvidence.TYPE
    return found


def _evidence_of_value(
    node: tree_sitter.Node, reader: SyntaxReader, known: ImmutableValues, depth: int
) -> ValueEvidence | None:
    if node.type in known.literals:
        return ValueEvidence.VALUE
    if depth > _MAX_DEPTH:
        return None
    but = known.operations.get(node.type)
    if but is not None and but.isdisjoint(each.type for each in node.children if not each.is_named):
        return ValueEvidence.VALUE
    fields = known.composed.get(node.type)
    if fields is not None:
        if node.type in known.keywords and node.children[-1].type == known.keywords[node.type]:
            return ValueEvidence.FROZEN
        parts = [child_of(node, (field,)) for field in fields] if fields else node.named_children
        return _evidence_of_parts(parts, reader, known, depth)
    return _evidence_of_result(node, reader, known)


def _evidence_of_result(
    node: tree_sitter.Node, reader: SyntaxReader, known: ImmutableValues
) -> ValueEvidence | None:
    """Return the evidence for a new object of an immutable type, or for the result of a function that freezes."""
    created = reader.expression(node) if known.types else None
    if isinstance(created, NewExpr) and _is_immutable_type(created.type_ref, known):
        return ValueEvidence.TYPE
    return ValueEvidence.FROZEN if _is_frozen(node, reader, known) else None


def _is_frozen(node: tree_sitter.Node, reader: SyntaxReader, known: ImmutableValues) -> bool:
    """Whether a value is the result of a function or method that gives what never changes."""
    if not (known.functions or known.methods):
        return False
    callee = node.child_by_field_name("function")
    expression = reader.expression(node if callee is None else callee)
    is_call = callee is not None or isinstance(expression, CallExpr)
    function = expression.function if isinstance(expression, CallExpr) else expression
    return _gives_frozen(function, known, is_call=is_call)


def _evidence_of_parts(
    parts: Sequence[tree_sitter.Node | None], reader: SyntaxReader, known: ImmutableValues, depth: int
) -> ValueEvidence | None:
    """Return the weakest evidence of all parts; None if one of them may change."""
    found = ValueEvidence.VALUE
    for each in parts:
        if each is not None and "comment" in each.type:
            continue
        evidence = None if each is None else _evidence_of_value(each, reader, known, depth + 1)
        if evidence is None:
            return None
        found = found if evidence is ValueEvidence.VALUE else evidence
    return found


def _gives_frozen(function: CodeExpression, known: ImmutableValues, *, is_call: bool) -> bool:
    """Whether the result of a call or a member never changes, by its name."""
    if isinstance(function, MemberExpr) and function.name in known.methods:
        return True
    name = dotted_expression(function) if is_call else ""
    return name in known.functions or f"{name.rpartition('.')[0]}." in known.functions


def _is_immutable_type(type_ref: TypeRef, known: ImmutableValues) -> bool:
    """Whether all values of a type are immutable, judging by its name; functions are."""
    if type_ref.name == FUNCTION_TYPE:
        return True
    is_known = type_ref.name in _COMPOSED or type_ref.name.rpartition(".")[2] in known.types
    return is_known and all(_is_immutable_type(each, known) for each in type_ref.arguments)
