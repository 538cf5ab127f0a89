"""The number of a stored format changes with its layout: each layout is pinned beside its number.

A format's number says how its bytes are laid out; what decides their content has digests of its own (`tools.code_digest`).
If a layout changes, raise the number and pin the new layout here.
"""

import hashlib
import typing
from collections.abc import Mapping

import msgspec
import pytest

from codeshed.build.part import part_pack
from codeshed.build.part.document_part import ExternalsPart
from codeshed.store import database, facts_cache, graph_arrays, graph_formats, index_records

PINNED = {
    "index": (1, "640fe72f734e"),
    "facts": (1, "648c733dadcd"),
    "graph": (6, "575b1598827e"),
    "parts": (7, "1c209b41c00f"),
}


def _struct_layouts(*types: object) -> list[str]:
    """Return the fields of structs and of all structs that they hold, in order."""
    pending = list(types)
    layouts: dict[str, str] = {}
    while pending:
        found = pending.pop()
        pending += typing.get_args(found)
        if (
            isinstance(found, type)
            and issubclass(found, msgspec.Struct)
            and found.__qualname__ not in layouts
        ):
            fields = msgspec.structs.fields(found)
            pending += [field.type for field in fields]
            layouts[found.__qualname__] = repr([(field.encode_name, str(field.type)) for field in fields])
    return sorted(f"{name}: {layout}" for name, layout in layouts.items())


def _module_structs(module: object) -> list[object]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, msgspec.Struct)
    ]


def _layout(name: str) -> object:
    match name:
        case "index":
            return sorted(database.SCHEMA.items()), _struct_layouts(*_module_structs(index_records))
        case "facts":
            return facts_cache.SCHEMA
        case "graph":
            tables: tuple[Mapping[str, object], ...] = (graph_arrays.ARRAYS, graph_arrays.OFFSET_ARRAYS)
            return [list(table.items()) for table in tables], sorted(graph_arrays.SPAN_ARRAYS)
        case _:
            return _struct_layouts(part_pack.PartPack, ExternalsPart)


def _numbers() -> dict[str, int]:
    return {
        "index": index_records.FORMAT_VERSION,
        "facts": facts_cache.FACTS_FORMAT,
        "graph": graph_formats.GRAPH_FORMAT,
        "parts": part_pack.PACK_FORMAT,
    }


@pytest.mark.parametrize("name", PINNED)
def test_a_layout_changes_with_the_number_of_its_format(name: str) -> None:
    digest = hashlib.sha256(repr(_layout(name)).encode()).hexdigest()[:12]
    assert (_numbers()[name], digest) == PINNED[name]
