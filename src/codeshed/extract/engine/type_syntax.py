"""Types, values and parameters as declarations write them.

Turns: Matches of definitions and parameters → TypeRefs, CodeExpressions and CodeParameters.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.query_matches import QueryMatch
from codeshed.extract.engine.syntax_reading import SyntaxReader, child_of
from codeshed.model.facts.code_expressions import (
    ARRAY,
    ELEMENT_PREFIX,
    RESULT_PREFIX,
    CallExpr,
    CastExpr,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    OtherExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import CodeParameter, CodeTypeParameter
from codeshed.model.semantic import ParameterKind

MAX_PATTERN = 80
"""How many characters of a pattern are kept in place of a parameter's name."""

_PARAMETER_KINDS = {
    "variadic": ParameterKind.VARIADIC_POSITIONAL,
    "keyword": ParameterKind.KEYWORD_ONLY,
    "keywords": ParameterKind.VARIADIC_KEYWORD,
}


class DeclarationReader:
    """Reads the types, values and parameters that a match declares."""

    def __init__(self, reader: SyntaxReader, *, gives_several: bool = False) -> None:
        self._reader = reader
        self._has_multiple_results = gives_several

    def types(self, match: QueryMatch, name: str) -> tuple[TypeRef, ...]:
        """Return the types under a capture."""
        found = (self._reader.type(node) for node in match.all(name))
        return tuple(each for each in found if each is not None and each.name)

    def type_parameters(self, match: QueryMatch) -> tuple[CodeTypeParameter, ...]:
        """Return type parameters with their bounds."""
        return tuple(self._iter_type_parameters(match))

    def _iter_type_parameters(self, match: QueryMatch) -> Iterator[CodeTypeParameter]:
        for node in match.all("type_parameters"):
            for child in node.named_children:
                names = child.children_by_field_name("name") or [
                    child.named_children[0] if child.named_children else child
                ]
                bound = child_of(child, ("constraint", "bounds", "type")) or next(
                    (each for each in child.named_children if each.type.endswith("bound")), None
                )
                default = self._reader.type(child.child_by_field_name("value"))
                for name in names:
                    yield CodeTypeParameter(self._reader.text(name), self._reader.type(bound), default)

    def parameters(self, matches: list[QueryMatch]) -> tuple[CodeParameter, ...]:
        """Return parameters in the order of the source."""
        in_order = sorted(matches, key=lambda match: match.captures["parameter"][0].start_byte)
        return tuple(map(self._parameter, in_order))

    def _parameter(self, match: QueryMatch) -> CodeParameter:
        name = match.first("name") or _pattern_of(match.captures["parameter"][0])
        return CodeParameter(
            name="" if name is None else self._shortened(name),
            type=self.type(match),
            kind=next(
                (kind for capture, kind in _PARAMETER_KINDS.items() if match.first(capture) is not None),
                ParameterKind.POSITIONAL_ONLY,
            ),
            has_default=match.first("default") is not None or match.first("optional") is not None,
            is_pointer=match.first("pointer") is not None,
        )

    def _shortened(self, name: tree_sitter.Node) -> str:
        """Return a name, or a pattern on one line."""
        text = " ".join(self._reader.text(name).split())
        return text if len(text) <= MAX_PATTERN else text[: MAX_PATTERN - 1] + "…"

    def type(self, match: QueryMatch) -> TypeRef | None:
        """Return the declared type."""
        found = self._reader.type(match.first("type"))
        return found if found is None or match.first("array") is None else TypeRef(ARRAY, (found,))

    def value_node(self, match: QueryMatch) -> tree_sitter.Node | None:
        """Return the node of the initial value."""
        return match.first("value") or _value_for_name(match)

    def value(self, match: QueryMatch) -> CodeExpression | None:
        """Return the initial value."""
        parameter = match.first("callback_parameter")
        if parameter is not None:
            return self._reader.lambda_parameter_value(parameter)
        value, iterable = self.value_node(match), match.first("iterable")
        if value is not None:
            return self._result_for_name(match, self._reader.expression(value))
        several = self._later_result(match)
        if several is not None:
            return several
        if iterable is not None:
            inner = self._reader.expression(iterable)
            return self._extract_from_element(match, ItemExpr(inner.begin, inner.end, inner))
        return self._extracted_member(match)

    def _extract_from_element(self, match: QueryMatch, item: ItemExpr) -> CodeExpression:
        """Return what a pattern extracts from each element of a loop, or the element itself."""
        key, listed = match.first("key"), match.first("listed")
        if listed is not None:
            return MemberExpr(item.begin, item.end, item, f"{ELEMENT_PREFIX}{_index_in_list(listed)}")
        return item if key is None else MemberExpr(item.begin, item.end, item, self._reader.text(key))

    def _later_result(self, match: QueryMatch) -> CodeExpression | None:
        """Return which result of a call with several results a name takes, if it is not the first name."""
        values = match.first("values")
        if not self._has_multiple_results or values is None or values.named_child_count != 1:
            return None
        return self._result_for_name(match, self._reader.expression(values.named_children[0]))

    def _result_for_name(self, match: QueryMatch, value: CodeExpression) -> CodeExpression | None:
        """Return the result that a name takes of a call with several results: `a, b = f()`."""
        name, values = match.first("name"), match.first("values")
        if not self._has_multiple_results or name is None or values is None or values.named_child_count != 1:
            return value
        names, index = _sibling_names(_assignment_target(name, values))
        if len(names) <= 1:
            return value
        if isinstance(value, CallExpr):
            return MemberExpr(value.begin, value.end, value, f"{RESULT_PREFIX}{index}")
        return value if index == 0 else None

    def default(self, match: QueryMatch) -> CodeExpression | None:
        """Return the default value of a parameter."""
        default = match.first("default")
        return None if default is None else self._reader.expression(default)

    def _extracted_member(self, match: QueryMatch) -> CodeExpression | None:
        """Return the member that a pattern extracts from a value, or from a parameter of a type."""
        value_node, type_node = match.first("destructured_from"), match.first("destructured_from_type")
        key, item = match.first("key") or match.first("name"), match.first("item")
        callback_parameter = match.first("destructured_from_parameter")
        if key is not None and callback_parameter is not None:
            value = self._reader.lambda_parameter_value(callback_parameter)
            name = self._reader.text(key)
            if value is None or match.first("rest") is not None:
                return value
            return MemberExpr(key.start_byte, key.end_byte, value, name)
        if key is None or (value_node is None and type_node is None):
            return None
        begin, end = key.start_byte, key.end_byte
        type_ref = self._reader.type(type_node)
        if value_node is not None:
            value = self._reader.expression(value_node)
        else:
            value = OtherExpr(begin, end)
            if type_ref is not None:
                value = CastExpr(begin, end, type_ref, value)
        is_known = not isinstance(value, OtherExpr)
        name = self._reader.text(key) if item is None else str(_index_in_list(item))
        listed = match.first("listed")
        if listed is not None:
            name = f"{ELEMENT_PREFIX}{_index_in_list(listed)}"
        if match.first("rest") is not None:
            # `...others` has the members that the pattern does not name: taken for all of the value's.
            return value if is_known else None
        return MemberExpr(begin, end, value, name) if is_known else None


def _pattern_of(parameter: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the pattern in place of a parameter's name: `{ a, b }`."""
    found = child_of(parameter, ("pattern", "left")) or parameter
    return found if found.type.endswith("_pattern") else None


def _index_in_list(item: tree_sitter.Node) -> int:
    """Return the index of an element in a bracketed list."""
    before = item.prev_sibling
    index = 0
    while before is not None:
        index += before.type == ","
        before = before.prev_sibling
    return index


def _value_for_name(match: QueryMatch) -> tree_sitter.Node | None:
    """Return the value that belongs to a name in `a, b = f(), g()`; a single value belongs to the first name."""
    name, values = match.first("name"), match.first("values")
    if name is None or values is None or name.parent is None:
        return None
    _, index = _sibling_names(_assignment_target(name, values))
    found = values.named_children
    return found[index] if index < len(found) else None


def _assignment_target(name: tree_sitter.Node, values: tree_sitter.Node) -> tree_sitter.Node:
    """Return the node that represents a name in the list of targets: itself, or `a.name`."""
    found: tree_sitter.Node | None = name
    while found is not None and found.parent is not None:
        if values.parent in (found.parent, found.parent.parent):
            return found
        found = found.parent
    return name


def _sibling_names(name: tree_sitter.Node) -> tuple[list[tree_sitter.Node], int]:
    """Return the sibling names of a name, and its index among them."""
    parent = name.parent
    if parent is None:
        return [name], 0
    siblings = parent.children_by_field_name("name") or parent.named_children
    return siblings, next((index for index, each in enumerate(siblings) if each.id == name.id), len(siblings))


def end_of_initial_value(match: QueryMatch, name: tree_sitter.Node) -> int:
    """Return where the initial value of a local ends."""
    values = (match.first(each) for each in ("value", "iterable", "destructured_from"))
    return max((each.end_byte for each in values if each is not None), default=name.end_byte)
