"""Overrides of external methods.

Turns: a call of an external method on an instance of the repository → the overrides of that method in subtypes of the
receiver's type. An object of an external type may be anything; it gives no overrides.
"""

import re

from codeshed.model.code_expressions import MemberExpr, NameExpr, ReceiverExpr
from codeshed.model.code_facts import CodeReference
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.types.subtypes import TypesBelow
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import Instance, Meanings, Place


class Overriding:
    """Looks for overrides in subtypes."""

    def __init__(self, program: Program, evaluator: Evaluation) -> None:
        self._program = program
        self._evaluator = evaluator
        self._subtypes = TypesBelow(program, evaluator.members)

    def of(self, call: CodeReference, external: str, place: Place) -> tuple[Entity, ...]:
        """Return the methods that a call of an external method may dispatch to, the nearest in each branch of subtypes."""
        expression = call.expression
        rules = self._program.customs_at(place.path)
        if rules.has_traits or rules.are_interfaces_structural:
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
        elif rules.applied and external.endswith(f".{rules.applied}"):
            name = rules.applied
            owners = self._types_of(self._evaluator.value(expression, place))
        else:
            return ()
        is_of_class = not re.search(rf"(?:^|\.)(?:{rules.interface_names})\.\w+$", external)
        overrides = (
            each for owner in owners for each in self._subtypes.methods(owner, name, is_of_class=is_of_class)
        )
        takes = self._evaluator.signatures.takes
        return tuple(each for each in dict.fromkeys(overrides) if takes(each, call.argument_count))

    def _receiver_types(self, expression: MemberExpr, place: Place) -> list[Entity]:
        """Return the types of the receiver; `super` dispatches to exactly one method, and so has none."""
        if isinstance(expression.value, ReceiverExpr) and expression.value.is_parent:
            return []
        return self._types_of(self._evaluator.holder(expression, place))

    def _types_of(self, values: Meanings) -> list[Entity]:
        """Return the types of instances."""
        return [each.entity for each in self._evaluator.bounded(values) if isinstance(each, Instance)]

    def _enclosing_types(self, name: str, external: str, place: Place) -> list[Entity]:
        """Return the enclosing type that an unqualified name calls the external method of."""
        function = Entity(place.path, place.definition)
        is_static = place.definition >= 0 and self._evaluator.signatures.is_static(function)
        if is_static or not self._program.customs_at(place.path).has_implicit_receiver:
            return []
        bases = self._evaluator.outside_bases
        for owner in self._evaluator.members.types_around(place):
            member = bases.member(owner, name, is_plain=True) or bases.of_root(owner, name)
            if member is not None:
                return [owner] if member.name == external else []
        return []
