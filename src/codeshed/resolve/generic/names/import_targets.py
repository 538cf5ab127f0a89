"""Targets of imports that exist.

Turns: Bindings → those of their targets that can resolve to anything. An import may have many possible targets, of which
nearly none exist; existence is checked once, and the lookups of that check are recorded for every file that uses it.
"""

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

import msgspec

from codeshed.resolve.generic.incremental.query_trace import Asking
from codeshed.resolve.generic.names.file_scope import BoundStar
from codeshed.resolve.generic.names.namespaces import Binding, NameTarget, SpaceTarget, Target
from codeshed.resolve.generic.symbol_table import Program

_MIN_CACHED_TARGETS = 3
"""Bindings with fewer targets are not cached; some are temporary objects."""

_Result = TypeVar("_Result")


class StarLeads(msgspec.Struct, frozen=True):
    """The targets of wildcard imports: namespaces, and names that may be types; each with its import."""

    spaces: tuple[tuple[Binding, str], ...]
    types: tuple[tuple[Binding, NameTarget], ...]


class _CachedResult(msgspec.Struct, frozen=True):
    """A cached result with the trace of its lookups. It keeps `subject` alive, so that no other object gets its id."""

    subject: object
    result: object
    trace: Asking | None


class Leading:
    """Filters and caches the targets of imports; bindings are identified by their object id."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._cache: dict[Hashable, _CachedResult] = {}

    def targets(self, binding: Binding) -> tuple[Target, ...]:
        """Return the targets of an import that may exist."""
        if len(binding.targets) < _MIN_CACHED_TARGETS:
            return binding.targets
        return self._cached(id(binding), binding, lambda: tuple(filter(self._may_exist, binding.targets)))

    def of_stars(self, wildcards: tuple[BoundStar, ...], namespace: str | None = None) -> StarLeads:
        """Return the existing targets of wildcard imports of a file: of all, or of those in one namespace block."""
        return self._cached(
            (id(wildcards), namespace), wildcards, lambda: self._find_wildcard_targets(wildcards, namespace)
        )

    def _cached(self, key: Hashable, subject: object, find: Callable[[], _Result]) -> _Result:
        known = self._cache.get(key)
        if known is not None:
            if known.trace is not None:
                self._program.asked.note(known.trace)
            return cast("_Result", known.result)
        begin = self._program.asked.begin()
        result = find()
        self._cache[key] = _CachedResult(subject, result, self._program.asked.end(begin))
        return result

    def _find_wildcard_targets(self, wildcards: tuple[BoundStar, ...], namespace: str | None) -> StarLeads:
        targets = [
            (wildcard.binding, target)
            for wildcard in wildcards
            if namespace is None or wildcard.space == namespace
            for target in wildcard.binding.targets
        ]
        return StarLeads(
            tuple(
                (binding, target.space)
                for binding, target in targets
                if isinstance(target, SpaceTarget) and self._program.is_space(target.space)
            ),
            tuple(
                (binding, target)
                for binding, target in targets
                if isinstance(target, NameTarget) and self._only_namespace(target) is None
            ),
        )

    def _may_exist(self, target: Target) -> bool:
        if isinstance(target, SpaceTarget):
            return self._program.is_space(target.space)
        return not isinstance(target, NameTarget) or self._only_namespace(target) != ""

    def _only_namespace(self, target: NameTarget) -> str | None:
        """Return the namespace if a name can only denote that one, "" if it denotes nothing; None if it may denote more."""
        program = self._program
        namespace = target.space
        if not program.is_space(namespace):
            return ""
        for name in target.name.split("."):
            is_passed_on = program.passed_on_whole(namespace) or program.passed_on_types(namespace)
            if is_passed_on or program.own_names(namespace, name) or program.passed_on(namespace, name):
                return None
            namespace = program.inner_space(namespace, name)
            if not namespace:
                return ""
        return namespace
