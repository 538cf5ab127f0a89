"""The expressions assigned to a variable: in its scope, in the module it is imported from, or on `self`.

Turns: a name or attribute in a scope → the expressions assigned to it, each with its scope.
"""

from typing import TypeAlias

from codeshed.model.facts.python_facts import Assign, Attribute, Expression, Import, Name
from codeshed.resolve.python.entry_points.visible_code import VisibleCode
from codeshed.resolve.python.names.static_names import ReferentKind

_MAX_STEPS = 20
_MAX_VALUES = 20

ScopedExpression: TypeAlias = tuple[int, Expression]
"""A scope, and an expression in it."""


class AssignedExpressions:
    """Finds what is assigned to variables, through imports and attributes of `self`."""

    def __init__(self, visible_code: VisibleCode) -> None:
        self._visible_code = visible_code
        self._program = visible_code.tables.program
        self._names = visible_code.tables.names
        self._hierarchy = visible_code.tables.hierarchy
        self._attributes: dict[int, dict[str, list[ScopedExpression]]] = {}
        self._by_module: dict[tuple[int, str], tuple[ScopedExpression, ...]] = {}

    def find_values(self, scope: int, target: Expression, steps: int = 0) -> tuple[ScopedExpression, ...]:
        """Return the expressions assigned to a name or attribute; none if it is no variable of the project."""
        if steps > _MAX_STEPS:
            return ()
        if isinstance(target, Name):
            return self._of_name(scope, target.name, steps)
        if not isinstance(target, Attribute):
            return ()
        owner = self.class_of_self(scope, target.value)
        if owner is not None:
            return self._of_attribute(owner, target.name)
        return tuple(
            found
            for referent in self._visible_code.resolve_without_values(scope, target.value)
            if referent.kind is ReferentKind.MODULE
            for found in self._of_module(referent.number, target.name, steps + 1)
        )

    def find_annotation(self, scope: int, name: str) -> ScopedExpression | None:
        """Return the annotation of a variable or parameter."""
        owner = self._names.find_binding_scope(scope, name)
        if owner is None:
            return None
        for parameter in self._program.scopes[owner].parameters:
            if parameter.name == name and parameter.annotation is not None:
                return self._program.scope_parent[owner], parameter.annotation
        for statement in self._visible_code.bindings_of_name(owner, name):
            if isinstance(statement, Assign) and statement.annotation is not None:
                return owner, statement.annotation
        return None

    def class_of_self(self, scope: int, value: Expression) -> int | None:
        """Return the class if an expression is the first parameter of one of its methods: `self` or `cls`."""
        if not isinstance(value, Name):
            return None
        owner = self._names.find_binding_scope(scope, value.name)
        number = None if owner is None else self._program.function_of_scope.get(owner)
        if number is None:
            return None
        function = self._program.functions[number]
        is_first = bool(function.parameters) and function.parameters[0].name == value.name
        return function.owner if is_first else None

    def _of_name(self, scope: int, name: str, steps: int) -> tuple[ScopedExpression, ...]:
        owner = self._names.find_binding_scope(scope, name)
        file = self._program.scope_file[scope]
        if owner is None:
            return self._of_module(file, name, steps)
        found: list[ScopedExpression] = []
        for statement in self._visible_code.bindings_of_name(owner, name):
            if isinstance(statement, Import) and statement.name is not None:
                source = self._program.import_target(file, statement)
                if isinstance(source, int):
                    found += self._of_module(source, statement.name, steps + 1)
            elif isinstance(statement, Assign) and statement.value is not None and statement.operator is None:
                found.append((owner, statement.value))
        return tuple(found[:_MAX_VALUES])

    def _of_module(self, file: int, name: str, steps: int) -> tuple[ScopedExpression, ...]:
        if (file, name) not in self._by_module and steps <= _MAX_STEPS:
            self._by_module[file, name] = ()  # Modules may import a name from each other.
            source = self._names.find_defining_file(file, name)
            if source is not None:
                scope = self._program.files[source].first_scope
                self._by_module[file, name] = self._of_name(scope, name, steps + 1)
        return self._by_module.get((file, name), ())

    def _of_attribute(self, number: int, name: str) -> tuple[ScopedExpression, ...]:
        for each in self._hierarchy.project_mro(number):
            found = self._attributes_of(each).get(name)
            if found:
                return tuple(found[:_MAX_VALUES])
        return ()

    def _attributes_of(self, number: int) -> dict[str, list[ScopedExpression]]:
        """Return what a class assigns to its attributes: in its body, and in methods on their first parameter."""
        if number not in self._attributes:
            found: dict[str, list[ScopedExpression]] = {}
            body = self._program.classes[number].scope
            for name, statements in self._visible_code.bindings_by_name(body).items():
                for statement in statements:
                    if isinstance(statement, Assign) and statement.value is not None:
                        found.setdefault(name, []).append((body, statement.value))
            for scope in self._method_scopes(number):
                for statement in self._visible_code.statements(scope):
                    if isinstance(statement, Assign) and statement.value is not None:
                        for target in statement.targets:
                            if (
                                isinstance(target, Attribute)
                                and self.class_of_self(scope, target.value) == number
                            ):
                                found.setdefault(target.name, []).append((scope, statement.value))
            self._attributes[number] = found
        return self._attributes[number]

    def _method_scopes(self, number: int) -> list[int]:
        functions = (
            self._program.functions[each] for each in self._program.functions_of(self._file_of(number))
        )
        return [each.scope for each in functions if each.owner == number and each.definition is not None]

    def _file_of(self, number: int) -> int:
        return self._program.classes[number].file
