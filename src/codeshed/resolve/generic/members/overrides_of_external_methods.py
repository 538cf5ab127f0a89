"""Overrides of external methods.

Turns: a call of an external method on an instance of the repository → the overrides of that method in subtypes of the
receiver's type. An object of an external type may be anything; it gives no overrides.
"""

import re

from codeshed.model.facts.code_expressions import MemberExpr, NameExpr, ReceiverExpr
from codeshed.model.facts.code_facts import CodeReference
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.subtypes import Subtypes
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import Instance, Place, Values


class ExternalOverrides:
    """Looks for overrides in subtypes."""

    def __init__(self, symbol_table: SymbolTable, evaluator: Evaluator) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        self._subtypes = Subtypes(symbol_table, evaluator.members)

    def overrides_of(self, call: CodeReference, external: str, place: Place) -> tuple[DefinitionKey, ...]:
        """Return the methods that a call of an external method may dispatch to, the nearest in each branch of subtypes."""
        expression = call.expression
        rules = self._symbol_table.rules_at(place.path)
        if rules.has_traits or rules.has_structural_interfaces:
            return ()
        if not isinstance(expression, NameExpr | MemberExpr):
            return ()
        name = expression.name
        if external.endswith(f".{name}"):
            owners = (
                self._receiver_types(expression, place)
                if isinstance(expression, MemberExpr)
                else self._enclosing_types(name, external, place)
            )
        elif rules.apply_method and external.endswith(f".{rules.apply_method}"):
            name = rules.apply_method
            owners = self._types_of(self._evaluator.evaluate(expression, place))
        else:
            return ()
        is_of_class = not re.search(rf"(?:^|\.)(?:{rules.interface_name_pattern})\.\w+$", external)
        overrides = (
            each
            for owner in owners
            for each in self._subtypes.find_overriding_methods(owner, name, is_class_method=is_of_class)
        )
        takes = self._evaluator.signatures.accepts_count
        return tuple(each for each in dict.fromkeys(overrides) if takes(each, call.argument_count))

    def _receiver_types(self, expression: MemberExpr, place: Place) -> list[DefinitionKey]:
        """Return the types of the receiver; `super` dispatches to exactly one method, and so has none."""
        if isinstance(expression.value, ReceiverExpr) and expression.value.is_parent:
            return []
        return self._types_of(self._evaluator.evaluate_receiver(expression, place))

    def _types_of(self, values: Values) -> list[DefinitionKey]:
        """Return the types of instances."""
        return [each.entity for each in self._evaluator.bounded(values) if isinstance(each, Instance)]

    def _enclosing_types(self, name: str, external: str, place: Place) -> list[DefinitionKey]:
        """Return the enclosing type that an unqualified name calls the external method of."""
        function = DefinitionKey(place.path, place.definition)
        is_static = place.definition >= 0 and self._evaluator.signatures.is_static(function)
        if is_static or not self._symbol_table.rules_at(place.path).has_implicit_receiver:
            return []
        bases = self._evaluator.external_bases
        for owner in self._evaluator.members.enclosing_types(place):
            member = bases.find_member(owner, name, is_unqualified=True) or bases.member_of_root(owner, name)
            if member is not None:
                return [owner] if member.name == external else []
        return []
