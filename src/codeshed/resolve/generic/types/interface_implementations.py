"""What takes the place of an interface's methods, though it does not say so.

Turns: a value and the interface that it is given to → Implementations: a class that has what the interface asks for, a
function that is one of an object written out, a function that is named where an interface with one method is expected; or
code without a name, of which only the place is known.
"""

import msgspec

from codeshed.model.code_expressions import (
    ALL_FIELDS,
    FUNCTION,
    CodeExpression,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
)
from codeshed.model.code_facts import CodeDefinition
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import (
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Record,
)

_MAX_NESTED = 3
"""How deeply objects that are given may lie in each other."""

_SHAPES = frozenset({TypeKind.INTERFACE, TypeKind.TYPE_ALIAS})


class Implementation(msgspec.Struct, frozen=True):
    """What implements a type, or a method of one, and where it is given; code without a name implements a method as None."""

    own: Entity | None
    asked: Entity
    begin: int
    end: int


class Asked(msgspec.Struct, frozen=True):
    """What an interface asks for: the names that must be there, and its methods and fields by name."""

    required: frozenset[str]
    methods: dict[str, Entity]
    fields: dict[str, Entity]


class Implementing:
    """Looks for implementations, for one file."""

    def __init__(self, program: Program, evaluation: Evaluation, path: str) -> None:
        self._program = program
        self._evaluation = evaluation
        customs = program.customs_at(path)
        self._are_shapes = customs.do_types_fit_by_shape
        self._are_functions = customs.are_functions_objects
        self._of_all = {name for root in customs.roots if not root.kinds for name in root.members}
        self._asked: dict[Entity, Asked] = {}
        self._related: set[tuple[Entity | None, Entity]] = set()
        self.found: list[Implementation] = []
        """What was found, in the order in which it is given, each once."""

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to look for in the language of the file."""
        return self._are_shapes or self._are_functions

    def may_be_function(self, value: CodeExpression) -> bool:
        """Whether a value may be a function that stands for an interface with one method."""
        if not self._are_functions:
            return False
        if isinstance(value, MemberExpr | NameExpr):
            return value.is_function
        return isinstance(value, NewExpr) or (isinstance(value, OtherExpr) and value.type_name == FUNCTION)

    def take(self, value: CodeExpression, declared: Meanings, place: Place, depth: int = 0) -> None:
        """Take down what implements the types that something is declared as, if it is given a value."""
        objects = tuple(
            each
            for each in (self._evaluation.bounded(declared) if declared else ())
            if isinstance(each, Instance)
        )
        wanted = [each for each in objects if self._program.definition(each.entity).type_kind in _SHAPES]
        if not wanted or not (self._are_shapes or self.may_be_function(value)):
            return
        values = self._evaluation.value(value, place)
        interfaces = [
            each for each in dict.fromkeys(each.entity for each in wanted) if self._asked_by(each).methods
        ]
        if not self._are_shapes:
            for interface in interfaces:
                for meaning in values:
                    self._take_function(meaning, interface, self._asked_by(interface), value, place)
            return
        for meaning in values:
            if isinstance(meaning, Record):
                self._take_record(meaning, values, self._asked_by_any(interfaces), value, depth)
        self._take_object(values, frozenset(each.entity for each in objects), interfaces, value)

    def _take_object(
        self, values: Meanings, declared: frozenset[Entity], interfaces: list[Entity], value: CodeExpression
    ) -> None:
        """Take down the one interface that an object of one type fits.

        Where it may be of several types, or is one of those that are declared beside others, nothing is said of it.
        """
        given = list(dict.fromkeys(each.entity for each in values if isinstance(each, Instance)))
        if len(given) != 1 or not declared.isdisjoint(self._evaluation.members.ancestors(given[0])):
            return
        fitting = [each for each in interfaces if self._fits(given[0], each, self._asked_by(each))]
        if len(fitting) == 1:
            self._add(given[0], fitting[0], value)

    def _take_record(
        self, record: Record, values: Meanings, asked: Asked, value: CodeExpression, depth: int
    ) -> None:
        """Take down the functions of an object that is written out, and what its fields are given.

        It may be what a variable holds, whose functions these are then.
        """
        for name, written in record.fields:
            method, field = asked.methods.get(name), asked.fields.get(name)
            if method is not None:
                functions = [
                    each.entity
                    for each in self._evaluation.member(values, name, is_function=True)
                    if isinstance(each, Defined) and self._program.is_function(each.entity)
                ]
                for each in functions:
                    self._add(each, method, value)
                if not functions and isinstance(written, OtherExpr):
                    self._add(None, method, value)
            elif field is not None and depth < _MAX_NESTED and name != ALL_FIELDS:
                place = Place(record.written_in.path, record.written_in.number, written.begin)
                if place.path == self._evaluation.file.path:
                    self.take(written, self._evaluation.held((field,)), place, depth + 1)

    def _take_function(
        self, meaning: Meaning, interface: Entity, asked: Asked, value: CodeExpression, place: Place
    ) -> None:
        """Take down a function that is given for the one method which an interface leaves to others."""
        if len(asked.required) != 1:
            return
        method = asked.methods[next(iter(asked.required))]
        n_given = len(self._program.definition(method).parameters)
        takes = self._evaluation.signatures.takes
        if isinstance(meaning, Outside) and meaning.name == FUNCTION:
            self._add(None, method, value)
        elif isinstance(meaning, Defined) and self._program.is_function(meaning.entity):
            is_static = self._evaluation.signatures.is_static(meaning.entity)
            n_taken = n_given if is_static or not self._is_of_type(value, place) else n_given - 1
            if takes(meaning.entity, n_taken):
                self._add(meaning.entity, method, value)
        elif isinstance(meaning, Instance) and isinstance(value, NewExpr):
            ancestors = frozenset(self._evaluation.members.ancestors(meaning.entity))
            for maker in () if interface in ancestors else self._evaluation.constructors.of(meaning.entity):
                if self._program.is_function(maker) and takes(maker, n_given):
                    self._add(maker, method, value)

    def _is_of_type(self, value: CodeExpression, place: Place) -> bool:
        """Whether a method is named through its type, as `A::run`: it is given its object first."""
        holder = self._evaluation.holder(value, place) if isinstance(value, MemberExpr) else ()
        return any(isinstance(each, Defined) and self._program.is_type(each.entity) for each in holder)

    def _fits(self, own: Entity, interface: Entity, asked: Asked) -> bool:
        """Whether a type has what an interface asks for, and does not say so itself."""
        members = self._evaluation.members
        above = tuple(members.ancestors(own))
        if interface in above:
            return False
        names = {self._program.definition(each).name for owner in above for each in members.all_own(owner)}
        if names.isdisjoint(asked.methods):
            return False
        is_open = any(not isinstance(base, Instance) for owner in above for base in members.bases(owner))
        return is_open or asked.required <= names

    def _asked_by_any(self, interfaces: list[Entity]) -> Asked:
        """Return what one of several interfaces asks for, without names of which it can't be told whose they are."""
        asked = [self._asked_by(each) for each in interfaces]
        if len(asked) == 1:
            return asked[0]
        owners: dict[str, set[Entity]] = {}
        for each in asked:
            for name, member in (*each.methods.items(), *each.fields.items()):
                owners.setdefault(name, set()).add(member)
        told = {name for name, members in owners.items() if len(members) == 1}
        return Asked(
            frozenset(),
            {name: member for each in asked for name, member in each.methods.items() if name in told},
            {name: member for each in asked for name, member in each.fields.items() if name in told},
        )

    def _asked_by(self, interface: Entity) -> Asked:
        known = self._asked.get(interface)
        if known is None:
            known = self._asked[interface] = self._find_asked(interface)
        return known

    def _find_asked(self, interface: Entity) -> Asked:
        required: set[str] = set()
        methods: dict[str, Entity] = {}
        fields: dict[str, Entity] = {}
        members = self._evaluation.members
        for owner in members.ancestors(interface):
            for each in members.all_own(owner):
                self._program.note_use(each)
                definition = self._program.definition(each)
                if definition.name in methods or definition.name in fields or self._program.is_type(each):
                    continue
                modifiers = definition.modifiers
                if not self._program.is_function(each):
                    fields[definition.name] = each
                elif modifiers is None or not modifiers.is_static:
                    methods[definition.name] = each
                if self._is_required(definition):
                    required.add(definition.name)
        return Asked(frozenset(required), methods, fields)

    def _is_required(self, definition: CodeDefinition) -> bool:
        """Whether a member is left to whoever implements its interface; what every object has anyway is not."""
        if self._are_shapes:
            return not definition.is_optional
        modifiers = definition.modifiers
        is_abstract = modifiers is not None and modifiers.is_abstract and not modifiers.has_body
        return is_abstract and definition.name not in self._of_all

    def _add(self, own: Entity | None, asked: Entity, value: CodeExpression) -> None:
        if (own, asked) not in self._related:
            self._related.add((own, asked))
            self.found.append(Implementation(own, asked, value.begin, value.end))
