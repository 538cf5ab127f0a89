"""Methods that values have from traits.

Turns: a name, and the type outside of an object → the method of a trait that a file sees, or that of the code which
implements the trait for the type: `impl Shape for String`.
"""

from codeshed.model.code_facts import TOP_LEVEL
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.resolver_context import Ground
from codeshed.resolve.generic.types.type_lowering import WrittenTypes
from codeshed.resolve.generic.values.values import NOTHING, Defined, Meanings, Outside, Place, Sureness

MAX_SIBLINGS = 50
"""So many methods of a trait are looked at to find out whether a type implements it."""


class TraitMethods:
    """Looks methods up in traits."""

    def __init__(self, ground: Ground, types: WrittenTypes) -> None:
        self._program = ground.program
        self._file = ground.file
        self._recall = ground.recall
        self._names = ground.names
        self._members = ground.members
        self._types = types

    def of_all(self, name: str) -> Meanings:
        """Return the method of the one trait with such a method that the file sees: all values may have it."""
        path = self._file.seen_from
        if not self._file.customs.has_traits or not path:
            return NOTHING
        return self._recall.ask(("trait", path, name), lambda: self._find(path, name))

    def of_any(self, name: str) -> Meanings:
        """Return the methods of a name in all traits that the file sees: a value that has none itself has one of them."""
        path = self._file.seen_from
        if not self._file.customs.has_traits or not path:
            return NOTHING
        return self._recall.ask(
            ("traits", path, name),
            lambda: tuple(Defined(each, Sureness.INFERRED) for each in self._seen(path, name)),
        )

    def of_outside(self, value: Outside, name: str) -> Meanings:
        """Return the method that an object of a type outside has because code of the repository implements a trait for it.

        What the library gives to its types itself comes before that.
        """
        path, customs = self._file.seen_from, self._file.customs
        if not customs.has_traits or not path or not value.is_instance or name in customs.library_members:
            return NOTHING
        return self._recall.ask(
            ("trait of", path, value.name, name), lambda: self._implemented(path, value, name)
        )

    def _find(self, path: str, name: str) -> Meanings:
        seen = self._seen(path, name)
        return (Defined(seen[0], Sureness.TYPED),) if len(seen) == 1 else NOTHING

    def _seen(self, path: str, name: str) -> list[Entity]:
        """Return the methods of a name in traits that a file sees."""
        methods = self._program.methods_named(self._program.files[path].language, name)
        return [each for each in methods if self._names.sees(path, self._trait_of(each))]

    def _implemented(self, path: str, value: Outside, name: str) -> Meanings:
        seen = self._seen(path, name)
        if not seen:
            return NOTHING
        own = self._written_for(path, value, name)
        if own:
            return tuple(Defined(each, Sureness.TYPED) for each in own)
        having = [each for each in seen if self._is_implemented(path, value, each)]
        return tuple(Defined(each, Sureness.TYPED) for each in having)

    def _is_implemented(self, path: str, value: Outside, method: Entity) -> bool:
        """Whether a type has another method of the trait that declares one."""
        trait = self._trait_of(method)
        siblings = () if trait is None else self._members.all_own(trait)[:MAX_SIBLINGS]
        names = dict.fromkeys(
            self._program.definition(each).name for each in siblings if self._program.is_function(each)
        )
        return any(self._written_for(path, value, each) for each in names)

    def _written_for(self, path: str, value: Outside, name: str) -> tuple[Entity, ...]:
        """Return the methods of a name that stand in code for a type outside."""
        methods = self._program.methods_named(self._program.files[path].language, name)
        last = value.name.rpartition(".")[2]
        return tuple(each for each in methods if self._stands_for(each, last, _key(value)))

    def _stands_for(self, method: Entity, last: str, key: str) -> bool:
        definition = self._program.definition(method)
        owner = definition.owner
        if owner is None or owner.name.rpartition(".")[2] != last:
            return False
        place = Place(method.path, definition.parent, definition.begin, head=method.number)
        meant = self._types.type_at(owner, place)
        return any(isinstance(each, Outside) and _key(each) == key for each in meant)

    def _trait_of(self, entity: Entity) -> Entity | None:
        """Return the trait that declares a method."""
        definition = self._program.definition(entity)
        if definition.owner is not None or definition.parent == TOP_LEVEL:
            return None
        parent = Entity(entity.path, definition.parent)
        is_trait = self._program.definition(parent).type_kind is TypeKind.INTERFACE
        return parent if is_trait else None


_LIBRARY = frozenset({"alloc", "core", "std"})


def _key(value: Outside) -> str:
    """Return the name of a type outside; those of the library have one however they are reached."""
    root, _, rest = value.name.partition(".")
    return value.name.rpartition(".")[2] if root in _LIBRARY or not rest else value.name
