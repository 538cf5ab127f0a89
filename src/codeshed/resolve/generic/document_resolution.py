"""Resolves one file to a document.

Turns: a FileScope + the evaluator of its expressions → Document: definitions with their types as symbols, references with
targets, evidence and reasons.
"""

from bisect import bisect_right
from collections.abc import Iterator

from msgspec.structs import replace

from codeshed.model.facts.code_expressions import CastExpr, MemberExpr, NameExpr, ReceiverExpr
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeReference
from codeshed.model.facts.parsed_files import ParsedCode
from codeshed.model.languages.language import may_mean
from codeshed.model.semantic import (
    Candidate,
    Definition,
    DefinitionKind,
    Document,
    Provenance,
    Reference,
    ReferenceRole,
    UnresolvedReason,
)
from codeshed.model.span import Span
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, member_symbol
from codeshed.resolve.generic.calls.call_resolution import CallResolver
from codeshed.resolve.generic.calls.interface_arguments import InterfaceArguments
from codeshed.resolve.generic.calls.program_entry_points import find_entry_points
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.definition_lowering import DefinitionLowering
from codeshed.resolve.generic.members.callable_fields import CallableFields
from codeshed.resolve.generic.members.implicit_constructors import ImplicitConstructors
from codeshed.resolve.generic.members.initializers import Initializers
from codeshed.resolve.generic.members.prepended_modules import PrependedModules
from codeshed.resolve.generic.names.import_references import ImportReferences
from codeshed.resolve.generic.resolution_outcome import (
    CANDIDATE_CONFIDENCE,
    ReferenceResolution,
    iter_alternatives,
    resolve_to,
)
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.type_references import TypeReferences
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import Certainty, Instance, Place
from codeshed.resolve.receiver_types import NO_RECEIVER_TYPES, ReceiverTypes, receiver_types_of

_ACCESSES = frozenset({ReferenceRole.READ, ReferenceRole.WRITE})

MAX_TEXT = 200
"""How many bytes of a call's text are kept."""


def resolve_document(symbol_table: SymbolTable, evaluator: Evaluator, file: ParsedCode) -> Document:
    """Resolve a file of a program."""
    resolver = _FileResolver(symbol_table, evaluator, file)
    definitions = resolver.definitions()
    return Document(
        path=file.path,
        language=file.facts.language,
        content_hash=file.content_hash,
        is_generated=file.facts.is_generated,
        problems=file.facts.problems,
        definitions=definitions,
        references=resolver.references(definitions),
        entry_points=find_entry_points(
            file.facts, definitions, symbol_table.rules_at(file.path).entry_points
        ),
        statement_lines=file.facts.statement_lines,
    )


class _FileResolver:
    """Resolves one file."""

    def __init__(self, symbol_table: SymbolTable, evaluator: Evaluator, file: ParsedCode) -> None:
        evaluator.switch_file(file.path, file.facts)
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        self._fields = CallableFields(symbol_table, evaluator, file)
        self._calls = CallResolver(symbol_table, evaluator, self._fields)
        self._constructors = ImplicitConstructors(symbol_table, evaluator, self._calls.callee_selection, file)
        self._imports = ImportReferences(symbol_table, evaluator, file, self._span)
        self._type_uses = TypeReferences(
            symbol_table, evaluator, file, around=self._enclosing_symbol, span=self._span
        )
        self._interface_arguments = InterfaceArguments(symbol_table, evaluator, file)
        self._view = symbol_table.files[file.path]
        self._facts = file.facts
        self._content = file.content
        self._initializers = Initializers(file.facts)
        self._prepended = PrependedModules(symbol_table, evaluator.members)
        self._definitions = DefinitionLowering(
            symbol_table,
            evaluator,
            file,
            selection=self._calls.callee_selection,
            fields=self._fields,
            prepended=self._prepended,
            span=self._span,
        )

    def definitions(self) -> tuple[Definition, ...]:
        """Return all definitions."""
        return self._definitions.lower_all()

    def references(self, definitions: tuple[Definition, ...]) -> tuple[Reference, ...]:
        """Return all references in the order of the source, each once; clauses of definitions refer to bases too."""
        found = self._imports.of_imports()
        found += [reference for each in self._facts.references for reference in self._reference(each)]
        found += [
            reference
            for number in range(len(self._facts.definitions))
            for reference in self._implicit_calls(number)
        ]
        found += self._held_functions()
        found += self._implementations()
        found += self._type_uses.of_file(found)
        found += self._imports.of_namespace_imports(found, definitions)
        return tuple(dict.fromkeys(sorted(found, key=_sort_key)))

    def _held_functions(self) -> Iterator[Reference]:
        """Yield that code reads the functions in its object literals: it gives them to others as values."""
        for number, definition in enumerate(self._facts.definitions):
            if definition.own_name:
                begin = definition.name_begin
                yield Reference(
                    enclosing_symbol=self._enclosing_symbol(definition.parent, begin),
                    target_symbol=self._view.symbols[number],
                    role=ReferenceRole.READ,
                    span=self._span(begin, begin + len(definition.own_name.encode())),
                    confidence=1.0,
                    provenance=Provenance.DECLARED,
                )

    def _implicit_calls(self, number: int) -> Iterator[Reference]:
        """Yield implicit calls: a field that overrides a method calls its value, a constructor that of its base."""
        definition = self._facts.definitions[number]
        place = self._span(definition.name_begin, definition.name_begin + len(definition.name.encode()))
        symbols = tuple(map(self._symbol_table.symbol, self._fields.assigned_functions(number)))
        made = (
            (self._symbol_table.symbol(each.entities[0]), each.provenance, each.confidence)
            for each in self._constructors.constructors_run_by(number)
        )
        for symbol, provenance, confidence in (*iter_alternatives(symbols), *made):
            yield Reference(
                enclosing_symbol=self._view.symbols[number],
                target_symbol=symbol,
                role=ReferenceRole.CALL,
                span=place,
                confidence=confidence,
                provenance=provenance,
            )

    def _implementations(self) -> Iterator[Reference]:
        """Yield interfaces that are implemented by being passed or assigned for them; a lambda is a call without a target."""
        for each in self._interface_arguments.find_implementations():
            interface_method = self._symbol_table.symbol(each.interface_member)
            is_named = each.implementation is not None
            evidence = resolve_to((), Certainty.TYPED)
            yield Reference(
                enclosing_symbol=interface_method
                if each.implementation is None
                else self._symbol_table.symbol(each.implementation),
                target_symbol=interface_method if is_named else None,
                role=ReferenceRole.IMPLEMENT if is_named else ReferenceRole.CALL,
                span=self._span(each.begin, each.end),
                confidence=evidence.confidence if is_named else None,
                provenance=evidence.provenance if is_named else None,
                reason=None if is_named else UnresolvedReason.UNNAMED_CODE,
                text=None if is_named else self._text(each.begin, each.end),
            )
        yield from self._prepended_methods()
        yield from self._inferred_bases()
        yield from self._structural_candidates()

    def _prepended_methods(self) -> Iterator[Reference]:
        """Yield the methods of prepended modules that run instead of those of the file."""
        for number, definition in enumerate(self._facts.definitions):
            for each in self._prepended.methods_before(DefinitionKey(self._view.path, number)):
                yield Reference(
                    enclosing_symbol=self._symbol_table.symbol(each),
                    target_symbol=self._view.symbols[number],
                    role=ReferenceRole.IMPLEMENT,
                    span=self._span(
                        definition.name_begin, definition.name_begin + len(definition.name.encode())
                    ),
                    confidence=1.0,
                    provenance=Provenance.DECLARED,
                )

    def _inferred_bases(self) -> Iterator[Reference]:
        """Yield the bases of types in the file that were inferred from calls."""
        evidence = resolve_to((), Certainty.INFERRED)
        for number, definition in enumerate(self._facts.definitions):
            if not any(each.is_guessed for each in definition.mixins):
                continue
            for base, mixin in self._evaluator.members.mixins(DefinitionKey(self._view.path, number)):
                if mixin.is_guessed and isinstance(base, Instance):
                    yield Reference(
                        enclosing_symbol=self._view.symbols[number],
                        target_symbol=self._symbol_table.symbol(base.entity),
                        role=ReferenceRole.IMPLEMENT,
                        span=self._span(
                            definition.name_begin, definition.name_begin + len(definition.name.encode())
                        ),
                        confidence=evidence.confidence,
                        provenance=evidence.provenance,
                    )

    def _structural_candidates(self) -> Iterator[Reference]:
        """Yield the interfaces that types of the file may implement by their shape alone."""
        for number, definition in enumerate(self._facts.definitions):
            matching = self._evaluator.structural_interfaces.find_matching_shapes(
                DefinitionKey(self._view.path, number)
            )
            interfaces = tuple(each for each in matching if may_mean(self._view.path, each.path))
            if interfaces:
                yield Reference(
                    enclosing_symbol=self._view.symbols[number],
                    target_symbol=None,
                    role=ReferenceRole.IMPLEMENT,
                    span=self._span(
                        definition.name_begin, definition.name_begin + len(definition.name.encode())
                    ),
                    provenance=Provenance.HEURISTIC,
                    candidates=tuple(
                        Candidate(symbol=self._symbol_table.symbol(each), confidence=CANDIDATE_CONFIDENCE)
                        for each in interfaces
                    ),
                    reason=UnresolvedReason.SHAPE_ONLY,
                )

    def _reference(self, reference: CodeReference) -> Iterator[Reference]:
        resolution = self._calls.resolve(reference, self._view.path)
        self._interface_arguments.add_call(reference, resolution)
        targets: list[str | None] = [self._symbol_table.symbol(each) for each in resolution.entities]
        if resolution.external:
            rules = self._symbol_table.rules_at(self._view.path)
            targets = [f"{EXTERNAL_PREFIX}{rules.spell_external(resolution.external)}"]
        role = self._role(reference, resolution)
        is_call = role is ReferenceRole.CALL
        if resolution.through is not None:
            is_callee = is_call and self._is_called_variable(resolution.through)
            through_role = ReferenceRole.CALL if is_callee else ReferenceRole.READ
            yield self._secondary_reference(reference, resolution.through, through_role)
        if resolution.written is not None:
            yield self._secondary_reference(reference, resolution.written, ReferenceRole.WRITE)
        if role is ReferenceRole.DECORATE:
            constructor = self._calls.decorators.resolve_constructor(reference, resolution)
            for each in constructor.entities:
                touched = self._secondary_reference(reference, each, role)
                yield replace(touched, confidence=constructor.confidence, provenance=constructor.provenance)
        if not targets and (resolution.is_only_read or not (is_call or resolution.candidate_provenance)):
            yield from self._access_of_unknown(reference, resolution, role)
            return
        overriding = map(self._symbol_table.symbol, resolution.overriding)
        targets_with_evidence = [
            (target, resolution.provenance, resolution.confidence) for target in targets or [None]
        ]
        if targets and resolution.candidates:
            targets_with_evidence.append((None, resolution.provenance, resolution.confidence))
        is_exact = is_call and self._is_exact(reference, resolution)
        receiver = (
            self._receiver_types(reference, resolution) if is_call and not is_exact else NO_RECEIVER_TYPES
        )
        for target, provenance, confidence in (*targets_with_evidence, *iter_alternatives(tuple(overriding))):
            enclosing = self._source_symbol(reference, role)
            if not is_call and target == enclosing:
                continue
            yield Reference(
                enclosing_symbol=enclosing,
                target_symbol=target,
                role=role,
                receiver=self._receiver(reference) if is_call else None,
                method_name=_method_name(reference) if is_call else None,
                assigned_to=self._assigned_local(reference) if is_call else None,
                span=self._span(reference.begin, reference.end),
                confidence=None if target is None else confidence,
                provenance=resolution.candidate_provenance if target is None else provenance,
                candidates=tuple(
                    Candidate(
                        symbol=self._symbol_table.symbol(each), confidence=resolution.candidate_confidence
                    )
                    for each in (resolution.candidates if target is None else ())
                ),
                reason=resolution.reason if target is None else None,
                argument_count=reference.argument_count if is_call else None,
                is_exact=is_exact or None,
                receiver_types=receiver.symbols or None,
                receiver_closed=receiver.is_closed or None,
                receiver_types_omitted=receiver.n_omitted or None,
                text=self._text(reference.begin, reference.end) if is_call else None,
            )

    def _is_called_variable(self, entity: DefinitionKey) -> bool:
        """Whether a call of a variable is a call of it, besides one of the function that it holds."""
        rules = self._symbol_table.rules_at(entity.path)
        return rules.are_variables_callees and self._symbol_table.is_variable(entity)

    def _receiver_types(self, reference: CodeReference, resolution: ReferenceResolution) -> ReceiverTypes:
        """Return the types of a receiver; one with a definition in it may be of an anonymous subclass: `new Task() { … }`."""
        begin, end = reference.expression.begin, reference.expression.end
        is_closed = resolution.is_receiver_closed and not any(
            begin <= each.begin < end for each in self._facts.definitions
        )
        symbols = map(self._symbol_table.symbol, resolution.receiver_types)
        return receiver_types_of(symbols, is_closed=is_closed)

    def _is_exact(self, reference: CodeReference, resolution: ReferenceResolution) -> bool:
        """Whether the callee is not dispatched: a constructor, a static method, or one of `super`."""
        expression = reference.expression
        modifiers = [self._symbol_table.definition(each).modifiers for each in resolution.entities]
        if isinstance(expression, MemberExpr):
            value = expression.value.value if isinstance(expression.value, CastExpr) else expression.value
            if isinstance(value, ReceiverExpr):
                return value.is_parent
        if bool(modifiers) and all(each is not None and each.is_static for each in modifiers):
            return True
        if isinstance(expression, MemberExpr):
            owners = [self._evaluator.members.owner_of(each) for each in resolution.entities]
            return expression.is_statically_dispatched and bool(owners) and None not in owners
        return bool(modifiers) and all(each is not None and each.is_constructor for each in modifiers)

    def _secondary_reference(
        self, reference: CodeReference, variable: DefinitionKey, role: ReferenceRole
    ) -> Reference:
        """Return a second reference at the same place: to a variable read or initialised, or an attribute's constructor."""
        return Reference(
            enclosing_symbol=self._source_symbol(reference, role),
            target_symbol=self._symbol_table.symbol(variable),
            role=role,
            span=self._span(reference.begin, reference.end),
            confidence=1.0,
            provenance=Provenance.DECLARED,
        )

    def _access_of_unknown(
        self, reference: CodeReference, resolution: ReferenceResolution, role: ReferenceRole
    ) -> Iterator[Reference]:
        """Yield a read or write of a member whose receiver is unknown."""
        if resolution.has_unknown_receiver and role in _ACCESSES:
            yield Reference(
                enclosing_symbol=self._enclosing_symbol(reference.definition, reference.begin),
                role=role,
                method_name=_method_name(reference),
                span=self._span(reference.begin, reference.end),
                reason=resolution.reason,
            )

    def _role(self, reference: CodeReference, resolution: ReferenceResolution) -> ReferenceRole:
        """Return the role by what the reference resolves to: types are used, variables read, functions without parameters called."""
        if resolution.may_be_bare_call:
            return ReferenceRole.CALL
        if reference.role is ReferenceRole.CALL and resolution.entities:
            is_callee = resolution.is_field_override or resolution.is_variable_call
            is_variable = self._symbol_table.is_variable(resolution.entities[0]) and not is_callee
            return ReferenceRole.READ if is_variable else ReferenceRole.CALL
        if reference.role is ReferenceRole.WRITE and reference.argument_count is not None:
            is_variable = all(map(self._symbol_table.is_variable, resolution.entities))
            return ReferenceRole.WRITE if is_variable and not resolution.candidates else ReferenceRole.CALL
        if reference.role is ReferenceRole.READ and resolution.entities:
            definition = self._symbol_table.definition(resolution.entities[0])
            if (
                definition.kind is DefinitionKind.FUNCTION
                and self._symbol_table.rules_at(self._view.path).apply_method
            ):
                needs_more = any(not each.list_index for each in definition.parameters)
                return ReferenceRole.READ if needs_more else ReferenceRole.CALL
            return ReferenceRole.USE if definition.kind is DefinitionKind.TYPE else ReferenceRole.READ
        return reference.role

    def _source_symbol(self, reference: CodeReference, role: ReferenceRole) -> str:
        """Return the symbol that contains a reference; what annotates a field is the field's own."""
        number = reference.definition
        if role is ReferenceRole.DECORATE and self._is_field(number):
            return self._view.symbols[number]
        return self._enclosing_symbol(number, reference.begin)

    def _is_field(self, number: int) -> bool:
        """Whether a definition is a variable of a type or file."""
        definitions = self._view.facts.definitions
        if number == TOP_LEVEL or definitions[number].kind is not DefinitionKind.VARIABLE:
            return False
        parent = definitions[number].parent
        return parent == TOP_LEVEL or definitions[parent].kind is DefinitionKind.TYPE

    def _enclosing_symbol(self, number: int, offset: int | None = None) -> str:
        """Return the symbol that contains the code of a definition: an initialiser belongs to what encloses its variable.

        With an offset, code directly in a type belongs to the constructor that runs it.
        """
        definitions = self._view.facts.definitions
        while number != TOP_LEVEL and definitions[number].kind is DefinitionKind.VARIABLE:
            number = definitions[number].parent
        if number != TOP_LEVEL and offset is not None:
            number = self._initializers.constructor_at(number, offset)
        return self._view.path if number == TOP_LEVEL else self._view.symbols[number]

    def _receiver(self, reference: CodeReference) -> str | None:
        expression = reference.expression
        if isinstance(expression, MemberExpr) and isinstance(expression.value, NameExpr):
            place = Place(self._view.path, reference.definition, reference.begin)
            local = self._evaluator.file.find_local(expression.value.name, place)
            if local is not None and local.definition != TOP_LEVEL:
                return member_symbol(self._view.symbols[local.definition], local.name)
        return None

    def _assigned_local(self, reference: CodeReference) -> str | None:
        if reference.assigned_to is None or reference.definition == TOP_LEVEL:
            return None
        places = (
            Place(self._view.path, reference.definition, offset)
            for offset in (reference.begin, reference.end)
        )
        found = (self._evaluator.file.find_local(reference.assigned_to, place) for place in places)
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


def _sort_key(reference: Reference) -> tuple[object, ...]:
    span = reference.span
    place = (0, 0, 0, 0) if span is None else span.sort_key()
    return (*place, reference.role.value, reference.target_symbol or "", reference.enclosing_symbol)
