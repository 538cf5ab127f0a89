"""Bases that calls make.

Turns: what a call that makes a base gives → objects of it; all that may be a base of a type → the same without what such a
call is given, where the type that it makes is known to have another base, or none.
"""

from codeshed.model.code_expressions import TYPE_OF
from codeshed.model.code_facts import CodeMixin
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import Defined, Instance, Meaning, Meanings


def as_bases(meant: Meanings, mixin: CodeMixin, program: Program) -> Meanings:
    """Return what a mixin means: what a call makes is a type itself, and only that is a base."""
    if mixin.type.name != TYPE_OF:
        return meant
    types = (each for each in meant if isinstance(each, Defined) and program.is_type(each.entity))
    return tuple(Instance(each.entity, each.sureness) for each in types)


def without_given(
    mixins: tuple[tuple[Meaning, CodeMixin], ...], program: Program
) -> tuple[tuple[Meaning, CodeMixin], ...]:
    """Leave out what a call is given that makes a base of its own, and not one with a base that it is given."""
    made = tuple(each for each in mixins if each[1].type.name == TYPE_OF)
    is_own = made and not any(_may_have_any_base(meaning, program) for meaning, _ in made)
    return made if is_own else mixins


def _may_have_any_base(made: Meaning, program: Program) -> bool:
    """Whether nothing says what the base of a type is, as of one that extends a parameter."""
    return not isinstance(made, Instance) or any(
        not each.type.name for each in program.definition(made.entity).mixins
    )
