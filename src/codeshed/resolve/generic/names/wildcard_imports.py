"""Names that wildcard imports bring in: `import a.*`, `use a::*`, `from a import *`.

Turns: a name and wildcard imports → Values: of the imported namespaces, members of imported types, or external symbols.
"""

import re
from collections.abc import Iterable

from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.incremental.query_cache import Recall
from codeshed.resolve.generic.language_rules import Customs
from codeshed.resolve.generic.names.file_scope import BoundStar, FileView
from codeshed.resolve.generic.names.import_targets import Leading
from codeshed.resolve.generic.names.namespace_lookup import FindMembers, SpaceNames, as_sure_as
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NameTarget
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import NOTHING, Defined, Meanings, Outside, Space

_WILDCARD_MEMBER = "member of a star"


class Stars:
    """Resolves names through wildcard imports."""

    def __init__(
        self,
        program: Program,
        find_members: FindMembers,
        namespaces: SpaceNames,
        *,
        import_targets: Leading,
        recall: Recall[Meanings],
    ) -> None:
        self._program = program
        self._find_members = find_members
        self._namespaces = namespaces
        self._import_targets = import_targets
        self._recall = recall

    def brought_in(
        self, scope: FileView, wildcards: tuple[BoundStar, ...], name: str, namespace: str | None = None
    ) -> Meanings:
        """Resolve a name in wildcard imports, of the whole file or of a namespace block: in namespaces, then in types."""
        wildcard_targets = self._import_targets.of_stars(wildcards, namespace)
        skip_namespaces = self._program.customs_at(scope.path).are_inner_spaces_left
        for binding, each in wildcard_targets.spaces:
            found = self._namespaces.in_space(each, name)
            if skip_namespaces:
                found = tuple(value for value in found if not isinstance(value, Space))
            if found:
                return as_sure_as(binding, found)
        tried: set[Entity] = set()
        for binding, target in wildcard_targets.types:
            found = self._members_of(target, name, tried)
            if found:
                return as_sure_as(binding, found)
        return NOTHING

    def _members_of(self, target: NameTarget, name: str, tried: set[Entity]) -> Meanings:
        """Find a name among the members of the type that a target denotes, unless that was tried before."""
        for meant in self._namespaces.of_star(target):
            if isinstance(meant, Defined) and meant.entity not in tried:
                tried.add(meant.entity)
                found = self._find_members_of_type(meant.entity, name)
                if found:
                    return found
        return NOTHING

    def _find_members_of_type(self, owner: Entity, name: str) -> Meanings:
        """Find the members of a name in a type; cached, as many files import it."""
        return self._recall.ask(
            (_WILDCARD_MEMBER, owner, name), lambda: tuple(map(Defined, self._find_members(owner, name)))
        )

    def from_outside(
        self, bindings: Iterable[Binding], name: str, rules: Customs, *, is_member: bool
    ) -> Meanings:
        """Return the external symbol that wildcard imports of external namespaces may bring in.

        Of several imports the one known to have the name is chosen; if none is, the symbol is unqualified. A namespace may be
        external in part: if the repository has only nested namespaces of it, or if a sibling of it is external.
        """
        matching = [
            each
            for each in bindings
            if (names := each.outside_functions if is_member else each.outside_names)
            and re.fullmatch(names, name)
        ]
        external = {
            value.name
            for each in matching
            for value in self._namespaces.of_binding(each)
            if isinstance(value, Outside)
        }
        roots = {each.partition(".")[0] for each in external}
        for each in matching if external else ():
            namespaces = (
                value.key for value in self._namespaces.of_binding(each) if isinstance(value, Space)
            )
            is_elsewhere = any(not self._program.paths_of(namespace) for namespace in namespaces)
            named = {target.name for target in each.targets if isinstance(target, ExternalTarget)}
            external.update(one for one in named if is_elsewhere or one.partition(".")[0] in roots)
        known = {each for each in external if len(external) > 1 and rules.knows(f"{each}.{name}")}
        external = known or external
        if len(external) == 1 and name not in roots:
            return (Outside(f"{min(external)}.{name}"),)
        return (Outside(name),) if external else NOTHING
