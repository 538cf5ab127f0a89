"""Names that are stored on objects.

Turns: the interfaces of all files → FieldNames.
"""

from collections.abc import Callable
from dataclasses import dataclass

from codeshed.resolve.program import Program


@dataclass(frozen=True, slots=True)
class FieldNames:
    """Which names are stored on objects: by the methods of each class through their first parameter, and anywhere."""

    by_class: list[dict[str, None]]
    anywhere: frozenset[str]


def find_field_names(program: Program, is_static: Callable[[int], bool]) -> FieldNames:
    """Find the names that the code of a program stores on objects; `is_static` answers for a function's number."""
    by_class: list[dict[str, None]] = [{} for _ in program.classes]
    anywhere: set[str] = set()
    for module in program.files:
        anywhere.update(module.interface.stored_names)
        for scope, names in module.interface.stored_fields:
            number = program.function_of_scope[module.first_scope + scope]
            owner = program.functions[number].owner
            if owner is not None and not is_static(number):
                by_class[owner].update(dict.fromkeys(names))
    return FieldNames(by_class=by_class, anywhere=frozenset(anywhere))
