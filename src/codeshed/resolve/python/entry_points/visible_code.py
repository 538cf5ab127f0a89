"""The code that is visible from one file: its own code, and the interfaces of other files.

Turns: a scope → its statements; an expression in a scope → Referents.

What is visible of another file does not depend on whether that file is open, and every lookup is recorded. So what is
found for a file can be stored until an interface that it depends on changes.
"""

from codeshed.model.facts.file_interface import ANY_ASPECT
from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Compound,
    CompoundKind,
    Define,
    Expression,
    Import,
    Name,
    ScopeKind,
    Statement,
    Subscript,
)
from codeshed.resolve.python.names.static_names import Bindings, Referent, ReferentKind, group_bindings
from codeshed.resolve.python.tables.symbol_tables import SymbolTables

_MAX_MEMBERS = 12
_MAX_STEPS = 30
_CODE_KINDS = frozenset({ScopeKind.FUNCTION, ScopeKind.LAMBDA, ScopeKind.COMPREHENSION})


class VisibleCode:
    """Resolves names in a file with the code that is visible from it."""

    def __init__(self, tables: SymbolTables, file: int) -> None:
        self.tables = tables
        self.file = file
        self._program = tables.program
        self._static = tables.static
        self._bindings: dict[int, Bindings] = {}
        self._by_variable: dict[tuple[int, str], tuple[Referent, ...]] = {}
        self._by_alias: dict[tuple[int, str], tuple[Referent, ...]] = {}
        self._with_packages: set[int] = set()
        self._providers: dict[int, dict[tuple[int, int], tuple[int, ...]]] = {}

    def statements(self, scope: int) -> tuple[Statement, ...]:
        """Return the statements of a scope; for a function in another file, those that its interface has."""
        file = self._program.scope_file[scope]
        if file == self.file:
            return self._program.scopes[scope].statements
        self._program.tracker.current.keys.add((file, ANY_ASPECT))
        module = self._program.files[file]
        return module.interface.facts.scopes[scope - module.first_scope].statements

    def bindings_of_name(self, scope: int, name: str) -> list[Statement]:
        """Return the definitions, imports and assignments in a scope that bind a name."""
        if self._program.scopes[scope].kind not in _CODE_KINDS:
            return self._static.bindings_of_name(scope, name)
        return self.bindings_by_name(scope).get(name, [])

    def bindings_by_name(self, scope: int) -> Bindings:
        """Return the definitions, imports and assignments in a scope, by the names that they bind."""
        if self._program.scopes[scope].kind not in _CODE_KINDS:
            return self._static.bindings_by_name(scope)
        if scope not in self._bindings:
            definitions = self._program.files[self._program.scope_file[scope]].facts.definitions
            self._bindings[scope] = group_bindings(self.statements(scope), definitions)
        return self._bindings[scope]

    def record_packages(self, file: int) -> None:
        """Record a dependency on the packages that contain a file, and so on its dotted name."""
        if file not in self._with_packages:
            self._with_packages.add(file)
            folder = self._program.files[file].path.rpartition("/")[0]
            root = self._program.modules.import_root_of(self._program.files[file].path)
            while folder != root:
                self._program.tracker.current.keys.add(folder)
                folder = folder.rpartition("/")[0]
            self._program.tracker.current.keys.add(root)

    def fixture_providers(self, function: int, parameter: int) -> tuple[int, ...]:
        """Return the pytest fixtures that provide a parameter of a function."""
        file = self._program.functions[function].file
        if file not in self._providers:
            found: dict[tuple[int, int], tuple[int, ...]] = {}
            for use in self.tables.fixtures_of(file):
                parameter_key = (use.consumer, use.parameter)
                found[parameter_key] = (*found.get(parameter_key, ()), use.provider)
            self._providers[file] = found
        return self._providers[file].get((function, parameter), ())

    def resolve(self, scope: int, value: Expression, steps: int = 0) -> tuple[Referent, ...]:
        """Resolve an expression by definitions, imports and aliases."""
        if steps > _MAX_STEPS:
            return ()
        match value:
            case Name():
                found = self._find_alias(scope, value.name, steps)
            case Attribute():
                owners = self.resolve(scope, value.value, steps + 1)
                found = tuple(
                    each for owner in owners for each in self._static.resolve_member(owner, value.name)
                )
            case Subscript():
                found = self.resolve(scope, value.value, steps + 1)
            case Compound(kind=CompoundKind.CHOICE):
                parts = value.parts[:2] if value.detail == "if" else value.parts
                found = tuple(each for part in parts for each in self.resolve(scope, part, steps + 1))
            case _:
                found = ()
        return tuple(dict.fromkeys(found))

    def resolve_without_values(self, scope: int, value: Expression) -> tuple[Referent, ...]:
        """Resolve an expression by definitions and imports alone; nothing if it needs an assigned value.

        Assigned values are not followed, which makes this cheap; callers that need them use AssignedExpressions.
        """
        members: list[str] = []
        current = value
        while isinstance(current, Attribute) and len(members) < _MAX_MEMBERS:
            members.append(current.name)
            current = current.value
        if not isinstance(current, Name):
            return ()
        found = self.resolve_name_without_values(scope, current.name)
        for name in reversed(members):
            found = tuple(
                referent for owner in found for referent in self._static.resolve_member(owner, name)
            )
        return tuple(dict.fromkeys(found))

    def resolve_name_without_values(self, scope: int, name: str) -> tuple[Referent, ...]:
        """Resolve a name in a scope by definitions and imports."""
        owner = self._static.names.find_binding_scope(scope, name)
        variable_key = (self.scope_of_module(scope) if owner is None else owner, name)
        if variable_key not in self._by_variable:
            if owner is None:
                self._by_variable[variable_key] = self._static.resolve_name(scope, name)
            else:
                statements = self.bindings_of_name(owner, name)
                found = [referent for each in statements for referent in self._bound_by(owner, each)]
                self._by_variable[variable_key] = tuple(dict.fromkeys(found))
        return self._by_variable[variable_key]

    def scope_of_module(self, scope: int) -> int:
        """Return the module scope of the file that contains a scope."""
        return self._program.files[self._program.scope_file[scope]].first_scope

    def _find_alias(self, scope: int, name: str, steps: int) -> tuple[Referent, ...]:
        owner = self._static.names.find_binding_scope(scope, name)
        if owner is None or self._program.scopes[owner].kind not in _CODE_KINDS:
            return self._static.resolve_name(scope, name)
        if (owner, name) not in self._by_alias:
            self._by_alias[owner, name] = ()  # Aliases may be cyclic.
            found: dict[Referent, None] = {}
            for statement in self.bindings_of_name(owner, name):
                if not isinstance(statement, Assign):
                    found.update(dict.fromkeys(self._bound_by(owner, statement)))
                elif statement.value is not None and statement.operator is None:
                    found.update(dict.fromkeys(self.resolve(owner, statement.value, steps + 1)))
            self._by_alias[owner, name] = tuple(found)
        return self._by_alias[owner, name]

    def _bound_by(self, owner: int, statement: Statement) -> tuple[Referent, ...]:
        """Resolve the name that a definition or import in a scope binds."""
        file = self._program.scope_file[owner]
        if isinstance(statement, Import):
            return self._static.resolve_import(file, statement)
        if not isinstance(statement, Define):
            return ()
        known = self._program.number_by_definition.get((file, statement.definition))
        if known is None:
            return ()
        return (Referent(ReferentKind.CLASS if known[0] else ReferentKind.FUNCTION, number=known[1]),)
