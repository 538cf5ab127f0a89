"""Tables of external generic types.

Turns: a table as text → KnownTypes. Each line has a type with its type parameters, its bases, the results of its methods,
and, after an arrow, what a method passes to its callback. `_` is unknown. Constants are written like methods; fields of
languages where a method is no value have `:=`:

    java.util.List<E> : java.util.Collection<E> ; get = E ; subList = java.util.List<E>
    javascript.Map<K,V> ; get = V ; forEach -> V K
    react.Component<P,S> ; props := P
"""

import re
from functools import cached_property

import msgspec

from codeshed.model.facts.code_expressions import TypeRef

_TOKEN = re.compile(r"[\w.]+|\[\]|\(\)|[<>,]")
_CALLBACK_ARROW = " -> "


class KnownType(msgspec.Struct, frozen=True):
    """An external type: type parameters, bases, results of methods, what methods pass to callbacks, and types of fields."""

    parameters: tuple[str, ...]
    bases: tuple[TypeRef, ...]
    methods: dict[str, TypeRef]
    callback_arguments: dict[str, tuple[TypeRef, ...]]
    fields: dict[str, TypeRef]


class Library:
    """The types of a table, parsed on first use."""

    def __init__(self, table: str = "", more: str = "") -> None:
        """Take a table; `more` has further members of its types."""
        self._table = table
        self._more = more

    @cached_property
    def types(self) -> dict[str, KnownType]:
        """The types by full names."""
        found = dict(_parse_line(line) for line in self._table.splitlines() if line.strip())
        for name, more in (_parse_line(line) for line in self._more.splitlines() if line.strip()):
            known = found.get(name, more)
            found[name] = msgspec.structs.replace(
                known,
                methods=known.methods | more.methods,
                callback_arguments=known.callback_arguments | more.callback_arguments,
                fields=known.fields | more.fields,
            )
        return found


def _parse_line(line: str) -> tuple[str, KnownType]:
    head, *methods = (part.strip() for part in line.split(";"))
    written, _, bases = head.partition(" : ")
    type_ref = _parse_type(written)
    typed = [method.partition(" := ") for method in methods if " := " in method]
    methods = [method for method in methods if " := " not in method]
    return_values = (method.partition(" = ") for method in methods if _CALLBACK_ARROW not in method)
    callbacks = (method.partition(_CALLBACK_ARROW) for method in methods if _CALLBACK_ARROW in method)
    known = KnownType(
        parameters=tuple(each.name for each in type_ref.arguments),
        bases=tuple(_parse_type(base) for base in bases.split(" & ") if base),
        methods={name: _parse_type(result) for names, _, result in return_values for name in names.split()},
        callback_arguments={
            name: tuple(map(_parse_type, given.split()))
            for names, _, given in callbacks
            for name in names.split()
        },
        fields={name: _parse_type(field_type) for names, _, field_type in typed for name in names.split()},
    )
    return type_ref.name, known


def _parse_type(text: str) -> TypeRef:
    """Parse a type: `java.util.List<E>`."""
    tokens = _TOKEN.findall(text)
    return _parse_tokens(tokens)


def _parse_tokens(tokens: list[str]) -> TypeRef:
    name = tokens.pop(0)
    arguments: list[TypeRef] = []
    if tokens and tokens[0] == "<":
        while tokens.pop(0) != ">":
            arguments.append(_parse_tokens(tokens))
    return TypeRef(name, tuple(arguments))
