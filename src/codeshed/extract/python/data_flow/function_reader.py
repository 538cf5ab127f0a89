"""The statements of one Python function.

Turns: the scope of a function, with its comprehensions and class bodies → its FunctionFlows.
"""

from collections.abc import Callable
from typing import Any

from codeshed.extract.data_flow.function_draft import FunctionDraft
from codeshed.extract.data_flow.reaching_definitions import ReachingDefinitions
from codeshed.extract.data_flow.values import (
    NO_VALUE,
    Value,
    end_of,
    get_field,
    in_field,
    in_text,
    is_variable,
    join_values,
    value_of,
)
from codeshed.extract.python.data_flow.expression_values import ExpressionValues, field_of_index
from codeshed.extract.python.data_flow.scope_names import ScopeNames
from codeshed.model.facts.data_flow import (
    ELEMENT,
    MODULE_FUNCTION,
    FunctionFlows,
    Place,
    PlaceKind,
    item_field,
)
from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Compound,
    CompoundKind,
    Define,
    Delete,
    ExceptClause,
    Expression,
    ExpressionStatement,
    Import,
    Loop,
    MatchStatement,
    Name,
    PythonFacts,
    Return,
    ScopeKind,
    Statement,
    Subscript,
    With,
)
from codeshed.model.semantic import ParameterKind

_SEQUENCES = frozenset({CompoundKind.TUPLE, CompoundKind.LIST})
_WITH_LOCALS = frozenset({ScopeKind.FUNCTION, ScopeKind.LAMBDA})
_IN_TEXT_OPERATORS = frozenset({"+=", "%="})
_MAX_TARGET_DEPTH = 50


class FunctionReader:
    """Reads one function; `captured` collects, by function, the variables that inner functions read."""

    def __init__(
        self,
        facts: PythonFacts,
        names: ScopeNames,
        number: int,
        draft: FunctionDraft,
        captured: dict[int, set[str]],
    ) -> None:
        self._facts = facts
        self._names = names
        self._number = number
        self._draft = draft
        self._captured = captured
        self._scope = names.function_scopes[number]
        scope = names.scopes[self._scope]
        self._function_scope = scope
        self._locals = ReachingDefinitions((scope.begin, scope.end), scope.branches)
        self._class_names: list[str] = []
        self._values = ExpressionValues(
            draft,
            read_name=self._read_name,
            assign_name=self._assign_name,
            add_to=self._add_to,
            read_scope=self._read_inner_scope,
        )

    def read(self) -> FunctionFlows:
        """Read the function whole."""
        for number, parameter in enumerate(self._function_scope.parameters):
            place = Place(PlaceKind.PARAMETER, number)
            value = value_of(place, parameter.begin, parameter.end)
            if parameter.kind is ParameterKind.VARIADIC_POSITIONAL:
                value = in_field(get_field(value, ELEMENT, parameter.begin, parameter.end), ELEMENT)
            self._locals.assign(parameter.name, value)
        self._read_statements(self._function_scope.statements)
        for name in sorted(self._captured.get(self._number, ())):
            self._draft.add_flows(self._locals.all_values(name), PlaceKind.NAME, self._number, name)
        self._draft.is_cut = self._draft.is_cut or self._locals.is_cut or self._values.is_cut
        return self._draft.finish()

    def _read_statements(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            _READERS[type(statement)](self, statement)

    # Names

    def _read_name(self, name: str, begin: int, end: int) -> Value:
        """Return the value of a name; of a variable that is not assigned here, the variable itself."""
        owner = self._names.owner_of(self._scope, name)
        if owner == self._number:
            if self._locals.is_assigned(name):
                return self._locals.read(name)
        elif owner > MODULE_FUNCTION:
            self._captured.setdefault(owner, set()).add(name)
        elif owner < MODULE_FUNCTION:
            return NO_VALUE
        return value_of(Place(PlaceKind.NAME, owner, name), begin, end)

    def _assign_name(self, name: str, value: Value) -> None:
        owner = self._names.owner_of(self._scope, name)
        if owner != self._number:
            self._draft.add_flows(value, PlaceKind.NAME, owner, name)
            return
        self._locals.assign(name, value)
        scope = self._names.scopes[self._scope]
        if scope.kind is ScopeKind.MODULE:
            self._draft.add_flows(value, PlaceKind.NAME, MODULE_FUNCTION, name)
        elif scope.kind is ScopeKind.CLASS:
            self._draft.add_flows(value, PlaceKind.NAME, self._number, self._class_names[-1], (name,))

    # Targets

    def _assign(self, target: Expression, value: Value, depth: int = 0) -> None:
        """Assign a value to a name, a member, an item, or several of them."""
        if isinstance(target, Name):
            self._assign_name(target.name, value)
        elif isinstance(target, Attribute | Subscript):
            self._add_to(target, value)
        elif isinstance(target, Compound) and depth < _MAX_TARGET_DEPTH:
            is_sequence = target.kind in _SEQUENCES
            is_placed = is_sequence
            for number, part in enumerate(target.parts):
                is_rest = isinstance(part, Compound) and part.kind is CompoundKind.SPREAD
                is_placed = is_placed and not is_rest
                field = item_field(str(number)) if is_placed else ELEMENT
                element = get_field(value, field, target.begin, target.end) if is_sequence else value
                is_list = is_rest and is_sequence
                self._assign(part, in_field(element, ELEMENT) if is_list else element, depth + 1)

    def _add_to(self, target: Expression, value: Value) -> None:
        """Store a value in a field or element of an object, or in the object itself: `a.b = v`, `a[i] = v`."""
        fields: list[str] = []
        current = target
        while isinstance(current, Attribute | Subscript):
            if isinstance(current, Attribute):
                fields.append(current.name)
            else:
                fields.append(field_of_index(current.index))
                self._values.evaluate(current.index)
            current = current.value
        if not isinstance(current, Name):
            self._values.evaluate(current)
            return
        stored = value
        for field in fields:
            stored = in_field(stored, field)
        path = tuple(reversed(fields))
        holder = self._read_name(current.name, current.begin, current.end)
        if self._names.owner_of(self._scope, current.name) == self._number:
            self._locals.add(current.name, stored)
        for part in holder:
            if is_variable(part.source) and not part.fields:
                place = part.source
                self._draft.add_flows(
                    value,
                    place.kind,
                    place.number,
                    place.name,
                    (*place.fields, *path),
                    stored_at=end_of(value, target.end),
                )

    # Statements

    def read_assignment(self, statement: Assign) -> None:
        """Read an assignment."""
        place = statement.targets[0].begin if statement.targets else statement.end
        self._locals.move_to(place)
        if statement.value is None:
            return
        targets, source = statement.targets, statement.value
        if len(targets) == 1 and _is_unpacked_in_pairs(targets[0], source):
            values = [self._values.evaluate(part) for part in source.parts]  # type: ignore[union-attr] # a Compound
            for part, value in zip(targets[0].parts, values, strict=True):  # type: ignore[union-attr] # a Compound
                self._assign(part, value)
            return
        value = self._values.evaluate(source)
        if statement.operator is not None:
            value = self._augmented(targets[0], value, statement.operator)
        for target in targets:
            self._assign(target, value)

    def _augmented(self, target: Expression, value: Value, operator: str) -> Value:
        before = self._values.evaluate(target)
        if operator in _IN_TEXT_OPERATORS:
            value = in_text(value, is_start=False)
        elif operator not in {"|=", "/="}:
            value = NO_VALUE
        return join_values((before, value))[0]

    def read_delete(self, statement: Delete) -> None:
        """Read `del`, which empties a name."""
        for target in statement.targets:
            self._locals.move_to(target.begin)
            if isinstance(target, Name):
                self._assign_name(target.name, NO_VALUE)
            else:
                self._values.evaluate(target)

    def read_return(self, statement: Return) -> None:
        """Read `return`."""
        self._locals.move_to(statement.value.begin)
        self._draft.add_flows(self._values.evaluate(statement.value), PlaceKind.RETURN)

    def read_loop(self, statement: Loop) -> None:
        """Read a loop: its target gets the elements."""
        iterable = statement.iterable
        self._locals.move_to(iterable.begin)
        value = self._values.evaluate(iterable)
        self._assign(statement.target, get_field(value, ELEMENT, iterable.begin, iterable.end))

    def read_with(self, statement: With) -> None:
        """Read `with`."""
        self._locals.move_to(statement.context.begin)
        value = self._values.evaluate(statement.context)
        if statement.target is not None:
            self._assign(statement.target, value)

    def read_except(self, statement: ExceptClause) -> None:
        """Read an `except` clause."""
        if statement.types is not None:
            self._locals.move_to(statement.types.begin)
            self._values.evaluate(statement.types)
        if statement.name is not None:
            self._assign_name(statement.name, NO_VALUE)

    def read_match(self, statement: MatchStatement) -> None:
        """Read a `match`: its names get the subject or what is in it."""
        subject = statement.subject
        self._locals.move_to(subject.begin)
        value = self._values.evaluate(subject)
        for each in statement.classes:
            self._values.evaluate(each)
        inner = get_field(value, ELEMENT, subject.begin, subject.end)
        for name in statement.names:
            self._assign_name(name, join_values((value, inner))[0])

    def read_expression(self, statement: ExpressionStatement) -> None:
        """Read an expression or condition."""
        self._locals.move_to(statement.value.begin)
        if statement.is_tested:
            self._values.evaluate_test(statement.value)
        else:
            self._values.evaluate(statement.value)

    def read_import(self, statement: Import) -> None:
        """Do nothing: references say what an import binds."""

    def read_definition(self, statement: Define) -> None:
        """Read what is evaluated where a function or class is defined; the body of a class runs at once."""
        definition = self._facts.definitions[statement.definition]
        self._locals.move_to(definition.begin)
        for decorator in definition.decorators:
            self._values.evaluate(decorator)
        for parameter in definition.parameters:
            if parameter.default is not None:
                self._values.evaluate(parameter.default)
        for base in definition.bases:
            self._values.evaluate(base.value)
        scope = self._names.scope_of_definition.get(statement.definition)
        if scope is None:
            return
        if definition.is_class:
            self._class_names.append(definition.name)
            self._read_inner_scope(scope)
            self._class_names.pop()
        elif self._names.scopes[self._scope].kind in _WITH_LOCALS and not definition.is_alias:
            # Of what a file or class defines, references say where it is used.
            place = Place(PlaceKind.FUNCTION, self._names.function_of(scope))
            self._locals.assign(definition.name, value_of(place, definition.begin, definition.end))

    def _read_inner_scope(self, number: int) -> Value:
        """Read a class body, or a comprehension and return its value; of a lambda, the function."""
        scope = self._names.scopes[number]
        if scope.kind is ScopeKind.LAMBDA:
            return value_of(
                Place(PlaceKind.FUNCTION, self._names.function_of(number)), scope.begin, scope.end
            )
        hidden = self._locals.begin_scope(scope.bound_names)
        around, self._scope = self._scope, number
        results: list[Value] = []
        for statement in scope.statements:
            if isinstance(statement, Return):
                results.append(in_field(self._values.evaluate(statement.value), ELEMENT))
            else:
                _READERS[type(statement)](self, statement)
        self._scope = around
        self._locals.end_scope(hidden)
        return join_values(results)[0]


def _is_unpacked_in_pairs(target: Expression, value: Expression) -> bool:
    """Whether each part of a target gets one part of the value: `a, b = x, y`."""
    return (
        isinstance(target, Compound)
        and isinstance(value, Compound)
        and target.kind in _SEQUENCES
        and value.kind in _SEQUENCES
        and len(target.parts) == len(value.parts)
        and not any(_is_spread(each) for each in (*target.parts, *value.parts))
    )


def _is_spread(expression: Expression) -> bool:
    return isinstance(expression, Compound) and expression.kind is CompoundKind.SPREAD


_READERS: dict[type, Callable[[FunctionReader, Any], None]] = {
    Assign: FunctionReader.read_assignment,
    Delete: FunctionReader.read_delete,
    Return: FunctionReader.read_return,
    Loop: FunctionReader.read_loop,
    With: FunctionReader.read_with,
    ExceptClause: FunctionReader.read_except,
    MatchStatement: FunctionReader.read_match,
    ExpressionStatement: FunctionReader.read_expression,
    Import: FunctionReader.read_import,
    Define: FunctionReader.read_definition,
}
