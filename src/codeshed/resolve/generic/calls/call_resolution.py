"""The call resolver: what calls, reads and writes refer to.

Turns: a CodeReference → its ReferenceResolution: the definition that it refers to and how certain that is, something
external, candidates by name alone, or why nothing is known. For `cart.total()`: evaluate the receiver, look the member up
on its values, select the callee among the functions of that name.
"""

from msgspec.structs import replace

from codeshed.model.code_expressions import (
    FUNCTION,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    ReceiverExpr,
    RecordExpr,
)
from codeshed.model.code_facts import CodeReference
from codeshed.model.semantic import ReferenceRole
from codeshed.resolve.generic.calls.callee_selection import Choices
from codeshed.resolve.generic.calls.decorator_references import Decorators
from codeshed.resolve.generic.calls.operator_calls import Operators
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.members.callable_fields import FieldsAsMethods
from codeshed.resolve.generic.members.member_references import MAX_CANDIDATES, MemberUses
from codeshed.resolve.generic.members.overrides_of_external_methods import Overriding
from codeshed.resolve.generic.resolution_outcome import Outcome, outcome_of, outcome_outside, with_overriding
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import (
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Sequence,
    Space,
    Sureness,
    less_sure,
)

_NO_NAME = "what is called is not a name"


class Calls:
    """Resolves references of the current file."""

    def __init__(self, program: Program, evaluator: Evaluation, fields: FieldsAsMethods) -> None:
        self._program = program
        self._evaluator = evaluator
        self._fields = fields
        self.choices = Choices(program, evaluator)
        self._operators = Operators(program, evaluator, self.choices)
        self._external_overrides = Overriding(program, evaluator)
        self._members = MemberUses(program, evaluator, self.choices, self._resolve_values)
        self.decorators = Decorators(program, self.choices, self._resolve)

    def outcome(self, reference: CodeReference, path: str) -> Outcome:
        """Resolve a reference."""
        if reference.role is ReferenceRole.DECORATE:
            return self.decorators.outcome(reference, path)
        resolution = self._resolve(reference, path)
        if reference.role is ReferenceRole.CALL and resolution.outside:
            place = Place(path, reference.definition, reference.begin)
            return with_overriding(
                resolution, self._external_overrides.of(reference, resolution.outside, place)
            )
        if reference.role is ReferenceRole.READ and resolution.reason:
            return self._members.perhaps_run(resolution, reference, path)
        if reference.role is ReferenceRole.WRITE and reference.argument_count is not None:
            is_call = any(not self._program.is_variable(each) for each in resolution.entities)
            call = replace(reference, role=ReferenceRole.CALL)
            return self._resolve(call, path) if is_call else self.choices.initialized(resolution, call)
        if reference.role is ReferenceRole.WRITE and not (
            resolution.entities or resolution.outside or resolution.candidates
        ):
            return replace(
                resolution, written=_mutated_record(reference, path, self._program, self._evaluator)
            )
        return resolution

    def _resolve(self, reference: CodeReference, path: str) -> Outcome:
        place = Place(path, reference.definition, reference.begin)
        match reference.expression:
            case NewExpr():
                return self._resolve_new(reference.expression, reference, place)
            case NameExpr():
                resolve = self._operators.named_by_text if reference.is_unsaid else self._resolve_name
                return resolve(reference.expression, reference, place)
            case MemberExpr():
                return self._resolve_member(reference.expression, reference, place)
            case ReceiverExpr():
                return self._resolve_receiver_call(reference.expression, reference, place)
            case ItemExpr(value=NameExpr() | MemberExpr()) if self._brackets_hold_types(path):
                return self._resolve_generic_call(reference, reference.expression.value, path)
            case _:
                return self._resolve_expression_call(reference, place)

    def _resolve_new(self, new: NewExpr, reference: CodeReference, place: Place) -> Outcome:
        """Resolve `new A(…)`: the constructor of A, or the allocation builtin for a value, as `new(v)` in Go."""
        if self._wraps_value(new, place):
            rules = self._evaluator.file.customs
            return Outcome(outside=rules.outer(rules.value_maker))
        return self.choices.made(self._evaluator.made(new, place), reference, new.type_ref.name)

    def _wraps_value(self, new: NewExpr, place: Place) -> bool:
        """Whether `new` is applied to a value: a local, a variable or a literal is written where a type may be."""
        rules = self._evaluator.file.customs
        first_name = new.type_ref.name.partition(".")[0]
        if not rules.value_maker or not first_name:
            return False
        if self._evaluator.file.local(first_name, place) is not None or first_name in rules.value_words:
            return True
        values = self._evaluator.plain_names.meanings(NameExpr(new.begin, new.end, first_name), place)
        definitions = [each for each in values if isinstance(each, Defined)]
        return bool(definitions) and all(self._program.is_variable(each.entity) for each in definitions)

    def _resolve_member(self, expression: MemberExpr, reference: CodeReference, place: Place) -> Outcome:
        """Resolve a member access, or an operator behind a value, which may be a method of its type."""
        if reference.is_unsaid:
            return self._operators.outcome(expression, reference, place)
        value = expression.value
        values = self._evaluator.bounded(self._evaluator.holder(expression, place))
        if not (isinstance(value, ReceiverExpr) and value.is_parent):
            return self._members.outcome(values, expression, reference, place.path)
        values = self._first_base_with(values, expression.name)
        resolution = self._members.outcome(values, expression, reference, place.path)
        is_known = bool(resolution.entities or resolution.outside)
        return resolution if is_known else self.choices.behind(expression.name, place) or resolution

    def _resolve_receiver_call(
        self, receiver: ReceiverExpr, reference: CodeReference, place: Place
    ) -> Outcome:
        """Resolve a call of `this`: another constructor, or the call operator of the object."""
        if self._evaluator.file.customs.call_operator:
            return self._resolve_local(self._evaluator.value(receiver, place), reference)
        instances = self._evaluator.types.receiver(place, is_parent=receiver.is_parent, is_made=True)
        return self.choices.made(instances, reference, "super")

    def _resolve_expression_call(self, reference: CodeReference, place: Place) -> Outcome:
        """Resolve a call of an expression without a name, as `handlers[key]()`."""
        values = self._evaluator.value(reference.expression, place)
        functions = tuple(
            less_sure(each, Sureness.INFERRED)
            for each in values
            if self._evaluator.signatures.is_function(each)
        )
        return self._resolve_values(functions, reference, _NO_NAME)

    def _first_base_with(self, bases: Meanings, name: str) -> Meanings:
        """Keep the first base of the repository that has a member; all if none has."""
        owners = (
            each for each in bases if isinstance(each, Instance | Defined) and self._has_member(each, name)
        )
        return tuple(owners)[:1] or bases

    def _has_member(self, base: Instance | Defined, name: str) -> bool:
        if self._evaluator.sides.are_apart(base.entity, name):
            return bool(self._evaluator.sides.members(base, name, is_function=True))
        return bool(self._evaluator.members.find(base.entity, name))

    def _resolve_name(self, expression: NameExpr, reference: CodeReference, place: Place) -> Outcome:
        is_called = reference.role is ReferenceRole.CALL
        local = self._evaluator.file.local(expression.name, place, is_called=is_called)
        is_type = reference.role is ReferenceRole.DECORATE
        values = self._evaluator.plain_names.meanings(
            expression,
            place,
            is_called=is_called,
            is_type=is_type or self._evaluator.file.names_type(expression.name),
            n_arguments=reference.argument_count,
        )
        if local is not None:
            return self._resolve_local(values, reference)
        resolution = self._resolve_values(values, reference, "this name is not known")
        may_be_in_subtypes = is_called and not values and not expression.is_earlier
        overrides = self.choices.below(expression.name, place) if may_be_in_subtypes else ()
        return (
            replace(resolution, candidates=overrides) if 0 < len(overrides) <= MAX_CANDIDATES else resolution
        )

    def _brackets_hold_types(self, path: str) -> bool:
        return self._program.customs_at(path).brackets_hold_types

    def _resolve_generic_call(self, reference: CodeReference, function: CodeExpression, path: str) -> Outcome:
        """Resolve a call of `f[T](…)`; other values with brackets behind them hold something unknown."""
        resolution = self.outcome(replace(reference, expression=function), path)
        is_function = all(self._program.is_function(each) for each in resolution.entities)
        is_named = resolution.candidates or (resolution.entities and is_function)
        is_known = resolution.through is None and (resolution.outside or is_named)
        return resolution if is_known else Outcome(reason=_NO_NAME)

    def _resolve_local(self, values: Meanings, reference: CodeReference) -> Outcome:
        """Resolve a call of a local: the function or class that it holds, or the call operator of an object."""
        callees = self._evaluator.call_values.applied(values, reference.argument_count)
        callables = tuple(filter(self._is_callable, callees))
        if reference.role is ReferenceRole.CALL and callables:
            return self._resolve_values(callables, reference, "")
        operators = self._call_operators(values)
        if reference.role is ReferenceRole.CALL and operators:
            return self.choices.chosen(operators, values[0].sureness, reference)
        return Outcome(
            reason="a local variable is called" if reference.role is ReferenceRole.CALL else "local"
        )

    def _call_operators(self, values: Meanings) -> tuple[Entity, ...]:
        """Return the call operator of an object."""
        operator = self._evaluator.file.customs.call_operator
        if not operator or len(values) != 1 or not isinstance(values[0], Instance):
            return ()
        return self._evaluator.members.find(values[0].entity, operator)

    def _resolve_values(self, values: Meanings, reference: CodeReference, reason: str) -> Outcome:
        if reference.role is not ReferenceRole.CALL and values and isinstance(values[0], Space):
            return Outcome(reason="a module is named")
        entities = dict.fromkeys(each.entity for each in values if isinstance(each, Defined))
        external = next(
            (each for each in values if isinstance(each, Outside) and each.name != FUNCTION), None
        )
        certainty = max(
            (each.sureness for each in values if not isinstance(each, Space)), default=Sureness.DECLARED
        )
        if external is not None and external.is_instance and reference.role is not ReferenceRole.CALL:
            # An instance of an external type has no name of its own.
            external = None
        if not entities and external is not None:
            return outcome_outside(external.name, external.sureness)
        if not entities:
            return Outcome(reason=reason or _reason(values))
        if external is not None:
            certainty = Sureness.INFERRED
        if reference.role is ReferenceRole.CALL:
            return self._resolve_callees(tuple(entities), certainty, reference)
        return self.choices.named(tuple(entities), certainty)

    def _resolve_callees(
        self, entities: tuple[Entity, ...], certainty: Sureness, reference: CodeReference
    ) -> Outcome:
        types = tuple(each for each in entities if self._program.is_type(each))
        if types and len(types) == len(entities):
            resolution = self._resolve_singleton_call(types, certainty, reference)
            if resolution is not None:
                return resolution
            return self.choices.made(tuple(Instance(each, certainty) for each in types), reference, "")
        functions = tuple(each for each in entities if self._program.is_function(each))
        if not functions and self._is_field_override(entities, reference):
            return replace(outcome_of(entities, max(certainty, Sureness.TYPED)), is_field_run=True)
        if not functions:
            return self._resolve_variable_call(entities, certainty, reference)
        if (
            len(functions) + len(types) < len(entities)
            and self._program.customs_at(functions[0].path).linked_space
        ):
            # A macro may be an alias under one condition of the preprocessor, and have parameters under another.
            certainty = Sureness.INFERRED
        return self.choices.chosen(functions, certainty, reference)

    def _is_field_override(self, variables: tuple[Entity, ...], reference: CodeReference) -> bool:
        """Whether the callee is a field of an object that overrides a method."""
        expression = reference.expression
        if len(variables) != 1 or not isinstance(expression, MemberExpr):
            return False
        if self._fields.method(variables[0]) is None:
            return False
        receivers = self._evaluator.holder(expression, self._evaluator.file.here(reference))
        return any(isinstance(each, Instance) for each in self._evaluator.bounded(receivers))

    def _resolve_singleton_call(
        self, types: tuple[Entity, ...], certainty: Sureness, reference: CodeReference
    ) -> Outcome | None:
        """Resolve a call of a type's name: the call method of its singleton, if that is applicable or no class has the name.

        A class that has a factory of its own name has that besides, unless a method with the same parameters is declared.
        """
        singletons = tuple(Defined(each, certainty) for each in types)
        callees = self._evaluator.call_values.applied(singletons, reference.argument_count)
        methods = tuple(
            each.entity
            for each in callees
            if isinstance(each, Defined) and not self._program.is_type(each.entity)
        )
        applicable = tuple(
            each for each in methods if self._evaluator.signatures.takes(each, reference.argument_count)
        )
        has_class = any(not self._program.definition(each).is_object for each in types)
        signatures = self._evaluator.signatures
        factories = tuple(
            each
            for each in types
            if self._program.definition(each).has_maker
            and signatures.takes(each, reference.argument_count)
            and not any(signatures.take_the_same(each, method) for method in applicable)
        )
        selected = (*applicable, *factories) if applicable else (() if has_class else methods)
        if selected:
            return self.choices.chosen(selected, certainty, reference)
        inherited = next((each for each in callees if isinstance(each, Outside)), None)
        if inherited is None:
            return None
        return replace(outcome_outside(inherited.name, inherited.sureness), through=types[0])

    def _resolve_variable_call(
        self, variables: tuple[Entity, ...], certainty: Sureness, reference: CodeReference
    ) -> Outcome:
        """Resolve a call of a variable: to what it holds; it is only read where names are calls or functions have a namespace.

        A constant of an enum creates an instance of the enum.
        """
        rules = self._program.customs_at(variables[0].path)
        if rules.are_names_calls:
            return outcome_of(variables[:1], certainty)
        if rules.are_functions_apart:
            return Outcome(through=variables[0], is_read=True)
        enum = self._program.enum_of(variables[0])
        if enum is not None:
            resolution = self.choices.made((Instance(enum, Sureness.DECLARED),), reference, "")
            return replace(resolution, through=variables[0])
        held_values = self._evaluator.held(variables)
        operators = self._call_operators(held_values)
        if operators:
            return replace(
                self.choices.chosen(operators, held_values[0].sureness, reference), through=variables[0]
            )
        certainty_of_variables = max(map(self._evaluator.held_values.sureness_of, variables))
        callees = self._evaluator.call_values.applied(held_values, reference.argument_count)
        values = tuple(less_sure(each, certainty_of_variables) for each in callees)
        callables = tuple(each for each in values if self._is_callable(each))
        return replace(
            self._resolve_values(callables, reference, "a variable is called"), through=variables[0]
        )

    def _is_callable(self, value: Meaning) -> bool:
        """Whether a value is a function or type, or a result of external code; for other objects call methods are looked up."""
        if isinstance(value, Outside):
            return not value.is_instance or value.name.endswith(")")
        return isinstance(value, Defined) and not self._program.is_variable(value.entity)


def _reason(values: Meanings) -> str:
    if any(isinstance(each, Space) for each in values):
        return "a module is called"
    if any(isinstance(each, Outside) and each.name == FUNCTION for each in values):
        return "a variable is called"
    if any(isinstance(each, Sequence) for each in values):
        return "it is a member of a built-in type"
    return "it is not known what this is" if values else "this name is not known"


def _mutated_record(
    reference: CodeReference, path: str, program: Program, evaluator: Evaluation
) -> Entity | None:
    """Return the variable that a write to a field mutates: `conf` in `conf.debug = true`, if it holds an object literal."""
    container = reference.expression
    while isinstance(container, MemberExpr | ItemExpr):
        container = container.value
    if not isinstance(container, NameExpr) or container is reference.expression:
        return None
    place = Place(path, reference.definition, reference.begin)
    if evaluator.file.local(container.name, place, is_called=False) is not None:
        return None
    values = evaluator.plain_names.meanings(container, place)
    records = [
        each.entity for each in values if isinstance(each, Defined) and _is_record(each.entity, program)
    ]
    return records[0] if len(records) == len(values) == 1 else None


def _is_record(entity: Entity, program: Program) -> bool:
    return isinstance(program.definition(entity).value, RecordExpr)
