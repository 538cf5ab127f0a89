"""The type arguments of bases: what `T` of `class Base<T>` is in `class Child : Base<int>`.

Turns: a type and one of its direct or indirect bases → the type argument for each type parameter of the base.
"""

from collections import defaultdict
from collections.abc import Mapping

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.method_resolution import MAX_ANCESTORS
from codeshed.build.link.string_union import NO_STRING, InternedStrings
from codeshed.build.link.type_declarations import DeclaredTypes
from codeshed.build.part.overload_keys import ANY_TYPE, erased_type, types_of_overload_key
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.facts.type_expression import head_of, split_top_level

_ARRAY = "["
_NO_ARGUMENTS: Mapping[str, str] = {}


class TypeArguments:
    """Substitutes type arguments for the type parameters of bases; types are string numbers."""

    def __init__(self, types: DeclaredTypes, declarations: Declarations, strings: InternedStrings) -> None:
        columns = declarations.columns
        has_parameters = (columns.kinds == NodeKind.TYPE) & (columns.overload_keys != NO_STRING)
        self._strings = strings
        self._parameters_key_by_type = dict(
            zip(
                columns.symbols[has_parameters].tolist(),
                columns.overload_keys[has_parameters].tolist(),
                strict=True,
            )
        )
        self._bases: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for owner, base, text in types.written_bases.tolist() if self._parameters_key_by_type else ():
            self._bases[owner].append((base, text))
        self._known: dict[int, dict[int, Mapping[str, str] | None]] = {}

    def substitute_for(self, owner: int, base: int, written: str) -> str:
        """Return a type in the declaration of a base's method, with the type arguments of a derived type."""
        return substitute(written, self._arguments_of(owner).get(base) or _NO_ARGUMENTS)

    def has_conflicting_arguments(self, owner: int, base: int) -> bool:
        """Whether a type has a base several times with different type arguments."""
        return self._arguments_of(owner).get(base, _NO_ARGUMENTS) is None

    def _arguments_of(self, owner: int) -> Mapping[int, Mapping[str, str] | None]:
        known = self._known.get(owner)
        if known is None:
            known = self._known[owner] = self._find(owner)
        return known

    def _find(self, owner: int) -> dict[int, Mapping[str, str] | None]:
        """Return the type arguments of all bases; None for a base with conflicting ones, and for all bases above it."""
        found: dict[int, Mapping[str, str] | None] = {
            owner: {name: f"{ANY_TYPE}{name}" for name in self._parameters(owner)}
        }
        pending = [owner]
        for current in pending:
            outer = found[current]
            for base, text in self._bases.get(current, ()):
                bound = None if outer is None else self._bound(base, text, current, outer)
                if base not in found and len(found) <= MAX_ANCESTORS:
                    found[base] = bound
                    pending.append(base)
                elif found.get(base) is not None and found[base] != bound:
                    found[base] = None
                    pending.append(base)
        return found

    def _bound(self, base: int, text: int, owner: int, outer: Mapping[str, str]) -> Mapping[str, str]:
        """Return the type arguments for a base's parameters; none, if the numbers of both differ."""
        written, names = self._strings.text(text), self._parameters(base)
        arguments = split_top_level(written[len(head_of(written)) + 1 : -1], ",") if names else ()
        if len(arguments) != len(names):
            return _NO_ARGUMENTS
        own = frozenset(self._parameters(owner))
        return {
            name: substitute(erased_type(argument, own), outer)
            for name, argument in zip(names, arguments, strict=True)
        }

    def _parameters(self, type_id: int) -> tuple[str, ...]:
        parameters_key = self._parameters_key_by_type.get(type_id)
        return () if parameters_key is None else types_of_overload_key(self._strings.text(parameters_key))


def is_type_parameter(written: str) -> bool:
    """Whether a type of an overload key is a type parameter of the enclosing type, or an array of one."""
    return written.lstrip(_ARRAY).startswith(ANY_TYPE) and not written.endswith(ANY_TYPE)


def substitute(written: str, arguments: Mapping[str, str]) -> str:
    """Return a type of an overload key with the argument in place of a type parameter."""
    if not is_type_parameter(written):
        return written
    plain = written.lstrip(_ARRAY)
    argument = arguments.get(plain[len(ANY_TYPE) :], ANY_TYPE)
    return ANY_TYPE if argument == ANY_TYPE else f"{_ARRAY * (len(written) - len(plain))}{argument}"
