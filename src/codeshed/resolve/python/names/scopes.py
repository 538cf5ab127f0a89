"""Scopes and bindings: which scope a name belongs to, and which names a module has, wildcard imports included.

Turns: Program → ScopeLookup, which answers for one name at a time. The rules are Python's: a class body is not
visible in its methods, `global` and `nonlocal` redirect, and `from m import *` imports what `__all__` lists, or all
public names.
"""

from collections.abc import Iterator

from codeshed.model.facts.file_interface import NAME_SET_ASPECT, NAMELESS_ASPECT
from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Expression,
    ExpressionStatement,
    Import,
    Literal,
    Name,
    ScopeKind,
)
from codeshed.resolve.python.names.interface_trace import InterfaceKey
from codeshed.resolve.python.names.program import Program

_Exported = tuple[frozenset[str], frozenset[InterfaceKey]]
_Source = tuple[int | None, frozenset[InterfaceKey]]

_LISTS = frozenset({CompoundKind.LIST, CompoundKind.TUPLE, CompoundKind.SET})


class ScopeLookup:
    """Looks names up in scopes by the rules of the language; every answer is memoized."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._tracker = program.tracker
        self._scope_by_name: dict[tuple[int, str], int | None] = {}
        self._bound = program.scope_bound_names
        self._globals: dict[int, frozenset[str]] = {}
        self._exported: dict[int, _Exported] = {}
        self._sources: dict[tuple[int, str], _Source] = {}
        self._wildcard_imports: dict[
            int, tuple[tuple[int, ...], tuple[str, ...], tuple[InterfaceKey, ...]]
        ] = {}

    def find_binding_scope(self, scope: int, name: str) -> int | None:
        """Return the scope that binds a name used in a scope, None if no scope of the file does."""
        key = (scope, name)
        if key not in self._scope_by_name:
            self._scope_by_name[key] = self._find(scope, name)
        return self._scope_by_name[key]

    def is_bound(self, scope: int, name: str) -> bool:
        """Whether a scope itself binds a name."""
        return name in self._bound[scope]

    def bound_names(self, scope: int) -> frozenset[str]:
        """Return the names that a scope itself binds."""
        return self._bound[scope]

    def find_defining_file(self, file: int, name: str) -> int | None:
        """Return the file whose module scope binds a name of a module, wildcard imports followed."""
        known = self._sources.get((file, name))
        if known is None:
            with self._tracker.collect() as collecting:
                source = self._module_of_name(file, name, set())
            known = self._sources[file, name] = (source, frozenset(collecting.keys))
        self._tracker.current.keys |= known[1]
        return known[0]

    def external_wildcard_imports(self, file: int) -> tuple[str, ...]:
        """Return the external modules that a module wildcard-imports, in order."""
        self._tracker.current.keys.add((file, NAMELESS_ASPECT))
        return self._find_wildcard_imports(file)[1]

    def declared_exports(self, file: int) -> frozenset[str] | None:
        """Return the names in a module's `__all__`, None if it has none."""
        return self._declared_exports(file, frozenset())

    def _find(self, scope: int, name: str) -> int | None:
        program = self._program
        current = scope
        module = program.files[program.scope_file[scope]].first_scope
        while current >= 0:
            fact = program.scopes[current]
            if name in fact.global_names:
                return module
            is_visible = fact.kind is not ScopeKind.CLASS or current == scope
            if is_visible and name in self._bound[current] and name not in fact.nonlocal_names:
                return current
            current = program.scope_parent[current]
        # A function binds a module's variable if it declares it global.
        return module if name in self._names_declared_global(program.scope_file[scope]) else None

    def _names_declared_global(self, file: int) -> frozenset[str]:
        if file not in self._globals:
            scopes = self._program.files[file].facts.scopes
            self._globals[file] = frozenset(name for scope in scopes for name in scope.global_names)
        return self._globals[file]

    def _module_of_name(self, file: int, name: str, seen: set[int]) -> int | None:
        if file in seen:
            return None
        seen.add(file)
        self._tracker.current.keys.add((file, name))
        scope = self._program.files[file].first_scope
        if name in self._bound[scope] or name in self._names_declared_global(file):
            return file
        self._tracker.current.keys.add((file, NAMELESS_ASPECT))
        for source in reversed(self._find_wildcard_imports(file)[0]):
            if name in self._exported_names(source, set()):
                found = self._module_of_name(source, name, seen)
                if found is not None:
                    return found
        return None

    def _exported_names(self, file: int, seen: set[int]) -> frozenset[str]:
        if file in self._exported:
            names, places = self._exported[file]
            self._tracker.current.keys |= places
            return names
        if file in seen:
            return frozenset()
        seen.add(file)
        with self._tracker.collect() as collecting:
            found = self._find_exported_names(file, seen)
        if len(seen) == 1:
            self._exported[file] = (found, frozenset(collecting.keys))
        seen.discard(file)
        return found

    def _find_exported_names(self, file: int, seen: set[int]) -> frozenset[str]:
        declared = self.declared_exports(file)
        if declared is not None:
            return declared
        scope = self._program.files[file].first_scope
        self._tracker.current.keys.update(((file, NAME_SET_ASPECT), (file, NAMELESS_ASPECT)))
        names = {name for name in self._bound[scope] if not name.startswith("_")}
        for source in self._find_wildcard_imports(file)[0]:
            names |= {name for name in self._exported_names(source, seen) if not name.startswith("_")}
        return frozenset(names)

    def _find_wildcard_imports(self, file: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
        if file in self._wildcard_imports:
            project_files, external_modules, places = self._wildcard_imports[file]
            self._tracker.current.keys.update(places)
            return project_files, external_modules
        with self._tracker.collect() as collecting:
            project_files, external_modules = self._read_wildcard_imports(file)
        self._wildcard_imports[file] = (project_files, external_modules, tuple(collecting.keys))
        return project_files, external_modules

    def _read_wildcard_imports(self, file: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
        project_files, external_modules = [], []
        for statement in self._program.scopes[self._program.files[file].first_scope].statements:
            if isinstance(statement, Import) and statement.name == "*":
                target = self._program.import_target(file, statement)
                if isinstance(target, int):
                    project_files.append(target)
                elif target is None:
                    external_modules.append(statement.module)
        return tuple(project_files), tuple(external_modules)

    def _declared_exports(self, file: int, importing: frozenset[int]) -> frozenset[str] | None:
        """Return the names in a module's `__all__`; `importing` are the modules whose `__all__` includes this one's."""
        self._tracker.current.keys.update(((file, "__all__"), (file, NAMELESS_ASPECT)))
        if file in importing or "__all__" not in self._bound[self._program.files[file].first_scope]:
            return None
        return frozenset(self._names_in_dunder_all(file, importing | {file}))

    def _names_in_dunder_all(self, file: int, importing: frozenset[int]) -> Iterator[str]:
        for statement in self._program.scopes[self._program.files[file].first_scope].statements:
            if isinstance(statement, Assign) and statement.value is not None:
                if any(isinstance(target, Name) and target.name == "__all__" for target in statement.targets):
                    yield from self._exported_texts(file, statement.value, importing)
            elif isinstance(statement, ExpressionStatement) and isinstance(statement.value, Call):
                function = statement.value.function
                if isinstance(function, Attribute) and _is_dunder_all(function.value):
                    for argument in statement.value.arguments:
                        yield from self._exported_texts(file, argument.value, importing)

    def _exported_texts(self, file: int, value: Expression, importing: frozenset[int]) -> Iterator[str]:
        """Yield the names in a list of strings, also those of `other.__all__` in `["a"] + other.__all__`."""
        pending = [value]
        while pending:
            current = pending.pop()
            if isinstance(current, Literal) and current.text is not None:
                yield current.text
            elif isinstance(current, Compound) and (
                current.kind in _LISTS or current.kind in {CompoundKind.OPERATOR, CompoundKind.SPREAD}
            ):
                pending += current.parts
            elif isinstance(current, Attribute) and current.name == "__all__":
                source = self._find_imported_module(file, current.value)
                if source is not None:
                    yield from self._declared_exports(source, importing) or ()

    def _find_imported_module(self, file: int, value: Expression) -> int | None:
        if not isinstance(value, Name):
            return None
        for statement in self._program.scopes[self._program.files[file].first_scope].statements:
            if isinstance(statement, Import) and (statement.alias or statement.name) == value.name:
                target = self._program.import_target(file, statement)
                if isinstance(target, int) and statement.name is not None:
                    folder = self._program.files[target].path.rpartition("/")[0]
                    target = self._program.find_module_below(folder, statement.name)
                return target if isinstance(target, int) else None
        return None


def _is_dunder_all(value: Expression) -> bool:
    return isinstance(value, Name) and value.name == "__all__"
