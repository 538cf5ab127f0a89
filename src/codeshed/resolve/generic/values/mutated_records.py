"""Variables whose records are changed.

Turns: a write of a field that is no definition → the variable of a file that holds the record.
"""

from codeshed.model.code_expressions import ItemExpr, MemberExpr, NameExpr, RecordExpr
from codeshed.model.code_facts import CodeReference
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import Defined, Place


def changed_record(
    reference: CodeReference, path: str, program: Program, evaluation: Evaluation
) -> Entity | None:
    """Return the variable that holds what is changed: `conf` of `conf.debug = true`, if it is known to hold a record."""
    holder = reference.expression
    while isinstance(holder, MemberExpr | ItemExpr):
        holder = holder.value
    if not isinstance(holder, NameExpr) or holder is reference.expression:
        return None
    place = Place(path, reference.definition, reference.begin)
    if evaluation.file.local(holder.name, place, is_called=False) is not None:
        return None
    found = evaluation.plain_names.meanings(holder, place)
    records = [
        each.entity for each in found if isinstance(each, Defined) and _is_record(each.entity, program)
    ]
    return records[0] if len(records) == len(found) == 1 else None


def _is_record(entity: Entity, program: Program) -> bool:
    return isinstance(program.definition(entity).value, RecordExpr)
