"""The evaluator: expressions become abstract values.

Turns: a CodeExpression at a place → Values, by name resolution, declared types, and what locals and fields are initialised
with. `cart.total()` evaluates the receiver `cart`, looks the member `total` up on its values, and takes what that returns.
Recursion is limited in depth; a cycle evaluates to nothing.
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
from codeshed.resolve.generic.definition_key import Entity
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
"""An expression with more possible values than this counts as unknown."""


class Evaluation:
    """Evaluates expressions; owns the resolvers of names, types, members, calls and variables, which call each other."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._context = Ground(program, self.type_at)
        self._cache = self._context.recall
        self.file = self._context.file
        self.members = self._context.members
        self.constructors = self._context.constructors
        self.names = self._context.names
        self.generics = self._context.generics
        self.signatures = self._context.signatures
        self.sides = self._context.sides
        self.outside_bases = self._context.outside_bases
        self.types = WrittenTypes(self._context, self)
        self.value_members = ValueMembers(self._context, self.types, self.value)
        self.results = Results(self._context, self.types, self.value)
        self.held_values = HeldValues(self._context, self.types, self.results, self.value)
        self.plain_names = PlainNames(
            self._context, self.types, self.value_members, self.held_values, self.value
        )
        self.items = Items(self._context, self.types, self.value_members, self.results)
        self.call_values = CallValues(self._context, self)
        self.overloads = Overloads(program, self)
        self.structural = Structural(program, self.members, self.type_at)
        self._collect_extensions()
        self._collect_interfaces()

    def _collect_extensions(self) -> None:
        """Find the members that are declared outside of their types; nothing is memoized or traced until they are known."""
        begin = self._program.asked.begin()
        self._cache.is_keeping = False
        self.members.take_extensions()
        self._cache.is_keeping = True
        self._program.asked.forget(begin)

    def _collect_interfaces(self) -> None:
        """Find which methods structural interfaces require, as seen from the first file of a language that has such."""
        files = self._program.files
        path = next((each for each in files if self._has_structural_interfaces(each)), None)
        if path is not None:
            self.look_at(path, files[path].facts)
            self.structural.take_interfaces()
            self._program.asked.forget(0)

    def _has_structural_interfaces(self, path: str) -> bool:
        rules = self._program.customs_at(path)
        return rules.are_interfaces_structural or rules.do_types_fit_by_shape

    def look_at(self, path: str, facts: CodeFacts) -> None:
        """Make a file the current one. Of all other files only what they expose is known."""
        self._program.asked.forget(0)
        self.file.turn_to(path, facts)
        self._cache.turn_to_another_file(self.file.customs)

    def type_at(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return instances of a type that is written at a place."""
        return self.types.type_at(type_ref, place)

    def bounded(self, values: Meanings, n_bounds: int = 0) -> Meanings:
        """Return the values with type parameters replaced by their bounds."""
        return self.types.bounded(values, n_bounds)

    def member(
        self, values: Meanings, name: str, *, is_function: bool = False, n_arguments: int | None = None
    ) -> Meanings:
        """Look a member up on values."""
        return self.value_members.member(values, name, is_function=is_function, n_arguments=n_arguments)

    def held(self, variables: tuple[Entity, ...]) -> Meanings:
        """Return the values of variables."""
        return self.held_values.held(variables)

    def n_pointers(self, argument: CodeExpression, place: Place) -> int | None:
        """Return the pointer depth of an argument, one more for `&a` than for `a` and one less for `*a`; None if unknown."""
        return self.file.n_pointers(argument, place)

    def outside_types(self, path: str) -> OutsideTypes:
        """Return what is known of external types, in the language of a file."""
        return self._context.outside_types(path)

    def value(self, expression: CodeExpression, place: Place) -> Meanings:
        """Return the values that an expression at a place may have."""
        if isinstance(expression, ReceiverExpr | OtherExpr | RecordExpr):
            return self._value(expression, place)
        return self._cache.ask_of_thing(expression, place, lambda: self._value(expression, place))

    def _value(self, expression: CodeExpression, place: Place) -> Meanings:
        seen_from, self.file.seen_from = self.file.seen_from, place.path
        found: Meanings = NOTHING
        match expression:
            case NameExpr():
                named = self.names.spaces.objects_first(
                    self.plain_names.meanings(expression, place, is_called=expression.is_function)
                )
                found = self._read_named(named, place, is_function=expression.is_function)
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
                indexed = self.types.bounded(self.value(expression.value, place))
                found = self.items.item(expression, indexed, place)
            case GivenExpr():
                found = self.call_values.given(expression, place)
            case RecordExpr() | OtherExpr():
                found = self._literal_value(expression, place)
        self.file.seen_from = seen_from
        return found if len(found) <= MAX_MEANINGS else NOTHING

    def _cast(self, cast: CastExpr, place: Place) -> Meanings:
        """Return the type that a value is cast to; of `<A as B>::run` in Rust, A itself if it implements B."""
        asserted = self.types.typed(cast.type_ref, place, lambda: self.value(cast.value, place))
        if not self._program.customs_at(place.path).has_traits:
            return asserted
        traits = {each.entity for each in asserted if isinstance(each, Instance)}
        themselves = tuple(
            each
            for each in (self.value(cast.value, place) if traits else ())
            if isinstance(each, Defined) and self._program.is_type(each.entity)
        )
        implementing = (
            each for each in themselves if not traits.isdisjoint(self.members.ancestors(each.entity))
        )
        return tuple(implementing) or asserted

    def _member_value(self, member: MemberExpr, place: Place) -> Meanings:
        receivers = self.holder(member, place)
        tuple_index = member.name.removeprefix(PART)
        if tuple_index != member.name and tuple_index.isdecimal():
            return part(receivers, int(tuple_index))
        list_index = member.name.removeprefix(LISTED)
        if list_index != member.name and list_index.isdecimal():
            return self.items.at(int(list_index), self.types.bounded(receivers), place)
        found = self.value_members.member(receivers, member.name, is_function=member.is_function)
        return self._read_named(self.names.spaces.objects_first(found), place, is_function=member.is_function)

    def _read_named(self, named: Meanings, place: Place, *, is_function: bool) -> Meanings:
        """Return the values of what a name means; if a function itself is wanted, the functions."""
        functions = tuple(filter(self.signatures.is_function, named)) if is_function else NOTHING
        return functions or self.held_values.values_of(self.held_values.read(named, place))

    def _literal_value(self, expression: RecordExpr | OtherExpr, place: Place) -> Meanings:
        """Return the value of an object literal or another literal."""
        if isinstance(expression, RecordExpr):
            writer = (
                self._definition_around_literal(place) if expression.seen_from_within else place.definition
            )
            return () if writer is None else (Record(Entity(place.path, writer), expression.fields),)
        is_nothing = expression.type_name in NOTHING_YET
        return NOTHING if is_nothing else self._literal(expression.type_name, place)

    def _definition_around_literal(self, place: Place) -> int | None:
        """Return the definition around the object literal whose method a place is in."""
        definitions = self._program.files[place.path].facts.definitions
        for number in self.names.enclosing(place):
            if definitions[number].is_member:
                return definitions[number].parent
        return None

    def _literal(self, type_name: str, place: Place) -> Meanings:
        rules = self._program.customs_at(place.path)
        full = rules.outer(type_name) if type_name in rules.builtins else type_name
        return (Outside(full, Sureness.TYPED, is_instance=True),) if full else NOTHING

    def holder(self, expression: MemberExpr, place: Place) -> Meanings:
        """Return the values that a member is taken from: those of the receiver, dereferenced for `a->b`."""
        values = self._prefer_builtin(expression, self.value(expression.value, place), place)
        if not expression.is_pointed:
            return values
        found: dict[Meaning, None] = {}
        for each in values:
            found.update(dict.fromkeys(self.items.pointed_to(each, place) or (each,)))
        return tuple(found)

    def _prefer_builtin(self, expression: MemberExpr, values: Meanings, place: Place) -> Meanings:
        """Prefer a builtin to a namespace of the same name around the place, if that namespace lacks the member."""
        rules = self._program.customs_at(place.path)
        named = expression.value
        spaces = [each.key for each in values if isinstance(each, Space)]
        if not rules.are_inner_spaces_left or not isinstance(named, NameExpr) or not spaces:
            return values
        is_meant = (
            len(spaces) < len(values)
            or f"{rules.root}.{named.name}" in spaces
            or any(self.names.seen.in_space(place.path, space, expression.name) for space in spaces)
        )
        return values if is_meant else self._context.language_names.builtin(named.name, place) or values

    def made(self, new: NewExpr, place: Place) -> Meanings:
        """Return the instances that `new` creates; its type may be held by a local, or be an inner type of an object's type."""
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


def _is_object(value: Meaning) -> bool:
    """Whether a value is an instance of an external type."""
    return isinstance(value, Outside) and value.is_instance
