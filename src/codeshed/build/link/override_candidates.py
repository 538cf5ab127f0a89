"""Which methods of a base another method may override.

Turns: the methods of types with what they take → those of a base that fit. Where nothing tells methods of one name
apart, all of them fit; where a language has overloads, those that take as much of the same types.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.method_resolution import Hierarchy
from codeshed.build.link.string_union import NOTHING, Strings
from codeshed.build.link.symbol_rows import Symbols
from codeshed.build.link.type_arguments import TypeArguments, is_parameter
from codeshed.build.part.document_part import DefinitionFlag
from codeshed.build.part.overload_keys import ANY_TYPE, interface_of_shape, types_of_shape
from codeshed.graph.data.arrays import Ints

Find: TypeAlias = Callable[[int, set[int]], Iterator[tuple[int, list[int]]]]
"""Returns what of the things that are looked for a type has, each with its methods."""


class Fitting:
    """Compares methods, by row; types and names are strings by number."""

    def __init__(
        self,
        hierarchy: Hierarchy,
        declarations: Declarations,
        symbols: Symbols,
        strings: Strings,
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
        self._shapes = by_row(columns.shapes)
        self._is_apart = by_row(columns.flags & int(DefinitionFlag.APART))
        self._is_overriding = by_row(columns.flags & int(DefinitionFlag.OVERRIDING))
        self._interfaces = self._find_interfaces()
        self._alone = self._find_alone(hierarchy) if self._interfaces else {}
        self._types_by_shape: dict[int, tuple[str, ...]] = {}
        self._fits_by_shapes: dict[tuple[int, int], bool] = {}

    def told_apart(self, members: Mapping[int, Sequence[int]]) -> tuple[dict[int, list[int]], set[int]]:
        """Return the methods that only have a name, by that, and those that have more."""
        rows_by_name: dict[int, list[int]] = {}
        overloads = set()
        for name, rows in members.items():
            for row in rows:
                if self._is_apart[row]:
                    continue
                if self._shapes[row] == NOTHING:
                    rows_by_name.setdefault(name, []).append(row)
                else:
                    overloads.add(row)
        return rows_by_name, overloads

    def overriding(self, rows: Iterable[int]) -> set[int]:
        """Return the methods that say that they override another."""
        return {row for row in rows if self._is_overriding[row]}

    def by_name(self, base: int, names: set[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield names with all methods of a base that have them."""
        members = self._rows_by_name_by_type.get(base, {})
        for name in names.intersection(members):
            rows = [row for row in members[name] if not self._is_apart[row]]
            if rows:
                yield name, rows

    def by_shape(self, base: int, rows: set[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield methods with those of a base that take as much of the same types."""
        return self._iter_fitting(base, rows, self._fits)

    def by_count(self, base: int, rows: set[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield methods with those of a base that take as much, of types that may only be written in another way."""
        return self._iter_fitting(base, rows, self._takes_as_much)

    def _iter_fitting(
        self, base: int, rows: set[int], is_fit: Callable[[int, int, int, int], bool]
    ) -> Iterator[tuple[int, list[int]]]:
        members = self._rows_by_name_by_type.get(base)
        if not members:
            return
        for row in rows:
            if self._interfaces.get(row, base) != base:
                continue
            shape, owner = self._shapes[row], self._owners[row]
            found = [
                each
                for each in members.get(self._names[row], ())
                if not self._is_apart[each]
                and is_fit(shape, self._shapes[each], owner, base)
                and (row in self._interfaces or not self._is_implemented_alone(each, owner, base))
            ]
            if found:
                yield row, found

    def _is_implemented_alone(self, row: int, owner: int, base: int) -> bool:
        """Whether a type has a method that implements one of an interface and is nothing else.

        Of an interface that it has in several ways, it may be for one of them.
        """
        beside = self._alone.get((owner, self._names[row]), ())
        if not beside or self._arguments.is_twice(owner, base):
            return False
        return any(
            self._interfaces[each] == base and self._fits(self._shapes[each], self._shapes[row], owner, base)
            for each in beside
        )

    def _find_alone(self, hierarchy: Hierarchy) -> dict[tuple[int, int], list[int]]:
        """Return the methods that implement one of an interface alone, by their types and names."""
        found: dict[tuple[int, int], list[int]] = {}
        for owner, members in hierarchy.rows_by_name_by_type.items():
            for name, rows in members.items():
                alone = [row for row in rows if row in self._interfaces]
                if alone:
                    found[owner, name] = alone
        return found

    def _find_interfaces(self) -> dict[int, int]:
        """Return the interfaces that methods implement alone, by their rows."""
        by_shape = {
            shape: interface
            for shape in dict.fromkeys(self._shapes)
            if shape != NOTHING and (interface := interface_of_shape(self._strings.text(shape))) is not None
        }
        return {
            row: self._strings.find(by_shape[shape])
            for row, shape in enumerate(self._shapes)
            if shape in by_shape
        }

    def _fits(self, shape: int, other: int, owner: int, base: int) -> bool:
        if other == NOTHING:
            return True
        own, others = self._types(shape), self._types(other)
        if any(map(is_parameter, others)):
            others = tuple(self._arguments.seen_from(owner, base, each) for each in others)
            return _are_alike(own, others)
        known = self._fits_by_shapes.get((shape, other))
        if known is None:
            known = self._fits_by_shapes[shape, other] = _are_alike(own, others)
        return known

    def _takes_as_much(self, shape: int, other: int, owner: int, base: int) -> bool:
        del owner, base
        return other == NOTHING or len(self._types(shape)) == len(self._types(other))

    def _types(self, shape: int) -> tuple[str, ...]:
        known = self._types_by_shape.get(shape)
        if known is None:
            known = self._types_by_shape[shape] = types_of_shape(self._strings.text(shape))
        return known


def _are_alike(own: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether methods take as much of the same types, as far as these are known."""
    return len(own) == len(others) and all(
        one == another or ANY_TYPE in (one, another) for one, another in zip(own, others, strict=True)
    )
