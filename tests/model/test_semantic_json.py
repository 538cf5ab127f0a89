"""SemanticData as JSON: in, out, by document, in both dialects."""

import json

import msgspec
import pytest
from hypothesis import given, settings

from codeshed.errors import MalformedDocumentError
from codeshed.model.foreign_dialect import ForeignDetails
from codeshed.model.semantic import (
    DefinitionDetails,
    Document,
    Mutability,
    ParamDef,
    SemanticData,
    TypeKind,
    TypeParamDef,
    UnresolvedReason,
    VariableKind,
    Visibility,
)
from codeshed.model.semantic_json import iter_semantic_json, load_semantic_data, read_semantic_data
from codeshed.model.span import Span
from tests.support.toys import Toy, toys


@settings(max_examples=100)
@given(toys(variables_use=True))
def test_what_is_written_is_read_again(toy: Toy) -> None:
    data = toy.document()
    content = b"".join(iter_semantic_json(data))
    assert load_semantic_data(content) == data


def test_a_document_is_decoded_when_it_is_asked_for() -> None:
    content = b'{"documents": [{"path": "a.py"}, {"path": "b.py", "references": [7]}]}'
    file = read_semantic_data(content, origin="x.json")
    assert [head.path for head, _ in file.iter_definitions()] == ["a.py", "b.py"]
    with pytest.raises(MalformedDocumentError, match=r"\$\.documents\[1\]\.references\[0\]"):
        list(file.iter_references())


def test_an_absent_version_means_the_first() -> None:
    assert load_semantic_data(b'{"documents": []}').schema_version == 1


def test_unknown_fields_are_ignored() -> None:
    data = load_semantic_data(b'{"documents": [{"path": "a.py", "future": {"x": 1}}], "extra": 2}')
    assert data == SemanticData(documents=(Document(path="a.py", definitions=(), references=()),))


def test_a_reason_that_is_no_code_is_another_reason() -> None:
    reasons = ("unknown_receiver", "the type before the dot is not known")
    references = [{"enclosing_symbol": "a.py", "role": "Call", "reason": each} for each in reasons]
    content = json.dumps({"documents": [{"path": "a.py", "references": references}]}).encode()
    read = load_semantic_data(content).documents[0].references
    assert [each.reason for each in read] == [UnresolvedReason.UNKNOWN_RECEIVER, UnresolvedReason.OTHER]
    with pytest.raises(MalformedDocumentError, match=r"references\[0\]\.reason"):
        load_semantic_data(
            content.replace(b'"unknown_receiver"', b"7").replace(
                b'"the type before the dot is not known"', b"7"
            )
        )


FOREIGN = {
    "project_root": "/proj",
    "documents": [
        {
            "relative_path": "m.py",
            "language": "python",
            "definitions": [
                {
                    "symbol_id": "m.f",
                    "kind": "Function",
                    "name": "f",
                    "display_name": "f",
                    "location": {"file_path": "m.py", "line": 0, "column": 0},
                    "span": {"start_line": 0, "start_column": 0, "end_line": 3, "end_column": 0},
                    "enclosing_symbol": None,
                    "is_external": False,
                    "documentation": ["First.", "Second."],
                    "details": {
                        "Function": {
                            "parameters": [
                                {
                                    "name": "x",
                                    "param_type": "int",
                                    "is_high_freedom_type": True,
                                    "has_default": True,
                                    "is_variadic": False,
                                }
                            ],
                            "return_types": ["int"],
                            "type_params": [{"name": "T", "bounds": ["A", "B"]}],
                            "modifiers": {
                                "is_async": True,
                                "is_generator": False,
                                "is_static": False,
                                "is_abstract": True,
                                "is_constructor": False,
                                "is_di_wired": False,
                                "use_signature_only_for_size": False,
                                "visibility": "Protected",
                            },
                        }
                    },
                },
                {
                    "symbol_id": "m.C.x",
                    "kind": "Variable",
                    "name": "x",
                    "span": {"start_line": 4, "start_column": 2, "end_line": 4, "end_column": 9},
                    "documentation": [],
                    "details": {
                        "Variable": {"var_type": None, "mutability": "Immutable", "scope": "Field", "visibility": "Public"}
                    },
                },
                {
                    "symbol_id": "m.T",
                    "kind": "Type",
                    "name": "T",
                    "span": {"start_line": 5, "start_column": 0, "end_line": 5, "end_column": 1},
                    "documentation": [],
                    "details": {
                        "Type": {
                            "kind": "TypeVar",
                            "is_abstract": False,
                            "is_final": False,
                            "visibility": "Public",
                            "type_params": [{"name": "T", "bounds": ["Base"]}],
                            "fields": [],
                            "inherits": [],
                            "implements": [],
                        }
                    },
                },
            ],
            "references": [
                {
                    "target_symbol": None,
                    "location": {"file_path": "m.py", "line": 1, "column": 4},
                    "enclosing_symbol": "m.f",
                    "role": "Call",
                    "receiver": "m.f.y",
                    "method_name": "go",
                    "assigned_to": "m.f.z",
                }
            ],
        }
    ],
    "external_symbols": [
        {
            "symbol_id": "json.dumps",
            "kind": "Function",
            "name": "dumps",
            "span": {"start_line": 0, "start_column": 0, "end_line": 0, "end_column": 0},
            "is_external": True,
            "documentation": [],
            "details": {"Function": {"parameters": [], "return_types": ["str"], "type_params": [], "modifiers": {}}},
        }
    ],
}  # fmt: skip


def test_the_foreign_dialect_is_read_without_being_told() -> None:
    data = load_semantic_data(json.dumps(FOREIGN).encode())
    function, field, type_var = data.documents[0].definitions
    assert data.documents[0].path == "m.py"
    assert function.span == Span(1, 0, 4, 0)
    assert function.documentation == "First.\n\nSecond."
    assert function.visibility is Visibility.PROTECTED
    assert function.details.parameters == (ParamDef(name="x", param_type="int", has_default=True),)
    assert function.details.type_params == (TypeParamDef(name="T", constraints=("A", "B")),)
    assert function.details.modifiers is not None
    assert function.details.modifiers.is_abstract
    assert function.details.modifiers.is_async
    assert field.documentation is None
    assert field.details == DefinitionDetails(
        mutability=Mutability.IMMUTABLE, variable_kind=VariableKind.CLASS_FIELD
    )
    assert type_var.details.type_kind is TypeKind.TYPE_VAR
    assert type_var.details.bound == "Base"
    reference = data.documents[0].references[0]
    assert (reference.receiver, reference.method_name, reference.assigned_to) == ("m.f.y", "go", "m.f.z")
    assert reference.span == Span(2, 4, 2, 4)
    assert data.external_symbols[0].details.return_types == ("str",)


def test_the_foreign_dialect_is_known_by_its_documents_too() -> None:
    documents = {"documents": FOREIGN["documents"]}
    assert read_semantic_data(json.dumps(documents).encode()).is_foreign
    assert not read_semantic_data(b'{"documents": [{"path": "a.py"}]}').is_foreign


def test_foreign_end_lines_behind_the_end_are_recognised() -> None:
    def spans(*lines: tuple[int, int, int]) -> list[Span]:
        definitions = [
            {
                "symbol_id": f"m.f{i}",
                "kind": "Function",
                "name": "f",
                "span": {"start_line": start, "start_column": 0, "end_line": end, "end_column": column},
            }
            for i, (start, end, column) in enumerate(lines)
        ]
        document = {
            "project_root": "/p",
            "documents": [{"relative_path": "m.py", "definitions": definitions}],
        }
        data = load_semantic_data(json.dumps(document).encode())
        return [definition.span for definition in data.documents[0].definitions]

    assert spans((0, 1, 7), (2, 5, 9)) == [Span(1, 0, 1, 7), Span(3, 0, 5, 9)]
    assert spans((0, 0, 7), (2, 4, 9)) == [Span(1, 0, 1, 7), Span(3, 0, 5, 9)]
    assert spans((0, 3, 0)) == [Span(1, 0, 4, 0)]


def test_foreign_details_without_a_tag_are_empty() -> None:
    assert msgspec.json.decode(b"{}", type=ForeignDetails) == ForeignDetails()
