"""Which names code binds, and in which scope a name lives.

Turns: the body of a module, class or function → the names bound in it, by the way they are bound.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Function = ast.FunctionDef | ast.AsyncFunctionDef
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True, slots=True, kw_only=True)
class Bindings:
    """The names that a body binds: by assignment, by `def` and `class`, by import; and those it calls global."""

    variables: frozenset[str]
    definitions: frozenset[str]
    imports: frozenset[str]
    declared_global: frozenset[str]
    declared_nonlocal: frozenset[str]

    @property
    def own(self) -> frozenset[str]:
        """The names that live in the scope of the body itself."""
        return (
            (self.variables | self.definitions | self.imports) - self.declared_global - self.declared_nonlocal
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Where code stands. `user` is the function that it counts for, empty for the module.

    `prefix` begins the qualified names of what is defined here; `outer` is the next scope whose names are seen from
    here, which is never a class; `class_name` is that of a class body.
    """

    user: str
    prefix: str
    names: frozenset[str]
    declared_global: frozenset[str] = frozenset()
    outer: "Scope | None" = None
    class_name: str | None = None


def is_global(name: str, scope: Scope) -> bool:
    """Whether a name means that of the module; built-in names are global too."""
    current: Scope | None = scope
    while current is not None:
        if name in current.declared_global:
            return True
        if name in current.names:
            return False
        current = current.outer
    return True


def bindings_of(body: Iterable[ast.AST]) -> Bindings:
    """Return what the statements of a body bind, without the scopes within it."""
    variables: set[str] = set()
    definitions: set[str] = set()
    imports: set[str] = set()
    declared_global: set[str] = set()
    declared_nonlocal: set[str] = set()
    for node in iter_own_nodes(body):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                variables.add(name)
            case (
                ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
            ):
                variables.add(name)
            case ast.MatchMapping(rest=str(name)):
                variables.add(name)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                definitions.add(node.name)
            case ast.Import() | ast.ImportFrom():
                imports.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
            case ast.Global():
                declared_global.update(node.names)
            case ast.Nonlocal():
                declared_nonlocal.update(node.names)
            case _:
                pass
    return Bindings(
        variables=frozenset(variables),
        definitions=frozenset(definitions),
        imports=frozenset(imports),
        declared_global=frozenset(declared_global),
        declared_nonlocal=frozenset(declared_nonlocal),
    )


def iter_own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes whose names live in the scope of a body; of scopes within it, only what is evaluated outside."""
    pending = list(body)
    while pending:
        node = pending.pop()
        yield node
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                pending += [*node.decorator_list, *defaults_of(node.args)]
            case ast.Lambda():
                pending += defaults_of(node.args)
            case ast.ClassDef():
                pending += [*node.decorator_list, *node.bases, *node.keywords]
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                # Its loop variables are its own, but `:=` binds a name of the scope around it.
                pending += [each.target for each in ast.walk(node) if isinstance(each, ast.NamedExpr)]
            case _:
                pending += ast.iter_child_nodes(node)


def defaults_of(arguments: ast.arguments) -> list[ast.expr]:
    """Return the default values of parameters."""
    return [*arguments.defaults, *(each for each in arguments.kw_defaults if each is not None)]


def parameter_names(arguments: ast.arguments) -> frozenset[str]:
    """Return the names of all parameters."""
    plain = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    starred = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return frozenset(each.arg for each in plain + starred)
