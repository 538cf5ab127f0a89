"""Results as JSON, with the schema that each was generated from."""

from collections.abc import Iterable, Iterator
from inspect import cleandoc
from typing import Any

import msgspec

from codeshed.build.validation import ValidationReport
from codeshed.model.semantic import SemanticData
from codeshed.model.settings import Settings
from codeshed.query.edges import ExportedEdge
from codeshed.query.footprint import FootprintReport, FootprintResult
from codeshed.query.index_summary import IndexSummary
from codeshed.query.profile import ProfileResult
from codeshed.query.status import PathStatusReport, StatusReport
from codeshed.query.watch_event import WatchEvent

TYPE_BY_SCHEMA: dict[str, type[msgspec.Struct]] = {
    "semantic-data": SemanticData,
    "footprint": FootprintReport,
    "footprint-profile": ProfileResult,
    "validation": ValidationReport,
    "edge": ExportedEdge,
    "settings": Settings,
    "index": IndexSummary,
    "status": StatusReport,
    "path-status": PathStatusReport,
    "watch-event": WatchEvent,
}
"""Every document that Codeshed reads or writes: the settings as TOML, the others as JSON."""


def to_json(result: msgspec.Struct) -> str:
    """Write a result as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(result), indent=2).decode() + "\n"


def iter_footprints_json(head: FootprintReport, results: Iterable[FootprintResult]) -> Iterator[str]:
    """Write a report result by result, so that the footprints of a whole codebase need not be held at once."""
    empty = msgspec.json.encode(head).decode()
    yield empty.removesuffix("]}")
    for index, result in enumerate(results):
        yield (",\n" if index else "\n") + msgspec.json.encode(result).decode()
    yield "\n]}\n"


def iter_json_lines(records: Iterable[msgspec.Struct]) -> Iterator[str]:
    """Write records as JSON, one on each line."""
    encode = msgspec.json.Encoder().encode
    for record in records:
        yield encode(record).decode() + "\n"


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a document by name."""
    generated = msgspec.json.schema(TYPE_BY_SCHEMA[name])
    for definition in generated["$defs"].values():
        # Since Python 3.13 docstrings lose their indentation when they are compiled; here they always do.
        definition["description"] = cleandoc(definition["description"])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name, **generated}
