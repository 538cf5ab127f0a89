"""What expressions mean.

Turns: a CodeExpression at a place → Meanings, through names, declared types, and what locals and fields are first given.
Bounded in depth; what runs in circles means nothing.
"""

from msgspec.structs import replace

from codeshed.model.code_facts import (
    ALL_FIELDS,
    ARRAY,
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
from codeshed.model.semantic import DefinitionKind, TypeKind
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
    is_unwritten,
    less_sure,
    place_of,
)
from codeshed.resolve.languages.members import Members
from codeshed.resolve.languages.names import Names
from codeshed.resolve.languages.program import Entity, Program

MAX_DEPTH = 24
MAX_MEANINGS = 8
"""An expression with more meanings than this has none that is of use."""

_NOTHING_YET = frozenset({"null", "undefined", "nil", "nullptr_t"})
"""Literals that say nothing of what a variable will hold."""


class Evaluation:
    """Finds out what expressions mean."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._path = ""
        self._locals: dict[str, list[CodeLocal]] = {}
        self._types: dict[tuple[str, int, TypeRef], Meanings] = {}
        self.names = Names(program)
        self.members = Members(program, self.type_at)
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
        self._locals = {}
        for each in local_variables:
            self._locals.setdefault(each.name, []).append(each)

    def value(self, expression: CodeExpression, place: Place, depth: int = 0) -> Meanings:
        """Return what an expression means at a place."""
        if depth > MAX_DEPTH:
            return NOTHING
        found: Meanings = NOTHING
        match expression:
            case NameExpr(name=name):
                found = self._values_of(self.name(name, place, depth))
            case ReceiverExpr(is_parent=is_parent):
                found = self._receiver(place, is_parent=is_parent)
            case MemberExpr(value=value, name=name):
                found = self._values_of(self.member(self.value(value, place, depth + 1), name))
            case CallExpr(function=function):
                found = self._call(function, place, depth)
            case NewExpr(type_ref=type_ref):
                found = self.made(type_ref, place, depth)
            case CastExpr(type_ref=type_ref):
                found = self.type_at(type_ref, place)
            case ItemExpr(value=value, is_awaited=is_awaited):
                inner = self.value(value, place, depth + 1)
                found = self._awaited(inner, place) if is_awaited else _items(inner)
            case RecordExpr(fields=fields):
                found = (Record(Entity(place.path, place.definition), fields),)
            case OtherExpr(type_name=type_name):
                is_known = bool(type_name) and type_name not in _NOTHING_YET
                found = (Outside(type_name, Sureness.INFERRED, is_instance=True),) if is_known else NOTHING
        return found if len(found) <= MAX_MEANINGS else NOTHING

    def name(self, name: str, place: Place, depth: int = 0) -> Meanings:
        """Return what a plain name means: a local's value, or definitions."""
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
            or self._inherited_outside(name, place)
            or self._builtin(name, place)
        )

    def local(self, name: str, place: Place) -> CodeLocal | None:
        """Return the parameter or local variable that a name means, the innermost one."""
        if place.path != self._path or name not in self._locals:
            return None
        here = [each for each in self._locals[name] if each.begin <= place.offset < each.end]
        return min(here, key=lambda each: each.end - each.begin, default=None)

    def member(self, meanings: Meanings, name: str) -> Meanings:
        """Return what a member of something means."""
        found: dict[Meaning, None] = {}
        for meaning in meanings:
            match meaning:
                case Space(key=key):
                    found.update(dict.fromkeys(self.names.in_space(key, name)))
                case Outside(name=outer, is_instance=is_instance, sureness=sureness):
                    joint = f"{outer}.{name}"
                    found[Outside(joint, sureness if not is_instance else max(sureness, Sureness.TYPED))] = (
                        None
                    )
                case Instance(entity=entity, sureness=sureness) | Defined(entity=entity, sureness=sureness):
                    for each in self.members.find(entity, name):
                        found[Defined(each, sureness)] = None
                case Record():
                    found.update(dict.fromkeys(self._field(meaning, name)))
                case Sequence():
                    found[Outside(f"{ARRAY}.{name}", meaning.sureness)] = None
        return tuple(found)

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

    def made(self, type_ref: TypeRef, place: Place, depth: int = 0) -> Meanings:
        """Return new objects of a type, which a local may hold."""
        customs = self._program.customs[self._program.files[place.path].language]
        first, _, rest = type_ref.name.partition(".")
        local = self.local(first, place) if customs.are_types_values else None
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
        key = (place.path, place.definition, type_ref)
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
            return tuple(each for inner in type_ref.arguments for each in self.type_at(inner, place))
        customs = self._program.customs[self._program.files[place.path].language]
        if type_ref.name in customs.transparent and type_ref.arguments:
            return self.type_at(type_ref.arguments[0], place)
        arguments = tuple(each for inner in type_ref.arguments for each in self.type_at(inner, place)[:1])
        found: dict[Meaning, None] = {}
        for meaning in self._types_first(self._type_named(type_ref.name, place)):
            match meaning:
                case Defined(entity=entity):
                    found.update(dict.fromkeys(self._objects(entity, arguments)))
                case Outside(name=name):
                    found[Outside(name, Sureness.TYPED, is_instance=True, arguments=arguments)] = None
                case _:
                    pass
        return tuple(found)

    def _objects(self, entity: Entity, arguments: Meanings) -> Meanings:
        """Return objects of a type; those of an alias are objects of what it stands for."""
        definition = self._program.definition(entity)
        if definition.kind is not DefinitionKind.TYPE:
            customs = self._program.customs[self._program.files[entity.path].language]
            return self._made_by_value(entity, arguments) if customs.are_types_values else NOTHING
        if definition.type_kind is TypeKind.TYPE_ALIAS and not is_unwritten(definition.type):
            if entity in self._open or definition.type is None:
                return NOTHING
            self._open.add(entity)
            try:
                return self.type_at(definition.type, place_of(entity, definition))
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
        return types or meanings

    def _is_function(self, meaning: Meaning) -> bool:
        return (
            isinstance(meaning, Defined)
            and self._program.definition(meaning.entity).kind is DefinitionKind.FUNCTION
        )

    def _is_variable(self, entity: Entity) -> bool:
        return self._program.definition(entity).kind is DefinitionKind.VARIABLE

    def _type_named(self, name: str, place: Place) -> Meanings:
        """Return what the name of a type means; type parameters of what lies around mean nothing yet."""
        first, _, rest = name.partition(".")
        view = self._program.files[place.path]
        for number in self.names.enclosing(place):
            definition = view.facts.definitions[number]
            if not rest and any(each.name == first for each in definition.type_parameters):
                return NOTHING
            if definition.kind is DefinitionKind.TYPE:
                is_alias = definition.type_kind is TypeKind.TYPE_ALIAS
                if definition.name == first and not rest and not is_alias:
                    return (Defined(Entity(place.path, number)),)
                nested = (
                    self.members.find(Entity(place.path, number), first) if number in view.children else ()
                )
                inner = tuple(Defined(each) for each in nested if self._is_type(each))
                if inner:
                    return self._through(inner, rest)
        found = (
            self.names.around(place, first) or self.names.in_file(place, first) or self._builtin(first, place)
        )
        if not found and rest and first not in view.bindings:
            return (Outside(name),)
        return self._through(found, rest)

    def _through(self, found: Meanings, rest: str) -> Meanings:
        while rest and found:
            first, _, rest = rest.partition(".")
            found = self.member(found, first)
        return found

    def _is_type(self, entity: Entity) -> bool:
        return self._program.definition(entity).kind is DefinitionKind.TYPE

    def _builtin(self, name: str, place: Place) -> Meanings:
        customs = self._program.customs[self._program.files[place.path].language]
        view = self._program.files[place.path]
        may_be_member = customs.has_implicit_receiver and self._program.methods_named(view.language, name)
        is_known = name in view.bindings or may_be_member
        is_builtin = name in customs.builtins or (customs.is_outside(name) and not is_known)
        return (Outside(f"{customs.outside}.{name}"),) if is_builtin else NOTHING

    def _inherited_outside(self, name: str, place: Place) -> Meanings:
        """Return what a plain name means that may be a member of a base outside of the repository."""
        if not self._program.customs[self._program.files[place.path].language].has_implicit_receiver:
            return NOTHING
        owner = self.members.type_around(place)
        base = None if owner is None else self.members.outside_base(owner)
        return NOTHING if base is None or not name[:1].islower() else (Outside(f"{base}.{name}"),)

    def _implicit_member(self, name: str, place: Place) -> Meanings:
        """Return the member that a plain name means in the code of a type, or of one around that."""
        owner = self.members.type_around(place)
        while owner is not None:
            found = self.members.find(owner, name)
            if found:
                return tuple(map(Defined, found))
            definition = self._program.definition(owner)
            owner = self.members.type_around(Place(owner.path, definition.parent, definition.begin))
        return NOTHING

    def _receiver(self, place: Place, *, is_parent: bool) -> Meanings:
        owner = self.members.type_around(place)
        if owner is None:
            return NOTHING
        if not is_parent:
            return (Instance(owner, Sureness.DECLARED),)
        bases = self.members.bases(owner)
        return tuple(
            replace(base, sureness=Sureness.DECLARED)
            for base in bases
            if isinstance(base, Instance | Outside)
        )

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
        return tuple(less_sure(each, Sureness.INFERRED) for each in found)

    def _values_of(self, meanings: Meanings) -> Meanings:
        """Return what definitions hold: of a variable its value, of a function or type itself."""
        found: dict[Meaning, None] = {}
        for meaning in meanings:
            if isinstance(meaning, Defined):
                definition = self._program.definition(meaning.entity)
                if definition.kind is DefinitionKind.VARIABLE:
                    held = self._variable_value(meaning.entity, definition)
                    is_written_out = all(isinstance(each, Record) for each in held)
                    found.update(dict.fromkeys((meaning, *held) if is_written_out else held))
                    continue
            found[meaning] = None
        return tuple(found)

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
            values = self.value(function.value, place, depth + 1)
            makers = self._program.customs[self._program.files[place.path].language].makers
            if function.name in makers:
                for each in values:
                    if isinstance(each, Defined) and self._is_type(each.entity):
                        found.update(dict.fromkeys(self._objects(each.entity, NOTHING)))
            if function.name in self._program.customs[self._program.files[place.path].language].binders:
                found.update(dict.fromkeys(each for each in values if self._is_function(each)))
            called = self.member(values, function.name) if not found else NOTHING
            arguments = next((each.arguments for each in values if isinstance(each, Instance)), ())
        else:
            called = (
                self.name(function.name, place, depth)
                if isinstance(function, NameExpr)
                else self.value(function, place, depth + 1)
            )
            arguments = ()
        for meaning in self._values_of(called):
            found.update(dict.fromkeys(self._result(meaning, arguments, depth)))
        return tuple(found)

    def _awaited(self, meanings: Meanings, place: Place) -> Meanings:
        """Return what is there once things are awaited: what a future holds, anything else as it is."""
        futures = self._program.customs[self._program.files[place.path].language].futures
        found: dict[Meaning, None] = {}
        for meaning in meanings:
            is_future = isinstance(meaning, Outside) and meaning.name.rpartition(".")[2] in futures
            found.update(dict.fromkeys(_items((meaning,)) if is_future else (meaning,)))
        return tuple(found)

    def _result(self, meaning: Meaning, arguments: Meanings, depth: int) -> Meanings:
        match meaning:
            case Defined(entity=entity) if self._is_type(entity):
                return self._objects(entity, NOTHING)
            case Instance(entity=entity) if not self._is_type(entity):
                return NOTHING
            case Defined(entity=entity, sureness=sureness) | Instance(entity=entity, sureness=sureness):
                definition = self._program.definition(entity)
                returns = definition.returns
                if returns is None or is_unwritten(returns):
                    return self._returned(entity, definition, depth)
                parameter = self._type_argument(entity, returns, arguments)
                place = Place(entity.path, entity.number, definition.begin)
                found = self.type_at(returns, place) if parameter is None else (parameter,)
                return tuple(less_sure(each, sureness) for each in found)
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

    def _type_argument(self, entity: Entity, returns: TypeRef, arguments: Meanings) -> Meaning | None:
        """Return what a result of a type parameter of the owner is, in an object that says it."""
        owner = self.members.owner_of(entity)
        if owner is None or not arguments:
            return None
        names = [each.name for each in self._program.definition(owner).type_parameters]
        if returns.name in names and names.index(returns.name) < len(arguments):
            return arguments[names.index(returns.name)]
        return None


def _items(meanings: Meanings) -> Meanings:
    """Return what things hold: an array its items, a generic type its last argument."""
    found: dict[Meaning, None] = {}
    for meaning in meanings:
        match meaning:
            case Sequence(items=items):
                found.update(dict.fromkeys(items))
            case Instance(arguments=arguments) | Outside(arguments=arguments) if arguments:
                found[arguments[-1]] = None
            case _:
                pass
    return tuple(found)
