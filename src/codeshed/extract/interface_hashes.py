"""The interface of a file by name, so that a change of one name affects only the files that look it up.

Turns: the visible facts of a file and its source → a short hash for each top-level name; equal definitions
have equal hashes, wherever they are in the file.
"""

import hashlib
from collections.abc import Iterator

import msgspec

from codeshed.extract.return_origins import serialize_value_statement
from codeshed.model.facts.file_interface import NAME_SET_ASPECT, NAMELESS_ASPECT, method_aspect
from codeshed.model.facts.python_facts import (
    Assign,
    Call,
    Compound,
    CompoundKind,
    Define,
    DefinitionFact,
    Delete,
    ExceptClause,
    Expression,
    ExpressionStatement,
    Import,
    Loop,
    MatchStatement,
    Name,
    PythonFacts,
    Return,
    ScopeFact,
    ScopeKind,
    Statement,
    With,
)

_MAX_HASHED_BYTES = 1_000_000
"""If the text of a statement, times its names, exceeds so many bytes, its digest is hashed for each name
instead.
"""

_DIGEST_BYTES = 8
_encode = msgspec.msgpack.Encoder().encode


def hash_names(
    facts: PythonFacts,
    visible: PythonFacts,
    content: bytes,
    stored_fields: tuple[tuple[int, tuple[str, ...]], ...],
    assigned_names: tuple[tuple[int, tuple[str, ...]], ...],
) -> dict[str, bytes]:
    """Return the hash of each name; `visible` are the facts without what other files can't see."""
    return _Aspects(facts, visible, content).find(stored_fields, assigned_names)


class _Aspects:
    """Collects the hashed content of each name."""

    def __init__(self, facts: PythonFacts, visible: PythonFacts, content: bytes) -> None:
        self._facts = facts
        self._visible = visible
        self._content = content
        self._pieces: dict[str, list[bytes]] = {}

    def find(
        self,
        stored_fields: tuple[tuple[int, tuple[str, ...]], ...],
        assigned_names: tuple[tuple[int, tuple[str, ...]], ...],
    ) -> dict[str, bytes]:
        module = self._visible.scopes[0]
        for statement in module.statements:
            self._add_statement(statement)
        tops = _aspect_names(self._facts)
        for scope, fields in stored_fields:
            # These are fields of the class around the method.
            parent = self._facts.scopes[scope].parent
            self._add(
                tops[scope if parent is None else parent], _encode((self._qualified_name(scope), fields))
            )
        for scope, assigned in assigned_names:
            for name in assigned:
                self._add(tops[scope] or name, _encode((self._qualified_name(scope), name)))
        for fact in self._facts.scopes:
            for name in fact.global_names:
                self._add(name, b"global")
        for name in module.bound_names:
            self._add(name, b"bound")
        self._add(NAME_SET_ASPECT, _encode(sorted(module.bound_names)))
        return {name: _digest(self._pieces[name]) for name in sorted(self._pieces)}

    def _add_statement(self, statement: Statement) -> None:
        """Add a statement of the module to each name that it binds."""
        text = b"\x1e".join(self._serialize(statement, is_top=True))
        names = list(_bound_names(statement, self._facts)) or [NAMELESS_ASPECT]
        if b"lambda" in text:
            names.append(NAMELESS_ASPECT)
        if len(names) * len(text) > _MAX_HASHED_BYTES:
            text = _digest([text])
        for name in names:
            self._add(name, text)
        self._add_methods(statement)

    def _add_methods(self, statement: Statement) -> None:
        """Add the methods of a top-level class, each with what it returns."""
        if not isinstance(statement, Define):
            return
        for method in self._methods_in(self._facts.definitions[statement.definition]):
            scope = self._facts.scopes[self._facts.definitions[method.definition].scope]
            aspect = method_aspect(self._facts, scope)
            if aspect is not None:
                self._add(aspect, b"\x1e".join(self._serialize(method)))

    def _methods_in(self, definition: DefinitionFact) -> list[Define]:
        """Return the functions that the body of a class defines."""
        scope = self._visible.scopes[definition.scope]
        if scope.kind is not ScopeKind.CLASS:
            return []
        definitions, scopes = self._facts.definitions, self._visible.scopes
        return [
            each
            for each in scope.statements
            if isinstance(each, Define)
            and scopes[definitions[each.definition].scope].kind is ScopeKind.FUNCTION
        ]

    def _add(self, name: str, piece: bytes) -> None:
        self._pieces.setdefault(name, []).append(piece)

    def _qualified_name(self, scope: int) -> str:
        definition = self._facts.scopes[scope].definition
        return "" if definition is None else self._facts.definitions[definition].qualified_name

    def _serialize(self, statement: Statement, *, is_top: bool = False) -> Iterator[bytes]:
        """Yield what others see of a statement; of a class at the top of the file, without what its methods return."""
        if isinstance(statement, Define):
            yield from self._serialize_definition(statement.definition, is_top=is_top)
            return
        yield type(statement).__name__.encode()
        if isinstance(statement, Import):
            # Not the text, in which one import may stand among many.
            yield _encode(
                (statement.module, statement.name, statement.alias, statement.level, statement.is_for_types)
            )
        elif isinstance(statement, Assign):
            yield _encode(statement.operator)
            for value in (*statement.targets, statement.value, statement.annotation):
                yield self._text(value)
        else:
            for value in _expressions(statement):
                yield self._text(value)

    def _serialize_header(self, definition: DefinitionFact) -> Iterator[bytes]:
        yield self._content[definition.begin : definition.name_begin]
        yield _encode(
            (
                definition.qualified_name,
                definition.signature,
                definition.is_generator,
                definition.is_async,
                definition.has_body,
                definition.is_alias,
            )
        )

    def _serialize_definition(self, index: int, *, is_top: bool) -> Iterator[bytes]:
        definition = self._facts.definitions[index]
        scope = self._visible.scopes[definition.scope]
        yield from self._serialize_header(definition)
        methods = {each.definition for each in self._methods_in(definition)} if is_top else frozenset()
        if scope.kind is ScopeKind.CLASS:
            yield _encode(sorted(scope.bound_names))
        full_scope = self._facts.scopes[definition.scope]
        if scope.kind is not ScopeKind.FUNCTION:
            for statement in scope.statements:
                if isinstance(statement, Define) and statement.definition in methods:
                    yield from self._serialize_header(self._facts.definitions[statement.definition])
                else:
                    yield from self._serialize(statement)
        elif has_names_visible_outside(full_scope):
            for statement in scope.statements:
                yield from self._serialize(statement)
            yield _encode((sorted(scope.bound_names), scope.global_names, scope.nonlocal_names))
        else:
            yield _encode(
                [serialize_value_statement(statement, full_scope) for statement in scope.statements]
            )

    def _text(self, value: Expression | None) -> bytes:
        return b"" if value is None else self._content[value.begin : value.end]


def has_names_visible_outside(scope: ScopeFact) -> bool:
    """Whether other files look up names in a function: it has nested definitions, or returns the call of a local function."""
    parameters = {parameter.name for parameter in scope.parameters}
    for statement in scope.statements:
        if isinstance(statement, Define):
            return True
        if isinstance(statement, Return):
            for value in _alternatives(statement.value):
                function = value.function if isinstance(value, Call) else None
                is_bound = isinstance(function, Name) and function.name in scope.bound_names
                if is_bound and isinstance(function, Name) and function.name not in parameters:
                    return True
    return False


def _alternatives(value: Expression) -> tuple[Expression, ...]:
    """Return the possible values of an expression: both branches of `a if c else b`."""
    if isinstance(value, Compound) and value.kind is CompoundKind.CHOICE:
        return value.parts[:2] if value.detail == "if" else value.parts
    return (value,)


def _bound_names(statement: Statement, facts: PythonFacts) -> Iterator[str]:
    """Yield the names that a statement binds."""
    if isinstance(statement, Define):
        yield facts.definitions[statement.definition].name
    elif isinstance(statement, Import):
        if statement.name != "*":
            yield statement.alias or statement.name or statement.module.split(".", 1)[0]
    elif isinstance(statement, ExceptClause):
        if statement.name is not None:
            yield statement.name
    elif isinstance(statement, MatchStatement):
        yield from statement.names
    else:
        pending = [each for each in _targets(statement) if each is not None]
        while pending:
            current = pending.pop()
            if isinstance(current, Name):
                yield current.name
            elif isinstance(current, Compound):
                pending += current.parts


def _targets(statement: Statement) -> tuple[Expression | None, ...]:
    if isinstance(statement, Assign):
        return statement.targets
    return (statement.target,) if isinstance(statement, Loop | With) else ()


def _expressions(statement: Statement) -> tuple[Expression | None, ...]:
    found: tuple[Expression | None, ...] = ()
    match statement:
        case ExpressionStatement() | Return():
            found = (statement.value,)
        case Loop():
            found = (statement.target, statement.iterable)
        case With():
            found = (statement.context, statement.target)
        case ExceptClause():
            found = (statement.types,)
        case MatchStatement():
            found = (statement.subject, *statement.classes)
        case Delete():
            found = statement.targets
    return found


def _aspect_names(facts: PythonFacts) -> list[str]:
    """Return for each scope the aspect that it belongs to; "" for the module."""
    names: list[str] = []
    for scope in facts.scopes:
        aspect = method_aspect(facts, scope)
        if scope.parent is None:
            names.append("")
        elif scope.parent == 0 and scope.definition is not None:
            names.append(facts.definitions[scope.definition].name)
        elif aspect is not None:
            names.append(aspect)
        else:
            names.append(names[scope.parent])
    return names


def _digest(pieces: list[bytes]) -> bytes:
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    for piece in pieces:
        digest.update(len(piece).to_bytes(4, "little"))
        digest.update(piece)
    return digest.digest()
