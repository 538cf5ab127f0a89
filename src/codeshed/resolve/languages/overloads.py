"""Functions of one name, of which the types of arguments choose one.

Turns: functions and what a call gives them → those that can be meant. A function that can't take an argument is out; among
the others the one counts that fits no argument worse than any other. Of what is not known nothing is said.
"""

import enum
import re
from typing import Protocol

import msgspec

from codeshed.model.code_facts import FUNCTION, CodeDefinition, CodeExpression, MemberExpr, OtherExpr, TypeRef
from codeshed.model.semantic import ParameterKind, TypeKind
from codeshed.resolve.languages.entity import Entity
from codeshed.resolve.languages.extension_methods import TypeMeanings
from codeshed.resolve.languages.meanings import (
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Sequence,
    Sureness,
    Unknown,
    Variable,
    less_sure,
)
from codeshed.resolve.languages.outside_types import OutsideTypes
from codeshed.resolve.languages.program import Program

_NULL = "null"
_FUNCTION = Outside(FUNCTION, Sureness.TYPED, is_instance=True)


class Fit(enum.IntEnum):
    """How an argument fits a parameter, the better the larger; what is not known may fit or not."""

    NOT = 0
    UNKNOWN = 1
    CONVERTED = 2
    AS_BASE = 3
    EXACTLY = 4


class ArgumentMeanings(TypeMeanings, Protocol):
    """What must be known of arguments beside their types."""

    def value(self, expression: CodeExpression, place: Place) -> Meanings:
        """Return what an expression means at a place."""

    def outside_types(self, path: str) -> OutsideTypes:
        """Return what is known of types outside, in the language of a file."""


class _Taken(msgspec.Struct, frozen=True):
    """How a function takes one argument: by which type, and how that fits."""

    declared: TypeRef | None
    meant: Meanings
    fit: Fit


class Overloads:
    """Chooses among functions of one name."""

    def __init__(self, program: Program, meant: ArgumentMeanings) -> None:
        self._program = program
        self._meant = meant

    def chosen(
        self,
        functions: tuple[Entity, ...],
        arguments: tuple[CodeExpression, ...],
        place: Place,
    ) -> tuple[Entity, ...]:
        """Return the functions that can be meant by a call with some arguments; one, if these tell which."""
        given = [self._given(each, place) for each in arguments]
        taken = {each: self._taken(each, given) for each in functions}
        fitting = [each for each in functions if all(one.fit is not Fit.NOT for one in taken[each])]
        if functions and self._program.customs_at(place.path).has_phases:
            phases = {each: min((one.fit for one in taken[each]), default=Fit.EXACTLY) for each in fitting}
            if any(phase >= Fit.AS_BASE for phase in phases.values()):
                fitting = [each for each in fitting if phases[each] is not Fit.CONVERTED]
        best = [
            each
            for each in fitting
            if all(
                _is_same_signature(taken[each], taken[other])
                or self._is_better(taken[each], taken[other], place.path)
                for other in fitting
            )
        ]
        return tuple(best or fitting or functions)

    def is_applicable(self, function: Entity, arguments: tuple[CodeExpression, ...], place: Place) -> bool:
        """Whether no argument is one that a function can't take."""
        given = [self._given(each, place) for each in arguments]
        return all(each.fit is not Fit.NOT for each in self._taken(function, given))

    def _given(self, argument: CodeExpression, place: Place) -> Meaning | None:
        """Return what an argument is, if that is one thing."""
        if isinstance(argument, MemberExpr) and argument.is_function:
            return _FUNCTION
        if isinstance(argument, OtherExpr) and argument.type_name == _NULL:
            return Outside(_NULL, Sureness.TYPED, is_instance=True)
        found = self._meant.value(argument, place)
        if len(found) != 1 or self._stands_for_each(found[0], place):
            return None
        return self._constant(found[0], place) or found[0]

    def _stands_for_each(self, value: Meaning, place: Place) -> bool:
        """Whether an object is of a type parameter, where what is written with one is written out for each type in turn."""
        return isinstance(value, Variable) and self._program.customs_at(place.path).are_conversions_open

    def _constant(self, value: Meaning, place: Place) -> Meaning | None:
        """Return what a constant of a type outside holds, if that is known."""
        if not isinstance(value, Outside) or value.is_instance:
            return None
        return self._meant.outside_types(place.path).result(value.name, value.arguments)

    def _taken(self, function: Entity, given: list[Meaning | None]) -> list[_Taken]:
        """Return how a function takes each argument; one that takes any number of them does so last."""
        definition = self._program.definition(function)
        place = Place(function.path, function.number, definition.begin)
        parameters = [each for each in definition.parameters if not each.list]
        last = len(parameters) - 1
        found: list[_Taken] = []
        is_open = False
        for number, each in enumerate(given):
            if last < 0:
                found.append(_Taken(None, (), Fit.NOT))
                continue
            parameter = parameters[min(number, last)]
            meant = () if parameter.type is None else self._meant.type_at(parameter.type, place)
            if parameter.is_pointer:
                meant = tuple(map(_pointed_to, meant))
            fit = self._fit_one(each, meant, function.path)
            if parameter.kind is ParameterKind.VARIADIC_POSITIONAL and not self._is_whole(fit, given, last):
                items = tuple(item for one in meant if isinstance(one, Sequence) for item in one.items)
                fit = min(self._fit_one(each, items or meant, function.path), Fit.CONVERTED)
                meant, is_open = items or meant, True
            if len(meant) == 1 and isinstance(meant[0], Variable) and meant[0].entity == function:
                fit = self._inferred(definition, number, given, fit)
            found.append(_Taken(parameter.type, meant, fit))
        is_open = is_open or len(given) < len(parameters)
        return [*found, _Taken(TypeRef(str(is_open)), (), Fit.CONVERTED if is_open else Fit.EXACTLY)]

    def _inferred(
        self, definition: CodeDefinition, number: int, given: list[Meaning | None], fit: Fit
    ) -> Fit:
        """Return how an argument fits a type parameter of the function: exactly, if nothing else says what it stands for."""
        declared = definition.parameters[min(number, len(definition.parameters) - 1)].type
        same = [
            each
            for parameter, each in zip(definition.parameters, given, strict=False)
            if parameter.type == declared
        ]
        if any(each is None or isinstance(each, Unknown) for each in same):
            return min(fit, Fit.UNKNOWN)
        kinds = {less_sure(each, Sureness.INFERRED) for each in same if each is not None}
        return Fit.UNKNOWN if len(kinds) != 1 else Fit.EXACTLY if fit is not Fit.NOT else fit

    def _is_whole(self, fit: Fit, given: list[Meaning | None], last: int) -> bool:
        """Whether an array is given for all that a function takes any number of."""
        return len(given) == last + 1 and fit >= Fit.AS_BASE

    def _is_better(self, one: list[_Taken], other: list[_Taken], path: str) -> bool:
        """Whether a function takes every argument as well as another one, and one of them better.

        If none is taken better, the one counts that needs no more and no less than is given.
        """
        is_better = False
        for mine, its in zip(one[:-1], other[:-1], strict=True):
            if mine.declared == its.declared and mine.fit is its.fit:
                continue
            if mine.fit is Fit.EXACTLY and its.fit is Fit.UNKNOWN and not _is_open(mine):
                is_better = True
                continue
            if Fit.UNKNOWN in {mine.fit, its.fit} or mine.fit < its.fit:
                return False
            if mine.fit is its.fit:
                forth = self._fits(mine.meant, its.meant, path)
                back = self._fits(its.meant, mine.meant, path)
                if forth < Fit.AS_BASE or forth < back:
                    return False
                is_better = is_better or forth > back or back < Fit.AS_BASE
            else:
                is_better = True
        return is_better or one[-1].fit > other[-1].fit

    def _fits(self, given: Meanings, declared: Meanings, path: str) -> Fit:
        """Return how objects of one parameter's type would fit another one."""
        if len(given) != 1 or len(declared) != 1:
            return Fit.UNKNOWN
        for each in (*given, *declared):
            if isinstance(each, Instance | Variable):
                path = each.entity.path
        return self._fit_one(given[0], declared, path)

    def _fit_one(self, given: Meaning | None, declared: Meanings, path: str) -> Fit:
        if given is None or len(declared) != 1 or isinstance(given, Unknown):
            return Fit.UNKNOWN
        found = _Fitting(self._program, self._meant, path).fit(given, declared[0])
        is_open = self._program.customs_at(path).are_conversions_open
        return Fit.UNKNOWN if found is Fit.NOT and is_open else found


class _Fitting:
    """Compares types, in the language of a file."""

    def __init__(self, program: Program, meant: ArgumentMeanings, path: str) -> None:
        self._program = program
        self._meant = meant
        self._customs = program.customs_at(path)
        self._outside = meant.outside_types(path)
        self._roots = {each.name for each in self._customs.roots if not each.kinds}

    def fit(self, given: Meaning, declared: Meaning, depth: int = 0) -> Fit:
        """Return how an object fits a type."""
        if depth > len(Fit) or isinstance(declared, Unknown) or isinstance(given, Unknown):
            return Fit.UNKNOWN
        if isinstance(given, Variable) and isinstance(declared, Variable) and given.name == declared.name:
            return Fit.EXACTLY if given.entity == declared.entity else Fit.AS_BASE
        if isinstance(given, Variable | Unknown) or isinstance(declared, Variable | Unknown):
            return self._bounded(given, declared, depth)
        if self._is_primitive(given) or self._is_primitive(declared):
            return self._converted(given, declared)
        return self._objects(given, declared, depth)

    def _objects(self, given: Meaning, declared: Meaning, depth: int) -> Fit:
        """Compare where both are objects."""
        found = Fit.UNKNOWN
        if isinstance(declared, Outside) and declared.name in self._roots:
            name = given.name if isinstance(given, Outside) else ""
            found = Fit.NOT if name == FUNCTION else Fit.EXACTLY if name == declared.name else Fit.AS_BASE
        elif isinstance(given, Instance):
            found = self._object(given, declared)
        elif isinstance(given, Sequence) and isinstance(declared, Sequence):
            found = self._items(given.items, declared.items, depth)
        elif isinstance(given, Sequence) and not isinstance(declared, Outside):
            found = Fit.NOT
        elif isinstance(given, Outside):
            found = self._outer(given, declared)
        return found

    def _bounded(self, given: Meaning, declared: Meaning, depth: int) -> Fit:
        """Compare with what type parameters are at least; one that says nothing takes all objects."""
        objects, types = self._meant.bounded((given,)), self._meant.bounded((declared,))
        if isinstance(declared, Variable):
            if self._is_primitive(given):
                return Fit.CONVERTED
            if not types or (isinstance(types[0], Outside) and types[0].name in self._roots):
                return Fit.AS_BASE
        if not objects or not types:
            return Fit.UNKNOWN
        found = self.fit(objects[0], types[0], depth + 1)
        return Fit.AS_BASE if found is Fit.EXACTLY else found

    def _is_primitive(self, meaning: Meaning) -> bool:
        return isinstance(meaning, Outside) and meaning.name in self._customs.primitives

    def _converted(self, given: Meaning, declared: Meaning) -> Fit:
        """Compare where one of both is no object."""
        if not isinstance(given, Outside) or not isinstance(declared, Outside):
            is_open = any(
                isinstance(each, Instance) and self._has_conversions(each) for each in (given, declared)
            )
            return Fit.UNKNOWN if is_open else Fit.NOT
        if given.name == declared.name:
            return Fit.EXACTLY
        primitives = self._customs.primitives
        own, other = primitives.get(given.name), primitives.get(declared.name)
        if own is not None and other is not None:
            return Fit.AS_BASE if declared.name in own.wider else Fit.NOT
        if own is not None:
            is_boxed = (
                declared.name in {own.box, *self._roots}
                or self._outside.is_base(own.box, declared.name)
                or any(isinstance(each, Outside) and each.name == given.name for each in declared.arguments)
            )
            return Fit.CONVERTED if is_boxed else Fit.NOT
        unboxed = next((name for name, each in primitives.items() if each.box == given.name), None)
        if unboxed is not None:
            is_fitting = unboxed == declared.name or declared.name in primitives[unboxed].wider
            return Fit.CONVERTED if is_fitting else Fit.NOT
        return Fit.NOT if given.name in {_NULL, FUNCTION} or self._outside.knows(given.name) else Fit.UNKNOWN

    def _object(self, given: Instance, declared: Meaning) -> Fit:
        """Compare an object of a type of the repository."""
        if isinstance(declared, Instance):
            if given.entity == declared.entity:
                return Fit.EXACTLY
            if self._meant.generics.as_base(given, declared.entity) is not None:
                return Fit.AS_BASE
            is_open = self._has_conversions(given) or self._has_conversions(declared)
            return Fit.UNKNOWN if is_open else Fit.NOT
        return self._as_outer(given, declared) if isinstance(declared, Outside) else Fit.NOT

    def _as_outer(self, given: Instance, declared: Outside) -> Fit:
        """Compare an object of a type of the repository with a type outside."""
        definition = self._program.definition(given.entity)
        if declared.name in self._customs.final_types:
            return Fit.NOT
        if _last(declared.name) in self._customs.function_types:
            return Fit.UNKNOWN if definition.type_kind is TypeKind.TYPE_ALIAS else Fit.NOT
        bases = [
            each.name
            for each in self._meant.generics.bases(given)
            if isinstance(each, Outside) and self._may_be(each.name, declared.name)
        ]
        if any(self._outside.is_base(each, declared.name) for each in bases):
            return Fit.AS_BASE
        if bases and all(map(self._outside.knows, (declared.name, *bases))):
            return Fit.NOT
        is_enum = definition.type_kind is TypeKind.ENUM
        return Fit.UNKNOWN if bases or is_enum else Fit.NOT

    def _has_conversions(self, instance: Instance) -> bool:
        """Whether objects of a type are made of others, or turned into them, without a word."""
        return self._program.files[instance.entity.path].has_conversions(instance.entity.number)

    def _may_be(self, base: str, declared: str) -> bool:
        """Whether a type outside may have another as its base: an interface has no class as its own."""
        pattern = self._customs.interface_names
        if not pattern:
            return True
        return bool(re.fullmatch(pattern, _last(declared))) or not re.fullmatch(pattern, _last(base))

    def _items(self, given: Meanings, declared: Meanings, depth: int) -> Fit:
        if len(given) != 1 or len(declared) != 1:
            return Fit.UNKNOWN
        found = self.fit(given[0], declared[0], depth + 1)
        is_primitive = self._is_primitive(given[0]) or self._is_primitive(declared[0])
        return Fit.NOT if is_primitive and found is not Fit.EXACTLY and found is not Fit.UNKNOWN else found

    def _outer(self, given: Outside, declared: Meaning) -> Fit:
        """Compare an object of a type outside, a function or nothing at all."""
        if given.name == _NULL:
            return Fit.AS_BASE
        if given.name == FUNCTION:
            return self._function(declared)
        is_known = self._outside.knows(given.name)
        if isinstance(declared, Instance) and self._is_of_language(given):
            return Fit.UNKNOWN if self._has_conversions(declared) else Fit.NOT
        if isinstance(declared, Outside):
            if _is_same(given.name, declared.name):
                return Fit.EXACTLY
            if self._outside.is_base(given.name, declared.name):
                return Fit.AS_BASE
            is_final = declared.name in self._customs.final_types and _is_of_type(given)
            is_known = is_final or (is_known and self._outside.knows(declared.name))
        return Fit.NOT if is_known else Fit.UNKNOWN

    def _is_of_language(self, given: Outside) -> bool:
        """Whether an object is of a type of the language's own library, which knows none of the repository."""
        if given.name in map(self._customs.outer, self._customs.builtins):
            return True
        pattern = self._customs.own_library
        return bool(pattern) and _is_of_type(given) and re.match(pattern, given.name) is not None

    def _function(self, declared: Meaning) -> Fit:
        if isinstance(declared, Instance):
            kind = self._program.definition(declared.entity).type_kind
            return Fit.AS_BASE if kind in {TypeKind.INTERFACE, TypeKind.TYPE_ALIAS} else Fit.NOT
        return Fit.UNKNOWN if isinstance(declared, Outside) else Fit.NOT


def _is_same_signature(one: list[_Taken], other: list[_Taken]) -> bool:
    """Whether two functions take the same, such as one that is declared and the same with its body."""
    return all(
        mine.fit is its.fit and (mine.declared == its.declared or (mine.meant == its.meant != ()))
        for mine, its in zip(one, other, strict=True)
    )


def _is_open(taken: _Taken) -> bool:
    """Whether an argument fits only because a type parameter can stand for anything."""
    return any(isinstance(each, Variable) for each in taken.meant)


def _pointed_to(meaning: Meaning) -> Meaning:
    """Return what a pointer is; one to an object of the repository is not told from the object."""
    if not isinstance(meaning, Outside) or not meaning.is_instance:
        return meaning
    return msgspec.structs.replace(meaning, name=f"{meaning.name}*")


def _is_of_type(given: Outside) -> bool:
    """Whether an object is known by its type, and not only by what gave it."""
    return given.is_instance and not given.may_be_any and not given.name.endswith(")")


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _is_same(one: str, other: str) -> bool:
    """Whether two names are of one type: one may be known by its last name only."""
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")
