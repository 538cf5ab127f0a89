"""What calls, reads and writes are about.

Turns: a CodeReference → an Outcome: the definition that it means and how sure that is, something outside, candidates
by name alone, or why nothing is known.
"""

import msgspec
from msgspec.structs import replace

from codeshed.model.code_facts import (
    TOP_LEVEL,
    CodeReference,
    MemberExpr,
    NameExpr,
    NewExpr,
    ReceiverExpr,
)
from codeshed.model.semantic import DefinitionKind, ParameterKind, Provenance, ReferenceRole
from codeshed.resolve.languages.evaluation import Evaluation
from codeshed.resolve.languages.meanings import (
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Parameter,
    Place,
    Sequence,
    Space,
    Sureness,
    less_sure,
)
from codeshed.resolve.languages.program import Entity, Program

MAX_CANDIDATES = 3
"""A method name that more types have says too little."""

CALLS = "operator()"
"""The method of a type whose objects can be called."""

_CANDIDATE_CONFIDENCE = 0.3
_OVERLOAD_CONFIDENCE = 0.8
_NO_NAME = "what is called is not a name"
_PROVENANCE = {
    Sureness.DECLARED: (Provenance.DECLARED, 1.0),
    Sureness.TYPED: (Provenance.TYPED, 0.95),
    Sureness.INFERRED: (Provenance.INFERRED, 0.85),
}


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a reference means: definitions, or something outside by name; or candidates, or a reason."""

    entities: tuple[Entity, ...] = ()
    outside: str = ""
    provenance: Provenance = Provenance.DECLARED
    confidence: float = 1.0
    through: Entity | None = None
    """The variable that is read for a call of what it holds."""
    candidates: tuple[Entity, ...] = ()
    candidate_confidence: float = _CANDIDATE_CONFIDENCE
    reason: str = ""


class Calls:
    """Finds out what references are about."""

    def __init__(self, program: Program, evaluation: Evaluation) -> None:
        self._program = program
        self._evaluation = evaluation

    def outcome(self, reference: CodeReference, path: str) -> Outcome:
        """Return what a reference is about."""
        place = Place(path, reference.definition, reference.begin)
        match reference.expression:
            case NewExpr(type_ref=type_ref):
                return self._made(self._evaluation.made(type_ref, place), reference, type_ref.name)
            case NameExpr(name=name):
                local = self._evaluation.local(name, place)
                found = self._evaluation.meanings(reference.expression, place)
                if local is not None:
                    return self._through_local(found, reference)
                return self._named(found, reference, "this name is not known")
            case MemberExpr(name=name):
                return self._member(
                    self._evaluation.holder(reference.expression, place), name, reference, path
                )
            case ReceiverExpr(is_parent=True):
                return self._made(self._evaluation.value(reference.expression, place), reference, "super")
            case _:
                return self._given(reference, place)

    def _given(self, reference: CodeReference, place: Place) -> Outcome:
        """What another call gives is called, or what stands in a table."""
        values = self._evaluation.value(reference.expression, place)
        functions = tuple(
            less_sure(each, Sureness.INFERRED) for each in values if self._evaluation.is_function(each)
        )
        return self._named(functions, reference, _NO_NAME)

    def _through_local(self, found: Meanings, reference: CodeReference) -> Outcome:
        """A local that holds a function or a class is called; objects are not, but for those with a method for it."""
        callable_ones = tuple(
            each for each in self._evaluation.applied(found) if isinstance(each, Defined | Outside)
        )
        if reference.role is ReferenceRole.CALL and callable_ones:
            return self._named(callable_ones, reference, "")
        operators = self._call_operators(found)
        if reference.role is ReferenceRole.CALL and operators:
            return self._chosen(operators, found[0].sureness, reference)
        return Outcome(
            reason="a local variable is called" if reference.role is ReferenceRole.CALL else "local"
        )

    def _call_operators(self, values: Meanings) -> tuple[Entity, ...]:
        """Return the methods that run where an object is called as a function."""
        objects = [each for each in values if isinstance(each, Instance)]
        if len(objects) != 1 or len(values) != 1:
            return ()
        return self._evaluation.members.find(objects[0].entity, CALLS)

    def _member(self, values: Meanings, name: str, reference: CodeReference, path: str) -> Outcome:
        found = self._evaluation.member(values, name)
        if reference.role is ReferenceRole.CALL and not any(isinstance(each, Defined) for each in found):
            makers = self._program.customs[self._program.files[path].language].makers
            types = tuple(
                Instance(each.entity, each.sureness)
                for each in values
                if name in makers and isinstance(each, Defined) and self._is_type(each.entity)
            )
            if types:
                return self._made(types, reference, name)
        if found:
            return self._named(found, reference, "")
        functions = tuple(filter(self._evaluation.is_function, values))
        customs = self._program.customs[self._program.files[path].language]
        if functions and name in customs.invokers and reference.role is ReferenceRole.CALL:
            return self._named(functions, reference, "")
        if functions and name in customs.binders:
            return Outcome(outside=f"{customs.outside}.{name}")
        if all(
            isinstance(each, Parameter) or (isinstance(each, Defined) and self._is_variable(each.entity))
            for each in values
        ) or self._evaluation.is_seen_as_other(values):
            return self._by_name(name, reference, path)
        return self._missing(values, name)

    def _missing(self, values: Meanings, name: str) -> Outcome:
        """A type is known, and has no such member: it may come from a base outside of the repository."""
        for each in values:
            if isinstance(each, Instance | Defined):
                base = self._evaluation.members.outside_base(each.entity, name)
                if base is not None:
                    provenance, confidence = _PROVENANCE[each.sureness]
                    return Outcome(outside=f"{base}.{name}", provenance=provenance, confidence=confidence)
        is_space = bool(values) and all(isinstance(each, Space) for each in values)
        return Outcome(reason="its module has no such name" if is_space else "its type has no such member")

    def _by_name(self, name: str, reference: CodeReference, path: str) -> Outcome:
        if reference.role is not ReferenceRole.CALL:
            return Outcome(reason="the type before the dot is not known")
        language = self._program.files[path].language
        if name in self._program.customs[language].common_methods:
            return Outcome(reason="the type before the dot is not known")
        candidates = tuple(
            each
            for each in self._program.methods_named(language, name)
            if self._takes(each, reference.argument_count)
        )
        if 0 < len(candidates) <= MAX_CANDIDATES:
            return Outcome(candidates=candidates, reason="the type before the dot is not known")
        return Outcome(reason="the type before the dot is not known")

    def _named(self, found: Meanings, reference: CodeReference, reason: str) -> Outcome:
        if reference.role is not ReferenceRole.CALL and found and isinstance(found[0], Space):
            return Outcome(reason="a module is named")
        entities: list[Entity] = []
        sureness = Sureness.DECLARED
        for meaning in found:
            match meaning:
                case Defined(entity=entity):
                    entities.append(entity)
                    sureness = max(sureness, meaning.sureness)
                case Instance(entity=entity) if reference.role is not ReferenceRole.CALL:
                    sureness = max(sureness, meaning.sureness)
                case Outside(name=name) if not entities:
                    provenance, confidence = _PROVENANCE[meaning.sureness]
                    return Outcome(outside=name, provenance=provenance, confidence=confidence)
                case _:
                    pass
        if not entities:
            return Outcome(reason=reason or _why(found))
        if reference.role is ReferenceRole.CALL:
            return self._called(tuple(entities), sureness, reference)
        provenance, confidence = _PROVENANCE[sureness]
        return Outcome(entities=tuple(entities[:1]), provenance=provenance, confidence=confidence)

    def _called(self, entities: tuple[Entity, ...], sureness: Sureness, reference: CodeReference) -> Outcome:
        types = tuple(each for each in entities if self._is_type(each))
        if types and len(types) == len(entities):
            applied = self._applied(types, sureness, reference)
            if applied is not None:
                return applied
            return self._made(tuple(Instance(each, sureness) for each in types), reference, "")
        functions = tuple(
            each for each in entities if self._program.definition(each).kind is DefinitionKind.FUNCTION
        )
        if not functions:
            return self._held(entities, reference)
        return self._chosen(functions, sureness, reference)

    def _applied(
        self, types: tuple[Entity, ...], sureness: Sureness, reference: CodeReference
    ) -> Outcome | None:
        """An object is called: the method runs that is meant for that, if it fits or there is no class of the name."""
        found = self._evaluation.applied(tuple(Defined(each, sureness) for each in types))
        methods = tuple(
            each.entity for each in found if isinstance(each, Defined) and not self._is_type(each.entity)
        )
        fitting = tuple(each for each in methods if self._takes(each, reference.argument_count))
        has_class = any(not self._program.definition(each).is_object for each in types)
        chosen = fitting or (() if has_class else methods)
        return self._chosen(chosen, sureness, reference) if chosen else None

    def _held(self, variables: tuple[Entity, ...], reference: CodeReference) -> Outcome:
        """A variable is called: what it is known to hold runs; a constant of an enum makes an object of it."""
        enum = self._evaluation.enum_of(variables[0])
        if enum is not None:
            made = self._made((Instance(enum, Sureness.DECLARED),), reference, "")
            return replace(made, through=variables[0])
        held_values = self._evaluation.held(variables)
        operators = self._call_operators(held_values)
        if operators:
            return replace(self._chosen(operators, held_values[0].sureness, reference), through=variables[0])
        values = tuple(less_sure(each, Sureness.INFERRED) for each in self._evaluation.applied(held_values))
        held = tuple(each for each in values if isinstance(each, Outside) or self._is_callable(each))
        return replace(self._named(held, reference, "a variable is called"), through=variables[0])

    def _is_callable(self, meaning: Meaning) -> bool:
        return isinstance(meaning, Defined) and not self._is_variable(meaning.entity)

    def _chosen(self, functions: tuple[Entity, ...], sureness: Sureness, reference: CodeReference) -> Outcome:
        """Choose among functions of one name: those with a body first, then by the number of arguments."""
        fitting = (
            tuple(each for each in functions if self._takes(each, reference.argument_count)) or functions
        )
        bodies = (
            tuple(filter(self._has_body, fitting))
            or self._declared_by(fitting, functions)
            or self._bodies_elsewhere(fitting[0])
            or fitting
        )
        provenance, confidence = _PROVENANCE[sureness]
        if len(bodies) == 1:
            return Outcome(entities=bodies, provenance=provenance, confidence=confidence)
        return Outcome(
            entities=bodies[:1],
            provenance=max(provenance, Provenance.INFERRED, key=_rank),
            confidence=min(confidence, _OVERLOAD_CONFIDENCE),
        )

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
        return tuple(filter(self._has_body, self._program.own_names(space, definition.name)))

    def _made(self, meanings: Meanings, reference: CodeReference, name: str) -> Outcome:
        """An object is made: its constructor runs, or the type is all there is to name."""
        ordered = sorted(meanings, key=self._is_lone_object)
        for meaning in ordered:
            if isinstance(meaning, Instance):
                constructors = self._evaluation.members.constructors(meaning.entity)
                sureness = Sureness.DECLARED if meaning.sureness is Sureness.TYPED else meaning.sureness
                if constructors:
                    return self._chosen(constructors, sureness, reference)
                provenance, confidence = _PROVENANCE[sureness]
                return Outcome(entities=(meaning.entity,), provenance=provenance, confidence=confidence)
            if isinstance(meaning, Outside):
                return Outcome(outside=meaning.name)
        return Outcome(reason=f"{name or 'this type'} is not known")

    def _is_lone_object(self, meaning: Meaning) -> bool:
        return isinstance(meaning, Instance) and self._program.definition(meaning.entity).is_object

    def _is_type(self, entity: Entity) -> bool:
        return self._program.definition(entity).kind is DefinitionKind.TYPE

    def _is_variable(self, entity: Entity) -> bool:
        return self._program.definition(entity).kind is DefinitionKind.VARIABLE

    def _has_body(self, entity: Entity) -> bool:
        modifiers = self._program.definition(entity).modifiers
        return modifiers is not None and modifiers.has_body is True

    def _takes(self, entity: Entity, n_arguments: int | None) -> bool:
        """Whether a function can be called with so many arguments."""
        parameters = [each for each in self._program.definition(entity).parameters if not each.list]
        if n_arguments is None:
            return True
        is_open = any(each.kind is ParameterKind.VARIADIC_POSITIONAL for each in parameters)
        required = sum(
            not each.has_default and each.kind is not ParameterKind.VARIADIC_POSITIONAL for each in parameters
        )
        return required <= n_arguments and (is_open or n_arguments <= len(parameters))


def _rank(provenance: Provenance) -> int:
    return list(Provenance).index(provenance)


def _why(found: Meanings) -> str:
    if any(isinstance(each, Space) for each in found):
        return "a module is called"
    if any(isinstance(each, Sequence) for each in found):
        return "it is a member of a built-in type"
    return "it is not known what this is" if found else "this name is not known"
