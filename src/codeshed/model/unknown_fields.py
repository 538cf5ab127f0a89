"""Finds unknown fields: often a misspelt optional field, which would be ignored silently.

Turns: decoded JSON + the type it should have → the paths of unknown fields.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec.inspect import StructType, Type, UnionType, VarTupleType


def iter_unknown_fields(value: object, struct: type[msgspec.Struct], where: str) -> Iterator[str]:
    """Yield the JSON path of every field in `value` that `struct` and its nested structs do not have."""
    yield from _iter_unknown(value, _type_info(struct), where)


@cache
def _type_info(struct: type[msgspec.Struct]) -> Type:
    return msgspec.inspect.type_info(struct)


def _iter_unknown(value: object, expected: Type, where: str) -> Iterator[str]:
    if isinstance(expected, UnionType):
        for alternative in expected.types:
            if isinstance(alternative, StructType | VarTupleType) and _is_meant(value, alternative):
                yield from _iter_unknown(value, alternative, where)
    elif isinstance(expected, VarTupleType) and isinstance(value, list):
        if isinstance(expected.item_type, StructType | UnionType):
            for index, item in enumerate(value):
                yield from _iter_unknown(item, expected.item_type, f"{where}[{index}]")
    elif isinstance(expected, StructType) and isinstance(value, dict):
        yield from _iter_unknown_in_struct(value, expected, where)


def _is_meant(value: object, alternative: StructType | VarTupleType) -> bool:
    """Whether a value is of this member of a union, by its tag if it has one."""
    if isinstance(alternative, VarTupleType) or alternative.tag_field is None:
        return True
    return isinstance(value, dict) and value.get(alternative.tag_field) == alternative.tag


def _iter_unknown_in_struct(value: dict[str, Any], expected: StructType, where: str) -> Iterator[str]:
    fields = {field.encode_name: field.type for field in expected.fields}
    for name, item in value.items():
        if name in fields:
            yield from _iter_unknown(item, fields[name], f"{where}.{name}")
        elif name != expected.tag_field:
            yield f"{where}.{name}"
