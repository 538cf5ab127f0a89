"""What an expression names, as far as names and imports alone tell.

Turns: an expression in a scope → Entities. No values are followed, so that what is found is beyond doubt.
"""

import enum
from collections.abc import Iterable, Sequence

import msgspec

from codeshed.model.facts import (
    Assign,
    Call,
    Compound,
    CompoundKind,
    Define,
    DefinitionFact,
    Expression,
    Import,
    Item,
    Member,
    Name,
    Return,
    ScopeKind,
    Statement,
)
from codeshed.resolve.python.names.builtin_names import BUILTIN_NAMES
from codeshed.resolve.python.names.interface_trace import Place
from codeshed.resolve.python.names.module_resolution import Folder
from codeshed.resolve.python.names.program import Program
from codeshed.resolve.python.names.scopes import Names

_MAX_DEPTH = 60
_MAX_STEPS = 2000
"""How many bindings are followed for one name."""
BUILTINS = "builtins"
_CODE = frozenset({ScopeKind.FUNCTION, ScopeKind.LAMBDA, ScopeKind.COMPREHENSION})


class EntityKind(enum.StrEnum):
    """What kind of thing a name stands for."""

    FUNCTION = "function"
    CLASS = "class"
    MODULE = "module"
    FOLDER = "folder"
    EXTERNAL = "external"
    ALIAS = "alias"


class Entity(msgspec.Struct, frozen=True):
    """A function, class or module by number, a namespace package by folder, or an external by dotted name."""

    kind: EntityKind
    number: int = -1
    name: str = ""


Bindings = dict[str, list[Statement]]
_Found = tuple[tuple[Entity, ...], tuple[Place, ...]]


class StaticNames:
    """Resolves names through definitions, imports and plain aliases."""

    def __init__(self, program: Program, names: Names) -> None:
        self.program = program
        self.names = names
        self._bindings: dict[int, Bindings] = {}
        self._found: dict[tuple[int, str], _Found] = {}
        self._tracker = program.tracker
        self._found_in_circles: dict[tuple[int, str], _Found] = {}
        self._open: set[tuple[int, str]] = set()
        self._n_cuts = 0
        self._n_steps = 0

    def find(self, scope: int, value: Expression) -> tuple[Entity, ...]:
        """Return what an expression names; several where a name is bound several times."""
        if isinstance(value, Name):
            return self.find_name(scope, value.name)
        if isinstance(value, Member):
            found: dict[Entity, None] = {}
            for owner in self.find(scope, value.value):
                found.update(dict.fromkeys(self.member(owner, value.name)))
            return tuple(found)
        if isinstance(value, Item):
            return self.find(scope, value.value)
        if isinstance(value, Compound) and value.kind is CompoundKind.CHOICE:
            parts = value.parts[:2] if value.detail == "if" else value.parts
            return tuple(dict.fromkeys(referent for part in parts for referent in self.find(scope, part)))
        return ()

    def find_name(self, scope: int, name: str) -> tuple[Entity, ...]:
        """Return what a name stands for in a scope."""
        self._tracker.current.places.add(self.program.place_of(scope, name))
        owner = self.names.scope_of(scope, name)
        if owner is not None:
            return self.in_scope(owner, name)
        file = self.program.scope_file[scope]
        source = self.names.module_of_name(file, name)
        if source is not None and source != file:
            return self.in_scope(self.program.files[source].first_scope, name)
        stars = self.names.external_stars(file)
        if stars and name not in BUILTIN_NAMES:
            return tuple(Entity(EntityKind.EXTERNAL, name=f"{module}.{name}") for module in stars[-1:])
        return (Entity(EntityKind.EXTERNAL, name=f"{BUILTINS}.{name}"),) if name in BUILTIN_NAMES else ()

    def member(self, owner: Entity, name: str) -> tuple[Entity, ...]:
        """Return what a module or class itself has under a name."""
        match owner.kind:
            case EntityKind.MODULE:
                return self._module_member(owner.number, name)
            case EntityKind.FOLDER:
                return self._as_module(self.program.module_at(owner.name, name))
            case EntityKind.EXTERNAL:
                return (Entity(EntityKind.EXTERNAL, name=f"{owner.name}.{name}"),)
            case EntityKind.CLASS:
                return self.in_scope(self.program.classes[owner.number].scope, name)
            case _:
                return ()

    def in_scope(self, scope: int, name: str) -> tuple[Entity, ...]:
        """Return what a scope binds a name to; what is bound to itself adds nothing to that.

        Where names are bound in circles, the answer depends on the name that was asked for first, and on nothing that
        was asked before: what was found on the way is kept only if it is the same wherever one comes from.
        """
        key = (scope, name)
        known = self._found.get(key) or (None if self._open else self._found_in_circles.get(key))
        if known is not None:
            self._tracker.current.places.update(known[1])
            return known[0]
        if not self._open:
            self._n_steps = 0
        if key in self._open or len(self._open) > _MAX_DEPTH or self._n_steps > _MAX_STEPS:
            self._n_cuts += 1
            return ()
        self._n_steps += 1
        n_cuts = self._n_cuts
        self._open.add(key)
        with self._tracker.collect() as collecting:
            found = self._find_in_scope(scope, name)
        self._open.discard(key)
        if self._n_cuts == n_cuts:
            self._found[key] = (found, tuple(collecting.places))
        elif not self._open:
            self._found_in_circles[key] = (found, tuple(collecting.places))
        return found

    def _find_in_scope(self, scope: int, name: str) -> tuple[Entity, ...]:
        file = self.program.scope_file[scope]
        found: dict[Entity, None] = {}
        for statement in self.binding(scope, name):
            if isinstance(statement, Define):
                found.update(dict.fromkeys(self._defined(file, statement.definition)))
            elif isinstance(statement, Import):
                found.update(dict.fromkeys(self.imported(file, statement)))
            elif isinstance(statement, Assign) and statement.value is not None and statement.operator is None:
                found.update(dict.fromkeys(self.find(scope, statement.value)))
        return tuple(found)

    def imported(self, file: int, statement: Import) -> tuple[Entity, ...]:
        """Return what an import binds its name to."""
        target = self.program.import_target(file, statement)
        if statement.name is None:
            if statement.alias is None and "." in statement.module:
                first = statement.module.split(".", 1)[0]
                target = self.program.find_module(file, first)
                return self._as_module(target) or (Entity(EntityKind.EXTERNAL, name=first),)
            return self._as_module(target) or (Entity(EntityKind.EXTERNAL, name=statement.module),)
        if target is None:
            dots = "." * statement.level
            prefix = f"{dots}{statement.module}" if not statement.level or statement.module else dots
            return (Entity(EntityKind.EXTERNAL, name=f"{prefix}.{statement.name}".lstrip(".")),)
        return tuple(
            referent for owner in self._as_module(target) for referent in self.member(owner, statement.name)
        )

    def aliased(self, scope: int) -> Expression | None:
        """Return what the scope of a `type` statement stands for."""
        returned = [each.value for each in self.program.scopes[scope].statements if isinstance(each, Return)]
        return returned[0] if returned else None

    def alias_of(self, scope: int, value: Expression, depth: int = 0) -> tuple[int, Expression] | None:
        """Return the type that a name stands for which is bound to one: of `Carts = list[Cart]`, `list[Cart]`."""
        if depth > _MAX_DEPTH or not isinstance(value, Name):
            return None
        owner = self.names.scope_of(scope, value.name)
        statements = [] if owner is None else self.binding(owner, value.name)
        if owner is None or len(statements) != 1:
            return None
        statement = statements[0]
        if isinstance(statement, Assign) and isinstance(statement.value, Item | Compound):
            return owner, statement.value
        if isinstance(statement, Import) and statement.name is not None:
            target = self.program.import_target(self.program.scope_file[owner], statement)
            if isinstance(target, int):
                module = self.program.files[target].first_scope
                return self.alias_of(module, Name(value.begin, value.end, statement.name), depth + 1)
        return None

    def binding(self, scope: int, name: str) -> list[Statement]:
        """Return the statements of a scope that give a name a value by themselves."""
        self._tracker.current.places.add(self.program.place_of(scope, name))
        return self.bindings(scope).get(name, [])

    def bindings(self, scope: int) -> Bindings:
        """Return the statements of a scope that give names a value by themselves, by name.

        Of a module, who looks at them must say at which names.
        """
        self._tracker.current.places.add(self.program.scope_place[scope])
        if scope not in self._bindings:
            definitions = self.program.files[self.program.scope_file[scope]].facts.definitions
            self._bindings[scope] = bind_names(self.program.scopes[scope].statements, definitions)
        return self._bindings[scope]

    def forget(self, scopes: range) -> None:
        """Forget the statements of a file's scopes, which are others once it is opened or closed."""
        for scope in scopes:
            self._bindings.pop(scope, None)
            if self.program.scopes[scope].kind in _CODE:
                for name in self.names.bound_names(scope):
                    self._found.pop((scope, name), None)
                    self._found_in_circles.pop((scope, name), None)

    def _defined(self, file: int, definition: int) -> tuple[Entity, ...]:
        known = self.program.entity_of_definition.get((file, definition))
        if known is None:
            return (Entity(EntityKind.ALIAS, number=definition, name=str(file)),)
        is_class, number = known
        return (Entity(EntityKind.CLASS if is_class else EntityKind.FUNCTION, number=number),)

    def _module_member(self, file: int, name: str) -> tuple[Entity, ...]:
        source = self.names.module_of_name(file, name)
        found: tuple[Entity, ...] = ()
        if source is not None:
            found = self.in_scope(self.program.files[source].first_scope, name)
        if not found and self.program.files[file].path.endswith("__init__.py"):
            folder = self.program.files[file].path.rpartition("/")[0]
            found = self._as_module(self.program.module_at(folder, name))
        if not found and source is None:
            stars = self.names.external_stars(file)
            found = tuple(Entity(EntityKind.EXTERNAL, name=f"{module}.{name}") for module in stars[-1:])
        return found

    @staticmethod
    def _as_module(target: "int | Folder | None") -> tuple[Entity, ...]:
        if target is None:
            return ()
        if isinstance(target, Folder):
            return (Entity(EntityKind.FOLDER, name=target.path),)
        return (Entity(EntityKind.MODULE, number=target),)


def bind_names(statements: Iterable[Statement], definitions: Sequence[DefinitionFact]) -> Bindings:
    """Return those of some statements that give names a value by themselves, by name."""
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


def called(value: Expression) -> Expression:
    """Return what a decorator or base names: of `route("/")` it is `route`."""
    return value.function if isinstance(value, Call) else value
