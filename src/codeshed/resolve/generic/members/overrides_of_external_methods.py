"""What may run in place of a method that a type of the repository has from outside.

Turns: a call that leads outside → the methods that override what it calls, in types below that of the object it is done on.
An object of a type outside may be anything, and leads to nothing here.
"""

import re

from codeshed.model.code_expressions import MemberExpr, NameExpr, ReceiverExpr
from codeshed.model.code_facts import CodeReference
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.types.subtypes import TypesBelow
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import Instance, Meanings, Place


class Overriding:
    """Looks for methods below the types of objects."""

    def __init__(self, program: Program, evaluation: Evaluation) -> None:
        self._program = program
        self._evaluation = evaluation
        self._types_below = TypesBelow(program, evaluation.members)

    def of(self, call: CodeReference, outside: str, place: Place) -> tuple[Entity, ...]:
        """Return the methods that a call may run instead of one outside, the nearest on each way down."""
        expression = call.expression
        customs = self._program.customs_at(place.path)
        if customs.has_traits or customs.are_interfaces_structural:
            return ()
        if not isinstance(expression, NameExpr | MemberExpr):
            return ()
        name = expression.name
        if outside.endswith(f".{name}"):
            owners = (
                self._types_before(expression, place)
                if isinstance(expression, MemberExpr)
                else self._types_around(name, outside, place)
            )
        elif customs.applied and outside.endswith(f".{customs.applied}"):
            name = customs.applied
            owners = self._types_of(self._evaluation.value(expression, place))
        else:
            return ()
        is_of_class = not re.search(rf"(?:^|\.)(?:{customs.interface_names})\.\w+$", outside)
        below = (
            each
            for owner in owners
            for each in self._types_below.methods(owner, name, is_of_class=is_of_class)
        )
        takes = self._evaluation.signatures.takes
        return tuple(each for each in dict.fromkeys(below) if takes(each, call.argument_count))

    def _types_before(self, expression: MemberExpr, place: Place) -> list[Entity]:
        """Return the types of the objects that a method is called on; of the parent exactly its own method runs."""
        if isinstance(expression.value, ReceiverExpr) and expression.value.is_parent:
            return []
        return self._types_of(self._evaluation.holder(expression, place))

    def _types_of(self, values: Meanings) -> list[Entity]:
        """Return the types of objects."""
        return [each.entity for each in self._evaluation.bounded(values) if isinstance(each, Instance)]

    def _types_around(self, name: str, outside: str, place: Place) -> list[Entity]:
        """Return the type whose own method a plain name means, if that is the one outside."""
        around = Entity(place.path, place.definition)
        is_static = place.definition >= 0 and self._evaluation.signatures.is_static(around)
        if is_static or not self._program.customs_at(place.path).has_implicit_receiver:
            return []
        bases = self._evaluation.outside_bases
        for owner in self._evaluation.members.types_around(place):
            member = bases.member(owner, name, is_plain=True) or bases.of_root(owner, name)
            if member is not None:
                return [owner] if member.name == outside else []
        return []
