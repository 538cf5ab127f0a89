"""What calls, reads and writes are about.

Turns: a CodeReference → an Outcome: the definition that it means and how sure that is, something outside, candidates
by name alone, or why nothing is known.
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
)
from codeshed.model.code_facts import CodeReference
from codeshed.model.semantic import ReferenceRole
from codeshed.resolve.generic.calls.callee_selection import Choices
from codeshed.resolve.generic.calls.decorator_references import Decorators
from codeshed.resolve.generic.calls.operator_calls import Operators
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.members.callable_fields import FieldsAsMethods
from codeshed.resolve.generic.members.member_references import MAX_CANDIDATES, MemberUses
from codeshed.resolve.generic.members.overrides_of_external_methods import Overriding
from codeshed.resolve.generic.resolution_outcome import Outcome, outcome_of, outcome_outside, with_overriding
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.mutated_records import changed_record
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
    """Finds out what references are about."""

    def __init__(self, program: Program, evaluation: Evaluation, fields: FieldsAsMethods) -> None:
        self._program = program
        self._evaluation = evaluation
        self._fields = fields
        self.choices = Choices(program, evaluation)
        self._operators = Operators(program, evaluation, self.choices)
        self._overriding = Overriding(program, evaluation)
        self._members = MemberUses(program, evaluation, self.choices, self._named)
        self.decorators = Decorators(program, self.choices, self._outcome)

    def outcome(self, reference: CodeReference, path: str) -> Outcome:
        """Return what a reference is about."""
        if reference.role is ReferenceRole.DECORATE:
            return self.decorators.outcome(reference, path)
        found = self._outcome(reference, path)
        if reference.role is ReferenceRole.CALL and found.outside:
            place = Place(path, reference.definition, reference.begin)
            return with_overriding(found, self._overriding.of(reference, found.outside, place))
        if reference.role is ReferenceRole.READ and found.reason:
            return self._members.perhaps_run(found, reference, path)
        if reference.role is ReferenceRole.WRITE and reference.argument_count is not None:
            is_made = any(not self._program.is_variable(each) for each in found.entities)
            call = replace(reference, role=ReferenceRole.CALL)
            return self._outcome(call, path) if is_made else self.choices.initialized(found, call)
        if reference.role is ReferenceRole.WRITE and not (
            found.entities or found.outside or found.candidates
        ):
            return replace(found, written=changed_record(reference, path, self._program, self._evaluation))
        return found

    def _outcome(self, reference: CodeReference, path: str) -> Outcome:
        place = Place(path, reference.definition, reference.begin)
        match reference.expression:
            case NewExpr():
                return self._new(reference.expression, reference, place)
            case NameExpr():
                plain = self._operators.named_by_text if reference.is_unsaid else self._plain
                return plain(reference.expression, reference, place)
            case MemberExpr():
                return self._of_value(reference.expression, reference, place)
            case ReceiverExpr():
                return self._itself(reference.expression, reference, place)
            case ItemExpr(value=NameExpr() | MemberExpr()) if self._brackets_hold_types(path):
                return self._with_type_arguments(reference, reference.expression.value, path)
            case _:
                return self._given(reference, place)

    def _new(self, new: NewExpr, reference: CodeReference, place: Place) -> Outcome:
        """An object of a type is made, or one that holds a value."""
        if self._is_of_value(new, place):
            customs = self._evaluation.file.customs
            return Outcome(outside=customs.outer(customs.value_maker))
        return self.choices.made(self._evaluation.made(new, place), reference, new.type_ref.name)

    def _is_of_value(self, new: NewExpr, place: Place) -> bool:
        """Whether an object is made of a value: what stands where a type may is a local, a variable or a literal."""
        customs = self._evaluation.file.customs
        first = new.type_ref.name.partition(".")[0]
        if not customs.value_maker or not first:
            return False
        if self._evaluation.file.local(first, place) is not None or first in customs.value_words:
            return True
        found = self._evaluation.plain_names.meanings(NameExpr(new.begin, new.end, first), place)
        defined = [each for each in found if isinstance(each, Defined)]
        return bool(defined) and all(self._program.is_variable(each.entity) for each in defined)

    def _of_value(self, expression: MemberExpr, reference: CodeReference, place: Place) -> Outcome:
        """A member of a value is used, or a sign behind it may stand for one."""
        if reference.is_unsaid:
            return self._operators.outcome(expression, reference, place)
        value = expression.value
        values = self._evaluation.bounded(self._evaluation.holder(expression, place))
        if not (isinstance(value, ReceiverExpr) and value.is_parent):
            return self._members.outcome(values, expression, reference, place.path)
        values = self._first_having(values, expression.name)
        found = self._members.outcome(values, expression, reference, place.path)
        is_known = bool(found.entities or found.outside)
        return found if is_known else self.choices.behind(expression.name, place) or found

    def _itself(self, receiver: ReceiverExpr, reference: CodeReference, place: Place) -> Outcome:
        """The object whose code runs is called: it is made by another constructor, or has a method for that."""
        if self._evaluation.file.customs.call_operator:
            return self._through_local(self._evaluation.value(receiver, place), reference)
        made = self._evaluation.types.receiver(place, is_parent=receiver.is_parent, is_made=True)
        return self.choices.made(made, reference, "super")

    def _given(self, reference: CodeReference, place: Place) -> Outcome:
        """What another call gives is called, or what stands in a table."""
        values = self._evaluation.value(reference.expression, place)
        functions = tuple(
            less_sure(each, Sureness.INFERRED)
            for each in values
            if self._evaluation.signatures.is_function(each)
        )
        return self._named(functions, reference, _NO_NAME)

    def _first_having(self, bases: Meanings, name: str) -> Meanings:
        """Return the first base of the repository that has a member; all, if none has it."""
        having = (
            each for each in bases if isinstance(each, Instance | Defined) and self._has_member(each, name)
        )
        return tuple(having)[:1] or bases

    def _has_member(self, base: Instance | Defined, name: str) -> bool:
        if self._evaluation.sides.are_apart(base.entity, name):
            return bool(self._evaluation.sides.members(base, name, is_function=True))
        return bool(self._evaluation.members.find(base.entity, name))

    def _plain(self, expression: NameExpr, reference: CodeReference, place: Place) -> Outcome:
        is_called = reference.role is ReferenceRole.CALL
        local = self._evaluation.file.local(expression.name, place, is_called=is_called)
        is_type = reference.role is ReferenceRole.DECORATE
        found = self._evaluation.plain_names.meanings(
            expression,
            place,
            is_called=is_called,
            is_type=is_type or self._evaluation.file.names_type(expression.name),
            n_arguments=reference.argument_count,
        )
        if local is not None:
            return self._through_local(found, reference)
        outcome = self._named(found, reference, "this name is not known")
        may_be_below = is_called and not found and not expression.is_earlier
        below = self.choices.below(expression.name, place) if may_be_below else ()
        return replace(outcome, candidates=below) if 0 < len(below) <= MAX_CANDIDATES else outcome

    def _brackets_hold_types(self, path: str) -> bool:
        return self._program.customs_at(path).brackets_hold_types

    def _with_type_arguments(self, reference: CodeReference, function: CodeExpression, path: str) -> Outcome:
        """A generic function is called; what else has brackets behind it holds something that is not known."""
        found = self.outcome(replace(reference, expression=function), path)
        is_function = all(self._program.is_function(each) for each in found.entities)
        is_named = found.candidates or (found.entities and is_function)
        is_known = found.through is None and (found.outside or is_named)
        return found if is_known else Outcome(reason=_NO_NAME)

    def _through_local(self, found: Meanings, reference: CodeReference) -> Outcome:
        """A local that holds a function or a class is called; objects are not, but for those with a method for it."""
        applied = self._evaluation.call_values.applied(found, reference.argument_count)
        callable_ones = tuple(filter(self._is_callable, applied))
        if reference.role is ReferenceRole.CALL and callable_ones:
            return self._named(callable_ones, reference, "")
        operators = self._call_operators(found)
        if reference.role is ReferenceRole.CALL and operators:
            return self.choices.chosen(operators, found[0].sureness, reference)
        return Outcome(
            reason="a local variable is called" if reference.role is ReferenceRole.CALL else "local"
        )

    def _call_operators(self, values: Meanings) -> tuple[Entity, ...]:
        """Return the methods that run where an object is called as a function."""
        operator = self._evaluation.file.customs.call_operator
        if not operator or len(values) != 1 or not isinstance(values[0], Instance):
            return ()
        return self._evaluation.members.find(values[0].entity, operator)

    def _named(self, found: Meanings, reference: CodeReference, reason: str) -> Outcome:
        if reference.role is not ReferenceRole.CALL and found and isinstance(found[0], Space):
            return Outcome(reason="a module is named")
        entities = dict.fromkeys(each.entity for each in found if isinstance(each, Defined))
        outside = next((each for each in found if isinstance(each, Outside) and each.name != FUNCTION), None)
        sureness = max(
            (each.sureness for each in found if not isinstance(each, Space)), default=Sureness.DECLARED
        )
        if outside is not None and outside.is_instance and reference.role is not ReferenceRole.CALL:
            # An object of a type outside has no name of its own.
            outside = None
        if not entities and outside is not None:
            return outcome_outside(outside.name, outside.sureness)
        if not entities:
            return Outcome(reason=reason or _why(found))
        if outside is not None:
            sureness = Sureness.INFERRED
        if reference.role is ReferenceRole.CALL:
            return self._called(tuple(entities), sureness, reference)
        return self.choices.named(tuple(entities), sureness)

    def _called(self, entities: tuple[Entity, ...], sureness: Sureness, reference: CodeReference) -> Outcome:
        types = tuple(each for each in entities if self._program.is_type(each))
        if types and len(types) == len(entities):
            applied = self._applied(types, sureness, reference)
            if applied is not None:
                return applied
            return self.choices.made(tuple(Instance(each, sureness) for each in types), reference, "")
        functions = tuple(each for each in entities if self._program.is_function(each))
        if not functions and self._is_field_run(entities, reference):
            return replace(outcome_of(entities, max(sureness, Sureness.TYPED)), is_field_run=True)
        if not functions:
            return self._held(entities, sureness, reference)
        if (
            len(functions) + len(types) < len(entities)
            and self._program.customs_at(functions[0].path).linked_space
        ):
            # A macro may be another name under one condition, and have parameters under another.
            sureness = Sureness.INFERRED
        return self.choices.chosen(functions, sureness, reference)

    def _is_field_run(self, variables: tuple[Entity, ...], reference: CodeReference) -> bool:
        """Whether a field of an object is called that takes the place of a method."""
        expression = reference.expression
        if len(variables) != 1 or not isinstance(expression, MemberExpr):
            return False
        if self._fields.method(variables[0]) is None:
            return False
        holders = self._evaluation.holder(expression, self._evaluation.file.here(reference))
        return any(isinstance(each, Instance) for each in self._evaluation.bounded(holders))

    def _applied(
        self, types: tuple[Entity, ...], sureness: Sureness, reference: CodeReference
    ) -> Outcome | None:
        """An object is called: the method runs that is meant for that, if it fits or there is no class of the name.

        A class that is made by its name has such a method besides, unless one that takes the same is written.
        """
        objects = tuple(Defined(each, sureness) for each in types)
        found = self._evaluation.call_values.applied(objects, reference.argument_count)
        methods = tuple(
            each.entity
            for each in found
            if isinstance(each, Defined) and not self._program.is_type(each.entity)
        )
        fitting = tuple(
            each for each in methods if self._evaluation.signatures.takes(each, reference.argument_count)
        )
        has_class = any(not self._program.definition(each).is_object for each in types)
        signatures = self._evaluation.signatures
        makers = tuple(
            each
            for each in types
            if self._program.definition(each).has_maker
            and signatures.takes(each, reference.argument_count)
            and not any(signatures.take_the_same(each, method) for method in fitting)
        )
        chosen = (*fitting, *makers) if fitting else (() if has_class else methods)
        if chosen:
            return self.choices.chosen(chosen, sureness, reference)
        inherited = next((each for each in found if isinstance(each, Outside)), None)
        if inherited is None:
            return None
        return replace(outcome_outside(inherited.name, inherited.sureness), through=types[0])

    def _held(self, variables: tuple[Entity, ...], sureness: Sureness, reference: CodeReference) -> Outcome:
        """A variable is called: what it is known to hold runs; where names are calls, or functions apart, it is only read.

        A constant of an enum makes an object of it.
        """
        customs = self._program.customs_at(variables[0].path)
        if customs.are_names_calls:
            return outcome_of(variables[:1], sureness)
        if customs.are_functions_apart:
            return Outcome(through=variables[0], is_read=True)
        enum = self._program.enum_of(variables[0])
        if enum is not None:
            made = self.choices.made((Instance(enum, Sureness.DECLARED),), reference, "")
            return replace(made, through=variables[0])
        held_values = self._evaluation.held(variables)
        operators = self._call_operators(held_values)
        if operators:
            return replace(
                self.choices.chosen(operators, held_values[0].sureness, reference), through=variables[0]
            )
        least = max(map(self._evaluation.held_values.sureness_of, variables))
        applied = self._evaluation.call_values.applied(held_values, reference.argument_count)
        values = tuple(less_sure(each, least) for each in applied)
        held = tuple(each for each in values if self._is_callable(each))
        return replace(self._named(held, reference, "a variable is called"), through=variables[0])

    def _is_callable(self, meaning: Meaning) -> bool:
        """Whether a value is a function or type itself, or what one outside gave; what a call of an object runs is open."""
        if isinstance(meaning, Outside):
            return not meaning.is_instance or meaning.name.endswith(")")
        return isinstance(meaning, Defined) and not self._program.is_variable(meaning.entity)


def _why(found: Meanings) -> str:
    if any(isinstance(each, Space) for each in found):
        return "a module is called"
    if any(isinstance(each, Outside) and each.name == FUNCTION for each in found):
        return "a variable is called"
    if any(isinstance(each, Sequence) for each in found):
        return "it is a member of a built-in type"
    return "it is not known what this is" if found else "this name is not known"
