"""Type narrowing by `instanceof` and by calls of type guards.

Turns: a variable in code → the type to which a condition around it, or an early exit before it, narrows it.
"""

import re
from collections.abc import Iterator, Mapping

import msgspec
import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import GUARDED_TYPE, UNION, TypeRef

MAX_DEPTH = 12
"""How deeply conditions may nest."""

_IF = "if_statement"
_BINARY = "binary_expression"
_TEST = "instanceof"
_STATEMENT = "expression_statement"
_ASSERTING = re.compile(r"^[\w$.]*(?:assert|ensure|invariant)[\w$]*\(", re.IGNORECASE)
"""Calls of functions with such names may be assertions; whether they are, their declaration tells."""
_DOTTED_NAME = re.compile(r"[\w$]+(?:\.[\w$]+)*")


class NarrowingSyntax(msgspec.Struct, frozen=True, kw_only=True):
    """How a language writes conditions: the fields of the code that runs where one holds, and where it does not."""

    variables: frozenset[str]
    holding: Mapping[str, str]
    failing: Mapping[str, str] = msgspec.field(default_factory=dict)
    blocks: frozenset[str]
    exits: frozenset[str]
    scopes: frozenset[str]
    """Code in one of these sees nothing of the conditions around it."""
    lambdas: frozenset[str] = frozenset()
    """Functions that see the conditions around them, but for names of their parameters."""
    conjunctions: frozenset[str]
    disjunctions: frozenset[str]
    negation: str
    calls: frozenset[str] = frozenset()
    """Calls, which may be of type guards: only the function's declaration tells."""
    this: str = ""
    """The receiver, which a method may be a guard of."""


class _Narrowing(msgspec.Struct, frozen=True):
    """In a range of a file, the types of variables."""

    begin: int
    end: int
    types: Mapping[str, TypeRef]


class TypeNarrowing:
    """Finds the narrowed types of variables in one language."""

    def __init__(self, syntax: NarrowingSyntax) -> None:
        self._syntax = syntax
        self._around = syntax.blocks | syntax.scopes | syntax.lambdas | frozenset({*syntax.holding, _BINARY})

    def narrowed_type(self, variable: tree_sitter.Node, reader: NodeReader) -> TypeRef | None:
        """Return the type to which the nearest condition narrows a variable, unless it is assigned there."""
        if variable.type not in self._syntax.variables:
            return None
        name = reader.text(variable)
        outer = reader.nearest_ancestor(variable, self._around)
        while outer is not None and outer.type not in self._syntax.scopes:
            if outer.type in self._syntax.lambdas:
                if _has_parameter(outer, name, reader):
                    return None
            else:
                for each in reader.memoize(outer, self._find_narrowings):
                    if each.begin <= variable.start_byte < each.end and name in each.types:
                        return each.types[name]
            outer = reader.nearest_ancestor(outer, self._around)
        return None

    def _find_narrowings(self, node: tree_sitter.Node, reader: NodeReader) -> tuple[_Narrowing, ...]:
        """Return what a condition says of the code that it guards, or the early exits of a block of what follows them."""
        if node.type in self._syntax.blocks:
            found = self._of_early_exits(node, reader)
        elif node.type == _BINARY:
            found = self._of_operator(node, reader)
        else:
            found = self._of_condition(node, reader)
        return tuple(
            each for each in (_without_assigned(one, reader) for one in found if one.types) if each.types
        )

    def _of_condition(self, node: tree_sitter.Node, reader: NodeReader) -> Iterator[_Narrowing]:
        condition = node.child_by_field_name("condition")
        if condition is None:
            return
        body = node.child_by_field_name(self._syntax.holding[node.type])
        if body is not None:
            yield _Narrowing(body.start_byte, body.end_byte, self._types(condition, reader, holds=True))
        other = node.child_by_field_name(self._syntax.failing.get(node.type, ""))
        if other is not None:
            yield _Narrowing(other.start_byte, other.end_byte, self._types(condition, reader, holds=False))

    def _of_operator(self, node: tree_sitter.Node, reader: NodeReader) -> Iterator[_Narrowing]:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = _operator(node, reader)
        if left is None or right is None:
            return
        if operator in self._syntax.conjunctions:
            yield _Narrowing(right.start_byte, right.end_byte, self._types(left, reader, holds=True))
        elif operator in self._syntax.disjunctions:
            yield _Narrowing(right.start_byte, right.end_byte, self._types(left, reader, holds=False))

    def _of_early_exits(self, block: tree_sitter.Node, reader: NodeReader) -> Iterator[_Narrowing]:
        """Yield what is known behind each statement that leaves the block, or that asserts something."""
        for each in block.named_children:
            call = each.named_children[0] if each.type == _STATEMENT and each.named_children else None
            if call is not None and call.type in self._syntax.calls and _ASSERTING.search(reader.text(call)):
                yield _Narrowing(each.end_byte, block.end_byte, self._guarded_types(call, reader))
            if each.type != _IF or each.child_by_field_name("alternative") is not None:
                continue
            condition = each.child_by_field_name("condition")
            body = each.child_by_field_name(self._syntax.holding[_IF])
            if condition is not None and body is not None and self._exits(body):
                yield _Narrowing(each.end_byte, block.end_byte, self._types(condition, reader, holds=False))

    def _exits(self, body: tree_sitter.Node) -> bool:
        """Whether code always leaves the block around it."""
        last = body
        while last.named_child_count and (last.type in self._syntax.blocks or last.type == _STATEMENT):
            last = last.named_children[-1]
        return last.type in self._syntax.exits

    def _types(
        self, condition: tree_sitter.Node, reader: NodeReader, depth: int = 0, *, holds: bool
    ) -> dict[str, TypeRef]:
        """Return the types of variables where a condition holds, or where it does not."""
        syntax = self._syntax
        together, either = (
            (syntax.conjunctions, syntax.disjunctions)
            if holds
            else (syntax.disjunctions, syntax.conjunctions)
        )
        found: dict[str, TypeRef] = {}
        for node in _operands(condition, together, reader) if depth < MAX_DEPTH else ():
            operator = _operator(node, reader)
            if node.type == syntax.negation and operator == "!":
                inner = node.child_by_field_name("argument")
                if inner is not None:
                    found |= self._types(inner, reader, depth + 1, holds=not holds)
            elif operator in either:
                found |= _types_of_alternatives(
                    [
                        self._types(each, reader, depth + 1, holds=holds)
                        for each in _operands(node, either, reader)
                    ]
                )
            elif holds and operator == _TEST:
                left = node.child_by_field_name("left")
                type_ref = reader.type(node.child_by_field_name("right"))
                if (
                    left is not None
                    and left.type in syntax.variables
                    and type_ref is not None
                    and type_ref.name
                ):
                    found[reader.text(left)] = type_ref
            elif holds and node.type in syntax.calls:
                found |= self._guarded_types(node, reader)
        return found

    def _guarded_types(self, call: tree_sitter.Node, reader: NodeReader) -> dict[str, TypeRef]:
        """Return the types of what a call is given, which they have if the function is a type guard."""
        function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        name = "" if function is None else reader.text(function)
        if function is None or arguments is None or _DOTTED_NAME.fullmatch(name) is None:
            return {}
        found = {
            reader.text(each): TypeRef(GUARDED_TYPE, (TypeRef(name), TypeRef(str(index))))
            for index, each in enumerate(arguments.named_children)
            if each.type in self._syntax.variables
        }
        receiver = name.rpartition(".")[0]
        if receiver and self._syntax.this:
            found[receiver] = TypeRef(GUARDED_TYPE, (TypeRef(name), TypeRef(self._syntax.this)))
        return found


def _has_parameter(function: tree_sitter.Node, name: str, reader: NodeReader) -> bool:
    parameters = function.child_by_field_name("parameters") or function.child_by_field_name("parameter")
    first = re.escape(name.partition(".")[0])
    return (
        parameters is not None
        and re.search(rf"(?<![\w$]){first}(?![\w$])", reader.text(parameters)) is not None
    )


def _without_assigned(narrowing: _Narrowing, reader: NodeReader) -> _Narrowing:
    """Drop the variables that the code assigns."""
    text = reader.slice(narrowing.begin, narrowing.end)
    return _Narrowing(
        narrowing.begin,
        narrowing.end,
        {
            name: type_ref
            for name, type_ref in narrowing.types.items()
            if not any(_is_assigned(each, text) for each in _prefixes(name))
        },
    )


def _prefixes(name: str) -> Iterator[str]:
    """Yield a name and what it is a member of: `a.b`, `a`."""
    while name:
        yield name
        name = name.rpartition(".")[0]


def _is_assigned(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}\s*(?:\?\?|\|\||&&)?=(?![=>])", text) is not None


def _types_of_alternatives(alternatives: list[dict[str, TypeRef]]) -> dict[str, TypeRef]:
    """Return the variables that each of some alternatives narrows, with the unions of their types."""
    found: dict[str, TypeRef] = {}
    for name in alternatives[0]:
        if all(name in each for each in alternatives):
            types = dict.fromkeys(inner for each in alternatives for inner in _members(each[name]))
            found[name] = TypeRef(UNION, tuple(types)) if len(types) > 1 else next(iter(types))
    return found


def _members(type_ref: TypeRef) -> tuple[TypeRef, ...]:
    return type_ref.arguments if type_ref.name == UNION else (type_ref,)


def _operands(
    condition: tree_sitter.Node, operators: frozenset[str], reader: NodeReader
) -> list[tree_sitter.Node]:
    """Return the operands of a chain of operators, in order; parentheses are dropped."""
    found: list[tree_sitter.Node] = []
    pending = [condition]
    while pending:
        node = pending.pop()
        if node.type == "parenthesized_expression":
            pending += reversed(node.named_children)
        elif node.type == _BINARY and _operator(node, reader) in operators:
            sides = (node.child_by_field_name("right"), node.child_by_field_name("left"))
            pending += [each for each in sides if each is not None]
        else:
            found.append(node)
    return found


def _operator(node: tree_sitter.Node, reader: NodeReader) -> str:
    operator = node.child_by_field_name("operator")
    return "" if operator is None else reader.text(operator).lower()
