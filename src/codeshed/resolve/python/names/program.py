"""The files of a project as one program: every scope, function, class and lambda has a number.

Turns: FileOutlines by path → Program. Numbers follow the order of paths and of the source, so they are deterministic.
The outlines alone determine them. The interface of a file is read lazily, when something in the file is first looked
up. To reach a file by path, symbol or number, use the methods here: they make sure that it has been read.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import Any

import msgspec
from msgspec.structs import replace

from codeshed.model.facts.file_interface import NAMELESS_ASPECT, FileInterface, method_aspect
from codeshed.model.facts.python_facts import (
    Argument,
    Assign,
    Attribute,
    Call,
    DefinitionFact,
    Expression,
    ExpressionStatement,
    Import,
    Name,
    ParameterFact,
    PythonFacts,
    ScopeFact,
    ScopeKind,
)
from codeshed.model.symbol_ids import member_symbol
from codeshed.resolve.python.names.file_outline import FUNCTION_KINDS, FileOutline
from codeshed.resolve.python.names.interface_trace import InterfaceKey, InterfaceTracker
from codeshed.resolve.python.names.module_resolution import (
    ImportTarget,
    MissingModule,
    ModuleTable,
    NamespacePackage,
    module_table,
)

_UNREAD: Any = None
"""Placeholder in the lists of a program for what has not been read yet."""

ReadInterface = Callable[[str], FileInterface]
"""Reads the interface of a file, given its path."""


class Function(msgspec.Struct, frozen=True):
    """A function, method or lambda.

    A lambda has no definition, and has a symbol only if it is bound to a name.
    """

    file: int
    scope: int
    name: str
    symbol: str
    parameters: tuple[ParameterFact, ...]
    definition: DefinitionFact | None = None
    definition_index: int = -1
    owner: int | None = None
    """The class whose body contains it."""
    is_bound_lambda: bool = False
    """Whether it is a lambda bound to a name: `key = lambda x: x.id`."""


class Class(msgspec.Struct, frozen=True):
    """A class statement."""

    file: int
    scope: int
    name: str
    symbol: str
    definition: DefinitionFact
    definition_index: int

    @property
    def bases(self) -> tuple[Argument, ...]:
        """The arguments of the class statement: bases and keywords such as `metaclass=`."""
        return self.definition.bases


class SourceModule(msgspec.Struct, frozen=True):
    """One file of the program.

    While the file is closed, `facts` are those of its interface: no statements of function bodies.
    """

    path: str
    dotted_name: str
    interface: FileInterface
    facts: PythonFacts
    first_scope: int


class Program(msgspec.Struct):
    """All files together. Scopes are numbered across files; `scope_file` maps a scope to its file."""

    modules: ModuleTable
    read_interface: ReadInterface
    first_scopes: list[int]
    first_functions: list[int]
    first_classes: list[int]
    """By file, the number of its first scope, function or class; the last item is the total."""
    files: list[SourceModule] = []
    scopes: list[ScopeFact] = []
    scope_file: list[int] = []
    scope_parent: list[int] = []
    scope_interface_key: list[InterfaceKey] = []
    """The part of its file's interface that a scope belongs to; a module scope is all that binds no name."""
    scope_symbol: list[str] = []
    """The symbol of the innermost named function, class or module that contains the scope's code."""
    scope_bound_names: list[frozenset[str]] = []
    """The names that the scope binds."""
    functions: list[Function] = []
    classes: list[Class] = []
    function_of_scope: dict[int, int] = msgspec.field(default_factory=dict)
    class_of_scope: dict[int, int] = msgspec.field(default_factory=dict)
    number_by_definition: dict[tuple[int, int], tuple[bool, int]] = msgspec.field(default_factory=dict)
    """By file and index of a definition: whether it is a class, and its class or function number."""
    assigned_names: dict[int, frozenset[str]] = msgspec.field(default_factory=dict)
    """By module or class scope: the names that are bound by anything but a definition or an import."""
    _class_by_symbol: dict[str, int] = msgspec.field(default_factory=dict)
    _function_by_symbol: dict[str, int] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        """Allocate the lists; outlines say how long they are."""
        n_scopes = self.first_scopes[-1]
        self.files = [_UNREAD] * (len(self.first_scopes) - 1)
        self.scopes, self.scope_file, self.scope_parent = ([_UNREAD] * n_scopes for _ in range(3))
        self.scope_interface_key, self.scope_symbol, self.scope_bound_names = (
            [_UNREAD] * n_scopes for _ in range(3)
        )
        self.functions = [_UNREAD] * self.first_functions[-1]
        self.classes = [_UNREAD] * self.first_classes[-1]

    @property
    def tracker(self) -> InterfaceTracker:
        """Records which interfaces are read, for invalidation."""
        return self.modules.tracker

    def import_target(self, file: int, fact: Import) -> ImportTarget:
        """Return what an import statement imports from."""
        return self.find_module(file, fact.module, fact.level)

    def find_module(self, file: int, module: str, level: int = 0) -> ImportTarget:
        """Return what a module name refers to within a file."""
        return self._read_target(self.modules.find_module(self.modules.paths[file], module, level))

    def find_module_by_text(self, file: int, module: str) -> ImportTarget:
        """Return what a dotted name in a text refers to within a file."""
        return self._read_target(self.modules.find_module_by_text(self.modules.paths[file], module))

    def find_module_below(self, folder: str, module: str) -> "int | NamespacePackage | None":
        """Return the module of a dotted name relative to a folder."""
        target = self.modules.find_module_below(folder, module)
        if isinstance(target, int):
            self.read(target)
        return target

    def find_file(self, path: str) -> int | None:
        """Return the number of the file at a path, None if the project has none."""
        file = self.modules.index_by_path.get(path)
        if file is not None:
            self.read(file)
        return file

    def find_class(self, symbol: str) -> int | None:
        """Return the class with a symbol."""
        number = self._class_by_symbol.get(symbol)
        if number is None and self.find_file(symbol.partition("::")[0]) is not None:
            number = self._class_by_symbol.get(symbol)
        return number

    def find_function(self, symbol: str) -> int | None:
        """Return the function with a symbol."""
        number = self._function_by_symbol.get(symbol)
        if number is None and self.find_file(symbol.partition("::")[0]) is not None:
            number = self._function_by_symbol.get(symbol)
        return number

    def interface_key_of(self, scope: int, name: str) -> InterfaceKey:
        """Return the part of the file's interface on which a lookup of this name in this scope depends."""
        if self.scope_parent[scope] < 0:
            return self.scope_file[scope], name
        return self.scope_interface_key[scope]

    def function_key(self, number: int) -> tuple[str, int]:
        """Return a key of a function that outlives this program: its symbol and -1, or its file and scope index."""
        function = self.functions[number]
        if function.symbol and self._function_by_symbol[function.symbol] == number:
            return function.symbol, -1
        module = self.files[function.file]
        return module.path, function.scope - module.first_scope

    def functions_of(self, file: int) -> range:
        """Return the numbers of the functions of a file."""
        self.read(file)
        return range(self.first_functions[file], self.first_functions[file + 1])

    def classes_of(self, file: int) -> range:
        """Return the numbers of the classes of a file."""
        self.read(file)
        return range(self.first_classes[file], self.first_classes[file + 1])

    def read_class(self, number: int) -> int:
        """Make sure that the file of a class has been read; return the class."""
        if self.classes[number] is None:
            self.read(bisect_right(self.first_classes, number) - 1)
        return number

    def read_function(self, number: int) -> int:
        """Make sure that the file of a function has been read; return the function."""
        if self.functions[number] is None:
            self.read(bisect_right(self.first_functions, number) - 1)
        return number

    def _read_target(self, target: ImportTarget) -> ImportTarget:
        """Read the file of a target; what a package lacks that is spread over several distributions is external."""
        if isinstance(target, int):
            self.read(target)
        is_spread = (
            isinstance(target, MissingModule)
            and target.package is not None
            and self._is_spread_package(target.package)
        )
        return None if is_spread else target

    def _is_spread_package(self, file: int) -> bool:
        """Whether an `__init__.py` extends its `__path__`, or declares a namespace, as before namespace packages."""
        self.read(file)
        self.tracker.current.keys.add((file, NAMELESS_ASPECT))
        self.tracker.current.keys.add((file, "__path__"))
        facts = self.files[file].facts
        return any(
            (isinstance(each, Assign) and any(_is_named(target, "__path__") for target in each.targets))
            or (
                isinstance(each, ExpressionStatement)
                and isinstance(each.value, Call)
                and _is_named(each.value.function, "declare_namespace")
            )
            for each in facts.scopes[0].statements
        )

    def read(self, file: int) -> None:
        """Make sure that a file has been read."""
        if self.files[file] is None:
            path = self.modules.paths[file]
            self._add_file(file, path, self.read_interface(path))

    def open_file(self, file: int, facts: PythonFacts) -> None:
        """Replace the facts of a file: all of them while it is open, those of its interface once it is closed."""
        self.read(file)
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

    def _add_file(self, file: int, path: str, interface: FileInterface) -> None:
        first = self.first_scopes[file]
        facts = interface.facts
        self.files[file] = SourceModule(
            path=path,
            dotted_name=self.modules.dotted_name(path),
            interface=interface,
            facts=facts,
            first_scope=first,
        )
        self.assigned_names.update(
            (first + scope, frozenset(names)) for scope, names in interface.assigned_names
        )
        names = dict(interface.lambda_names)
        next_function, next_class = self.first_functions[file], self.first_classes[file]
        for index, scope in enumerate(facts.scopes):
            number = first + index
            parent = -1 if scope.parent is None else first + scope.parent
            definition = None if scope.definition is None else facts.definitions[scope.definition]
            self.scopes[number] = scope
            self.scope_file[number] = file
            self.scope_parent[number] = parent
            self.scope_bound_names[number] = frozenset(scope.bound_names)
            if parent == first and definition is not None:
                self.scope_interface_key[number] = (file, definition.name)
            else:
                around = (file, NAMELESS_ASPECT) if parent < 0 else self.scope_interface_key[parent]
                aspect = method_aspect(facts, scope)
                self.scope_interface_key[number] = around if aspect is None else (file, aspect)
            owner = path if parent < 0 else self.scope_symbol[parent]
            if definition is not None and scope.kind is not ScopeKind.ALIAS:
                owner = member_symbol(path, definition.qualified_name)
            elif scope.kind is ScopeKind.LAMBDA and index in names:
                owner = member_symbol(owner, names[index])
            self.scope_symbol[number] = owner
            if scope.kind is ScopeKind.CLASS and definition is not None and scope.definition is not None:
                self.class_of_scope[number] = next_class
                self.number_by_definition[file, scope.definition] = (True, next_class)
                self._class_by_symbol[owner] = next_class
                self.classes[next_class] = Class(
                    file, number, definition.name, owner, definition, scope.definition
                )
                next_class += 1
            elif scope.kind in FUNCTION_KINDS:
                self.function_of_scope[number] = next_function
                if scope.definition is not None:
                    self.number_by_definition[file, scope.definition] = (False, next_function)
                is_named = definition is not None or index in names
                if is_named:
                    self._function_by_symbol[owner] = next_function
                self.functions[next_function] = Function(
                    file=file,
                    scope=number,
                    name=definition.name if definition is not None else names.get(index, "<lambda>"),
                    symbol=owner if is_named else "",
                    parameters=scope.parameters,
                    definition=definition,
                    definition_index=-1 if scope.definition is None else scope.definition,
                    owner=self.class_of_scope.get(parent),
                    is_bound_lambda=index in names,
                )
                next_function += 1


def _is_named(value: Expression, name: str) -> bool:
    return isinstance(value, Name | Attribute) and value.name == name


def build_program(
    outline_by_path: Mapping[str, FileOutline], read_interface: ReadInterface, package_name: str = ""
) -> Program:
    """Number everything in the files of a project; `package_name` is that of its root folder, if it is a package."""
    paths = tuple(sorted(outline_by_path))
    outlines = [outline_by_path[path] for path in paths]
    return Program(
        modules=module_table(paths, package_name),
        read_interface=read_interface,
        first_scopes=list(accumulate((each.n_scopes for each in outlines), initial=0)),
        first_functions=list(accumulate((each.n_functions for each in outlines), initial=0)),
        first_classes=list(accumulate((len(each.classes) for each in outlines), initial=0)),
    )
