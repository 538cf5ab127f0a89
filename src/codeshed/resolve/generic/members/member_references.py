"""Members of values that are used.

Turns: `value.name`, what the value means, and how the member is used → Outcome.
"""

from collections.abc import Callable

from msgspec.structs import replace

from codeshed.model.code_expressions import MemberExpr, ReceiverExpr
from codeshed.model.code_facts import CodeReference
from codeshed.model.semantic import ReferenceRole, TypeKind
from codeshed.resolve.generic.calls.callee_selection import Choices
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.resolution_outcome import Outcome, outcome_outside
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import (
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Space,
    Sureness,
    less_sure,
)

MAX_CANDIDATES = 3
"""A method name that more types have says too little."""

_NO_TYPE = "the type before the dot is not known"
_OF_DELEGATE = "what a delegate holds is called"
_NO_BASES = "the bases of the type before the dot are not known"

FindNamed = Callable[[Meanings, CodeReference, str], Outcome]
"""Gives what is used of what a name means; with a reason for the case that it is nothing."""


class MemberUses:
    """Finds out which members are used."""

    def __init__(
        self, program: Program, evaluation: Evaluation, choices: Choices, find_named: FindNamed
    ) -> None:
        self._program = program
        self._evaluation = evaluation
        self._choices = choices
        self._named = find_named

    def outcome(
        self, values: Meanings, expression: MemberExpr, reference: CodeReference, path: str
    ) -> Outcome:
        """Return what is used of a value: its member, what extends it, or candidates of that name."""
        name = expression.name
        is_function = expression.is_function or reference.role is ReferenceRole.CALL
        found = self._evaluation.value_members.member(
            values,
            name,
            is_function=is_function,
            is_value=expression.is_value,
            is_written=reference.role is ReferenceRole.WRITE,
            n_arguments=reference.argument_count,
        )
        extended = self._extended(values, found, expression, reference) if is_function else None
        if extended is None and self._runs_delegate(values, found, name, reference):
            extended = Outcome(reason=_OF_DELEGATE)
        if extended is not None:
            return extended
        if reference.role is ReferenceRole.CALL and not any(isinstance(each, Defined) for each in found):
            makers = self._program.customs_at(path).makers
            types = tuple(
                Instance(each.entity, each.sureness)
                for each in values
                if name in makers
                and isinstance(each, Defined)
                and self._evaluation.call_values.has_objects(each.entity)
            )
            if types:
                return self._choices.made(types, reference, name)
        may_be_any = self._may_be_any(values, name, reference, path) or self._may_be_converted_too(
            values, found, expression, reference
        )
        if found and not may_be_any:
            is_doubtful = all(_is_given(each) or _is_read(each) for each in values) and self._has_member(
                name, reference, path
            )
            sureness = Sureness.INFERRED if is_doubtful else Sureness.DECLARED
            return self._named(tuple(less_sure(each, sureness) for each in found), reference, "")
        of_function = self._of_functions(values, name, reference, path)
        if of_function is not None:
            return of_function
        is_open = all(isinstance(each, Defined) and self._program.is_variable(each.entity) for each in values)
        if found or is_open or self._evaluation.value_members.is_seen_as_other(values):
            return self._by_name(name, reference, path)
        return self._missing(values, name, path)

    def _extended(
        self, values: Meanings, found: Meanings, expression: MemberExpr, reference: CodeReference
    ) -> Outcome | None:
        """A function that extends the type of an object is called like a method of it, or one that may extend it."""
        place = self._evaluation.file.here(reference)
        members = self._evaluation.value_members
        functions = members.extended(values, found, expression.name, place, reference.argument_count)
        call = _with_object(reference, expression)
        applicable = tuple(each for each in functions if self._is_applicable(each, call))
        if functions != found and applicable:
            return self._named(applicable, call, "")
        possible = members.possible_extensions(values, found, expression.name, place)
        fitting = tuple(each for each in possible if self._is_applicable(Defined(each), call))
        is_few = 0 < len(fitting) <= MAX_CANDIDATES
        return Outcome(candidates=fitting, reason=_NO_BASES) if is_few else None

    def _of_functions(
        self, values: Meanings, name: str, reference: CodeReference, path: str
    ) -> Outcome | None:
        """A method of a function itself calls it, or gives it on."""
        functions = tuple(filter(self._evaluation.signatures.is_function, values))
        customs = self._program.customs_at(path)
        if functions and name in customs.invokers and reference.role is ReferenceRole.CALL:
            return self._named(functions, reference, "")
        is_bound = functions and name in customs.binders
        return Outcome(outside=f"{customs.outside}.{name}") if is_bound else None

    def _runs_delegate(self, values: Meanings, found: Meanings, name: str, reference: CodeReference) -> bool:
        """Whether a call runs what an object of a type for functions holds, as `Invoke` of a delegate in C#."""
        is_invoked = reference.role is ReferenceRole.CALL and name in self._evaluation.file.customs.invokers
        if not is_invoked or any(isinstance(each, Defined) for each in found):
            return False
        types = (self._program.definition(each.entity) for each in values if isinstance(each, Instance))
        return any(each.type_kind is TypeKind.TYPE_ALIAS for each in types)

    def _may_be_any(self, values: Meanings, name: str, reference: CodeReference, path: str) -> bool:
        """Whether something outside gave a value, which may be one of the repository: it has members of the name."""
        if self._program.customs_at(path).are_names_calls:
            language = self._program.files[path].language
            return all(map(_is_given, values)) and bool(self._program.methods_named(language, name))
        is_any = all(
            isinstance(each, Outside) and (each.may_be_any or self._may_be_converted(each, name, path))
            for each in values
        )
        return is_any and self._has_member(name, reference, path)

    def _may_be_converted(self, value: Outside, name: str, path: str) -> bool:
        """Whether an object outside may have a member only as what it can be turned into."""
        return value.is_instance and self._is_of_conversions(name, path)

    def _is_of_conversions(self, name: str, path: str) -> bool:
        """Whether what values are turned into has a member of a name that none has from the library."""
        is_own = name in self._program.customs_at(path).library_members
        is_converted = self._program.is_converted_member(self._program.files[path].language, name)
        return is_converted and not is_own

    def _may_be_converted_too(
        self, values: Meanings, found: Meanings, expression: MemberExpr, reference: CodeReference
    ) -> bool:
        """Whether objects of the repository that may have a member from bases outside may be turned into others for it."""
        path, name = self._evaluation.file.here(reference).path, expression.name
        is_parent = isinstance(expression.value, ReceiverExpr) and expression.value.is_parent
        are_objects = all(isinstance(each, Instance) for each in values)
        if is_parent or not are_objects or not all(isinstance(each, Outside) for each in found):
            return False
        return self._is_of_conversions(name, path) and self._has_member(name, reference, path)

    def _has_member(self, name: str, reference: CodeReference, path: str) -> bool:
        """Whether a type of the repository has a member that can be meant, and not every object has it anyway."""
        language = self._program.files[path].language
        if any(name in root.members for root in self._program.customs[language].roots if not root.kinds):
            return False
        if reference.role is not ReferenceRole.CALL:
            return self._program.is_member(language, name)
        return any(
            self._evaluation.signatures.takes(each, self._count(each, reference))
            for each in self._program.methods_named(language, name)
        )

    def _missing(self, values: Meanings, name: str, path: str) -> Outcome:
        """A type is known, and has no such member: it may come from a base outside of the repository."""
        customs = self._program.customs_at(path)
        for each in values:
            if isinstance(each, Instance | Defined):
                member = self._evaluation.outside_bases.member(each.entity, name)
                if member is not None:
                    return outcome_outside(member.name, max(each.sureness, member.sureness))
            if isinstance(each, Space) and customs.are_spaces_open:
                return Outcome(outside=f"{each.key.partition(':')[2].strip('.')}.{name}")
        of_types = customs.members_of_types if any(isinstance(each, Defined) for each in values) else ()
        if name in customs.members_of_all or name in of_types:
            return Outcome(outside=f"{customs.outside}.{name}")
        if values and all(isinstance(each, Space) for each in values):
            return Outcome(reason="its module has no such name")
        return Outcome(reason="its type has no such member", is_of_unknown=True)

    def _by_name(self, name: str, reference: CodeReference, path: str) -> Outcome:
        if reference.role is not ReferenceRole.CALL:
            return Outcome(reason=_NO_TYPE, is_of_unknown=True)
        language = self._program.files[path].language
        named = self._program.methods_named(language, name)
        customs = self._program.customs_at(path)
        if name in customs.common_methods:
            return Outcome(reason=_NO_TYPE)
        if not named and name in customs.members_of_all:
            return Outcome(outside=f"{customs.outside}.{name}")
        candidates = tuple(
            each for each in named if self._evaluation.signatures.takes(each, self._count(each, reference))
        )
        if 0 < len(candidates) <= MAX_CANDIDATES:
            return Outcome(candidates=candidates, reason=_NO_TYPE)
        return Outcome(reason=_NO_TYPE)

    def perhaps_run(self, unknown: Outcome, reference: CodeReference, path: str) -> Outcome:
        """Say that a member which is not known may be a function that runs by its name, if the repository has such a one."""
        expression = reference.expression
        is_run = bool(self._program.customs_at(path).applied)
        if not is_run or not isinstance(expression, MemberExpr) or expression.is_function:
            return unknown
        named = self._program.methods_named(self._program.files[path].language, expression.name)
        is_found = any(self._evaluation.signatures.takes(each, 0) for each in named)
        return replace(unknown, is_run=True) if is_found else unknown

    def _is_applicable(self, meaning: Meaning, call: CodeReference) -> bool:
        """Whether a function can be called so."""
        if not isinstance(meaning, Defined) or not self._evaluation.signatures.takes(
            meaning.entity, call.argument_count
        ):
            return False
        place = self._evaluation.file.here(call)
        return self._evaluation.overloads.is_applicable(meaning.entity, call.arguments, place)

    def _count(self, function: Entity, reference: CodeReference) -> int | None:
        """Return how many arguments a function would get, with the object if it extends a type."""
        extends = self._program.definition(function).extends is not None
        return None if reference.argument_count is None else reference.argument_count + extends


def _with_object(reference: CodeReference, expression: MemberExpr) -> CodeReference:
    """Return a call with the object before the dot as its first argument."""
    count = reference.argument_count
    if count is None or (count and not reference.arguments):
        return replace(reference, argument_count=None if count is None else count + 1)
    return replace(reference, argument_count=count + 1, arguments=(expression.value, *reference.arguments))


def _is_given(meaning: Meaning) -> bool:
    """Whether something is what a call of something outside gives."""
    return isinstance(meaning, Outside) and meaning.is_instance and meaning.name.endswith("()")


def _is_read(meaning: Meaning) -> bool:
    """Whether something is what a member of an object outside holds."""
    is_member = isinstance(meaning, Outside) and not meaning.is_instance
    return is_member and meaning.sureness is not Sureness.DECLARED
