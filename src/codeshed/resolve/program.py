"""The files of a project as one program: every scope, function, class and lambda has a number.

Turns: FileFacts by path → Program. Numbers follow the order of paths and of the source, so that they repeat.
"""

from dataclasses import dataclass, field

from codeshed.model.facts import (
    Argument,
    Assign,
    Define,
    DefinitionFact,
    Expression,
    FileFacts,
    Import,
    Name,
    ParameterFact,
    Scoped,
    ScopeFact,
    ScopeKind,
)
from codeshed.model.identity import member_symbol
from codeshed.resolve.modules import Folder, ModuleTable, module_table


@dataclass(frozen=True, slots=True)
class Function:
    """A function, method or lambda; a lambda has no definition, and a symbol only if it is bound to a name."""

    file: int
    scope: int
    name: str
    symbol: str
    parameters: tuple[ParameterFact, ...]
    definition: DefinitionFact | None = None
    definition_index: int = -1
    owner: int | None = None
    """The class whose body it stands in."""
    is_bound_lambda: bool = False
    """Whether it is a lambda that is bound to a name."""


@dataclass(frozen=True, slots=True)
class Class:
    """A class statement."""

    file: int
    scope: int
    name: str
    symbol: str
    definition: DefinitionFact
    definition_index: int

    @property
    def bases(self) -> tuple[Argument, ...]:
        """What stands in the brackets."""
        return self.definition.bases


@dataclass(frozen=True, slots=True)
class SourceModule:
    """One file of the program."""

    path: str
    dotted_name: str
    facts: FileFacts
    first_scope: int


@dataclass(slots=True)
class Program:
    """All files together. Scopes are numbered through; `scope_file` says which file one belongs to."""

    modules: ModuleTable
    files: list[SourceModule] = field(default_factory=list)
    scopes: list[ScopeFact] = field(default_factory=list)
    scope_file: list[int] = field(default_factory=list)
    scope_parent: list[int] = field(default_factory=list)
    scope_owner: list[str] = field(default_factory=list)
    """The symbol that a scope's code belongs to: that of the function, class or module around it."""
    functions: list[Function] = field(default_factory=list)
    classes: list[Class] = field(default_factory=list)
    function_of_scope: dict[int, int] = field(default_factory=dict)
    class_of_scope: dict[int, int] = field(default_factory=dict)
    class_by_symbol: dict[str, int] = field(default_factory=dict)
    function_by_symbol: dict[str, int] = field(default_factory=dict)
    entity_of_definition: dict[tuple[int, int], tuple[bool, int]] = field(default_factory=dict)
    """By file and number of a definition: whether it is a class, and its number among these."""

    def import_target(self, file: int, fact: Import) -> "int | Folder | None":
        """Return the file or namespace package that an import statement names."""
        return self.modules.find(self.files[file].path, fact.module, fact.level)


def build_program(facts_by_path: dict[str, FileFacts], package_name: str = "") -> Program:
    """Number everything in the files of a project; `package_name` is that of its folder, if it is a package."""
    paths = tuple(sorted(facts_by_path))
    program = Program(modules=module_table(paths, package_name))
    for file, path in enumerate(paths):
        _add_file(program, file, path, facts_by_path[path])
    return program


def _add_file(program: Program, file: int, path: str, facts: FileFacts) -> None:
    first = len(program.scopes)
    program.files.append(
        SourceModule(path=path, dotted_name=program.modules.dotted_name(path), facts=facts, first_scope=first)
    )
    names = _names_of_lambdas(facts)
    for index, scope in enumerate(facts.scopes):
        number = first + index
        parent = -1 if scope.parent is None else first + scope.parent
        program.scopes.append(scope)
        program.scope_file.append(file)
        program.scope_parent.append(parent)
        definition = None if scope.definition is None else facts.definitions[scope.definition]
        owner = path if parent < 0 else program.scope_owner[parent]
        if definition is not None and scope.kind is not ScopeKind.ALIAS:
            owner = member_symbol(path, definition.qualified_name)
        elif scope.kind is ScopeKind.LAMBDA and index in names:
            owner = member_symbol(owner, names[index])
        program.scope_owner.append(owner)
        if scope.kind is ScopeKind.CLASS and definition is not None and scope.definition is not None:
            program.class_of_scope[number] = len(program.classes)
            program.entity_of_definition[file, scope.definition] = (True, len(program.classes))
            program.class_by_symbol[owner] = len(program.classes)
            program.classes.append(Class(file, number, definition.name, owner, definition, scope.definition))
        elif scope.kind in {ScopeKind.FUNCTION, ScopeKind.LAMBDA}:
            program.function_of_scope[number] = len(program.functions)
            if scope.definition is not None:
                program.entity_of_definition[file, scope.definition] = (False, len(program.functions))
            is_named = definition is not None or index in names
            if is_named:
                program.function_by_symbol[owner] = len(program.functions)
            program.functions.append(
                Function(
                    file=file,
                    scope=number,
                    name=definition.name if definition is not None else names.get(index, "<lambda>"),
                    symbol=owner if is_named else "",
                    parameters=scope.parameters,
                    definition=definition,
                    definition_index=-1 if scope.definition is None else scope.definition,
                    owner=program.class_of_scope.get(parent),
                    is_bound_lambda=index in names,
                )
            )


def _names_of_lambdas(facts: FileFacts) -> dict[int, str]:
    """Return the names that lambdas are bound to, where nothing else in the scope is defined under that name."""
    names: dict[int, str] = {}
    for scope in facts.scopes:
        taken = {
            facts.definitions[statement.definition].name
            for statement in scope.statements
            if isinstance(statement, Define)
        }
        for statement in scope.statements:
            if not isinstance(statement, Assign) or len(statement.targets) != 1:
                continue
            target, value = statement.targets[0], statement.value
            if isinstance(target, Name) and _is_lambda(value, facts) and target.name not in taken:
                taken.add(target.name)
                if isinstance(value, Scoped):
                    names[value.scope] = target.name
    return names


def _is_lambda(value: Expression | None, facts: FileFacts) -> bool:
    return isinstance(value, Scoped) and facts.scopes[value.scope].kind is ScopeKind.LAMBDA
