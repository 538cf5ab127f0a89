"""Fields that methods assign on their first parameter.

Turns: a class → the names of its fields.
"""

from collections.abc import Mapping

from codeshed.resolve.python.names.interface_trace import InterfaceKey
from codeshed.resolve.python.names.program import Program
from codeshed.resolve.python.tables.function_shapes import FunctionShapes

_Fields = tuple[dict[str, None], frozenset[InterfaceKey]]
_NONE: dict[str, None] = {}


class StoredFields:
    """The fields of all classes, found when they are first looked up."""

    def __init__(self, program: Program, shapes: FunctionShapes) -> None:
        self._program = program
        self._shapes = shapes
        self._fields: dict[int, _Fields] = {}
        self._assigning_methods_by_file: dict[int, dict[int, list[tuple[int, tuple[str, ...]]]]] = {}

    def of_class(self, number: int) -> Mapping[str, None]:
        """Return the names that the methods of a class assign on their first parameter, in order."""
        known = self._fields.get(number)
        if known is None:
            with self._program.tracker.collect() as collecting:
                found = self._find(number)
            collecting.keys.add(self._program.scope_interface_key[self._program.classes[number].scope])
            known = self._fields[number] = (found, frozenset(collecting.keys))
        self._program.tracker.current.keys |= known[1]
        return known[0]

    def _find(self, number: int) -> dict[str, None]:
        assigning_methods = self._find_assigning_methods(self._program.classes[number].file).get(number)
        if assigning_methods is None:
            return _NONE
        return dict.fromkeys(
            name
            for method, names in assigning_methods
            if not self._shapes[method].is_static
            for name in names
        )

    def _find_assigning_methods(self, file: int) -> dict[int, list[tuple[int, tuple[str, ...]]]]:
        """Return the methods of a file that assign fields, with the names, by class."""
        if file not in self._assigning_methods_by_file:
            found: dict[int, list[tuple[int, tuple[str, ...]]]] = {}
            module = self._program.files[file]
            for scope, names in module.interface.stored_fields:
                method = self._program.function_of_scope[module.first_scope + scope]
                owner = self._program.functions[method].owner
                if owner is not None:
                    found.setdefault(owner, []).append((method, names))
            self._assigning_methods_by_file[file] = found
        return self._assigning_methods_by_file[file]
