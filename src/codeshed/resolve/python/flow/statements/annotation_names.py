"""Names within annotations.

Turns: an annotation → the places where it uses types.
"""

from codeshed.model.facts import Compound, Expression, Item, Literal, Member, Name
from codeshed.resolve.python.flow.statements.statement_reader import Reading
from codeshed.resolve.python.names.forward_annotations import read_annotation
from codeshed.resolve.python.names.sites import TypeSite


def use_type(reading: Reading, annotation: Expression, scope: int, owner: int) -> None:
    """Record the names of an annotation as uses of types; `owner` is the scope whose code it belongs to."""
    pending = [annotation]
    while pending:
        current = pending.pop()
        if isinstance(current, Name | Member):
            reading.sites.types.append(TypeSite(scope, current, owner))
        elif isinstance(current, Item):
            pending += [current.value, current.index]
        elif isinstance(current, Compound):
            pending += current.parts
        elif isinstance(current, Literal) and current.text is not None and current.type_name == "str":
            inner = read_annotation(current.text, current.begin, current.end)
            if inner is not None and not isinstance(inner, Literal):
                pending.append(inner)
