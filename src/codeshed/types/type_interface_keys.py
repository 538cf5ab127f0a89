"""Invalidation keys of types: hashes of what other files' types can depend on in a file.

Turns: a file's text, its facts and its types → keys. As long as they stay the same, an edit of the file changes no other
file's types. They cover the text outside of function bodies, and what the engine infers from bodies: undeclared return
types, and the types of attributes assigned in methods. If the engine may know more of such a type than its report and the
`reveal_type` answers say, the key covers the body's text itself.
"""

import hashlib
import sys
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import combinations

import msgspec

from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Compound,
    DefinitionFact,
    Expression,
    ExpressionStatement,
    Loop,
    Name,
    PythonFacts,
    Return,
    ScopeFact,
    ScopeKind,
    With,
)
from codeshed.model.facts.type_facts import FileTypes, TypeFact
from codeshed.model.symbol_ids import member_symbol
from codeshed.types.significant_text import significant_text
from codeshed.types.single_bindings import SingleBindings
from codeshed.types.type_text_completeness import (
    complete_type_text,
    incomplete_names,
    is_same_type,
    is_text_complete,
    may_name_type_variables,
    return_type_in,
)

_encode = msgspec.msgpack.Encoder().encode


class TypeInterfaceKeys(msgspec.Struct, frozen=True, array_like=True):
    """The invalidation keys of a file: of its text outside of functions, which needs no types, and of everything visible."""

    outline: bytes
    interface: bytes


def type_interface_keys(
    path: str,
    content: bytes,
    facts: PythonFacts,
    types: FileTypes | None,
    answers: Mapping[str, str],
    *,
    outline: bytes | None = None,
) -> TypeInterfaceKeys:
    """Return the keys of a file whose text is `content`; `answers` are `reveal_type` answers by qualified name.

    Without types, everything is visible; so it is in a file with syntax errors, which the engine may parse differently.
    `outline` is the key of this text outside of functions, if it is known.
    """
    outline = outline_key(content, facts) if outline is None else outline
    if types is None or facts.problems:
        return TypeInterfaceKeys(outline, hashlib.sha256(content).digest())
    file = _TypedFile(path, content, facts, types, answers)
    digest = hashlib.sha256(outline)
    for definition, scope in file.functions:
        body = content[scope.begin : scope.end]
        is_visible = file.is_body_visible(definition, scope)
        digest.update(hashlib.sha256(significant_text(body) if is_visible else b"").digest())
    digest.update(_encode(file.inferred_types()))
    return TypeInterfaceKeys(outline, digest.digest())


def outline_key(content: bytes, facts: PythonFacts) -> bytes:
    """Return the key of the text outside of function bodies."""
    digest = hashlib.sha256()
    begin = 0
    for _, scope in _outermost_functions(facts):
        digest.update(hashlib.sha256(significant_text(content[begin : scope.begin])).digest())
        begin = scope.end
    digest.update(significant_text(content[begin:]))
    return digest.digest()


def _outermost_functions(facts: PythonFacts) -> list[tuple[DefinitionFact, ScopeFact]]:
    """Return the functions and methods that are nested in no other function, in source order."""
    is_within_function = [False] * len(facts.scopes)
    found = []
    for index, scope in enumerate(facts.scopes):
        is_within = scope.parent is not None and is_within_function[scope.parent]
        if scope.kind is ScopeKind.FUNCTION and scope.definition is not None and not is_within:
            found.append((facts.definitions[scope.definition], scope))
        is_within_function[index] = is_within or scope.kind is ScopeKind.FUNCTION
    return sorted(found, key=lambda each: each[1].begin)


class _TypedFile:
    """A file with the types of its definitions."""

    def __init__(
        self, path: str, content: bytes, facts: PythonFacts, types: FileTypes, answers: Mapping[str, str]
    ) -> None:
        self.functions = _outermost_functions(facts)
        self._function_names = frozenset(definition.qualified_name for definition, _ in self.functions)
        self._path = path
        self._facts = facts
        self._types = types
        self._answers = answers
        self._bindings = SingleBindings(content, facts)
        self._declared_by_class: dict[int, frozenset[str]] = {}
        bodies = [(scope.begin, scope.end) for _, scope in self.functions]
        self._scopes_within: dict[int, list[ScopeFact]] = {begin: [] for begin, _ in bodies}
        for scope in facts.scopes:
            if _is_within(scope.begin, bodies):
                self._scopes_within[bodies[_last_before(scope.begin, bodies)][0]].append(scope)
        self._name_by_begin = {
            each.name_begin: each.qualified_name
            for each in facts.definitions
            if not _is_within(each.name_begin, bodies)
        }

    def inferred_types(self) -> list[object]:
        """Return the inferred types of results, fields and variables, by qualified name, which no edit of a body changes."""
        name_by_begin = self._name_by_begin
        return [
            sorted(
                (name_by_begin[begin], _written(function.returns))
                for begin, function in self._types.function_by_name_offset.items()
                if begin in name_by_begin
            ),
            sorted(
                (name_by_begin[begin], name, _written(fact))
                for begin, fields in self._types.fields_by_class.items()
                if begin in name_by_begin
                for name, fact in fields.items()
            ),
            sorted((name, _written(fact)) for name, fact in self._types.variables.items()),
            sorted(
                (name_by_begin[begin], ancestors)
                for begin, ancestors in self._types.ancestors_by_class.items()
                if begin in name_by_begin
            ),
            self._all_revealed_types(),
        ]

    def is_body_visible(self, definition: DefinitionFact, scope: ScopeFact) -> bool:
        """Whether other files' types may depend on more of a function's body than the types that are known."""
        return (
            any(each is None for each in self._revealed_types(definition, scope).values())
            or _may_be_stub(scope)
            or any(each.global_names for each in self._scopes_within[scope.begin])
        )

    def _all_revealed_types(self) -> list[tuple[str, str]]:
        """Return the revealed types of results and fields that say more than the report."""
        return sorted(
            {
                (name, revealed)
                for definition, scope in self.functions
                for name, revealed in self._revealed_types(definition, scope).items()
                if revealed
            }
        )

    def _revealed_types(self, definition: DefinitionFact, scope: ScopeFact) -> dict[str, str | None]:
        """Return the full types of an undeclared result and of assigned fields: `""` as in the report, None if unknown."""
        found = {}
        owner = self._owner(scope)
        if definition.returns is None:
            found[definition.qualified_name] = self._revealed_result(definition, owner)
        if owner is not None:
            for name in _stored_fields(scope, self._scopes_within[scope.begin]):
                found[f"{owner.qualified_name}.{name}"] = self._revealed_field(name, owner)
        return found

    def _revealed_result(self, definition: DefinitionFact, owner: DefinitionFact | None) -> str | None:
        function = self._types.function_by_name_offset.get(definition.name_begin)
        fact = None if function is None else function.returns
        if fact is None or self._names_local_class(fact):
            return None
        if is_text_complete(fact):
            return ""
        answer = self._answers.get(definition.qualified_name)
        if answer is None or may_name_type_variables(fact) or not self._bindings.is_only_binding(definition):
            return None
        revealed = complete_type_text(return_type_in(answer))
        # A decorator may replace the function: then the type of the replacement is what others see.
        is_about_it = revealed and (definition.decorators or is_same_type(fact, revealed, _name_of(owner)))
        return revealed if is_about_it else None

    def _revealed_field(self, name: str, owner: DefinitionFact) -> str | None:
        fact = self._types.fields_by_class.get(owner.name_begin, {}).get(name)
        if fact is None or self._names_local_class(fact):
            return None
        is_declared = name in self._declared_fields(owner) and not self._names_class(fact, owner)
        if is_text_complete(fact) or is_declared:
            return ""
        answer = self._answers.get(f"{owner.qualified_name}.{name}")
        if answer is None or may_name_type_variables(fact) or not self._bindings.is_only_binding(owner):
            return None
        revealed = complete_type_text(answer)
        return revealed if revealed and is_same_type(fact, revealed, _name_of(owner)) else None

    def _names_class(self, fact: TypeFact, owner: DefinitionFact) -> bool:
        own = member_symbol(self._path, owner.qualified_name)
        return any(self._types.class_by_dotted_name.get(name) == own for name in incomplete_names(fact.text))

    def _names_local_class(self, fact: TypeFact) -> bool:
        """Whether a type names a local class of a function: such a name has the function's name in it, `a.make.Inner`."""
        for name in incomplete_names(fact.text):
            parts = name.split(".")
            spans = combinations(range(1, len(parts)), 2)
            if any(".".join(parts[begin:end]) in self._function_names for begin, end in spans):
                return True
        return False

    def _owner(self, scope: ScopeFact) -> DefinitionFact | None:
        """Return the class of a method, None for a function."""
        around = None if scope.parent is None else self._facts.scopes[scope.parent]
        if around is None or around.kind is not ScopeKind.CLASS or around.definition is None:
            return None
        return self._facts.definitions[around.definition]

    def _declared_fields(self, owner: DefinitionFact) -> frozenset[str]:
        """Return the fields of a class with an annotation, in its body or in a method."""
        if owner.name_begin not in self._declared_by_class:
            names = set(_declared_names(self._facts.scopes[owner.scope], receiver=None))
            for scope in self._facts.scopes:
                if scope.parent == owner.scope and scope.kind is ScopeKind.FUNCTION and scope.parameters:
                    names.update(_declared_names(scope, receiver=scope.parameters[0].name))
            self._declared_by_class[owner.name_begin] = frozenset(names)
        return self._declared_by_class[owner.name_begin]


def _name_of(owner: DefinitionFact | None) -> str:
    return "" if owner is None else owner.name


def _is_within(begin: int, bodies: list[tuple[int, int]]) -> bool:
    """Whether an offset is in one of some spans, which are in ascending order."""
    index = _last_before(begin, bodies)
    return index >= 0 and bodies[index][0] <= begin < bodies[index][1]


def _last_before(begin: int, bodies: list[tuple[int, int]]) -> int:
    """Return the index of the last span that does not begin after an offset, -1 if all do."""
    return bisect_right(bodies, (begin, sys.maxsize)) - 1


def _declared_names(scope: ScopeFact, receiver: str | None) -> Iterator[str]:
    """Yield the annotated names of a scope, or with `receiver` the annotated attributes of that name (`self.a: int`)."""
    for statement in scope.statements:
        if (
            not isinstance(statement, Assign)
            or statement.annotation is None
            or _is_final(statement.annotation)
        ):
            continue
        for target in statement.targets:
            if (receiver is None and isinstance(target, Name)) or (
                isinstance(target, Attribute)
                and isinstance(target.value, Name)
                and target.value.name == receiver
            ):
                yield target.name


def _is_final(annotation: Expression) -> bool:
    """Whether an annotation is a bare `Final`, so that the type is inferred."""
    return isinstance(annotation, Name | Attribute) and annotation.name == "Final"


def _stored_fields(method: ScopeFact, scopes: list[ScopeFact]) -> Iterator[str]:
    """Yield the attributes of its receiver that a method assigns, in its own scope or a nested one."""
    receiver = method.parameters[0].name if method.parameters else None
    pending: list[Expression] = []
    for statement in (statement for scope in scopes for statement in scope.statements):
        if isinstance(statement, Assign):
            pending.extend(statement.targets)
        elif isinstance(statement, Loop | With) and statement.target is not None:
            pending.append(statement.target)
    while pending:
        target = pending.pop()
        if isinstance(target, Compound):
            pending.extend(target.parts)
        elif (
            isinstance(target, Attribute) and isinstance(target.value, Name) and target.value.name == receiver
        ):
            yield target.name


def _may_be_stub(scope: ScopeFact) -> bool:
    """Whether a function does nothing, only raises, or returns one name: the engine may treat it as unimplemented."""
    if len(scope.statements) > 1:
        return False
    only = scope.statements[0] if scope.statements else None
    return (
        only is None
        or (isinstance(only, ExpressionStatement) and only.is_raised)
        or (isinstance(only, Return) and isinstance(only.value, Name))
    )


def _written(fact: TypeFact | None) -> object:
    return None if fact is None else msgspec.structs.astuple(fact)
