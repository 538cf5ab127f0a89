"""Member lookup in types, with inheritance and mixins.

Turns: a type and a name → the members of that name in the nearest type that has one. Methods that are declared outside of
their type, in any file (`func (c *Cart) Total()` in Go, `impl Cart` in Rust), count as its own.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from codeshed.model.facts.code_expressions import TYPE_OF, TypeRef
from codeshed.model.facts.code_facts import CodeMixin
from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.incremental.query_cache import QueryCache
from codeshed.resolve.generic.incremental.query_trace import QueryKind
from codeshed.resolve.generic.language_rules import LanguageRules
from codeshed.resolve.generic.names.visible_interface import NO_OFFSET
from codeshed.resolve.generic.symbol_kinds import is_class_field
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import (
    Certainty,
    DefinitionValue,
    External,
    Instance,
    ObjectLiteral,
    Place,
    Value,
    Values,
    declaration_place,
    limit_certainty,
)

MAX_ANCESTORS = 256
MAX_MIXINS = 12
"""How deeply mixins may be nested."""

_Ancestor = tuple[DefinitionKey, tuple[CodeMixin, ...]]
"""A type, and the mixins on the way to it."""

ReadType = Callable[[TypeRef, Place], Values]
"""Evaluates a type that is written at a place: returns instances of it."""

MemberFilter = Callable[[DefinitionKey], bool]
"""A filter for members."""


def any_member(entity: DefinitionKey) -> bool:
    """Accept any member."""
    del entity
    return True


class MemberLookup:
    """Looks members up in a type, then its bases, breadth first. Bases and mixins are memoized."""

    def __init__(self, symbol_table: SymbolTable, read_type: ReadType, cache: QueryCache[Values]) -> None:
        self._symbol_table = symbol_table
        self._read_type = read_type
        self._cache = cache
        self._out_of_line: dict[DefinitionKey, dict[str, tuple[DefinitionKey, ...]]] = {}
        self._bases_elsewhere: dict[DefinitionKey, list[tuple[TypeRef, Place]]] = {}
        self._declared_mixins: dict[DefinitionKey, tuple[tuple[CodeMixin, Place], ...]] = {}
        self.owner_by_member: dict[DefinitionKey, DefinitionKey] = {}
        """The types of out-of-line members, each by its first part."""
        self.extended_types: dict[str, tuple[DefinitionKey | None, ...]] = {}
        """The types that the extensions of a file declare bases for, in the order of the extensions."""

    def collect_extensions(self) -> None:
        """Find the owners of out-of-line members; inner types come last, since they may be out of line too."""
        out_of_line = [
            (definition.owner.name.count("."), path, number)
            for path, view in self._symbol_table.files.items()
            for number, definition in enumerate(view.facts.definitions)
            if definition.owner is not None
        ]
        for _, path, number in sorted(out_of_line):
            entity = DefinitionKey(path, number)
            owner = self.owner_of(entity)
            if owner is not None:
                first = self.owner_by_member[entity] = self._symbol_table.parts(owner)[0]
                by_name = self._out_of_line.setdefault(first, {})
                name = self._symbol_table.definition(entity).name
                by_name[name] = (*by_name.get(name, ()), entity)
        self._bases_elsewhere = self._find_bases_elsewhere()

    def _find_bases_elsewhere(self) -> dict[DefinitionKey, list[tuple[TypeRef, Place]]]:
        """Return the bases that extensions declare, with their places, by the type that is extended."""
        found: defaultdict[DefinitionKey, list[tuple[TypeRef, Place]]] = defaultdict(list)
        for path, view in self._symbol_table.files.items():
            owners: list[DefinitionKey | None] = []
            for extension in view.facts.extensions:
                place = Place(path, extension.parent, NO_OFFSET, namespace=extension.namespace)
                owners.append(None)
                for value in self._read_type(extension.owner, place)[:1]:
                    if isinstance(value, Instance):
                        owners[-1] = first = self._symbol_table.parts(value.entity)[0]
                        found[first] += [
                            (each, place) for each in (*extension.inherits, *extension.implements)
                        ]
            if owners:
                self.extended_types[path] = tuple(owners)
        return found

    def bases_declared_elsewhere(self, owner: DefinitionKey) -> Sequence[tuple[TypeRef, Place]]:
        """Return the bases that code outside of a type declares for it, with their places."""
        self._symbol_table.query_trace.record(
            (QueryKind.BASES_DECLARED_ELSEWHERE.value, self._symbol_table.symbol(owner))
        )
        return self._bases_elsewhere.get(owner, ())

    def owner_of(self, entity: DefinitionKey) -> DefinitionKey | None:
        """Return the type that a definition is a member of."""
        definition = self._symbol_table.definition(entity)
        if definition.owner is not None:
            place = Place(entity.path, definition.parent, definition.begin, head=entity.number)
            for value in self._read_type(definition.owner, place):
                if isinstance(value, Instance):
                    return value.entity
            return self._variable_assigned_into(entity, definition.owner.name)
        if definition.parent < 0:
            return None
        return DefinitionKey(entity.path, definition.parent)

    def _variable_assigned_into(self, entity: DefinitionKey, name: str) -> DefinitionKey | None:
        """Return the variable that a function is assigned into: `a.run = function () {…}`."""
        view = self._symbol_table.files[entity.path]
        siblings = view.find_children(self._symbol_table.definition(entity).parent, name)
        variables = [
            number for number in siblings if view.facts.definitions[number].kind is DefinitionKind.VARIABLE
        ]
        return DefinitionKey(entity.path, variables[0]) if len(variables) == 1 else None

    def enclosing_type(self, place: Place) -> DefinitionKey | None:
        """Return the type whose code is at a place."""
        number = place.definition
        definitions = self._symbol_table.files[place.path].facts.definitions
        while number >= 0:
            definition = definitions[number]
            is_type = definition.kind is DefinitionKind.TYPE
            if number == place.definition and is_class_field(
                self._symbol_table.files[place.path], definition
            ):
                number = definition.parent
                continue
            if is_type or (definition.kind is not DefinitionKind.FUNCTION and definition.owner is None):
                return DefinitionKey(place.path, number)
            if definition.owner is not None:
                return self.owner_of(DefinitionKey(place.path, number))
            number = definition.parent
        return None

    def enclosing_types(self, place: Place) -> Iterator[DefinitionKey]:
        """Yield the types around a place, the innermost first."""
        owner = self.enclosing_type(place)
        while owner is not None:
            yield owner
            definition = self._symbol_table.definition(owner)
            owner = self.enclosing_type(Place(owner.path, definition.parent, definition.begin))

    def own_members(self, owner: DefinitionKey, name: str) -> tuple[DefinitionKey, ...]:
        """Return the members of a name that a type itself declares."""
        first = self._symbol_table.parts(owner)[0]
        out_of_line = self._out_of_line.get(first)
        inside = self._symbol_table.find_children(owner, name)
        if not inside and out_of_line is None:
            return ()
        if self._symbol_table.is_function(owner):
            inside = tuple(each for each in inside if self._symbol_table.definition(each).is_object_member)
        extending = () if out_of_line is None else out_of_line.get(name, ())
        if len(extending) > 1 and self._symbol_table.rules_at(first.path).prefers_members_of_own_file:
            extending = tuple(each for each in extending if each.path == first.path) or extending
        found = (*inside, *extending)
        if found and self._symbol_table.definition(owner).name == name:
            return tuple(each for each in found if not self._symbol_table.is_instance_constructor(each))
        return found

    def has_out_of_line_members(self, owner: DefinitionKey) -> bool:
        """Whether a type has out-of-line members."""
        self._symbol_table.query_trace.record(
            (QueryKind.MEMBER_NAMES.value, self._symbol_table.symbol(owner))
        )
        return bool(self._out_of_line.get(self._symbol_table.parts(owner)[0]))

    def all_own_members(self, owner: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """Return all members that a type itself declares, in it and out of line; traces a query for their names."""
        for part in self._symbol_table.parts(owner):
            self._symbol_table.query_trace.record(
                (QueryKind.MEMBER_NAMES.value, self._symbol_table.symbol(part))
            )
        return self.all_own_members_untraced(owner)

    def all_own_members_untraced(self, owner: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """Return the same, untraced: the caller traces what it looks for."""
        parts = self._symbol_table.parts(owner)
        inside = [
            DefinitionKey(part.path, number)
            for part in parts
            for number in self._symbol_table.files[part.path].all_children(part.number)
            if not self._symbol_table.is_block_local(DefinitionKey(part.path, number))
        ]
        out_of_line = [each for entities in self._out_of_line.get(parts[0], {}).values() for each in entities]
        return tuple(sorted((*inside, *out_of_line), key=_sort_key))

    def ancestors(self, owner: DefinitionKey, *, with_implemented: bool = True) -> Iterator[DefinitionKey]:
        """Yield a type and its ancestors in the repository, the nearest first."""
        return (each for each, _ in self._ancestors(owner, with_implemented=with_implemented))

    def bases(self, owner: DefinitionKey, *, with_implemented: bool = True) -> tuple[Value, ...]:
        """Return the types that a type declares as its bases, in their order."""
        return self._cache.memoize(
            ("bases", owner, with_implemented),
            lambda: self._find_bases(owner, with_implemented=with_implemented),
        )

    def _find_bases(self, owner: DefinitionKey, *, with_implemented: bool) -> Values:
        parts = self._symbol_table.parts(owner)
        written = [
            each for part in parts for each in self._declared_bases(part, with_implemented=with_implemented)
        ]
        written += self.bases_declared_elsewhere(parts[0])
        # An intersection is several bases.
        n_values = None if self._symbol_table.rules_at(owner.path).type_operators else 1
        found = (value for each, place in written for value in self._read_base(each, place, owner)[:n_values])
        return tuple(
            dict.fromkeys(
                each
                for each in found
                if not (isinstance(each, Instance) and each.entity in parts)
                and not (isinstance(each, ObjectLiteral) and each.definition in parts)
                and (with_implemented or not self.is_implemented_interface(each, owner))
            )
        )

    def is_implemented_interface(self, base: Value, owner: DefinitionKey) -> bool:
        """Whether a base is an interface, where the syntax does not distinguish it from a base class (C#)."""
        is_interface = (
            isinstance(base, Instance)
            and self._symbol_table.definition(base.entity).type_kind is TypeKind.INTERFACE
        )
        is_mixed = bool(self._symbol_table.rules_at(owner.path).interface_name_pattern)
        return (
            is_mixed
            and is_interface
            and self._symbol_table.definition(owner).type_kind is not TypeKind.INTERFACE
        )

    def _read_base(self, type_ref: TypeRef, place: Place, owner: DefinitionKey) -> Values:
        """Evaluate a base; the bases of an open type may also be written and declared in its bodies."""
        found = self._read_type(type_ref, place)
        if self._symbol_table.definition(owner).is_reopenable and not any(
            isinstance(each, Instance) for each in found
        ):
            parts = self._symbol_table.open_types.parts_by_scope(owner)
            inside = (self._read_type(type_ref, Place(part.path, part.number, NO_OFFSET)) for part in parts)
            found = next((each for each in inside if any(isinstance(one, Instance) for one in each)), found)
        return found

    def _declared_bases(self, owner: DefinitionKey, *, with_implemented: bool) -> list[tuple[TypeRef, Place]]:
        definition = self._symbol_table.definition(owner)
        place = declaration_place(owner, definition)
        implemented = definition.implements if with_implemented else ()
        return [(each, place) for each in (*definition.inherits, *implemented, *definition.self_types)]

    def split_bases(self, owner: DefinitionKey) -> tuple[tuple[TypeRef, ...], tuple[TypeRef, ...]]:
        """Split bases into inherited classes and implemented interfaces; where the syntax does not, by what they resolve to."""
        definition = self._symbol_table.definition(owner)
        is_split_by_syntax = not self._symbol_table.rules_at(owner.path).interface_name_pattern
        if is_split_by_syntax or definition.type_kind is not TypeKind.CLASS:
            return definition.inherits, definition.implements
        inherits: list[TypeRef] = []
        implements: list[TypeRef] = []
        for each in (*definition.inherits, *definition.implements):
            base = next(iter(self._read_type(each, declaration_place(owner, definition))), None)
            is_class = each in definition.inherits
            if isinstance(base, Instance):
                is_class = self._symbol_table.definition(base.entity).type_kind is not TypeKind.INTERFACE
            (inherits if is_class else implements).append(each)
        return tuple(inherits), tuple(implements)

    def mixins(self, owner: DefinitionKey) -> tuple[tuple[Value, CodeMixin], ...]:
        """Return the types that are mixed into a type, with the renames and exclusions of their members."""
        parts = self._symbol_table.parts(owner)
        if owner not in self._declared_mixins:
            definitions = ((part, self._symbol_table.definition(part)) for part in parts)
            self._declared_mixins[owner] = tuple(
                (each, declaration_place(part, definition))
                for part, definition in definitions
                for each in definition.mixins
            )
        written = self._declared_mixins[owner]
        if not written:
            return ()
        found = tuple(
            (value, each) for number, (each, _) in enumerate(written) for value in self._mixin(owner, number)
        )
        return _without_factory_arguments(found, self._symbol_table)

    def _mixin(self, owner: DefinitionKey, number: int) -> Values:
        mixin, place = self._declared_mixins[owner][number]
        return self._cache.memoize(
            ("mixin", owner, number),
            lambda: _as_bases(self._read_base(mixin.type, place, owner)[:1], mixin, self._symbol_table),
        )

    def _ancestors(
        self, owner: DefinitionKey, *, with_implemented: bool = True, member: str = ""
    ) -> Iterator[_Ancestor]:
        """Yield a type and its ancestors in the repository, level by level, up to a limit.

        The mixins of a type come right before or behind it, each with the mixins on the way. With a member, bases that hide it
        are left out, as in `extends Omit<Base, "total">`.
        """
        seen = {owner}
        level = [owner]
        while level and len(seen) <= MAX_ANCESTORS:
            mixed = self._level_with_mixins(level)
            yield from mixed
            seen.update(each for each, _ in mixed)
            above = [
                base.entity
                for each, _ in mixed
                for base in self.bases(each, with_implemented=with_implemented)
                if isinstance(base, Instance) and (not member or base.shows(member))
            ]
            level = [each for each in dict.fromkeys(above) if each not in seen]
            seen.update(level)

    def _level_with_mixins(self, level: list[DefinitionKey]) -> list[_Ancestor]:
        if not any(map(self.mixins, level)):
            return [(each, ()) for each in level]
        return list(dict.fromkeys(inner for each in level for inner in self._with_mixins(each, ())))

    def _with_mixins(self, owner: DefinitionKey, way: tuple[CodeMixin, ...]) -> Iterator[_Ancestor]:
        mixins = self.mixins(owner) if len(way) < MAX_MIXINS else ()
        if not mixins:
            yield owner, way
            return
        yield from self._flatten_mixins(mixins, way, is_first=True)
        yield owner, way
        yield from self._flatten_mixins(mixins, way, is_first=False)

    def _flatten_mixins(
        self, mixins: tuple[tuple[Value, CodeMixin], ...], way: tuple[CodeMixin, ...], *, is_first: bool
    ) -> Iterator[_Ancestor]:
        for value, mixin in mixins:
            if isinstance(value, Instance) and mixin.is_prepended is is_first:
                yield from self._with_mixins(value.entity, (*way, mixin))

    def super_types(self, owner: DefinitionKey, *, with_implemented: bool = True) -> tuple[Value, ...]:
        """Return what `super` refers to in a type: mixins that act as parents, then its bases."""
        mixed = (
            limit_certainty(value, Certainty.INFERRED) if mixin.is_guessed else value
            for value, mixin in self.mixins(owner)
            if mixin.is_reached_by_super
        )
        return (*mixed, *self.bases(owner, with_implemented=with_implemented))

    def is_inferred_member(self, owner: DefinitionKey, member: DefinitionKey) -> bool:
        """Whether a type has a member only through a parent that was inferred from calls."""
        member_owner = self.owner_of(member)
        if member_owner is None or member_owner == owner:
            return False
        seen = {owner}
        level = [owner]
        while level and member_owner not in seen and len(seen) <= MAX_ANCESTORS:
            above = [base for each in level for base in self.bases(each)]
            above += [base for each in level for base, mixin in self.mixins(each) if not mixin.is_guessed]
            level = [each.entity for each in above if isinstance(each, Instance) and each.entity not in seen]
            seen.update(level)
        return not seen.issuperset(self.ancestors(owner)) and member_owner not in seen

    def lookup(
        self, owner: DefinitionKey, name: str, accepts: MemberFilter = any_member
    ) -> tuple[DefinitionKey, ...]:
        """Return the matching members of the first type that has one: itself, then its bases, level by level."""
        return next((found for _, found in self.iter_owners(owner, name, accepts)), ())

    def lookup_field(self, owner: DefinitionKey, name: str, sigil: str) -> tuple[DefinitionKey, ...]:
        """Return the field that a name with a sigil means, which functions of the plain name do not hide.

        An object has one field of a name, whichever of its types assign it: that of the farthest ancestor stands for it.
        A field keeps its sigil only where its type has a function of the plain name.
        """
        found: tuple[DefinitionKey, ...] = ()
        for each in self.ancestors(owner):
            plain = self.own_members(each, name.lstrip(sigil))
            found = (
                self.own_members(each, name) or tuple(filter(self._symbol_table.is_variable, plain)) or found
            )
        return found

    def iter_owners(
        self, owner: DefinitionKey, name: str, accepts: MemberFilter
    ) -> Iterator[tuple[DefinitionKey, tuple[DefinitionKey, ...]]]:
        """Yield the types that have matching members, with these: itself, then its bases, level by level."""
        rules = self._symbol_table.rules_at(owner.path)
        with_implemented = rules.is_implemented_member(name)
        for each, way in self._ancestors(owner, with_implemented=with_implemented, member=name):
            inner = _original_name(name, way)
            found = tuple(filter(accepts, self.own_members(each, inner))) if inner else ()
            if found:
                yield each, found


def _original_name(name: str, way: tuple[CodeMixin, ...]) -> str:
    """Return the original name of a member behind nested mixins that rename it; empty if one of them excludes it."""
    for mixin in way:
        own = dict(mixin.aliases).get(name)
        if own is None and name in mixin.excluded_names:
            return ""
        name = own or name
    return name


def may_have_member(rules: LanguageRules, value: External, name: str, *, is_vague: bool = False) -> bool:
    """Whether an external type may have a member; if its members are not known, it may have any unless it `is_vague`."""
    if rules.library_names.lacks(value.name, name):
        return False
    known = rules.members_by_external_type.get(value.name)
    if known is None:
        known = rules.members_by_external_base.get(value.name.rpartition(".")[2])
    return not is_vague if known is None else name in known


def _sort_key(entity: DefinitionKey) -> tuple[str, int]:
    return entity.path, entity.number


def _as_bases(values: Values, mixin: CodeMixin, symbol_table: SymbolTable) -> Values:
    """Return the bases of a mixin; if a call computes it, only types themselves are bases."""
    if mixin.type.name != TYPE_OF:
        return values
    types = (
        each for each in values if isinstance(each, DefinitionValue) and symbol_table.is_type(each.entity)
    )
    return tuple(Instance(each.entity, each.certainty) for each in types)


def _without_factory_arguments(
    mixins: tuple[tuple[Value, CodeMixin], ...], symbol_table: SymbolTable
) -> tuple[tuple[Value, CodeMixin], ...]:
    """Drop the arguments of a factory of bases, if the class that it returns has a known base or none.

    `class Cart extends Mixin(Base)`: Base may be an ancestor only if the returned class extends a parameter.
    """
    computed = tuple(each for each in mixins if each[1].type.name == TYPE_OF)
    is_independent = computed and not any(_may_have_any_base(value, symbol_table) for value, _ in computed)
    return computed if is_independent else mixins


def _may_have_any_base(base: Value, symbol_table: SymbolTable) -> bool:
    """Whether the base of a type is unknown, as of one that extends a parameter."""
    return not isinstance(base, Instance) or any(
        not each.type.name for each in symbol_table.definition(base.entity).mixins
    )
