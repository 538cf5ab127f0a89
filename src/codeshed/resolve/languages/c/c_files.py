"""The module system of C.

Definitions with external linkage are in one namespace of the repository, `c:`. Types, macros and `static`
definitions are in that of their file, which an include imports and re-exports.
"""

from collections.abc import Sequence

from codeshed.model.facts.code_facts import CodeFacts, CodeImport, ImportForm
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NamespaceTarget, NameTarget
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.languages.c_family.includes import IncludeResolver, is_of_system

LINKAGE_NAMESPACE = "c:"

C_KEYWORDS = frozenset({"case", "do", "else", "for", "goto", "if", "return", "sizeof", "switch", "while"})
"""Keywords that may look like calls in code that could not be parsed."""

TRANSLATION_UNIT_PATTERN = r".*\.(?:c|cc|cpp|cxx|c\+\+|C)"
"""Matches files that are compiled by themselves; a header may rely on what is included before it."""


def file_namespace(path: str) -> str:
    """Return the namespace of a C or C++ file."""
    return f"{LINKAGE_NAMESPACE}{path}"


class CModules:
    """Includes of C."""

    def __init__(self) -> None:
        self._layout: RepositoryLayout | None = None
        self._includes: IncludeResolver | None = None

    def namespace_of(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> str:
        """Return the namespace of the file; a definition whose own namespace has a colon is in that one instead."""
        del facts, layout
        return file_namespace(path)

    def visible_namespaces(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> Sequence[str]:
        """Return the file's namespace, and that of external linkage."""
        del facts, layout
        return (file_namespace(path), LINKAGE_NAMESPACE)

    def bind_import(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding | None:
        """Return the included file, or the enum member that is visible in the enclosing scope."""
        if each.form is ImportForm.EXPORT_NAME:
            target = NameTarget(file_namespace(path), each.name)
            return Binding(targets=(target,), alias=each.alias, is_reexported=True)
        return self.bind_include(path, facts, each, layout)

    def bind_include(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding:
        """Return what an include imports: all names of a file and of its own includes."""
        includes = self._of(layout)
        found = includes.file_of(path, each, facts.imports)
        if found is None and includes.may_be_internal(path, each):
            return Binding(targets=(), is_wildcard=True)
        if found is None:
            is_own = not includes.may_be_external(each)
            outside = ExternalTarget(each.module.replace("/", "."))
            is_other = not is_own and not is_of_system(each)
            return Binding(
                targets=() if is_own else (outside,),
                is_wildcard=True,
                is_reexported=is_other,
                is_expected=is_own,
                is_of_other_library=is_other,
            )
        return Binding(
            targets=(NamespaceTarget(file_namespace(found)),),
            is_wildcard=True,
            is_reexported=True,
            files=(found,),
        )

    def _of(self, layout: RepositoryLayout) -> IncludeResolver:
        if self._includes is None or self._layout is not layout:
            self._layout, self._includes = layout, IncludeResolver(layout)
        return self._includes
