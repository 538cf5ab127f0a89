"""What the type parameters of bases stand for, seen from the types below them.

Turns: a type and one of its bases, through any number between them → the type that each parameter of the base stands for.
"""

from collections import defaultdict
from collections.abc import Mapping

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.declared_types import Types
from codeshed.build.link.method_resolution import MAX_ANCESTORS
from codeshed.build.link.string_union import NOTHING, Strings
from codeshed.build.part.overload_keys import ANY_TYPE, plain_type, types_of_shape
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.type_expression import head_of, split_top_level

_ARRAY = "["
_NO_ARGUMENTS: Mapping[str, str] = {}


class TypeArguments:
    """Puts what types say of their bases in the place of type parameters; types are strings by number."""

    def __init__(self, types: Types, declarations: Declarations, strings: Strings) -> None:
        columns = declarations.columns
        has_parameters = (columns.kinds == NodeKind.TYPE) & (columns.shapes != NOTHING)
        self._strings = strings
        self._shape_by_type = dict(
            zip(
                columns.symbols[has_parameters].tolist(), columns.shapes[has_parameters].tolist(), strict=True
            )
        )
        self._bases: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for owner, base, text in types.written_bases.tolist() if self._shape_by_type else ():
            self._bases[owner].append((base, text))
        self._known: dict[int, dict[int, Mapping[str, str] | None]] = {}

    def seen_from(self, owner: int, base: int, written: str) -> str:
        """Return a type that a method of a base is declared with, as a type below sees it."""
        return substituted(written, self._seen(owner).get(base) or _NO_ARGUMENTS)

    def is_twice(self, owner: int, base: int) -> bool:
        """Whether a type has a base in several ways, with other types for its parameters in each."""
        return self._seen(owner).get(base, _NO_ARGUMENTS) is None

    def _seen(self, owner: int) -> Mapping[int, Mapping[str, str] | None]:
        known = self._known.get(owner)
        if known is None:
            known = self._known[owner] = self._find(owner)
        return known

    def _find(self, owner: int) -> dict[int, Mapping[str, str] | None]:
        """Return what is said of the parameters of all bases; None if several things are, which all bases above share."""
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
        """Return what the parameters of a base stand for; nothing, if not all of them are written."""
        written, names = self._strings.text(text), self._parameters(base)
        arguments = split_top_level(written[len(head_of(written)) + 1 : -1], ",") if names else ()
        if len(arguments) != len(names):
            return _NO_ARGUMENTS
        own = frozenset(self._parameters(owner))
        return {
            name: substituted(plain_type(argument, own), outer)
            for name, argument in zip(names, arguments, strict=True)
        }

    def _parameters(self, type_id: int) -> tuple[str, ...]:
        shape = self._shape_by_type.get(type_id)
        return () if shape is None else types_of_shape(self._strings.text(shape))


def is_parameter(written: str) -> bool:
    """Whether a type of a shape is a type parameter of the type that has the method, or an array of it."""
    return written.lstrip(_ARRAY).startswith(ANY_TYPE) and not written.endswith(ANY_TYPE)


def substituted(written: str, arguments: Mapping[str, str]) -> str:
    """Return a type of a shape with what stands for a type parameter in its place."""
    if not is_parameter(written):
        return written
    plain = written.lstrip(_ARRAY)
    argument = arguments.get(plain[len(ANY_TYPE) :], ANY_TYPE)
    return ANY_TYPE if argument == ANY_TYPE else f"{_ARRAY * (len(written) - len(plain))}{argument}"
