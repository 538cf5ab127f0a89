"""Whether a variable changes, by evidence.

Turns: the declaration of a variable, what shows that its value never changes, and the names that are written anywhere →
Mutability. A binding that can't be rebound still holds a value that may change.
"""

from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, ValueEvidence
from codeshed.model.semantic import Mutability, TypeKind, Visibility
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import DefinitionValue, Instance, Place


class VariableMutability:
    """Decides the mutability of the variables of the current file."""

    def __init__(self, symbol_table: SymbolTable, evaluator: Evaluator) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator

    def mutability_of(self, definition: CodeDefinition, place: Place) -> Mutability | None:
        """Return the mutability of a variable; `place` is where it is declared."""
        declared = definition.mutability
        if declared is None:
            return None
        is_fixed = declared is not Mutability.MUTABLE
        evidence = self._evidence(definition, place)
        if is_fixed and evidence in {ValueEvidence.VALUE, ValueEvidence.TYPE}:
            return declared
        is_shallow = evidence in {ValueEvidence.VALUE, ValueEvidence.FROZEN}
        has_value = definition.value is not None or definition.value_evidence is ValueEvidence.VALUE
        has_value |= declared is Mutability.CONST
        rules = self._symbol_table.rules_at(place.path)
        is_named_constant = definition.name.isupper() or (
            rules.are_capitalised_names_constants and definition.name[:1].isupper()
        )
        is_named_constant &= has_value and (is_fixed or _is_global(definition))
        if not is_named_constant and not (is_shallow and (is_fixed or self._is_watched(definition, place))):
            return Mutability.MUTABLE
        if self._symbol_table.is_written_name(definition.name):
            return Mutability.MUTABLE
        if is_named_constant:
            return Mutability.CONST
        return declared if is_fixed else Mutability.IMMUTABLE

    def _evidence(self, definition: CodeDefinition, place: Place) -> ValueEvidence | None:
        """Return what shows that the value never changes; a type of the repository only does so if it is an enum."""
        evidence = definition.value_evidence
        if evidence in {ValueEvidence.VALUE, ValueEvidence.FROZEN}:
            return evidence
        types = () if definition.type is None else self._evaluator.type_at(definition.type, place)
        own = [each for each in types if isinstance(each, Instance)]
        if own:
            return ValueEvidence.TYPE if all(map(self._is_of_enum, own)) else None
        if evidence is ValueEvidence.TYPE or definition.type is not None or definition.value is None:
            return evidence
        if definition.mutability is Mutability.MUTABLE:
            return None
        values = self._evaluator.evaluate(definition.value, place)
        is_constant = bool(values) and all(
            isinstance(each, DefinitionValue) and self._symbol_table.enum_of(each.entity) is not None
            for each in values
        )
        return ValueEvidence.VALUE if is_constant else None

    def _is_of_enum(self, value: Instance) -> bool:
        return self._symbol_table.definition(value.entity).type_kind is TypeKind.ENUM

    def _is_watched(self, definition: CodeDefinition, place: Place) -> bool:
        """Whether all writes of a variable are seen, so that one without any keeps its first value.

        Pointers and macros of C and C++ write what they do not name; frameworks set fields that are not private.
        """
        rules = self._symbol_table.rules_at(place.path)
        is_private = definition.visibility is Visibility.PRIVATE
        return not rules.has_unseen_writes and (definition.parent == TOP_LEVEL or is_private)


def _is_global(definition: CodeDefinition) -> bool:
    return definition.parent == TOP_LEVEL and definition.owner is None
