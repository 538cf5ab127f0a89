"""The sources of a function's results and of the attributes that it sets, reduced to names.

Turns: the scope of a function → its statements that matter for these, reduced to names, calls and some
strings; such a statement → a line that is the same for equal statements, wherever they are in the file.

Other files see only these statements of a function. So everything that is kept must also be in the line,
which is hashed.
"""

import json
from collections.abc import Iterator

import msgspec

from codeshed.model.facts.python_facts import (
    Argument,
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
    Return,
    ScopeFact,
    Statement,
    Walrus,
)

_MAX_DEPTH = 12
"""How deeply nested members and calls are kept; nobody follows them further."""


class _FunctionContext(msgspec.Struct, frozen=True, kw_only=True):
    """The facts about a function that decide which statements are kept."""

    local_names: frozenset[str]
    imported_names: frozenset[str]
    parameters: frozenset[str]
    sourced_parameters: frozenset[str]
    """Parameters with a source: they are annotated, or may be pytest fixtures."""
    receiver: str | None
    """The first parameter of a method."""
    is_decorated: bool


class _ReducedStatement(msgspec.Struct, frozen=True, kw_only=True):
    """A reduced statement, with what decides whether it is kept."""

    statement: Statement
    roots: frozenset[str] = frozenset()
    """The names with which its value begins: `a` in `a.b(c)`."""
    names: frozenset[str] = frozenset()
    """All names in its value and annotation."""
    bound_names: tuple[str, ...] = ()
    """The local variables that it assigns."""
    is_result: bool = False
    """Whether its value leaves the function."""
    has_source: bool = False
    """Whether it has a source by itself, not only through variables."""


def find_value_statements(scope: ScopeFact, *, is_method: bool, is_decorated: bool) -> tuple[Statement, ...]:
    """Return the statements that a function's results and attributes come from, following its local variables backwards.

    For a decorated function, which may be a fixture, its yields count as results. Values without a source are
    left out: variables that are assigned no name, member or call. Arguments of calls are left out, except
    parameters, names that the function imports, and names that are not local.
    """
    names = [parameter.name for parameter in scope.parameters]
    receiver = names[0] if is_method and names else None
    if not any(_may_leave(each, receiver) for each in scope.statements):
        return ()
    function = _FunctionContext(
        local_names=_local_names(scope),
        imported_names=frozenset(_bound_name(each) for each in scope.statements if isinstance(each, Import)),
        parameters=frozenset(names),
        sourced_parameters=frozenset(
            parameter.name
            for parameter in scope.parameters
            if (is_decorated or parameter.annotation is not None) and parameter.name != receiver
        ),
        receiver=receiver,
        is_decorated=is_decorated,
    )
    reduced_statements = [
        reduced for each in scope.statements for reduced in _reduce_statement(each, function)
    ]
    sourced = _find_with_source(reduced_statements, function)
    by_name: dict[str, list[int]] = {}
    for index in sorted(sourced):
        for name in reduced_statements[index].bound_names:
            by_name.setdefault(name, []).append(index)
    kept: set[int] = set()
    pending = [index for index in sourced if reduced_statements[index].is_result]
    while pending:
        current = pending.pop()
        if current not in kept:
            kept.add(current)
            for name in reduced_statements[current].names:
                pending += by_name.pop(name, ())
    return tuple(reduced_statements[index].statement for index in sorted(kept))


def serialize_value_statement(statement: Statement, scope: ScopeFact) -> str:
    """Serialize a statement that `find_value_statements` returned, in one line."""
    local_names = _local_names(scope)
    match statement:
        case Return():
            return f"return {_serialize(statement.value, local_names)}"
        case ExpressionStatement(value=Compound(parts=parts)):
            return f"yield {','.join(_serialize(part, local_names) for part in parts)}"
        case Assign():
            targets = ",".join(_serialize(target, local_names) for target in statement.targets)
            values = (statement.annotation, statement.value)
            texts = ("" if each is None else _serialize(each, local_names) for each in values)
            return f"{targets}:{'='.join(texts)}"
        case Import():
            return f"import {statement.level} {statement.module} {statement.name} {statement.alias}"
        case _:
            return ""


def _may_leave(statement: Statement, receiver: str | None) -> bool:
    """Whether a statement may be one whose value leaves the function; a cheap test, as most functions have none."""
    if isinstance(statement, Assign):
        return any(
            isinstance(target, Attribute) and _is_name(target.value, receiver) for target in statement.targets
        )
    return isinstance(statement, Return) or (
        isinstance(statement, ExpressionStatement)
        and isinstance(statement.value, Compound)
        and statement.value.kind is CompoundKind.YIELD
    )


def _is_name(value: Expression, name: str | None) -> bool:
    return isinstance(value, Name) and value.name == name


def _local_names(scope: ScopeFact) -> frozenset[str]:
    return frozenset(scope.bound_names).difference(scope.global_names, scope.nonlocal_names)


def _find_with_source(reduced_statements: list[_ReducedStatement], function: _FunctionContext) -> set[int]:
    """Return the statements whose values have a source, directly or through variables."""
    users: dict[str, list[int]] = {}
    for index, reduced in enumerate(reduced_statements):
        for root in reduced.roots:
            users.setdefault(root, []).append(index)
    without_source = function.local_names - function.sourced_parameters
    pending = [
        index
        for index, reduced in enumerate(reduced_statements)
        if reduced.has_source or reduced.roots - without_source
    ]
    sourced: set[int] = set()
    while pending:
        current = pending.pop()
        if current not in sourced:
            sourced.add(current)
            for name in reduced_statements[current].bound_names:
                pending += users.pop(name, ())
    return sourced


def _reduce_statement(statement: Statement, function: _FunctionContext) -> Iterator[_ReducedStatement]:
    match statement:
        case Return():
            value = _reduce_expression(statement.value, function)
            if value is not None:
                # Callers must know which of their arguments are returned.
                has_source = not function.parameters.isdisjoint(_passed_names(value))
                yield _reduce(Return(value), value, is_result=True, has_source=has_source)
        case ExpressionStatement(value=Compound(kind=CompoundKind.YIELD, parts=(part,)) as expression) if (
            function.is_decorated
        ):
            value = _reduce_expression(part, function)
            if value is not None:
                kept = Compound(expression.begin, expression.end, CompoundKind.YIELD, (value,))
                yield _reduce(ExpressionStatement(kept), value, is_result=True)
        case Assign(operator=None):
            yield from _reduce_assignment(statement, function)
        case Import() if statement.name != "*":
            yield _ReducedStatement(
                statement=statement, bound_names=(_bound_name(statement),), has_source=True
            )


def _reduce(
    statement: Statement,
    value: Expression | None,
    annotation: Expression | None = None,
    *,
    bound_names: tuple[str, ...] = (),
    is_result: bool = False,
    has_source: bool = False,
) -> _ReducedStatement:
    return _ReducedStatement(
        statement=statement,
        roots=frozenset() if value is None else _roots(value),
        names=frozenset().union(*(_names_in(each) for each in (value, annotation) if each is not None)),
        bound_names=bound_names,
        is_result=is_result,
        has_source=has_source,
    )


def _bound_name(statement: Import) -> str:
    return statement.alias or statement.name or statement.module.split(".", 1)[0]


def _reduce_assignment(statement: Assign, function: _FunctionContext) -> Iterator[_ReducedStatement]:
    names = [
        each for each in statement.targets if isinstance(each, Name) and each.name in function.local_names
    ]
    fields = [
        each
        for each in statement.targets
        if isinstance(each, Attribute) and _is_name(each.value, function.receiver)
    ]
    if not names and not fields:
        return
    value = (
        None
        if statement.value is None
        else _reduce_expression(statement.value, function, has_texts=bool(fields))
    )
    annotation = None if statement.annotation is None else _reduce_type(statement.annotation)
    if value is None and annotation is None:
        return
    yield _reduce(
        Assign((*names, *fields), value, annotation),
        value,
        annotation,
        bound_names=tuple(each.name for each in names),
        is_result=bool(fields) and value is not None,
        has_source=annotation is not None,
    )


def _reduce_type(annotation: Expression) -> Expression | None:
    """Return an annotation that is a dotted name, or a string that may be one."""
    if isinstance(annotation, Literal):
        return annotation if annotation.type_name == "str" and annotation.text is not None else None
    is_name = isinstance(annotation, Name)
    return annotation if is_name or (isinstance(annotation, Attribute) and _is_dotted(annotation)) else None


def _is_dotted(value: Expression) -> bool:
    depth = 0
    while isinstance(value, Attribute) and depth < _MAX_DEPTH:
        value = value.value
        depth += 1
    return isinstance(value, Name)


def _reduce_expression(
    value: Expression, function: _FunctionContext, *, has_texts: bool = False, depth: int = 0
) -> Expression | None:
    """Return the reduced expression; None if it does not begin with a name."""
    kept: Expression | None = None
    match value:
        case _ if depth > _MAX_DEPTH:
            pass
        case Name():
            kept = value
        case Attribute():
            inner = _reduce_expression(value.value, function, has_texts=has_texts, depth=depth + 1)
            kept = None if inner is None else Attribute(value.begin, value.end, inner, value.name)
        case Call():
            inner = _reduce_expression(value.function, function, has_texts=has_texts, depth=depth + 1)
            if inner is not None:
                arguments = _reduce_arguments(value.arguments, function, has_texts=has_texts, depth=depth + 1)
                kept = Call(value.begin, value.end, inner, arguments)
        case Walrus():
            kept = _reduce_expression(value.value, function, has_texts=has_texts, depth=depth + 1)
        case Compound(kind=CompoundKind.CHOICE):
            parts = value.parts[:2] if value.detail == "if" else value.parts
            reduced = [
                _reduce_expression(part, function, has_texts=has_texts, depth=depth + 1) for part in parts
            ]
            parts = tuple(each for each in reduced if each is not None)
            kept = Compound(value.begin, value.end, CompoundKind.CHOICE, parts) if parts else None
    return kept


def _reduce_arguments(
    arguments: tuple[Argument, ...], function: _FunctionContext, *, has_texts: bool, depth: int
) -> tuple[Argument, ...]:
    """Return the arguments with placeholders for those that are dropped; trailing ones are cut off."""
    found: list[Argument] = []
    n_kept = 0
    for argument in arguments:
        value = argument.value
        is_text = isinstance(value, Literal) and value.type_name == "str" and value.text is not None
        reduced = (
            value
            if has_texts and is_text
            else _reduce_expression(value, function, has_texts=has_texts, depth=depth)
        )
        if reduced is not None and not _roots(reduced).isdisjoint(_hidden_names(reduced, function)):
            reduced = None
        blank = Compound(value.begin, value.end, CompoundKind.OTHER)
        found.append(Argument(reduced or blank, argument.keyword, argument.spread))
        if reduced is not None:
            n_kept = len(found)
    return tuple(found[:n_kept])


def _hidden_names(value: Expression, function: _FunctionContext) -> frozenset[str]:
    """Return the names that an argument must not begin with: locals, except parameters that are passed as they are."""
    passed = function.parameters if isinstance(value, Name) else frozenset()
    return function.local_names - function.imported_names - passed


def _roots(value: Expression) -> frozenset[str]:
    """Return the names with which a reduced expression begins."""
    return frozenset(_iter_names(value, with_arguments=False))


def _names_in(value: Expression) -> frozenset[str]:
    return frozenset(_iter_names(value, with_arguments=True))


def _iter_names(value: Expression, *, with_arguments: bool) -> Iterator[str]:
    pending = [value]
    while pending:
        current = pending.pop()
        if isinstance(current, Name):
            yield current.name
        elif isinstance(current, Attribute):
            pending.append(current.value)
        elif isinstance(current, Call):
            pending.append(current.function)
            pending += [argument.value for argument in current.arguments if with_arguments]
        elif isinstance(current, Compound):
            pending += current.parts


def _passed_names(value: Expression) -> frozenset[str]:
    """Return the names that a reduced expression is, or calls."""
    alternatives = value.parts if isinstance(value, Compound) else (value,)
    called = (each.function if isinstance(each, Call) else each for each in alternatives)
    return frozenset(each.name for each in called if isinstance(each, Name))


def _serialize(value: Expression, local_names: frozenset[str]) -> str:
    """Serialize a reduced expression; locals are distinguished from other names by a `'`."""
    match value:
        case Name():
            return f"{value.name}'" if value.name in local_names else value.name
        case Attribute():
            return f"{_serialize(value.value, local_names)}.{value.name}"
        case Call():
            arguments = ",".join(_serialize_argument(each, local_names) for each in value.arguments)
            return f"{_serialize(value.function, local_names)}({arguments})"
        case Literal():
            return json.dumps(value.text)
        case Compound(kind=CompoundKind.CHOICE):
            return f"[{'|'.join(_serialize(part, local_names) for part in value.parts)}]"
        case _:
            return "?"


def _serialize_argument(argument: Argument, local_names: frozenset[str]) -> str:
    keyword = "" if argument.keyword is None else f"{argument.keyword}="
    return f"{'*' * argument.spread}{keyword}{_serialize(argument.value, local_names)}"
