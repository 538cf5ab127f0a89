"""Spaces: where names of a language live, and what imports mean.

A space is what holds names for others: a file where files are modules (JavaScript, Lua), a package or namespace that
many files share (Go, Java, C#), a module of a crate (Rust). Its key is a text that no other space of the repository
has. A ModuleSystem says of each file of a language in which space it defines its names, which spaces it sees without
an import, and what each of its imports means. It looks at the Layout of the repository alone, never at other files.
"""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

import msgspec

from codeshed.model.code_facts import CodeFacts, CodeImport
from codeshed.resolve.generic.names.repository_layout import Layout


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

    Without an alias nothing is bound, the file only depends on the target. `is_all` brings in every name of the space,
    or every member of the type, that the first target that is there means; if that lies outside, `outside_names` fits the
    names that may come from there, and `outside_functions` those of functions. `is_passed_on` lets others import it from here, `is_only_passed_on` says that the file itself does not see it.
    One that is `passed_on_in` other spaces than that of its file is no import: something is defined for these too.
    One that is `shared_in` a space is passed on there, and not in that of its file.
    `files` are those that the import leads to, for an edge from file to file. One that `is_silent` makes no edge: only a
    comment says it, and only types are named by it. `left_out` are names that one of all names does not bring.
    `all_of` is a space all of whose names it brings besides.
    One that `is_alternative` is there in some builds only, and something else in its place in others.
    One that `is_everywhere` holds in all blocks of its file.
    One that `is_of_space` can name a whole space: it leads to the files of what is used from there, else to all of them if they are few.
    One that `is_of_package` leads to those of its `files` of which something is used.
    """

    targets: tuple[Target, ...]
    alias: str = ""
    is_all: bool = False
    outside_names: str = ""
    outside_functions: str = ""
    is_passed_on: bool = False
    is_only_passed_on: bool = False
    is_silent: bool = False
    is_of_space: bool = False
    is_of_package: bool = False
    is_alternative: bool = False
    is_everywhere: bool = False
    left_out: frozenset[str] = frozenset()
    passed_on_in: tuple[str, ...] = ()
    shared_in: str = ""
    files: tuple[str, ...] = ()
    all_of: str = ""

    def spaces_passed_on_in(self, own: str) -> tuple[str, ...]:
        """Return the spaces that it is passed on in, if that of its file is known."""
        return self.passed_on_in or (self.shared_in or own,)


class ModuleSystem(Protocol):
    """How files of one language find each other."""

    def space_of(self, path: str, facts: CodeFacts, layout: Layout) -> str:
        """Return the key of the space in which a file defines its names; a block's own namespace comes behind a dot."""

    def seen_spaces(self, path: str, facts: CodeFacts, layout: Layout) -> Sequence[str]:
        """Return the spaces whose names a file sees without an import, the nearest first, its own included."""

    def bind(self, path: str, facts: CodeFacts, each: CodeImport, layout: Layout) -> Binding | None:
        """Return what an import means; None if it means nothing that can be named."""
