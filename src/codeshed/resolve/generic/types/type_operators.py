"""Type operators: utility types such as `Omit<T, "a">`, and indexed access types such as `T["a"]`.

Turns: an operator and the values of its first type argument → Values: instances of the type that it makes of them.
"""

from collections.abc import Callable

from msgspec.structs import replace

from codeshed.model.facts.code_expressions import (
    ELEMENT_KEY,
    FUNCTION_TYPE,
    LITERAL_TYPE_QUOTE,
    TUPLE,
    UNION,
    CallExpr,
    CastExpr,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    OtherExpr,
    TypeRef,
)
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.language_rules import TypeOperator
from codeshed.resolve.generic.members.member_lookup import ReadType
from codeshed.resolve.generic.names.visible_interface import NO_OFFSET
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.generics import first_or_unknown
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    Certainty,
    DefinitionValue,
    External,
    Instance,
    MemberView,
    ObjectLiteral,
    Place,
    Value,
    Values,
    declaration_place,
)

_MAX_ALIASES = 8
"""The longest chain of aliases of a union of literals."""

Evaluate = Callable[[CodeExpression, Place], Values]


class TypeOperators:
    """Applies type operators."""

    def __init__(
        self, symbol_table: SymbolTable, type_at: ReadType, find_named: ReadType, evaluate: Evaluate
    ) -> None:
        self._symbol_table = symbol_table
        self._type_at = type_at
        self._find_named = find_named
        self._evaluate = evaluate

    def apply(self, operator: TypeOperator, type_ref: TypeRef, place: Place) -> Values:
        """Apply an operator to its type arguments."""
        if not type_ref.arguments:
            return NO_VALUES
        operand = type_ref.arguments[0]
        match operator:
            case TypeOperator.SAME_MEMBERS:
                return self._type_at(operand, place)
            case TypeOperator.WITHOUT_MEMBERS | TypeOperator.ONLY_MEMBERS:
                return self._restrict(operator, type_ref, place)
            case TypeOperator.AWAITED:
                return self._evaluate(
                    ItemExpr(NO_OFFSET, NO_OFFSET, _of_type(operand), is_awaited=True), _outside(place)
                )
            case TypeOperator.RESULT:
                return self._evaluate(CallExpr(NO_OFFSET, NO_OFFSET, _of_type(operand)), _outside(place))
            case TypeOperator.PARAMETERS:
                return self._parameters(self._evaluate(_of_type(operand), _outside(place)))

    def index(self, type_ref: TypeRef, place: Place) -> Values:
        """Return the types of the members that an indexed access type names."""
        operand, *keys = type_ref.arguments
        found: dict[Value, None] = {}
        for key in keys:
            value = _of_type(operand)
            expression: CodeExpression = (
                ItemExpr(NO_OFFSET, NO_OFFSET, value)
                if key.name == ELEMENT_KEY
                else MemberExpr(NO_OFFSET, NO_OFFSET, value, key.name)
            )
            found.update(dict.fromkeys(self._evaluate(expression, _outside(place))))
        return tuple(found)

    def _restrict(self, operator: TypeOperator, type_ref: TypeRef, place: Place) -> Values:
        """Return the type without the members that are left out; all stay if their names are not known."""
        operand, *rest = type_ref.arguments
        values = self._type_at(operand, place)
        names = self._literals(rest[0], place, 0) if rest else None
        if names is None:
            return values
        view = MemberView(names, is_without=operator is TypeOperator.WITHOUT_MEMBERS)
        return tuple(restrict(each, view) for each in values)

    def _literals(self, type_ref: TypeRef, place: Place, n_aliases: int) -> tuple[str, ...] | None:
        """Return the string literals of a type; None if it is another type."""
        if type_ref.name.startswith(LITERAL_TYPE_QUOTE):
            return (type_ref.name[1:-1],)
        if type_ref.name == UNION:
            parts = [self._literals(each, place, n_aliases) for each in type_ref.arguments]
            known = [each for each in parts if each is not None]
            return tuple(name for each in known for name in each) if len(known) == len(parts) else None
        alias = next(iter(self._find_named(type_ref, place)), None) if n_aliases < _MAX_ALIASES else None
        if not isinstance(alias, DefinitionValue):
            return None
        definition = self._symbol_table.definition(alias.entity)
        if definition.type_kind is not TypeKind.TYPE_ALIAS or definition.type is None:
            return None
        return self._literals(definition.type, declaration_place(alias.entity, definition), n_aliases + 1)

    def _parameters(self, functions: Values) -> Values:
        """Return the parameters of functions as tuples."""
        found: dict[Value, None] = {}
        for each in functions:
            if isinstance(each, External) and each.name == FUNCTION_TYPE:
                found[_tuple_of(each.arguments[1:])] = None
            elif isinstance(each, DefinitionValue) and self._symbol_table.is_function(each.entity):
                definition = self._symbol_table.definition(each.entity)
                inside = Place(each.entity.path, each.entity.number, definition.begin)
                types = (
                    NO_VALUES if one.type is None else self._type_at(one.type, inside)
                    for one in definition.parameters
                )
                found[_tuple_of(tuple(map(first_or_unknown, types)))] = None
        return tuple(found)


def restrict(value: Value, view: MemberView) -> Value:
    """Return a value of which only some members are seen."""
    match value:
        case Instance(views=views):
            return replace(value, views=(*views, view))
        case ObjectLiteral(fields=fields):
            return replace(value, fields=tuple(each for each in fields if view.shows(each[0])))
        case _:
            return value


def _of_type(type_ref: TypeRef) -> CastExpr:
    """Return an expression of a type."""
    return CastExpr(NO_OFFSET, NO_OFFSET, type_ref, OtherExpr(NO_OFFSET, NO_OFFSET))


def _outside(place: Place) -> Place:
    """Return a place without its offset: type operators name no locals."""
    return replace(place, offset=NO_OFFSET)


def _tuple_of(elements: Values) -> External:
    return External(TUPLE, Certainty.TYPED, is_instance=True, arguments=elements)
