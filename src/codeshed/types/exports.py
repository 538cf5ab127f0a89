"""What other files can see of a file.

Turns: a file's text, its syntax and its types → keys. As long as they stay the same, no other file's types can have
changed. They cover the text outside the bodies of functions; and of bodies, what the engine concludes from them:
the types of results that are not declared, and of the fields that methods set. Where the engine knows more of such a
type than it writes, the body itself is covered.
"""

import hashlib
import re
import sys
from bisect import bisect_right
from collections.abc import Iterator

import msgspec

from codeshed.model.facts import (
    Assign,
    Compound,
    DefinitionFact,
    Enter,
    Evaluate,
    Expression,
    FileFacts,
    Loop,
    Member,
    Name,
    Return,
    ScopeFact,
    ScopeKind,
)
from codeshed.model.identity import member_symbol
from codeshed.model.type_facts import FileTypes, TypeFact
from codeshed.types.significant_text import significant_text

_encode = msgspec.msgpack.Encoder().encode
_WORD = re.compile(r"(?<![\w.-])[\w-]+(?:\.[\w-]+)*")
_PLAIN = frozenset({
    "None", "Never", "NoReturn", "Unknown", "Any", "object", "float", "complex", "bytearray",
    "list", "set", "frozenset", "tuple", "dict", "typing.Any", "typing.Coroutine", "typing.Generator",
    "typing.AsyncGenerator", "typing.Iterator", "typing.Iterable",
})  # fmt: skip
"""Types that the engine writes with all that it knows of them, if their arguments are such types too. Of others it may
know the very value, as of a text or number; the keys, as of a dict by texts; or that it is the class of whoever is
asked, and writes the class that defines it."""
_ONLY_TYPES = re.compile(r"[\w.\-\[\], |]*")
"""What no function and no literal is written with: which function it is, the engine does not write."""


class Exports(msgspec.Struct, frozen=True, array_like=True):
    """The keys of what others can see: of the text outside of functions alone, which needs no types, and of all."""

    outline: bytes
    everything: bytes


def exports_of(path: str, content: bytes, facts: FileFacts, types: FileTypes | None) -> Exports:
    """Return the keys of a file whose text is `content`.

    Of a file without types others may see all; so they may if it is broken, since an engine may read it otherwise.
    """
    outline = outline_key(content, facts)
    if types is None or facts.problems:
        return Exports(outline, hashlib.sha256(content).digest())
    file = _File(path, facts, types)
    digest = hashlib.sha256(outline)
    for definition, scope in file.functions:
        body = content[scope.begin : scope.end]
        is_shown = _is_hardly_a_body(scope) or file.shows_body(definition, scope)
        digest.update(hashlib.sha256(significant_text(body) if is_shown else b"").digest())
    digest.update(_encode(file.concluded()))
    return Exports(outline, digest.digest())


def outline_key(content: bytes, facts: FileFacts) -> bytes:
    """Return the key of the text outside the bodies of functions; if it changes, others may see the change."""
    digest = hashlib.sha256()
    begin = 0
    for _, scope in _outermost_functions(facts):
        digest.update(hashlib.sha256(significant_text(content[begin : scope.begin])).digest())
        begin = scope.end
    digest.update(significant_text(content[begin:]))
    return digest.digest()


def _outermost_functions(facts: FileFacts) -> list[tuple[DefinitionFact, ScopeFact]]:
    """Return the functions and methods that stand in no other function, in the order of the text."""
    is_within_function = [False] * len(facts.scopes)
    found = []
    for index, scope in enumerate(facts.scopes):
        is_within = scope.parent is not None and is_within_function[scope.parent]
        if scope.kind is ScopeKind.FUNCTION and scope.definition is not None and not is_within:
            found.append((facts.definitions[scope.definition], scope))
        is_within_function[index] = is_within or scope.kind is ScopeKind.FUNCTION
    return sorted(found, key=lambda each: each[1].begin)


class _File:
    """A file with what the engine says of its definitions."""

    def __init__(self, path: str, facts: FileFacts, types: FileTypes) -> None:
        self.functions = _outermost_functions(facts)
        self._path = path
        self._facts = facts
        self._types = types
        self._declared_by_class: dict[int, frozenset[str]] = {}
        bodies = [(scope.begin, scope.end) for _, scope in self.functions]
        self._name_by_begin = {
            each.name_begin: each.qualified_name
            for each in facts.definitions
            if not _is_within(each.name_begin, bodies)
        }

    def concluded(self) -> list[object]:
        """Return what the engine concludes of results, fields and variables, by names that no edit of a body moves."""
        name_by_begin = self._name_by_begin
        return [
            sorted(
                (name_by_begin[begin], _written(function.returns))
                for begin, function in self._types.function_by_name.items()
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
        ]

    def shows_body(self, definition: DefinitionFact, scope: ScopeFact) -> bool:
        """Whether others may see more of a function's body than the engine writes."""
        owner = self._owner(scope)
        if definition.returns is None:
            function = self._types.function_by_name.get(definition.name_begin)
            if function is None or not self._is_plain(function.returns, owner):
                return True
        if any(each.global_names for each in self._facts.scopes if scope.begin <= each.begin < scope.end):
            return True
        return owner is not None and self._sets_more(scope, owner)

    def _owner(self, scope: ScopeFact) -> DefinitionFact | None:
        """Return the class that a function stands in."""
        around = None if scope.parent is None else self._facts.scopes[scope.parent]
        if around is None or around.kind is not ScopeKind.CLASS or around.definition is None:
            return None
        return self._facts.definitions[around.definition]

    def _sets_more(self, scope: ScopeFact, owner: DefinitionFact) -> bool:
        """Whether a method gives a field a value of which the engine may know more than it writes."""
        fields = self._types.fields_by_class.get(owner.name_begin, {})
        declared = self._declared_fields(owner)
        return any(
            not self._is_plain(fields.get(name), owner, is_declared=name in declared)
            for name in _stored_fields(scope)
        )

    def _declared_fields(self, owner: DefinitionFact) -> frozenset[str]:
        """Return the fields of a class that are declared with a type, in its body or in a method."""
        if owner.name_begin not in self._declared_by_class:
            names = set(_declared_names(self._facts.scopes[owner.scope], receiver=None))
            for scope in self._facts.scopes:
                if scope.parent == owner.scope and scope.kind is ScopeKind.FUNCTION and scope.parameters:
                    names.update(_declared_names(scope, receiver=scope.parameters[0].name))
            self._declared_by_class[owner.name_begin] = frozenset(names)
        return self._declared_by_class[owner.name_begin]

    def _is_plain(
        self, fact: TypeFact | None, owner: DefinitionFact | None, *, is_declared: bool = False
    ) -> bool:
        """Whether all that the engine knows of a type is in its text; of a declared one, all but who `Self` is."""
        if fact is None:
            return False
        own = "" if owner is None else member_symbol(self._path, owner.qualified_name)
        names = [name for name in _WORD.findall(fact.text) if name not in _PLAIN]
        if any(self._types.class_by_dotted_name.get(name) == own for name in names):
            return False
        if is_declared or (not names and _ONLY_TYPES.fullmatch(fact.text)):
            return True
        # Of one class alone it is known whether it is an enumeration.
        is_one_class = len(names) == 1 and fact.text.removesuffix(" | None") == names[0] and "." in names[0]
        return is_one_class and not fact.is_enum


def _is_within(begin: int, bodies: list[tuple[int, int]]) -> bool:
    """Whether an offset lies in one of some stretches, given in ascending order."""
    index = bisect_right(bodies, (begin, sys.maxsize)) - 1
    return index >= 0 and bodies[index][0] <= begin < bodies[index][1]


def _declared_names(scope: ScopeFact, receiver: str | None) -> Iterator[str]:
    """Yield what a scope declares the type of: its own names, or with `receiver` the members of that."""
    for statement in scope.statements:
        if (
            not isinstance(statement, Assign)
            or statement.annotation is None
            or _is_final(statement.annotation)
        ):
            continue
        for target in statement.targets:
            if (receiver is None and isinstance(target, Name)) or (
                isinstance(target, Member)
                and isinstance(target.value, Name)
                and target.value.name == receiver
            ):
                yield target.name


def _is_final(annotation: Expression) -> bool:
    """Whether an annotation is `Final` alone, which leaves the type to the value."""
    return isinstance(annotation, Name | Member) and annotation.name == "Final"


def _stored_fields(scope: ScopeFact) -> Iterator[str]:
    """Yield the fields that a method stores into."""
    receiver = scope.parameters[0].name if scope.parameters else None
    pending: list[Expression] = []
    for statement in scope.statements:
        if isinstance(statement, Assign):
            pending.extend(statement.targets)
        elif isinstance(statement, Loop | Enter) and statement.target is not None:
            pending.append(statement.target)
    while pending:
        target = pending.pop()
        if isinstance(target, Compound):
            pending.extend(target.parts)
        elif isinstance(target, Member) and isinstance(target.value, Name) and target.value.name == receiver:
            yield target.name


def _is_hardly_a_body(scope: ScopeFact) -> bool:
    """Whether a function does nothing, only raises, or returns one name: the engine may see it as not implemented."""
    if len(scope.statements) > 1:
        return False
    only = scope.statements[0] if scope.statements else None
    return (
        only is None
        or (isinstance(only, Evaluate) and only.is_raised)
        or (isinstance(only, Return) and isinstance(only.value, Name))
    )


def _written(fact: TypeFact | None) -> object:
    return None if fact is None else msgspec.structs.astuple(fact)
