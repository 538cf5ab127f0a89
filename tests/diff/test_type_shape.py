"""What types are made of: a field, constant or method to be implemented that comes, goes or moves changes the type."""

import pytest

from tests.diff.test_find_changes import change_lines, compared

POINT = "@dataclass\nclass P:\n    {}\n"
ENUM = "class E(enum.Enum):\n    {}\n"


def lines(template: str, *parts: str) -> str:
    return template.format("\n    ".join(parts))


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (lines(POINT, "x: int"), lines(POINT, "x: int", "y: int"), ["signature a.py::P", "added a.py::P.y"]),
        (lines(POINT, "x: int"), lines(POINT, "x: int", "y: int = 1"), ["body a.py::P", "added a.py::P.y"]),
        (
            lines(POINT, "x: int = 0"),
            lines(POINT, "y: int = 1", "x: int = 0"),
            ["signature a.py::P", "added a.py::P.y"],
        ),
        (lines(POINT, "x: int", "y: int"), lines(POINT, "y: int", "x: int"), ["signature a.py::P"]),
        (lines(POINT, "x: int"), lines(POINT, "x: str"), ["signature a.py::P", "body a.py::P.x"]),
        (lines(POINT, "x: int = 1"), lines(POINT, "x: int = 2"), ["body a.py::P.x"]),
        (
            lines(POINT, "x: int"),
            lines(POINT, "x: int", "def f(self): return 1"),
            ["added a.py::P.f"],
        ),
        (lines(POINT, "x: int"), lines(POINT, "x: int", "N: ClassVar[int] = 1"), ["added a.py::P.N"]),
        (lines(POINT, "x: dict[str, int]"), lines(POINT, "x: dict[str,int]"), ["body a.py::P.x (layout)"]),
        ("class P:\n    x: int\n", "class P:\n    x: int\n    y: int\n", ["added a.py::P.y"]),
        (
            "class P(Base):\n    x: int\n    def __init__(self): pass\n",
            "class P(Base):\n    x: int\n    y: int\n    def __init__(self): pass\n",
            ["added a.py::P.y"],
        ),
        (
            "class P(NamedTuple):\n    x: int\n",
            "class P(NamedTuple):\n    y: int\n    x: int\n",
            ["signature a.py::P", "added a.py::P.y"],
        ),
        (
            "class V(Base):\n    limit = 1\n",
            "class V(Base):\n    limit = 1\n    more = 2\n",
            ["added a.py::V.more"],
        ),
        (
            lines(ENUM, "A = auto()", "B = auto()"),
            lines(ENUM, "A = auto()", "X = auto()", "B = auto()"),
            ["body a.py::E", "body a.py::E.B", "added a.py::E.X"],
        ),
        (
            lines(ENUM, "A = auto()", "B = auto()"),
            lines(ENUM, "B = auto()", "A = auto()"),
            ["body a.py::E", "body a.py::E.A", "body a.py::E.B"],
        ),
        (lines(ENUM, "A = 1"), lines(ENUM, "A = 1", "B = 2"), ["body a.py::E", "added a.py::E.B"]),
        (
            "class Names(Enum):\n    pass\nclass E(Names):\n    A = 1\n",
            "class Names(Enum):\n    pass\nclass E(Names):\n    A = 1\n    B = 2\n",
            ["body a.py::E", "added a.py::E.B"],
        ),
        (
            "class A(ABC):\n    @abstractmethod\n    def f(self): ...\n",
            "class A(ABC):\n    @abstractmethod\n    def f(self): ...\n    @abstractmethod\n    def g(self): ...\n",
            ["signature a.py::A", "added a.py::A.g"],
        ),
        (
            "class A(ABC):\n    @abstractmethod\n    def f(self): ...\n    @abstractmethod\n    def g(self): ...\n",
            "class A(ABC):\n    @abstractmethod\n    def g(self): ...\n    @abstractmethod\n    def f(self): ...\n",
            [],
        ),
        (
            "class A(Protocol):\n    def f(self): ...\n",
            "class A(Protocol):\n    def f(self): ...\n    def g(self): ...\n",
            ["signature a.py::A", "added a.py::A.g"],
        ),
    ],
)
def test_python(old: str, new: str, wanted: list[str]) -> None:
    assert change_lines(compared(a_py=(old, new))) == wanted


STRUCTS = {
    "a_go": "package a\ntype P struct {{\n\t{} int\n\t{} int\n{}}}\n",
    "a_rs": "struct P {{\n    {}: i32,\n    {}: i32,\n{}}}\n",
    "a_c": "struct P {{\n    int {};\n    int {};\n{}}};\n",
    "a_cpp": "struct P {{\n    int {};\n    int {};\n{}}};\n",
}
FIELDS = {"a_go": "\tz int\n", "a_rs": "    z: i32,\n", "a_c": "    int z;\n", "a_cpp": "    int z;\n"}


@pytest.mark.parametrize("name", sorted(STRUCTS))
def test_structs(name: str) -> None:
    template, path = STRUCTS[name], name.replace("_", ".")
    old = template.format("x", "y", "")
    assert change_lines(compared(**{name: (old, template.format("y", "x", ""))})) == [f"signature {path}::P"]
    assert change_lines(compared(**{name: (old, template.format("x", "y", FIELDS[name]))})) == [
        f"signature {path}::P",
        f"added {path}::P.z",
    ]


ENUMS = {
    "a_c": ("enum E {{\n  {}\n}};\n", True),
    "a_cpp": ("enum class E {{\n  {}\n}};\n", True),
    "a_cs": ("enum E {{\n  {}\n}}\n", True),
    "a_ts": ("export enum E {{\n  {}\n}}\n", True),
    "a_java": ("enum E {{\n  {}\n}}\n", False),
    "a_rs": ("enum E {{\n  {}\n}}\n", False),
}


@pytest.mark.parametrize("name", sorted(ENUMS))
def test_enums(name: str) -> None:
    template, is_counted = ENUMS[name]
    path = name.replace("_", ".")
    old = template.format("A,\n  B")
    counted = [f"body {path}::E.B"] if is_counted else []
    assert change_lines(compared(**{name: (old, template.format("A,\n  X,\n  B"))})) == [
        f"body {path}::E",
        *counted,
        f"added {path}::E.X",
    ]
    assert change_lines(compared(**{name: (old, template.format("A,\n  B,\n  C"))})) == [
        f"body {path}::E",
        f"added {path}::E.C",
    ]
    swapped = [f"body {path}::E.A", f"body {path}::E.B"] if is_counted else []
    assert change_lines(compared(**{name: (old, template.format("B,\n  A"))})) == [
        f"body {path}::E",
        *swapped,
    ]
    assert change_lines(compared(**{name: (old, template.format("A"))})) == [
        f"signature {path}::E",
        f"removed {path}::E.B",
    ]


def test_a_constant_that_is_counted_from_another() -> None:
    old, new = "enum E { A = 1, B, C = 9, D };\n", "enum E { A = 2, B, C = 9, D };\n"
    assert change_lines(compared(a_c=(old, new))) == ["body a.c::E.A", "body a.c::E.B"]


def test_an_enum_of_c_without_a_name() -> None:
    old, new = "enum {\n  A,\n  B\n};\nenum {\n  C\n};\n", "enum {\n  X,\n  A,\n  B\n};\nenum {\n  C\n};\n"
    assert change_lines(compared(a_c=(old, new))) == ["body a.c::A", "body a.c::B", "added a.c::X"]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("A = iota\n\tB\n\tC", "A = iota\n\tX\n\tB\n\tC", ["body a.go::B", "body a.go::C", "added a.go::X"]),
        ("A = iota\n\tB\n\tC", "A = iota\n\tC\n\tB", ["body a.go::B", "body a.go::C"]),
        ("A = iota\n\tB", "_ = iota\n\tA = iota\n\tB", ["body a.go", "body a.go::A", "body a.go::B"]),
        ("_ = 1 + iota\n\tA", "_ = 2 + iota\n\tA", ["body a.go", "body a.go::A"]),
        ("A = 1\n\tB = 2", "X = 0\n\tA = 1\n\tB = 2", ["added a.go::X"]),
        ("A = iota\n\tB", "A = iota // first\n\tB", ["body a.go (comments)"]),
        (
            "A, B = iota, 1\n\tC, D",
            "A, B = iota, 1\n\t_, _\n\tC, D",
            ["body a.go", "body a.go::C", "body a.go::D"],
        ),
    ],
)
def test_iota(old: str, new: str, wanted: list[str]) -> None:
    text = "package a\n\nconst Z = 1\n\nconst (\n\t{}\n)\n\nconst (\n\tP = iota\n\tQ\n)\n"
    assert change_lines(compared(a_go=(text.format(old), text.format(new)))) == wanted


CONTRACTS = {
    "a_go": ("package a\ntype I interface {{\n\tF()\n{}}}\n", "\tG()\n"),
    "a_java": ("interface I {{\n  int f();\n{}}}\n", "  int G();\n"),
    "a_cs": ("interface I {{\n  int F();\n{}}}\n", "  int G();\n"),
    "a_ts": ("export interface I {{\n  f(): void;\n{}}}\n", "  G(): void;\n"),
    "a_php": ("<?php\ninterface I {{\n  function f();\n{}}}\n", "  function G();\n"),
    "a_rs": ("trait I {{\n    fn f(&self);\n{}}}\n", "    fn G(&self);\n"),
    "a_scala": ("trait I {{\n  def f(): Int\n{}}}\n", "  def G(): Int\n"),
    "a_cpp": ("class I {{\n  virtual int f() = 0;\n{}}};\n", "  virtual int G() = 0;\n"),
}
WITH_BODY = {
    "a_java": "  default int G() { return 1; }\n",
    "a_cs": "  int G() { return 1; }\n",
    "a_rs": "    fn G(&self) {}\n",
    "a_scala": "  def G(): Int = 1\n",
    "a_cpp": "  virtual int G() { return 1; }\n",
    "a_ts": "  G?(): void;\n",
}


@pytest.mark.parametrize("name", sorted(CONTRACTS))
def test_a_method_to_be_implemented(name: str) -> None:
    template, method = CONTRACTS[name]
    path = name.replace("_", ".")
    texts = template.format(""), template.format(method)
    assert change_lines(compared(**{name: texts})) == [f"signature {path}::I", f"added {path}::I.G"]
    assert change_lines(compared(**{name: texts[::-1]})) == [f"signature {path}::I", f"removed {path}::I.G"]


@pytest.mark.parametrize("name", sorted(WITH_BODY))
def test_a_method_that_need_not_be_implemented(name: str) -> None:
    template, _ = CONTRACTS[name]
    texts = template.format(""), template.format(WITH_BODY[name])
    assert change_lines(compared(**{name: texts})) == [f"added {name.replace('_', '.')}::I.G"]


ALIAS = "export type P = {{\n  a: {};\n{}}};\n"


@pytest.mark.parametrize(
    ("new", "wanted"),
    [
        (ALIAS.format("string", ""), ["signature a.ts::P", "body a.ts::P.a"]),
        (ALIAS.format("number", "  b: number;\n"), ["signature a.ts::P", "added a.ts::P.b"]),
        (ALIAS.format("number", "  b?: number;\n"), ["added a.ts::P.b"]),
        (ALIAS.format("number", "  // why\n"), ["signature a.ts::P (comments)"]),
    ],
)
def test_a_type_that_is_written_as_an_object(new: str, wanted: list[str]) -> None:
    assert change_lines(compared(a_ts=(ALIAS.format("number", ""), new))) == wanted


def test_the_order_of_properties_is_no_change() -> None:
    old, new = "interface P {\n  a: A;\n  b: B;\n}\n", "interface P {\n  b: B;\n  a: A;\n}\n"
    assert change_lines(compared(a_ts=(old, new))) == []


def test_a_comma_behind_a_constant_is_none_of_it() -> None:
    old, new = "enum E {\n  A,\n  B\n}\n", "enum E {\n  A,\n  B,\n}\n"
    assert change_lines(compared(a_java=(old, new))) == []
