"""Namespaces, and the bindings of imports.

A namespace holds the names that other files can refer to: a file where files are modules (JavaScript, Lua), a package or
namespace of many files (Go, Java, C#), a module of a crate (Rust). Its key is a string that is unique in the repository. The
ModuleSystem of a language says in which namespace a file declares its names, which ones it sees without an import, and
what each import may refer to. It knows paths and manifests (RepositoryLayout), never the contents of other files.
"""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

import msgspec

from codeshed.model.facts.code_facts import CodeFacts, CodeImport
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout


class NamespaceTarget(msgspec.Struct, frozen=True):
    """A whole namespace: `import * as x`, a package in Go. Its members are written `x.name`."""

    namespace: str


class NameTarget(msgspec.Struct, frozen=True):
    """One name of a namespace; a dotted name is a member of a member."""

    namespace: str
    name: str


class ExternalTarget(msgspec.Struct, frozen=True):
    """An external symbol by its dotted name: `react.useState`, `java.util.List`."""

    name: str


ImportTarget: TypeAlias = NamespaceTarget | NameTarget | ExternalTarget


class Binding(msgspec.Struct, frozen=True, kw_only=True):
    """What an import binds: its possible targets, the likeliest first, under an alias in the file.

    An import without an alias binds no name; the file only depends on the target.
    """

    targets: tuple[ImportTarget, ...]
    alias: str = ""
    is_wildcard: bool = False
    """A wildcard import: of all names of a namespace, or all members of a type, whichever the first existing target is."""
    is_of_other_library: bool = False
    """It includes a file of a library whose functions are not known: any called name may be one of them. C."""
    external_name_pattern: str = ""
    """Pattern of the names that a wildcard import of something external may bring in."""
    external_function_pattern: str = ""
    """The same for names of functions."""
    is_expected: bool = False
    """The repository should have it, as the file of a relative path: if none of the targets exists it is missing, not external."""
    is_reexported: bool = False
    """Others can import the name from here: `export … from`, `pub use`."""
    is_only_reexported: bool = False
    """Re-exported without being visible in the file itself."""
    has_no_edge: bool = False
    """The import makes no edge: a comment names the type (`@type {import('./a').B}`), or the language implies it."""
    may_be_namespace: bool = False
    """May name a whole namespace: its edges lead to the files used from there, or to all of them if they are few."""
    is_package: bool = False
    """Edges lead only to those of `files` of which something is used."""
    is_conditional: bool = False
    """Only some builds have the import; others have something else in its place."""
    is_file_wide: bool = False
    """Holds in all blocks of the file, not only in the one that it is written in."""
    excluded_names: frozenset[str] = frozenset()
    """Names that a wildcard import leaves out."""
    declared_in: tuple[str, ...] = ()
    """Further namespaces that declare the name; then this is a definition and no import. Rust: macros."""
    reexported_in: str = ""
    """The namespace that re-exports the name, if it is not the one of the file. C#: global usings."""
    files: tuple[str, ...] = ()
    """Files that the import refers to, for import edges between files."""
    also_all_of: str = ""
    """A namespace all of whose names are imported besides."""

    def reexporting_namespaces(self, own: str) -> tuple[str, ...]:
        """Return the namespaces that re-export the name, given the one of the file."""
        return self.declared_in or (self.reexported_in or own,)


class ModuleSystem(Protocol):
    """How the files of one language refer to each other."""

    def namespace_of(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> str:
        """Return the key of the namespace a file declares into; that of a block is added after a dot."""

    def visible_namespaces(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> Sequence[str]:
        """Return the namespaces visible without an import, the nearest first, including the one of the file."""

    def bind_import(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding | None:
        """Return what an import binds; None if it cannot refer to anything."""
