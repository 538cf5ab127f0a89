"""All problems of a document at once, each with its place and its remedy."""

import json
from typing import Any

import pytest

from codeshed.build.validation import ValidationReport, validate
from codeshed.errors import MalformedDocumentError, NotJsonError, UnsupportedVersionError
from codeshed.model.semantic_json import read_semantic_data
from codeshed.model.source_reader import TextSourceReader
from tests.support.expectations import assert_expected

SPAN = {"start_line": 1, "start_column": 0, "end_line": 1, "end_column": 5}
F = {"symbol_id": "a.py::f", "name": "f", "kind": "Function", "span": SPAN}
CALL = {"enclosing_symbol": "a.py::f", "role": "Call", "target_symbol": "a.py::f"}


def report_of(document: dict[str, Any], sources: dict[str, str] | None = None) -> ValidationReport:
    file = read_semantic_data(json.dumps(document).encode())
    return validate(file, None if sources is None else TextSourceReader(sources))


def check_problems(document: dict[str, Any], expected: str, sources: dict[str, str] | None = None) -> None:
    """Check the problems of a document, one a line: place, code, message."""
    report = report_of(document, sources)
    assert report.is_valid == all(problem.severity == "warning" for problem in report.problems)
    assert all(problem.remedy for problem in report.problems)
    lines = [f"{each.path} {each.code}: {each.message}" for each in report.problems]
    assert_expected("\n".join(lines), expected)


def one_file(*definitions: dict[str, Any], references: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    return {"documents": [{"path": "a.py", "definitions": list(definitions), "references": list(references)}]}


def test_a_good_document_has_none() -> None:
    check_problems(one_file(F, references=(CALL,)), "")


def test_symbols() -> None:
    check_problems(
        {
            "documents": [
                {
                    "path": "a.py",
                    "definitions": [
                        F,
                        F,
                        {**F, "symbol_id": "a.py"},
                        {**F, "symbol_id": "a.py::g", "enclosing_symbol": "a.py::missing"},
                        {**F, "symbol_id": "a.py::h", "enclosing_symbol": "a.py::i"},
                        {**F, "symbol_id": "a.py::i", "enclosing_symbol": "a.py::h"},
                    ],
                    "references": [],
                }
            ],
            "external_symbols": [{"symbol_id": "a.py::f", "name": "f", "kind": "Function"}],
        },
        """
        $.documents[0].definitions[1].symbol_id duplicate_symbol: 'a.py::f' is defined before, at $.documents[0].definitions[0]
        $.documents[0].definitions[2].symbol_id duplicate_symbol: 'a.py' is defined before, at a document's path
        $.external_symbols[0].symbol_id duplicate_symbol: 'a.py::f' is defined before, at $.documents[0].definitions[0]
        $.documents[0].definitions[3].enclosing_symbol unknown_enclosing_symbol: no definition or document is called 'a.py::missing'
        $.documents[0].definitions[4].enclosing_symbol enclosing_cycle: 'a.py::h' is enclosed by itself
        $.documents[0].definitions[5].enclosing_symbol enclosing_cycle: 'a.py::i' is enclosed by itself
        """,
    )


def test_references() -> None:
    check_problems(
        one_file(
            {**F, "details": {"parameters": [{"name": "x"}]}},
            references=(
                CALL,
                {**CALL, "enclosing_symbol": "a.py"},
                {**CALL, "enclosing_symbol": "nowhere"},
                {**CALL, "target_symbol": "ext:json.dumps"},
                {**CALL, "target_symbol": None, "candidates": [{"symbol": "a.py::f"}, {"symbol": "a.py::g"}]},
                {**CALL, "receiver": "a.py::f.x", "assigned_to": "a.py::f.y"},
            ),
        ),
        """
        $.documents[0].references[2].enclosing_symbol unknown_enclosing_symbol: no definition or document is called 'nowhere'
        $.documents[0].references[3].target_symbol dangling_reference: no definition or external symbol is called 'ext:json.dumps'
        $.documents[0].references[4].candidates[1].symbol dangling_reference: no definition or external symbol is called 'a.py::g'
        $.documents[0].references[5].assigned_to unknown_variable: nothing defines 'a.py::f.y', so its type stays unknown
        """,
    )


def test_spans() -> None:
    span = {"start_line": 1, "start_column": 0, "end_line": 1, "end_column": 3}
    check_problems(
        one_file(
            {**F, "symbol_id": "a.py::fits", "span": span},
            {**F, "symbol_id": "a.py::long", "span": {**span, "end_column": 99}},
            {**F, "symbol_id": "a.py::late", "span": {**span, "end_line": 7}},
            {**F, "symbol_id": "a.py::zero", "span": {**span, "start_line": 0}},
            {**F, "symbol_id": "a.py::back", "span": {**span, "start_column": 4}},
            references=({**CALL, "enclosing_symbol": "a.py", "target_symbol": "a.py::fits", "span": {**span, "start_line": 9, "end_line": 9}},),
        ),
        """
        $.documents[0].definitions[1].span span_outside_file: the span (1, 0) to (1, 99) does not lie within its file of 2 lines
        $.documents[0].definitions[2].span span_outside_file: the span (1, 0) to (7, 3) does not lie within its file of 2 lines
        $.documents[0].definitions[3].span invalid_span: a span cannot run from (0, 0) to (1, 3)
        $.documents[0].definitions[4].span invalid_span: a span cannot run from (1, 4) to (1, 3)
        $.documents[0].references[0].span span_outside_file: the span (9, 0) to (9, 3) does not lie within its file of 2 lines
        """,
        sources={"a.py": "x=1\n"},
    )  # fmt: skip


def test_paths() -> None:
    check_problems(
        {
            "documents": [
                {"path": path, "definitions": [], "references": []}
                for path in ("a.py", "a.py", "/etc/passwd", "../b.py", "c\\d.py", "e//f.py")
            ]
        },
        """
        $.documents[1].path duplicate_document: 'a.py' is here twice
        $.documents[2].path invalid_path: '/etc/passwd' is not a relative POSIX path
        $.documents[2].path source_missing: '/etc/passwd' cannot be read below the source root
        $.documents[3].path invalid_path: '../b.py' is not a relative POSIX path
        $.documents[3].path source_missing: '../b.py' cannot be read below the source root
        $.documents[4].path invalid_path: 'c\\\\d.py' is not a relative POSIX path
        $.documents[4].path source_missing: 'c\\\\d.py' cannot be read below the source root
        $.documents[5].path invalid_path: 'e//f.py' is not a relative POSIX path
        $.documents[5].path source_missing: 'e//f.py' cannot be read below the source root
        """,
        sources={"a.py": ""},
    )


def test_shapes_and_unknown_fields() -> None:
    check_problems(
        {
            "documents": [
                {
                    "path": "a.py",
                    "langauge": "python",
                    "definitions": [
                        {**F, "span": 3},
                        {"symbol_id": "a.py::g"},
                        {**F, "symbol_id": "a.py::h", "kind": "Method"},
                        {
                            **F,
                            "symbol_id": "a.py::i",
                            "doc": "x",
                            "details": {"modifiers": {"is_abstrct": True}},
                        },
                        {**F, "symbol_id": "a.py::j", "details": {"var_type": "int"}},
                    ],
                    "references": [
                        {**CALL, "enclosing_symbol": "a.py", "target_symbol": "a.py::i", "confidence": 2}
                    ],
                },
                {"path": 3},
                {"definitions": []},
                {"path": "b.py", "definitions": 7, "references": {}},
            ],
            "external_symbols": [{"symbol_id": "ext:a"}, 4],
        },
        """
        $.documents[0].langauge unknown_field: the contract has no such field; it is ignored
        $.documents[0].definitions[3].doc unknown_field: the contract has no such field; it is ignored
        $.documents[0].definitions[3].details.modifiers.is_abstrct unknown_field: the contract has no such field; it is ignored
        $.documents[0].definitions[0].span wrong_shape: Expected `object`, got `int`
        $.documents[0].definitions[1] wrong_shape: Object missing required field `name`
        $.documents[0].definitions[2].kind wrong_shape: Invalid enum value 'Method'
        $.documents[0].definitions[4].details.var_type foreign_detail: a Function has no var_type
        $.documents[1].path wrong_shape: Expected `str | null`, got `int`
        $.documents[2] missing_path: the document has no path
        $.documents[3].definitions wrong_shape: Expected `array`, got `int`
        $.external_symbols[0] wrong_shape: Object missing required field `name`
        $.external_symbols[1] wrong_shape: Expected `object`, got `int`
        $.documents[0].references[0].confidence wrong_shape: Expected `float` <= 1.0
        $.documents[3].references wrong_shape: Expected `array`, got `object`
        """,
    )


def test_the_foreign_dialect_is_recognised() -> None:
    report = report_of(
        {
            "project_root": "/p",
            "documents": [
                {
                    "relative_path": "m.py",
                    "language": "python",
                    "definitions": [
                        {
                            "symbol_id": "m.f",
                            "kind": "Function",
                            "name": "f",
                            "span": {**SPAN, "start_line": 0, "end_line": 0},
                            "documentation": ["one", "two"],
                            "details": {"Function": {"parameters": [], "return_types": [], "modifiers": {}}},
                        }
                    ],
                    "references": [
                        {"enclosing_symbol": "m.f", "role": "Call", "location": {"file_path": "m.py", "line": 0, "column": 0}}
                    ],
                }
            ],
        }
    )  # fmt: skip
    assert report.dialect == "context-footprint"
    assert report.is_valid
    assert (report.n_documents, report.n_definitions, report.n_references) == (1, 1, 1)


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (b"", NotJsonError, "truncated"),
        (b"not json", NotJsonError, "invalid character"),
        (b'{"documents": [{"path": "a', NotJsonError, "truncated"),
        (b"[]", MalformedDocumentError, "Expected `object`"),
        (b"{}", MalformedDocumentError, "missing required field `documents`"),
        (b'{"documents": {}}', MalformedDocumentError, "Expected `array`"),
        (b'{"documents": [], "schema_version": 2}', UnsupportedVersionError, "schema_version 2"),
        (b'{"documents": [], "schema_version": "1.0"}', UnsupportedVersionError, "schema_version '1.0'"),
    ],
)
def test_what_is_no_document_is_an_error(content: bytes, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read_semantic_data(content)
