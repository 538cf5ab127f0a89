"""Classes whose bases the language does not declare, and the classes that may be their parents.

Turns: Declarations + DeclaredTypes → ClassesWithoutBases: the classes of all languages that have such classes, with
their methods. Classes are declarations, which are in the order of their symbols.
"""

from collections.abc import Iterator

import msgspec
import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.joined_columns import Modules
from codeshed.build.link.string_union import InternedStrings
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.type_declarations import DeclaredTypes
from codeshed.build.part.document_part import DefinitionFlag
from codeshed.graph.data.arrays import NO_ROW, Flags, Ints
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.data.type_registry import TYPE_KINDS
from codeshed.model.semantic import TypeKind

_CLASS_KINDS = tuple(
    TYPE_KINDS.index(kind) + 1 for kind in (TypeKind.CLASS, TypeKind.STRUCT, TypeKind.INTERFACE)
)
_MAX_DEPTH = 64


class ClassesWithoutBases(msgspec.Struct, frozen=True, kw_only=True):
    """The classes of languages in which some class has undeclared bases.

    `undeclared` are these classes; `languages` gives the language code of every class. `method_names` and
    `method_owners` list the methods of all; `bases` are the declared pairs of class and base, in both directions.
    """

    undeclared: frozenset[int]
    languages: dict[int, int]
    method_names: Ints
    method_owners: Ints
    bases: frozenset[tuple[int, int]]
    declarations: Declarations
    symbols: SymbolRows
    strings: InternedStrings
    names_by_owner: dict[int, set[int]]

    def methods_of(self, owner: int) -> set[int]:
        """Return the method names of a class."""
        return self.names_by_owner.get(owner, set())

    def name(self, owner: int) -> str:
        """Return the name of a class."""
        return self.strings.text(int(self.declarations.columns.last_names[owner]))

    def may_be_related(self, one: int, other: int) -> bool:
        """Whether one of two classes could inherit from the other without declaring it."""
        return (
            (one in self.undeclared or other in self.undeclared)
            and one != other
            and self.languages.get(one) is not None
            and self.languages.get(one) == self.languages.get(other)
            and (one, other) not in self.bases
        )

    def iter_nested(self) -> Iterator[tuple[int, int]]:
        """Yield pairs of a class with undeclared bases and the class that its qualified name begins with but that does not contain it."""
        for inner in sorted(self.undeclared):
            outer = self._find_outer(self.strings.text(int(self.declarations.columns.symbols[inner])))
            if outer != NO_ROW and self.may_be_related(inner, outer) and outer not in self._containers(inner):
                yield inner, outer

    def _find_outer(self, symbol: str) -> int:
        """Return the nearest class whose qualified name is a prefix of a symbol."""
        for _ in range(_MAX_DEPTH):
            symbol, dot, _ = symbol.rpartition(".")
            if not dot:
                break
            number = self.strings.find(symbol)
            found = (
                int(self.symbols.declaration_of[number])
                if number < len(self.symbols.declaration_of)
                else NO_ROW
            )
            if found in self.languages:
                return found
        return NO_ROW

    def _containers(self, inner: int) -> set[int]:
        found: set[int] = set()
        current = inner
        for _ in range(_MAX_DEPTH):
            current = int(self.symbols.declaration_of[self.declarations.columns.enclosing[current]])
            if current == NO_ROW:
                break
            found.add(current)
        return found


def find_classes_without_bases(
    declarations: Declarations,
    types: DeclaredTypes,
    symbols: SymbolRows,
    modules: Modules,
    strings: InternedStrings,
) -> ClassesWithoutBases | None:
    """Return the classes of all languages that have classes with undeclared bases, or None if there are none."""
    columns = declarations.columns
    is_open = columns.has(DefinitionFlag.UNDECLARED_BASES)
    if not is_open.any():
        return None
    code_by_language: dict[str | None, int] = {}
    code_of_file = np.array(
        [code_by_language.setdefault(language, len(code_by_language)) for language in modules.languages],
        dtype=np.int32,
    )
    is_class = _is_class(declarations, is_open)
    languages = np.where(is_class, code_of_file[columns.files], NO_ROW)
    is_class &= np.isin(languages, languages[is_open])
    owners = symbols.declaration_of[columns.enclosing]
    is_method = (columns.kinds == NodeKind.FUNCTION) & (owners != NO_ROW)
    is_method &= is_class[owners]
    names_by_owner: dict[int, set[int]] = {}
    for owner, name in zip(owners[is_method].tolist(), columns.members[is_method].tolist(), strict=True):
        names_by_owner.setdefault(owner, set()).add(name)
    chosen = np.flatnonzero(is_class)
    declared = zip(
        symbols.declaration_of[types.base_owners].tolist(),
        symbols.declaration_of[types.base_symbols].tolist(),
        strict=True,
    )
    return ClassesWithoutBases(
        undeclared=frozenset(np.flatnonzero(is_open & is_class).tolist()),
        languages=dict(zip(chosen.tolist(), languages[chosen].tolist(), strict=True)),
        method_names=columns.members[is_method],
        method_owners=owners[is_method],
        bases=frozenset(pair for owner, base in declared for pair in ((owner, base), (base, owner))),
        declarations=declarations,
        symbols=symbols,
        strings=strings,
        names_by_owner=names_by_owner,
    )


def _is_class(declarations: Declarations, is_open: Flags) -> Flags:
    """Return a mask of the declarations that are classes: types, and functions that have methods (prototypes of JavaScript)."""
    columns = declarations.columns
    is_class = (columns.kinds == NodeKind.TYPE) & np.isin(columns.type_kinds, _CLASS_KINDS)
    is_class |= (columns.kinds == NodeKind.FUNCTION) & is_open
    return np.asarray(is_class & (columns.files != NO_ROW))
