"""Static name resolution: what an expression refers to by definitions, imports and aliases alone.

Turns: an expression in a scope → Referents. No values are followed, so the result is certain. Example: after `from
shop import Cart as C`, `C` refers to the class `Cart`, and `C.total` to its method.
"""

import enum
from collections.abc import Iterable, Sequence

import msgspec

from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Define,
    DefinitionFact,
    Expression,
    Import,
    Name,
    Return,
    ScopeKind,
    Statement,
    Subscript,
)
from codeshed.resolve.python.names.builtin_names import BUILTIN_NAMES
from codeshed.resolve.python.names.dynamic_imports import find_dynamic_import
from codeshed.resolve.python.names.interface_trace import InterfaceKey
from codeshed.resolve.python.names.module_resolution import ImportTarget, MissingModule, NamespacePackage
from codeshed.resolve.python.names.program import Program
from codeshed.resolve.python.names.scopes import ScopeLookup

_MAX_DEPTH = 60
_MAX_STEPS = 2000
"""How many bindings are followed to resolve one name."""
BUILTINS = "builtins"
_CODE = frozenset({ScopeKind.FUNCTION, ScopeKind.LAMBDA, ScopeKind.COMPREHENSION})


class ReferentKind(enum.StrEnum):
    """What a name refers to."""

    FUNCTION = "function"
    CLASS = "class"
    MODULE = "module"
    FOLDER = "folder"
    EXTERNAL = "external"
    MISSING = "missing"
    ALIAS = "alias"


class Referent(msgspec.Struct, frozen=True):
    """What a name refers to.

    A function, class, module or type alias has a number, a namespace package a folder, an external a dotted name.
    A missing module, or what it would define, has neither.
    """

    kind: ReferentKind
    number: int = -1
    name: str = ""


_MISSING = Referent(ReferentKind.MISSING)
_IMPORT_MODULE = Referent(ReferentKind.EXTERNAL, name="importlib.import_module")


class Assignment(msgspec.Struct, frozen=True):
    """An assignment that binds a name in a scope."""

    scope: int
    name: str
    statement: Assign


Bindings = dict[str, list[Statement]]
_Memoized = tuple[tuple[Referent, ...], tuple[InterfaceKey, ...]]


class StaticNames:
    """Resolves names through definitions, imports and aliases such as `C = Cart`."""

    def __init__(self, program: Program, names: ScopeLookup) -> None:
        self.program = program
        self.names = names
        self._bindings: dict[int, Bindings] = {}
        self._memo: dict[tuple[int, str], _Memoized] = {}
        self._tracker = program.tracker
        self._cyclic_memo: dict[tuple[int, str], _Memoized] = {}
        self._in_progress: set[tuple[int, str]] = set()
        self._n_cycle_cuts = 0
        self._n_steps = 0

    def resolve(self, scope: int, value: Expression) -> tuple[Referent, ...]:
        """Resolve an expression; a name that is bound several times has several referents."""
        if isinstance(value, Name):
            return self.resolve_name(self.lookup_scope(scope, value), value.name)
        if isinstance(value, Attribute):
            found: dict[Referent, None] = {}
            for owner in self.resolve(scope, value.value):
                found.update(dict.fromkeys(self.resolve_member(owner, value.name)))
            return tuple(found)
        if isinstance(value, Subscript):
            return self.resolve(scope, value.value)
        if isinstance(value, Call):
            return self._resolve_dynamic_import(scope, value)
        if isinstance(value, Compound) and value.kind is CompoundKind.CHOICE:
            parts = value.parts[:2] if value.detail == "if" else value.parts
            return tuple(dict.fromkeys(referent for part in parts for referent in self.resolve(scope, part)))
        return ()

    def _resolve_dynamic_import(self, scope: int, call: Call) -> tuple[Referent, ...]:
        """Resolve `import_module("shop.cart")`; any other call refers to nothing by its names."""
        called = self.resolve(scope, call.function) if call.arguments else ()
        if called != (_IMPORT_MODULE,):
            return ()
        target = find_dynamic_import(self.program, self.program.scope_file[scope], call)
        if isinstance(target, str):
            return (Referent(ReferentKind.EXTERNAL, name=target),)
        return self._as_module(target)

    def resolve_name(self, scope: int, name: str) -> tuple[Referent, ...]:
        """Resolve a name in a scope: local and enclosing scopes, wildcard imports, then builtins."""
        self._tracker.current.keys.add(self.program.interface_key_of(scope, name))
        owner = self.names.find_binding_scope(scope, name)
        if owner is not None:
            return self.resolve_in_scope(owner, name)
        file = self.program.scope_file[scope]
        source = self.names.find_defining_file(file, name)
        if source is not None and source != file:
            return self.resolve_in_scope(self.program.files[source].first_scope, name)
        wildcard_modules = self.names.external_wildcard_imports(file)
        if wildcard_modules and name not in BUILTIN_NAMES:
            return tuple(
                Referent(ReferentKind.EXTERNAL, name=f"{module}.{name}") for module in wildcard_modules[-1:]
            )
        return (Referent(ReferentKind.EXTERNAL, name=f"{BUILTINS}.{name}"),) if name in BUILTIN_NAMES else ()

    def resolve_member(self, owner: Referent, name: str) -> tuple[Referent, ...]:
        """Resolve an attribute of a module, namespace package, external or class, without inheritance."""
        match owner.kind:
            case ReferentKind.MODULE:
                return self._module_member(owner.number, name)
            case ReferentKind.FOLDER:
                return self._as_module(self.program.find_module_below(owner.name, name))
            case ReferentKind.EXTERNAL:
                return (Referent(ReferentKind.EXTERNAL, name=f"{owner.name}.{name}"),)
            case ReferentKind.MISSING:
                return (owner,)
            case ReferentKind.CLASS:
                return self.resolve_in_scope(self.program.classes[owner.number].scope, name)
            case _:
                return ()

    def resolve_in_scope(self, scope: int, name: str) -> tuple[Referent, ...]:
        """Resolve a name among the bindings of one scope.

        Bindings may be cyclic (`a = b; b = a`): a name in progress contributes nothing. Such a result depends on the
        name where the resolution began. It is therefore memoized only for queries that begin at that name, never for
        inner ones.
        """
        key = (scope, name)
        known = self._memo.get(key) or (None if self._in_progress else self._cyclic_memo.get(key))
        if known is not None:
            self._tracker.current.keys.update(known[1])
            return known[0]
        if not self._in_progress:
            self._n_steps = 0
        if key in self._in_progress or len(self._in_progress) > _MAX_DEPTH or self._n_steps > _MAX_STEPS:
            self._n_cycle_cuts += 1
            return ()
        self._n_steps += 1
        n_cycle_cuts = self._n_cycle_cuts
        self._in_progress.add(key)
        with self._tracker.collect() as collecting:
            found = self._find_in_scope(scope, name)
        self._in_progress.discard(key)
        if self._n_cycle_cuts == n_cycle_cuts:
            self._memo[key] = (found, tuple(collecting.keys))
        elif not self._in_progress:
            self._cyclic_memo[key] = (found, tuple(collecting.keys))
        return found

    def _find_in_scope(self, scope: int, name: str) -> tuple[Referent, ...]:
        file = self.program.scope_file[scope]
        found: dict[Referent, None] = {}
        for statement in self.bindings_of_name(scope, name):
            if isinstance(statement, Define):
                found.update(dict.fromkeys(self._defined(file, statement.definition)))
            elif isinstance(statement, Import):
                found.update(dict.fromkeys(self.resolve_import(file, statement)))
            elif isinstance(statement, Assign) and statement.value is not None and statement.operator is None:
                found.update(dict.fromkeys(self.resolve(scope, statement.value)))
        return tuple(found)

    def resolve_import(self, file: int, statement: Import) -> tuple[Referent, ...]:
        """Resolve the name that an import binds: `import a.b` binds `a`, `from a import b` binds `b`."""
        target = self.program.import_target(file, statement)
        if statement.name is None:
            if statement.alias is None and "." in statement.module:
                first = statement.module.split(".", 1)[0]
                target = self.program.find_module(file, first)
                return self._as_module(target) or (Referent(ReferentKind.EXTERNAL, name=first),)
            return self._as_module(target) or (Referent(ReferentKind.EXTERNAL, name=statement.module),)
        if target is None:
            return (Referent(ReferentKind.EXTERNAL, name=f"{statement.module}.{statement.name}"),)
        if self.is_missing_submodule(target, statement):
            return (_MISSING,)
        found = tuple(
            referent
            for owner in self._as_module(target)
            for referent in self.resolve_member(owner, statement.name)
        )
        if not found and isinstance(target, NamespacePackage) and not statement.level:
            # A folder of the same name that lacks it: an installed package is meant.
            return (Referent(ReferentKind.EXTERNAL, name=f"{statement.module}.{statement.name}"),)
        return found

    def is_of_missing_module(self, scope: int, value: Expression) -> bool:
        """Whether an expression is of a module that is not there, under a name that has no other meaning.

        `gone.f` after `from . import gone`, and `pkg.gone.f` where the package binds no `gone`.
        """
        while isinstance(value, Attribute):
            found = self.resolve(scope, value)
            if found:
                return all(each.kind is ReferentKind.MISSING for each in found)
            value = value.value
            if isinstance(value, Attribute) and self._is_missing_member(scope, value):
                return True
        found = self.resolve(scope, value)
        return bool(found) and all(each.kind is ReferentKind.MISSING for each in found)

    def _is_missing_member(self, scope: int, value: Attribute) -> bool:
        """Whether an expression names what neither is a module of a package nor bound by it."""
        owners = self.resolve(scope, value.value)
        return bool(owners) and not any(self._may_have_member(owner, value.name) for owner in owners)

    def _may_have_member(self, owner: Referent, name: str) -> bool:
        """Whether a name may be found in something that is no package, or is found in a package."""
        if self.resolve_member(owner, name):
            return True
        if owner.kind is not ReferentKind.MODULE:
            return owner.kind is not ReferentKind.FOLDER
        is_package = self.program.files[owner.number].path.endswith("__init__.py")
        return not is_package or any(
            self.names.find_defining_file(owner.number, each) is not None for each in (name, "__getattr__")
        )

    def is_missing_submodule(self, target: ImportTarget, statement: Import) -> bool:
        """Whether `from . import name` names neither a module of the package nor anything that it binds."""
        name = statement.name
        if (
            name in {None, "*"}
            or statement.module
            or not statement.level
            or isinstance(target, MissingModule)
        ):
            return False
        for owner in self._as_module(target):
            if self.resolve_member(owner, name or ""):
                return False
            if owner.kind is ReferentKind.MODULE and any(
                self.names.find_defining_file(owner.number, each) is not None
                for each in (name or "", "__getattr__")
            ):
                return False
        return True

    def lookup_scope(self, scope: int, name: Name) -> int:
        """Return the scope in which a name that is read is looked up.

        A class body runs in order: until it binds a name itself, the name means that of an enclosing scope, if that has one.
        """
        program = self.program
        if program.scopes[scope].kind is not ScopeKind.CLASS or not self.names.is_bound(scope, name.name):
            return scope
        definitions = program.files[program.scope_file[scope]].facts.definitions
        bindings = self.bindings_of_name(scope, name.name)
        if any(_bound_from(each, definitions) <= name.begin for each in bindings) or not bindings:
            return scope
        outer = program.scope_parent[scope]
        return scope if self.names.find_binding_scope(outer, name.name) is None else outer

    def alias_value(self, scope: int) -> Expression | None:
        """Return the right-hand side of a `type` statement, given its scope."""
        returned = [each.value for each in self.program.scopes[scope].statements if isinstance(each, Return)]
        return returned[0] if returned else None

    def find_assignments(self, scope: int, value: Expression) -> tuple[Assignment, ...]:
        """Return the assignments that bind a name or a member of a module or class; imports are followed.

        None if anything else binds the name.
        """
        places = self._places(scope, value)
        seen: set[tuple[int, str]] = set()
        while len(places) == 1 and places[0] not in seen:
            seen.add(places[0])
            owner, name = places[0]
            statements = self.bindings_of_name(owner, name)
            found = tuple(Assignment(owner, name, each) for each in statements if isinstance(each, Assign))
            if found:
                return found if len(found) == len(statements) else ()
            # Of alternatives such as `try: from a import T`, `except ImportError: from b import T`, the first that is there.
            places = [place for each in statements for place in self._imported_places(owner, each)][:1]
        return ()

    def _places(self, scope: int, value: Expression) -> list[tuple[int, str]]:
        """Return the scopes that bind what a name or attribute names, with the name there."""
        if isinstance(value, Name):
            owner = self.names.find_binding_scope(scope, value.name)
            if owner is not None:
                return [(owner, value.name)]
            file = self.program.scope_file[scope]
            source = self.names.find_defining_file(file, value.name)
            return [] if source in {None, file} else self._places_in_module(file, value.name)
        if not isinstance(value, Attribute):
            return []
        found = []
        for referent in self.resolve(scope, value.value):
            if referent.kind is ReferentKind.MODULE:
                found += self._places_in_module(referent.number, value.name)
            elif referent.kind is ReferentKind.CLASS:
                found.append((self.program.classes[referent.number].scope, value.name))
        return found

    def _places_in_module(self, file: int, name: str) -> list[tuple[int, str]]:
        source = self.names.find_defining_file(file, name)
        return [] if source is None else [(self.program.files[source].first_scope, name)]

    def _imported_places(self, scope: int, statement: Statement) -> list[tuple[int, str]]:
        if not isinstance(statement, Import) or statement.name is None:
            return []
        target = self.program.import_target(self.program.scope_file[scope], statement)
        return self._places_in_module(target, statement.name) if isinstance(target, int) else []

    def find_type_alias(self, scope: int, value: Expression) -> tuple[int, Expression] | None:
        """Return the type expression that a name is an alias of, and its scope.

        After `Carts = list[Cart]`, the name `Carts` is an alias of `list[Cart]`. Imports are followed.
        """
        found = self.find_assignments(scope, value)
        if len(found) != 1 or not isinstance(found[0].statement.value, Subscript | Compound):
            return None
        return found[0].scope, found[0].statement.value

    def bindings_of_name(self, scope: int, name: str) -> list[Statement]:
        """Return the statements of a scope that bind a name: definitions, imports and assignments."""
        self._tracker.current.keys.add(self.program.interface_key_of(scope, name))
        return self.bindings_by_name(scope).get(name, [])

    def bindings_by_name(self, scope: int) -> Bindings:
        """Return the definitions, imports and assignments of a scope, by the names that they bind.

        For a module scope this records no dependency on single names: the caller must record those that it uses.
        """
        self._tracker.current.keys.add(self.program.scope_interface_key[scope])
        if scope not in self._bindings:
            definitions = self.program.files[self.program.scope_file[scope]].facts.definitions
            self._bindings[scope] = group_bindings(self.program.scopes[scope].statements, definitions)
        return self._bindings[scope]

    def forget_scopes(self, scopes: range) -> None:
        """Drop what is memoized about the scopes of a file: its statements change when it is opened or closed."""
        for scope in scopes:
            self._bindings.pop(scope, None)
            if self.program.scopes[scope].kind in _CODE:
                for name in self.names.bound_names(scope):
                    self._memo.pop((scope, name), None)
                    self._cyclic_memo.pop((scope, name), None)

    def _defined(self, file: int, definition: int) -> tuple[Referent, ...]:
        known = self.program.number_by_definition.get((file, definition))
        if known is None:
            return (Referent(ReferentKind.ALIAS, number=definition, name=str(file)),)
        is_class, number = known
        return (Referent(ReferentKind.CLASS if is_class else ReferentKind.FUNCTION, number=number),)

    def _module_member(self, file: int, name: str) -> tuple[Referent, ...]:
        source = self.names.find_defining_file(file, name)
        found: tuple[Referent, ...] = ()
        if source is not None:
            found = self.resolve_in_scope(self.program.files[source].first_scope, name)
        if not found and self.program.files[file].path.endswith("__init__.py"):
            folder = self.program.files[file].path.rpartition("/")[0]
            found = self._as_module(self.program.find_module_below(folder, name))
        if not found and source is None:
            wildcard_modules = self.names.external_wildcard_imports(file)
            found = tuple(
                Referent(ReferentKind.EXTERNAL, name=f"{module}.{name}") for module in wildcard_modules[-1:]
            )
        return found

    @staticmethod
    def _as_module(target: ImportTarget) -> tuple[Referent, ...]:
        if target is None:
            return ()
        if isinstance(target, MissingModule):
            return (_MISSING,)
        if isinstance(target, NamespacePackage):
            return (Referent(ReferentKind.FOLDER, name=target.path),)
        return (Referent(ReferentKind.MODULE, number=target),)


def group_bindings(statements: Iterable[Statement], definitions: Sequence[DefinitionFact]) -> Bindings:
    """Group definitions, imports and assignments by the names that they bind."""
    found: Bindings = {}
    for statement in statements:
        if isinstance(statement, Define):
            found.setdefault(definitions[statement.definition].name, []).append(statement)
        elif isinstance(statement, Import) and statement.name != "*":
            bound = statement.alias or statement.name or statement.module.split(".", 1)[0]
            found.setdefault(bound, []).append(statement)
        elif isinstance(statement, Assign):
            for target in statement.targets:
                if isinstance(target, Name):
                    found.setdefault(target.name, []).append(statement)
    return found


def _bound_from(statement: Statement, definitions: Sequence[DefinitionFact]) -> int:
    """Return the offset from which on the name that a statement binds has its value."""
    if isinstance(statement, Define):
        return definitions[statement.definition].end
    return statement.end if isinstance(statement, Assign | Import) else 0


def callee_expression(value: Expression) -> Expression:
    """Return the callee of a call, and any other expression as it is: `route` for the decorator `route("/")`."""
    return value.function if isinstance(value, Call) else value
