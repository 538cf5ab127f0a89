"""Members that types inherit from external bases.

Turns: a type and a name → the member that an external base may have, or the implicit root of all types.
"""

from msgspec.structs import replace

from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.language_rules import ImplicitBase
from codeshed.resolve.generic.members.member_lookup import MemberLookup, may_have_member
from codeshed.resolve.generic.members.static_members import SelfKind, StaticMembers
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.generics import Generics
from codeshed.resolve.generic.values.values import Certainty, External, Place


class ExternalBaseMembers:
    """Looks for members that the repository does not define."""

    def __init__(
        self,
        symbol_table: SymbolTable,
        members: MemberLookup,
        generics: Generics,
        static_members: StaticMembers,
    ) -> None:
        self._symbol_table = symbol_table
        self._members = members
        self._generics = generics
        self._static_members = static_members

    def find_member(
        self, owner: DefinitionKey, name: str, *, is_unqualified: bool = False
    ) -> External | None:
        """Return a member that an external base of a type or of its ancestors may have.

        An unqualified name may come from elsewhere: then a mixin counts only if it is known to have the member. If several
        bases may have it, the nearest one is a guess. What an interface does not declare itself is of the root type.
        """
        rules = self._symbol_table.rules_at(owner.path)
        if name in rules.keywords:
            return None
        if rules.ignores_unknown_mixins:
            found = self._bases_with(owner, name, is_vague=True)
            if found or is_unqualified:
                return _member(found, name)
        ignores_interfaces = is_unqualified and rules.hides_interface_members
        is_of_root = self._root(owner, name) is not None
        if not (ignores_interfaces or is_of_root):
            of_classes = rules.hides_interface_members and self._bases_with(
                owner, name, is_vague=False, with_implemented=self._is_interface(owner)
            )
            return _member(of_classes or self._bases_with(owner, name, is_vague=False), name)
        if self._is_interface(owner) and is_of_root:
            return None
        with_implemented = self._is_interface(owner)
        return _member(self._bases_with(owner, name, is_vague=False, with_implemented=with_implemented), name)

    def member_of_extension(self, owner: DefinitionKey, name: str, place: Place) -> External | None:
        """Return a static member that an external module which extends the type may have; always a guess."""
        rules = self._symbol_table.rules_at(owner.path)
        if not rules.are_classes_objects or self._static_members.self_kind_at(place) is SelfKind.INSTANCE:
            return None
        others = self._members.bases(owner, with_implemented=False)
        extending = [
            each.name
            for each in self._members.bases(owner)
            if isinstance(each, External) and each not in others and may_have_member(rules, each, name)
        ]
        return External(f"{extending[-1]}.{name}", Certainty.INFERRED) if extending else None

    def has_unknown_bases(self, owner: DefinitionKey) -> bool:
        """Whether a type, or an ancestor of it, has a base that nothing defines and no import brings."""
        for each in self._members.ancestors(owner):
            definition = self._symbol_table.definition(each)
            written = {base.name for base in (*definition.inherits, *definition.implements)}
            if len(written) > len(self._members.bases(each)):
                return True
        return False

    def member_of_root(self, owner: DefinitionKey, name: str) -> External | None:
        """Return a member of the implicit root type."""
        root = self._root(owner, name)
        if root is None:
            return None
        own = replace(self._generics.self_instance(owner), certainty=Certainty.TYPED)
        return External(f"{root.name}.{name}", arguments=(own,) if root.kinds else ())

    def root_types(self, owner: DefinitionKey) -> tuple[External, ...]:
        """Return instances of the implicit root types of a type."""
        rules = self._symbol_table.rules_at(owner.path)
        kind = self._symbol_table.definition(owner).type_kind
        return tuple(
            External(each.name, is_instance=True)
            for each in rules.implicit_bases
            if not each.kinds or kind in each.kinds
        )

    def _root(self, owner: DefinitionKey, name: str) -> ImplicitBase | None:
        definition = self._symbol_table.definition(owner)
        if definition.kind is not DefinitionKind.TYPE:
            return None
        roots = self._symbol_table.rules_at(owner.path).implicit_bases
        return next(
            (
                root
                for root in roots
                if name in root.members and (not root.kinds or definition.type_kind in root.kinds)
            ),
            None,
        )

    def _is_interface(self, owner: DefinitionKey) -> bool:
        return self._symbol_table.definition(owner).type_kind is TypeKind.INTERFACE

    def _bases_with(
        self, owner: DefinitionKey, name: str, *, is_vague: bool, with_implemented: bool = True
    ) -> tuple[str, ...]:
        """Return the external bases that may have a member, the nearest first; none if there may be unknown bases."""
        rules = self._symbol_table.rules_at(owner.path)
        found: dict[str, None] = {}
        for each in self._members.ancestors(owner, with_implemented=with_implemented):
            definition = self._symbol_table.definition(each)
            if rules.are_types_first_class and any(not mixin.type.name for mixin in definition.mixins):
                return ()
            if definition.is_reopenable and definition.name in rules.builtins and not definition.namespace:
                return (*found, rules.qualify_builtin(definition.name))
            trusted = self._members.bases(each, with_implemented=with_implemented and not is_vague)
            mixed = (mixin for mixin, _ in self._members.mixins(each))
            vague = (*mixed, *(self._members.bases(each) if is_vague else ()))
            # A derived trait has the methods that its macro generates: these are known of some traits only.
            is_derived = rules.has_traits and not is_vague
            sure = self._members.bases(each, with_implemented=False) if is_derived else trusted
            for base in (*trusted, *vague):
                is_unsure = (is_vague or is_derived) and base not in sure
                if isinstance(base, External) and may_have_member(rules, base, name, is_vague=is_unsure):
                    found[base.name] = None
        return tuple(found)


def _member(bases: tuple[str, ...], name: str) -> External | None:
    """Return the member of the nearest base, a guess if there are others."""
    if not bases:
        return None
    return External(f"{bases[0]}.{name}", Certainty.DECLARED if len(bases) == 1 else Certainty.INFERRED)
