"""The evaluator: expressions become abstract values.

Turns: a CodeExpression at a place → Values, by name resolution, declared types, and what locals and fields are initialised
with. `cart.total()` evaluates the receiver `cart`, looks the member `total` up on its values, and takes what that returns.
Recursion is limited in depth; a cycle evaluates to nothing.
"""

from codeshed.model.facts.code_expressions import (
    ELEMENT_PREFIX,
    RESULT_PREFIX,
    UNINFORMATIVE_LITERAL_TYPES,
    CallExpr,
    CastExpr,
    ChoiceExpr,
    CodeExpression,
    ContextualParameterExpr,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    ObjectLiteralExpr,
    OtherExpr,
    ReceiverExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import CodeFacts
from codeshed.resolve.generic.calls.overload_resolution import OverloadResolution
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.receiver_members import ReceiverMembers
from codeshed.resolve.generic.names.unqualified_names import UnqualifiedNames
from codeshed.resolve.generic.resolver_context import ResolverContext
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.external_types import ExternalTypes
from codeshed.resolve.generic.types.structural_interfaces import StructuralInterfaces
from codeshed.resolve.generic.types.type_lowering import TypeLowering
from codeshed.resolve.generic.values.call_values import CallValues
from codeshed.resolve.generic.values.element_values import ElementValues, tuple_element
from codeshed.resolve.generic.values.return_values import ReturnValues
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    Certainty,
    DefinitionValue,
    External,
    Instance,
    Namespace,
    ObjectLiteral,
    Place,
    SequenceValue,
    Value,
    Values,
    limit_certainty,
)
from codeshed.resolve.generic.values.variable_values import VariableValues

MAX_VALUES = 8
"""An expression with more possible values than this counts as unknown."""


class Evaluator:
    """Evaluates expressions; owns the resolvers of names, types, members, calls and variables, which call each other."""

    def __init__(self, symbol_table: SymbolTable) -> None:
        self._symbol_table = symbol_table
        self._context = ResolverContext(symbol_table, self.type_at)
        self._cache = self._context.query_cache
        self.file = self._context.file
        self.members = self._context.members
        self.constructors = self._context.constructors
        self.names = self._context.names
        self.generics = self._context.generics
        self.signatures = self._context.signatures
        self.static_members = self._context.static_members
        self.external_bases = self._context.external_bases
        self.types = TypeLowering(self._context, self)
        self.receiver_members = ReceiverMembers(self._context, self.types, self.evaluate)
        self.return_values = ReturnValues(self._context, self.types, self.evaluate)
        self.variable_values = VariableValues(self._context, self.types, self.return_values, self.evaluate)
        self.unqualified_names = UnqualifiedNames(
            self._context, self.types, self.receiver_members, self.variable_values, self.evaluate
        )
        self.element_values = ElementValues(
            self._context, self.types, self.receiver_members, self.return_values
        )
        self.call_values = CallValues(self._context, self)
        self.overloads = OverloadResolution(symbol_table, self)
        self.structural_interfaces = StructuralInterfaces(symbol_table, self.members, self.type_at)
        self._collect_extensions()
        self._collect_interfaces()

    def _collect_extensions(self) -> None:
        """Find the members that are declared outside of their types; nothing is memoized or traced until they are known."""
        begin = self._symbol_table.query_trace.position()
        self._cache.is_storing = False
        self.members.collect_extensions()
        self._cache.is_storing = True
        self._symbol_table.query_trace.forget(begin)

    def _collect_interfaces(self) -> None:
        """Find which methods structural interfaces require, as seen from the first file of a language that has such."""
        files = self._symbol_table.files
        path = next((each for each in files if self._has_structural_interfaces(each)), None)
        if path is not None:
            self.switch_file(path, files[path].facts)
            self.structural_interfaces.collect_interfaces()
            self._symbol_table.query_trace.forget(0)

    def _has_structural_interfaces(self, path: str) -> bool:
        rules = self._symbol_table.rules_at(path)
        return rules.has_structural_interfaces or rules.has_structural_typing

    def switch_file(self, path: str, facts: CodeFacts) -> None:
        """Make a file the current one. Of all other files only what they expose is known."""
        self._symbol_table.query_trace.forget(0)
        self.file.switch_to(path, facts)
        self._cache.switch_file(self.file.rules)

    def type_at(self, type_ref: TypeRef, place: Place) -> Values:
        """Return instances of a type that is written at a place."""
        return self.types.type_at(type_ref, place)

    def bounded(self, values: Values, n_bounds: int = 0) -> Values:
        """Return the values with type parameters replaced by their bounds."""
        return self.types.bounded(values, n_bounds)

    def lookup_member(
        self, values: Values, name: str, *, is_function: bool = False, n_arguments: int | None = None
    ) -> Values:
        """Look a member up on values."""
        return self.receiver_members.lookup(values, name, is_function=is_function, n_arguments=n_arguments)

    def values_of_variables(self, variables: tuple[DefinitionKey, ...]) -> Values:
        """Return the values of variables."""
        return self.variable_values.values_of_variables(variables)

    def n_pointers(self, argument: CodeExpression, place: Place) -> int | None:
        """Return the pointer depth of an argument, one more for `&a` than for `a` and one less for `*a`; None if unknown."""
        return self.file.n_pointers(argument, place)

    def external_types(self, path: str) -> ExternalTypes:
        """Return what is known of external types, in the language of a file."""
        return self._context.external_types(path)

    def evaluate(self, expression: CodeExpression, place: Place) -> Values:
        """Return the values that an expression at a place may have."""
        if isinstance(expression, ReceiverExpr | OtherExpr | ObjectLiteralExpr):
            return self._value(expression, place)
        return self._cache.memoize_for_object(expression, place, lambda: self._value(expression, place))

    def _value(self, expression: CodeExpression, place: Place) -> Values:
        seen_from, self.file.query_path = self.file.query_path, place.path
        found: Values = NO_VALUES
        match expression:
            case NameExpr():
                named = self.names.namespaces.prefer_objects(
                    self.unqualified_names.resolve(
                        expression, place, is_called=expression.is_function_reference
                    )
                )
                found = self._read_named(named, place, is_function=expression.is_function_reference)
            case ReceiverExpr(is_parent=is_parent, is_type=is_type):
                found = self.types.receiver(place, is_parent=is_parent, is_type=is_type)
            case MemberExpr():
                found = self._member_value(expression, place)
            case CallExpr():
                found = self.call_values.evaluate(expression, place)
            case NewExpr():
                found = self.new_instances(expression, place)
            case CastExpr():
                found = self._cast(expression, place)
            case ItemExpr():
                indexed = self.types.bounded(self.evaluate(expression.value, place))
                found = self.element_values.index_or_iterate(expression, indexed, place)
            case ContextualParameterExpr():
                found = self.call_values.lambda_parameter(expression, place)
            case ObjectLiteralExpr() | OtherExpr() | ChoiceExpr():
                found = self._literal_value(expression, place)
        self.file.query_path = seen_from
        return found if len(found) <= MAX_VALUES else NO_VALUES

    def _choice(self, choice: ChoiceExpr, place: Place) -> Values:
        """Return the values of all choices; if one is unknown, only those that the repository defines, as a guess."""
        known = [
            self.evaluate(each, place)
            for each in choice.choices
            if not isinstance(each, OtherExpr) or each.type_name not in UNINFORMATIVE_LITERAL_TYPES
        ]
        found = tuple(dict.fromkeys(each for values in known for each in values))
        if all(known):
            return found
        return tuple(
            limit_certainty(each, Certainty.INFERRED)
            for each in found
            if not isinstance(each, External | SequenceValue)
        )

    def _cast(self, cast: CastExpr, place: Place) -> Values:
        """Return the type that a value is cast to; of `<A as B>::run` in Rust, A itself if it implements B."""
        asserted = self.types.declared_or_value_type(
            cast.type_ref, place, lambda: self.evaluate(cast.value, place)
        )
        if not self._symbol_table.rules_at(place.path).has_traits:
            return asserted
        traits = {each.entity for each in asserted if isinstance(each, Instance)}
        themselves = tuple(
            each
            for each in (self.evaluate(cast.value, place) if traits else ())
            if isinstance(each, DefinitionValue) and self._symbol_table.is_type(each.entity)
        )
        implementing = (
            each for each in themselves if not traits.isdisjoint(self.members.ancestors(each.entity))
        )
        return tuple(implementing) or asserted

    def _member_value(self, member: MemberExpr, place: Place) -> Values:
        receivers = self.evaluate_receiver(member, place)
        tuple_index = member.name.removeprefix(RESULT_PREFIX)
        if tuple_index != member.name and tuple_index.isdecimal():
            return tuple_element(receivers, int(tuple_index))
        list_index = member.name.removeprefix(ELEMENT_PREFIX)
        if list_index != member.name and list_index.isdecimal():
            return self.element_values.element_at(int(list_index), self.types.bounded(receivers), place)
        found = self.receiver_members.lookup(receivers, member.name, is_function=member.is_function_reference)
        return self._read_named(
            self.names.namespaces.prefer_objects(found), place, is_function=member.is_function_reference
        )

    def _read_named(self, named: Values, place: Place, *, is_function: bool) -> Values:
        """Return the values of what a name means; if a function itself is wanted, the functions."""
        functions = tuple(filter(self.signatures.is_function, named)) if is_function else NO_VALUES
        return functions or self.variable_values.values_of(self.variable_values.call_bare_names(named, place))

    def _literal_value(self, expression: ObjectLiteralExpr | OtherExpr | ChoiceExpr, place: Place) -> Values:
        """Return the value of an object literal, another literal, or a choice."""
        if isinstance(expression, ChoiceExpr):
            return self._choice(expression, place)
        if isinstance(expression, ObjectLiteralExpr):
            writer = self._definition_around_literal(place) if expression.is_receiver else place.definition
            return (
                ()
                if writer is None
                else (ObjectLiteral(DefinitionKey(place.path, writer), expression.fields),)
            )
        is_nothing = expression.type_name in UNINFORMATIVE_LITERAL_TYPES
        return NO_VALUES if is_nothing else self._literal(expression.type_name, place)

    def _definition_around_literal(self, place: Place) -> int | None:
        """Return the definition around the object literal whose method a place is in."""
        definitions = self._symbol_table.files[place.path].facts.definitions
        for number in self.names.enclosing(place):
            if definitions[number].is_object_member:
                return definitions[number].parent
        return None

    def _literal(self, type_name: str, place: Place) -> Values:
        rules = self._symbol_table.rules_at(place.path)
        is_of_language = type_name in rules.builtins or type_name in rules.external_names
        full = rules.qualify_builtin(type_name) if is_of_language else type_name
        return (External(full, Certainty.TYPED, is_instance=True),) if full else NO_VALUES

    def evaluate_receiver(self, expression: MemberExpr, place: Place) -> Values:
        """Return the values that a member is taken from: those of the receiver, dereferenced for `a->b`."""
        values = self._prefer_builtin(expression, self.evaluate(expression.value, place), place)
        if not expression.is_dereferenced:
            return values
        found: dict[Value, None] = {}
        for each in values:
            found.update(dict.fromkeys(self.element_values.dereference(each, place) or (each,)))
        return tuple(found)

    def _prefer_builtin(self, expression: MemberExpr, values: Values, place: Place) -> Values:
        """Prefer a builtin to a namespace of the same name around the place, if that namespace lacks the member."""
        rules = self._symbol_table.rules_at(place.path)
        named = expression.value
        spaces = [each.key for each in values if isinstance(each, Namespace)]
        if not rules.do_wildcards_skip_namespaces or not isinstance(named, NameExpr) or not spaces:
            return values
        is_unambiguous = (
            len(spaces) < len(values)
            or f"{rules.root_namespace}.{named.name}" in spaces
            or any(
                self.names.visible_namespaces.resolve(place.path, space, expression.name) for space in spaces
            )
        )
        return (
            values if is_unambiguous else self._context.builtins.resolve_builtin(named.name, place) or values
        )

    def new_instances(self, new: NewExpr, place: Place) -> Values:
        """Return the instances that `new` creates; its type may be held by a local, or be an inner type of an object's type."""
        if new.outer is not None:
            return self.types.find_nested_types(self.evaluate(new.outer, place), new.type_ref, place)
        if new.same_type_as is not None:
            wanted = self.types.bounded(self.evaluate(new.same_type_as, place))
            return tuple(each for each in wanted if isinstance(each, Instance) or _is_object(each))
        type_ref = new.type_ref
        first, _, rest = type_ref.name.partition(".")
        local = self.file.find_local(first, place) if self.file.rules.are_types_first_class else None
        if local is None:
            return self.types.type_at(type_ref, place)
        found: dict[Value, None] = {}
        for each in self.types.type_names.resolve_members(
            self.variable_values.value_of_local(local, place), rest
        ):
            if isinstance(each, DefinitionValue) and not self._symbol_table.is_variable(each.entity):
                objects = self.types.instances_of(each.entity, NO_VALUES)
                found.update(dict.fromkeys(limit_certainty(one, each.certainty) for one in objects))
            elif isinstance(each, External):
                found[External(each.name, each.certainty, is_instance=True)] = None
        return tuple(found)


def _is_object(value: Value) -> bool:
    """Whether a value is an instance of an external type."""
    return isinstance(value, External) and value.is_instance
