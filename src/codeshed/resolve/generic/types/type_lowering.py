"""Type lowering: from type syntax to values of the type.

Turns: a TypeRef at a place → Values: instances of the type that its name resolves to there, with their type arguments.
"""

from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from codeshed.model.facts.code_expressions import (
    ARRAY,
    CALL_SUFFIX,
    FUNCTION_TYPE,
    GUARDED_TYPE,
    INDEXED_TYPE,
    LITERAL_TYPE_QUOTE,
    OBJECT_TYPE,
    TUPLE,
    TYPE_GUARD,
    TYPE_OF,
    UNINFORMATIVE_LITERAL_TYPES,
    UNION,
    CallExpr,
    CastExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    OtherExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import TOP_LEVEL
from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.language_rules import SelfType, TypeOperator
from codeshed.resolve.generic.names.visible_interface import NO_OFFSET
from codeshed.resolve.generic.resolver_context import ResolverContext
from codeshed.resolve.generic.types.generics import first_or_unknown, substitute
from codeshed.resolve.generic.types.template_specializations import find_specializations
from codeshed.resolve.generic.types.type_name_resolution import TypeNameResolution
from codeshed.resolve.generic.types.type_operators import TypeOperators
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    Certainty,
    DefinitionValue,
    External,
    Instance,
    ObjectLiteral,
    Place,
    SequenceValue,
    TypeVariable,
    Unknown,
    Value,
    Values,
    declaration_place,
    is_unannotated,
    limit_certainty,
)

MAX_BOUNDS = 8
"""The longest chain of type parameters that bound each other."""

_NOMINAL_ALIAS_TARGETS = frozenset({FUNCTION_TYPE, OBJECT_TYPE, TYPE_OF})
"""An alias of one of these types is a type of its own, with the members that the type declares."""


class MemberValues(Protocol):
    """Evaluation, as far as types need it."""

    def lookup_member(
        self, values: Values, name: str, *, is_function: bool = False, n_arguments: int | None = None
    ) -> Values:
        """Return the members of a name in values."""

    def values_of_variables(self, variables: tuple[DefinitionKey, ...]) -> Values:
        """Return the values of variables."""

    def evaluate(self, expression: CodeExpression, place: Place) -> Values:
        """Evaluate an expression at a place."""


class TypeLowering:
    """Lowers type syntax."""

    def __init__(self, context: ResolverContext, evaluator: MemberValues) -> None:
        self._symbol_table = context.symbol_table
        self._file = context.file
        self._cache = context.query_cache
        self._members = context.members
        self._external_bases = context.external_bases
        self._static_members = context.static_members
        self._names = context.names
        self._builtins = context.builtins
        self._evaluator = evaluator
        self.generics = context.generics
        self.type_names = TypeNameResolution(context, evaluator.lookup_member)
        self._operators = TypeOperators(
            context.symbol_table, self.type_at, self.find_named_types, evaluator.evaluate
        )

    def type_at(self, type_ref: TypeRef, place: Place) -> Values:
        """Return instances of the type that is written at a place."""
        if is_unannotated(type_ref):
            return NO_VALUES
        if place.offset != NO_OFFSET and self._file.has_block_scoped_types(place.path):
            return self._cache.memoize_for_object(
                type_ref, place, lambda: self._lower_from_file(type_ref, place)
            )
        question = ("type", place.path, place.definition, place.head, place.namespace, type_ref)
        return self._cache.memoize(question, lambda: self._lower_from_file(type_ref, place))

    def declared_or_value_type(
        self, type_ref: TypeRef, place: Place, read_value: Callable[[], Values]
    ) -> Values:
        """Return the value of a variable by its declared type; a known value is preferred to an anonymous type."""
        if type_ref.name == GUARDED_TYPE:
            return self._guarded_type(type_ref, place) or read_value()
        is_vague = (
            type_ref.name in {FUNCTION_TYPE, OBJECT_TYPE}
            or self._is_opaque_alias(type_ref, place)
            or (type_ref.name == INDEXED_TYPE and self._is_type_of_function(type_ref, place))
        )
        if type_ref.is_from_documentation and not self.type_at(type_ref, place):
            return tuple(limit_certainty(each, Certainty.INFERRED) for each in read_value())
        value = read_value() if is_vague else NO_VALUES
        is_known = any(not isinstance(each, External | Unknown) for each in value)
        if not is_known:
            return self.type_at(type_ref, place)
        return tuple(limit_certainty(each, Certainty.INFERRED) for each in value)

    def _guarded_type(self, type_ref: TypeRef, place: Place) -> Values:
        """Return what a type guard says of an argument; nothing if the called function is none."""
        function, argument = (each.name for each in type_ref.arguments)
        found: dict[Value, None] = {}
        for value in self._evaluator.evaluate(_expression(function), place):
            if not isinstance(value, DefinitionValue):
                return NO_VALUES
            definition = self._symbol_table.definition(value.entity)
            if definition.returns is None or definition.returns.name != TYPE_GUARD:
                return NO_VALUES
            _, parameter, narrowed = definition.returns.arguments
            names = [each.name for each in definition.parameters]
            is_meant = parameter.name == argument or (
                argument.isdecimal() and names[int(argument) : int(argument) + 1] == [parameter.name]
            )
            inside = Place(value.entity.path, value.entity.number, definition.begin)
            found.update(dict.fromkeys(self.type_at(narrowed, inside) if is_meant else NO_VALUES))
        return self.bounded(tuple(found))

    def _is_type_of_function(self, type_ref: TypeRef, place: Place) -> bool:
        """Whether a type is only known to be that of a function, which many functions have."""
        return any(
            isinstance(each, DefinitionValue) and self._symbol_table.is_function(each.entity)
            for each in self.type_at(type_ref, place)
        )

    def _is_opaque_alias(self, type_ref: TypeRef, place: Place) -> bool:
        """Whether a type is an alias without a written type, as for function pointers in C."""
        found = self.type_at(type_ref, place)
        definitions = [
            self._symbol_table.definition(each.entity) for each in found if isinstance(each, Instance)
        ]
        return len(found) == len(definitions) == 1 and (
            definitions[0].type_kind is TypeKind.TYPE_ALIAS and is_unannotated(definitions[0].type)
        )

    def _lower_from_file(self, type_ref: TypeRef, place: Place) -> Values:
        seen_from, self._file.query_path = self._file.query_path, place.path
        found = self._lower(type_ref, place)
        self._file.query_path = seen_from
        return found

    def _lower(self, type_ref: TypeRef, place: Place) -> Values:
        match type_ref.name:
            case name if name == ARRAY:
                items = tuple(each for inner in type_ref.arguments for each in self.type_at(inner, place))
                found: Values = (SequenceValue(items, Certainty.TYPED),)
            case name if name == UNION:
                found = self._union(type_ref, place)
            case name if name in {TUPLE, FUNCTION_TYPE}:
                parts = tuple(first_or_unknown(self.type_at(inner, place)) for inner in type_ref.arguments)
                names = type_ref.element_names
                found = (
                    External(name, Certainty.TYPED, is_instance=True, arguments=parts, element_names=names),
                )
            case name if name == OBJECT_TYPE:
                found = (_record(type_ref, place),)
            case name if name == TYPE_GUARD:
                found = self.type_at(type_ref.arguments[0], place)
            case name if name == INDEXED_TYPE:
                found = self._operators.index(type_ref, place)
            case name if name.startswith(LITERAL_TYPE_QUOTE):
                found = self.type_at(TypeRef(self._symbol_table.rules_at(place.path).literal_type), place)
            case name if name == TYPE_OF and type_ref.arguments:
                value = _expression(type_ref.arguments[0].name)
                found = self._evaluator.evaluate(value, Place(place.path, place.definition, NO_OFFSET))
            case _:
                found = self._lower_named(type_ref, place)
        return found

    def find_named_types(self, type_ref: TypeRef, place: Place) -> Values:
        """Resolve the name of a type to the type itself: to an alias, not to its target."""
        rules = self._symbol_table.rules_at(place.path)
        if type_ref.name in rules.self_types or type_ref.name in rules.primitives:
            return NO_VALUES
        return self.type_names.filter_by_arity(
            self.type_names.resolve(type_ref, place), len(type_ref.arguments)
        )

    def _lower_named(self, type_ref: TypeRef, place: Place) -> Values:
        own = self._symbol_table.rules_at(place.path).self_types.get(type_ref.name)
        if own is not None:
            return self._lower_self_type(own, place)
        named = self.type_names.filter_by_arity(
            self.type_names.resolve(type_ref, place), len(type_ref.arguments)
        )
        operator = self._operator_among(named, place)
        if operator is not None:
            return self._operators.apply(operator, type_ref, place)
        arguments = tuple(first_or_unknown(self.type_at(inner, place)) for inner in type_ref.arguments)
        found: dict[Value, None] = {}
        for value in named:
            match value:
                case DefinitionValue(entity=entity):
                    for each in find_specializations(self._symbol_table, entity, type_ref.arguments):
                        given = self.with_default_arguments(each, arguments)
                        found.update(dict.fromkeys(self.instances_of(each, given)))
                case External(name=name):
                    found[External(name, Certainty.TYPED, is_instance=True, arguments=arguments)] = None
                case TypeVariable():
                    found[value] = None
                case _:
                    pass
        return tuple(found)

    def with_default_arguments(self, entity: DefinitionKey, arguments: Values) -> Values:
        """Return the type arguments of a generic definition, with the defaults of those that are not given."""
        definition = self._symbol_table.definition(entity)
        missing = definition.type_parameters[len(arguments) :]
        if not any(each.default is not None for each in missing):
            return arguments
        place = Place(entity.path, entity.number, definition.begin)
        for each in missing:
            default = NO_VALUES if each.default is None else self.type_at(each.default, place)
            given = zip(definition.type_parameters, arguments, strict=False)
            known = {
                TypeVariable(self._symbol_table.parts(entity)[0], parameter.name): argument
                for parameter, argument in given
                if not isinstance(argument, Unknown)
            }
            arguments = (*arguments, first_or_unknown(substitute(default, known)))
        return arguments

    def operator_of(self, type_ref: TypeRef, place: Place) -> TypeOperator | None:
        """Return the type operator that a type's name resolves to."""
        operators = self._symbol_table.rules_at(place.path).type_operators
        if not operators or not type_ref.arguments or is_unannotated(type_ref):
            return None
        return self._operator_among(self.find_named_types(type_ref, place), place)

    def _operator_among(self, named: Values, place: Place) -> TypeOperator | None:
        operators = self._symbol_table.rules_at(place.path).type_operators
        if not operators or len(named) != 1 or not isinstance(named[0], External):
            return None
        return operators.get(named[0].name)

    def apply_type_arguments(self, found: Values, types: tuple[TypeRef, ...], place: Place) -> Values:
        """Apply explicit type arguments to generic types, whose members are then seen through that instance."""
        arguments = tuple(first_or_unknown(self.type_at(each, place)) for each in types)
        return tuple(
            replace(each, through=Instance(each.entity, each.certainty, arguments))
            if isinstance(each, DefinitionValue) and self._symbol_table.is_type(each.entity)
            else each
            for each in found
        )

    def _union(self, type_ref: TypeRef, place: Place) -> Values:
        """Return instances of all alternatives; builtin types are dropped if there are repository types.

        `null` has no instances and no members.
        """
        parts = [
            self.type_at(each, place)
            for each in type_ref.arguments
            if each.name not in UNINFORMATIVE_LITERAL_TYPES
        ]
        found = tuple(each for part in parts for each in part)
        if type_ref.is_from_documentation and not all(parts):
            return tuple(each for each in found if not isinstance(each, External))
        outside = self._symbol_table.rules_at(place.path).qualify_builtin("")
        is_known = any(isinstance(each, Instance) for each in found)
        return tuple(
            each
            for each in found
            if not (is_known and isinstance(each, External) and outside and each.name.startswith(outside))
        )

    def _lower_self_type(self, own: SelfType, place: Place) -> Values:
        """Return instances of the enclosing type (`Self`), of its parent, or of the type of the receiver."""
        if own is SelfType.PARENT:
            return tuple(
                limit_certainty(each, Certainty.TYPED) for each in self.receiver(place, is_parent=True)
            )
        owner = self._members.enclosing_type(place)
        if owner is None:
            return NO_VALUES
        instance = replace(self.generics.self_instance(owner), certainty=Certainty.TYPED)
        return (replace(instance, is_receiver=own is SelfType.RECEIVER),)

    def receiver(
        self, place: Place, *, is_parent: bool, is_made: bool = False, is_type: bool = False
    ) -> Values:
        """Return the receiver at a place (`this`), viewed as its base if `is_parent` (`super`), or its type if `is_type`.

        If it `is_made`, a constructor is called (`super()`), which implemented interfaces do not have.
        """
        owner = self._members.enclosing_type(place)
        if is_type and owner is not None and self._symbol_table.is_type(owner):
            return self._type_receiver(owner, is_parent=is_parent)
        if owner is None:
            return (
                NO_VALUES
                if is_parent
                else self._type_parameter_receiver(place) or self._constructed_by(place)
            )
        if not is_parent:
            said = self._type_arguments_of_owner(place)
            own = Instance(owner, Certainty.DECLARED, said) if said else self.generics.self_instance(owner)
            return self._static_members.self_values(own, place)
        rules = self._symbol_table.rules_at(owner.path)
        is_class = rules.is_super_class_only
        bases = (
            self._static_members.super_values(owner, place)
            if rules.are_classes_objects
            else self._members.super_types(owner, with_implemented=not (is_made or is_class))
        )
        if not bases and is_class and not is_made:
            return self._external_bases.root_types(owner)
        return tuple(
            base if base.certainty is Certainty.INFERRED else replace(base, certainty=Certainty.DECLARED)
            for base in bases
            if isinstance(base, Instance | DefinitionValue | External)
        )

    def _type_receiver(self, owner: DefinitionKey, *, is_parent: bool) -> Values:
        """Return the type itself as a receiver, or its base types."""
        if not is_parent:
            return (DefinitionValue(owner),)
        found: list[Value] = []
        for base in self._members.super_types(owner, with_implemented=False):
            if isinstance(base, Instance):
                found.append(DefinitionValue(base.entity))
            elif isinstance(base, External):
                found.append(External(base.name))
        return tuple(found)

    def _type_parameter_receiver(self, place: Place) -> Values:
        """Return the receiver in a block of methods for a type parameter: `impl<T: Shape> Draw for T`."""
        for number in self._names.enclosing(place):
            owner = self._symbol_table.files[place.path].facts.definitions[number].owner
            if owner is not None:
                found = self.type_at(owner, Place(place.path, number, place.offset))
                return tuple(each for each in found if isinstance(each, TypeVariable))
        return NO_VALUES

    def _constructed_by(self, place: Place) -> Values:
        """Return the object that the enclosing constructor function creates: it is named like a type and has members."""
        if place.definition < 0 or not self._symbol_table.rules_at(place.path).are_types_first_class:
            return NO_VALUES
        function = DefinitionKey(place.path, place.definition)
        is_like_type = self._symbol_table.definition(function).name[:1].isupper()
        is_maker = (
            is_like_type
            and self._symbol_table.is_function(function)
            and self._members.has_out_of_line_members(function)
        )
        return (Instance(function, Certainty.DECLARED),) if is_maker else NO_VALUES

    def _type_arguments_of_owner(self, place: Place) -> Values:
        """Return the type arguments in the header of a block of methods: `impl Shape for Vec<u8>`."""
        for number in self._names.enclosing(place):
            owner = self._symbol_table.files[place.path].facts.definitions[number].owner
            if owner is not None:
                at = Place(place.path, number, place.offset)
                return tuple(next(iter(self.type_at(each, at)), Unknown()) for each in owner.arguments)
        return NO_VALUES

    def instances_of(self, entity: DefinitionKey, arguments: Values) -> Values:
        """Return instances of a type; for an alias, of its target."""
        definition = self._symbol_table.definition(entity)
        if definition.kind is not DefinitionKind.TYPE:
            enum = self._symbol_table.enum_of(entity)
            if enum is not None:
                return (Instance(enum, Certainty.TYPED),)
            rules = self._symbol_table.rules_at(entity.path)
            return self._instances_of_value(entity, arguments) if rules.are_types_first_class else NO_VALUES
        is_alias = definition.type_kind is TypeKind.TYPE_ALIAS and not is_unannotated(definition.type)
        if is_alias and definition.type is not None and definition.type.name not in _NOMINAL_ALIAS_TARGETS:
            found = self.type_at(definition.type, declaration_place(entity, definition))
            own = Instance(entity, Certainty.TYPED, arguments)
            has_members = self._symbol_table.files[entity.path].has_children(entity.number)
            return tuple(
                own if has_members and isinstance(each, ObjectLiteral) and each.definition == entity else each
                for each in substitute(found, self.generics.substitution_of(own))
            )
        return (Instance(entity, Certainty.TYPED, arguments),)

    def _instances_of_value(self, entity: DefinitionKey, arguments: Values) -> Values:
        """Return instances that a constructor function creates, or instances of the types that a variable holds."""
        if self._symbol_table.is_function(entity):
            return (Instance(entity, Certainty.TYPED, arguments),)
        found: dict[Value, None] = {}
        for each in self._evaluator.values_of_variables((entity,)):
            if isinstance(each, DefinitionValue) and not self._symbol_table.is_variable(each.entity):
                found.update(dict.fromkeys(self.instances_of(each.entity, arguments)))
            elif isinstance(each, External):
                found[External(each.name, each.certainty, is_instance=True)] = None
        return tuple(limit_certainty(each, Certainty.INFERRED) for each in found)

    def find_nested_types(self, outer: Values, type_ref: TypeRef, place: Place) -> Values:
        """Return instances of a type that is nested in other types or their bases."""
        arguments = tuple(first_or_unknown(self.type_at(inner, place)) for inner in type_ref.arguments)
        found: dict[Value, None] = {}
        for each in self.type_names.resolve_members(outer, type_ref.name):
            if isinstance(each, DefinitionValue) and self._symbol_table.is_type(each.entity):
                found.update(dict.fromkeys(self.instances_of(each.entity, arguments)))
            elif isinstance(each, External):
                found[External(each.name, each.certainty, is_instance=True, arguments=arguments)] = None
        return tuple(found)

    def bounded(self, values: Values, n_bounds: int = 0) -> Values:
        """Replace type parameters by their upper bounds, and drop unknown values."""
        if not any(isinstance(each, TypeVariable | Unknown) for each in values):
            return values
        found: dict[Value, None] = {}
        for value in values:
            if isinstance(value, TypeVariable):
                bound = self._upper_bound(value) if n_bounds < MAX_BOUNDS else NO_VALUES
                found.update(dict.fromkeys(self.bounded(bound, n_bounds + 1)))
            elif not isinstance(value, Unknown):
                found[value] = None
        return tuple(found)

    def _is_unconstraining(self, value: Value, place: Place) -> bool:
        """Whether a bound implies no members: `any` in Go."""
        rules = self._symbol_table.rules_at(place.path)
        return isinstance(value, External) and value.name in {
            rules.qualify_builtin(each) for each in rules.unconstraining_bounds
        }

    def _upper_bound(self, variable: TypeVariable) -> Values:
        """Return the upper bound of a type parameter: its declared bound, else the implicit base of all types."""
        for part in self._symbol_table.parts(variable.entity):
            definition = self._symbol_table.definition(part)
            parameters = definition.all_type_parameters
            bound = next((each.bound for each in parameters if each.name == variable.name), None)
            if bound is not None and not is_unannotated(bound):
                place = Place(part.path, part.number, definition.begin)
                bounds = self.type_at(bound, place)
                return tuple(
                    limit_certainty(each, variable.certainty)
                    for each in bounds
                    if not self._is_unconstraining(each, place)
                )
        outer = self.generics.type_parameter_of_type(variable)
        if outer is not None:
            return self._upper_bound(outer)
        roots = self._symbol_table.rules_at(variable.entity.path).implicit_bases
        return tuple(
            External(each.name, variable.certainty, is_instance=True) for each in roots if not each.kinds
        )


def _record(type_ref: TypeRef, place: Place) -> ObjectLiteral:
    """Return a record whose fields have the declared types of a record type."""
    around = place.definition if place.head == TOP_LEVEL else place.head
    nothing = OtherExpr(NO_OFFSET, NO_OFFSET)
    fields = (
        (each.name, CastExpr(NO_OFFSET, NO_OFFSET, each.arguments[0], nothing)) for each in type_ref.arguments
    )
    return ObjectLiteral(DefinitionKey(place.path, around), tuple(fields), Certainty.TYPED)


def _expression(name: str) -> CodeExpression:
    """Parse a dotted name, or a call of one, to an expression without offsets."""
    if name.endswith(CALL_SUFFIX):
        return CallExpr(NO_OFFSET, NO_OFFSET, _expression(name.removesuffix(CALL_SUFFIX)))
    first, *rest = name.split(".")
    expression: CodeExpression = NameExpr(NO_OFFSET, NO_OFFSET, first)
    for each in rest:
        expression = MemberExpr(NO_OFFSET, NO_OFFSET, expression, each)
    return expression
