"""The resolver of member accesses.

Turns: `value.name`, the values of the receiver, and the role of the reference → its ReferenceResolution.
"""

from collections.abc import Callable

from msgspec.structs import replace

from codeshed.model.code_expressions import MemberExpr, ReceiverExpr
from codeshed.model.code_facts import CodeReference
from codeshed.model.semantic import ReferenceRole, TypeKind
from codeshed.resolve.generic.calls.callee_selection import Choices
from codeshed.resolve.generic.definition_key import Entity
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
"""If more types have a method of a name, the name alone says too little."""

_NO_TYPE = "the type before the dot is not known"
_OF_DELEGATE = "what a delegate holds is called"
_NO_BASES = "the bases of the type before the dot are not known"

FindNamed = Callable[[Meanings, CodeReference, str], Outcome]
"""Resolves values that a name means; the text is the reason if there are none."""


class MemberUses:
    """Resolves references to members."""

    def __init__(
        self, program: Program, evaluator: Evaluation, selection: Choices, resolve_values: FindNamed
    ) -> None:
        self._program = program
        self._evaluator = evaluator
        self._selection = selection
        self._resolve_values = resolve_values

    def outcome(
        self, receivers: Meanings, expression: MemberExpr, reference: CodeReference, path: str
    ) -> Outcome:
        """Resolve a member of a receiver: its own, an extension method, or candidates of that name."""
        name = expression.name
        is_function = expression.is_function or reference.role is ReferenceRole.CALL
        found = self._evaluator.value_members.member(
            receivers,
            name,
            is_function=is_function,
            is_value=expression.is_value,
            is_written=reference.role is ReferenceRole.WRITE,
            n_arguments=reference.argument_count,
        )
        extension = self._resolve_extension(receivers, found, expression, reference) if is_function else None
        if extension is None and self._runs_delegate(receivers, found, name, reference):
            extension = Outcome(reason=_OF_DELEGATE)
        if extension is not None:
            return extension
        if reference.role is ReferenceRole.CALL and not any(isinstance(each, Defined) for each in found):
            factories = self._program.customs_at(path).makers
            types = tuple(
                Instance(each.entity, each.sureness)
                for each in receivers
                if name in factories
                and isinstance(each, Defined)
                and self._evaluator.call_values.has_objects(each.entity)
            )
            if types:
                return self._selection.made(types, reference, name)
        may_be_any = self._may_be_any(receivers, name, reference, path) or self._may_convert_instances(
            receivers, found, expression, reference
        )
        if found and not may_be_any:
            is_doubtful = all(
                _is_external_result(each) or _is_external_member(each) for each in receivers
            ) and self._has_member(name, reference, path)
            certainty = Sureness.INFERRED if is_doubtful else Sureness.DECLARED
            return self._resolve_values(tuple(less_sure(each, certainty) for each in found), reference, "")
        of_function = self._resolve_function_method(receivers, name, reference, path)
        if of_function is not None:
            return of_function
        is_unknown_variable = all(
            isinstance(each, Defined) and self._program.is_variable(each.entity) for each in receivers
        )
        if found or is_unknown_variable or self._evaluator.value_members.is_seen_as_other(receivers):
            return self._resolve_by_name(name, reference, path)
        return self._resolve_missing(receivers, name, path)

    def _resolve_extension(
        self, receivers: Meanings, found: Meanings, expression: MemberExpr, reference: CodeReference
    ) -> Outcome | None:
        """Resolve an extension method of the receiver's type, or functions that may extend it."""
        place = self._evaluator.file.here(reference)
        members = self._evaluator.value_members
        functions = members.extended(receivers, found, expression.name, place, reference.argument_count)
        call = _with_receiver(reference, expression)
        applicable = tuple(each for each in functions if self._is_applicable(each, call))
        if functions != found and applicable:
            return self._resolve_values(applicable, call, "")
        possible = members.possible_extensions(receivers, found, expression.name, place)
        applicable_candidates = tuple(each for each in possible if self._is_applicable(Defined(each), call))
        is_few = 0 < len(applicable_candidates) <= MAX_CANDIDATES
        return Outcome(candidates=applicable_candidates, reason=_NO_BASES) if is_few else None

    def _resolve_function_method(
        self, values: Meanings, name: str, reference: CodeReference, path: str
    ) -> Outcome | None:
        """Resolve a method of a function itself: it calls the function, or binds it."""
        functions = tuple(filter(self._evaluator.signatures.is_function, values))
        rules = self._program.customs_at(path)
        if functions and name in rules.invokers and reference.role is ReferenceRole.CALL:
            return self._resolve_values(functions, reference, "")
        is_bound = functions and name in rules.binders
        return Outcome(outside=f"{rules.outside}.{name}") if is_bound else None

    def _runs_delegate(self, values: Meanings, found: Meanings, name: str, reference: CodeReference) -> bool:
        """Whether a call runs the function in an object of a function type, as `Invoke` of a delegate in C#."""
        is_invoked = reference.role is ReferenceRole.CALL and name in self._evaluator.file.customs.invokers
        if not is_invoked or any(isinstance(each, Defined) for each in found):
            return False
        types = (self._program.definition(each.entity) for each in values if isinstance(each, Instance))
        return any(each.type_kind is TypeKind.TYPE_ALIAS for each in types)

    def _may_be_any(self, values: Meanings, name: str, reference: CodeReference, path: str) -> bool:
        """Whether external code returned the receiver, which may be an instance of the repository: that has such members."""
        if self._program.customs_at(path).are_names_calls:
            language = self._program.files[path].language
            return all(map(_is_external_result, values)) and bool(self._program.methods_named(language, name))
        is_any = all(
            isinstance(each, Outside) and (each.may_be_any or self._may_convert_external(each, name, path))
            for each in values
        )
        return is_any and self._has_member(name, reference, path)

    def _may_convert_external(self, value: Outside, name: str, path: str) -> bool:
        """Whether an external object may have a member only through an implicit conversion."""
        return value.is_instance and self._is_conversion_member(name, path)

    def _is_conversion_member(self, name: str, path: str) -> bool:
        """Whether targets of implicit conversions have a member of a name that no library type has."""
        is_own = name in self._program.customs_at(path).library_members
        is_converted = self._program.is_converted_member(self._program.files[path].language, name)
        return is_converted and not is_own

    def _may_convert_instances(
        self, values: Meanings, found: Meanings, expression: MemberExpr, reference: CodeReference
    ) -> bool:
        """Whether instances with only a possible external member may be implicitly converted to have it."""
        path, name = self._evaluator.file.here(reference).path, expression.name
        is_parent = isinstance(expression.value, ReceiverExpr) and expression.value.is_parent
        are_objects = all(isinstance(each, Instance) for each in values)
        if is_parent or not are_objects or not all(isinstance(each, Outside) for each in found):
            return False
        return self._is_conversion_member(name, path) and self._has_member(name, reference, path)

    def _has_member(self, name: str, reference: CodeReference, path: str) -> bool:
        """Whether a type of the repository has an applicable member that not every object has anyway."""
        language = self._program.files[path].language
        if any(name in root.members for root in self._program.customs[language].roots if not root.kinds):
            return False
        if reference.role is not ReferenceRole.CALL:
            return self._program.is_member(language, name)
        return any(
            self._evaluator.signatures.takes(each, self._n_arguments(each, reference))
            for each in self._program.methods_named(language, name)
        )

    def _resolve_missing(self, values: Meanings, name: str, path: str) -> Outcome:
        """Resolve a member that a known type lacks: it may be of an external base."""
        rules = self._program.customs_at(path)
        for each in values:
            if isinstance(each, Instance | Defined):
                member = self._evaluator.outside_bases.member(each.entity, name)
                if member is not None:
                    return outcome_outside(member.name, max(each.sureness, member.sureness))
            if isinstance(each, Space) and rules.are_spaces_open:
                return Outcome(outside=f"{each.key.partition(':')[2].strip('.')}.{name}")
        of_types = rules.members_of_types if any(isinstance(each, Defined) for each in values) else ()
        if name in rules.members_of_all or name in of_types:
            return Outcome(outside=f"{rules.outside}.{name}")
        if values and all(isinstance(each, Space) for each in values):
            return Outcome(reason="its module has no such name")
        return Outcome(reason="its type has no such member", is_of_unknown=True)

    def _resolve_by_name(self, name: str, reference: CodeReference, path: str) -> Outcome:
        if reference.role is not ReferenceRole.CALL:
            return Outcome(reason=_NO_TYPE, is_of_unknown=True)
        language = self._program.files[path].language
        named = self._program.methods_named(language, name)
        rules = self._program.customs_at(path)
        if name in rules.common_methods:
            return Outcome(reason=_NO_TYPE)
        if not named and name in rules.members_of_all:
            return Outcome(outside=f"{rules.outside}.{name}")
        candidates = tuple(
            each
            for each in named
            if self._evaluator.signatures.takes(each, self._n_arguments(each, reference))
        )
        if 0 < len(candidates) <= MAX_CANDIDATES:
            return Outcome(candidates=candidates, reason=_NO_TYPE)
        return Outcome(reason=_NO_TYPE)

    def perhaps_run(self, unresolved: Outcome, reference: CodeReference, path: str) -> Outcome:
        """Mark an unknown member as a possible call, where functions are called by a bare name and the repository has one."""
        expression = reference.expression
        has_bare_calls = bool(self._program.customs_at(path).applied)
        if not has_bare_calls or not isinstance(expression, MemberExpr) or expression.is_function:
            return unresolved
        named = self._program.methods_named(self._program.files[path].language, expression.name)
        is_found = any(self._evaluator.signatures.takes(each, 0) for each in named)
        return replace(unresolved, is_run=True) if is_found else unresolved

    def _is_applicable(self, value: Meaning, call: CodeReference) -> bool:
        """Whether a function can be called with the arguments of a call."""
        if not isinstance(value, Defined) or not self._evaluator.signatures.takes(
            value.entity, call.argument_count
        ):
            return False
        place = self._evaluator.file.here(call)
        return self._evaluator.overloads.is_applicable(value.entity, call.arguments, place)

    def _n_arguments(self, function: Entity, reference: CodeReference) -> int | None:
        """Return how many arguments a function would get, with the receiver if it is an extension method."""
        extends = self._program.definition(function).extends is not None
        return None if reference.argument_count is None else reference.argument_count + extends


def _with_receiver(reference: CodeReference, expression: MemberExpr) -> CodeReference:
    """Return a call with the receiver as its first argument."""
    count = reference.argument_count
    if count is None or (count and not reference.arguments):
        return replace(reference, argument_count=None if count is None else count + 1)
    return replace(reference, argument_count=count + 1, arguments=(expression.value, *reference.arguments))


def _is_external_result(value: Meaning) -> bool:
    """Whether a value is the result of an external call."""
    return isinstance(value, Outside) and value.is_instance and value.name.endswith("()")


def _is_external_member(value: Meaning) -> bool:
    """Whether a value is what a member of an external object holds."""
    is_member = isinstance(value, Outside) and not value.is_instance
    return is_member and value.sureness is not Sureness.DECLARED
