"""Targets of imports that exist.

Turns: Bindings → those of their targets that can resolve to anything. An import may have many possible targets, of which
nearly none exist; existence is checked once, and the lookups of that check are recorded for every file that uses it.
"""

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

import msgspec

from codeshed.resolve.generic.incremental.query_trace import TraceEntry
from codeshed.resolve.generic.names.file_scope import WildcardImport
from codeshed.resolve.generic.names.namespaces import Binding, ImportTarget, NamespaceTarget, NameTarget
from codeshed.resolve.generic.symbol_table import SymbolTable

_MIN_CACHED_TARGETS = 3
"""Bindings with fewer targets are not cached; some are temporary objects."""

_Result = TypeVar("_Result")


class WildcardTargets(msgspec.Struct, frozen=True):
    """The targets of wildcard imports: namespaces, and names that may be types; each with its import."""

    namespaces: tuple[tuple[Binding, str], ...]
    types: tuple[tuple[Binding, NameTarget], ...]


class _CachedResult(msgspec.Struct, frozen=True):
    """A cached result with the trace of its lookups. It keeps `subject` alive, so that no other object gets its id."""

    subject: object
    result: object
    trace: TraceEntry | None


class ImportTargets:
    """Filters and caches the targets of imports; bindings are identified by their object id."""

    def __init__(self, symbol_table: SymbolTable) -> None:
        self._symbol_table = symbol_table
        self._cache: dict[Hashable, _CachedResult] = {}

    def targets(self, binding: Binding) -> tuple[ImportTarget, ...]:
        """Return the targets of an import that may exist."""
        if len(binding.targets) < _MIN_CACHED_TARGETS:
            return binding.targets
        return self._cached(id(binding), binding, lambda: tuple(filter(self._may_exist, binding.targets)))

    def of_wildcards(
        self, wildcards: tuple[WildcardImport, ...], namespace: str | None = None
    ) -> WildcardTargets:
        """Return the existing targets of wildcard imports of a file: of all, or of those in one namespace block."""
        return self._cached(
            (id(wildcards), namespace), wildcards, lambda: self._find_wildcard_targets(wildcards, namespace)
        )

    def _cached(self, key: Hashable, subject: object, find: Callable[[], _Result]) -> _Result:
        known = self._cache.get(key)
        if known is not None:
            if known.trace is not None:
                self._symbol_table.query_trace.record(known.trace)
            return cast("_Result", known.result)
        begin = self._symbol_table.query_trace.position()
        result = find()
        self._cache[key] = _CachedResult(subject, result, self._symbol_table.query_trace.trace_since(begin))
        return result

    def _find_wildcard_targets(
        self, wildcards: tuple[WildcardImport, ...], namespace: str | None
    ) -> WildcardTargets:
        targets = [
            (wildcard.binding, target)
            for wildcard in wildcards
            if namespace is None or wildcard.namespace == namespace
            for target in wildcard.binding.targets
        ]
        return WildcardTargets(
            tuple(
                (binding, target.namespace)
                for binding, target in targets
                if isinstance(target, NamespaceTarget) and self._symbol_table.is_namespace(target.namespace)
            ),
            tuple(
                (binding, target)
                for binding, target in targets
                if isinstance(target, NameTarget) and self._only_namespace(target) is None
            ),
        )

    def _may_exist(self, target: ImportTarget) -> bool:
        if isinstance(target, NamespaceTarget):
            return self._symbol_table.is_namespace(target.namespace)
        return not isinstance(target, NameTarget) or self._only_namespace(target) != ""

    def _only_namespace(self, target: NameTarget) -> str | None:
        """Return the namespace if a name can only denote that one, "" if it denotes nothing; None if it may denote more."""
        symbol_table = self._symbol_table
        namespace = target.namespace
        if not symbol_table.is_namespace(namespace):
            return ""
        for name in target.name.split("."):
            is_reexport = symbol_table.reexported_namespaces(namespace) or symbol_table.type_reexports(
                namespace
            )
            if (
                is_reexport
                or symbol_table.find_definitions(namespace, name)
                or symbol_table.named_reexports(namespace, name)
            ):
                return None
            namespace = symbol_table.nested_namespace(namespace, name)
            if not namespace:
                return ""
        return namespace
