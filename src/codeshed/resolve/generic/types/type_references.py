"""References to types.

Turns: the CodeTypeUses of a file, and the declared types of its definitions → References to those types. A repository type that
is named in a doc comment, or in a macro, gets the span of the definition that it belongs to.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from codeshed.model.facts.code_expressions import (
    ARRAY,
    FUNCTION_TYPE,
    OBJECT_TYPE,
    TUPLE,
    TYPE_GUARD,
    TYPE_OF,
    UNION,
    NewExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import CodeDefinition
from codeshed.model.facts.parsed_files import ParsedCode
from codeshed.model.semantic import Reference, ReferenceRole
from codeshed.model.span import Span
from codeshed.model.symbol_ids import EXTERNAL_PREFIX
from codeshed.resolve.generic.resolution_outcome import resolve_to
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import DefinitionValue, External, Place, Value

if TYPE_CHECKING:
    from codeshed.resolve.generic.definition_key import DefinitionKey

_UNNAMED = frozenset({"", ARRAY, FUNCTION_TYPE, OBJECT_TYPE, TUPLE, TYPE_GUARD, TYPE_OF, UNION})
"""Type expressions without a name of their own."""


class TypeReferences:
    """Resolves the type names in one file to references."""

    def __init__(
        self,
        symbol_table: SymbolTable,
        evaluator: Evaluator,
        file: ParsedCode,
        *,
        around: Callable[[int], str],
        span: Callable[[int, int], Span],
    ) -> None:
        self._symbol_table = symbol_table
        self._types = evaluator.types
        self._find_local = evaluator.file.find_local
        self._path = file.path
        self._facts = file.facts
        self._symbol_around = around
        self._span = span
        self._rules = symbol_table.rules_by_language[file.facts.language]

    def of_file(self, known: list[Reference]) -> Iterator[Reference]:
        """Yield the references to types, except those that other references at the same span make already."""
        is_known = {(each.enclosing_symbol, each.target_symbol, each.span) for each in known}
        written_pairs: set[tuple[str, str]] = set()
        allocations = tuple(self._allocations_of_locals())
        for use in self._facts.type_uses:
            place = Place(self._path, use.definition, use.begin)
            if any(begin <= use.begin < end for begin, end in allocations):
                continue
            for reference in self._references_to(use.type, place, use.definition, use.begin, use.end):
                written_pairs.add((reference.enclosing_symbol, reference.target_symbol or ""))
                if (reference.enclosing_symbol, reference.target_symbol, reference.span) not in is_known:
                    yield reference
        for number, definition in enumerate(self._facts.definitions):
            place = Place(self._path, number, definition.begin)
            for type_ref in _iter_declared_types(definition):
                for reference in self._references_to(
                    type_ref, place, number, definition.begin, definition.end
                ):
                    target = reference.target_symbol or ""
                    is_outside = target.startswith(EXTERNAL_PREFIX)
                    if not is_outside and (reference.enclosing_symbol, target) not in written_pairs:
                        yield reference

    def _allocations_of_locals(self) -> Iterator[tuple[int, int]]:
        """Yield the spans of allocations of a local's value, which look like types: `new(x)` in Go."""
        for each in self._facts.references if self._rules.allocation_builtin else ():
            if isinstance(each.expression, NewExpr):
                first = each.expression.type_ref.name.partition(".")[0]
                if self._find_local(first, Place(self._path, each.definition, each.begin)) is not None:
                    yield each.begin, each.end

    def _references_to(
        self, type_ref: TypeRef, place: Place, number: int, begin: int, end: int
    ) -> Iterator[Reference]:
        own = self._symbol_around(number)
        for value in self._types.find_named_types(type_ref, place):
            target = self._symbol_of(value)
            if target is not None and target != own:
                resolution = resolve_to((), value.certainty)
                yield Reference(
                    enclosing_symbol=own,
                    target_symbol=target,
                    role=ReferenceRole.USE,
                    span=self._span(begin, end),
                    confidence=resolution.confidence,
                    provenance=resolution.provenance,
                )

    def _symbol_of(self, value: Value) -> str | None:
        """Return the symbol id of a type, of the enum of a constant, or of a constructor function."""
        if isinstance(value, External):
            return f"{EXTERNAL_PREFIX}{value.name}"
        if not isinstance(value, DefinitionValue):
            return None
        entity: DefinitionKey | None = value.entity
        is_maker = self._rules.are_types_first_class and self._symbol_table.is_function(value.entity)
        if not (self._symbol_table.is_type(value.entity) or is_maker):
            entity = self._symbol_table.enum_of(value.entity)
        return None if entity is None else self._symbol_table.symbol(entity)


def _iter_declared_types(definition: CodeDefinition) -> Iterator[TypeRef]:
    """Yield the named types in the declared types of a definition: its own, result, parameters, bounds."""
    whole = (
        definition.type,
        definition.returns,
        *(each.type for each in definition.parameters),
        *(each.bound for each in definition.type_parameters),
    )
    for type_ref in whole:
        if type_ref is not None:
            yield from iter_named_types(type_ref)


def iter_named_types(type_ref: TypeRef) -> Iterator[TypeRef]:
    """Yield the named types that a type expression consists of; names of record fields are none."""
    if type_ref.name not in _UNNAMED:
        yield type_ref
    for each in type_ref.arguments:
        if type_ref.name == TYPE_GUARD:
            if each is not type_ref.arguments[1]:
                yield from iter_named_types(each)
        elif type_ref.name == OBJECT_TYPE:
            for inner in each.arguments:
                yield from iter_named_types(inner)
        elif type_ref.name != TYPE_OF:
            yield from iter_named_types(each)
