"""What is known of generic types outside of the repository.

Turns: a table in text → KnownTypes. Each line says of one type its parameters, its bases and the methods that return
something made of these; behind an arrow, what a method gives to the function that it is given. `_` is not known. Constants stand like methods:

    java.util.List<E> : java.util.Collection<E> ; get = E ; subList = java.util.List<E>
    javascript.Map<K,V> ; get = V ; forEach -> V K
"""

import re
from functools import cached_property

import msgspec

from codeshed.model.code_expressions import TypeRef

_TOKEN = re.compile(r"[\w.]+|\[\]|\(\)|[<>,]")
_GIVEN = " -> "


class KnownType(msgspec.Struct, frozen=True):
    """A type outside: its parameters, its bases, what its methods return, and what they give to a function."""

    parameters: tuple[str, ...]
    bases: tuple[TypeRef, ...]
    methods: dict[str, TypeRef]
    given: dict[str, tuple[TypeRef, ...]]


class Library:
    """The types of a table, which is read when it is first asked for."""

    def __init__(self, table: str = "", more: str = "") -> None:
        """Take a table; `more` says of its types what else they have."""
        self._table = table
        self._more = more

    @cached_property
    def types(self) -> dict[str, KnownType]:
        """What is known, by full names."""
        found = dict(_known(line) for line in self._table.splitlines() if line.strip())
        for name, more in (_known(line) for line in self._more.splitlines() if line.strip()):
            known = found.get(name, more)
            found[name] = msgspec.structs.replace(
                known, methods=known.methods | more.methods, given=known.given | more.given
            )
        return found


def _known(line: str) -> tuple[str, KnownType]:
    head, *methods = (part.strip() for part in line.split(";"))
    written, _, bases = head.partition(" : ")
    type_ref = _parsed(written)
    returns = (method.partition(" = ") for method in methods if _GIVEN not in method)
    giving = (method.partition(_GIVEN) for method in methods if _GIVEN in method)
    known = KnownType(
        parameters=tuple(each.name for each in type_ref.arguments),
        bases=tuple(_parsed(base) for base in bases.split(" & ") if base),
        methods={name: _parsed(result) for names, _, result in returns for name in names.split()},
        given={
            name: tuple(map(_parsed, given.split())) for names, _, given in giving for name in names.split()
        },
    )
    return type_ref.name, known


def _parsed(text: str) -> TypeRef:
    """Read a type as it is written."""
    tokens = _TOKEN.findall(text)
    return _read(tokens)


def _read(tokens: list[str]) -> TypeRef:
    name = tokens.pop(0)
    arguments: list[TypeRef] = []
    if tokens and tokens[0] == "<":
        while tokens.pop(0) != ">":
            arguments.append(_read(tokens))
    return TypeRef(name, tuple(arguments))
