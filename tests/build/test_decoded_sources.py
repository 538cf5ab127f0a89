"""Sizes are measured by the text that the extractor saw, also where that is not the bytes of the file."""

import json
from pathlib import Path

import pytest

from codeshed.build.graph import build_graph
from codeshed.build.size import WordCount
from codeshed.discover.file_reading import FolderSourceReader
from codeshed.extract.python.extract_python import extract_decoded
from codeshed.extract.python.scope_outline import ScopeOutline
from codeshed.model.semantic import Definition, DefinitionKind, Document, SemanticData
from codeshed.model.symbol_ids import content_hash
from codeshed.model.text.source_decoding import decode_source

SOURCE = "x = 'é ü'\ndef f(): return 'é ü'\ndef g(): ...\n"


def document_of(path: str, content: bytes) -> Document:
    """Return the functions of a file as a document."""
    decoded = decode_source(path, content)
    facts = extract_decoded(decoded)
    place = ScopeOutline(decoded.content, facts.line_starts)
    definitions = tuple(
        Definition(
            symbol_id=f"{path}::{each.qualified_name}",
            name=each.name,
            kind=DefinitionKind.FUNCTION,
            span=place.span(each.begin, each.end),
        )
        for each in facts.definitions
    )
    return Document(path=path, content_hash=content_hash(content), definitions=definitions)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.py", SOURCE.encode()),
        ("a.py", b"\xef\xbb\xbf" + SOURCE.encode()),
        ("a.py", SOURCE.replace("\n", "\r\n").encode()),
        ("a.py", SOURCE.replace("\n", "\r").encode()),
        ("a.py", f"# coding: latin-1\n{SOURCE}".encode("latin-1")),
        ("a.py", f"\ufeff{SOURCE}".encode("utf-16-le")),
        ("a.py", f"\0{SOURCE}".encode()),
        ("a.py", b"'\xff' ; " + SOURCE.encode()),
        ("a.ipynb", json.dumps({"cells": [{"cell_type": "code", "source": SOURCE}]}).encode()),
    ],
)
def test_the_reader_gives_the_text_that_was_extracted(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    sources = FolderSourceReader(tmp_path)
    graph = build_graph(SemanticData(documents=(document_of(name, content),)), sources, measure=WordCount())
    assert graph.warnings == ()
    sizes = dict(zip(graph.nodes.symbols, graph.nodes.sizes, strict=True))
    assert (sizes[f"{name}::f"], sizes[f"{name}::g"]) == (5, 3)


def test_a_changed_file_is_named_whatever_its_encoding(tmp_path: Path) -> None:
    content = f"# coding: latin-1\n{SOURCE}".encode("latin-1")
    (tmp_path / "a.py").write_bytes(content + b"# more\n")
    graph = build_graph(SemanticData(documents=(document_of("a.py", content),)), FolderSourceReader(tmp_path))
    assert [warning.code for warning in graph.warnings] == ["SOURCE_CHANGED"]
