"""Sizes: exact tokens of what belongs to a definition."""

import pytest
from splintr import Tokenizer

from codeshed.build.graph import build_graph
from codeshed.build.size import WordCount, preload_tokenizer, size_function
from codeshed.errors import InvalidOptionError
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Document,
    ExternalSymbol,
    Modifiers,
    ParamDef,
    SemanticData,
    TypeKind,
)
from codeshed.model.size_units import SIZE_FUNCTION_NAMES, WORDS
from codeshed.model.source_reader import TextSourceReader
from codeshed.model.span import Span

SOURCE = '''\
import os

LIMIT = 3


@cache
def outer(x):
    """Say something."""
    y = x

    def inner():
        return y

    class Box:
        size = 1

        def fill(self): ...

    return inner


class Shape:
    sides = 0

    def area(self) -> float:
        return 1.0


after = 1
'''


def sizes_of(
    source: str, *definitions: Definition, language: str | None = None, path: str = "a.py"
) -> dict[str, int]:
    data = SemanticData(
        documents=(Document(path=path, language=language, definitions=definitions, references=()),)
    )
    graph = build_graph(data, TextSourceReader({path: source}))
    return {symbol: int(size) for symbol, size in zip(graph.nodes.symbols, graph.nodes.sizes, strict=True)}


def tokens(text: str) -> int:
    return size_function().measure(text)


def definition(name: str, kind: DefinitionKind, first: str, last: str, source: str = SOURCE) -> Definition:
    """Define what stands from the line that begins with `first` to the one that begins with `last`."""
    lines = source.splitlines()
    start = next(i for i, line in enumerate(lines) if line.strip().startswith(first))
    end = next(i for i, line in enumerate(lines) if i >= start and line.strip().startswith(last))
    column = len(lines[start]) - len(lines[start].lstrip())
    return Definition(
        symbol_id=f"a.py::{name}",
        name=name.rsplit(".", maxsplit=1)[-1],
        kind=kind,
        span=Span(start + 1, column, end + 1, len(lines[end].encode())),
    )


def test_nested_functions_and_types_are_taken_out_and_assignments_are_not() -> None:
    sizes = sizes_of(
        SOURCE,
        definition("outer", DefinitionKind.FUNCTION, "@cache", "return inner"),
        definition("outer.inner", DefinitionKind.FUNCTION, "def inner", "return y"),
        definition("outer.Box", DefinitionKind.TYPE, "class Box", "def fill"),
        definition("outer.Box.fill", DefinitionKind.FUNCTION, "def fill", "def fill"),
        definition("outer.y", DefinitionKind.VARIABLE, "y = x", "y = x"),
        definition("Shape", DefinitionKind.TYPE, "class Shape", "return 1.0"),
        definition("Shape.sides", DefinitionKind.VARIABLE, "sides", "sides"),
        definition("Shape.area", DefinitionKind.FUNCTION, "def area", "return 1.0"),
        definition("LIMIT", DefinitionKind.VARIABLE, "LIMIT", "LIMIT"),
    )
    assert sizes["a.py::outer"] == tokens(
        '@cache\ndef outer(x):\n    """Say something."""\n    y = x\n\n\n\n    return inner'
    )
    assert sizes["a.py::outer.Box"] == tokens("class Box:\n        size = 1\n\n")
    assert sizes["a.py::outer.inner"] == tokens("def inner():\n        return y")
    assert sizes["a.py::Shape"] == tokens("class Shape:\n    sides = 0\n\n")
    assert sizes["a.py::outer.y"] == tokens("y = x")
    assert sizes["a.py"] == tokens("import os\n\nLIMIT = 3\n\n\n\n\n\n\nafter = 1\n")


def test_columns_are_bytes() -> None:
    source = 'x = "é"; y = 1\n'
    span = Span(1, len('x = "é"; '.encode()), 1, len(source.encode()) - 1)
    item = Definition(symbol_id="a.py::y", name="y", kind=DefinitionKind.VARIABLE, span=span)
    assert sizes_of(source, item)["a.py::y"] == tokens("y = 1")


def test_a_span_beyond_the_file_takes_what_there_is() -> None:
    item = Definition(symbol_id="a.py::y", name="y", kind=DefinitionKind.VARIABLE, span=Span(1, 4, 99, 9))
    assert sizes_of("x = 1", item)["a.py::y"] == tokens("1")


ABSTRACT = DefinitionDetails(modifiers=Modifiers(is_abstract=True))


@pytest.mark.parametrize(
    ("source", "documentation", "expected"),
    [
        ('def m(self, x: int = 1) -> "A:B":\n    """Doc: yes."""\n    return 1', "Doc: yes.", 'def m(self, x: int = 1) -> "A:B":\n    """Doc: yes."""'),
        ("@abstractmethod\ndef m(self): ...", None, "def m(self):"),
        ("async def m(\n    x={'a': 1},  # a: b\n    *, y=lambda: 0,\n): pass", None, "async def m(\n    x={'a': 1},  # a: b\n    *, y=lambda: 0,\n):"),
        ("def m(s=':)', t='\\''): pass", None, "def m(s=':)', t='\\''):"),
        ('def m(): return "text"', "Not a docstring here.", "def m():"),
        ("def m(", None, "def m("),
    ],
)  # fmt: skip
def test_an_abstract_method_counts_its_signature_and_docstring(
    source: str, documentation: str | None, expected: str
) -> None:
    lines = source.splitlines()
    item = Definition(
        symbol_id="a.py::m",
        name="m",
        kind=DefinitionKind.FUNCTION,
        span=Span(1, 0, len(lines), len(lines[-1])),
        documentation=documentation,
        details=ABSTRACT,
    )
    assert sizes_of(source + "\n", item)["a.py::m"] == tokens(expected)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("fn m<'a>(x: &'a str) -> u8 { 1 }", "fn m<'a>(x: &'a str) -> u8 "),
        ("int m(char c = '{', int b /* { */);", "int m(char c = '{', int b /* { */)"),
        ("m(o: {a: number}): void;", "m(o: {a: number}): void"),
    ],
)
def test_where_a_brace_begins_the_body_the_signature_ends_before_it(source: str, expected: str) -> None:
    item = Definition(
        symbol_id="a.rs::m",
        name="m",
        kind=DefinitionKind.FUNCTION,
        span=Span(1, 0, 1, len(source)),
        details=ABSTRACT,
    )
    assert sizes_of(source, item, path="a.rs")["a.rs::m"] == tokens(expected)


def test_a_method_without_a_body_of_an_interface_is_an_interface_method() -> None:
    source = "class P:\n    def m(self): return 1\n    def n(self): return 22222\n"
    protocol = Definition(
        symbol_id="a.py::P",
        name="P",
        kind=DefinitionKind.TYPE,
        span=Span(1, 0, 3, 29),
        details=DefinitionDetails(type_kind=TypeKind.INTERFACE),
    )
    methods = [
        Definition(
            symbol_id=f"a.py::P.{name}",
            name=name,
            kind=DefinitionKind.FUNCTION,
            span=Span(line, 4, line, 4 + len(source.splitlines()[line - 1].strip())),
            enclosing_symbol="a.py::P",
            details=DefinitionDetails(modifiers=Modifiers(has_body=has_body)),
        )
        for name, line, has_body in (("m", 2, False), ("n", 3, True))
    ]
    sizes = sizes_of(source, protocol, *methods)
    assert sizes["a.py::P.m"] == tokens("def m(self):")
    assert sizes["a.py::P.n"] == tokens("def n(self): return 22222")


def test_an_external_counts_its_known_signature() -> None:
    details = DefinitionDetails(parameters=(ParamDef(name="x", param_type="int"),), return_types=("str",))
    data = SemanticData(
        documents=(),
        external_symbols=(
            ExternalSymbol(symbol_id="ext:f", name="f", kind=DefinitionKind.FUNCTION, details=details),
            ExternalSymbol(
                symbol_id="ext:g", name="g", kind=DefinitionKind.FUNCTION, signature="g(a, b, *, c=None)"
            ),
            ExternalSymbol(symbol_id="ext:V", name="V", kind=DefinitionKind.VARIABLE),
        ),
    )
    graph = build_graph(data, TextSourceReader({}))
    assert graph.nodes.sizes.tolist() == [
        tokens("V"),
        tokens("f(x: int) -> str"),
        tokens("g(a, b, *, c=None)"),
    ]


def test_a_missing_source_is_a_warning() -> None:
    item = definition("LIMIT", DefinitionKind.VARIABLE, "LIMIT", "LIMIT")
    data = SemanticData(documents=(Document(path="a.py", definitions=(item,), references=()),))
    graph = build_graph(data, TextSourceReader({}))
    assert [warning.code for warning in graph.warnings] == ["SOURCE_MISSING"]


def test_the_size_function_is_chosen_by_name_and_recorded() -> None:
    data = SemanticData(documents=())
    for name in SIZE_FUNCTION_NAMES:
        assert build_graph(data, TextSourceReader({}), measure=size_function(name)).size_function == name
    with pytest.raises(InvalidOptionError, match="bogus"):
        size_function("bogus")


def test_tokens_are_exact() -> None:
    text = "def f(x): return x\n<|endoftext|>"
    assert size_function("cl100k_base").measure("def f(x): return x\n") == 7
    assert size_function("cl100k_base").measure(text) > 8, "a spelled-out special token is text"
    assert size_function("o200k_base").measure("hello world") == 2
    assert WordCount().measure(" a  b\nc ") == 3


@pytest.mark.parametrize("name", SIZE_FUNCTION_NAMES)
def test_getting_ready_changes_no_size(name: str) -> None:
    preload_tokenizer(name)
    text = "def unpronounceableIdentifier(): ..."
    n_alone = 3 if name == WORDS else len(Tokenizer.from_pretrained(name).encode_ordinary(text))
    assert size_function(name).measure(text) == n_alone
