"""Which function runs, where several are meant.

Turns: functions of one name, or types of which objects are made → the Outcome of a call.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from codeshed.model.code_expressions import CastExpr, MemberExpr, NewExpr, TypeRef
from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition, CodeReference
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.names.visible_interface import NOWHERE
from codeshed.resolve.generic.resolution_outcome import Outcome, outcome_among, outcome_of
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import (
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Space,
    Sureness,
    Variable,
    place_of,
)


class Choices:
    """Chooses among functions and constructors."""

    def __init__(self, program: Program, evaluation: Evaluation) -> None:
        self._program = program
        self._evaluation = evaluation

    def chosen(self, functions: tuple[Entity, ...], sureness: Sureness, reference: CodeReference) -> Outcome:
        """Choose among functions of one name: by the number and types of arguments, then those with a body."""
        functions = self._inherent_first(self.built_with(functions), reference)
        if any(self._program.definition(each).is_replaced for each in functions):
            sureness = Sureness.INFERRED
        n_types = len(reference.type_arguments)
        functions = (
            tuple(each for each in functions if self._evaluation.signatures.takes_types(each, n_types))
            or functions
        )
        named = (
            each
            for each in functions
            if self._evaluation.signatures.takes_named(each, reference.keyword_names)
        )
        functions = tuple(named) or functions
        fitting = tuple(
            each for each in functions if self._evaluation.signatures.takes(each, reference.argument_count)
        )
        if not fitting:
            fitting = functions
            are_all_declared = self._program.customs_at(functions[0].path).are_bodies_apart
            sureness = Sureness.INFERRED if are_all_declared else sureness
        has_overloads = any(map(self._evaluation.signatures.has_overloads, fitting))
        is_told = self._are_told_apart(fitting, reference) or (
            has_overloads and reference.argument_count == 0
        )
        if len(fitting) > 1 and is_told:
            place = self._evaluation.file.here(reference)
            chosen = self._evaluation.overloads.chosen(fitting, reference.arguments, place)
            sureness = max(sureness, Sureness.TYPED) if len(chosen) == 1 else sureness
            fitting = chosen
        bodies = self._running(fitting, functions, reference)
        return outcome_of(bodies, sureness) if len(bodies) == 1 else outcome_among(bodies)

    def _inherent_first(self, functions: tuple[Entity, ...], reference: CodeReference) -> tuple[Entity, ...]:
        """Return those methods that a type has itself, if it has any beside those that it has from traits.

        Of a type that is seen as a trait, `<A as B>::run`, it is those of that trait.
        """
        if len(functions) <= 1 or not self._program.customs_at(functions[0].path).has_traits:
            return functions
        if len(set(map(self._evaluation.members.owner_of, functions))) > 1:
            return functions
        expression = reference.expression
        seen = expression.value if isinstance(expression, MemberExpr) else expression
        trait = seen.type_ref.name if isinstance(seen, CastExpr) else ""
        found = tuple(each for each in functions if self._is_of_trait(each, trait))
        return found or functions

    def _is_of_trait(self, method: Entity, trait: str) -> bool:
        """Whether a method stands in code for a trait of that last name, or in code for none if there is no name."""
        written = [each.name.rpartition(".")[2] for each in self._program.definition(method).implements]
        return trait.rpartition(".")[2] in (written or [""])

    def built_with(self, entities: tuple[Entity, ...]) -> tuple[Entity, ...]:
        """Return those of several definitions that can be built together with the file that is looked at, if any can."""
        path = self._evaluation.file.path
        seen = self._program.built_with(path, (each.path for each in entities))
        return tuple(each for each in entities if each.path in seen)

    def named(self, entities: tuple[Entity, ...], sureness: Sureness) -> Outcome:
        """Return what a name means that is not called: one thing, or one of the variables that several files define."""
        defined = tuple(dict.fromkeys(map(self.defined, self.built_with(entities))))
        is_open = len({each.path for each in defined}) == len(defined) > 1
        if is_open and all(map(self._is_whole_variable, defined)):
            return outcome_among(defined)
        return outcome_of(defined[:1], sureness)

    def _is_whole_variable(self, entity: Entity) -> bool:
        return self._program.is_variable(entity) and self._program.definition(entity).modifiers is None

    def _running(
        self, fitting: tuple[Entity, ...], functions: tuple[Entity, ...], reference: CodeReference
    ) -> tuple[Entity, ...]:
        """Return what runs where some functions of a name are meant: those with a body, in place of others."""
        if any(self._program.customs_at(each.path).are_bodies_apart for each in fitting):
            return self._with_bodies(fitting, functions)
        is_told = self._are_told_apart(fitting, reference)
        bodies = fitting if is_told else tuple(filter(self._runs, fitting))
        return (
            bodies or self._declared_by(fitting, functions) or self._bodies_elsewhere(fitting[0]) or fitting
        )

    def _are_told_apart(self, functions: tuple[Entity, ...], reference: CodeReference) -> bool:
        """Whether what a call is given says which of some functions it means: not if all are linked by their name alone."""
        customs = (self._program.customs_at(each.path) for each in functions)
        return bool(reference.arguments) and any(
            each.are_bodies_apart or not each.linked_space for each in customs
        )

    def _with_bodies(self, fitting: tuple[Entity, ...], functions: tuple[Entity, ...]) -> tuple[Entity, ...]:
        """Return for each way to call a function those with a body, or the first that declares it."""
        found: dict[Entity, None] = {}
        for way in dict.fromkeys(map(self._way_to_call, fitting)):
            same = [each for each in functions if self._way_to_call(each) == way]
            others = self._bodies_elsewhere(same[0])
            elsewhere = [each for each in others if self._way_to_call(each) == way]
            if len(same) == len(functions) and len(others) == 1:
                elsewhere = [*others]
            bodies = (
                [*filter(self._has_body, same)] or elsewhere or self._written_otherwise(same[0], functions)
            )
            found.update(dict.fromkeys(bodies or same[:1]))
        return tuple(found)

    def _written_otherwise(self, declaration: Entity, functions: tuple[Entity, ...]) -> list[Entity]:
        """Return bodies outside of their type that take as much as what it declares, and that it declares in no other way."""
        declared = {
            self._way_to_call(each) for each in functions if self._program.definition(each).owner is None
        }
        count = len(self._program.definition(declaration).parameters)
        return [
            each
            for each in functions
            if self._way_to_call(each) not in declared
            and len(self._program.definition(each).parameters) == count
        ]

    def _way_to_call(self, function: Entity) -> tuple[object, ...]:
        """Return the type that a function belongs to, and those that it takes as they are written; of a name only its end counts."""
        taken = (
            ("" if each.type is None else _written(each.type), each.is_pointer)
            for each in self._program.definition(function).parameters
        )
        return self._evaluation.members.owner_of(function), *taken

    def _declared_by(
        self, declarations: tuple[Entity, ...], functions: tuple[Entity, ...]
    ) -> tuple[Entity, ...]:
        """Return the functions with as many parameters and a body: a declaration alone says which have defaults."""
        counts = {len(self._program.definition(each).parameters) for each in declarations}
        return tuple(
            each
            for each in functions
            if self._has_body(each) and len(self._program.definition(each).parameters) in counts
        )

    def _bodies_elsewhere(self, declaration: Entity) -> tuple[Entity, ...]:
        """Return the functions of the same space that a declaration without a body stands for."""
        definition = self._program.definition(declaration)
        if definition.parent != TOP_LEVEL or definition.owner is not None:
            return ()
        space = self._program.files[declaration.path].space_of(definition)
        found = tuple(filter(self._has_body, self._program.own_names(space, definition.name)))
        language = self._program.files[declaration.path].language
        return found or tuple(
            each
            for each in self._program.methods_named(language, definition.name)
            if self._has_body(each) and self.named_space(each) == space
        )

    def named_space(self, member: Entity) -> str:
        """Return the space that a function or variable outside of it names as what it belongs to, nothing if that is a type."""
        owner = self._program.definition(member).owner
        if owner is None or member in self._evaluation.members.owners:
            return ""
        first, *rest = owner.name.split(".")
        names = self._evaluation.names
        found = names.in_file(Place(member.path, member.number, NOWHERE), first)
        for name in rest:
            spaces = (each.key for each in found if isinstance(each, Space))
            found = tuple(inner for space in spaces for inner in names.spaces.in_space(space, name))
        return next((each.key for each in found if isinstance(each, Space)), "")

    def defined(self, variable: Entity) -> Entity:
        """Return the variable that one that is only declared stands for, if the space defines just one."""
        definition = self._program.definition(variable)
        modifiers = definition.modifiers
        if not self._program.is_variable(variable) or modifiers is None or modifiers.has_body is not False:
            return variable
        space = self._program.files[variable.path].space_of(definition)
        named = filter(self._program.is_variable, self._program.own_names(space, definition.name))
        found = [each for each in named if self._program.definition(each).modifiers is None]
        return found[0] if len(found) == 1 else variable

    def made(self, meanings: Meanings, reference: CodeReference, name: str) -> Outcome:
        """An object is made: its constructor runs, or the type is all there is to name."""
        if isinstance(reference.expression, NewExpr) and reference.expression.is_unsaid:
            return self._made_unsaid(meanings, reference, name.rpartition(".")[2])
        ordered = sorted(meanings, key=self._is_lone_object)
        for meaning in ordered:
            if isinstance(meaning, Instance):
                if self._is_of_user(meaning, reference):
                    continue
                constructors = self._evaluation.constructors.of(meaning.entity)
                is_said = meaning.sureness is Sureness.TYPED and not _is_like_other(reference)
                sureness = Sureness.DECLARED if is_said else meaning.sureness
                if any(self._evaluation.members.is_guessed(meaning.entity, each) for each in constructors):
                    sureness = Sureness.INFERRED
                if constructors and self._is_copied(meaning, reference):
                    return self._copied(constructors, meaning, reference)
                if constructors:
                    itself = Entity(self._evaluation.file.path, reference.definition)
                    others = tuple(
                        each for each in constructors if each != itself or self._program.is_type(each)
                    )
                    return self.chosen(others or constructors, sureness, reference)
                return outcome_of((meaning.entity,), sureness)
            if isinstance(meaning, Outside):
                return Outcome(outside=meaning.name)
        return Outcome(reason=f"{name or 'this type'} is not known")

    def _is_copied(self, made: Instance, reference: CodeReference) -> bool:
        """Whether an object is made of another one of its type: no constructor for anything else runs."""
        if not self._program.customs_at(made.entity.path).are_types_members or len(reference.arguments) != 1:
            return False
        place = self._evaluation.file.here(reference)
        given = self._evaluation.value(reference.arguments[0], place)
        return len(given) == 1 and isinstance(given[0], Instance) and given[0].entity == made.entity

    def _copied(self, constructors: tuple[Entity, ...], made: Instance, reference: CodeReference) -> Outcome:
        """An object is made of another one of its type: a constructor for that runs, if the type says what it does."""
        copying = tuple(each for each in constructors if self._copies(each, made.entity))
        return self.chosen(copying, Sureness.TYPED, reference) if copying else Outcome(is_read=True)

    def _copies(self, constructor: Entity, owner: Entity) -> bool:
        """Whether a constructor takes an object of its own type, or of any."""
        if not self._program.is_function(constructor):
            return False
        definition = self._program.definition(constructor)
        first = next(iter(definition.parameters), None)
        if first is None or first.type is None:
            return False
        place = Place(constructor.path, constructor.number, definition.begin)
        meant = self._evaluation.type_at(first.type, place)
        return any(
            isinstance(each, Variable) or (isinstance(each, Instance) and each.entity == owner)
            for each in meant
        )

    def _made_unsaid(self, meanings: Meanings, reference: CodeReference, name: str) -> Outcome:
        """A declaration makes an object: a constructor that is given nothing runs, if the type itself has one."""
        types = [each for each in meanings if isinstance(each, Instance)]
        if len(types) != 1 or self._program.definition(types[0].entity).name != name:
            return Outcome(is_read=True)
        constructors = tuple(
            each
            for each in self._evaluation.constructors.of(types[0].entity)
            if self._program.is_function(each) and self._evaluation.signatures.takes(each, 0)
        )
        return (
            self.chosen(constructors, Sureness.DECLARED, reference) if constructors else Outcome(is_read=True)
        )

    def initialized(self, written: Outcome, reference: CodeReference) -> Outcome:
        """A field gets what stands in brackets behind it: if it holds an object of the repository, a constructor runs."""
        if len(written.entities) != 1:
            return written
        field = written.entities[0]
        definition = self._program.definition(field)
        if definition.type is None or _is_pointer(definition):
            return written
        place = place_of(field, definition)
        types = [
            each
            for each in self._evaluation.type_at(definition.type, place)
            if isinstance(each, Instance) and self._has_constructor(each.entity)
        ]
        made = self.made(tuple(types), reference, "") if len(types) == 1 else Outcome()
        is_known = bool(made.entities or made.candidates)
        return replace(made, written=field) if is_known else written

    def _has_constructor(self, entity: Entity) -> bool:
        return any(map(self._program.is_function, self._evaluation.constructors.of(entity)))

    def below(self, name: str, place: Place) -> tuple[Entity, ...]:
        """Return the methods of a name that types have whose base is the type around a place: objects may be of these."""
        members = self._evaluation.members
        language, around = self._program.files[place.path].language, members.type_around(place)
        if around is None or not self._program.customs[language].has_implicit_receiver:
            return ()
        return tuple(
            each
            for each, owner in self._owned(name, place)
            if owner is not None and around in members.ancestors(owner)
        )

    def _owned(self, name: str, place: Place) -> Iterator[tuple[Entity, Entity | None]]:
        """Yield the methods of a name that can be called as at a place, each with its type."""
        for each in self._program.methods_named(self._program.files[place.path].language, name):
            if self._evaluation.sides.is_on(place, each):
                yield each, self._evaluation.members.owner_of(each)

    def behind(self, name: str, place: Place) -> Outcome | None:
        """Return what `super` runs in a type whose members come before those of others: their own methods of a name."""
        members = self._evaluation.members
        language, around = self._program.files[place.path].language, members.type_around(place)
        if around is None or not self._program.customs[language].are_mixins_vague:
            return None
        first = self._program.parts(around)[0]
        found = tuple(
            each
            for each, owner in self._owned(name, place)
            if owner is not None
            and any(
                mixin.is_first
                and isinstance(meaning, Instance)
                and self._program.parts(meaning.entity)[0] == first
                for meaning, mixin in members.mixins(owner)
            )
        )
        if not found:
            return None
        return outcome_of(found, Sureness.INFERRED) if len(found) == 1 else outcome_among(found)

    def _is_of_user(self, meaning: Instance, reference: CodeReference) -> bool:
        """Whether an object of the type around is made in a trait: it is one of whatever type uses that."""
        words = self._program.customs_at(meaning.entity.path).own_types
        is_own = isinstance(reference.expression, NewExpr) and reference.expression.type_ref.name in words
        return is_own and self._program.definition(meaning.entity).type_kind is TypeKind.INTERFACE

    def _is_lone_object(self, meaning: Meaning) -> bool:
        return isinstance(meaning, Instance) and self._program.definition(meaning.entity).is_object

    def _runs(self, entity: Entity) -> bool:
        """Whether something runs, by itself or as another name of what does."""
        return self._has_body(entity) or self._evaluation.signatures.is_other_name(entity)

    def _has_body(self, entity: Entity) -> bool:
        """Whether something runs: a type stands for a constructor that it has besides those in it."""
        modifiers = self._program.definition(entity).modifiers
        return self._program.is_type(entity) or (modifiers is not None and modifiers.has_body is True)


def _is_like_other(reference: CodeReference) -> bool:
    """Whether an object is made of the type of another value, and not of one that is written there."""
    return isinstance(reference.expression, NewExpr) and reference.expression.like is not None


def _is_pointer(variable: CodeDefinition) -> bool:
    """Whether a variable only leads to an object, by what stands before its name."""
    before = variable.signature.rpartition(variable.name)[0].rstrip()
    return before.endswith(("*", "&", "const"))


def _written(type_ref: TypeRef) -> str:
    """Return a type without what says where its names lie."""
    inner = ",".join(map(_written, type_ref.arguments))
    return f"{type_ref.name.rpartition('.')[2]}<{inner}>"
