"""The functions and classes that run when the value of an expression is called.

Turns: an expression in a scope → Referents. `view`, `Items.as_view()`, `login_required(view)` and `self.view` are all
followed to the function or class that runs in the end.
"""

from codeshed.model.python_facts import Call, Compound, CompoundKind, Expression, Member, Name, Return, Scoped
from codeshed.resolve.python.entry_points.assigned_expressions import Assigned
from codeshed.resolve.python.entry_points.visible_code import Seen
from codeshed.resolve.python.names.static_names import Entity, EntityKind
from codeshed.resolve.python.tables.symbol_tables import Tables

_MAX_STEPS = 8
_MAX_RETURNS = 5
_CALLABLE = frozenset({EntityKind.FUNCTION, EntityKind.CLASS})


class Callables:
    """Finds what runs when the value of an expression is called."""

    def __init__(self, visible_code: Seen, assigned: Assigned) -> None:
        self._visible_code = visible_code
        self._program = visible_code.tables.program
        self._assigned = assigned

    def find(self, scope: int, value: Expression, steps: int = 0) -> tuple[Entity, ...]:
        """Return the project's functions and classes that an expression refers to."""
        if steps > _MAX_STEPS:
            return ()
        match value:
            case Name() | Member():
                return self._find_of_name(scope, value, steps)
            case Call():
                return self._find_of_call(scope, value, steps)
            case Scoped():
                first = self._program.files[self._program.scope_file[scope]].first_scope
                number = self._program.function_of_scope.get(first + value.scope)
                return () if number is None else (Entity(EntityKind.FUNCTION, number=number),)
            case Compound() if value.kind is CompoundKind.CHOICE:
                parts = value.parts[:2] if value.detail == "if" else value.parts
                return _unique([each for part in parts for each in self.find(scope, part, steps + 1)])
            case _:
                return ()

    def _find_of_name(self, scope: int, value: Name | Member, steps: int) -> tuple[Entity, ...]:
        found = [each for each in self._visible_code.find(scope, value) if each.kind in _CALLABLE]
        if isinstance(value, Member):
            classes = self._receiver_classes(scope, value.value)
            methods = [find_method(self._visible_code.tables, number, value.name) for number in classes]
            found += [each for each in methods if each is not None]
        if not found:
            for assigned_in, assigned in self._assigned.values(scope, value):
                found += self.find(assigned_in, assigned, steps + 1)
        return _unique(found)

    def _find_of_call(self, scope: int, value: Call, steps: int) -> tuple[Entity, ...]:
        function = value.function
        if isinstance(function, Member) and function.name == "as_view":
            return tuple(
                each
                for each in self._visible_code.find(scope, function.value)
                if each.kind is EntityKind.CLASS
            )
        callees = self._visible_code.find(scope, function)
        classes = [each for each in callees if each.kind is EntityKind.CLASS]
        if classes:
            return _unique(
                [find_method(self._visible_code.tables, each.number, "__call__") or each for each in classes]
            )
        for argument in value.arguments:
            # A wrapper calls the function that it is passed; a class as argument may have any role.
            wrapped = [
                each
                for each in self.find(scope, argument.value, steps + 1)
                if each.kind is EntityKind.FUNCTION or isinstance(argument.value, Call)
            ]
            if wrapped:
                return _unique(wrapped)
        return self._find_returned(callees, steps)

    def _find_returned(self, callees: tuple[Entity, ...], steps: int) -> tuple[Entity, ...]:
        """Return the functions that functions of the project return, such as closures."""
        found: list[Entity] = []
        for callee in callees:
            if callee.kind is EntityKind.FUNCTION:
                scope = self._program.functions[callee.number].scope
                statements = self._visible_code.statements(scope)
                returns = [each.value for each in statements if isinstance(each, Return)][:_MAX_RETURNS]
                found += [
                    each
                    for returned in returns
                    for each in self.find(scope, returned, steps + 1)
                    if each.kind is EntityKind.FUNCTION
                ]
        return _unique(found)

    def _receiver_classes(self, scope: int, value: Expression) -> tuple[int, ...]:
        """Return the project's classes that a value is an instance of: of `self`, or of a call of the class."""
        own = self._assigned.class_of_self(scope, value)
        if own is not None:
            return (own,)
        values = [(scope, value), *self._assigned.values(scope, value)]
        return tuple(
            referent.number
            for assigned_in, each in values
            if isinstance(each, Call)
            for referent in self._visible_code.find(assigned_in, each.function)
            if referent.kind is EntityKind.CLASS
        )


def _unique(referents: list[Entity]) -> tuple[Entity, ...]:
    return tuple(dict.fromkeys(referents))


def find_method(tables: Tables, number: int, name: str) -> Entity | None:
    """Return a method of a class or of the first base in the MRO that defines it, within the project."""
    for each in tables.hierarchy.own_order(number):
        for referent in tables.static.in_scope(tables.program.classes[each].scope, name):
            if referent.kind is EntityKind.FUNCTION:
                return referent
    return None
