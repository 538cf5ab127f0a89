"""The resolver of member accesses.

Turns: `value.name`, the values of the receiver, and the role of the reference → its ReferenceResolution.
"""

from collections.abc import Callable

from msgspec.structs import replace

from codeshed.model.facts.code_expressions import MemberExpr, ReceiverExpr
from codeshed.model.facts.code_facts import CodeReference
from codeshed.model.languages.language import may_mean
from codeshed.model.semantic import ReferenceRole, TypeKind, UnresolvedReason
from codeshed.resolve.generic.calls.callee_selection import CalleeSelection
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.resolution_outcome import ReferenceResolution, resolve_to_external
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import (
    Certainty,
    DefinitionValue,
    External,
    Instance,
    Namespace,
    Value,
    Values,
    least_certain,
    limit_certainty,
)

MAX_CANDIDATES = 3
"""If more types have a method of a name, the name alone says too little."""

ResolveValues = Callable[[Values, CodeReference], ReferenceResolution]
"""Resolves values that a name means."""


class MemberAccesses:
    """Resolves references to members."""

    def __init__(
        self,
        symbol_table: SymbolTable,
        evaluator: Evaluator,
        selection: CalleeSelection,
        resolve_values: ResolveValues,
    ) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        self._selection = selection
        self._resolve_values = resolve_values

    def resolve(
        self, receivers: Values, expression: MemberExpr, reference: CodeReference, path: str
    ) -> ReferenceResolution:
        """Resolve a member of a receiver: its own, an extension method, or candidates of that name."""
        name = expression.name
        is_function = expression.is_function_reference or reference.role is ReferenceRole.CALL
        found = self._evaluator.receiver_members.lookup(
            receivers,
            name,
            is_function=is_function,
            is_value=expression.is_value,
            is_written=reference.role is ReferenceRole.WRITE,
            n_arguments=reference.argument_count,
        )
        extension = self._resolve_extension(receivers, found, expression, reference) if is_function else None
        if extension is None and self._runs_delegate(receivers, found, name, reference):
            extension = ReferenceResolution(reason=UnresolvedReason.UNKNOWN_VALUE)
        if extension is not None:
            return extension
        if reference.role is ReferenceRole.CALL and not any(
            isinstance(each, DefinitionValue) for each in found
        ):
            factories = self._symbol_table.rules_at(path).factory_methods
            types = tuple(
                Instance(each.entity, each.certainty)
                for each in receivers
                if name in factories
                and isinstance(each, DefinitionValue)
                and self._evaluator.call_values.is_instantiable(each.entity)
            )
            if types:
                return self._selection.resolve_construction(types, reference)
        may_be_any = self._may_be_any(receivers, name, reference, path) or self._may_convert_instances(
            receivers, found, expression, reference
        )
        if found and not may_be_any:
            is_doubtful = all(
                _is_external_result(each) or _is_external_member(each) for each in receivers
            ) and self._has_member(name, reference, path)
            certainty = Certainty.INFERRED if is_doubtful else Certainty.DECLARED
            return self._resolve_values(tuple(limit_certainty(each, certainty) for each in found), reference)
        of_function = self._resolve_function_method(receivers, name, reference, path)
        if of_function is not None:
            return of_function
        is_unknown_variable = all(
            isinstance(each, DefinitionValue) and self._symbol_table.is_variable(each.entity)
            for each in receivers
        )
        if (
            found
            or (receivers and may_be_any)
            or is_unknown_variable
            or self._evaluator.receiver_members.dereferences_to_unknown(receivers)
        ):
            return self._resolve_by_name(name, reference, path)
        return self._resolve_missing(receivers, name, path)

    def _resolve_extension(
        self, receivers: Values, found: Values, expression: MemberExpr, reference: CodeReference
    ) -> ReferenceResolution | None:
        """Resolve an extension method of the receiver's type, or functions that may extend it."""
        place = self._evaluator.file.place_of(reference)
        members = self._evaluator.receiver_members
        functions = members.with_extension_methods(
            receivers, found, expression.name, place, reference.argument_count
        )
        call = _with_receiver(reference, expression)
        applicable = tuple(each for each in functions if self._is_applicable(each, call))
        if functions != found and applicable:
            return self._resolve_values(applicable, call)
        possible = members.possible_extension_methods(receivers, found, expression.name, place)
        applicable_candidates = tuple(
            each
            for each in possible
            if may_mean(place.path, each.path) and self._is_applicable(DefinitionValue(each), call)
        )
        is_few = 0 < len(applicable_candidates) <= MAX_CANDIDATES
        return (
            ReferenceResolution(candidates=applicable_candidates, reason=UnresolvedReason.UNKNOWN_BASES)
            if is_few
            else None
        )

    def _resolve_function_method(
        self, values: Values, name: str, reference: CodeReference, path: str
    ) -> ReferenceResolution | None:
        """Resolve a method of a function itself: it calls the function, or binds it."""
        functions = tuple(filter(self._evaluator.signatures.is_function, values))
        rules = self._symbol_table.rules_at(path)
        if functions and name in rules.invoke_methods and reference.role is ReferenceRole.CALL:
            return self._resolve_values(functions, reference)
        is_bound = functions and name in rules.bind_methods
        return ReferenceResolution(external=f"{rules.builtin_namespace}.{name}") if is_bound else None

    def _runs_delegate(self, values: Values, found: Values, name: str, reference: CodeReference) -> bool:
        """Whether a call runs the function in an object of a function type, as `Invoke` of a delegate in C#."""
        is_invoked = (
            reference.role is ReferenceRole.CALL and name in self._evaluator.file.rules.invoke_methods
        )
        if not is_invoked or any(isinstance(each, DefinitionValue) for each in found):
            return False
        types = (self._symbol_table.definition(each.entity) for each in values if isinstance(each, Instance))
        return any(each.type_kind is TypeKind.TYPE_ALIAS for each in types)

    def _may_be_any(self, values: Values, name: str, reference: CodeReference, path: str) -> bool:
        """Whether external code returned the receiver, which may be an instance of the repository: that has such members."""
        if self._symbol_table.rules_at(path).has_calls_without_parentheses:
            language = self._symbol_table.files[path].language
            return all(map(_is_external_result, values)) and bool(
                self._symbol_table.find_methods(language, name)
            )
        is_any = all(
            isinstance(each, External)
            and (each.may_be_repository_object or self._may_convert_external(each, name, path))
            for each in values
        )
        return is_any and self._has_member(name, reference, path)

    def _may_convert_external(self, value: External, name: str, path: str) -> bool:
        """Whether an external object may have a member only through an implicit conversion."""
        return value.is_instance and self._is_conversion_member(name, path)

    def _is_conversion_member(self, name: str, path: str) -> bool:
        """Whether targets of implicit conversions have a member of a name that no library type has."""
        is_own = name in self._symbol_table.rules_at(path).external_members
        is_converted = self._symbol_table.is_member_after_conversion(
            self._symbol_table.files[path].language, name
        )
        return is_converted and not is_own

    def _may_convert_instances(
        self, values: Values, found: Values, expression: MemberExpr, reference: CodeReference
    ) -> bool:
        """Whether instances with only a possible external member may be implicitly converted to have it."""
        path, name = self._evaluator.file.place_of(reference).path, expression.name
        is_parent = isinstance(expression.value, ReceiverExpr) and expression.value.is_parent
        are_objects = all(isinstance(each, Instance) for each in values)
        if is_parent or not are_objects or not all(isinstance(each, External) for each in found):
            return False
        return self._is_conversion_member(name, path) and self._has_member(name, reference, path)

    def _has_member(self, name: str, reference: CodeReference, path: str) -> bool:
        """Whether a type of the repository has an applicable member that not every object has anyway."""
        language = self._symbol_table.files[path].language
        if any(
            name in root.members
            for root in self._symbol_table.rules_by_language[language].implicit_bases
            if not root.kinds
        ):
            return False
        if reference.role is not ReferenceRole.CALL:
            return self._symbol_table.is_member_name(language, name)
        return any(
            self._evaluator.signatures.accepts_count(each, self._n_arguments(each, reference))
            for each in self._symbol_table.find_methods(language, name)
        )

    def _resolve_missing(self, values: Values, name: str, path: str) -> ReferenceResolution:
        """Resolve a member that a known type lacks: it may be of an external base."""
        rules = self._symbol_table.rules_at(path)
        if rules.field_sigil and name.startswith(rules.field_sigil):
            return ReferenceResolution(reason=UnresolvedReason.UNKNOWN_MEMBER, has_unknown_receiver=True)
        for each in values:
            if isinstance(each, Instance | DefinitionValue):
                member = self._evaluator.external_bases.find_member(each.entity, name)
                if member is not None:
                    return resolve_to_external(member.name, least_certain(each.certainty, member.certainty))
            if isinstance(each, Namespace) and rules.may_be_extended_externally:
                return ReferenceResolution(external=f"{each.key.partition(':')[2].strip('.')}.{name}")
        of_types = (
            rules.universal_class_methods if any(isinstance(each, DefinitionValue) for each in values) else ()
        )
        if name in rules.universal_methods or name in of_types:
            return ReferenceResolution(external=f"{rules.builtin_namespace}.{name}")
        if values and all(isinstance(each, Namespace) for each in values):
            return ReferenceResolution(reason=UnresolvedReason.UNKNOWN_MEMBER)
        return ReferenceResolution(reason=UnresolvedReason.UNKNOWN_MEMBER, has_unknown_receiver=True)

    def _resolve_by_name(self, name: str, reference: CodeReference, path: str) -> ReferenceResolution:
        if reference.role is not ReferenceRole.CALL:
            return ReferenceResolution(reason=UnresolvedReason.UNKNOWN_RECEIVER, has_unknown_receiver=True)
        language = self._symbol_table.files[path].language
        named = self._symbol_table.find_methods(language, name)
        rules = self._symbol_table.rules_at(path)
        if name in rules.common_builtin_methods:
            return ReferenceResolution(reason=UnresolvedReason.UNKNOWN_RECEIVER)
        if not named and name in rules.universal_methods:
            return ReferenceResolution(external=f"{rules.builtin_namespace}.{name}")
        candidates = tuple(
            each
            for each in named
            if may_mean(path, each.path)
            and self._evaluator.signatures.accepts_count(each, self._n_arguments(each, reference))
        )
        if 0 < len(candidates) <= MAX_CANDIDATES:
            return ReferenceResolution(candidates=candidates, reason=UnresolvedReason.UNKNOWN_RECEIVER)
        return ReferenceResolution(reason=UnresolvedReason.UNKNOWN_RECEIVER)

    def mark_possible_call(
        self, unresolved: ReferenceResolution, reference: CodeReference, path: str
    ) -> ReferenceResolution:
        """Mark an unknown member as a possible call, where functions are called by a bare name and the repository has one."""
        expression = reference.expression
        has_bare_calls = bool(self._symbol_table.rules_at(path).apply_method)
        if not has_bare_calls or not isinstance(expression, MemberExpr) or expression.is_function_reference:
            return unresolved
        named = self._symbol_table.find_methods(self._symbol_table.files[path].language, expression.name)
        is_found = any(self._evaluator.signatures.accepts_count(each, 0) for each in named)
        return replace(unresolved, may_be_bare_call=True) if is_found else unresolved

    def _is_applicable(self, value: Value, call: CodeReference) -> bool:
        """Whether a function can be called with the arguments of a call."""
        if not isinstance(value, DefinitionValue) or not self._evaluator.signatures.accepts_count(
            value.entity, call.argument_count
        ):
            return False
        place = self._evaluator.file.place_of(call)
        return self._evaluator.overloads.is_applicable(value.entity, call.arguments, place)

    def _n_arguments(self, function: DefinitionKey, reference: CodeReference) -> int | None:
        """Return how many arguments a function would get, with the receiver if it is an extension method."""
        extends = self._symbol_table.definition(function).extended_type is not None
        return None if reference.argument_count is None else reference.argument_count + extends


def _with_receiver(reference: CodeReference, expression: MemberExpr) -> CodeReference:
    """Return a call with the receiver as its first argument."""
    count = reference.argument_count
    if count is None or (count and not reference.arguments):
        return replace(reference, argument_count=None if count is None else count + 1)
    return replace(reference, argument_count=count + 1, arguments=(expression.value, *reference.arguments))


def _is_external_result(value: Value) -> bool:
    """Whether a value is the result of an external call."""
    return isinstance(value, External) and value.is_instance and value.name.endswith("()")


def _is_external_member(value: Value) -> bool:
    """Whether a value is what a member of an external object holds."""
    is_member = isinstance(value, External) and not value.is_instance
    return is_member and value.certainty is not Certainty.DECLARED
