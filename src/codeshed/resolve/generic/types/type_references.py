"""Types that a file names.

Turns: the CodeTypeUses of a file, and the types of its definitions → References from what names a type to that type. A type
of the repository that is written in a comment, or in the text of a macro, has the place of the definition that it is said of.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from codeshed.model.code_expressions import ARRAY, FUNCTION, RECORD, TUPLE, TYPE_OF, UNION, NewExpr, TypeRef
from codeshed.model.code_facts import CodeDefinition
from codeshed.model.identity import EXTERNAL_PREFIX
from codeshed.model.parsed_files import ParsedCode
from codeshed.model.semantic import Reference, ReferenceRole
from codeshed.model.span import Span
from codeshed.resolve.generic.resolution_outcome import outcome_of
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import Defined, Meaning, Outside, Place

if TYPE_CHECKING:
    from codeshed.resolve.generic.entity import Entity

_WITHOUT_NAMES = frozenset({"", ARRAY, FUNCTION, RECORD, TUPLE, TYPE_OF, UNION})
"""Types that are written, but have no name."""


class TypeUses:
    """Writes which types are named in one file, and where."""

    def __init__(
        self,
        program: Program,
        evaluation: Evaluation,
        file: ParsedCode,
        *,
        around: Callable[[int], str],
        span: Callable[[int, int], Span],
    ) -> None:
        self._program = program
        self._types = evaluation.types
        self._find_local = evaluation.file.local
        self._path = file.path
        self._facts = file.facts
        self._around = around
        self._span = span
        self._customs = program.customs[file.facts.language]

    def written(self, known: list[Reference]) -> Iterator[Reference]:
        """Yield all uses of types but those that are known at their place already."""
        is_known = {(each.enclosing_symbol, each.target_symbol, each.span) for each in known}
        said: set[tuple[str, str]] = set()
        values = tuple(self._new_values())
        for use in self._facts.type_uses:
            place = Place(self._path, use.definition, use.begin)
            if any(begin <= use.begin < end for begin, end in values):
                continue
            for made in self._uses(use.type, place, use.definition, use.begin, use.end):
                said.add((made.enclosing_symbol, made.target_symbol or ""))
                if (made.enclosing_symbol, made.target_symbol, made.span) not in is_known:
                    yield made
        for number, definition in enumerate(self._facts.definitions):
            place = Place(self._path, number, definition.begin)
            for type_ref in _iter_types(definition):
                for made in self._uses(type_ref, place, number, definition.begin, definition.end):
                    target = made.target_symbol or ""
                    is_outside = target.startswith(EXTERNAL_PREFIX)
                    if not is_outside and (made.enclosing_symbol, target) not in said:
                        yield made

    def _new_values(self) -> Iterator[tuple[int, int]]:
        """Yield where objects are made of a local or a field of one, which are written like types."""
        for each in self._facts.references if self._customs.value_maker else ():
            if isinstance(each.expression, NewExpr):
                first = each.expression.type_ref.name.partition(".")[0]
                if self._find_local(first, Place(self._path, each.definition, each.begin)) is not None:
                    yield each.begin, each.end

    def _uses(
        self, type_ref: TypeRef, place: Place, number: int, begin: int, end: int
    ) -> Iterator[Reference]:
        own = self._around(number)
        for meaning in self._types.named(type_ref, place):
            target = self._symbol(meaning)
            if target is not None and target != own:
                sure = outcome_of((), meaning.sureness)
                yield Reference(
                    enclosing_symbol=own,
                    target_symbol=target,
                    role=ReferenceRole.USE,
                    span=self._span(begin, end),
                    confidence=sure.confidence,
                    provenance=sure.provenance,
                )

    def _symbol(self, meaning: Meaning) -> str | None:
        """Return the symbol of a type; that of an enum for one of its constants, and of a function that makes objects."""
        if isinstance(meaning, Outside):
            return f"{EXTERNAL_PREFIX}{meaning.name}"
        if not isinstance(meaning, Defined):
            return None
        entity: Entity | None = meaning.entity
        is_maker = self._customs.are_types_values and self._program.is_function(meaning.entity)
        if not (self._program.is_type(meaning.entity) or is_maker):
            entity = self._program.enum_of(meaning.entity)
        return None if entity is None else self._program.symbol(entity)


def _iter_types(definition: CodeDefinition) -> Iterator[TypeRef]:
    """Yield the types with names that a definition has, or takes and gives."""
    whole = (
        definition.type,
        definition.returns,
        *(each.type for each in definition.parameters),
        *(each.bound for each in definition.type_parameters),
    )
    for type_ref in whole:
        if type_ref is not None:
            yield from named_in(type_ref)


def named_in(type_ref: TypeRef) -> Iterator[TypeRef]:
    """Yield the types with names that a type is made of; the fields of a record have names, and are none."""
    if type_ref.name not in _WITHOUT_NAMES:
        yield type_ref
    for each in type_ref.arguments:
        if type_ref.name == RECORD:
            for inner in each.arguments:
                yield from named_in(inner)
        elif type_ref.name != TYPE_OF:
            yield from named_in(each)
