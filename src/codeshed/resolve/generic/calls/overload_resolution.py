"""Functions of one name, of which the types of arguments choose one.

Turns: functions and what a call gives them → those that can be meant. A function that can't take an argument is out; among
the others the one counts that fits no argument worse than any other. Of what is not known nothing is said.
"""

from collections.abc import Mapping

import msgspec

from codeshed.model.code_expressions import FUNCTION, CodeExpression, MemberExpr, OtherExpr, TypeRef
from codeshed.model.semantic import ParameterKind
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.types.assignability import NULL, ArgumentMeanings, Fit, Fitting
from codeshed.resolve.generic.types.implicit_conversions import Conversions, is_number, pointed_to
from codeshed.resolve.generic.values.values import (
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

_NULL_POINTER = "nullptr_t"
"""What is a pointer to anything, and no number."""

_FUNCTION = Outside(FUNCTION, Sureness.TYPED, is_instance=True)


class _Taken(msgspec.Struct, frozen=True):
    """How a function takes one argument: by which type, and how that fits."""

    declared: TypeRef | None
    meant: Meanings
    fit: Fit
    is_pointer: bool = False


class _Given(msgspec.Struct, frozen=True):
    """What an argument is, if that is one thing, and whether it is the place of that and not the thing itself."""

    meaning: Meaning | None
    is_pointer: bool | None = None


class Overloads:
    """Chooses among functions of one name."""

    def __init__(self, program: Program, meant: ArgumentMeanings) -> None:
        self._program = program
        self._meant = meant
        self._conversions = Conversions(program, meant)

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
        if functions and self._program.customs_at(place.path).are_nearer_first:
            fitting = self._nearer(fitting, taken)
        if functions and self._program.customs_at(place.path).has_phases:
            phases = {each: min((one.fit for one in taken[each]), default=Fit.EXACTLY) for each in fitting}
            if any(phase >= Fit.AS_BASE for phase in phases.values()):
                fitting = [each for each in fitting if phases[each] is not Fit.CONVERTED]
        best = self._best([taken[each] for each in fitting], place.path)
        if best is not None:
            fitting = [each for each in fitting if _is_same_signature(best, taken[each])]
        return tuple(fitting or functions)

    def _nearer(self, functions: list[Entity], taken: Mapping[Entity, list[_Taken]]) -> list[Entity]:
        """Return functions without those of bases of a type that has one which takes the arguments for sure.

        What overrides a function is one of a base, that which declares it.
        """
        found = functions
        for each in functions:
            owner = self._first_owner(each)
            is_sure = all(one.fit is not Fit.UNKNOWN for one in taken[each])
            if owner is None or not is_sure or self._overrides(each):
                continue
            around = {self._program.parts(base)[0] for base in self._meant.members.ancestors(owner)}
            found = [
                one
                for one in found
                if self._first_owner(one) not in around
                or (self._first_owner(one) == owner and not self._overrides(one))
            ]
        return found

    def _first_owner(self, function: Entity) -> Entity | None:
        owner = self._meant.members.owner_of(function)
        return None if owner is None else self._program.parts(owner)[0]

    def _overrides(self, function: Entity) -> bool:
        modifiers = self._program.definition(function).modifiers
        return modifiers is not None and modifiers.is_override is True

    def _best(self, ways: list[list[_Taken]], path: str) -> list[_Taken] | None:
        """Return how the best of some functions takes its arguments, None if none is as good as all others.

        Whoever is as good as all others stays the best from where it stands, so that looking twice at each is enough.
        """

        def is_as_good(one: list[_Taken], other: list[_Taken]) -> bool:
            return _is_same_signature(one, other) or self._is_better(one, other, path)

        best: list[_Taken] | None = None
        for each in ways:
            if best is None or not is_as_good(best, each):
                best = each
        return best if best is not None and all(is_as_good(best, each) for each in ways) else None

    def is_applicable(self, function: Entity, arguments: tuple[CodeExpression, ...], place: Place) -> bool:
        """Whether no argument is one that a function can't take."""
        given = [self._given(each, place) for each in arguments]
        return all(each.fit is not Fit.NOT for each in self._taken(function, given))

    def _given(self, argument: CodeExpression, place: Place) -> _Given:
        """Return what an argument is, if that is one thing, with whether it is a pointer to that."""
        meaning = self._meaning(argument, place)
        n_pointers = self._meant.n_pointers(argument, place)
        return _Given(meaning, None if n_pointers not in {0, 1} else bool(n_pointers))

    def _meaning(self, argument: CodeExpression, place: Place) -> Meaning | None:
        """Return what an argument is, if that is one thing."""
        if isinstance(argument, MemberExpr) and argument.is_function:
            return _FUNCTION
        if isinstance(argument, OtherExpr) and argument.type_name in {NULL, _NULL_POINTER}:
            return Outside(argument.type_name, Sureness.TYPED, is_instance=True)
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

    def _taken(self, function: Entity, given: list[_Given]) -> list[_Taken]:
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
            fit, meant = self._fit_place(each, meant, function.path, is_pointer=parameter.is_pointer)
            if parameter.kind is ParameterKind.VARIADIC_POSITIONAL and not self._is_whole(fit, given, last):
                items = tuple(item for one in meant if isinstance(one, Sequence) for item in one.items)
                fit = min(self._fit_one(each.meaning, items or meant, function.path), Fit.CONVERTED)
                meant, is_open = items or meant, True
            if len(meant) == 1 and isinstance(meant[0], Variable) and meant[0].entity == function:
                fit = self._inferred(function, number, given, fit)
            is_pointer = parameter.is_pointer and each.is_pointer is None
            found.append(_Taken(parameter.type, meant, fit, is_pointer))
        is_open = is_open or len(given) < len(parameters)
        return [*found, _Taken(TypeRef(str(is_open)), (), Fit.CONVERTED if is_open else Fit.EXACTLY)]

    def _inferred(self, function: Entity, number: int, given: list[_Given], fit: Fit) -> Fit:
        """Return how an argument fits a type parameter of the function: exactly, if nothing else says what it stands for.

        What must be made an object for that is converted where this comes after all else.
        """
        definition = self._program.definition(function)
        declared = definition.parameters[min(number, len(definition.parameters) - 1)].type
        same = [
            each.meaning
            for parameter, each in zip(definition.parameters, given, strict=False)
            if parameter.type == declared
        ]
        if any(each is None or isinstance(each, Unknown) for each in same):
            return min(fit, Fit.UNKNOWN)
        kinds = {less_sure(each, Sureness.INFERRED) for each in same if each is not None}
        if len(kinds) != 1:
            return Fit.UNKNOWN
        is_kept = fit is Fit.NOT or (
            fit is Fit.CONVERTED and self._program.customs_at(function.path).has_phases
        )
        return fit if is_kept else Fit.EXACTLY

    def _is_whole(self, fit: Fit, given: list[_Given], last: int) -> bool:
        """Whether an array is given for all that a function takes any number of."""
        return len(given) == last + 1 and fit >= Fit.AS_BASE

    def _is_better(self, one: list[_Taken], other: list[_Taken], path: str) -> bool:
        """Whether a function takes every argument as well as another one, and one of them better.

        If none is taken better, the one counts that needs no more and no less than is given.
        """
        is_better = False
        for mine, its in zip(one[:-1], other[:-1], strict=True):
            if mine.is_pointer is not its.is_pointer and min(mine.fit, its.fit) > Fit.UNKNOWN:
                return False
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

    def _fit_place(
        self, given: _Given, declared: Meanings, path: str, *, is_pointer: bool
    ) -> tuple[Fit, Meanings]:
        """Return how an argument fits a parameter, and what that is, with whether both are pointers.

        As long as it is not known whether an argument is a pointer, a pointer is not told from what it leads to.
        """
        meaning = given.meaning
        if isinstance(meaning, Outside) and meaning.name == _NULL_POINTER:
            is_never = not is_pointer and len(declared) == 1 and is_number(declared[0])
            return Fit.AS_BASE if is_pointer else Fit.NOT if is_never else Fit.UNKNOWN, declared
        if given.is_pointer is None or meaning is None or len(declared) != 1:
            return self._fit_one(meaning, declared, path), declared
        if given.is_pointer:
            meaning = pointed_to(meaning)
        if is_pointer:
            declared = (pointed_to(declared[0]),)
        fit = self._fit_one(meaning, declared, path)
        if isinstance(meaning, Instance) and (given.is_pointer is not is_pointer or fit is Fit.UNKNOWN):
            is_plain = is_pointer or is_number(declared[0])
            is_never = is_plain and not given.is_pointer and self._conversions.has_none(meaning)
            fit = Fit.NOT if is_never else Fit.UNKNOWN
        return fit, declared

    def _fit_one(self, given: Meaning | None, declared: Meanings, path: str) -> Fit:
        if given is None or len(declared) != 1 or isinstance(given, Unknown):
            return Fit.UNKNOWN
        found = Fitting(self._program, self._meant, path).fit(given, declared[0])
        is_open = self._program.customs_at(path).are_conversions_open
        return Fit.UNKNOWN if found is Fit.NOT and is_open else found


def _is_same_signature(one: list[_Taken], other: list[_Taken]) -> bool:
    """Whether two functions take the same, such as one that is declared and the same with its body."""
    return all(
        mine.fit is its.fit
        and mine.is_pointer is its.is_pointer
        and (mine.declared == its.declared or (mine.meant == its.meant != ()))
        for mine, its in zip(one, other, strict=True)
    )


def _is_open(taken: _Taken) -> bool:
    """Whether an argument fits only because a type parameter can stand for anything."""
    return any(isinstance(each, Variable) for each in taken.meant)
