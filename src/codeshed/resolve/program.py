"""The files of a project as one program: every scope, function, class and lambda has a number.

Turns: FileInterfaces by path → Program. Numbers follow the order of paths and of the source, so that they repeat.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from codeshed.model.facts import (
    Argument,
    DefinitionFact,
    FileFacts,
    Import,
    ParameterFact,
    ScopeFact,
    ScopeKind,
)
from codeshed.model.identity import member_symbol
from codeshed.model.interface import REST, FileInterface
from codeshed.resolve.consulted import Place, Tracker
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
    """One file of the program; `facts` are those of its interface until it is opened."""

    path: str
    dotted_name: str
    interface: FileInterface
    facts: FileFacts
    first_scope: int
    first_function: int
    first_class: int


@dataclass(slots=True)
class Program:
    """All files together. Scopes are numbered through; `scope_file` says which file one belongs to."""

    modules: ModuleTable
    files: list[SourceModule] = field(default_factory=list)
    scopes: list[ScopeFact] = field(default_factory=list)
    scope_file: list[int] = field(default_factory=list)
    scope_parent: list[int] = field(default_factory=list)
    scope_place: list[Place] = field(default_factory=list)
    """The aspect of a file's interface that a scope belongs to; of a module's own scope, what binds no name."""
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

    @property
    def tracker(self) -> Tracker:
        """Where it is written down what is asked."""
        return self.modules.tracker

    def place_of(self, scope: int, name: str) -> Place:
        """Return the aspect of a file's interface that a name in a scope belongs to."""
        if self.scope_parent[scope] < 0:
            return self.scope_file[scope], name
        return self.scope_place[scope]

    def function_key(self, number: int) -> tuple[str, int]:
        """Return what a function is known by beyond this program: its symbol and -1, or its file and scope."""
        function = self.functions[number]
        if function.symbol and self.function_by_symbol[function.symbol] == number:
            return function.symbol, -1
        module = self.files[function.file]
        return module.path, function.scope - module.first_scope

    def functions_of(self, file: int) -> range:
        """Return the numbers of the functions of a file."""
        last = self.files[file + 1].first_function if file + 1 < len(self.files) else len(self.functions)
        return range(self.files[file].first_function, last)

    def classes_of(self, file: int) -> range:
        """Return the numbers of the classes of a file."""
        last = self.files[file + 1].first_class if file + 1 < len(self.files) else len(self.classes)
        return range(self.files[file].first_class, last)

    def open_file(self, file: int, facts: FileFacts) -> None:
        """Let a file have all of its facts, also those of the code in its functions."""
        module = self.files[file]
        self.files[file] = replace(module, facts=facts)
        self.scopes[module.first_scope : module.first_scope + len(facts.scopes)] = facts.scopes
        for number in self.functions_of(file):
            function = self.functions[number]
            if function.definition is not None:
                definition = facts.definitions[function.definition_index]
                self.functions[number] = replace(function, definition=definition)
        for number in self.classes_of(file):
            each = self.classes[number]
            self.classes[number] = replace(each, definition=facts.definitions[each.definition_index])


def build_program(interface_by_path: Mapping[str, FileInterface], package_name: str = "") -> Program:
    """Number everything in the files of a project; `package_name` is that of its folder, if it is a package."""
    paths = tuple(sorted(interface_by_path))
    program = Program(modules=module_table(paths, package_name))
    for file, path in enumerate(paths):
        _add_file(program, file, path, interface_by_path[path])
    return program


def _add_file(program: Program, file: int, path: str, interface: FileInterface) -> None:
    first = len(program.scopes)
    facts = interface.facts
    program.files.append(
        SourceModule(
            path=path,
            dotted_name=program.modules.dotted_name(path),
            interface=interface,
            facts=facts,
            first_scope=first,
            first_function=len(program.functions),
            first_class=len(program.classes),
        )
    )
    names = dict(interface.lambda_names)
    for index, scope in enumerate(facts.scopes):
        number = first + index
        parent = -1 if scope.parent is None else first + scope.parent
        program.scopes.append(scope)
        program.scope_file.append(file)
        program.scope_parent.append(parent)
        if parent == first and scope.definition is not None:
            program.scope_place.append((file, facts.definitions[scope.definition].name))
        else:
            program.scope_place.append((file, REST) if parent < 0 else program.scope_place[parent])
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
