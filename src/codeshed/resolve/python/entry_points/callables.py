"""The functions and classes that run when the value of an expression is called.

Turns: an expression in a scope → Referents. `view`, `Items.as_view()`, `login_required(view)` and `self.view` are all
followed to the function or class that runs in the end.
"""

from codeshed.model.facts.python_facts import (
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Expression,
    Name,
    Return,
    ScopedExpression,
)
from codeshed.resolve.python.entry_points.assigned_expressions import AssignedExpressions
from codeshed.resolve.python.entry_points.visible_code import VisibleCode
from codeshed.resolve.python.names.static_names import Referent, ReferentKind
from codeshed.resolve.python.tables.symbol_tables import SymbolTables

_MAX_STEPS = 8
_MAX_RETURNS = 5
_CALLABLE = frozenset({ReferentKind.FUNCTION, ReferentKind.CLASS})


class CallableLookup:
    """Finds what runs when the value of an expression is called."""

    def __init__(self, visible_code: VisibleCode, assigned: AssignedExpressions) -> None:
        self._visible_code = visible_code
        self._program = visible_code.tables.program
        self._assigned = assigned

    def find(self, scope: int, value: Expression, steps: int = 0) -> tuple[Referent, ...]:
        """Return the project's functions and classes that an expression refers to."""
        if steps > _MAX_STEPS:
            return ()
        match value:
            case Name() | Attribute():
                return self._find_of_name(scope, value, steps)
            case Call():
                return self._find_of_call(scope, value, steps)
            case ScopedExpression():
                first = self._program.files[self._program.scope_file[scope]].first_scope
                number = self._program.function_of_scope.get(first + value.scope)
                return () if number is None else (Referent(ReferentKind.FUNCTION, number=number),)
            case Compound() if value.kind is CompoundKind.CHOICE:
                parts = value.parts[:2] if value.detail == "if" else value.parts
                return _unique([each for part in parts for each in self.find(scope, part, steps + 1)])
            case _:
                return ()

    def _find_of_name(self, scope: int, value: Name | Attribute, steps: int) -> tuple[Referent, ...]:
        found = [each for each in self._visible_code.resolve(scope, value) if each.kind in _CALLABLE]
        if isinstance(value, Attribute):
            classes = self._receiver_classes(scope, value.value)
            methods = [find_method(self._visible_code.tables, number, value.name) for number in classes]
            found += [each for each in methods if each is not None]
        if not found:
            for assigned_in, assigned in self._assigned.find_values(scope, value):
                found += self.find(assigned_in, assigned, steps + 1)
        return _unique(found)

    def _find_of_call(self, scope: int, value: Call, steps: int) -> tuple[Referent, ...]:
        function = value.function
        if isinstance(function, Attribute) and function.name == "as_view":
            return tuple(
                each
                for each in self._visible_code.resolve(scope, function.value)
                if each.kind is ReferentKind.CLASS
            )
        callees = self._visible_code.resolve(scope, function)
        classes = [each for each in callees if each.kind is ReferentKind.CLASS]
        if classes:
            return _unique(
                [find_method(self._visible_code.tables, each.number, "__call__") or each for each in classes]
            )
        for argument in value.arguments:
            # A wrapper calls the function that it is passed; a class as argument may have any role.
            wrapped = [
                each
                for each in self.find(scope, argument.value, steps + 1)
                if each.kind is ReferentKind.FUNCTION or isinstance(argument.value, Call)
            ]
            if wrapped:
                return _unique(wrapped)
        return self._find_returned(callees, steps)

    def _find_returned(self, callees: tuple[Referent, ...], steps: int) -> tuple[Referent, ...]:
        """Return the functions that functions of the project return, such as closures."""
        found: list[Referent] = []
        for callee in callees:
            if callee.kind is ReferentKind.FUNCTION:
                scope = self._program.functions[callee.number].scope
                statements = self._visible_code.statements(scope)
                returns = [each.value for each in statements if isinstance(each, Return)][:_MAX_RETURNS]
                found += [
                    each
                    for returned in returns
                    for each in self.find(scope, returned, steps + 1)
                    if each.kind is ReferentKind.FUNCTION
                ]
        return _unique(found)

    def _receiver_classes(self, scope: int, value: Expression) -> tuple[int, ...]:
        """Return the project's classes that a value is an instance of: of `self`, or of a call of the class."""
        own = self._assigned.class_of_self(scope, value)
        if own is not None:
            return (own,)
        values = [(scope, value), *self._assigned.find_values(scope, value)]
        return tuple(
            referent.number
            for assigned_in, each in values
            if isinstance(each, Call)
            for referent in self._visible_code.resolve(assigned_in, each.function)
            if referent.kind is ReferentKind.CLASS
        )


def _unique(referents: list[Referent]) -> tuple[Referent, ...]:
    return tuple(dict.fromkeys(referents))


def find_method(tables: SymbolTables, number: int, name: str) -> Referent | None:
    """Return a method of a class or of the first base in the MRO that defines it, within the project."""
    for each in tables.hierarchy.project_mro(number):
        for referent in tables.static.resolve_in_scope(tables.program.classes[each].scope, name):
            if referent.kind is ReferentKind.FUNCTION:
                return referent
    return None
