"""What expressions mean.

Turns: a CodeExpression at a place → Meanings, through names, declared types, and what locals and fields are first given.
Bounded in depth; what runs in circles means nothing.
"""

from msgspec.structs import replace

from codeshed.model.code_facts import (
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
    TypeRef,
)
from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.resolve.languages.meanings import (
    NOTHING,
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
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
POINTS_TO = "operator->"
"""The method of a type whose objects act as pointers."""

INDEXES = "operator[]"
"""The method of a type whose objects can be indexed."""

MAX_MEANINGS = 8
"""An expression with more meanings than this has none that is of use."""


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
            case NameExpr():
                found = self._values_of(self.meanings(expression, place, depth))
            case ReceiverExpr(is_parent=is_parent):
                found = self._receiver(place, is_parent=is_parent)
            case MemberExpr(name=name):
                found = self._values_of(self.member(self.holder(expression, place, depth), name))
            case CallExpr(function=function):
                found = self._call(function, place, depth)
            case NewExpr(type_ref=type_ref) | CastExpr(type_ref=type_ref):
                found = self.type_at(type_ref, place)
            case ItemExpr(value=value):
                found = self._items_of(self.value(value, place, depth + 1), place)
            case OtherExpr(type_name=type_name):
                found = (Outside(type_name, Sureness.INFERRED, is_instance=True),) if type_name else NOTHING
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
        return tuple(found for each in operators[:1] for found in self._result(Defined(each), ()))

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
            return tuple(
                found for each in operators[:1] for found in self._result(Defined(each), meaning.arguments)
            )
        return NOTHING

    def _is_pointer(self, meaning: Outside, place: Place) -> bool:
        pointers = self._program.customs[self._program.files[place.path].language].pointers
        return meaning.name.rpartition(".")[2] in pointers

    def meanings(self, expression: NameExpr, place: Place, depth: int = 0) -> Meanings:
        """Return what a plain name means: a local's value, or definitions; a value that is not known means nothing."""
        name = expression.name
        if expression.is_absolute:
            view = self._program.files[place.path]
            outermost = (view.space, view.seen_spaces[-1])
            found = next((each for space in outermost if (each := self.names.in_space(space, name))), NOTHING)
            customs = self._program.customs[view.language]
            return found or ((Outside(f"{customs.outside}.{name}"),) if customs.is_outside(name) else NOTHING)
        found = self.name(name, place, depth, is_value=expression.is_value)
        is_shared = bool(found) and all(isinstance(each, Space) for each in found)
        return (*found, *self._builtin(name, place, is_only_language=True)) if is_shared else found

    def name(self, name: str, place: Place, depth: int = 0, *, is_value: bool = False) -> Meanings:
        """Return what a name means, however it is written."""
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
            or self._builtin(name, place, is_only_language=True)
            or self._inherited_outside(name, place)
            or (NOTHING if is_value else self._builtin(name, place))
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
                    for owner in self._meant_types(entity):
                        for each in self.members.find(owner, name):
                            found[Defined(each, sureness)] = None
                case Sequence():
                    found[Outside(f"{ARRAY}.{name}", meaning.sureness)] = None
        return tuple(found)

    def _meant_types(self, entity: Entity) -> tuple[Entity, ...]:
        """Return the types that an alias stands for, or anything else itself."""
        if self._program.definition(entity).type_kind is not TypeKind.TYPE_ALIAS:
            return (entity,)
        meant = self._objects(entity, NOTHING)
        return tuple(each.entity for each in meant if isinstance(each, Instance)) or (entity,)

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
        if not found and rest and first not in view.bindings:
            return (Outside(name),)
        if rest and all(isinstance(each, Space) for each in found):
            found = (*found, *self._builtin(first, place, is_only_language=True))
        return self._through(found, rest)

    def _through(self, found: Meanings, rest: str) -> Meanings:
        while rest and found:
            first, _, rest = rest.partition(".")
            found = self.member(found, first)
        return found

    def _is_type(self, entity: Entity) -> bool:
        return self._program.definition(entity).kind is DefinitionKind.TYPE

    def _builtin(self, name: str, place: Place, *, is_only_language: bool = False) -> Meanings:
        customs = self._program.customs[self._program.files[place.path].language]
        view = self._program.files[place.path]
        if is_only_language:
            return (Outside(f"{customs.outside}.{name}"),) if name in customs.builtins else NOTHING
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
                    found.update(dict.fromkeys(held or (meaning,)))
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
            values = self.holder(function, place, depth)
            customs = self._program.customs[self._program.files[place.path].language]
            makers = customs.makers
            if function.name in customs.pointed:
                pointed = (each for each in values if isinstance(each, Outside))
                found.update(
                    dict.fromkeys(inner for each in pointed for inner in self._pointed_to(each, place))
                )
            if function.name in makers:
                for each in values:
                    if isinstance(each, Defined) and self._is_type(each.entity):
                        found.update(dict.fromkeys(self._objects(each.entity, NOTHING)))
            called = self.member(values, function.name) if not found else NOTHING
            arguments = next((each.arguments for each in values if isinstance(each, Instance)), ())
        else:
            called = (
                self.meanings(function, place, depth)
                if isinstance(function, NameExpr)
                else self.value(function, place, depth + 1)
            )
            arguments = ()
        for meaning in called:
            found.update(dict.fromkeys(self._result(meaning, arguments)))
        return tuple(found)

    def _result(self, meaning: Meaning, arguments: Meanings) -> Meanings:
        match meaning:
            case Defined(entity=entity, sureness=sureness):
                definition = self._program.definition(entity)
                if definition.kind is DefinitionKind.TYPE:
                    return self._objects(entity, NOTHING)
                returns = definition.returns
                if returns is None or is_unwritten(returns):
                    return NOTHING
                parameter = self._type_argument(entity, returns, arguments)
                if parameter is not None:
                    return (parameter,)
                place = Place(entity.path, entity.number, definition.begin)
                return tuple(less_sure(each, sureness) for each in self.type_at(returns, place))
            case Outside(name=name, sureness=sureness):
                return (Outside(f"{name}()", sureness, is_instance=True),)
            case _:
                return NOTHING

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
