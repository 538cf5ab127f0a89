"""One file becomes a document.

Turns: a FileView + what its expressions mean → Document: definitions with their types as symbols, references with
targets, evidence and reasons.
"""

from bisect import bisect_right
from collections.abc import Iterator

from msgspec.structs import replace

from codeshed.model.code_expressions import CastExpr, MemberExpr, NameExpr, ReceiverExpr
from codeshed.model.code_facts import TOP_LEVEL, CodeReference
from codeshed.model.identity import EXTERNAL_PREFIX, member_symbol
from codeshed.model.parsed_files import ParsedCode
from codeshed.model.semantic import (
    Candidate,
    Definition,
    DefinitionKind,
    Document,
    Provenance,
    Reference,
    ReferenceRole,
)
from codeshed.model.span import Span
from codeshed.resolve.generic.calls.call_resolution import Calls
from codeshed.resolve.generic.calls.interface_arguments import GivenObjects
from codeshed.resolve.generic.calls.program_entry_points import entry_points_of
from codeshed.resolve.generic.definition_lowering import WrittenDefinitions
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.members.callable_fields import FieldsAsMethods
from codeshed.resolve.generic.members.implicit_constructors import ImpliedConstructors
from codeshed.resolve.generic.members.initializers import Initializers
from codeshed.resolve.generic.members.prepended_modules import Prepended
from codeshed.resolve.generic.names.imported_files import ImportedFiles
from codeshed.resolve.generic.resolution_outcome import (
    CANDIDATE_CONFIDENCE,
    Outcome,
    outcome_of,
    shared_among,
)
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.types.type_references import TypeUses
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import Instance, Place, Sureness

_CODE_WITHOUT_NAME = "code without a name is given for it"
_BY_SHAPE = "it has what these ask for, and nothing is seen to give it for them"
_TAKING = frozenset({ReferenceRole.READ, ReferenceRole.WRITE})

MAX_TEXT = 200
"""How many bytes of a call's text are kept."""


def document_of(program: Program, evaluation: Evaluation, file: ParsedCode) -> Document:
    """Return what is found in a file of a program, by what expressions mean in it."""
    writer = _Writer(program, evaluation, file)
    definitions = writer.definitions()
    return Document(
        path=file.path,
        language=file.facts.language,
        content_hash=file.content_hash,
        is_generated=file.facts.is_generated,
        problems=file.facts.problems,
        definitions=definitions,
        references=writer.references(definitions),
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
        self._given = GivenObjects(program, evaluation, file)
        self._view = program.files[file.path]
        self._facts = file.facts
        self._content = file.content
        self._initializers = Initializers(file.facts)
        self._prepended = Prepended(program, evaluation.members)
        self._definitions = WrittenDefinitions(
            program,
            evaluation,
            file,
            choices=self._calls.choices,
            fields=self._fields,
            prepended=self._prepended,
            span=self._span,
        )

    def definitions(self) -> tuple[Definition, ...]:
        """Return all definitions."""
        return self._definitions.all()

    def references(self, definitions: tuple[Definition, ...]) -> tuple[Reference, ...]:
        """Return all references in the order of the source, each once; definitions name bases too."""
        found = self._imports.written()
        found += [made for each in self._facts.references for made in self._reference(each)]
        found += [made for number in range(len(self._facts.definitions)) for made in self._run_by(number)]
        found += self._implemented()
        found += self._type_uses.written(found)
        found += self._imports.of_spaces(found, definitions)
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

    def _implemented(self) -> Iterator[Reference]:
        """Write what implements interfaces because it is given for them; code without a name is a call that leads nowhere."""
        for each in self._given.found():
            asked = self._program.symbol(each.asked)
            is_named = each.own is not None
            known = outcome_of((), Sureness.TYPED)
            yield Reference(
                enclosing_symbol=asked if each.own is None else self._program.symbol(each.own),
                target_symbol=asked if is_named else None,
                role=ReferenceRole.IMPLEMENT if is_named else ReferenceRole.CALL,
                span=self._span(each.begin, each.end),
                confidence=known.confidence if is_named else None,
                provenance=known.provenance if is_named else None,
                reason=None if is_named else _CODE_WITHOUT_NAME,
                text=None if is_named else self._text(each.begin, each.end),
            )
        yield from self._put_before()
        yield from self._guessed()
        yield from self._candidates()

    def _put_before(self) -> Iterator[Reference]:
        """Write which methods take the place of those of the file, because they are mixed in before its types."""
        for number, definition in enumerate(self._facts.definitions):
            for each in self._prepended.before(Entity(self._view.path, number)):
                yield Reference(
                    enclosing_symbol=self._program.symbol(each),
                    target_symbol=self._view.symbols[number],
                    role=ReferenceRole.IMPLEMENT,
                    span=self._span(
                        definition.name_begin, definition.name_begin + len(definition.name.encode())
                    ),
                    confidence=1.0,
                    provenance=Provenance.DECLARED,
                )

    def _guessed(self) -> Iterator[Reference]:
        """Write which types may be parents of those of the file, since calls make these parents of them."""
        known = outcome_of((), Sureness.INFERRED)
        for number, definition in enumerate(self._facts.definitions):
            if not any(each.is_guessed for each in definition.mixins):
                continue
            for base, mixin in self._evaluation.members.mixins(Entity(self._view.path, number)):
                if mixin.is_guessed and isinstance(base, Instance):
                    yield Reference(
                        enclosing_symbol=self._view.symbols[number],
                        target_symbol=self._program.symbol(base.entity),
                        role=ReferenceRole.IMPLEMENT,
                        span=self._span(
                            definition.name_begin, definition.name_begin + len(definition.name.encode())
                        ),
                        confidence=known.confidence,
                        provenance=known.provenance,
                    )

    def _candidates(self) -> Iterator[Reference]:
        """Write which interfaces types of the file may be meant for, by what they have alone."""
        for number, definition in enumerate(self._facts.definitions):
            fitting = self._evaluation.structural.fitted(Entity(self._view.path, number))
            if fitting:
                yield Reference(
                    enclosing_symbol=self._view.symbols[number],
                    target_symbol=None,
                    role=ReferenceRole.IMPLEMENT,
                    span=self._span(
                        definition.name_begin, definition.name_begin + len(definition.name.encode())
                    ),
                    provenance=Provenance.HEURISTIC,
                    candidates=tuple(
                        Candidate(symbol=self._program.symbol(each), confidence=CANDIDATE_CONFIDENCE)
                        for each in fitting
                    ),
                    reason=_BY_SHAPE,
                )

    def _reference(self, reference: CodeReference) -> Iterator[Reference]:
        outcome = self._calls.outcome(reference, self._view.path)
        self._given.of_call(reference, outcome)
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
            yield from self._taken(reference, outcome, role)
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
            owners = [self._evaluation.members.owner_of(each) for each in outcome.entities]
            return expression.is_exact and bool(owners) and None not in owners
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

    def _taken(self, reference: CodeReference, outcome: Outcome, role: ReferenceRole) -> Iterator[Reference]:
        """Write that a member is read or written, if nobody knows of what."""
        if outcome.is_of_unknown and role in _TAKING:
            yield Reference(
                enclosing_symbol=self._around(reference.definition, reference.begin),
                role=role,
                method_name=_method_name(reference),
                span=self._span(reference.begin, reference.end),
                reason=outcome.reason or None,
            )

    def _role(self, reference: CodeReference, outcome: Outcome) -> ReferenceRole:
        """A type that is only named is used, a variable is read, a function that needs no more than its name is called."""
        if outcome.is_run:
            return ReferenceRole.CALL
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
