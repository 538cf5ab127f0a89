"""External generic types: results of methods, arguments of callbacks, and supertypes.

Turns: the full name of an external method + the type arguments of its receiver → its result, or what it passes to a callback;
an external object → its view as a base, with the type arguments of that base.
"""

import re
from collections.abc import Iterator

from codeshed.model.facts.code_expressions import TypeRef
from codeshed.resolve.generic.language_rules import LanguageRules
from codeshed.resolve.generic.values.values import (
    UNKNOWN,
    Certainty,
    External,
    SequenceValue,
    Unknown,
    Value,
    Values,
)


class ExternalTypes:
    """The external types that the table of a library knows."""

    def __init__(self, rules: LanguageRules) -> None:
        self._library = rules.library
        self._simple_names = frozenset({*rules.primitives, *rules.builtins})
        self._universal_bases = tuple(each.name for each in rules.implicit_bases if not each.kinds)

    def method_result(self, method: str, arguments: Values) -> Value | None:
        """Return the result type of a method, given its full name and the type arguments of the receiver; None if unknown."""
        owner, _, name = method.rpartition(".")
        of_all = (each for root in self._universal_bases for each in self._with_bases(root, ()))
        for base in (*self._with_bases(owner, arguments), *of_all):
            known = self._library.types[base.name]
            if name in known.methods:
                return self._lower(
                    known.methods[name], dict(zip(known.parameters, base.arguments, strict=False))
                )
        return None

    def field_type(self, field: str, arguments: Values) -> Value | None:
        """Return the type of a field, given its full name and the type arguments of the receiver; None if unknown."""
        owner, _, name = field.rpartition(".")
        for base in self._with_bases(owner, arguments):
            known = self._library.types[base.name]
            if name in known.fields:
                return self._lower(
                    known.fields[name], dict(zip(known.parameters, base.arguments, strict=False))
                )
        return None

    def has_member(self, member: str, arguments: Values) -> bool:
        """Whether the table has a method or field, given its full name and the type arguments of the receiver."""
        known = (self.method_result(member, arguments), self.field_type(member, arguments))
        return any(each is not None for each in known)

    def callback_argument(self, method: str, arguments: Values, parameter: int) -> Values:
        """Return what a method passes to its callback as the parameter of this index (`list.forEach(x -> …)`)."""
        owner, _, name = method.rpartition(".")
        for base in self._with_bases(owner, arguments):
            known = self._library.types[base.name]
            if name in known.callback_arguments:
                substitution = dict(zip(known.parameters, base.arguments, strict=False))
                found = (
                    self._lower(each, substitution)
                    for each in known.callback_arguments[name][parameter : parameter + 1]
                )
                return tuple(each for each in found if not isinstance(each, Unknown))
        return ()

    def as_base(self, value: External, name: str) -> External | None:
        """Return an object viewed as a base, with the type arguments of the base: `List<E>` as `Collection<E>`."""
        found = self._with_bases(value.name, value.arguments)
        return next((each for each in found if each.name == name), None)

    def is_subtype(self, name: str, base: str) -> bool:
        """Whether a type is known to be another one or derived from it."""
        return name == base or any(each.name == base for each in self._with_bases(name, ()))

    def has_type(self, name: str) -> bool:
        """Whether the table has a type."""
        return name in self._library.types

    def _with_bases(self, name: str, arguments: Values) -> Iterator[External]:
        """Yield a type and its bases, the nearest first, each with its type arguments."""
        pending = [External(name, Certainty.TYPED, is_instance=True, arguments=arguments)]
        for each in pending:
            known = self._library.types.get(each.name)
            if known is None:
                continue
            yield each
            substitution = dict(zip(known.parameters, each.arguments, strict=False))
            pending += [
                found
                for base in known.bases
                if isinstance(found := self._lower(base, substitution), External)
            ]

    def _lower(self, type_ref: TypeRef, substitution: dict[str, Value]) -> Value:
        if type_ref.name in self._simple_names:
            return External(type_ref.name, Certainty.TYPED, is_instance=True)
        if not type_ref.arguments and "." not in type_ref.name:
            return substitution.get(type_ref.name, UNKNOWN)
        arguments = tuple(self._lower(each, substitution) for each in type_ref.arguments)
        return External(type_ref.name, Certainty.TYPED, is_instance=True, arguments=arguments)


def may_return_repository_object(value: Value, rules: LanguageRules, given: tuple[Values, ...] = ()) -> bool:
    """Whether an external function may return a repository object, given its arguments.

    A closed library can only return repository objects that were passed in.
    """
    if not rules.closed_library_pattern:
        return False
    return not _is_closed(value, rules) or not all(
        values and all(_is_closed(each, rules) for each in values) for values in given
    )


def _is_closed(value: Value, rules: LanguageRules) -> bool:
    """Whether a value cannot contain a repository object."""
    if isinstance(value, SequenceValue):
        return bool(value.items) and all(_is_closed(each, rules) for each in value.items)
    if not isinstance(value, External) or value.may_be_repository_object:
        return False
    is_own = value.name in rules.primitives or re.match(rules.closed_library_pattern, value.name) is not None
    return is_own and all(_is_closed(each, rules) for each in value.arguments)
