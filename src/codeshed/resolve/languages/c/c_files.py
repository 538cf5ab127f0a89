"""The module system of C.

Definitions with external linkage are in one namespace of the repository, `c:`. Types, macros and `static`
definitions are in that of their file, which an include imports and re-exports.
"""

from collections.abc import Sequence

from codeshed.model.code_facts import CodeFacts, CodeImport, ImportForm
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NameTarget, SpaceTarget
from codeshed.resolve.generic.names.repository_layout import Layout
from codeshed.resolve.languages.c_family.includes import Includes

LINKED_SPACE = "c:"

NO_KEYWORD = r"(?!(?:if|else|for|while|do|switch|case|return|sizeof|goto)$)\w+"
"""Matches names that may be external; a "call" of a keyword comes from code that could not be parsed."""


SOURCE_FILES = r".*\.(?:c|cc|cpp|cxx|c\+\+|C)"
"""Matches files that are compiled by themselves; a header may rely on what is included before it."""


def file_space(path: str) -> str:
    """Return the namespace of a C or C++ file."""
    return f"{LINKED_SPACE}{path}"


class CModules:
    """Includes of C."""

    def __init__(self) -> None:
        self._layout: Layout | None = None
        self._includes: Includes | None = None

    def space_of(self, path: str, facts: CodeFacts, layout: Layout) -> str:
        """Return the namespace of the file; a definition whose own namespace has a colon is in that one instead."""
        del facts, layout
        return file_space(path)

    def seen_spaces(self, path: str, facts: CodeFacts, layout: Layout) -> Sequence[str]:
        """Return the file's namespace, and that of external linkage."""
        del facts, layout
        return (file_space(path), LINKED_SPACE)

    def bind(self, path: str, facts: CodeFacts, each: CodeImport, layout: Layout) -> Binding | None:
        """Return the included file, or the enum member that is visible in the enclosing scope."""
        if each.form is ImportForm.EXPORT_NAME:
            target = NameTarget(file_space(path), each.name)
            return Binding(targets=(target,), alias=each.alias, is_passed_on=True)
        return self.included(path, facts, each, layout)

    def included(self, path: str, facts: CodeFacts, each: CodeImport, layout: Layout) -> Binding:
        """Return what an include imports: all names of a file and of its own includes."""
        includes = self._of(layout)
        found = includes.file_of(path, each, facts.imports)
        if found is None:
            outside = ExternalTarget(each.module.replace("/", "."))
            return Binding(targets=() if includes.may_be_here(path, each) else (outside,), is_all=True)
        return Binding(
            targets=(SpaceTarget(file_space(found)),), is_all=True, is_passed_on=True, files=(found,)
        )

    def _of(self, layout: Layout) -> Includes:
        if self._includes is None or self._layout is not layout:
            self._layout, self._includes = layout, Includes(layout)
        return self._includes
