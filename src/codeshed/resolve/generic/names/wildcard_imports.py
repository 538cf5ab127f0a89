"""Names that imports of all names bring in.

Turns: a name and such imports → Meanings: what their spaces hold, the members of their types, or what lies outside.
"""

import re
from collections.abc import Iterable

from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.incremental.query_cache import Recall
from codeshed.resolve.generic.language_rules import Customs
from codeshed.resolve.generic.names.file_scope import BoundStar, FileView
from codeshed.resolve.generic.names.import_targets import Leading
from codeshed.resolve.generic.names.namespace_names import FindMembers, SpaceNames, as_sure_as
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NameTarget
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import NOTHING, Defined, Meanings, Outside, Space

_MEMBER = "member of a star"


class Stars:
    """Looks names up in all that is imported as a whole."""

    def __init__(
        self,
        program: Program,
        find_members: FindMembers,
        spaces: SpaceNames,
        *,
        leading: Leading,
        recall: Recall[Meanings],
    ) -> None:
        self._program = program
        self._find_members = find_members
        self._spaces = spaces
        self._leading = leading
        self._recall = recall

    def brought_in(
        self, view: FileView, stars: tuple[BoundStar, ...], name: str, space: str | None = None
    ) -> Meanings:
        """Look through what imports of all names of a file mean, all or those in a namespace: spaces, then members of types."""
        leads = self._leading.of_stars(stars, space)
        are_inner_left = self._program.customs_at(view.path).are_inner_spaces_left
        for binding, each in leads.spaces:
            found = self._spaces.in_space(each, name)
            if are_inner_left:
                found = tuple(meaning for meaning in found if not isinstance(meaning, Space))
            if found:
                return as_sure_as(binding, found)
        tried: set[Entity] = set()
        for binding, target in leads.types:
            found = self._members_of(target, name, tried)
            if found:
                return as_sure_as(binding, found)
        return NOTHING

    def _members_of(self, target: NameTarget, name: str, tried: set[Entity]) -> Meanings:
        """Return the members of a name of the type that a target means, if that was not tried before."""
        for meant in self._spaces.of_star(target):
            if isinstance(meant, Defined) and meant.entity not in tried:
                tried.add(meant.entity)
                found = self._member(meant.entity, name)
                if found:
                    return found
        return NOTHING

    def _member(self, owner: Entity, name: str) -> Meanings:
        """Return the members of a name of a type, which many files may look through."""
        return self._recall.ask(
            (_MEMBER, owner, name), lambda: tuple(map(Defined, self._find_members(owner, name)))
        )

    def from_outside(
        self, bindings: Iterable[Binding], name: str, customs: Customs, *, is_member: bool
    ) -> Meanings:
        """Return what a name means that only imports of all names from outside can bring in.

        If several may do so, it is that which is known to have the name, else it is not known which: the name is all that
        can be said. A space may lie outside in part, too: if the repository only has spaces within it, or if another within
        the same one lies outside.
        """
        fitting = [
            each
            for each in bindings
            if (names := each.outside_functions if is_member else each.outside_names)
            and re.fullmatch(names, name)
        ]
        outside = {
            meaning.name
            for each in fitting
            for meaning in self._spaces.of_binding(each)
            if isinstance(meaning, Outside)
        }
        roots = {each.partition(".")[0] for each in outside}
        for each in fitting if outside else ():
            spaces = (meaning.key for meaning in self._spaces.of_binding(each) if isinstance(meaning, Space))
            is_elsewhere = any(not self._program.paths_of(space) for space in spaces)
            named = {target.name for target in each.targets if isinstance(target, ExternalTarget)}
            outside.update(one for one in named if is_elsewhere or one.partition(".")[0] in roots)
        known = {each for each in outside if len(outside) > 1 and customs.knows(f"{each}.{name}")}
        outside = known or outside
        if len(outside) == 1 and name not in roots:
            return (Outside(f"{min(outside)}.{name}"),)
        return (Outside(name),) if outside else NOTHING
