"""What expressions mean.

Turns: a CodeExpression at a place → Meanings, through names, declared types, and what locals and fields are first given.
Bounded in depth; what runs in circles means nothing.
"""

from msgspec.structs import replace

from codeshed.model.code_facts import (
    ALL_FIELDS,
    ARRAY,
    TOP_LEVEL,
    TUPLE,
    UNION,
    CallExpr,
    CastExpr,
    CodeDefinition,
    CodeExpression,
    CodeLocal,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    ReceiverExpr,
    RecordExpr,
    TypeRef,
)
from codeshed.model.semantic import DefinitionKind, Mutability, TypeKind
from codeshed.resolve.languages.contents import given_by, part_of, seen_through
from codeshed.resolve.languages.generics import Generics
from codeshed.resolve.languages.interface import NOWHERE
from codeshed.resolve.languages.meanings import (
    NOTHING,
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Parameter,
    Place,
    Record,
    Sequence,
    Space,
    Sureness,
    Unknown,
    is_unwritten,
    less_sure,
    place_of,
)
from codeshed.resolve.languages.members import Members, has_member
from codeshed.resolve.languages.names import Names
from codeshed.resolve.languages.program import Entity, Program
from codeshed.resolve.languages.spaces import Contents, OwnType

MAX_DEPTH = 24
POINTS_TO = "operator->"
"""The method of a type whose objects act as pointers."""

INDEXES = "operator[]"
"""The method of a type whose objects can be indexed."""

MAX_MEANINGS = 8
"""An expression with more meanings than this has none that is of use."""

_NOTHING_YET = frozenset({"null", "undefined", "nil", "nullptr_t"})
"""Literals that say nothing of what a variable will hold."""


class Evaluation:
    """Finds out what expressions mean."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._path = ""
        self._contents = Contents()
        self._customs = next(iter(program.customs.values()))
        self._trait_methods: dict[tuple[str, str], Meanings] = {}
        self._locals: dict[str, list[CodeLocal]] = {}
        self._types: dict[tuple[str, int, int, TypeRef], Meanings] = {}
        self.members = Members(program, self.type_at)
        self.names = Names(program, self.members.find)
        self._generics = Generics(program, self.members)
        self._open: set[object] = set()
        self._values: dict[Entity, Meanings] = {}
        self._take_extensions()

    def _take_extensions(self) -> None:
        """Find what stands outside of its type; what is said of types until then is not kept."""
        self._open.add(Members)
        self.members.take_extensions()
        self._open.discard(Members)

    def look_at(self, path: str, local_variables: tuple[CodeLocal, ...]) -> None:
        """Look at the code of one file from now on; all others are known as they are seen from outside."""
        self._path = path
        self._customs = self._program.customs[self._program.files[path].language]
        self._contents = self._customs.contents
        self._locals = {}
        for each in local_variables:
            self._locals.setdefault(each.name, []).append(each)

    def value(self, expression: CodeExpression, place: Place, depth: int = 0) -> Meanings:
        """Return what an expression means at a place."""
        if depth > MAX_DEPTH:
            return NOTHING
        found: Meanings = NOTHING
        match expression:
            case NameExpr():
                found = self._values_of(self._objects_first(self.meanings(expression, place, depth)))
            case ReceiverExpr(is_parent=is_parent):
                found = self._receiver(place, is_parent=is_parent)
            case MemberExpr(name=name):
                holders = self.holder(expression, place, depth)
                found = self._values_of(self._objects_first(self.member(holders, name)), holders)
            case CallExpr(function=function):
                found = self._call(function, place, depth)
            case NewExpr(type_ref=type_ref):
                found = self.made(type_ref, place, depth)
            case CastExpr(type_ref=type_ref):
                found = self.type_at(type_ref, place)
            case ItemExpr(value=value, is_awaited=is_awaited):
                inner = self.value(value, place, depth + 1)
                found = self._awaited(inner) if is_awaited else self._items_of(inner, place)
            case RecordExpr() | OtherExpr():
                found = _written(expression, place)
        return found if len(found) <= MAX_MEANINGS else NOTHING

    def _items_of(self, values: Meanings, place: Place) -> Meanings:
        """Return what things hold; where pointers are arrays, an object that can't be indexed is one of many."""
        found = _items(values)
        if found or not self._program.customs[self._program.files[place.path].language].are_pointers_arrays:
            return found
        return tuple(
            inner
            for each in values
            if isinstance(each, Instance) and not each.arguments
            for inner in self._indexed(each)
        )

    def _indexed(self, value: Instance) -> Meanings:
        operators = self.members.find(value.entity, INDEXES)
        if not operators:
            return (value,)
        found = tuple(found for each in operators[:1] for found in self._result(Defined(each), (value,)))
        if any(isinstance(each, Instance) for each in found):
            return found
        return (less_sure(value, Sureness.INFERRED), *(less_sure(each, Sureness.INFERRED) for each in found))

    def holder(self, expression: MemberExpr, place: Place, depth: int = 0) -> Meanings:
        """Return what a member is taken from: a value, or what that points to."""
        values = self.value(expression.value, place, depth + 1)
        if not expression.is_pointed:
            return values
        found: dict[Meaning, None] = {}
        for each in values:
            found.update(dict.fromkeys(self._pointed_to(each, place) or (each,)))
        return tuple(found)

    def _pointed_to(self, meaning: Meaning, place: Place) -> Meanings:
        """Return what an object that acts as a pointer stands for; of others nothing."""
        if isinstance(meaning, Outside) and meaning.arguments and self._is_pointer(meaning, place):
            return meaning.arguments[:1]
        if isinstance(meaning, Instance):
            operators = self.members.find(meaning.entity, POINTS_TO)
            return tuple(found for each in operators[:1] for found in self._result(Defined(each), (meaning,)))
        return NOTHING

    def _is_pointer(self, meaning: Outside, place: Place) -> bool:
        pointers = self._program.customs[self._program.files[place.path].language].pointers
        return meaning.name.rpartition(".")[2] in pointers

    def meanings(self, expression: NameExpr, place: Place, depth: int = 0) -> Meanings:
        """Return what a plain name means: a local's value, or definitions; a value that is not known means nothing."""
        found = self.name(expression.name, place, depth, is_value=expression.is_value)
        is_shared = bool(found) and all(isinstance(each, Space) for each in found)
        return (*found, *self._of_language(expression.name, place)) if is_shared else found

    def name(self, name: str, place: Place, depth: int = 0, *, is_value: bool = False) -> Meanings:
        """Return what a name means, however it is written."""
        if name.startswith("."):
            customs = self._program.customs[self._program.files[place.path].language]
            outside = (Outside(f"{customs.outside}{name}"),) if customs.is_outside(name[1:]) else NOTHING
            return self._from_root(name[1:], place) or self._builtin(name[1:], place) or outside
        local = self.local(name, place)
        if local is not None:
            return self._local_value(local, place, depth)
        found = self.names.around(place, name)
        if found:
            return found
        if self._program.customs[self._program.files[place.path].language].has_implicit_receiver:
            found = self._implicit_member(name, place)
            if found:
                return found
        return (
            self.names.in_file(place, name)
            or self._of_language(name, place)
            or self._inherited_outside(name, place)
            or tuple(filter(None, (self._type_parameter(name, place),)))
            or (NOTHING if is_value else self._builtin(name, place))
        )

    def local(self, name: str, place: Place) -> CodeLocal | None:
        """Return the parameter or local variable that a name means, the innermost one."""
        if place.path != self._path or name not in self._locals:
            return None
        here = [each for each in self._locals[name] if each.begin <= place.offset < each.end]
        return min(
            here, key=lambda each: (each.end - each.begin, _distance(each, place.offset)), default=None
        )

    def member(self, meanings: Meanings, name: str) -> Meanings:
        """Return what a member of something means."""
        return tuple(dict.fromkeys(found for each in meanings for found in self._member_of(each, name)))

    def _member_of(self, meaning: Meaning, name: str) -> Meanings:
        match meaning:
            case Space(key=key):
                return self.names.in_space(key, name)
            case Outside():
                return self._inside(meaning, name) or self._outside_member(meaning, name)
            case Instance(entity=entity, sureness=sureness) | Defined(entity=entity, sureness=sureness):
                own: Meanings = tuple(
                    Defined(each, sureness)
                    for owner in self._meant_types(entity)
                    for each in self.members.find(owner, name)
                )
                own = own or self._seen_as(meaning, name) or self._of_traits(name)
                base = None if own else self.members.outside_base(entity, name)
                return own if base is None else (Outside(f"{base}.{name}", sureness),)
            case Parameter():
                return self.member(self._bound(meaning), name)
            case Sequence(sureness=sureness):
                return (Outside(f"{ARRAY}.{name}", sureness),)
            case Record() | Unknown():
                return self._field(meaning, name) if isinstance(meaning, Record) else NOTHING

    def _meant_types(self, entity: Entity) -> tuple[Entity, ...]:
        """Return the types that an alias stands for, or anything else itself."""
        if self._program.definition(entity).type_kind is not TypeKind.TYPE_ALIAS:
            return (entity,)
        meant = self._objects(entity, NOTHING)
        return tuple(each.entity for each in meant if isinstance(each, Instance)) or (entity,)

    def _outside_member(self, meaning: Outside, name: str) -> Meanings:
        """Return a member of something outside; what is known not to have it may have it from a trait."""
        if meaning.is_instance and not has_member(self._customs.markers, meaning, name):
            return self._of_traits(name)
        sureness = max(meaning.sureness, Sureness.TYPED) if meaning.is_instance else meaning.sureness
        return (Outside(f"{meaning.name}.{name}", sureness),)

    def _inside(self, meaning: Outside, name: str) -> Meanings:
        """Return a member of what an object outside holds, or a part of it."""
        return part_of(self._contents, meaning, name) or tuple(
            less_sure(each, Sureness.TYPED)
            for each in self.member(seen_through(self._contents, meaning, name), name)
            if not isinstance(each, Outside)
        )

    def _seen_as(self, meaning: Instance | Defined, name: str) -> Meanings:
        """Return a member of what an object of the repository is seen as, by an inner type that says so.

        A constant of an enum has the members of the enum.
        """
        if isinstance(meaning, Defined):
            enum = self.enum_of(meaning.entity)
            found = () if enum is None else self.members.find(enum, name)
            return tuple(Defined(each, meaning.sureness) for each in found)
        key = (meaning.entity, name)
        if name == self._contents.target or key in self._open:
            return NOTHING
        self._open.add(key)
        try:
            seen = self._inner_type(meaning, self._contents.target)
            return part_of(self._contents, meaning, name) or self.member(seen, name)
        finally:
            self._open.discard(key)

    def _of_traits(self, name: str) -> Meanings:
        """Return the method of the one trait with such a method that the file sees: all values may have it."""
        if not self._customs.has_traits or not self._path:
            return NOTHING
        key = (self._path, name)
        if key not in self._trait_methods:
            language = self._program.files[self._path].language
            methods = [
                each
                for each in self._program.methods_named(language, name)
                if self.names.sees(self._path, self._trait_of(each))
            ]
            found = tuple(Defined(each, Sureness.TYPED) for each in methods)
            self._trait_methods[key] = found if len(found) == 1 else NOTHING
        return self._trait_methods[key]

    def _trait_of(self, entity: Entity) -> Entity | None:
        """Return the trait that declares a method."""
        definition = self._program.definition(entity)
        if definition.owner is not None or definition.parent == TOP_LEVEL:
            return None
        parent = Entity(entity.path, definition.parent)
        is_trait = self._program.definition(parent).type_kind is TypeKind.INTERFACE
        return parent if is_trait else None

    def is_seen_as_other(self, meanings: Meanings) -> bool:
        """Whether something has members of another type that is not known."""
        target = self._contents.target
        return bool(target) and any(
            isinstance(each, Instance) and self.members.own(each.entity, target) for each in meanings
        )

    def enum_of(self, entity: Entity) -> Entity | None:
        """Return the enum that something is a constant of."""
        definition = self._program.definition(entity)
        if definition.kind is not DefinitionKind.VARIABLE or definition.parent == TOP_LEVEL:
            return None
        parent = Entity(entity.path, definition.parent)
        is_constant = definition.type is None and definition.mutability is Mutability.IMMUTABLE
        is_of_enum = self._program.definition(parent).type_kind is TypeKind.ENUM
        return parent if is_constant and is_of_enum else None

    def _inner_type(self, meaning: Meaning, name: str) -> Meanings:
        """Return objects of the type that a type of the repository calls by a name of its own."""
        if not isinstance(meaning, Instance) or not name:
            return NOTHING
        found: dict[Meaning, None] = {}
        for each in self.members.own(meaning.entity, name):
            definition = self._program.definition(each)
            key = (name, meaning)
            if definition.type is None or key in self._open:
                continue
            self._open.add(key)
            try:
                place = Place(each.path, each.number, definition.begin)
                types = self.type_at(definition.type, place)
                found.update(dict.fromkeys(self._generics.applied(types, (meaning,), each, NOTHING)))
            finally:
                self._open.discard(key)
        return tuple(less_sure(each, max(meaning.sureness, Sureness.TYPED)) for each in found)

    def _bound(self, parameter: Parameter) -> Meanings:
        """Return objects of the type that a type parameter is declared to be at least."""
        definition = self._program.definition(parameter.entity)
        bound = definition.all_type_parameters[parameter.number].bound
        if bound is None or parameter in self._open:
            return NOTHING
        self._open.add(parameter)
        try:
            place = Place(parameter.entity.path, parameter.entity.number, definition.begin)
            return tuple(less_sure(each, parameter.sureness) for each in self.type_at(bound, place))
        finally:
            self._open.discard(parameter)

    def _field(self, record: Record, name: str) -> Meanings:
        """Return what a written object has under a name: a function of its own, or what stands in a field of it."""
        path, number = record.written_in.path, record.written_in.number
        view = self._program.files[path]
        functions = tuple(
            Defined(Entity(path, each), record.sureness)
            for each in view.children.get(number, {}).get(name, ())
            if (name, True) in {(field, isinstance(value, OtherExpr)) for field, value in record.fields}
            and view.facts.definitions[each].is_member
        )
        key = (record.written_in, name)
        if functions or key in self._open:
            return functions
        self._open.add(key)
        try:
            found = self._in_fields(record, name)
        finally:
            self._open.discard(key)
        return tuple(less_sure(each, record.sureness) for each in found)

    def _in_fields(self, record: Record, name: str) -> Meanings:
        path, number = record.written_in.path, record.written_in.number
        for field, expression in record.fields:
            if field == name:
                return self.value(expression, Place(path, number, expression.begin), 1)
        wholes = (expression for field, expression in record.fields if field == ALL_FIELDS)
        return tuple(
            each
            for expression in wholes
            for each in self.member(self.value(expression, Place(path, number, expression.begin), 1), name)
        )

    def _awaited(self, meanings: Meanings) -> Meanings:
        """Return what is there once things are awaited: what a future holds, anything else as it is."""
        found: dict[Meaning, None] = {}
        for meaning in meanings:
            is_future = (
                isinstance(meaning, Outside) and meaning.name.rpartition(".")[2] in self._customs.futures
            )
            found.update(dict.fromkeys(_items((meaning,)) if is_future else (meaning,)))
        return tuple(found)

    def made(self, type_ref: TypeRef, place: Place, depth: int = 0) -> Meanings:
        """Return new objects of a type, which a local may hold."""
        first, _, rest = type_ref.name.partition(".")
        local = self.local(first, place) if self._customs.are_types_values else None
        if local is None:
            return self.type_at(type_ref, place)
        found: dict[Meaning, None] = {}
        for each in self._through(self._local_value(local, place, depth), rest):
            if isinstance(each, Defined) and not self._is_variable(each.entity):
                objects = self._objects(each.entity, NOTHING)
                found.update(dict.fromkeys(less_sure(one, each.sureness) for one in objects))
            elif isinstance(each, Outside):
                found[Outside(each.name, each.sureness, is_instance=True)] = None
        return tuple(found)

    def type_at(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return objects of a type that is written at a place."""
        if is_unwritten(type_ref):
            return NOTHING
        key = (place.path, place.definition, place.head, type_ref)
        known = self._types.get(key)
        if known is None:
            known = self._type_at(type_ref, place)
            if not self._open:
                self._types[key] = known
        return known

    def _type_at(self, type_ref: TypeRef, place: Place) -> Meanings:
        if type_ref.name == ARRAY:
            items = tuple(each for inner in type_ref.arguments for each in self.type_at(inner, place))
            return (Sequence(items, Sureness.TYPED),)
        if type_ref.name == UNION:
            return self._union(type_ref, place)
        if type_ref.name == TUPLE:
            parts = tuple(next(iter(self.type_at(inner, place)), Unknown()) for inner in type_ref.arguments)
            return (Outside(TUPLE, Sureness.TYPED, is_instance=True, arguments=parts),)
        own = self._program.customs[self._program.files[place.path].language].own_types.get(type_ref.name)
        if own is not None:
            return self._own_type(own, place)
        parameter = self._type_parameter(type_ref.name, place)
        if parameter is not None:
            return (parameter,)
        arguments = tuple(next(iter(self.type_at(inner, place)), Unknown()) for inner in type_ref.arguments)
        found: dict[Meaning, None] = {}
        named = self._types_first(self._type_named(type_ref.name, place))
        for meaning in self._of_arity(named, len(arguments)):
            match meaning:
                case Defined(entity=entity):
                    found.update(dict.fromkeys(self._objects(entity, arguments)))
                case Outside(name=name):
                    found[Outside(name, Sureness.TYPED, is_instance=True, arguments=arguments)] = None
                case _:
                    pass
        return tuple(found)

    def _union(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return objects of several types; those of the language itself are left out beside those of the repository."""
        found = tuple(each for inner in type_ref.arguments for each in self.type_at(inner, place))
        outside = self._program.customs[self._program.files[place.path].language].outside
        is_known = any(isinstance(each, Instance) for each in found)
        return tuple(
            each
            for each in found
            if not (is_known and isinstance(each, Outside) and each.name.startswith(f"{outside}."))
        )

    def _own_type(self, own: OwnType, place: Place) -> Meanings:
        """Return objects of the type around a place, of its parent, or of that whose method runs."""
        if own is OwnType.PARENT:
            return tuple(less_sure(each, Sureness.TYPED) for each in self._receiver(place, is_parent=True))
        owner = self.members.type_around(place)
        if owner is None:
            return NOTHING
        return (Instance(owner, Sureness.TYPED, is_receiver=own is OwnType.RECEIVER),)

    def _objects(self, entity: Entity, arguments: Meanings) -> Meanings:
        """Return objects of a type; those of an alias are objects of what it stands for."""
        definition = self._program.definition(entity)
        if definition.kind is not DefinitionKind.TYPE:
            enum = self.enum_of(entity)
            if enum is not None:
                return (Instance(enum, Sureness.TYPED),)
            customs = self._program.customs[self._program.files[entity.path].language]
            return self._made_by_value(entity, arguments) if customs.are_types_values else NOTHING
        if definition.type_kind is TypeKind.TYPE_ALIAS and not is_unwritten(definition.type):
            if entity in self._open or definition.type is None:
                return NOTHING
            self._open.add(entity)
            try:
                found = self.type_at(definition.type, place_of(entity, definition))
                return self._generics.applied(found, NOTHING, entity, arguments)
            finally:
                self._open.discard(entity)
        return (Instance(entity, Sureness.TYPED, arguments),)

    def _made_by_value(self, entity: Entity, arguments: Meanings) -> Meanings:
        """Return objects that a function makes, or the type that a variable holds."""
        if self._program.definition(entity).kind is DefinitionKind.FUNCTION:
            return (Instance(entity, Sureness.TYPED, arguments),)
        found: dict[Meaning, None] = {}
        for each in self.held((entity,)):
            if isinstance(each, Defined) and not self._is_variable(each.entity):
                found.update(dict.fromkeys(self._objects(each.entity, arguments)))
            elif isinstance(each, Outside):
                found[Outside(each.name, each.sureness, is_instance=True)] = None
        return tuple(less_sure(each, Sureness.INFERRED) for each in found)

    def _types_first(self, meanings: Meanings) -> Meanings:
        """Return types alone, if there are any among things of one name."""
        types = tuple(each for each in meanings if isinstance(each, Defined) and self._is_type(each.entity))
        return tuple(each for each in types if not self._is_object(each)) or types or meanings

    def _is_object(self, meaning: Meaning) -> bool:
        return isinstance(meaning, Defined) and self._program.definition(meaning.entity).is_object

    def _objects_first(self, meanings: Meanings) -> Meanings:
        """Return what is an object alone, if there is any among things of one name: a type of its name is no value."""
        if len(meanings) < 2 or not any(map(self._is_object, meanings)):  # noqa: PLR2004 - one has no other
            return meanings
        return tuple(
            each
            for each in meanings
            if self._is_object(each) or not (isinstance(each, Defined) and self._is_type(each.entity))
        )

    def _of_one_name(self, entity: Entity) -> Meanings:
        """Return a type, and those beside it that have its name and another number of type parameters."""
        definition = self._program.definition(entity)
        view = self._program.files[entity.path]
        beside = (
            self._program.own_names(view.space_of(definition), definition.name)
            if definition.parent == TOP_LEVEL
            else self._program.inside(Entity(entity.path, definition.parent), definition.name)
        )
        n_parameters = len(definition.type_parameters)
        others = (
            each
            for each in beside
            if self._is_type(each) and len(self._program.definition(each).type_parameters) != n_parameters
        )
        return (Defined(entity), *map(Defined, others))

    def _of_arity(self, meanings: Meanings, n_arguments: int) -> Meanings:
        """Return the types with as many parameters as there are arguments, if several types have one name."""
        fitting = tuple(
            each
            for each in meanings
            if len(meanings) > 1
            and isinstance(each, Defined)
            and len(self._program.definition(each.entity).type_parameters) == n_arguments
        )
        return fitting or meanings

    def _is_variable(self, entity: Entity) -> bool:
        return self._program.definition(entity).kind is DefinitionKind.VARIABLE

    def _type_parameter(self, name: str, place: Place) -> Parameter | None:
        """Return the type parameter of something around a place that a name means."""
        definitions = self._program.files[place.path].facts.definitions
        heads = () if place.head == TOP_LEVEL else (place.head,)
        for number in (*heads, *self.names.enclosing(place)):
            for index, each in enumerate(definitions[number].all_type_parameters):
                if each.name == name:
                    return Parameter(Entity(place.path, number), index)
        return None

    def _type_named(self, name: str, place: Place) -> Meanings:
        """Return what the name of a type means that is no type parameter."""
        if name.startswith("."):
            return self._from_root(name[1:], place) or (Outside(name[1:]),)
        first, _, rest = name.partition(".")
        view = self._program.files[place.path]
        for number in self.names.enclosing(place):
            definition = view.facts.definitions[number]
            if definition.kind is DefinitionKind.TYPE:
                is_alias = definition.type_kind is TypeKind.TYPE_ALIAS
                if definition.name == first and not rest and not is_alias and not definition.is_object:
                    return self._of_one_name(Entity(place.path, number))
                owner: Entity | None = Entity(place.path, number) if number in view.children else None
            else:
                owner = self.members.owner_of(Entity(place.path, number)) if definition.owner else None
            nested = () if owner is None else self.members.find(owner, first)
            inner = tuple(Defined(each) for each in nested if self._is_type(each))
            if inner:
                return self._through(inner, rest)
        found = (
            self.names.around(place, first) or self.names.in_file(place, first) or self._builtin(first, place)
        )
        if not found and rest and first not in view.named_imports:
            return (Outside(name),) if self._type_parameter(first, place) is None else NOTHING
        if rest and all(isinstance(each, Space) for each in found):
            found = (*found, *self._of_language(first, place))
        return self._through(found, rest)

    def _from_root(self, name: str, place: Place) -> Meanings:
        """Return what a dotted name means that begins in the space around all others."""
        return self.names.in_space(self._program.customs[self._program.files[place.path].language].root, name)

    def _through(self, found: Meanings, rest: str) -> Meanings:
        while rest and found:
            first, _, rest = rest.partition(".")
            found = self.member(found, first)
        return found

    def _is_type(self, entity: Entity) -> bool:
        return self._program.definition(entity).kind is DefinitionKind.TYPE

    def _of_language(self, name: str, place: Place) -> Meanings:
        """Return what a name means that belongs to the language itself."""
        customs = self._program.customs[self._program.files[place.path].language]
        return (Outside(f"{customs.outside}.{name}"),) if name in customs.builtins else NOTHING

    def _builtin(self, name: str, place: Place) -> Meanings:
        customs = self._program.customs[self._program.files[place.path].language]
        view = self._program.files[place.path]
        may_be_member = customs.has_implicit_receiver and self._program.methods_named(view.language, name)
        is_known = name in view.named_imports or may_be_member
        if name not in customs.builtins:
            found = self.names.outside_star(place, name)
            if is_known:
                return NOTHING
            if found or not customs.is_outside(name):
                return found
        return (Outside(f"{customs.outside}.{name}"),)

    def _inherited_outside(self, name: str, place: Place) -> Meanings:
        """Return what a plain name means that may be a member of a base outside of the repository."""
        if not self._program.customs[self._program.files[place.path].language].has_implicit_receiver:
            return NOTHING
        owner = self.members.type_around(place)
        base = None if owner is None else self.members.outside_base(owner, name)
        if base is None or not name[:1].islower():
            return NOTHING
        before, _, behind = f"{base}.".partition(f".{name}.")
        return (Outside(f"{before}.{name}" if behind else f"{base}.{name}"),)

    def _implicit_member(self, name: str, place: Place) -> Meanings:
        """Return the member that a plain name means in the code of a type, or of one around that."""
        owner = self.members.type_around(place)
        while owner is not None:
            found = tuple(each for each in self.members.find(owner, name) if not self._is_constructor(each))
            if found:
                return tuple(map(Defined, found))
            definition = self._program.definition(owner)
            owner = self.members.type_around(Place(owner.path, definition.parent, definition.begin))
        return NOTHING

    def _is_constructor(self, entity: Entity) -> bool:
        modifiers = self._program.definition(entity).modifiers
        return modifiers is not None and modifiers.is_constructor

    def _receiver(self, place: Place, *, is_parent: bool) -> Meanings:
        owner = self.members.type_around(place)
        if owner is None:
            return NOTHING
        if not is_parent:
            return (Instance(owner, Sureness.DECLARED, self._said_of_owner(place)),)
        bases = self.members.bases(owner)
        return tuple(
            replace(base, sureness=Sureness.DECLARED)
            for base in bases
            if isinstance(base, Instance | Outside)
        )

    def _said_of_owner(self, place: Place) -> Meanings:
        """Return the type arguments with which a block of methods names their type."""
        for number in self.names.enclosing(place):
            owner = self._program.files[place.path].facts.definitions[number].owner
            if owner is not None:
                at = Place(place.path, number, place.offset)
                return tuple(next(iter(self.type_at(each, at)), Unknown()) for each in owner.arguments)
        return NOTHING

    def _local_value(self, local: CodeLocal, place: Place, depth: int) -> Meanings:
        if local.type is not None and not is_unwritten(local.type):
            return self.type_at(local.type, place)
        if local.value is None or local in self._open:
            return NOTHING
        self._open.add(local)
        try:
            at = Place(place.path, local.definition, local.value.begin)
            found = self.value(local.value, at, depth + 1)
        finally:
            self._open.discard(local)
        keeps_type = self._program.customs[self._program.files[place.path].language].do_locals_keep_types
        return tuple(less_sure(each, Sureness.TYPED if keeps_type else Sureness.INFERRED) for each in found)

    def _values_of(self, meanings: Meanings, holders: Meanings = NOTHING) -> Meanings:
        """Return what definitions hold: of a variable or property its value, of another function or type itself.

        `holders` are the objects that they are taken from.
        """
        found: dict[Meaning, None] = {}
        for meaning in meanings:
            held: Meanings = NOTHING
            if isinstance(meaning, Defined):
                definition = self._program.definition(meaning.entity)
                if definition.kind is DefinitionKind.VARIABLE:
                    value = self._variable_value(meaning.entity, definition)
                    held = self._generics.applied(value, holders, meaning.entity, NOTHING)
                elif self._is_called_by_name(definition):
                    held = self._result(meaning, holders)
            is_written_out = all(isinstance(each, Record) for each in held)
            found.update(dict.fromkeys((meaning, *held) if is_written_out else held))
        return tuple(found)

    def _is_called_by_name(self, definition: CodeDefinition) -> bool:
        modifiers = definition.modifiers
        return modifiers is not None and (modifiers.is_property or bool(self._customs.applied))

    def held(self, variables: tuple[Entity, ...]) -> Meanings:
        """Return what variables hold."""
        return self._values_of(tuple(map(Defined, variables)))

    def _variable_value(self, entity: Entity, definition: CodeDefinition) -> Meanings:
        known = self._values.get(entity)
        if known is not None:
            return known
        if entity in self._open:
            return NOTHING
        self._open.add(entity)
        try:
            place = place_of(entity, definition)
            if definition.type is not None and not is_unwritten(definition.type):
                found = self.type_at(definition.type, place)
            elif definition.value is not None:
                inferred = self.value(definition.value, place, 1)
                found = tuple(less_sure(each, Sureness.INFERRED) for each in inferred)
            else:
                found = NOTHING
        finally:
            self._open.discard(entity)
        if not self._open:
            self._values[entity] = found
        return found

    def _call(self, function: CodeExpression, place: Place, depth: int) -> Meanings:
        """Return what a call gives: what a function is declared to return, or an object of a type that is called."""
        found: dict[Meaning, None] = {}
        if isinstance(function, MemberExpr):
            values = self.holder(function, place, depth)
            if function.name in self._program.customs[self._program.files[place.path].language].pointed:
                pointed = (each for each in values if isinstance(each, Outside))
                found.update(
                    dict.fromkeys(inner for each in pointed for inner in self._pointed_to(each, place))
                )
            makers = self._program.customs[self._program.files[place.path].language].makers
            if function.name in makers:
                for each in values:
                    if isinstance(each, Defined) and self._is_type(each.entity):
                        found.update(dict.fromkeys(self._objects(each.entity, NOTHING)))
            found.update(dict.fromkeys(self._taken_out(values, function.name)))
            if function.name in self._customs.binders:
                found.update(dict.fromkeys(filter(self.is_function, values)))
            called = self.member(values, function.name) if not found else NOTHING
        else:
            values = self._receiver(place, is_parent=False)
            called = (
                self.meanings(function, place, depth)
                if isinstance(function, NameExpr)
                else self.value(function, place, depth + 1)
            )
        # A field and a method may have one name: the method is called.
        called = tuple(filter(self.is_function, called)) or called
        for each in self.applied(called):
            found.update(dict.fromkeys(self._given_by(each, values, depth)))
        if not found:
            found.update(
                dict.fromkeys(inner for each in called for inner in self._given_by(each, values, depth))
            )
        return tuple(found)

    def _given_by(self, called: Meaning, values: Meanings, depth: int) -> Meanings:
        """Return what a call of something gives; of a variable, of what it holds."""
        is_held = isinstance(called, Defined) and self._is_variable(called.entity)
        holders = self._values_of((called,), values) if is_held else (called,)
        return tuple(inner for each in holders for inner in self._result(each, values, depth))

    def applied(self, called: Meanings) -> Meanings:
        """Return what runs where something is called: of an object the method that is meant for that."""
        name = self._customs.applied
        if not name:
            return called
        holders = [each for each in called if isinstance(each, Instance) or self._is_object(each)]
        methods = tuple(each for each in self.member(tuple(holders), name) if isinstance(each, Defined))
        others = tuple(each for each in called if each not in holders)
        return methods or others or called

    def is_function(self, meaning: Meaning) -> bool:
        """Whether a function itself is meant."""
        return (
            isinstance(meaning, Defined)
            and self._program.definition(meaning.entity).kind is DefinitionKind.FUNCTION
        )

    def _taken_out(self, values: Meanings, name: str) -> Meanings:
        """Return what a method that the repository does not define takes out of objects."""
        found: dict[Meaning, None] = {}
        for value in values:
            awaited = (
                self._inner_type(value, self._contents.awaited) if name == self._contents.wait else NOTHING
            )
            given = awaited or given_by(self._contents, value, name)
            if given and not any(isinstance(each, Defined) for each in self.member((value,), name)):
                found.update(dict.fromkeys(given))
        return tuple(found)

    def _result(self, meaning: Meaning, holders: Meanings, depth: int = 0) -> Meanings:
        """Return what a function gives that is taken from some objects."""
        match meaning:
            case Defined(entity=entity) if self._is_type(entity) or self.enum_of(entity) is not None:
                return self._objects(entity, NOTHING)
            case Instance(entity=entity) if not self._is_type(entity):
                return NOTHING
            case Defined(entity=entity, sureness=sureness) | Instance(entity=entity, sureness=sureness):
                definition = self._program.definition(entity)
                returns = definition.returns
                if returns is None or is_unwritten(returns):
                    return self._returned(entity, definition, depth)
                place = Place(entity.path, entity.number, definition.begin)
                given = tuple(less_sure(each, sureness) for each in self.type_at(returns, place))
                return self._generics.applied(given, holders, entity, NOTHING)
            case Outside(name=name, sureness=sureness):
                return (Outside(f"{name}()", sureness, is_instance=True),)
            case _:
                return NOTHING

    def _returned(self, entity: Entity, definition: CodeDefinition, depth: int) -> Meanings:
        """Return what the only result of a function is, where no type is declared."""
        if definition.kind is not DefinitionKind.FUNCTION or definition.value is None or entity in self._open:
            return NOTHING
        self._open.add(entity)
        try:
            found = self.value(definition.value, Place(entity.path, entity.number, NOWHERE), depth + 1)
        finally:
            self._open.discard(entity)
        return tuple(less_sure(each, Sureness.INFERRED) for each in found)


def _written(expression: RecordExpr | OtherExpr, place: Place) -> Meanings:
    """Return an object that is written out, or what is known of anything else."""
    if isinstance(expression, RecordExpr):
        return (Record(Entity(place.path, place.definition), expression.fields),)
    if not expression.type_name or expression.type_name in _NOTHING_YET:
        return NOTHING
    return (Outside(expression.type_name, Sureness.INFERRED, is_instance=True),)


def _distance(local: CodeLocal, offset: int) -> int:
    """Return how far before a place a variable was given its value; the values that come behind it are last."""
    given = local.begin if local.value is None else local.value.end
    return offset - given if given <= offset else given


def _items(meanings: Meanings) -> Meanings:
    """Return what things hold: an array its items, a generic type its last argument."""
    found: dict[Meaning, None] = {}
    for meaning in meanings:
        match meaning:
            case Sequence(items=items):
                found.update(dict.fromkeys(items))
            case Outside(name="()"):
                pass
            case Instance(arguments=arguments) | Outside(arguments=arguments) if arguments:
                found[arguments[-1]] = None
            case _:
                pass
    return tuple(each for each in found if not isinstance(each, Unknown))
