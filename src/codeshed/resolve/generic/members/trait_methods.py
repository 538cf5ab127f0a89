"""Methods that values have from traits.

Turns: a name, and the external type of a receiver → the method of a visible trait, or that of the code which implements the
trait for the type: `impl Shape for String`.
"""

from codeshed.model.facts.code_facts import TOP_LEVEL
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.resolver_context import ResolverContext
from codeshed.resolve.generic.types.type_lowering import TypeLowering
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    Certainty,
    DefinitionValue,
    External,
    Place,
    Values,
)

MAX_SIBLINGS = 50
"""How many methods of a trait are tried to find out whether a type implements it."""


class TraitMethods:
    """Looks methods up in traits."""

    def __init__(self, context: ResolverContext, types: TypeLowering) -> None:
        self._symbol_table = context.symbol_table
        self._file = context.file
        self._cache = context.query_cache
        self._names = context.names
        self._members = context.members
        self._types = types

    def method_of_only_trait(self, name: str) -> Values:
        """Return the method of the only visible trait that has it: any value may implement that."""
        path = self._file.query_path
        if not self._file.rules.has_traits or not path:
            return NO_VALUES
        return self._cache.memoize(("trait", path, name), lambda: self._find_only(path, name))

    def methods_of_any_trait(self, name: str) -> Values:
        """Return the methods of a name in all visible traits: a value without such a method has one of them."""
        path = self._file.query_path
        if not self._file.rules.has_traits or not path:
            return NO_VALUES
        return self._cache.memoize(
            ("traits", path, name),
            lambda: tuple(DefinitionValue(each, Certainty.INFERRED) for each in self._visible(path, name)),
        )

    def methods_for_external_type(self, value: External, name: str) -> Values:
        """Return the method of a trait that the repository implements for an external type.

        Methods that the library declares for its types come first.
        """
        path, rules = self._file.query_path, self._file.rules
        if not rules.has_traits or not path or not value.is_instance or name in rules.external_members:
            return NO_VALUES
        return self._cache.memoize(
            ("trait of", path, value.name, name), lambda: self._find_implementations(path, value, name)
        )

    def _find_only(self, path: str, name: str) -> Values:
        seen = self._visible(path, name)
        return (DefinitionValue(seen[0], Certainty.TYPED),) if len(seen) == 1 else NO_VALUES

    def _visible(self, path: str, name: str) -> list[DefinitionKey]:
        """Return the methods of a name in traits that are visible in a file."""
        methods = self._symbol_table.find_methods(self._symbol_table.files[path].language, name)
        return [each for each in methods if self._names.is_visible(path, self._trait_of(each))]

    def _find_implementations(self, path: str, value: External, name: str) -> Values:
        seen = self._visible(path, name)
        if not seen:
            return NO_VALUES
        own = self._implemented_for(path, value, name)
        if own:
            return tuple(DefinitionValue(each, Certainty.TYPED) for each in own)
        having = [each for each in seen if self._is_implemented(path, value, each)]
        return tuple(DefinitionValue(each, Certainty.TYPED) for each in having)

    def _is_implemented(self, path: str, value: External, method: DefinitionKey) -> bool:
        """Whether a type implements another method of the trait that declares one."""
        trait = self._trait_of(method)
        siblings = () if trait is None else self._members.all_own_members(trait)[:MAX_SIBLINGS]
        names = dict.fromkeys(
            self._symbol_table.definition(each).name
            for each in siblings
            if self._symbol_table.is_function(each)
        )
        return any(self._implemented_for(path, value, each) for each in names)

    def _implemented_for(self, path: str, value: External, name: str) -> tuple[DefinitionKey, ...]:
        """Return the methods of a name in `impl` blocks for an external type."""
        methods = self._symbol_table.find_methods(self._symbol_table.files[path].language, name)
        last_name = value.name.rpartition(".")[2]
        return tuple(
            each for each in methods if self._is_implemented_for(each, last_name, _canonical_name(value))
        )

    def _is_implemented_for(self, method: DefinitionKey, last_name: str, key: str) -> bool:
        definition = self._symbol_table.definition(method)
        owner = definition.owner
        if owner is None or owner.name.rpartition(".")[2] != last_name:
            return False
        place = Place(method.path, definition.parent, definition.begin, head=method.number)
        owners = self._types.type_at(owner, place)
        return any(isinstance(each, External) and _canonical_name(each) == key for each in owners)

    def _trait_of(self, entity: DefinitionKey) -> DefinitionKey | None:
        """Return the trait that declares a method."""
        definition = self._symbol_table.definition(entity)
        if definition.owner is not None or definition.parent == TOP_LEVEL:
            return None
        parent = DefinitionKey(entity.path, definition.parent)
        is_trait = self._symbol_table.definition(parent).type_kind is TypeKind.INTERFACE
        return parent if is_trait else None


_LIBRARY = frozenset({"alloc", "core", "std"})


def _canonical_name(value: External) -> str:
    """Return a name of an external type that is the same for all paths to a type of the standard library."""
    root, _, rest = value.name.partition(".")
    return value.name.rpartition(".")[2] if root in _LIBRARY or not rest else value.name
