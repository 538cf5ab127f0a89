"""Lookup of names in namespaces, as other files see them.

Turns: a name in a namespace, or the binding of an import → Values: definitions, re-exports, or nested namespaces.
"""

from collections.abc import Callable, Iterable

from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.incremental.query_cache import Recall
from codeshed.resolve.generic.names.import_targets import Leading
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NameTarget, SpaceTarget, Target
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import (
    NOTHING,
    Defined,
    Meaning,
    Meanings,
    Outside,
    Space,
    Sureness,
    less_sure,
)

FindMembers = Callable[[Entity, str], tuple[Entity, ...]]
"""Finds the members of a name in a type, its own or inherited ones."""

MAX_PASSES = 12
"""The longest chain of re-exports that is followed."""

_WILDCARD = "star"
_REEXPORTED_TYPES = "types passed on"


class SpaceNames:
    """Resolves names in namespaces."""

    def __init__(
        self, program: Program, find_members: FindMembers, recall: Recall[Meanings], import_targets: Leading
    ) -> None:
        self._program = program
        self._import_targets = import_targets
        self._find_members = find_members
        self._recall = recall

    def in_space(self, namespace: str, name: str, depth: int = 0) -> Meanings:
        """Resolve a name in a namespace; a dotted name is a member of a member."""
        if depth > MAX_PASSES:
            return NOTHING
        first, _, rest = name.partition(".")
        found = self._resolve_first(namespace, first, depth)
        while rest and found:
            first, _, rest = rest.partition(".")
            owners = self.objects_first(found)
            found = tuple(inner for each in owners for inner in self._member(each, first, depth))
        return found or self._in_nested_namespace(namespace, name, depth)

    def _in_nested_namespace(self, namespace: str, name: str, depth: int) -> Meanings:
        """Resolve a dotted name in the nested namespace whose name a type without such a member has too."""
        outer, _, last = name.rpartition(".")
        inner = f"{namespace}.{outer}"
        is_there = bool(outer) and self._program.is_space(inner)
        return self._resolve_first(inner, last, depth) if is_there else NOTHING

    def beside(self, namespace: str, name: str) -> Meanings:
        """Return the external symbol of a name in a namespace that the repository defines only in part."""
        for rules in self._program.customs.values():
            if rules.root_name and namespace == rules.root:
                return (Outside(name),)
            if rules.root and namespace.startswith(f"{rules.root}."):
                if rules.are_spaces_whole and self._program.paths_of(namespace):
                    return NOTHING
                inner = namespace[len(rules.root) + 1 :]
                if not rules.own_spaces:
                    return (Outside(f"{inner}.{name}"),)
                is_own = inner.partition(".")[0] in rules.own_spaces
                return (Outside(rules.outer(f"{inner}.{name}")),) if is_own else NOTHING
        return NOTHING

    def objects_first(self, values: Meanings) -> Meanings:
        """Drop types among values of one name if there is a singleton object: the type is no value (Scala companions)."""
        if len(values) < 2 or not any(map(self._is_singleton, values)):  # noqa: PLR2004 - one has no other
            return values
        return tuple(
            each
            for each in values
            if self._is_singleton(each)
            or not (isinstance(each, Defined) and self._program.is_type(each.entity))
        )

    def _is_singleton(self, value: Meaning) -> bool:
        return isinstance(value, Defined) and self._program.definition(value.entity).is_object

    def of_star(self, target: NameTarget) -> Meanings:
        """Resolve the target of a wildcard import; cached, as it is needed for each name."""
        question = (_WILDCARD, target.space, target.name)
        return self._recall.ask(
            question, lambda: self.objects_first(self.in_space(target.space, target.name))
        )

    def of_binding(self, binding: Binding, depth: int = 0) -> Meanings:
        """Resolve an import: to the first of its targets that exists, else to an external symbol.

        A namespace target is kept besides the name that is found: the exported value may have members of its own.
        """
        found: Meanings = NOTHING
        external: Meanings = NOTHING
        for target in self._import_targets.targets(binding):
            if isinstance(target, ExternalTarget):
                external = external or (Outside(target.name),)
            elif not found or isinstance(target, SpaceTarget):
                found = tuple(dict.fromkeys((*found, *self._resolve_target(target, depth))))
        return as_sure_as(binding, found or external)

    def of_bindings(self, bindings: Iterable[Binding], depth: int) -> Meanings:
        """Resolve several imports of one name to the first value, after a namespace of that name.

        Of conditional imports all count.
        """
        namespaces: Meanings = NOTHING
        alternatives: Meanings = NOTHING
        for binding in bindings:
            found = self.of_binding(binding, depth)
            if not found or all(isinstance(each, Space) for each in found):
                namespaces = namespaces or found
            elif binding.is_alternative:
                alternatives = (*alternatives, *found)
            else:
                return (*namespaces, *(alternatives or found))
        return (*namespaces, *dict.fromkeys(alternatives))

    def _resolve_target(self, target: Target, depth: int) -> Meanings:
        if isinstance(target, SpaceTarget):
            return (Space(target.space),) if self._program.is_space(target.space) else NOTHING
        if isinstance(target, NameTarget):
            return self.in_space(target.space, target.name, depth)
        return NOTHING

    def _resolve_first(self, namespace: str, name: str, depth: int) -> Meanings:
        for each in (namespace, *self._program.reached(namespace, name)):
            found = self._resolve_directly(each, name, depth)
            if found:
                return found
        for entity in self._reexported_types(namespace):
            found = tuple(map(Defined, self._find_members(entity, name)))
            if found:
                return found
        return NOTHING

    def _reexported_types(self, namespace: str) -> tuple[Entity, ...]:
        """Return the types all of whose members a namespace re-exports; not looked up among such members again."""
        bindings = self._program.passed_on_types(namespace)
        if not bindings:
            return ()
        found = self._recall.ask_alone(_REEXPORTED_TYPES, namespace, lambda: self._resolve_all(bindings))
        return tuple(dict.fromkeys(each.entity for each in found if isinstance(each, Defined)))

    def _resolve_all(self, bindings: Iterable[Binding]) -> Meanings:
        return tuple(each for binding in bindings for each in self.of_binding(binding))

    def _resolve_directly(self, namespace: str, name: str, depth: int) -> Meanings:
        """Resolve a name to a definition or re-export of a namespace itself, or to its nested namespace."""
        own = self._program.own_names(namespace, name)
        if own:
            exported = [each for each in own if self._program.definition(each).is_of_module]
            own = tuple(exported) or own
            general = [each for each in own if not self._program.definition(each).applied_to]
            # A template specialization may not be the definition that other arguments select.
            sureness = Sureness.DECLARED if general else Sureness.INFERRED
            return tuple(
                Defined(
                    each, Sureness.INFERRED if self._program.definition(each).is_conditional else sureness
                )
                for each in general or own
            )
        found = self.of_bindings(self._program.passed_on(namespace, name), depth + 1)
        if found:
            return found
        inner = self._program.inner_space(namespace, name)
        return (Space(inner),) if inner else NOTHING

    def _member(self, value: object, name: str, depth: int) -> Meanings:
        """Resolve a name in a namespace, or among the own and inherited members of a type."""
        if isinstance(value, Space):
            return self._resolve_first(value.key, name, depth + 1)
        if isinstance(value, Defined):
            found = self._program.inside(value.entity, name) or self._find_members(value.entity, name)
            return tuple(map(Defined, self._static_first(found)))
        return NOTHING

    def _static_first(self, members: tuple[Entity, ...]) -> tuple[Entity, ...]:
        """Keep static members if there are any: the name is qualified by the type and not by an object."""
        modifiers = ((each, self._program.definition(each).modifiers) for each in members)
        static = tuple(each for each, said in modifiers if said is not None and said.is_static)
        return static or members


def as_sure_as(binding: Binding, values: Meanings) -> Meanings:
    """Lower the certainty of values that a conditional import brings in."""
    if not binding.is_alternative:
        return values
    return tuple(less_sure(each, Sureness.INFERRED) for each in values)
