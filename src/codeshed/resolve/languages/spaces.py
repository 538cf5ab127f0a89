"""Spaces: where names of a language live, and what imports mean.

A space is what holds names for others: a file where files are modules (JavaScript, Lua), a package or namespace that
many files share (Go, Java, C#), a module of a crate (Rust). Its key is a text that no other space of the repository
has. A ModuleSystem says of each file of a language in which space it defines its names, which spaces it sees without
an import, and what each of its imports means. It looks at the Layout of the repository alone, never at other files.
"""

import re
from collections.abc import Sequence
from typing import Protocol, TypeAlias

import msgspec

from codeshed.model.code_facts import CodeFacts, CodeImport
from codeshed.resolve.languages.layout import Layout


class SpaceTarget(msgspec.Struct, frozen=True):
    """A whole space: `import * as x`, a package in Go. Its members are reached by `x.name`."""

    space: str


class NameTarget(msgspec.Struct, frozen=True):
    """One name of a space; a dotted one is a member of a member."""

    space: str
    name: str


class ExternalTarget(msgspec.Struct, frozen=True):
    """Something outside of the repository, by a dotted name: `react.useState`, `java.util.List`."""

    name: str


Target: TypeAlias = SpaceTarget | NameTarget | ExternalTarget


class Binding(msgspec.Struct, frozen=True, kw_only=True):
    """What an import means: the targets that may be meant, the likeliest first, under a name of the file.

    Without an alias nothing is bound, the file only depends on the target. `is_all` brings in every name of the space.
    `is_passed_on` lets others import it from here, `is_only_passed_on` says that the file itself does not see it.
    `files` are those that the import leads to, for an edge from file to file.
    """

    targets: tuple[Target, ...]
    alias: str = ""
    is_all: bool = False
    is_passed_on: bool = False
    is_only_passed_on: bool = False
    files: tuple[str, ...] = ()


class ModuleSystem(Protocol):
    """How files of one language find each other."""

    def space_of(self, path: str, facts: CodeFacts, layout: Layout) -> str:
        """Return the key of the space in which a file defines its names; a block's own namespace comes behind a dot."""

    def seen_spaces(self, path: str, facts: CodeFacts, layout: Layout) -> Sequence[str]:
        """Return the spaces whose names a file sees without an import, the nearest first, its own included."""

    def bind(self, path: str, facts: CodeFacts, each: CodeImport, layout: Layout) -> Binding | None:
        """Return what an import means; None if it means nothing that can be named."""


class Customs(msgspec.Struct, frozen=True, kw_only=True):
    """What the names of a language mean beyond what is written.

    With an implicit receiver a plain name may be a member of the type around it. `makers` are methods that every type
    has and that make an object of it. `builtins` are names that belong to the language itself, and lie in `outside`; so
    does every name that fits `unknown`: where a language wants all names to be declared, what is not found is outside.
    Where types are values, functions can make objects and variables can hold types. `markers` are the last names of bases outside that say something of
    a type, but have no members that it is called by. `pointers` are the last names of generic types outside that stand
    for what they hold where a member is taken through them, `pointed` the members that give it. Where pointers are arrays,
    an object that a name stands for may be the first of many.
    """

    system: ModuleSystem
    outside: str
    has_implicit_receiver: bool = False
    makers: frozenset[str] = frozenset()
    builtins: frozenset[str] = frozenset()
    unknown: str = ""
    are_types_values: bool = False
    markers: frozenset[str] = frozenset()
    pointers: frozenset[str] = frozenset()
    pointed: frozenset[str] = frozenset()
    are_pointers_arrays: bool = False

    def is_outside(self, name: str) -> bool:
        """Whether a name that was not found must lie outside of the repository."""
        return bool(self.unknown) and re.fullmatch(self.unknown, name) is not None
