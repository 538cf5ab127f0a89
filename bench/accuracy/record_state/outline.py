"""What a package declares, read from its sources before anything of it runs.

Turns: the files of a package → its modules with their variables, imports, classes and fields.
"""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bench.accuracy.record_state.scopes import Function, bindings_of, iter_own_nodes

STAR = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassOutline:
    """A class: its fields, which its body assigns or declares or its methods set on `self`, and its functions."""

    path: str
    qualified_name: str
    fields: frozenset[str]
    definitions: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """A name of a module, or a field of a class."""

    path: str
    name: str
    is_field: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleOutline:
    """A module: what its top level binds, and its classes by qualified name.

    `imports` maps a name to the module and name that it was imported from; a name of None is the module itself.
    """

    path: str
    name: str
    variables: frozenset[str]
    definitions: frozenset[str]
    imports: Mapping[str, tuple[str, str | None]]
    star_imports: tuple[str, ...]
    classes: Mapping[str, ClassOutline]


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageOutline:
    """All modules of a package by their names."""

    modules: Mapping[str, ModuleOutline]

    @property
    def attribute_names(self) -> frozenset[str]:
        """All names that an attribute access could mean a variable by."""
        of_modules = [module.variables | module.imports.keys() for module in self.modules.values()]
        of_classes = [each.fields for module in self.modules.values() for each in module.classes.values()]
        return frozenset[str]().union(*of_modules, *of_classes)

    def find_variable(self, module_name: str, name: str) -> Variable | None:
        """Return the variable that a name of a module means, through imports; None if it means anything else."""
        seen: set[tuple[str, str]] = set()
        pending = [(module_name, name)]
        while pending:
            place = pending.pop()
            module = self.modules.get(place[0])
            if module is None or place in seen:
                continue
            seen.add(place)
            wanted = place[1]
            if wanted in module.variables:
                return Variable(path=module.path, name=f"{module.name}.{wanted}", is_field=False)
            if wanted in module.definitions:
                return None
            source, imported = module.imports.get(wanted, ("", None))
            if imported is not None:
                pending.append((source, imported))
            elif not source:
                pending.extend((star, wanted) for star in module.star_imports)
        return None

    def is_ambiguous(self, module_name: str, name: str) -> bool:
        """Whether a name of a module is bound in more than one way, as a fallback for a failing import is."""
        module = self.modules[module_name]
        ways = (module.variables, module.definitions, module.imports.keys())
        return sum(name in names for names in ways) > 1


def outline_of(root: Path, package: str) -> PackageOutline:
    """Read all files of a package; those that cannot be parsed cannot be imported either."""
    modules = {}
    for file in sorted((root / package).rglob("*.py")):
        path = file.relative_to(root).as_posix()
        try:
            tree = ast.parse(file.read_bytes())
        except (SyntaxError, ValueError):
            continue
        module = module_outline(tree, path, module_name_of(path, package))
        modules[module.name] = module
    return PackageOutline(modules=modules)


def module_name_of(path: str, package: str) -> str:
    """Return the dotted name of a file of the package: `click.core` for `src/click/core.py`."""
    parent = package.rpartition("/")[0]
    inner = path.removeprefix(f"{parent}/") if parent else path
    return inner.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def module_outline(tree: ast.Module, path: str, name: str) -> ModuleOutline:
    """Return what a module declares."""
    bindings = bindings_of(tree.body)
    globals_of_functions = {
        each for node in ast.walk(tree) if isinstance(node, ast.Global) for each in node.names
    }
    imports: dict[str, tuple[str, str | None]] = {}
    star_imports: list[str] = []
    parent = name if path.endswith("/__init__.py") else name.rpartition(".")[0]
    for node in iter_own_nodes(tree.body):
        match node:
            case ast.ImportFrom():
                source = _absolute(node, parent)
                for alias in node.names:
                    if alias.name == STAR:
                        star_imports.append(source)
                    else:
                        imports[alias.asname or alias.name] = (source, alias.name)
            case ast.Import():
                for alias in node.names:
                    target = alias.name if alias.asname else alias.name.split(".")[0]
                    imports[alias.asname or target] = (target, None)
            case _:
                pass
    classes: dict[str, ClassOutline] = {}
    _find_classes(tree.body, "", path, classes)
    return ModuleOutline(
        path=path,
        name=name,
        variables=bindings.variables | (globals_of_functions - bindings.definitions - imports.keys()),
        definitions=bindings.definitions,
        imports=imports,
        star_imports=tuple(star_imports),
        classes=classes,
    )


def _absolute(node: ast.ImportFrom, parent: str) -> str:
    """Return the full name of the module that a statement imports from."""
    if not node.level:
        return node.module or ""
    steps = parent.split(".")
    base = steps[: len(steps) - node.level + 1]
    return ".".join([*base, node.module] if node.module else base)


def _find_classes(nodes: Iterable[ast.AST], prefix: str, path: str, classes: dict[str, ClassOutline]) -> None:
    for node in nodes:
        inner = prefix
        if isinstance(node, Function | ast.ClassDef):
            inner = f"{prefix}{node.name}."
        if isinstance(node, ast.ClassDef):
            # Of a class that is defined twice, on two branches, either definition may be the one that runs.
            outline = _class_outline(node, inner[:-1], path)
            classes[inner[:-1]] = _joined(classes.get(inner[:-1], outline), outline)
        _find_classes(ast.iter_child_nodes(node), inner, path, classes)


def _joined(one: ClassOutline, other: ClassOutline) -> ClassOutline:
    return replace(one, fields=one.fields | other.fields, definitions=one.definitions | other.definitions)


def _class_outline(node: ast.ClassDef, qualified_name: str, path: str) -> ClassOutline:
    bindings = bindings_of(node.body)
    fields = {*bindings.variables, *_slots(node)}
    for method in iter_own_nodes(node.body):
        if isinstance(method, Function):
            fields.update(_fields_set_by(method))
    return ClassOutline(
        path=path,
        qualified_name=qualified_name,
        fields=frozenset(fields) - bindings.definitions,
        definitions=bindings.definitions,
    )


def _fields_set_by(method: Function) -> set[str]:
    """Return the attributes that a method sets on its first parameter."""
    parameters = [*method.args.posonlyargs, *method.args.args]
    if not parameters or any(_is_named(each, "staticmethod") for each in method.decorator_list):
        return set()
    receiver = parameters[0].arg
    return {
        node.attr
        for node in ast.walk(method)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and _is_named(node.value, receiver)
    }


def _slots(node: ast.ClassDef) -> set[str]:
    """Return the names in `__slots__`, if they are written out."""
    for statement in node.body:
        if isinstance(statement, ast.Assign) and any(
            _is_named(each, "__slots__") for each in statement.targets
        ):
            return {
                each.value
                for each in ast.walk(statement.value)
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            }
    return set()


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
