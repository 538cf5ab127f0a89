"""Which methods of a base a method may override.

Turns: the methods of types with their overload keys → the matching methods of a base. Methods without an overload key
match by name; in languages with overloads, methods match by the types of their parameters.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.method_resolution import ClassHierarchy
from codeshed.build.link.string_union import NO_STRING, InternedStrings
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.type_arguments import TypeArguments, is_type_parameter
from codeshed.build.part.document_part import DefinitionFlag
from codeshed.build.part.overload_keys import ANY_TYPE, interface_of_overload_key, types_of_overload_key
from codeshed.graph.data.arrays import Ints

MatchInBase: TypeAlias = Callable[[int, set[int]], Iterator[tuple[int, list[int]]]]
"""`find(base, wanted)` yields each name or method of `wanted` that has a match in the base, with the matching methods."""


class OverrideMatcher:
    """Matches methods, by row, with those of a base; types and names are string numbers."""

    def __init__(
        self,
        hierarchy: ClassHierarchy,
        declarations: Declarations,
        symbols: SymbolRows,
        strings: InternedStrings,
        arguments: TypeArguments,
    ) -> None:
        columns, declared = declarations.columns, symbols.declaration_of_row

        def by_row(values: Ints) -> list[int]:
            return list(np.append(values, 0)[declared].tolist())

        self._rows_by_name_by_type = hierarchy.rows_by_name_by_type
        self._strings = strings
        self._arguments = arguments
        self._owners = by_row(columns.enclosing)
        self._names = by_row(columns.members)
        self._overload_keys = by_row(columns.overload_keys)
        self._is_not_dispatched = by_row(columns.flags & int(DefinitionFlag.NOT_DISPATCHED))
        self._is_overriding = by_row(columns.flags & int(DefinitionFlag.OVERRIDING))
        self._explicit_interfaces = self._find_interfaces()
        self._explicit_methods = self._find_explicit(hierarchy) if self._explicit_interfaces else {}
        self._types_by_overload_key: dict[int, tuple[str, ...]] = {}
        self._same_types_by_keys: dict[tuple[int, int], bool] = {}

    def split_by_overload_key(
        self, members: Mapping[int, Sequence[int]]
    ) -> tuple[dict[int, list[int]], set[int]]:
        """Return the methods without an overload key, by name, and those that have one."""
        rows_by_name: dict[int, list[int]] = {}
        overloads = set()
        for name, rows in members.items():
            for row in rows:
                if self._is_not_dispatched[row]:
                    continue
                if self._overload_keys[row] == NO_STRING:
                    rows_by_name.setdefault(name, []).append(row)
                else:
                    overloads.add(row)
        return rows_by_name, overloads

    def filter_marked_override(self, rows: Iterable[int]) -> set[int]:
        """Return the methods that are marked `override`."""
        return {row for row in rows if self._is_overriding[row]}

    def match_names(self, base: int, names: set[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield names with all methods of a base that have them."""
        members = self._rows_by_name_by_type.get(base, {})
        for name in names.intersection(members):
            rows = [row for row in members[name] if not self._is_not_dispatched[row]]
            if rows:
                yield name, rows

    def match_parameter_types(self, base: int, rows: set[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield methods with those of a base that have the same parameter types."""
        return self._iter_matching(base, rows, self._have_same_types)

    def match_arity(self, base: int, rows: set[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield methods with those of a base that have as many parameters: types may be the same though written differently."""
        return self._iter_matching(base, rows, self._have_same_arity)

    def _iter_matching(
        self, base: int, rows: set[int], is_match: Callable[[int, int, int, int], bool]
    ) -> Iterator[tuple[int, list[int]]]:
        members = self._rows_by_name_by_type.get(base)
        if not members:
            return
        for row in rows:
            if self._explicit_interfaces.get(row, base) != base:
                continue
            overload_key, owner = self._overload_keys[row], self._owners[row]
            found = [
                each
                for each in members.get(self._names[row], ())
                if not self._is_not_dispatched[each]
                and is_match(overload_key, self._overload_keys[each], owner, base)
                and (
                    row in self._explicit_interfaces or not self._is_implemented_explicitly(each, owner, base)
                )
            ]
            if found:
                yield row, found

    def _is_implemented_explicitly(self, row: int, owner: int, base: int) -> bool:
        """Whether the type has an explicit interface implementation of this base method, as `IShape.Draw` of C#.

        If the type has the interface with several type arguments, the explicit one may be for one of them only.
        """
        explicit = self._explicit_methods.get((owner, self._names[row]), ())
        if not explicit or self._arguments.has_conflicting_arguments(owner, base):
            return False
        return any(
            self._explicit_interfaces[each] == base
            and self._have_same_types(self._overload_keys[each], self._overload_keys[row], owner, base)
            for each in explicit
        )

    def _find_explicit(self, hierarchy: ClassHierarchy) -> dict[tuple[int, int], list[int]]:
        """Return the explicit interface implementations, by type and name."""
        found: dict[tuple[int, int], list[int]] = {}
        for owner, members in hierarchy.rows_by_name_by_type.items():
            for name, rows in members.items():
                explicit = [row for row in rows if row in self._explicit_interfaces]
                if explicit:
                    found[owner, name] = explicit
        return found

    def _find_interfaces(self) -> dict[int, int]:
        """Return the interfaces of explicit interface implementations, by row."""
        interface_by_key = {
            overload_key: interface
            for overload_key in dict.fromkeys(self._overload_keys)
            if overload_key != NO_STRING
            and (interface := interface_of_overload_key(self._strings.text(overload_key))) is not None
        }
        return {
            row: self._strings.find(interface_by_key[overload_key])
            for row, overload_key in enumerate(self._overload_keys)
            if overload_key in interface_by_key
        }

    def _have_same_types(self, overload_key: int, other: int, owner: int, base: int) -> bool:
        if other == NO_STRING:
            return True
        own, others = self._types(overload_key), self._types(other)
        if any(map(is_type_parameter, others)):
            others = tuple(self._arguments.substitute_for(owner, base, each) for each in others)
            return _are_alike(own, others)
        known = self._same_types_by_keys.get((overload_key, other))
        if known is None:
            known = self._same_types_by_keys[overload_key, other] = _are_alike(own, others)
        return known

    def _have_same_arity(self, overload_key: int, other: int, owner: int, base: int) -> bool:
        del owner, base
        return other == NO_STRING or len(self._types(overload_key)) == len(self._types(other))

    def _types(self, overload_key: int) -> tuple[str, ...]:
        known = self._types_by_overload_key.get(overload_key)
        if known is None:
            known = self._types_by_overload_key[overload_key] = types_of_overload_key(
                self._strings.text(overload_key)
            )
        return known


def _are_alike(own: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether parameter lists have the same length and the same types, as far as these are known."""
    return len(own) == len(others) and all(
        one == another or ANY_TYPE in (one, another) for one, another in zip(own, others, strict=True)
    )
