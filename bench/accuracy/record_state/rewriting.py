"""Rewrites the code of a module so that it shows what it reads and writes.

Turns: the tree of a module → the same tree with `see(value, place)` around the values and receivers that matter, and
the places themselves.

Annotations, type aliases and patterns stay as they are: they read no state, or must keep their form.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bench.accuracy.record_state.manners import MUTATORS, Manner
from bench.accuracy.record_state.outline import ModuleOutline, PackageOutline
from bench.accuracy.record_state.scopes import (
    Comprehension,
    Function,
    Scope,
    bindings_of,
    is_global,
    parameter_names,
)

SEE = "__codeshed_see__"

_RECEIVERS = frozenset({"self", "cls"})
_LEFT_ALONE = frozenset({"annotation", "returns", "type_params", "pattern"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place in the code that uses a variable if code gets there.

    A name means a variable of the module, or in the body of a class its field; an attribute means what its receiver
    says at run time. `holder` is the place whose object a mutating method, called here, would change.
    """

    module: str
    user: str
    line: int
    name: str
    manner: Manner
    is_attribute: bool = False
    is_self: bool = False
    class_name: str | None = None
    holder: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewriter:
    """Rewrites one module; `add_place` gives a new place its number."""

    module: ModuleOutline
    package: PackageOutline
    attribute_names: frozenset[str]
    add_place: Callable[[Place], int]

    def rewrite(self, tree: ast.Module) -> ast.Module:
        """Rewrite a whole module, in place."""
        tree.body = self._statements(tree.body, Scope(user="", prefix="", names=frozenset()))
        return ast.fix_missing_locations(tree)

    def _statements(self, body: list[ast.stmt], scope: Scope) -> list[ast.stmt]:
        """Rewrite a body; behind a statement that binds names stand the marks that it was executed."""
        rewritten: list[ast.stmt] = []
        for statement in body:
            marks = self._marks(_bound_by(statement), scope)
            rewritten += [self._node(statement, scope), *marks]
        return rewritten

    def _node(self, node: Any, scope: Scope) -> Any:  # noqa: ANN401 - what goes in is what comes out, or a call
        """Rewrite any node."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                self._definition(node, scope)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self._comprehension(node, scope)
            case ast.Name() | ast.Attribute() | ast.Subscript():
                return self._expression(node, scope, Manner.READ)[0]
            case ast.Call(func=ast.Attribute(attr=method)) if method in MUTATORS:
                self._mutating_call(node, scope)
            case ast.NamedExpr(target=ast.Name(id=name)):
                self._children(node, scope)
                return self._seen_binding(node, name, scope)
            case ast.AugAssign():
                self._augmented(node.target, scope)
                node.value = self._node(node.value, scope)
            case ast.AnnAssign(value=None):
                pass
            case (
                ast.For()
                | ast.AsyncFor()
                | ast.With()
                | ast.AsyncWith()
                | ast.ExceptHandler()
                | ast.match_case()
            ):
                marks = self._marks(_bound_before(node), scope)
                self._children(node, scope)
                node.body[:0] = marks
            case _ if type(node).__name__ != "TypeAlias":
                self._children(node, scope)
        return node

    def _children(self, node: ast.AST, scope: Scope, *, without: frozenset[str] = frozenset()) -> None:
        """Rewrite all fields of a node but those that must stay."""
        for name, value in ast.iter_fields(node):
            if name in _LEFT_ALONE or name in without:
                continue
            if isinstance(value, ast.AST):
                setattr(node, name, self._node(value, scope))
            elif isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, name, self._statements(value, scope))
            elif isinstance(value, list):
                new = [self._node(each, scope) if isinstance(each, ast.AST) else each for each in value]
                setattr(node, name, new)

    def _definition(self, node: Function | ast.ClassDef | ast.Lambda, scope: Scope) -> None:
        """Rewrite a definition: its decorators, defaults and bases in the scope around it, its body in its own."""
        self._children(node, scope, without=frozenset({"body"}))
        visible = scope.outer if scope.class_name is not None else scope
        if isinstance(node, ast.Lambda):
            own = bindings_of([node.body]).own | parameter_names(node.args)
            node.body = self._node(
                node.body, Scope(user=scope.user, prefix=scope.prefix, names=own, outer=visible)
            )
            return
        bindings = bindings_of(node.body)
        name = f"{scope.prefix}{node.name}"
        is_class = isinstance(node, ast.ClassDef)
        parameters = frozenset() if isinstance(node, ast.ClassDef) else parameter_names(node.args)
        inner = Scope(
            user=scope.user if is_class else name,
            prefix=f"{name}.",
            names=bindings.own | parameters,
            declared_global=bindings.declared_global,
            outer=visible,
            class_name=name if is_class else None,
        )
        node.body = self._statements(node.body, inner)

    def _comprehension(self, node: Comprehension, scope: Scope) -> None:
        """Rewrite a comprehension: the first iterable belongs to the scope around it."""
        first = node.generators[0]
        iterable = self._node(first.iter, scope)
        names = frozenset(
            each.id
            for generator in node.generators
            for each in ast.walk(generator.target)
            if isinstance(each, ast.Name)
        )
        visible = scope.outer if scope.class_name is not None else scope
        first.iter = ast.Constant(value=None)
        self._children(node, Scope(user=scope.user, prefix=scope.prefix, names=names, outer=visible))
        first.iter = iterable

    def _expression(self, node: ast.expr, scope: Scope, manner: Manner) -> tuple[ast.expr, int | None]:
        """Rewrite an expression whose value is used in a manner; return it with its place if it has one."""
        match node:
            case ast.Name(ctx=ast.Load()):
                return self._name(node, scope, manner)
            case ast.Attribute():
                return self._attribute(node, scope, manner)
            case ast.Subscript():
                node.slice = self._node(node.slice, scope)
                node.value = self._expression(node.value, scope, _manner_of_container(node, manner))[0]
                return node, None
            case ast.Name():
                return node, None
            case _:
                return self._node(node, scope), None

    def _name(self, node: ast.Name, scope: Scope, manner: Manner) -> tuple[ast.expr, int | None]:
        if not is_global(node.id, scope) or self.package.find_variable(self.module.name, node.id) is None:
            return node, None
        place = self._place(node, node.id, scope, manner)
        return _see(node, place), place

    def _attribute(
        self, node: ast.Attribute, scope: Scope, manner: Manner, *, is_mutating: bool = False
    ) -> tuple[ast.expr, int | None]:
        """Rewrite `receiver.name` so that the receiver is seen, if the name can mean a variable or change one."""
        if not isinstance(node.ctx, ast.Load):
            manner = Manner.DELETED if isinstance(node.ctx, ast.Del) else manner
            manner = Manner.ASSIGNED if manner is Manner.READ else manner
            receiver_manner = Manner.ATTRIBUTE_SET
        else:
            receiver_manner = Manner.MUTATED if is_mutating else Manner.READ
        is_self = isinstance(node.value, ast.Name) and node.value.id in _RECEIVERS
        receiver, holder = self._expression(node.value, scope, receiver_manner)
        node.value = receiver
        if not is_mutating:
            holder = None
        if node.attr not in self.attribute_names and holder is None:
            return node, None
        place = self._place(node, node.attr, scope, manner, is_attribute=True, is_self=is_self, holder=holder)
        node.value = _see(receiver, place)
        return node, place

    def _mutating_call(self, node: ast.Call, scope: Scope) -> None:
        """Rewrite `x.append(…)`: whether `x` is a container is known when it is seen."""
        function = node.func
        node.func = ast.Constant(value=None)
        self._children(node, scope)
        if isinstance(function, ast.Attribute):
            node.func = self._attribute(function, scope, Manner.READ, is_mutating=True)[0]

    def _augmented(self, target: ast.expr, scope: Scope) -> None:
        """Rewrite the target of `target += …`, which stays what it is."""
        match target:
            case ast.Subscript():
                target.slice = self._node(target.slice, scope)
                target.value = self._expression(target.value, scope, Manner.ITEM_AUGMENTED)[0]
            case ast.Attribute():
                self._attribute(target, scope, Manner.AUGMENTED)
            case _:
                pass

    def _seen_binding(self, node: ast.NamedExpr, name: str, scope: Scope) -> ast.expr:
        """Return `(name := value)`, seen if the name is one of the module."""
        if scope.class_name is not None or not is_global(name, scope):
            return node
        return _see(node, self._place(node, name, scope, Manner.ASSIGNED))

    def _marks(self, bound: "Iterator[_Bound]", scope: Scope) -> list[ast.stmt]:
        """Return statements that show that names of the module, or fields of the class, were bound."""
        marks: list[ast.stmt] = []
        for each in bound:
            is_field = scope.class_name is not None and each.name in scope.names
            if not is_field and not is_global(each.name, scope):
                continue
            class_name = scope.class_name if is_field else None
            place = self._place(each.node, each.name, scope, each.manner, class_name=class_name)
            mark = ast.Expr(value=_see(ast.copy_location(ast.Constant(value=None), each.node), place))
            marks.append(ast.copy_location(mark, each.node))
        return marks

    def _place(
        self,
        node: ast.AST,
        name: str,
        scope: Scope,
        manner: Manner,
        *,
        is_attribute: bool = False,
        is_self: bool = False,
        class_name: str | None = None,
        holder: int | None = None,
    ) -> int:
        return self.add_place(
            Place(
                module=self.module.name,
                user=scope.user,
                line=getattr(node, "lineno", 0),
                name=name,
                manner=manner,
                is_attribute=is_attribute,
                is_self=is_self,
                class_name=class_name,
                holder=holder,
            )
        )


@dataclass(frozen=True, slots=True)
class _Bound:
    """A name that a statement binds."""

    name: str
    manner: Manner
    node: ast.AST


def _bound_by(statement: ast.stmt) -> Iterator[_Bound]:
    """Yield the names that are bound when a statement is done."""
    match statement:
        case ast.Assign(targets=targets):
            yield from _names_in(targets, Manner.ASSIGNED)
        case ast.AnnAssign(target=target) if statement.value is not None:
            yield from _names_in([target], Manner.ASSIGNED)
        case ast.AugAssign(target=target):
            yield from _names_in([target], Manner.AUGMENTED)
        case ast.Delete(targets=targets):
            yield from _names_in(targets, Manner.DELETED)
        case _:
            pass


def _bound_before(node: ast.AST) -> Iterator[_Bound]:
    """Yield the names that are bound when the body of a statement begins."""
    match node:
        case ast.For(target=target) | ast.AsyncFor(target=target):
            yield from _names_in([target], Manner.ASSIGNED)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            targets = [item.optional_vars for item in items if item.optional_vars is not None]
            yield from _names_in(targets, Manner.ASSIGNED)
        case ast.ExceptHandler(name=str(name)):
            yield _Bound(name, Manner.ASSIGNED, node)
        case ast.match_case(pattern=pattern):
            for name in sorted(bindings_of([pattern]).variables):
                yield _Bound(name, Manner.ASSIGNED, pattern)
        case _:
            pass


def _names_in(targets: list[ast.expr], manner: Manner) -> Iterator[_Bound]:
    for target in targets:
        for node in ast.walk(target):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
                yield _Bound(node.id, manner, node)


def _manner_of_container(node: ast.Subscript, manner: Manner) -> Manner:
    """Say what happens to `x` when `x[…]` is used in a manner."""
    if not isinstance(node.ctx, ast.Load):
        return Manner.ITEM_SET
    return Manner.READ if manner is Manner.READ else Manner.INSIDE


def _see(value: ast.expr, place: int) -> ast.expr:
    """Return `see(value, place)`, standing where the value stands."""
    call = ast.Call(
        func=ast.Name(id=SEE, ctx=ast.Load()), args=[value, ast.Constant(value=place)], keywords=[]
    )
    located: ast.expr = ast.fix_missing_locations(ast.copy_location(call, value))
    return located
