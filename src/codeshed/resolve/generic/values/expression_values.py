"""What expressions mean.

Turns: a CodeExpression at a place → Meanings, through names, declared types, and what locals and fields are first given.
Bounded in depth; what runs in circles means nothing.
"""

from codeshed.model.code_expressions import (
    LISTED,
    NOTHING_YET,
    PART,
    CallExpr,
    CastExpr,
    CodeExpression,
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
from codeshed.model.code_facts import CodeFacts
from codeshed.resolve.generic.calls.overload_resolution import Overloads
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.members.receiver_members import ValueMembers
from codeshed.resolve.generic.names.unqualified_names import PlainNames
from codeshed.resolve.generic.resolver_context import Ground
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.types.external_types import OutsideTypes
from codeshed.resolve.generic.types.structural_interfaces import Structural
from codeshed.resolve.generic.types.type_lowering import WrittenTypes
from codeshed.resolve.generic.values.call_values import CallValues
from codeshed.resolve.generic.values.element_values import Items, part
from codeshed.resolve.generic.values.return_values import Results
from codeshed.resolve.generic.values.values import (
    NOTHING,
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Record,
    Space,
    Sureness,
    less_sure,
)
from codeshed.resolve.generic.values.variable_values import HeldValues

MAX_MEANINGS = 8
"""An expression with more meanings than this has none that is of use."""


class Evaluation:
    """Finds out what expressions mean."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._ground = Ground(program, self.type_at)
        self._recall = self._ground.recall
        self.file = self._ground.file
        self.members = self._ground.members
        self.constructors = self._ground.constructors
        self.names = self._ground.names
        self.generics = self._ground.generics
        self.signatures = self._ground.signatures
        self.sides = self._ground.sides
        self.outside_bases = self._ground.outside_bases
        self.types = WrittenTypes(self._ground, self)
        self.value_members = ValueMembers(self._ground, self.types, self.value)
        self.results = Results(self._ground, self.types, self.value)
        self.held_values = HeldValues(self._ground, self.types, self.results, self.value)
        self.plain_names = PlainNames(
            self._ground, self.types, self.value_members, self.held_values, self.value
        )
        self.items = Items(self._ground, self.types, self.value_members, self.results)
        self.call_values = CallValues(self._ground, self)
        self.overloads = Overloads(program, self)
        self.structural = Structural(program, self.members, self.type_at)
        self._take_extensions()
        self._take_interfaces()

    def _take_extensions(self) -> None:
        """Find what stands outside of its type; what is said of types until then is not kept."""
        begin = self._program.asked.begin()
        self._recall.is_keeping = False
        self.members.take_extensions()
        self._recall.is_keeping = True
        self._program.asked.forget(begin)

    def _take_interfaces(self) -> None:
        """Find what is asked of types that name no interfaces, as it is seen from the first file of such a language."""
        files = self._program.files
        path = next((each for each in files if self._are_interfaces_implied(each)), None)
        if path is not None:
            self.look_at(path, files[path].facts)
            self.structural.take_interfaces()
            self._program.asked.forget(0)

    def _are_interfaces_implied(self, path: str) -> bool:
        customs = self._program.customs_at(path)
        return customs.are_interfaces_structural or customs.do_types_fit_by_shape

    def look_at(self, path: str, facts: CodeFacts) -> None:
        """Look at the code of one file from now on; all others are known as they are seen from outside."""
        self._program.asked.forget(0)
        self.file.turn_to(path, facts)
        self._recall.turn_to_another_file(self.file.customs)

    def type_at(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return objects of a type that is written at a place."""
        return self.types.type_at(type_ref, place)

    def bounded(self, meanings: Meanings, n_bounds: int = 0) -> Meanings:
        """Return meanings with the bounds of type parameters in their place."""
        return self.types.bounded(meanings, n_bounds)

    def member(
        self, meanings: Meanings, name: str, *, is_function: bool = False, n_arguments: int | None = None
    ) -> Meanings:
        """Return what a member of something means."""
        return self.value_members.member(meanings, name, is_function=is_function, n_arguments=n_arguments)

    def held(self, variables: tuple[Entity, ...]) -> Meanings:
        """Return what variables hold."""
        return self.held_values.held(variables)

    def n_pointers(self, argument: CodeExpression, place: Place) -> int | None:
        """Return how many pointers lead to the object that an argument is about; None if nothing says it."""
        return self.file.n_pointers(argument, place)

    def outside_types(self, path: str) -> OutsideTypes:
        """Return what is known of types outside, in the language of a file."""
        return self._ground.outside_types(path)

    def value(self, expression: CodeExpression, place: Place) -> Meanings:
        """Return what an expression means at a place."""
        if isinstance(expression, ReceiverExpr | OtherExpr | RecordExpr):
            return self._value(expression, place)
        return self._recall.ask_of_thing(expression, place, lambda: self._value(expression, place))

    def _value(self, expression: CodeExpression, place: Place) -> Meanings:
        seen_from, self.file.seen_from = self.file.seen_from, place.path
        found: Meanings = NOTHING
        match expression:
            case NameExpr():
                named = self.names.spaces.objects_first(
                    self.plain_names.meanings(expression, place, is_called=expression.is_function)
                )
                found = self._held_by(named, place, is_function=expression.is_function)
            case ReceiverExpr(is_parent=is_parent, is_type=is_type):
                found = self.types.receiver(place, is_parent=is_parent, is_type=is_type)
            case MemberExpr():
                found = self._member_value(expression, place)
            case CallExpr():
                found = self.call_values.value(expression, place)
            case NewExpr():
                found = self.made(expression, place)
            case CastExpr():
                found = self._cast(expression, place)
            case ItemExpr():
                held = self.types.bounded(self.value(expression.value, place))
                found = self.items.item(expression, held, place)
            case GivenExpr():
                found = self.call_values.given(expression, place)
            case RecordExpr() | OtherExpr():
                found = self._written(expression, place)
        self.file.seen_from = seen_from
        return found if len(found) <= MAX_MEANINGS else NOTHING

    def _cast(self, cast: CastExpr, place: Place) -> Meanings:
        """Return what a value is said to be; a type that is seen as one of its traits is still itself: `<A as B>::run`."""
        said = self.types.typed(cast.type_ref, place, lambda: self.value(cast.value, place))
        if not self._program.customs_at(place.path).has_traits:
            return said
        traits = {each.entity for each in said if isinstance(each, Instance)}
        themselves = tuple(
            each
            for each in (self.value(cast.value, place) if traits else ())
            if isinstance(each, Defined) and self._program.is_type(each.entity)
        )
        having = (each for each in themselves if not traits.isdisjoint(self.members.ancestors(each.entity)))
        return tuple(having) or said

    def _member_value(self, member: MemberExpr, place: Place) -> Meanings:
        held = self.holder(member, place)
        place_in_tuple = member.name.removeprefix(PART)
        if place_in_tuple != member.name and place_in_tuple.isdecimal():
            return part(held, int(place_in_tuple))
        place_in_list = member.name.removeprefix(LISTED)
        if place_in_list != member.name and place_in_list.isdecimal():
            return self.items.at(int(place_in_list), self.types.bounded(held), place)
        found = self.value_members.member(held, member.name, is_function=member.is_function)
        return self._held_by(self.names.spaces.objects_first(found), place, is_function=member.is_function)

    def _held_by(self, named: Meanings, place: Place, *, is_function: bool) -> Meanings:
        """Return what is held under a name; if a function itself is meant, that."""
        functions = tuple(filter(self.signatures.is_function, named)) if is_function else NOTHING
        return functions or self.held_values.values_of(self.held_values.read(named, place))

    def _written(self, expression: RecordExpr | OtherExpr, place: Place) -> Meanings:
        """Return an object that is written out, or what is known of anything else."""
        if isinstance(expression, RecordExpr):
            writer = self._writer(place) if expression.seen_from_within else place.definition
            return () if writer is None else (Record(Entity(place.path, writer), expression.fields),)
        is_nothing = expression.type_name in NOTHING_YET
        return NOTHING if is_nothing else self._literal(expression.type_name, place)

    def _writer(self, place: Place) -> int | None:
        """Return the definition around the object that a place lies in a function of."""
        definitions = self._program.files[place.path].facts.definitions
        for number in self.names.enclosing(place):
            if definitions[number].is_member:
                return definitions[number].parent
        return None

    def _literal(self, type_name: str, place: Place) -> Meanings:
        customs = self._program.customs_at(place.path)
        full = customs.outer(type_name) if type_name in customs.builtins else type_name
        return (Outside(full, Sureness.TYPED, is_instance=True),) if full else NOTHING

    def holder(self, expression: MemberExpr, place: Place) -> Meanings:
        """Return what a member is taken from: a value, or what that points to."""
        values = self._instead_of_space(expression, self.value(expression.value, place), place)
        if not expression.is_pointed:
            return values
        found: dict[Meaning, None] = {}
        for each in values:
            found.update(dict.fromkeys(self.items.pointed_to(each, place) or (each,)))
        return tuple(found)

    def _instead_of_space(self, expression: MemberExpr, values: Meanings, place: Place) -> Meanings:
        """Return what a name means that is also that of a space around the place which lacks the member: something outside."""
        customs = self._program.customs_at(place.path)
        named = expression.value
        spaces = [each.key for each in values if isinstance(each, Space)]
        if not customs.are_inner_spaces_left or not isinstance(named, NameExpr) or not spaces:
            return values
        is_meant = (
            len(spaces) < len(values)
            or f"{customs.root}.{named.name}" in spaces
            or any(self.names.seen.in_space(place.path, space, expression.name) for space in spaces)
        )
        return values if is_meant else self._ground.language_names.builtin(named.name, place) or values

    def made(self, new: NewExpr, place: Place) -> Meanings:
        """Return new objects of a type, which a local may hold, or which lies in the type of an object."""
        if new.outer is not None:
            return self.types.within(self.value(new.outer, place), new.type_ref, place)
        if new.like is not None:
            wanted = self.types.bounded(self.value(new.like, place))
            return tuple(each for each in wanted if isinstance(each, Instance) or _is_object(each))
        type_ref = new.type_ref
        first, _, rest = type_ref.name.partition(".")
        local = self.file.local(first, place) if self.file.customs.are_types_values else None
        if local is None:
            return self.types.type_at(type_ref, place)
        found: dict[Meaning, None] = {}
        for each in self.types.type_names.through(self.held_values.of_local(local, place), rest):
            if isinstance(each, Defined) and not self._program.is_variable(each.entity):
                objects = self.types.objects(each.entity, NOTHING)
                found.update(dict.fromkeys(less_sure(one, each.sureness) for one in objects))
            elif isinstance(each, Outside):
                found[Outside(each.name, each.sureness, is_instance=True)] = None
        return tuple(found)


def _is_object(meaning: Meaning) -> bool:
    """Whether an object of a type outside is meant."""
    return isinstance(meaning, Outside) and meaning.is_instance
