"""The framework function or class that a value comes from.

Turns: an expression in a scope → keys. In a key, `()` is a call and `.name` an attribute: with `app =
flask.app.Flask(__name__)`, `app.route` is `flask:Flask().route`. A decorator is a call on what it decorates, and a
call of a call is one call: both `@click.group` and `@click.group()` make a `click:group()`.
"""

from collections.abc import Iterable, Mapping

from codeshed.model.facts.python_facts import (
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Expression,
    ExpressionStatement,
    Literal,
    Name,
    Return,
    Subscript,
    Walrus,
)
from codeshed.resolve.python.entry_points.assigned_expressions import AssignedExpressions, ScopedExpression
from codeshed.resolve.python.entry_points.visible_code import VisibleCode
from codeshed.resolve.python.names.framework_keys import key_of_external, package_of
from codeshed.resolve.python.names.static_names import BUILTINS, Referent, ReferentKind

_MAX_STEPS = 16
_MAX_RETURNS = 10
_CALL_SUFFIX = "()"
_PARTIAL = "functools:partial"
_WRAPPING_TYPES = frozenset({"Annotated", "Optional", "Final", "ClassVar"})


class FrameworkOrigins:
    """Follows values back to the framework calls that made them; `canonical` maps keys to equivalent ones."""

    def __init__(
        self, visible_code: VisibleCode, assigned: AssignedExpressions, canonical: Mapping[str, str]
    ) -> None:
        self._visible_code = visible_code
        self._program = visible_code.tables.program
        self._names = visible_code.tables.names
        self._hierarchy = visible_code.tables.hierarchy
        self._assigned = assigned
        self._canonical = canonical
        self._by_variable: dict[tuple[int, str], tuple[str, ...]] = {}
        self._by_function: dict[int, tuple[str, ...]] = {}
        self._returned: dict[int, tuple[str, ...]] = {}

    def keys_of(self, scope: int, value: Expression, steps: int = 0) -> tuple[str, ...]:
        """Return the keys of an expression; none if it does not come from another package."""
        if steps > _MAX_STEPS:
            return ()
        match value:
            case Name():
                found = self._of_name(scope, value, steps)
            case Attribute():
                found = self._of_member(scope, value, steps)
            case Call():
                found = self._of_call(scope, value, steps)
            case Walrus():
                found = self.keys_of(scope, value.value, steps + 1)
            case Compound() if value.kind is CompoundKind.CHOICE:
                parts = value.parts[:2] if value.detail == "if" else value.parts
                found = _unique(key for part in parts for key in self.keys_of(scope, part, steps + 1))
            case _:
                found = ()
        return found

    def keys_of_class(self, number: int) -> tuple[str, ...]:
        """Return the keys of a class and of all its ancestors."""
        return _unique(
            self._canonical_key(key)
            for each in self._hierarchy.traits_of(number).mro
            for key in ((key_of_external(each),) if isinstance(each, str) else self._own_key_of_class(each))
        )

    def _of_name(self, scope: int, value: Name, steps: int) -> tuple[str, ...]:
        owner = self._names.find_binding_scope(scope, value.name)
        variable_key = (self._visible_code.scope_of_module(scope) if owner is None else owner, value.name)
        if variable_key not in self._by_variable:
            self._by_variable[variable_key] = ()
            found = [
                key
                for referent in self._visible_code.resolve_name_without_values(scope, value.name)
                for key in self._of_referent(referent, steps + 1)
            ]
            found += self._of_values(self._assigned.find_values(scope, value), steps)
            annotation = self._assigned.find_annotation(scope, value.name)
            if annotation is not None:
                found += self._of_type(*annotation, steps + 1)
            if owner in self._program.function_of_scope and not found:
                found += self._of_parameter(self._program.function_of_scope[owner], value.name, steps + 1)
            self._by_variable[variable_key] = _unique(found)
        return self._by_variable[variable_key]

    def _of_parameter(self, number: int, name: str, steps: int) -> list[str]:
        """Return the keys of what pytest fixtures provide for a parameter."""
        return [
            key
            for index, parameter in enumerate(self._program.functions[number].parameters)
            if parameter.name == name
            for provider in self._visible_code.fixture_providers(number, index)
            for key in self._of_returned(provider, steps + 1)
        ]

    def _of_member(self, scope: int, value: Attribute, steps: int) -> tuple[str, ...]:
        found = [
            key
            for referent in self._visible_code.resolve_without_values(scope, value)
            for key in self._of_referent(referent, steps + 1)
        ]
        found += self._of_values(self._assigned.find_values(scope, value), steps)
        if not found:
            owners = self.keys_of(scope, value.value, steps + 1)
            found = [self._canonical_key(f"{owner}.{value.name}") for owner in owners]
        return _unique(found)

    def _of_call(self, scope: int, value: Call, steps: int) -> tuple[str, ...]:
        functions = self.keys_of(scope, value.function, steps + 1)
        if _PARTIAL in functions and value.arguments:
            return self.keys_of(scope, value.arguments[0].value, steps + 1)
        found = [self._key_of_call(key) for key in functions]
        for referent in self._visible_code.resolve_without_values(scope, value.function):
            if referent.kind is ReferentKind.FUNCTION:
                found += self._of_returned(referent.number, steps + 1)
        return _unique(found)

    def _of_values(self, values: Iterable[ScopedExpression], steps: int) -> list[str]:
        return [key for scope, value in values for key in self.keys_of(scope, value, steps + 1)]

    def _of_type(self, scope: int, annotation: Expression, steps: int) -> tuple[str, ...]:
        """Return the keys of an instance of an annotated type."""
        if steps > _MAX_STEPS:
            return ()
        match annotation:
            case Compound() if annotation.kind is CompoundKind.OPERATOR and annotation.detail == "|":
                parts = annotation.parts
                return _unique(key for part in parts for key in self._of_type(scope, part, steps + 1))
            case Subscript(value=Name(name=name) | Attribute(name=name)) if name in _WRAPPING_TYPES:
                index = annotation.index
                first = index.parts[0] if isinstance(index, Compound) and index.parts else index
                return self._of_type(scope, first, steps + 1)
            case Literal(text=str(text)) if text.isidentifier():
                return self._of_type(scope, Name(annotation.begin, annotation.end, text), steps + 1)
            case Name() | Attribute():
                return tuple(self._key_of_call(key) for key in self.keys_of(scope, annotation, steps + 1))
            case _:
                return ()

    def _of_referent(self, referent: Referent, steps: int) -> tuple[str, ...]:
        match referent.kind:
            case ReferentKind.EXTERNAL:
                return (self._canonical_key(key_of_external(referent.name)),)
            case ReferentKind.CLASS:
                return self.keys_of_class(referent.number)
            case ReferentKind.FUNCTION:
                return self._of_function(referent.number, steps + 1)
            case _:
                return ()

    def _of_function(self, number: int, steps: int) -> tuple[str, ...]:
        """Return the keys of a function itself, and of what its decorators return."""
        if number not in self._by_function:
            self._by_function[number] = ()
            function = self._program.functions[number]
            decorators = () if function.definition is None else function.definition.decorators
            scope = self._program.scope_parent[function.scope]
            decorator_keys = [
                self._key_of_call(key)
                for decorator in decorators
                for key in self.keys_of(scope, decorator, steps + 1)
            ]
            qualified_name = (
                function.name if function.definition is None else function.definition.qualified_name
            )
            own = self._own_key(function.file, qualified_name)
            self._by_function[number] = _unique([*(self._canonical_key(key) for key in own), *decorator_keys])
        return self._by_function[number]

    def _of_returned(self, number: int, steps: int) -> tuple[str, ...]:
        """Return the keys of what a function of the project returns, by its annotation or else its statements."""
        if number not in self._returned:
            self._returned[number] = ()
            function = self._program.functions[number]
            declared = None if function.definition is None else function.definition.returns
            found: tuple[str, ...] = ()
            if declared is not None:
                found = self._of_type(self._program.scope_parent[function.scope], declared, steps + 1)
            if not found:
                values = [(function.scope, value) for value in self._results(function.scope)]
                found = _unique(self._of_values(values, steps))
            self._returned[number] = found
        return self._returned[number]

    def _results(self, scope: int) -> list[Expression]:
        """Return what a function returns, or yields in an expression statement."""
        found: list[Expression] = []
        for statement in self._visible_code.statements(scope):
            if isinstance(statement, Return):
                found.append(statement.value)
            elif isinstance(statement, ExpressionStatement) and isinstance(statement.value, Compound):
                found += statement.value.parts if statement.value.kind is CompoundKind.YIELD else ()
        return found[:_MAX_RETURNS]

    def _own_key_of_class(self, number: int) -> tuple[str, ...]:
        each = self._program.classes[number]
        return self._own_key(each.file, each.definition.qualified_name)

    def _own_key(self, file: int, qualified_name: str) -> tuple[str, ...]:
        """Return the key of something that a package of the project defines: the project may be a framework."""
        module = self._program.files[file]
        self._visible_code.record_packages(file)
        if "." not in module.dotted_name and not module.path.endswith("/__init__.py"):
            return ()
        return (f"{package_of(module.dotted_name)}:{qualified_name.split('#', 1)[0]}",)

    def _key_of_call(self, key: str) -> str:
        return self._canonical_key(key if key.endswith(_CALL_SUFFIX) else f"{key}{_CALL_SUFFIX}")

    def _canonical_key(self, key: str) -> str:
        return self._canonical.get(key, key)


def _unique(keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for key in keys if not key.startswith(f"{BUILTINS}:")))
