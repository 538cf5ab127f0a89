"""One file becomes a document.

Turns: a FileView + what its expressions mean → Document: definitions with their types as symbols, references with
targets, evidence and reasons.
"""

from bisect import bisect_right
from collections.abc import Iterator

from msgspec.structs import replace

from codeshed.model.code_facts import (
    ARRAY,
    FUNCTION,
    RECORD,
    TOP_LEVEL,
    TUPLE,
    TYPE_OF,
    UNION,
    CastExpr,
    CodeDefinition,
    CodeReference,
    MemberExpr,
    NameExpr,
    ReceiverExpr,
    TypeRef,
)
from codeshed.model.identity import EXTERNAL_PREFIX, member_symbol
from codeshed.model.parsed import ParsedCode
from codeshed.model.semantic import (
    Candidate,
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Document,
    ParamDef,
    Provenance,
    Reference,
    ReferenceRole,
    TypeKind,
    TypeParamDef,
    TypeSource,
    VariableKind,
)
from codeshed.model.span import Span
from codeshed.resolve.languages.calls import Calls
from codeshed.resolve.languages.declarations import with_declared
from codeshed.resolve.languages.entity import Entity
from codeshed.resolve.languages.evaluation import Evaluation
from codeshed.resolve.languages.fields_as_methods import FieldsAsMethods
from codeshed.resolve.languages.implemented_apart import ImplementedApart
from codeshed.resolve.languages.implied_constructors import ImpliedConstructors
from codeshed.resolve.languages.imported_files import ImportedFiles
from codeshed.resolve.languages.initializers import Initializers
from codeshed.resolve.languages.meanings import Instance, Outside, Place, place_of
from codeshed.resolve.languages.outcome import Outcome, shared_among
from codeshed.resolve.languages.program import Program
from codeshed.resolve.languages.starts import entry_points_of
from codeshed.resolve.languages.type_uses import TypeUses

MAX_TEXT = 200
"""How many bytes of a call's text are kept."""

_NO_NAMES = frozenset({"", FUNCTION, RECORD, TYPE_OF})
"""Types that are written, but have no name."""

_MADE = frozenset({TypeKind.CLASS, TypeKind.STRUCT})
"""Types of which there are objects unless a function is missing."""


def document_of(program: Program, evaluation: Evaluation, file: ParsedCode) -> Document:
    """Return what is found in a file of a program, by what expressions mean in it."""
    writer = _Writer(program, evaluation, file)
    definitions = tuple(map(writer.definition, range(len(file.facts.definitions))))
    return Document(
        path=file.path,
        language=file.facts.language,
        content_hash=file.content_hash,
        is_generated=file.facts.is_generated,
        problems=file.facts.problems,
        definitions=definitions,
        references=writer.references(),
        entry_points=entry_points_of(file.facts, definitions, program.customs_at(file.path).starts),
    )


class _Writer:
    """Writes one file."""

    def __init__(self, program: Program, evaluation: Evaluation, file: ParsedCode) -> None:
        evaluation.look_at(file.path, file.facts)
        self._program = program
        self._evaluation = evaluation
        self._fields = FieldsAsMethods(program, evaluation, file)
        self._calls = Calls(program, evaluation, self._fields)
        self._constructors = ImpliedConstructors(program, evaluation, self._calls.choices, file)
        self._imports = ImportedFiles(program, evaluation, file, self._span)
        self._type_uses = TypeUses(program, evaluation, file, around=self._around, span=self._span)
        self._view = program.files[file.path]
        self._facts = file.facts
        self._content = file.content
        self._initializers = Initializers(file.facts)
        self._apart = ImplementedApart(file.facts)
        self._primitives = program.customs[file.facts.language].primitives

    def references(self) -> tuple[Reference, ...]:
        """Return all references in the order of the source, each once."""
        found = self._imports.written()
        found += [made for each in self._facts.references for made in self._reference(each)]
        found += [made for number in range(len(self._facts.definitions)) for made in self._run_by(number)]
        found += self._type_uses.written(found)
        found += self._imports.of_spaces(found)
        return tuple(dict.fromkeys(sorted(found, key=_order)))

    def _run_by(self, number: int) -> Iterator[Reference]:
        """Write that a field which is a method runs what it is given, and a constructor that of its base."""
        definition = self._facts.definitions[number]
        place = self._span(definition.name_begin, definition.name_begin + len(definition.name.encode()))
        symbols = tuple(map(self._program.symbol, self._fields.held(number)))
        made = (
            (self._program.symbol(each.entities[0]), each.provenance, each.confidence)
            for each in self._constructors.run_by(number)
        )
        for symbol, provenance, confidence in (*shared_among(symbols), *made):
            yield Reference(
                enclosing_symbol=self._view.symbols[number],
                target_symbol=symbol,
                role=ReferenceRole.CALL,
                span=place,
                confidence=confidence,
                provenance=provenance,
            )

    def definition(self, number: int) -> Definition:
        """Return a definition with its types as symbols."""
        view = self._view
        entity = Entity(view.path, number)
        written = self._fields.definition(number)
        definition = with_declared(self._program, self._evaluation.members, entity, written)
        place = Place(view.path, number, definition.begin)
        owner = self._evaluation.members.owner_of(entity)
        around = view.path if definition.parent == TOP_LEVEL else view.symbols[definition.parent]
        return Definition(
            symbol_id=view.symbols[number],
            name=definition.name,
            kind=definition.kind,
            span=self._span(definition.begin, definition.end),
            documentation=definition.documentation,
            enclosing_symbol=around if owner is None else self._program.symbol(owner),
            details=self._details(definition, place),
            signature=definition.signature or None,
            visibility=definition.visibility,
            complexity=definition.complexity if definition.kind is DefinitionKind.FUNCTION else None,
        )

    def _details(self, definition: CodeDefinition, place: Place) -> DefinitionDetails:
        type_params = tuple(
            TypeParamDef(name=each.name, bound=self._type_id(each.bound, place))
            for each in definition.type_parameters
        )
        match definition.kind:
            case DefinitionKind.FUNCTION:
                returns = self._type_id(definition.returns, place)
                return DefinitionDetails(
                    parameters=tuple(
                        ParamDef(
                            name=each.name,
                            param_type=self._type_id(each.type, place),
                            type_source=None if each.type is None else TypeSource.ANNOTATION,
                            kind=each.kind,
                            has_default=each.has_default,
                        )
                        for each in definition.parameters
                    ),
                    return_types=None if returns is None else (returns,),
                    return_type_source=None if returns is None else TypeSource.ANNOTATION,
                    modifiers=definition.modifiers,
                    implements=self._type_ids(definition.implements, place)
                    or self._implemented_apart(definition, place),
                    type_params=type_params or None,
                )
            case DefinitionKind.VARIABLE:
                var_type = self._type_id(definition.type, place)
                is_field = definition.parent != TOP_LEVEL or (
                    definition.owner is not None and not self._is_of_namespace(place)
                )
                return DefinitionDetails(
                    var_type=var_type,
                    type_source=None if var_type is None else TypeSource.ANNOTATION,
                    mutability=definition.mutability,
                    variable_kind=VariableKind.CLASS_FIELD if is_field else VariableKind.GLOBAL,
                )
            case DefinitionKind.TYPE:
                mixed = (each.type for each in definition.mixins)
                parents, implemented = self._evaluation.members.told_apart(
                    Entity(place.path, place.definition)
                )
                inherits = self._type_ids((*parents, *mixed), place)
                return DefinitionDetails(
                    type_kind=definition.type_kind,
                    is_abstract=self._is_abstract(definition, place.definition) or None,
                    has_primary_constructor=definition.has_primary or None,
                    inherits=inherits,
                    implements=self._implements(implemented, place, inherits or ()),
                    bound=self._type_id(definition.type, place),
                    type_params=type_params or None,
                )

    def _implemented_apart(self, method: CodeDefinition, place: Place) -> tuple[str, ...] | None:
        """Return the interfaces that a method is written for, where its type is none of the repository."""
        types = self._apart.types(method)
        if not types or self._evaluation.members.owner_of(Entity(place.path, place.definition)) is not None:
            return None
        return tuple(filter(None, (self._type_id(each, place) for each in types))) or None

    def _is_of_namespace(self, place: Place) -> bool:
        """Whether a variable names a namespace that it belongs to, and not a type: `int geo::counter = 0;`."""
        return bool(self._calls.choices.named_space(Entity(place.path, place.definition)))

    def _is_abstract(self, definition: CodeDefinition, number: int) -> bool:
        """Whether a type has no objects of its own: an interface, what is declared so, or a class with a function to be defined."""
        if definition.is_abstract or definition.type_kind is TypeKind.INTERFACE:
            return True
        inside = (self._facts.definitions[each] for each in self._view.all_inside(number))
        return definition.type_kind in _MADE and any(
            each.modifiers is not None and each.modifiers.is_abstract for each in inside
        )

    def _implements(
        self, implemented: tuple[TypeRef, ...], place: Place, inherits: tuple[str, ...]
    ) -> tuple[str, ...] | None:
        """Return what a type implements: by its own words, by those of code elsewhere, and by what it has."""
        entity = Entity(place.path, place.definition)
        said = self._evaluation.members.said_elsewhere(entity)
        elsewhere = (self._type_id(type_ref, at) for type_ref, at in said)
        fitted = map(self._program.symbol, self._evaluation.structural.implemented(entity))
        own = self._type_ids(implemented, place) or ()
        found = dict.fromkeys((*own, *filter(None, elsewhere), *fitted))
        return tuple(each for each in found if each not in inherits) or None

    def _type_ids(self, types: tuple[TypeRef, ...], place: Place) -> tuple[str, ...] | None:
        definition = self._view.facts.definitions[place.definition]
        outer = place_of(Entity(place.path, place.definition), definition)
        inner = Place(place.path, place.definition, definition.begin) if definition.is_open else outer
        found = (self._type_id(each, outer if self._is_known(each, outer) else inner) for each in types)
        return tuple(each for each in found if each is not None) or None

    def _is_known(self, type_ref: TypeRef, place: Place) -> bool:
        """Whether a type is one of the repository where it is written."""
        return any(isinstance(each, Instance) for each in self._evaluation.type_at(type_ref, place))

    def _type_id(self, type_ref: TypeRef | None, place: Place) -> str | None:
        """Return a type with the symbols that its names mean; what is not known keeps its name."""
        if type_ref is None or type_ref.name in _NO_NAMES:
            return None
        if type_ref.name in {ARRAY, TUPLE, UNION}:
            parts = [each for inner in type_ref.arguments if (each := self._type_id(inner, place))]
            if type_ref.name == TUPLE:
                return f"({', '.join(parts)})"
            return f"[{', '.join(parts)}]" if type_ref.name == ARRAY else " | ".join(parts) or None
        head = self._head_id(type_ref, place)
        parts = [each for inner in type_ref.arguments if (each := self._type_id(inner, place))]
        return f"{head}[{', '.join(parts)}]" if parts else head

    def _head_id(self, type_ref: TypeRef, place: Place) -> str:
        for meaning in self._evaluation.type_at(type_ref, place):
            if isinstance(meaning, Instance):
                return self._program.symbol(meaning.entity)
            if not isinstance(meaning, Outside) or meaning.name in {FUNCTION, TUPLE}:
                continue
            if type_ref.name not in self._primitives:
                return f"{EXTERNAL_PREFIX}{meaning.name}"
        return type_ref.name

    def _reference(self, reference: CodeReference) -> Iterator[Reference]:
        outcome = self._calls.outcome(reference, self._view.path)
        targets: list[str | None] = [self._program.symbol(each) for each in outcome.entities]
        if outcome.outside:
            targets = [f"{EXTERNAL_PREFIX}{outcome.outside}"]
        role = self._role(reference, outcome)
        is_call = role is ReferenceRole.CALL
        if outcome.through is not None:
            yield self._touched(reference, outcome.through, ReferenceRole.READ)
        if outcome.written is not None:
            yield self._touched(reference, outcome.written, ReferenceRole.WRITE)
        if role is ReferenceRole.DECORATE:
            made = self._calls.decorators.constructor(reference, outcome)
            for each in made.entities:
                touched = self._touched(reference, each, role)
                yield replace(touched, confidence=made.confidence, provenance=made.provenance)
        if not targets and (outcome.is_read or not (is_call or outcome.candidate_provenance)):
            return
        overriding = map(self._program.symbol, outcome.overriding)
        ways = [(target, outcome.provenance, outcome.confidence) for target in targets or [None]]
        if targets and outcome.candidates:
            ways.append((None, outcome.provenance, outcome.confidence))
        for target, provenance, confidence in (*ways, *shared_among(tuple(overriding))):
            if not is_call and target == self._around(reference.definition, reference.begin):
                continue
            yield Reference(
                enclosing_symbol=self._around(reference.definition, reference.begin),
                target_symbol=target,
                role=role,
                receiver=self._receiver(reference) if is_call else None,
                method_name=_method_name(reference) if is_call else None,
                assigned_to=self._assigned(reference) if is_call else None,
                span=self._span(reference.begin, reference.end),
                confidence=None if target is None else confidence,
                provenance=outcome.candidate_provenance if target is None else provenance,
                candidates=tuple(
                    Candidate(symbol=self._program.symbol(each), confidence=outcome.candidate_confidence)
                    for each in (outcome.candidates if target is None else ())
                ),
                reason=outcome.reason or None if target is None else None,
                argument_count=reference.argument_count if is_call else None,
                is_exact=(is_call and self._is_exact(reference, outcome)) or None,
                text=self._text(reference.begin, reference.end) if is_call else None,
            )

    def _is_exact(self, reference: CodeReference, outcome: Outcome) -> bool:
        """Whether no other function can run in place of the one that is called: a constructor, one of the parent or of a type."""
        expression = reference.expression
        modifiers = [self._program.definition(each).modifiers for each in outcome.entities]
        if isinstance(expression, MemberExpr):
            value = expression.value.value if isinstance(expression.value, CastExpr) else expression.value
            if isinstance(value, ReceiverExpr):
                return value.is_parent
        if bool(modifiers) and all(each is not None and each.is_static for each in modifiers):
            return True
        if isinstance(expression, MemberExpr):
            return False
        return bool(modifiers) and all(each is not None and each.is_constructor for each in modifiers)

    def _touched(self, reference: CodeReference, variable: Entity, role: ReferenceRole) -> Reference:
        """Write what is touched besides: a variable that is called or made, the constructor of an attribute."""
        return Reference(
            enclosing_symbol=self._around(reference.definition, reference.begin),
            target_symbol=self._program.symbol(variable),
            role=role,
            span=self._span(reference.begin, reference.end),
            confidence=1.0,
            provenance=Provenance.DECLARED,
        )

    def _role(self, reference: CodeReference, outcome: Outcome) -> ReferenceRole:
        """A type that is only named is used, a variable is read, a function that needs no more than its name is called."""
        if reference.role is ReferenceRole.CALL and outcome.entities:
            is_variable = self._program.is_variable(outcome.entities[0]) and not outcome.is_field_run
            return ReferenceRole.READ if is_variable else ReferenceRole.CALL
        if reference.role is ReferenceRole.WRITE and reference.argument_count is not None:
            is_variable = all(map(self._program.is_variable, outcome.entities))
            return ReferenceRole.WRITE if is_variable and not outcome.candidates else ReferenceRole.CALL
        if reference.role is ReferenceRole.READ and outcome.entities:
            definition = self._program.definition(outcome.entities[0])
            if (
                definition.kind is DefinitionKind.FUNCTION
                and self._program.customs_at(self._view.path).applied
            ):
                needs_more = any(not each.list for each in definition.parameters)
                return ReferenceRole.READ if needs_more else ReferenceRole.CALL
            return ReferenceRole.USE if definition.kind is DefinitionKind.TYPE else ReferenceRole.READ
        return reference.role

    def _around(self, number: int, offset: int | None = None) -> str:
        """Return the symbol whose code stands in a definition: what a variable is given belongs to what is around it.

        At an offset, to the constructor that runs it.
        """
        definitions = self._view.facts.definitions
        while number != TOP_LEVEL and definitions[number].kind is DefinitionKind.VARIABLE:
            number = definitions[number].parent
        if number != TOP_LEVEL and offset is not None:
            number = self._initializers.constructor(number, offset)
        return self._view.path if number == TOP_LEVEL else self._view.symbols[number]

    def _receiver(self, reference: CodeReference) -> str | None:
        expression = reference.expression
        if isinstance(expression, MemberExpr) and isinstance(expression.value, NameExpr):
            place = Place(self._view.path, reference.definition, reference.begin)
            local = self._evaluation.file.local(expression.value.name, place)
            if local is not None and local.definition != TOP_LEVEL:
                return member_symbol(self._view.symbols[local.definition], local.name)
        return None

    def _assigned(self, reference: CodeReference) -> str | None:
        if reference.assigned_to is None or reference.definition == TOP_LEVEL:
            return None
        places = (
            Place(self._view.path, reference.definition, offset)
            for offset in (reference.begin, reference.end)
        )
        found = (self._evaluation.file.local(reference.assigned_to, place) for place in places)
        local = next((each for each in found if each is not None), None)
        if local is None or local.definition == TOP_LEVEL:
            return None
        return member_symbol(self._view.symbols[local.definition], local.name)

    def _span(self, begin: int, end: int) -> Span:
        starts = self._facts.line_starts
        first = bisect_right(starts, begin)
        last = bisect_right(starts, end, first - 1)
        return Span(first, begin - starts[first - 1], last, end - starts[last - 1])

    def _text(self, begin: int, end: int) -> str:
        return self._content[begin : min(end, begin + MAX_TEXT)].decode("utf-8", "ignore")


def _method_name(reference: CodeReference) -> str | None:
    return reference.expression.name if isinstance(reference.expression, MemberExpr) else None


def _order(reference: Reference) -> tuple[object, ...]:
    span = reference.span
    place = (0, 0, 0, 0) if span is None else span.sort_key()
    return (*place, reference.role.value, reference.target_symbol or "", reference.enclosing_symbol)
