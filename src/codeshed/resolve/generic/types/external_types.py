"""Objects of generic types outside of the repository.

Turns: the full name of a method and the arguments of the type that it is called on → what it returns, and what it gives to
a function; an object → the same seen as one of a base.
"""

import re
from collections.abc import Iterator

from codeshed.model.code_expressions import TypeRef
from codeshed.resolve.generic.language_rules import Customs
from codeshed.resolve.generic.values.values import (
    UNKNOWN,
    Meaning,
    Meanings,
    Outside,
    Sequence,
    Sureness,
    Unknown,
)


class OutsideTypes:
    """What a library is known to have."""

    def __init__(self, customs: Customs) -> None:
        self._library = customs.library
        self._words = frozenset({*customs.primitives, *customs.builtins})
        self._roots = tuple(each.name for each in customs.roots if not each.kinds)

    def result(self, method: str, arguments: Meanings) -> Meaning | None:
        """Return what a method gives, by its full name and the arguments of its type; None if that is not known."""
        owner, _, name = method.rpartition(".")
        of_all = (each for root in self._roots for each in self._with_bases(root, ()))
        for base in (*self._with_bases(owner, arguments), *of_all):
            known = self._library.types[base.name]
            if name in known.methods:
                return self._meant(
                    known.methods[name], dict(zip(known.parameters, base.arguments, strict=False))
                )
        return None

    def given(self, method: str, arguments: Meanings, parameter: int) -> Meanings:
        """Return what a method gives to a function that it is given, as one of the parameters of that."""
        owner, _, name = method.rpartition(".")
        for base in self._with_bases(owner, arguments):
            known = self._library.types[base.name]
            if name in known.given:
                bound = dict(zip(known.parameters, base.arguments, strict=False))
                found = (self._meant(each, bound) for each in known.given[name][parameter : parameter + 1])
                return tuple(each for each in found if not isinstance(each, Unknown))
        return ()

    def as_base(self, meaning: Outside, name: str) -> Outside | None:
        """Return an object seen as one of a base, with the arguments that the base has then."""
        found = self._with_bases(meaning.name, meaning.arguments)
        return next((each for each in found if each.name == name), None)

    def is_base(self, name: str, base: str) -> bool:
        """Whether a type is known to be another, or to have it as a base."""
        return name == base or any(each.name == base for each in self._with_bases(name, ()))

    def knows(self, name: str) -> bool:
        """Whether the table has a type."""
        return name in self._library.types

    def _with_bases(self, name: str, arguments: Meanings) -> Iterator[Outside]:
        """Yield a type and its bases, the nearest first, each with its arguments."""
        pending = [Outside(name, Sureness.TYPED, is_instance=True, arguments=arguments)]
        for each in pending:
            known = self._library.types.get(each.name)
            if known is None:
                continue
            yield each
            bound = dict(zip(known.parameters, each.arguments, strict=False))
            pending += [
                found for base in known.bases if isinstance(found := self._meant(base, bound), Outside)
            ]

    def _meant(self, type_ref: TypeRef, bound: dict[str, Meaning]) -> Meaning:
        if type_ref.name in self._words:
            return Outside(type_ref.name, Sureness.TYPED, is_instance=True)
        if not type_ref.arguments and "." not in type_ref.name:
            return bound.get(type_ref.name, UNKNOWN)
        arguments = tuple(self._meant(each, bound) for each in type_ref.arguments)
        return Outside(type_ref.name, Sureness.TYPED, is_instance=True, arguments=arguments)


def may_give_any(meaning: Meaning, customs: Customs, given: tuple[Meanings, ...] = ()) -> bool:
    """Whether something outside may give an object of the repository, if it is given something.

    A library knows no types of the repository but those that it is told.
    """
    if not customs.libraries:
        return False
    return not _is_closed(meaning, customs) or not all(
        meanings and all(_is_closed(each, customs) for each in meanings) for meanings in given
    )


def _is_closed(meaning: Meaning, customs: Customs) -> bool:
    """Whether something has nothing to do with the repository."""
    if isinstance(meaning, Sequence):
        return bool(meaning.items) and all(_is_closed(each, customs) for each in meaning.items)
    if not isinstance(meaning, Outside) or meaning.may_be_any:
        return False
    is_own = meaning.name in customs.primitives or re.match(customs.libraries, meaning.name) is not None
    return is_own and all(_is_closed(each, customs) for each in meaning.arguments)
