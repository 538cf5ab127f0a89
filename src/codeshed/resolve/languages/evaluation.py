"""What expressions mean.

Turns: a CodeExpression at a place → Meanings, through names, declared types, and what locals and fields are first given.
Bounded in depth; what runs in circles means nothing.
"""

from msgspec.structs import replace

from codeshed.model.code_facts import (
    ALL_FIELDS,
    ARRAY,
    PART,
    TOP_LEVEL,
    TUPLE,
    UNION,
    CallExpr,
    CastExpr,
    CodeDefinition,
    CodeExpression,
    CodeFacts,
    CodeLocal,
    CodeReference,
    GivenExpr,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    ReceiverExpr,
    RecordExpr,
    TypeRef,
)
from codeshed.model.semantic import DefinitionKind, ParameterKind, TypeKind
from codeshed.resolve.languages.contents import given_by, part_of, seen_through
from codeshed.resolve.languages.extension_methods import ExtensionMethods
from codeshed.resolve.languages.generics import Generics, first_known, substituted
from codeshed.resolve.languages.interface import NOWHERE
from codeshed.resolve.languages.meanings import (
    NOTHING,
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Record,
    Sequence,
    Space,
    Sureness,
    Unknown,
    Variable,
    is_unwritten,
    less_sure,
    place_of,
)
from codeshed.resolve.languages.members import Fits, Members, fits_all, has_member
from codeshed.resolve.languages.names import Names
from codeshed.resolve.languages.outside_types import OutsideTypes
from codeshed.resolve.languages.overloads import Overloads
from codeshed.resolve.languages.program import Entity, Program
from codeshed.resolve.languages.recall import Recall
from codeshed.resolve.languages.spaces import Contents, Customs, OwnType
from codeshed.resolve.languages.structural import Structural

MAX_BOUNDS = 8
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
        self._arguments: dict[tuple[int, int], tuple[CodeExpression, ...]] = {}
        self.recall: Recall[Meanings] = Recall(NOTHING)
        self._seen_from = ""
        self.members = Members(program, self.type_at, self.recall)
        self.names = Names(program, self.members.find)
        self.generics = Generics(program, self.members)
        self.overloads = Overloads(program, self)
        self.structural = Structural(program, self.members, self.type_at)
        self._extension_methods = ExtensionMethods(program, self)
        self._root_members = {
            root.name: root.members for customs in program.customs.values() for root in customs.roots
        }
        self._take_extensions()

    def _take_extensions(self) -> None:
        """Find what stands outside of its type; what is said of types until then is not kept."""
        self.recall.is_keeping = False
        self.members.take_extensions()
        self.recall.is_keeping = True

    def look_at(self, path: str, facts: CodeFacts) -> None:
        """Look at the code of one file from now on; all others are known as they are seen from outside."""
        self.recall.turn_to_another_file()
        self._path = self._seen_from = path
        self._customs = self._program.customs_at(path)
        self._contents = self._customs.contents
        self._locals = {}
        for each in facts.locals:
            self._locals.setdefault(each.name, []).append(each)
        self._arguments = {
            (each.begin, each.end): each.arguments for each in facts.references if each.arguments
        }

    def here(self, reference: CodeReference) -> Place:
        """Return where a reference of the file that is looked at stands."""
        return Place(self._path, reference.definition, reference.begin)

    def _arguments_of(self, call: CallExpr, place: Place) -> tuple[CodeExpression, ...]:
        """Return what a call is given, as far as that is read."""
        return self._arguments.get((call.begin, call.end), ()) if place.path == self._path else ()

    def value(self, expression: CodeExpression, place: Place) -> Meanings:
        """Return what an expression means at a place."""
        if isinstance(expression, ReceiverExpr | OtherExpr | RecordExpr):
            return self._value(expression, place)
        return self.recall.ask_of_thing(expression, place, lambda: self._value(expression, place))

    def _value(self, expression: CodeExpression, place: Place) -> Meanings:
        seen_from, self._seen_from = self._seen_from, place.path
        found: Meanings = NOTHING
        match expression:
            case NameExpr():
                named = self._objects_first(self.meanings(expression, place))
                found = self._values_of(self._read(named, place))
            case ReceiverExpr(is_parent=is_parent):
                found = self._receiver(place, is_parent=is_parent)
            case MemberExpr():
                found = self._member_value(expression, place)
            case CallExpr():
                found = self._call(expression, place)
            case NewExpr(type_ref=type_ref) | CastExpr(type_ref=type_ref):
                is_new = isinstance(expression, NewExpr)
                found = self.made(type_ref, place) if is_new else self.type_at(type_ref, place)
            case ItemExpr():
                found = self._item(expression, place)
            case GivenExpr():
                found = self._given(expression, place)
            case RecordExpr() | OtherExpr():
                found = self._written(expression, place)
        self._seen_from = seen_from
        return found if len(found) <= MAX_MEANINGS else NOTHING

    def _read(self, meanings: Meanings, place: Place) -> Meanings:
        """Return what reading a name gives: where that is a call, what functions return."""
        if not self._program.customs_at(place.path).are_names_calls:
            return meanings
        found: dict[Meaning, None] = {}
        for each in meanings:
            found.update(dict.fromkeys(self._result(each, (), place) if self._is_run(each) else (each,)))
        return tuple(found)

    def _is_run(self, meaning: Meaning) -> bool:
        """Whether the name of something is a call of it: that of a function, and of what may be one outside."""
        if isinstance(meaning, Outside):
            return not meaning.is_instance and meaning.name.rpartition(".")[2][:1].islower()
        return self.is_function(meaning)

    def _member_value(self, member: MemberExpr, place: Place) -> Meanings:
        held = self.holder(member, place)
        place_in_tuple = member.name.removeprefix(PART)
        if place_in_tuple != member.name and place_in_tuple.isdecimal():
            return _part(held, int(place_in_tuple))
        found = self.member(held, member.name, is_function=member.is_function)
        return self._values_of(self._read(self._objects_first(found), place))

    def _item(self, item: ItemExpr, place: Place) -> Meanings:
        """Return what stands behind something in brackets, or what a loop over it gives: that ends where it ends."""
        held = self.bounded(self.value(item.value, place))
        if item.is_awaited:
            return self._awaited(held)
        if self._program.customs_at(place.path).are_pointers_arrays:
            return self._items(held) or self._behind_pointers(held, place)
        if item.end > item.value.end:
            return self._indexed(held, place) or self._items(held)
        if self._program.customs_at(place.path).known_bases:
            held = tuple(each for each in held if not _is_of_pairs(each))
        return self._items(held)

    def _written(self, expression: RecordExpr | OtherExpr, place: Place) -> Meanings:
        """Return an object that is written out, or what is known of anything else."""
        if isinstance(expression, RecordExpr):
            return (Record(Entity(place.path, place.definition), expression.fields),)
        is_nothing = expression.type_name in _NOTHING_YET
        return NOTHING if is_nothing else self._literal(expression.type_name, place)

    def _literal(self, type_name: str, place: Place) -> Meanings:
        customs = self._program.customs_at(place.path)
        full = customs.outer(type_name) if type_name in customs.builtins else type_name
        return (Outside(full, Sureness.TYPED, is_instance=True),) if full else NOTHING

    def _behind_pointers(self, values: Meanings, place: Place) -> Meanings:
        """Return what stands behind pointers in brackets: an object that can't be indexed is one of many."""
        return tuple(
            inner
            for each in values
            if isinstance(each, Instance) and not each.arguments
            for inner in self._behind_pointer(each, place)
        )

    def _behind_pointer(self, value: Instance, place: Place) -> Meanings:
        operators = self.members.find(value.entity, INDEXES)
        if not operators:
            return (value,)
        found = self._result(Defined(operators[0], through=value), (), place)
        if any(isinstance(each, Instance) for each in found):
            return found
        return (less_sure(value, Sureness.INFERRED), *(less_sure(each, Sureness.INFERRED) for each in found))

    def holder(self, expression: MemberExpr, place: Place) -> Meanings:
        """Return what a member is taken from: a value, or what that points to."""
        values = self.value(expression.value, place)
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
            return self._result(Defined(operators[0], through=meaning), (), place) if operators else NOTHING
        return NOTHING

    def _is_pointer(self, meaning: Outside, place: Place) -> bool:
        pointers = self._program.customs_at(place.path).pointers
        return meaning.name.rpartition(".")[2] in pointers

    def meanings(
        self,
        expression: NameExpr,
        place: Place,
        *,
        is_called: bool = False,
        n_arguments: int | None = None,
    ) -> Meanings:
        """Return what a plain name means: a local's value, or definitions; a value that is not known means nothing."""
        found = self.name(
            expression.name,
            place,
            is_called=is_called,
            n_arguments=n_arguments,
            is_value=expression.is_value,
        )
        is_shared = bool(found) and all(isinstance(each, Space) for each in found)
        return (*found, *self._of_language(expression.name, place)) if is_shared else found

    def name(
        self,
        name: str,
        place: Place,
        *,
        is_called: bool = False,
        n_arguments: int | None = None,
        is_value: bool = False,
    ) -> Meanings:
        """Return what a plain name means: a local's value, or definitions."""
        if name.startswith("."):
            is_like_type = name[1:2].isupper() and not name.isupper()
            outside = (Outside(name[1:]),) if is_like_type else self._builtin(name[1:], place)
            return self._from_root(name[1:], place) or outside
        local = self.local(name, place, is_called=is_called)
        if local is not None:
            return self._local_value(local, place)
        found = self.names.around(place, name)
        if found:
            return found
        customs = self._program.customs_at(place.path)
        fits = self._fitting(place.path, is_function=is_called)
        if customs.has_implicit_receiver:
            found = self._implicit_member(name, place, fits, n_arguments)
            if not found and not customs.are_functions_apart:
                found = self._implicit_member(name, place, fits_all)
            if found:
                return found
        found = self.names.in_file(place, name)
        return (
            tuple(each for each in found if self._is_meant(each, fits, customs))
            or self._of_root_type(name, place)
            or self._member_of_all(name, place)
            or self._of_language(name, place)
            or self._inherited_outside(name, place, is_called=is_called)
            or self._of_root(name, place)
            or tuple(filter(None, (self._type_parameter(name, place),)))
            or (NOTHING if is_value else self._builtin(name, place, is_called=is_called))
        )

    def _fitting(self, path: str, *, is_function: bool) -> Fits:
        """Return what definitions a name can mean, as a function or as something else, where these are apart."""
        customs = self._program.customs_at(path)
        if not customs.are_functions_apart:
            return self._is_method if is_function and customs.has_overloads else fits_all
        return self._program.is_function if is_function else self._is_no_function

    def _is_meant(self, meaning: Meaning, fits: Fits, customs: Customs) -> bool:
        """Whether something of a file or space is what a name can mean."""
        return not customs.are_functions_apart or not isinstance(meaning, Defined) or fits(meaning.entity)

    def _is_method(self, entity: Entity) -> bool:
        """Whether something is called itself: what a property holds may be called too, but comes last."""
        modifiers = self._program.definition(entity).modifiers
        return modifiers is not None and not modifiers.is_property

    def _is_no_function(self, entity: Entity) -> bool:
        return not self._program.is_function(entity)

    def _of_root(self, name: str, place: Place) -> Meanings:
        """Return the member that a plain name means which every type has."""
        owner = self.members.type_around(place)
        found = None if owner is None else self.members.of_root(owner, name)
        return NOTHING if found is None else (Outside(found),)

    def local(self, name: str, place: Place, *, is_called: bool = False) -> CodeLocal | None:
        """Return the parameter or local variable that a name means, the innermost one."""
        if place.path != self._path or name not in self._locals:
            return None
        if is_called and self._program.customs_at(place.path).are_functions_apart:
            return None
        here = [each for each in self._locals[name] if each.begin <= place.offset < each.end]
        return min(
            here,
            key=lambda each: (each.end - each.begin, _says_nothing(each), _distance(each, place.offset)),
            default=None,
        )

    def member(
        self, meanings: Meanings, name: str, *, is_function: bool = False, n_arguments: int | None = None
    ) -> Meanings:
        """Return what a member of something means."""
        return tuple(
            dict.fromkeys(
                found
                for each in self.bounded(meanings)
                for found in self._member_of(each, name, n_arguments, is_function=is_function)
            )
        )

    def _member_of(
        self, meaning: Meaning, name: str, n_arguments: int | None, *, is_function: bool
    ) -> Meanings:
        match meaning:
            case Space(key=key):
                return self.names.in_space(key, name) or self._beside(key, name)
            case Outside():
                return self._inside(meaning, name) or self._outside_member(meaning, name)
            case Instance(entity=entity, sureness=sureness) | Defined(entity=entity, sureness=sureness):
                fits = self._fitting(entity.path, is_function=is_function)
                members = tuple(
                    each
                    for owner in self._meant_types(entity)
                    for each in self._found(owner, name, fits, n_arguments) or self.members.find(owner, name)
                )
                through = meaning if isinstance(meaning, Instance) else self.generics.own(entity)
                members = self._static_first(members, is_static=isinstance(meaning, Defined))
                own: Meanings = tuple(Defined(each, sureness, through) for each in members)
                return (
                    own
                    or self._seen_as(meaning, name)
                    or self._of_traits(name)
                    or self._space_in(meaning, name)
                    or self._from_outside_base(meaning, name)
                )
            case Sequence(items=items, sureness=sureness):
                one = items if len(items) == 1 else ()
                return (Outside(f"{ARRAY}.{name}", sureness, arguments=one),)
            case _:
                return self._field(meaning, name) if isinstance(meaning, Record) else NOTHING

    def _space_in(self, meaning: Instance | Defined, name: str) -> Meanings:
        """Return the space of a name in a type that is open: others may define something there without the type itself."""
        definition = self._program.definition(meaning.entity)
        if isinstance(meaning, Instance) or not (definition.is_open and definition.is_exported):
            return NOTHING
        space = f"{self._program.files[meaning.entity.path].space_of(definition)}.{definition.name}.{name}"
        return (Space(space),) if self._program.is_space(space) else NOTHING

    def _static_first(self, members: tuple[Entity, ...], *, is_static: bool) -> tuple[Entity, ...]:
        """Return the members that belong to a type itself, or to its objects, if there are any among those of one name."""
        is_declared_twice = any(map(self._is_without_body, members))
        if len(members) == 1 or is_declared_twice or any(map(self.has_overloads, members)):
            return members
        return tuple(each for each in members if self._is_static(each) is is_static) or members

    def _is_without_body(self, entity: Entity) -> bool:
        """Whether a function is only declared: what it does may stand elsewhere, where less is said of it."""
        modifiers = self._program.definition(entity).modifiers
        return modifiers is not None and modifiers.has_body is False

    def _is_static(self, entity: Entity) -> bool:
        modifiers = self._program.definition(entity).modifiers
        return modifiers is not None and modifiers.is_static is True

    def _meant_types(self, entity: Entity) -> tuple[Entity, ...]:
        """Return the types that an alias stands for, or anything else itself."""
        if self._program.definition(entity).type_kind is not TypeKind.TYPE_ALIAS:
            return (entity,)
        meant = self._objects(entity, NOTHING)
        return tuple(each.entity for each in meant if isinstance(each, Instance)) or (entity,)

    def _outside_member(self, meaning: Outside, name: str) -> Meanings:
        """Return a member of something outside; what is known not to have it may have it from a trait."""
        if self._is_root_without(meaning.name, name):
            return NOTHING
        if meaning.is_instance and not has_member(self._customs.markers, meaning, name):
            return self._of_traits(name)
        sureness = max(meaning.sureness, Sureness.TYPED) if meaning.is_instance else meaning.sureness
        return (Outside(f"{meaning.name}.{name}", sureness, arguments=meaning.arguments),)

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
            enum = self._program.enum_of(meaning.entity)
            found = () if enum is None else self.members.find(enum, name)
            return tuple(Defined(each, meaning.sureness) for each in found)
        target = self._contents.target
        if not target or name == target:
            return NOTHING
        return self.recall.ask(
            ("seen as", meaning, name, self._seen_from),
            lambda: (
                part_of(self._contents, meaning, name) or self.member(self._inner_type(meaning, target), name)
            ),
        )

    def _of_traits(self, name: str) -> Meanings:
        """Return the method of the one trait with such a method that the file sees: all values may have it."""
        if not self._customs.has_traits or not self._seen_from:
            return NOTHING
        key = (self._seen_from, name)
        if key not in self._trait_methods:
            language = self._program.files[self._seen_from].language
            methods = [
                each
                for each in self._program.methods_named(language, name)
                if self.names.sees(self._seen_from, self._trait_of(each))
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

    def _inner_type(self, meaning: Meaning, name: str) -> Meanings:
        """Return objects of the type that a type of the repository calls by a name of its own."""
        if not isinstance(meaning, Instance) or not name:
            return NOTHING
        found: dict[Meaning, None] = {}
        for each in self.members.own(meaning.entity, name):
            definition = self._program.definition(each)
            if definition.type is not None:
                place = Place(each.path, each.number, definition.begin)
                types = self.type_at(definition.type, place)
                found.update(dict.fromkeys(self.generics.seen(types, meaning, each)))
        return tuple(less_sure(each, max(meaning.sureness, Sureness.TYPED)) for each in found)

    def _beside(self, space: str, name: str) -> Meanings:
        """Return what lies outside in a space that the repository only has a part of."""
        for customs in self._program.customs.values():
            if customs.root and space.startswith(f"{customs.root}."):
                inner = space[len(customs.root) + 1 :]
                if not customs.own_spaces:
                    return (Outside(f"{inner}.{name}"),)
                is_own = inner.partition(".")[0] in customs.own_spaces
                return (Outside(customs.outer(f"{inner}.{name}")),) if is_own else NOTHING
        return NOTHING

    def extended(self, meanings: Meanings, found: Meanings, name: str, place: Place) -> Meanings:
        """Return what is called behind objects: functions that extend their types come behind members that are known."""
        if any(isinstance(each, Defined) and self._is_method(each.entity) for each in found):
            return found
        functions = tuple(
            Defined(each, max(meaning.sureness, Sureness.TYPED))
            for meaning in meanings
            if not isinstance(meaning, Defined | Space)
            and not (isinstance(meaning, Outside) and not meaning.is_instance)
            for each in self._extension_methods.find(meaning, name, place)
        )
        return tuple(dict.fromkeys(functions)) or found

    def _from_outside_base(self, meaning: Instance | Defined, name: str) -> Meanings:
        """Return the member that a type has from a base outside of which is known that it has it."""
        entity, sureness = meaning.entity, meaning.sureness
        bases = self.generics.bases(meaning if isinstance(meaning, Instance) else self.generics.own(entity))
        outside = self.outside_types(entity.path)
        for base in bases:
            if (
                isinstance(base, Outside)
                and outside.result(f"{base.name}.{name}", base.arguments) is not None
            ):
                return (Outside(f"{base.name}.{name}", sureness, arguments=base.arguments),)
        base_name = self.members.outside_base(entity, name)
        root = self.members.of_root(entity, name) if base_name is None else f"{base_name}.{name}"
        return NOTHING if root is None else (Outside(root, sureness),)

    def _is_root_without(self, outer: str, name: str) -> bool:
        """Whether a type outside is one that all others have as their base, and has no member of a name."""
        members = self._root_members.get(outer)
        return members is not None and name not in members

    def outside_types(self, path: str) -> OutsideTypes:
        """Return what is known of types outside, in the language of a file."""
        return OutsideTypes(self._program.customs_at(path).library)

    def bounded(self, meanings: Meanings, n_bounds: int = 0) -> Meanings:
        """Return meanings with the bounds of type parameters in their place."""
        if not any(isinstance(each, Variable | Unknown) for each in meanings):
            return meanings
        found: dict[Meaning, None] = {}
        for meaning in meanings:
            if isinstance(meaning, Variable):
                bound = self._bound(meaning) if n_bounds < MAX_BOUNDS else NOTHING
                found.update(dict.fromkeys(self.bounded(bound, n_bounds + 1)))
            elif not isinstance(meaning, Unknown):
                found[meaning] = None
        return tuple(found)

    def _bound(self, variable: Variable) -> Meanings:
        """Return what a type parameter is at least: an object of its bound, or of the type that all have as a base."""
        definition = self._program.definition(variable.entity)
        parameters = definition.all_type_parameters
        bound = next((each.bound for each in parameters if each.name == variable.name), None)
        if bound is not None and not is_unwritten(bound):
            place = Place(variable.entity.path, variable.entity.number, definition.begin)
            return tuple(less_sure(each, variable.sureness) for each in self.type_at(bound, place))
        outer = self.generics.of_type(variable)
        if outer is not None:
            return self._bound(outer)
        roots = self._program.customs_at(variable.entity.path).roots
        return tuple(
            Outside(each.name, variable.sureness, is_instance=True) for each in roots if not each.kinds
        )

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
        if functions:
            return functions
        found = self.recall.ask_of_thing(record, name, lambda: self._in_fields(record, name))
        return tuple(less_sure(each, record.sureness) for each in found)

    def _in_fields(self, record: Record, name: str) -> Meanings:
        path, number = record.written_in.path, record.written_in.number
        for field, expression in record.fields:
            if field == name:
                return self.value(expression, Place(path, number, expression.begin))
        wholes = (expression for field, expression in record.fields if field == ALL_FIELDS)
        return tuple(
            each
            for expression in wholes
            for each in self.member(self.value(expression, Place(path, number, expression.begin)), name)
        )

    def _awaited(self, meanings: Meanings) -> Meanings:
        """Return what is there once things are awaited: what a future holds, anything else as it is."""
        found: dict[Meaning, None] = {}
        for meaning in meanings:
            is_future = (
                isinstance(meaning, Outside) and meaning.name.rpartition(".")[2] in self._customs.futures
            )
            found.update(dict.fromkeys(self._items((meaning,)) if is_future else (meaning,)))
        return tuple(found)

    def made(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return new objects of a type, which a local may hold."""
        first, _, rest = type_ref.name.partition(".")
        local = self.local(first, place) if self._customs.are_types_values else None
        if local is None:
            return self.type_at(type_ref, place)
        found: dict[Meaning, None] = {}
        for each in self._through(self._local_value(local, place), rest):
            if isinstance(each, Defined) and not self._program.is_variable(each.entity):
                objects = self._objects(each.entity, NOTHING)
                found.update(dict.fromkeys(less_sure(one, each.sureness) for one in objects))
            elif isinstance(each, Outside):
                found[Outside(each.name, each.sureness, is_instance=True)] = None
        return tuple(found)

    def type_at(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return objects of a type that is written at a place."""
        if is_unwritten(type_ref):
            return NOTHING
        question = ("type", place.path, place.definition, place.head, type_ref)
        return self.recall.ask(question, lambda: self._type_at(type_ref, place))

    def _type_at(self, type_ref: TypeRef, place: Place) -> Meanings:
        seen_from, self._seen_from = self._seen_from, place.path
        found = self._written_type(type_ref, place)
        self._seen_from = seen_from
        return found

    def _written_type(self, type_ref: TypeRef, place: Place) -> Meanings:
        if type_ref.name == ARRAY:
            items = tuple(each for inner in type_ref.arguments for each in self.type_at(inner, place))
            return (Sequence(items, Sureness.TYPED),)
        if type_ref.name == UNION:
            return self._union(type_ref, place)
        if type_ref.name == TUPLE:
            parts = tuple(next(iter(self.type_at(inner, place)), Unknown()) for inner in type_ref.arguments)
            return (Outside(TUPLE, Sureness.TYPED, is_instance=True, arguments=parts),)
        own = self._program.customs_at(place.path).own_types.get(type_ref.name)
        if own is not None:
            return self._own_type(own, place)
        arguments = tuple(first_known(self.type_at(inner, place)) for inner in type_ref.arguments)
        found: dict[Meaning, None] = {}
        named = self._types_first(self._type_named(type_ref.name, place))
        for meaning in self._of_arity(named, len(arguments)):
            match meaning:
                case Defined(entity=entity):
                    found.update(dict.fromkeys(self._objects(entity, arguments)))
                case Outside(name=name):
                    found[Outside(name, Sureness.TYPED, is_instance=True, arguments=arguments)] = None
                case Variable():
                    found[meaning] = None
                case _:
                    pass
        return tuple(found)

    def _union(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return objects of several types; those of the language itself are left out beside those of the repository."""
        found = tuple(each for inner in type_ref.arguments for each in self.type_at(inner, place))
        outside = self._program.customs_at(place.path).outer("")
        is_known = any(isinstance(each, Instance) for each in found)
        return tuple(
            each
            for each in found
            if not (is_known and isinstance(each, Outside) and outside and each.name.startswith(outside))
        )

    def _own_type(self, own: OwnType, place: Place) -> Meanings:
        """Return objects of the type around a place, of its parent, or of that whose method runs."""
        if own is OwnType.PARENT:
            return tuple(less_sure(each, Sureness.TYPED) for each in self._receiver(place, is_parent=True))
        owner = self.members.type_around(place)
        if owner is None:
            return NOTHING
        instance = replace(self.generics.own(owner), sureness=Sureness.TYPED)
        return (replace(instance, is_receiver=own is OwnType.RECEIVER),)

    def _objects(self, entity: Entity, arguments: Meanings) -> Meanings:
        """Return objects of a type; those of an alias are objects of what it stands for."""
        definition = self._program.definition(entity)
        if definition.kind is not DefinitionKind.TYPE:
            enum = self._program.enum_of(entity)
            if enum is not None:
                return (Instance(enum, Sureness.TYPED),)
            customs = self._program.customs_at(entity.path)
            return self._made_by_value(entity, arguments) if customs.are_types_values else NOTHING
        if definition.type_kind is TypeKind.TYPE_ALIAS and not is_unwritten(definition.type):
            if definition.type is None:
                return NOTHING
            found = self.type_at(definition.type, place_of(entity, definition))
            return substituted(found, self.generics.bound(Instance(entity, Sureness.TYPED, arguments)))
        return (Instance(entity, Sureness.TYPED, arguments),)

    def _made_by_value(self, entity: Entity, arguments: Meanings) -> Meanings:
        """Return objects that a function makes, or the type that a variable holds."""
        if self._program.is_function(entity):
            return (Instance(entity, Sureness.TYPED, arguments),)
        found: dict[Meaning, None] = {}
        for each in self.held((entity,)):
            if isinstance(each, Defined) and not self._program.is_variable(each.entity):
                found.update(dict.fromkeys(self._objects(each.entity, arguments)))
            elif isinstance(each, Outside):
                found[Outside(each.name, each.sureness, is_instance=True)] = None
        return tuple(less_sure(each, Sureness.INFERRED) for each in found)

    def _types_first(self, meanings: Meanings) -> Meanings:
        """Return types alone, if there are any among things of one name."""
        types = tuple(
            each for each in meanings if isinstance(each, Defined) and self._program.is_type(each.entity)
        )
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
            if self._is_object(each) or not (isinstance(each, Defined) and self._program.is_type(each.entity))
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
            if self._program.is_type(each)
            and len(self._program.definition(each).type_parameters) != n_parameters
        )
        return (Defined(entity), *map(Defined, others))

    def plainest(self, meanings: Meanings) -> Meanings:
        """Return what a name without type arguments means: not the types of that name that want some."""
        return self._of_arity(meanings, 0)

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

    def _type_parameter(self, name: str, place: Place) -> Variable | None:
        """Return the type parameter of something around a place that a name means."""
        definitions = self._program.files[place.path].facts.definitions
        heads = () if place.head == TOP_LEVEL else (place.head,)
        for number in (*heads, *self.names.enclosing(place)):
            if any(each.name == name for each in definitions[number].all_type_parameters):
                return Variable(self._program.parts(Entity(place.path, number))[0], name)
        return None

    def _type_named(self, name: str, place: Place) -> Meanings:
        """Return what the name of a type means."""
        first, _, rest = name.partition(".")
        view = self._program.files[place.path]
        if not first or name in self._program.customs_at(place.path).primitives:
            return (self._from_root(rest, place) if not first else NOTHING) or (Outside(name.lstrip(".")),)
        variable = None if rest else self._type_parameter(first, place)
        if variable is not None:
            return (variable,)
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
            inner = tuple(Defined(each) for each in nested if self._program.is_type(each))
            if inner:
                return self._through(inner, rest)
        found = (
            self.names.around(place, first) or self.names.in_file(place, first) or self._builtin(first, place)
        )
        if not found and rest and first not in view.named_imports:
            return (Outside(name),) if self._type_parameter(first, place) is None else NOTHING
        if rest and all(isinstance(each, Space) for each in found):
            found = (*found, *self._of_language(first, place))
        member = self._through(found, rest)
        is_elsewhere = rest and not member and self._program.customs_at(place.path).are_spaces_open
        return (Outside(name),) if is_elsewhere else member

    def _from_root(self, name: str, place: Place) -> Meanings:
        """Return what a dotted name means that begins in the space around all others."""
        return self.names.in_space(self._program.customs_at(place.path).root, name)

    def _through(self, found: Meanings, rest: str) -> Meanings:
        while rest and found:
            first, _, rest = rest.partition(".")
            found = self.member(found, first)
        return found

    def _of_root_type(self, name: str, place: Place) -> Meanings:
        """Return the member of a name that every object has, from what the repository adds to the root of all types."""
        return tuple(map(Defined, self.members.of_root_type(self._program.files[place.path].language, name)))

    def _member_of_all(self, name: str, place: Place) -> Meanings:
        customs = self._program.customs_at(place.path)
        is_of_all = name in customs.members_of_all or name in customs.functions_of_all
        return (Outside(f"{customs.outside}.{name}"),) if is_of_all else NOTHING

    def _of_language(self, name: str, place: Place) -> Meanings:
        """Return the namespace of a name that belongs to the language itself."""
        customs = self._program.customs_at(place.path)
        return (Outside(f"{customs.outside}.{name}"),) if name in customs.own_spaces else NOTHING

    def _builtin(self, name: str, place: Place, *, is_called: bool = False) -> Meanings:
        customs = self._program.customs_at(place.path)
        view = self._program.files[place.path]
        if name in customs.primitives:
            return (Outside(name),)
        may_be_method = customs.has_implicit_receiver and (is_called or not name[:1].isupper())
        may_be_member = may_be_method and self._program.is_member(view.language, name)
        is_known = name in view.named_imports or may_be_member
        if customs.has_overloads and not customs.are_functions_apart:
            is_known = is_known or self._program.has_type(view.language, name)
        if name not in customs.builtins:
            found = self.names.outside_star(place, name)
            if is_known:
                return NOTHING
            if found or not customs.is_outside(name):
                return found
            if customs.are_unknown_elsewhere:
                return (Outside(name),)
        return (Outside(customs.outer(name)),)

    def _inherited_outside(self, name: str, place: Place, *, is_called: bool) -> Meanings:
        """Return what a plain name means that may be a member of a base outside of the repository."""
        if not self._program.customs_at(place.path).has_implicit_receiver:
            return NOTHING
        owner = self.members.type_around(place)
        base = None if owner is None else self.members.outside_base(owner, name)
        is_like_member = name[:1].islower() or (is_called and not name.isupper())
        if base is None or not is_like_member:
            return NOTHING
        before, _, behind = f"{base}.".partition(f".{name}.")
        return (Outside(f"{before}.{name}" if behind else f"{base}.{name}"),)

    def _found(self, owner: Entity, name: str, fits: Fits, n_arguments: int | None) -> tuple[Entity, ...]:
        """Return the members of a name in the nearest type where they fit, if possible as many arguments too."""
        nearest = self.members.find(owner, name, fits)
        has_overloads = self._program.customs_at(owner.path).has_overloads
        if (
            n_arguments is None
            or not has_overloads
            or any(self._program.is_variable(each) or self.takes(each, n_arguments) for each in nearest)
        ):
            return nearest
        taking = self.members.find(owner, name, lambda each: fits(each) and self.takes(each, n_arguments))
        return taking or nearest

    def _implicit_member(
        self, name: str, place: Place, fits: Fits, n_arguments: int | None = None
    ) -> Meanings:
        """Return the member that a plain name means in the code of a type, or of one around that."""
        owner = self.members.type_around(place)
        while owner is not None:
            members = self._found(owner, name, fits, n_arguments)
            found = tuple(each for each in members if not self._is_constructor(each))
            if found:
                own = self.generics.own(owner)
                is_static = place.definition >= 0 and self._is_static(Entity(place.path, place.definition))
                fitting = self._static_first(found, is_static=is_static)
                return tuple(Defined(each, through=own) for each in fitting)
            if not self._program.customs_at(place.path).is_seen_from_within(name):
                break
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
            said = self._said_of_owner(place)
            return (Instance(owner, Sureness.DECLARED, said) if said else self.generics.own(owner),)
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

    def _local_value(self, local: CodeLocal, place: Place) -> Meanings:
        if local.type is not None and not is_unwritten(local.type):
            return self.type_at(local.type, place)
        if local.value is None:
            return NOTHING
        if isinstance(local.value, NameExpr) and local.value.name == local.name:
            outer = self.names.in_file(place, local.name) or self._builtin(local.name, place)
            return tuple(less_sure(each, Sureness.INFERRED) for each in self._values_of(outer))
        found = self.value(local.value, Place(place.path, local.definition, local.value.begin))
        keeps_type = self._program.customs_at(place.path).do_locals_keep_types
        return tuple(less_sure(each, Sureness.TYPED if keeps_type else Sureness.INFERRED) for each in found)

    def _values_of(self, meanings: Meanings) -> Meanings:
        """Return what definitions hold: of a variable or property its value, of another function or type itself."""
        found: dict[Meaning, None] = {}
        for meaning in meanings:
            seen: Meanings = NOTHING
            if isinstance(meaning, Defined):
                definition = self._program.definition(meaning.entity)
                if definition.kind is DefinitionKind.VARIABLE:
                    held = self._variable_value(meaning.entity, definition)
                    seen = self.generics.seen(held, meaning.through, meaning.entity)
                elif self._is_called_by_name(definition):
                    seen = self._result(meaning, (), place_of(meaning.entity, definition))
            is_written_out = all(isinstance(each, Record) for each in seen)
            found.update(dict.fromkeys((meaning, *seen) if is_written_out else seen))
        return tuple(found)

    def _is_called_by_name(self, definition: CodeDefinition) -> bool:
        modifiers = definition.modifiers
        return modifiers is not None and (modifiers.is_property or bool(self._customs.applied))

    def held(self, variables: tuple[Entity, ...]) -> Meanings:
        """Return what variables hold."""
        return self._values_of(tuple(map(Defined, variables)))

    def _variable_value(self, entity: Entity, definition: CodeDefinition) -> Meanings:
        return self.recall.ask(("value", entity), lambda: self._find_variable_value(entity, definition))

    def _find_variable_value(self, entity: Entity, definition: CodeDefinition) -> Meanings:
        place = place_of(entity, definition)
        if definition.type is not None and not is_unwritten(definition.type):
            return self.type_at(definition.type, place)
        if _names_itself(definition):
            return self._builtin(definition.name, place)
        if definition.value is None:
            return NOTHING
        inferred = self.value(definition.value, place)
        return tuple(less_sure(each, Sureness.INFERRED) for each in inferred)

    def _given(self, given: GivenExpr, place: Place) -> Meanings:
        """Return what a call gives to a function without a name, as its parameter for such a function is declared."""
        call = given.call
        if isinstance(call, CallExpr):
            called, arguments = self._functions(call, place)
            types = tuple(first_known(self.type_at(each, place)) for each in call.type_arguments)
            called = self._chosen(self._with_types(called, len(types)), arguments, place)
            shift = len(arguments) - len(self._arguments_of(call, place))
        elif isinstance(call, NewExpr):
            made = tuple(each for each in self.type_at(call.type_ref, place) if isinstance(each, Instance))
            called = tuple(
                Defined(each, through=owner)
                for owner in made
                for each in self.members.constructors(owner.entity)
            )
            types, shift = NOTHING, 0
            called = self._chosen(called, self._arguments.get((call.begin, call.end), ()), place)
        else:
            return NOTHING
        found: dict[Meaning, None] = {}
        for meaning in called:
            if isinstance(meaning, Defined):
                wanted = self._wanted(meaning, given.argument + shift, types)
                found.update(dict.fromkeys(_parameter_of(wanted, given.parameter)))
            elif isinstance(meaning, Outside) and given.parameter == 0:
                found.update(dict.fromkeys(self._item_of_sequence(meaning, place)))
        return tuple(found) if len(found) == 1 else NOTHING

    def _item_of_sequence(self, method: Outside, place: Place) -> Meanings:
        """Return what a method of a sequence outside calls functions with."""
        customs = self._program.customs_at(place.path)
        owner, _, name = method.name.rpartition(".")
        if name in customs.sequence_methods.with_item and _is_sequence(owner, method, customs):
            return method.arguments
        return NOTHING

    def _of_sequence(self, method: Outside, place: Place) -> Meanings:
        """Return what a method of a sequence outside gives: one of its items, or a sequence of them."""
        customs = self._program.customs_at(place.path)
        owner, _, name = method.name.rpartition(".")
        if not _is_sequence(owner, method, customs):
            return NOTHING
        if name in customs.sequence_methods.of_one:
            return tuple(less_sure(each, method.sureness) for each in method.arguments)
        is_same = name in customs.sequence_methods.of_same
        return (Sequence(method.arguments, method.sureness),) if is_same else NOTHING

    def _wanted(self, function: Defined, argument: int, types: Meanings) -> Meanings:
        """Return what a function wants as one of its arguments."""
        definition = self._program.definition(function.entity)
        if argument >= len(definition.parameters):
            return NOTHING
        declared = definition.parameters[argument].type
        if declared is None:
            return NOTHING
        inside = Place(function.entity.path, function.entity.number, definition.begin)
        bound = self._of_type_arguments(function.entity, types)
        wanted = substituted(self.type_at(declared, inside), bound)
        return self.generics.seen(wanted, function.through, function.entity)

    def _functions(self, call: CallExpr, place: Place) -> tuple[Meanings, tuple[CodeExpression, ...]]:
        """Return what a call may run, and what it is given: with the object, if it is called like a method of it."""
        function, arguments = call.function, self._arguments_of(call, place)
        if isinstance(function, MemberExpr):
            values = self.holder(function, place)
            n_arguments = len(arguments) or None
            called = self.member(values, function.name, is_function=True, n_arguments=n_arguments)
            functions = self.extended(values, called, function.name, place)
            return (functions, (function.value, *arguments)) if functions != called else (called, arguments)
        if isinstance(function, NameExpr):
            return self.meanings(function, place, is_called=True), arguments
        return self.value(self._without_arguments(function, place), place), arguments

    def _call(self, call: CallExpr, place: Place) -> Meanings:
        """Return what a call gives: what a function is declared to return, or an object of a type that is called."""
        found = dict.fromkeys(self._made_by_call(call, place))
        called, arguments = (NOTHING, ()) if found else self._functions(call, place)
        types = tuple(first_known(self.type_at(each, place)) for each in call.type_arguments)
        chosen = self._chosen(self._with_types(called, len(types)), arguments, place)
        if chosen and isinstance(call.function, MemberExpr) and all(map(self._gives_receiver, chosen)):
            values = self.value(call.function.value, place)
            found = dict.fromkeys(
                less_sure(each, Sureness.INFERRED) for each in values if isinstance(each, Instance)
            )
        for meanings in (self.applied(chosen), chosen):
            for meaning in () if found else self._held_by(meanings):
                given = tuple(self.value(each, place) for each in self._needed(meaning, arguments))
                found.update(dict.fromkeys(self._result(meaning, given, place, types)))
        return tuple(found)

    def _gives_receiver(self, meaning: Meaning) -> bool:
        """Whether a method is known to return the object that it is called on."""
        if not isinstance(meaning, Defined):
            return False
        definition = self._program.definition(meaning.entity)
        is_declared = definition.returns is not None and not is_unwritten(definition.returns)
        return (
            not is_declared and isinstance(definition.value, ReceiverExpr) and not definition.value.is_parent
        )

    def _held_by(self, called: Meanings) -> Meanings:
        """Return what is called: functions and types, if there are any; of a variable, what it holds."""
        found: dict[Meaning, None] = {}
        runs = [
            each
            for each in called
            if isinstance(each, Defined) and not self._program.is_variable(each.entity)
        ]
        for each in runs or called:
            is_held = isinstance(each, Defined) and self._program.is_variable(each.entity)
            found.update(dict.fromkeys(self._values_of((each,)) if is_held else (each,)))
        return tuple(found)

    def _made_by_call(self, call: CallExpr, place: Place) -> Meanings:
        """Return the objects that a method makes which every type has, or what it takes out of its object."""
        makers = self._program.customs_at(place.path).makers
        function = call.function
        if not isinstance(function, MemberExpr):
            return NOTHING
        values = self.holder(function, place)
        if function.name in self._program.customs_at(place.path).pointed:
            outside = (each for each in values if isinstance(each, Outside))
            pointed = tuple(inner for each in outside for inner in self._pointed_to(each, place))
            if pointed:
                return pointed
        if function.name in self._customs.binders:
            functions = tuple(filter(self.is_function, values))
            if functions:
                return functions
        types = (
            each.entity for each in values if isinstance(each, Defined) and self._program.is_type(each.entity)
        )
        made = dict.fromkeys(
            each
            for entity in types
            if function.name in makers or self.members.makes(entity, function.name)
            for each in self._objects(entity, NOTHING)
        )
        return tuple(made) or self._taken_out(values, function.name)

    def _with_types(self, called: Meanings, n_types: int) -> Meanings:
        """Return the functions that have as many type parameters as a call names types, if it names any."""
        return tuple(
            each for each in called if not isinstance(each, Defined) or self.takes_types(each.entity, n_types)
        )

    def takes_types(self, entity: Entity, n_types: int) -> bool:
        """Whether a function can be called with so many types; without any, its parameters must say what they are."""
        definition = self._program.definition(entity)
        if definition.kind is not DefinitionKind.FUNCTION or not self.has_overloads(entity):
            return True
        if n_types:
            return len(definition.type_parameters) == n_types
        written = {name for each in definition.parameters for name in _names_in(each.type)}
        return all(each.name in written for each in definition.type_parameters)

    def has_overloads(self, entity: Entity) -> bool:
        """Whether functions of one name are told apart by their arguments in the language of one."""
        return self._program.customs_at(entity.path).has_overloads

    def _of_type_arguments(self, entity: Entity, types: Meanings) -> dict[Variable, Meaning]:
        parameters = self._program.definition(entity).type_parameters
        return {
            Variable(entity, parameter.name): each
            for parameter, each in zip(parameters, types, strict=False)
            if not isinstance(each, Unknown)
        }

    def _chosen(self, called: Meanings, arguments: tuple[CodeExpression, ...], place: Place) -> Meanings:
        """Return what can be meant among functions of one name, where arguments tell."""
        functions = tuple(
            each.entity
            for each in called
            if isinstance(each, Defined) and self._program.is_function(each.entity)
        )
        if len(functions) <= 1 or not arguments:
            return called
        fitting = tuple(each for each in functions if self.takes(each, len(arguments))) or functions
        chosen = self.overloads.chosen(fitting, arguments, place) if len(fitting) > 1 else fitting
        return tuple(each for each in called if isinstance(each, Defined) and each.entity in chosen)

    def takes(self, entity: Entity, n_arguments: int | None) -> bool:
        """Whether a function can be called with so many arguments."""
        parameters = [each for each in self._program.definition(entity).parameters if not each.list]
        if n_arguments is None:
            return True
        is_open = any(each.kind is ParameterKind.VARIADIC_POSITIONAL for each in parameters)
        required = sum(
            not each.has_default and each.kind is not ParameterKind.VARIADIC_POSITIONAL for each in parameters
        )
        return required <= n_arguments and (is_open or n_arguments <= len(parameters))

    def _needed(self, meaning: Meaning, arguments: tuple[CodeExpression, ...]) -> tuple[CodeExpression, ...]:
        """Return the arguments of a call if its function has type parameters of its own."""
        is_generic = isinstance(meaning, Defined) and self._program.definition(meaning.entity).type_parameters
        return arguments if is_generic else ()

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

    def _result(
        self,
        meaning: Meaning,
        given: tuple[Meanings, ...],
        place: Place,
        types: Meanings = NOTHING,
    ) -> Meanings:
        """Return what a function gives, if it is given something."""
        match meaning:
            case Defined(entity=entity) if (
                self._program.is_type(entity) or self._program.enum_of(entity) is not None
            ):
                return self._objects(entity, NOTHING)
            case Instance(entity=entity) if not self._program.is_type(entity):
                return NOTHING
            case Defined() | Instance():
                return self._declared_result(meaning, given, types)
            case Outside(name=name, sureness=sureness):
                known = self.outside_types(place.path).result(name, meaning.arguments)
                if known is not None and not isinstance(known, Unknown):
                    return (less_sure(known, sureness),)
                return self._of_sequence(meaning, place) or (
                    Outside(f"{name}()", sureness, is_instance=True),
                )
            case _:
                return NOTHING

    def _declared_result(
        self, called: Defined | Instance, given: tuple[Meanings, ...], types: Meanings
    ) -> Meanings:
        """Return what a function of the repository is declared to give; what it returns, if it says nothing."""
        entity = called.entity
        definition = self._program.definition(entity)
        returns = definition.returns
        if returns is None or is_unwritten(returns):
            return self._returned(entity, definition)
        inside = Place(entity.path, entity.number, definition.begin)
        bound = self._of_type_arguments(entity, types)
        for parameter, values in zip(definition.parameters, given, strict=False):
            if parameter.type is not None:
                wanted = self.type_at(parameter.type, inside)
                bound = self.generics.unified(wanted, values, self.outside_types(entity.path)) | bound
        declared = substituted(self.type_at(returns, inside), bound)
        through = called.through if isinstance(called, Defined) else called
        seen = self.generics.seen(declared, through, entity)
        return tuple(less_sure(each, called.sureness) for each in seen)

    def _without_arguments(self, function: CodeExpression, place: Place) -> CodeExpression:
        """Return the function of a call that may write type arguments in brackets behind it."""
        customs = self._program.customs_at(place.path)
        is_generic = customs.brackets_hold_types and isinstance(function, ItemExpr)
        return function.value if is_generic and isinstance(function, ItemExpr) else function

    def _underlying(self, meaning: Instance) -> Meanings:
        """Return what an object of a type is that is declared as another one, as `type A []B`."""
        definition = self._program.definition(meaning.entity)
        if definition.type is None:
            return NOTHING
        found = self.type_at(
            definition.type, Place(meaning.entity.path, meaning.entity.number, definition.begin)
        )
        return substituted(found, self.generics.bound(meaning))

    def _indexed(self, meanings: Meanings, place: Place) -> Meanings:
        """Return what stands behind objects in brackets, if their types say so themselves."""
        indexer = self._program.customs_at(place.path).indexer
        if not indexer:
            return NOTHING
        found: dict[Meaning, None] = {}
        for each in self.member(tuple(each for each in meanings if isinstance(each, Instance)), indexer):
            if isinstance(each, Defined):
                found.update(dict.fromkeys(self._result(each, (), place)))
        return tuple(found)

    def _items(self, meanings: Meanings) -> Meanings:
        """Return what things hold: an array its items, a generic type its last argument."""
        found: dict[Meaning, None] = {}
        for meaning in meanings:
            match meaning:
                case Sequence(items=items):
                    found.update(dict.fromkeys(items))
                case Outside(name="()"):
                    pass
                case Outside(arguments=arguments) if arguments:
                    found[arguments[-1]] = None
                case Instance(entity=entity) if self._program.definition(entity).type is not None:
                    found.update(dict.fromkeys(self._items(self._underlying(meaning))))
                case Instance(arguments=arguments):
                    bases = (each for each in self.generics.bases(meaning) if isinstance(each, Outside))
                    given = next((each.arguments for each in bases if each.arguments), arguments)
                    found.update(dict.fromkeys(given[-1:]))
                case _:
                    pass
        return tuple(found)

    def _returned(self, entity: Entity, definition: CodeDefinition) -> Meanings:
        """Return what the only result of a function is, where no type is declared."""
        value = definition.value
        if definition.kind is not DefinitionKind.FUNCTION or value is None:
            return NOTHING
        place = Place(entity.path, entity.number, NOWHERE)
        found = self.recall.ask(("result", entity), lambda: self.value(value, place))
        return tuple(less_sure(each, Sureness.INFERRED) for each in found)


def _distance(local: CodeLocal, offset: int) -> int:
    """Return how far before a place a variable was given its value; the values that come behind it are last."""
    given = local.begin if local.value is None else local.value.end
    return offset - given if given <= offset else given


def _part(meanings: Meanings, number: int) -> Meanings:
    """Return one of several things that are given together; what is one thing is the first."""
    found: dict[Meaning, None] = {}
    for meaning in meanings:
        if isinstance(meaning, Outside) and meaning.name == TUPLE:
            found.update(dict.fromkeys(meaning.arguments[number : number + 1]))
        elif number == 0:
            found[meaning] = None
    return tuple(each for each in found if not isinstance(each, Unknown))


def _parameter_of(function: Meanings, number: int) -> Meanings:
    """Return what functions of a type outside get as a parameter: `A` of `Action<A>`, also in `Expression<Action<A>>`."""
    if len(function) != 1 or not isinstance(function[0], Outside) or not function[0].arguments:
        return NOTHING
    outer = function[0]
    inner = outer.arguments[0]
    if outer.name.rpartition(".")[2] == "Expression":
        return _parameter_of((inner,), number)
    is_known = number < len(outer.arguments) and not isinstance(outer.arguments[number], Unknown)
    return (outer.arguments[number],) if is_known else NOTHING


def _is_sequence(owner: str, method: Outside, customs: Customs) -> bool:
    """Whether a method is one of a sequence of one sort of items."""
    last = owner.rpartition(".")[2]
    is_known = last == "IEnumerable" or "IEnumerable" in customs.known_bases.get(last, ())
    is_item = len(method.arguments) == 1 and not isinstance(method.arguments[0], Unknown)
    return is_known and is_item


def _names_itself(definition: CodeDefinition) -> bool:
    """Whether a variable of a file is given what its name means outside, as in `local type = type`."""
    is_member = definition.owner is not None or definition.parent != TOP_LEVEL
    value = definition.value
    return not is_member and isinstance(value, NameExpr) and value.name == definition.name


def _says_nothing(local: CodeLocal) -> bool:
    """Whether nothing is known of a local from its declaration, as when it is given nothing at first."""
    is_blank = isinstance(local.value, OtherExpr) and not local.value.type_name
    return is_unwritten(local.type) and (local.value is None or is_blank)


def _is_of_pairs(meaning: Meaning) -> bool:
    """Whether something outside is applied to several types, so that its items are no objects of the last."""
    return isinstance(meaning, Outside) and len(meaning.arguments) > 1


def _names_in(type_ref: TypeRef | None) -> tuple[str, ...]:
    """Return all names that a type is made of."""
    if type_ref is None:
        return ()
    return (type_ref.name, *(name for each in type_ref.arguments for name in _names_in(each)))
