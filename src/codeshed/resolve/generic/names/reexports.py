"""Re-exports of namespaces: `export { a } from`, `export * from`, `pub use`.

Turns: the scopes of all files → tables by namespace: single names, whole namespaces, members of types. Lookups here are
not recorded in the query trace; callers do that.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

from codeshed.resolve.generic.names.file_scope import FileScope
from codeshed.resolve.generic.names.namespaces import Binding, NamespaceTarget, NameTarget


class Reexports:
    """Tables of re-exports, each by the namespace that re-exports."""

    def __init__(self, files: Mapping[str, FileScope]) -> None:
        self._files = files

    @cached_property
    def by_name(self) -> Mapping[str, Mapping[str, tuple[Binding, ...]]]:
        """Re-exports of single names, by name."""
        found: defaultdict[str, defaultdict[str, list[Binding]]] = defaultdict(lambda: defaultdict(list))
        for scope in self._files.values():
            for each in scope.untraced_imports:
                binding = each.binding
                if binding is not None and binding.is_reexported and binding.alias:
                    for namespace in binding.reexporting_namespaces(scope.namespace_of(each.statement)):
                        found[namespace][binding.alias].append(binding)
        return {
            namespace: {alias: tuple(bindings) for alias, bindings in names.items()}
            for namespace, names in found.items()
        }

    def _iter_wildcards(self) -> Iterator[tuple[str, Binding]]:
        for scope in self._files.values():
            for each in scope.untraced_imports:
                if each.binding is not None and each.binding.is_reexported and each.binding.is_wildcard:
                    for namespace in each.binding.reexporting_namespaces(scope.namespace_of(each.statement)):
                        yield namespace, each.binding

    @cached_property
    def namespaces(self) -> Mapping[str, tuple[str, ...]]:
        """Namespaces that are re-exported as a whole."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for namespace, binding in self._iter_wildcards():
            found[namespace] += [
                target.namespace for target in binding.targets if isinstance(target, NamespaceTarget)
            ]
        return {namespace: tuple(dict.fromkeys(namespaces)) for namespace, namespaces in found.items()}

    @cached_property
    def wildcards(self) -> Mapping[str, tuple[Binding, ...]]:
        """Re-exported wildcard imports."""
        found: defaultdict[str, list[Binding]] = defaultdict(list)
        for namespace, binding in self._iter_wildcards():
            found[namespace].append(binding)
        return {namespace: tuple(dict.fromkeys(bindings)) for namespace, bindings in found.items()}

    @cached_property
    def types(self) -> Mapping[str, tuple[Binding, ...]]:
        """Those of them whose target may be a type, all of whose members are re-exported then."""
        found: defaultdict[str, list[Binding]] = defaultdict(list)
        for namespace, binding in self._iter_wildcards():
            if any(isinstance(target, NameTarget) for target in binding.targets):
                found[namespace].append(binding)
        return {namespace: tuple(bindings) for namespace, bindings in found.items()}

    @cached_property
    def excluded_names(self) -> Mapping[str, frozenset[str]]:
        """Names that a wildcard re-export leaves out."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for scope in self._files.values():
            for each in scope.untraced_imports:
                if each.binding is not None and each.binding.is_reexported and each.binding.excluded_names:
                    found[scope.namespace].update(each.binding.excluded_names)
        return {namespace: frozenset(names) for namespace, names in found.items()}

    def wildcards_by_namespace(
        self,
    ) -> Mapping[str, tuple[tuple[str, ...], frozenset[str], tuple[Binding, ...]]]:
        """Return all that decides what a namespace re-exports by wildcards, to compare two states of the project."""
        return {
            namespace: (
                self.namespaces.get(namespace, ()),
                self.excluded_names.get(namespace, frozenset()),
                self.wildcards.get(namespace, ()),
            )
            for namespace in self.excluded_names.keys() | self.wildcards.keys()
        }
