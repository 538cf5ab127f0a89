"""The call resolver: what calls, reads and writes refer to.

Turns: a CodeReference → its ReferenceResolution: the definition that it refers to and how certain that is, something
external, candidates by name alone, or why nothing is known. For `cart.total()`: evaluate the receiver, look the member up
on its values, select the callee among the functions of that name.
"""

from msgspec.structs import replace

from codeshed.model.facts.code_expressions import (
    FUNCTION_TYPE,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    ReceiverExpr,
)
from codeshed.model.facts.code_facts import CodeReference
from codeshed.model.semantic import ReferenceRole, UnresolvedReason
from codeshed.resolve.generic.calls.callee_selection import CalleeSelection
from codeshed.resolve.generic.calls.decorator_references import DecoratorReferences
from codeshed.resolve.generic.calls.mutated_variables import MutatedVariables
from codeshed.resolve.generic.calls.operator_calls import OperatorCalls
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.callable_fields import CallableFields
from codeshed.resolve.generic.members.member_accesses import MAX_CANDIDATES, MemberAccesses
from codeshed.resolve.generic.members.overrides_of_external_methods import ExternalOverrides
from codeshed.resolve.generic.resolution_outcome import (
    ReferenceResolution,
    add_overrides,
    resolve_to,
    resolve_to_external,
)
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import (
    Certainty,
    DefinitionValue,
    External,
    Instance,
    Namespace,
    Place,
    SequenceValue,
    Value,
    Values,
    is_unannotated,
    least_certain,
    limit_certainty,
)


class CallResolver:
    """Resolves references of the current file."""

    def __init__(self, symbol_table: SymbolTable, evaluator: Evaluator, fields: CallableFields) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        self._fields = fields
        self.callee_selection = CalleeSelection(symbol_table, evaluator)
        self._operators = OperatorCalls(symbol_table, evaluator, self.callee_selection)
        self._external_overrides = ExternalOverrides(symbol_table, evaluator)
        self._members = MemberAccesses(symbol_table, evaluator, self.callee_selection, self._resolve_values)
        self._mutated = MutatedVariables(symbol_table, evaluator, self._resolve)
        self.decorators = DecoratorReferences(symbol_table, self.callee_selection, self._resolve)

    def resolve(self, reference: CodeReference, path: str) -> ReferenceResolution:
        """Resolve a reference."""
        resolution = self._resolve_by_role(reference, path)
        if resolution.external and self._symbol_table.is_made_up(resolution.external):
            resolution = ReferenceResolution(
                reason=UnresolvedReason.UNKNOWN_MEMBER, has_unknown_receiver=True
            )
        if resolution.reason is None or not self._is_of_missing_module(reference, path):
            return resolution
        return ReferenceResolution(
            reason=UnresolvedReason.MISSING_MODULE, has_unknown_receiver=resolution.has_unknown_receiver
        )

    def _resolve_by_role(self, reference: CodeReference, path: str) -> ReferenceResolution:
        if reference.role is ReferenceRole.DECORATE:
            return self.decorators.resolve(reference, path)
        if reference.mutator is not None:
            return self._mutated.resolve_mutation(reference, reference.mutator, path)
        resolution = self._resolve(reference, path)
        if reference.role is ReferenceRole.CALL and resolution.external:
            place = Place(path, reference.definition, reference.begin)
            return add_overrides(
                resolution, self._external_overrides.overrides_of(reference, resolution.external, place)
            )
        if reference.role is ReferenceRole.READ and resolution.reason:
            return self._members.mark_possible_call(resolution, reference, path)
        if reference.role is ReferenceRole.WRITE:
            return self._resolve_write(reference, resolution, path)
        return resolution

    def _resolve_write(
        self, reference: CodeReference, resolution: ReferenceResolution, path: str
    ) -> ReferenceResolution:
        """Complete the resolution of a write, which may call a constructor, or change what another variable holds."""
        if reference.argument_count is None:
            return replace(resolution, written=self._mutated.variable_behind(reference, resolution, path))
        call = replace(reference, role=ReferenceRole.CALL)
        if any(not self._symbol_table.is_variable(each) for each in resolution.entities):
            return self._resolve(call, path)
        return self.callee_selection.resolve_initializer(resolution, call)

    def _resolve(self, reference: CodeReference, path: str) -> ReferenceResolution:
        place = Place(path, reference.definition, reference.begin)
        match reference.expression:
            case NewExpr():
                return self._resolve_new(reference.expression, reference, place)
            case NameExpr():
                resolve = self._operators.resolve_string if reference.is_implicit else self._resolve_name
                return resolve(reference.expression, reference, place)
            case MemberExpr():
                return self._resolve_member(reference.expression, reference, place)
            case ReceiverExpr():
                return self._resolve_receiver_call(reference.expression, reference, place)
            case ItemExpr(value=NameExpr() | MemberExpr()) if self._brackets_hold_types(path):
                return self._resolve_generic_call(reference, reference.expression.value, path)
            case _:
                return self._resolve_expression_call(reference, place)

    def _is_of_missing_module(self, reference: CodeReference, path: str) -> bool:
        """Whether an unresolved name, or what its members are taken from, is imported from a module that is not there."""
        value = reference.expression
        while isinstance(value, MemberExpr):
            value = value.value
        name = value.type_ref.name if isinstance(value, NewExpr) else ""
        name = value.name if isinstance(value, NameExpr) else name.partition(".")[0]
        place = Place(path, reference.definition, reference.begin)
        if not name or self._evaluator.file.find_local(name, place) is not None:
            return False
        if not self._evaluator.names.is_missing(place, name):
            return False
        return not self._evaluator.unqualified_names.resolve(
            NameExpr(value.begin, value.end, name), place, is_called=value is reference.expression
        )

    def _resolve_new(self, new: NewExpr, reference: CodeReference, place: Place) -> ReferenceResolution:
        """Resolve `new A(…)`: the constructor of A, or the allocation builtin for a value, as `new(v)` in Go."""
        if self._wraps_value(new, place):
            rules = self._evaluator.file.rules
            return ReferenceResolution(external=rules.qualify_builtin(rules.allocation_builtin))
        return self.callee_selection.resolve_construction(
            self._evaluator.new_instances(new, place), reference
        )

    def _wraps_value(self, new: NewExpr, place: Place) -> bool:
        """Whether `new` is applied to a value: a local, a variable or a literal is written where a type may be."""
        rules = self._evaluator.file.rules
        first_name = new.type_ref.name.partition(".")[0]
        if not rules.allocation_builtin or not first_name:
            return False
        if (
            self._evaluator.file.find_local(first_name, place) is not None
            or first_name in rules.predeclared_values
        ):
            return True
        values = self._evaluator.unqualified_names.resolve(NameExpr(new.begin, new.end, first_name), place)
        definitions = [each for each in values if isinstance(each, DefinitionValue)]
        return bool(definitions) and all(self._symbol_table.is_variable(each.entity) for each in definitions)

    def _resolve_member(
        self, expression: MemberExpr, reference: CodeReference, place: Place
    ) -> ReferenceResolution:
        """Resolve a member access, or an operator behind a value, which may be a method of its type."""
        if reference.is_implicit:
            return self._operators.resolve(expression, reference, place)
        value = expression.value
        values = self._evaluator.bounded(self._evaluator.evaluate_receiver(expression, place))
        if not values and reference.role is ReferenceRole.CALL and self._is_unknown_name(value, place):
            return ReferenceResolution(reason=UnresolvedReason.UNKNOWN_NAME)
        if not (isinstance(value, ReceiverExpr) and value.is_parent):
            resolution = self._members.resolve(values, expression, reference, place.path)
            return _with_receiver_types(resolution, values, is_closed=isinstance(value, NewExpr))
        values = self._first_base_with(values, expression.name)
        resolution = self._members.resolve(values, expression, reference, place.path)
        is_known = bool(resolution.entities or resolution.external)
        return (
            resolution
            if is_known
            else self.callee_selection.resolve_super_of_prepended(expression.name, place) or resolution
        )

    def _is_unknown_name(self, value: CodeExpression, place: Place) -> bool:
        """Whether an expression is a name that nothing defines, in a language whose names are declared: no type of the repository."""
        rules = self._evaluator.file.rules
        is_open = rules.are_types_first_class or rules.has_external_free_functions
        if not isinstance(value, NameExpr) or is_open:
            return False
        if self._evaluator.file.find_local(value.name, place) is not None:
            return False
        return not self._evaluator.unqualified_names.resolve(value, place)

    def _resolve_receiver_call(
        self, receiver: ReceiverExpr, reference: CodeReference, place: Place
    ) -> ReferenceResolution:
        """Resolve a call of `this`: another constructor, or the call operator of the object."""
        if self._evaluator.file.rules.call_operator:
            return self._resolve_local(self._evaluator.evaluate(receiver, place), reference)
        instances = self._evaluator.types.receiver(place, is_parent=receiver.is_parent, is_made=True)
        return self.callee_selection.resolve_construction(instances, reference)

    def _resolve_expression_call(self, reference: CodeReference, place: Place) -> ReferenceResolution:
        """Resolve a call of an expression without a name, as `handlers[key]()`."""
        values = self._evaluator.evaluate(reference.expression, place)
        functions = tuple(
            limit_certainty(each, Certainty.INFERRED)
            for each in values
            if self._evaluator.signatures.is_function(each)
        )
        return self._resolve_values(functions, reference, UnresolvedReason.UNKNOWN_VALUE)

    def _first_base_with(self, bases: Values, name: str) -> Values:
        """Keep the first base of the repository that has a member; all if none has."""
        owners = (
            each
            for each in bases
            if isinstance(each, Instance | DefinitionValue) and self._has_member(each, name)
        )
        return tuple(owners)[:1] or bases

    def _has_member(self, base: Instance | DefinitionValue, name: str) -> bool:
        if self._evaluator.static_members.separates_static_members(base.entity, name):
            return bool(self._evaluator.static_members.lookup(base, name, is_function=True))
        return bool(self._evaluator.members.lookup(base.entity, name))

    def _resolve_name(
        self, expression: NameExpr, reference: CodeReference, place: Place
    ) -> ReferenceResolution:
        is_called = reference.role is ReferenceRole.CALL
        local = self._evaluator.file.find_local(expression.name, place, is_called=is_called)
        is_type = reference.role is ReferenceRole.DECORATE
        values = self._evaluator.unqualified_names.resolve(
            expression,
            place,
            is_called=is_called,
            is_type=is_type or self._evaluator.file.is_used_as_type(expression.name),
            n_arguments=reference.argument_count,
        )
        if local is not None:
            return self._resolve_local(values, reference)
        resolution = self._resolve_values(values, reference, UnresolvedReason.UNKNOWN_NAME)
        may_be_in_subtypes = is_called and not values and not expression.is_earlier_definition
        overrides = (
            self.callee_selection.methods_in_subtypes(expression.name, place) if may_be_in_subtypes else ()
        )
        return (
            replace(resolution, candidates=overrides) if 0 < len(overrides) <= MAX_CANDIDATES else resolution
        )

    def _brackets_hold_types(self, path: str) -> bool:
        return self._symbol_table.rules_at(path).has_bracket_type_arguments

    def _resolve_generic_call(
        self, reference: CodeReference, function: CodeExpression, path: str
    ) -> ReferenceResolution:
        """Resolve a call of `f[T](…)`; other values with brackets behind them hold something unknown."""
        resolution = self.resolve(replace(reference, expression=function), path)
        is_function = all(self._symbol_table.is_function(each) for each in resolution.entities)
        is_named = resolution.candidates or (resolution.entities and is_function)
        is_known = resolution.through is None and (resolution.external or is_named)
        return resolution if is_known else ReferenceResolution(reason=UnresolvedReason.UNKNOWN_VALUE)

    def _resolve_local(self, values: Values, reference: CodeReference) -> ReferenceResolution:
        """Resolve a call of a local: the function or class that it holds, or the call operator of an object."""
        callees = self._evaluator.call_values.call_methods_of(values, reference.argument_count)
        callables = tuple(filter(self._is_callable, callees))
        if reference.role is ReferenceRole.CALL and callables:
            return self._resolve_values(callables, reference)
        operators = self._call_operators(values)
        if reference.role is ReferenceRole.CALL and operators:
            return self.callee_selection.select_callee(operators, values[0].certainty, reference)
        return ReferenceResolution(reason=UnresolvedReason.UNKNOWN_VALUE)

    def _call_operators(self, values: Values) -> tuple[DefinitionKey, ...]:
        """Return the call operator of an object."""
        operator = self._evaluator.file.rules.call_operator
        if not operator or len(values) != 1 or not isinstance(values[0], Instance):
            return ()
        return self._evaluator.members.lookup(values[0].entity, operator)

    def _resolve_values(
        self, values: Values, reference: CodeReference, reason: UnresolvedReason | None = None
    ) -> ReferenceResolution:
        if reference.role is not ReferenceRole.CALL and values and isinstance(values[0], Namespace):
            return ReferenceResolution(reason=UnresolvedReason.MODULE_VALUE)
        entities = dict.fromkeys(each.entity for each in values if isinstance(each, DefinitionValue))
        external = next(
            (each for each in values if isinstance(each, External) and each.name != FUNCTION_TYPE), None
        )
        certainty = least_certain(
            Certainty.DECLARED, *(each.certainty for each in values if not isinstance(each, Namespace))
        )
        if external is not None and external.is_instance and reference.role is not ReferenceRole.CALL:
            # An instance of an external type has no name of its own.
            external = None
        if not entities and external is not None:
            return resolve_to_external(external.name, external.certainty)
        if not entities:
            return ReferenceResolution(reason=reason or _reason(values))
        if external is not None:
            certainty = Certainty.INFERRED
        if reference.role is ReferenceRole.CALL:
            return self._resolve_callees(tuple(entities), certainty, reference)
        return self.callee_selection.resolve_name(tuple(entities), certainty)

    def _resolve_callees(
        self, entities: tuple[DefinitionKey, ...], certainty: Certainty, reference: CodeReference
    ) -> ReferenceResolution:
        types = tuple(each for each in entities if self._symbol_table.is_type(each))
        if types and len(types) == len(entities):
            resolution = self._resolve_singleton_call(types, certainty, reference)
            if resolution is not None:
                return resolution
            return self.callee_selection.resolve_construction(
                tuple(Instance(each, certainty) for each in types), reference
            )
        functions = tuple(each for each in entities if self._symbol_table.is_function(each))
        if not functions and self._is_field_override(entities, reference):
            return replace(
                resolve_to(entities, least_certain(certainty, Certainty.TYPED)), is_field_override=True
            )
        if not functions:
            return self._resolve_variable_call(entities, certainty, reference)
        if (
            len(functions) + len(types) < len(entities)
            and self._symbol_table.rules_at(functions[0].path).linkage_namespace
        ):
            # A macro may be an alias under one condition of the preprocessor, and have parameters under another.
            certainty = Certainty.INFERRED
        return self.callee_selection.select_callee(functions, certainty, reference)

    def _is_field_override(self, variables: tuple[DefinitionKey, ...], reference: CodeReference) -> bool:
        """Whether the callee is a field of an object that overrides a method."""
        expression = reference.expression
        if len(variables) != 1 or not isinstance(expression, MemberExpr):
            return False
        if self._fields.overridden_method(variables[0]) is None:
            return False
        receivers = self._evaluator.evaluate_receiver(expression, self._evaluator.file.place_of(reference))
        return any(isinstance(each, Instance) for each in self._evaluator.bounded(receivers))

    def _resolve_singleton_call(
        self, types: tuple[DefinitionKey, ...], certainty: Certainty, reference: CodeReference
    ) -> ReferenceResolution | None:
        """Resolve a call of a type's name: the call method of its singleton, if that is applicable or no class has the name.

        A class that has a factory of its own name has that besides, unless a method with the same parameters is declared.
        """
        singletons = tuple(DefinitionValue(each, certainty) for each in types)
        callees = self._evaluator.call_values.call_methods_of(singletons, reference.argument_count)
        methods = tuple(
            each.entity
            for each in callees
            if isinstance(each, DefinitionValue) and not self._symbol_table.is_type(each.entity)
        )
        applicable = tuple(
            each
            for each in methods
            if self._evaluator.signatures.accepts_count(each, reference.argument_count)
        )
        has_class = any(not self._symbol_table.definition(each).is_singleton for each in types)
        signatures = self._evaluator.signatures
        factories = tuple(
            each
            for each in types
            if self._symbol_table.definition(each).has_companion_factory
            and signatures.accepts_count(each, reference.argument_count)
            and not any(signatures.have_same_parameters(each, method) for method in applicable)
        )
        selected = (*applicable, *factories) if applicable else (() if has_class else methods)
        if selected:
            return self.callee_selection.select_callee(selected, certainty, reference)
        inherited = next((each for each in callees if isinstance(each, External)), None)
        if inherited is None:
            return None
        return replace(resolve_to_external(inherited.name, inherited.certainty), through=types[0])

    def _resolve_variable_call(
        self, variables: tuple[DefinitionKey, ...], certainty: Certainty, reference: CodeReference
    ) -> ReferenceResolution:
        """Resolve a call of a variable: to what it holds; it is only read where names are calls or functions have a namespace.

        A constant of an enum creates an instance of the enum.
        """
        rules = self._symbol_table.rules_at(variables[0].path)
        if rules.has_calls_without_parentheses:
            return resolve_to(variables[:1], certainty)
        if rules.has_function_namespace:
            return ReferenceResolution(through=variables[0], is_only_read=True)
        enum = self._symbol_table.enum_of(variables[0])
        if enum is not None:
            resolution = self.callee_selection.resolve_construction(
                (Instance(enum, Certainty.DECLARED),), reference
            )
            return replace(resolution, through=variables[0])
        variable_values = self._evaluator.values_of_variables(variables)
        operators = self._call_operators(variable_values)
        if operators:
            return replace(
                self.callee_selection.select_callee(operators, variable_values[0].certainty, reference),
                through=variables[0],
            )
        certainty_of_variables = least_certain(*map(self._evaluator.variable_values.certainty_of, variables))
        callees = self._evaluator.call_values.call_methods_of(variable_values, reference.argument_count)
        values = tuple(limit_certainty(each, certainty_of_variables) for each in callees)
        callables = tuple(each for each in values if self._is_callable(each))
        resolution = self._resolve_values(callables, reference, UnresolvedReason.UNKNOWN_VALUE)
        is_known = resolution.entities or resolution.candidates or resolution.external
        declared_type = self._symbol_table.definition(variables[0]).type
        if rules.are_variables_callees and not is_known and not is_unannotated(declared_type):
            return replace(resolve_to(variables[:1], certainty), is_variable_call=True)
        return replace(resolution, through=variables[0])

    def _is_callable(self, value: Value) -> bool:
        """Whether a value is a function or type, or a result of external code; for other objects call methods are looked up."""
        if isinstance(value, External):
            return not value.is_instance or value.name.endswith(")")
        return isinstance(value, DefinitionValue) and not self._symbol_table.is_variable(value.entity)


def _with_receiver_types(
    resolution: ReferenceResolution, receivers: Values, *, is_closed: bool
) -> ReferenceResolution:
    """Add the types of a receiver, if all its values are instances."""
    types = tuple(dict.fromkeys(each.entity for each in receivers if isinstance(each, Instance)))
    is_known = bool(resolution.entities) and all(isinstance(each, Instance) for each in receivers)
    if not types or not is_known:
        return resolution
    return replace(resolution, receiver_types=types, is_receiver_closed=is_closed)


def _reason(values: Values) -> UnresolvedReason:
    if any(isinstance(each, Namespace) for each in values):
        return UnresolvedReason.MODULE_VALUE
    if any(isinstance(each, External) and each.name == FUNCTION_TYPE for each in values):
        return UnresolvedReason.UNKNOWN_VALUE
    if any(isinstance(each, SequenceValue) for each in values):
        return UnresolvedReason.BUILTIN_MEMBER
    return UnresolvedReason.UNKNOWN_VALUE if values else UnresolvedReason.UNKNOWN_NAME
