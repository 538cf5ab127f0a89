"""Documents made to cost too much: depth, cycles, repetition. Each takes a moment, not minutes."""

import pytest

from codeshed.build.graph import build_graph
from codeshed.build.validation import validate
from codeshed.errors import MalformedDocumentError
from codeshed.footprint.options import FootprintOptions
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Document,
    ParamDef,
    Reference,
    ReferenceRole,
    SemanticData,
    TypeKind,
)
from codeshed.model.semantic_json import iter_semantic_json, read_semantic_data
from codeshed.model.source_reader import TextSourceReader
from codeshed.model.span import Span
from codeshed.query.profile import profile

N = 4000
ZERO = Span(1, 0, 1, 0)


def check_survives(*definitions: Definition, references: tuple[Reference, ...] = (), text: str = "") -> None:
    """Validate, build and profile a document of one file."""
    data = SemanticData(documents=(Document(path="a.py", definitions=definitions, references=references),))
    validate(read_semantic_data(b"".join(iter_semantic_json(data))))
    graph = build_graph(data, TextSourceReader({"a.py": text}))
    profile(graph, FootprintOptions())


def function(name: str, enclosing: str | None = None, span: Span = ZERO) -> Definition:
    return Definition(
        symbol_id=name, name=name, kind=DefinitionKind.FUNCTION, span=span, enclosing_symbol=enclosing
    )


def type_(name: str, *bases: str) -> Definition:
    details = DefinitionDetails(type_kind=TypeKind.CLASS, inherits=bases)
    return Definition(symbol_id=name, name=name, kind=DefinitionKind.TYPE, span=ZERO, details=details)


def call(enclosing: str, target: str | None = None, receiver: str | None = None) -> Reference:
    return Reference(
        enclosing_symbol=enclosing,
        target_symbol=target,
        role=ReferenceRole.CALL,
        receiver=receiver,
        method_name=None if receiver is None else "m",
    )


def test_functions_nested_deeply() -> None:
    functions = [function(f"f{i}", f"f{i - 1}" if i else None) for i in range(N)]
    calls = tuple(call(f"f{i}", receiver="x") for i in range(N))
    check_survives(*functions, references=calls)


def test_symbols_that_enclose_each_other() -> None:
    check_survives(*(function(f"f{i}", f"f{(i + 1) % N}") for i in range(N)))


def test_a_long_line_of_types_in_which_all_are_called() -> None:
    types = [type_(f"T{i}", *([f"T{i - 1}"] if i else [])) for i in range(N)]
    methods = [function(f"T{i}.m{i}", f"T{i}") for i in range(N)]
    check_survives(*types, *methods, references=tuple(call("T0.m0", f"T{i}") for i in range(N)))


def test_types_in_a_circle() -> None:
    check_survives(
        *(type_(f"T{i}", f"T{(i + 1) % N}") for i in range(N)),
        function("f"),
        references=tuple(call("f", f"T{i}") for i in range(N)),
    )


def test_types_that_inherit_from_all_before() -> None:
    types = [type_(f"T{i}", *(f"T{j}" for j in reversed(range(i)))) for i in range(200)]
    check_survives(*types, function("f"), references=tuple(call("f", f"T{i}") for i in range(200)))


def test_definitions_within_one_line_of_blanks() -> None:
    text = "x" + " " * 100_000 + "y"
    functions = [function(f"f{i}", None, Span(1, 10 * i, 1, 10 * i + 1)) for i in range(1000)]
    check_survives(*functions, text=text)


def test_many_parameters_and_many_receivers() -> None:
    parameters = tuple(ParamDef(name=f"p{i}") for i in range(N))
    details = DefinitionDetails(parameters=parameters)
    f = Definition(symbol_id="f", name="f", kind=DefinitionKind.FUNCTION, span=ZERO, details=details)
    check_survives(f, references=tuple(call("f", receiver=f"q{i}") for i in range(N)))


def test_a_chain_of_calls() -> None:
    calls = tuple(call(f"f{i}", f"f{i + 1}") for i in range(N - 1))
    check_survives(*(function(f"f{i}") for i in range(N)), references=calls)


@pytest.mark.parametrize("line", [2**31, 10**30, -1])
def test_lines_that_no_file_has(line: int) -> None:
    text = (
        '{"documents": [{"path": "a.py", "definitions": [{"symbol_id": "f", "name": "f", "kind": "Function", '
    )
    text += (
        f'"span": {{"start_line": {line}, "start_column": 0, "end_line": {line}, "end_column": 0}}}}]}}]}}'
    )
    with pytest.raises(MalformedDocumentError, match="start_line"):
        build_graph(read_semantic_data(text.encode()), TextSourceReader({}))
