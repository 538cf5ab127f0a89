"""The namespaces that enclose a place.

Turns: a place in a file → the namespaces of the blocks around it; in C++ also those that an out-of-line definition names
(the code of `void a::B::run() {}` sees the names of `a::B` and `a`).
"""

from collections.abc import Callable, Iterator

from codeshed.model.facts.code_facts import TOP_LEVEL
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.names.file_scope import FileScope
from codeshed.resolve.generic.names.namespaces import NamespaceTarget
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import Place


class EnclosingNamespaces:
    """Finds the namespaces around a place."""

    def __init__(self, symbol_table: SymbolTable, enclosing: Callable[[Place], Iterator[int]]) -> None:
        self._symbol_table = symbol_table
        self._iter_enclosing = enclosing

    def block(self, scope: FileScope, place: Place) -> str:
        """Return the namespace block around a place, relative to the namespace of the file."""
        number = place.head if place.definition == TOP_LEVEL else place.definition
        return place.namespace if number == TOP_LEVEL else scope.facts.definitions[number].namespace

    def namespace(self, scope: FileScope, place: Place) -> str:
        """Return the full namespace around a place."""
        block = self.block(scope, place)
        return f"{scope.namespace}.{block}" if block else scope.namespace

    def is_in_scope(self, scope: FileScope, number: int, place: Place) -> bool:
        """Whether the namespace block of a definition encloses a place too; a definition in no block is in scope everywhere."""
        namespace = scope.facts.definitions[number].namespace
        around = "" if place.definition == TOP_LEVEL else scope.facts.definitions[place.definition].namespace
        is_around_all = not namespace or namespace.endswith(":")
        return is_around_all or around == namespace or around.startswith(f"{namespace}.")

    def scope_chain(self, scope: FileScope, place: Place) -> list[str]:
        """Return the namespaces around a place, the innermost first: those that an out-of-line definition names, then blocks."""
        blocks = []
        owners: list[str] = []
        for number in self._iter_enclosing(place):
            definition = scope.facts.definitions[number]
            if definition.is_exported and definition.kind is DefinitionKind.TYPE:
                blocks.append(f"{scope.namespace_of(definition)}.{definition.name}")
            elif definition.namespace:
                blocks.append(scope.namespace_of(definition))
            if definition.owner is not None and not owners:
                owners = self._qualifier_namespaces(scope, definition.owner.name, definition.namespace)
        around = _with_outer([*owners[:1], *blocks[:1]])
        linked = self._symbol_table.rules_at(scope.path).linkage_namespace
        if linked in around:
            # Macros of a file come before what all files share.
            around.insert(around.index(linked), scope.namespace)
        return around

    def _qualifier_namespaces(self, scope: FileScope, owner: str, around: str) -> list[str]:
        """Find the namespaces that the qualifier of an out-of-line definition names, which its code sees."""
        rules = self._symbol_table.rules_at(scope.path)
        if not rules.has_separate_declarations:
            return []
        bases = _with_outer([around]) if around else [rules.root_namespace]
        qualified = [f"{base}.{owner}" for base in bases]
        return [
            namespace
            for each in qualified
            for namespace in (each, each.rpartition(".")[0])
            if namespace not in bases and self._symbol_table.is_namespace(namespace)
        ]


def enclosing_blocks(block: str) -> list[str]:
    """Return a namespace block of a file, its enclosing blocks, and "" for the file itself."""
    return [*_with_outer([block]), ""]


def visible_blocks(scope: FileScope, block: str) -> list[str]:
    """Return a block of a file, and the enclosing blocks that it imports by wildcards, transitively (`use super::*`)."""
    keys = {f"{scope.namespace}.{each}".rstrip("."): each for each in enclosing_blocks(block)}
    found = [block]
    for each in found:
        imported = (
            target
            for wildcard in scope.wildcard_imports
            if wildcard.namespace == each
            for target in wildcard.binding.targets
        )
        spaces = (keys.get(target.namespace) for target in imported if isinstance(target, NamespaceTarget))
        found += [
            namespace
            for namespace in dict.fromkeys(spaces)
            if namespace is not None and namespace not in found
        ]
    return found


def _with_outer(spaces: list[str]) -> list[str]:
    """Return namespaces, each followed by its outer ones."""
    found: list[str] = []
    for namespace in spaces:
        outer = namespace
        while outer:
            found.append(outer)
            outer = outer.rpartition(".")[0]
    return found
