"""What others can see of an edit. Each case is a file before and after; `unseen` edits must not run other files again."""

import textwrap
from pathlib import Path

import pytest

from codeshed.model.facts.python_facts import PythonFacts
from codeshed.model.facts.type_facts import FileTypes
from codeshed.project.parsing.python_parsing import parse_file
from codeshed.types.significant_text import significant_text
from codeshed.types.type_interface_keys import TypeInterfaceKeys, outline_key, type_interface_keys
from tests.types.projects import analysed

_SHARED = """
import enum
class Color(enum.Enum):
    RED = 1
    BLUE = 2
class Cart:
    total: int
    def __init__(self): self.items = None
class Gift(Cart): pass
"""

UNSEEN = {
    "a comment": ("x = 1", "# Why.\nx = 1  # because"),
    "blank lines": ("def f(): return 1\nx = f()", "\n\ndef f(): return 1\n\n\nx = f()\n\n"),
    "a docstring": ('"""Old."""\nclass C:\n  """Old."""\n  x = 1', '"""New."""\nclass C:\n  """New,\n  longer."""\n  x = 1'),
    "a wrapped expression": ("x = 1 + 2", "x = 1 + \\\n    2"),
    "a body without a result": ("def f(x):\n  print(x)\n  print(1)", "def f(x):\n  print(x)\n  print('other')"),
    "a body with a declared result": ("def f() -> int: return 1", "def f() -> int: return 2 + len('x')"),
    "a body whose result is unknown": ("def f(x):\n  print(x)\n  return x.y", "def f(x):\n  return x.z(x)"),
    "a local": ("def f(x):\n  y = 1\n  print(y)", "def f(x):\n  y = 'a'\n  print(y, y)"),
    "a body that returns one class": (
        _SHARED + "def f(x):\n  print(x)\n  return Cart()",
        _SHARED + "def f(x):\n  made = Cart()\n  return made",
    ),
    "a local function": (
        "def f(x):\n  def g(): return 1\n  print(g())",
        "def f(x):\n  def h(): return 'a'\n  print(h(), h())",
    ),
    "a field that stays unknown": (
        "class C:\n  def __init__(self, x):\n    self.x = x\n    print(x)",
        "class C:\n  def __init__(self, x):\n    self.x = x\n    print(x, x)",
    ),
    "a method that sets a declared field": (
        "class C:\n  x: int\n  def set(self):\n    self.x = 1\n    print(1)",
        "class C:\n  x: int\n  def set(self):\n    self.x = 2\n    print(1)",
    ),
    "a method that sets a field it declares": (
        "class C:\n  def set(self):\n    self.x: str = 'a'\n    print(1)",
        "class C:\n  def set(self):\n    self.x: str = 'b'\n    print(1)",
    ),
    "a local where a text is returned": ("def f(x):\n  return str(x)", "def f(x):\n  y = 1\n  return str(x)"),
    "a local where a text or number may be returned": (
        "def f(x):\n  if x: return len(x)\n  return str(x)",
        "def f(x):\n  y = 1\n  if x: return len(x)\n  return str(x)",
    ),
    "a local where one of two classes is returned": (
        _SHARED + "def f(x):\n  return [Cart()] if x else Color(1)",
        _SHARED + "def f(x):\n  y = 1\n  return [Cart()] if x else Color(1)",
    ),
    "a local where the caller's class is returned": (
        "class C:\n  def f(self):\n    print(1)\n    return self",
        "class C:\n  def f(self):\n    x = 1\n    print(1)\n    return self",
    ),
    "a local of a property": (
        "class C:\n  @property\n  def a(self): return str(self)",
        "class C:\n  @property\n  def a(self):\n    x = 1\n    return str(self)",
    ),
    "a local of a class method": (
        "class C:\n  @classmethod\n  def a(cls): return cls()",
        "class C:\n  @classmethod\n  def a(cls):\n    x = 1\n    return cls()",
    ),
    "a local of a static method": (
        "class C:\n  @staticmethod\n  def a(): return str(1)",
        "class C:\n  @staticmethod\n  def a():\n    x = 1\n    return str(1)",
    ),
    "which text a function returns that a decorator hides": (
        "class D:\n  def __init__(self, f): pass\n@D\ndef f(x): return 'a'",
        "class D:\n  def __init__(self, f): pass\n@D\ndef f(x): return 'b'",
    ),
    "which text a decorator forgets": (
        "import functools\n@functools.cache\ndef f(x): return 'a'",
        "import functools\n@functools.cache\ndef f(x): return 'b'",
    ),
    "a local where the caller's class is in a list": (
        "class C:\n  def f(self, x):\n    return [self] if x else None",
        "class C:\n  def f(self, x):\n    y = 1\n    return [self] if x else None",
    ),
    "a local of a coroutine": ("async def f(x):\n  return str(x)", "async def f(x):\n  y = 1\n  return str(x)"),
    "a local of a generator": ("def f(x):\n  yield str(x)", "def f(x):\n  y = 1\n  yield str(x)"),
    "a local where a field is a text": (
        "class C:\n  def __init__(self, x):\n    self.x = str(x)",
        "class C:\n  def __init__(self, x):\n    y = 1\n    self.x = str(x)",
    ),
    "which text a field holds at first": (
        "class C:\n  def set(self):\n    self.x = 'a'\n    print(1)",
        "class C:\n  def set(self):\n    self.x = 'b'\n    print(1)",
    ),
    "which texts two fields hold at first": (
        "class C:\n  def set(self):\n    self.x, self.y = 'a', 'b'\n    print(1)",
        "class C:\n  def set(self):\n    self.x, self.y = 'b', 'a'\n    print(1)",
    ),
    "a local in a class within a class": (
        "class C:\n  class D:\n    def f(self): return str(self)",
        "class C:\n  class D:\n    def f(self):\n      x = 1\n      return str(self)",
    ),
}  # fmt: skip

SEEN = {
    "a new function": ("x = 1", "x = 1\ndef f(): pass"),
    "a name": ("def f(): pass", "def g(): pass"),
    "a parameter": ("def f(a): print(a)", "def f(b): print(b)"),
    "a default": ("def f(a=1): print(a)", "def f(a=2): print(a)"),
    "a declared result": ("def f() -> int: return 1", "def f() -> bool: return 1"),
    "a decorator": ("class C:\n  def f(self): pass", "class C:\n  @property\n  def f(self): pass"),
    "a base": (_SHARED + "class D(Cart): pass", _SHARED + "class D(Gift): pass"),
    "a variable": ("x = 1", "x = 'a'"),
    "the value of a variable": ("x = 'a'", "x = 'b'"),
    "an import": ("import os", "import sys"),
    "a result's type": ("def f(): return 1.5", "def f(): return None"),
    "which text is returned": ("def f(): return 'a'", "def f(): return 'b'"),
    "which number may be returned": ("def f(x):\n  if x: return 1\n  return None", "def f(x):\n  if x: return 2\n  return None"),
    "which truth is returned": ("def f(x):\n  print(x)\n  return False", "def f(x):\n  print(x)\n  return True"),
    "which key holds what": ("def f(): return {'a': 1, 'b': 'x'}", "def f(): return {'a': 'x', 'b': 1}"),
    "which member is returned": (_SHARED + "def f(): return Color.RED", _SHARED + "def f(): return Color.BLUE"),
    "whether the caller's class is returned": (
        "class C:\n  def f(self):\n    print(1)\n    return self",
        "class C:\n  def f(self):\n    print(1)\n    return C()",
    ),
    "which function is returned": (
        "def a(): pass\ndef b(): pass\ndef f(x):\n  print(x)\n  return a",
        "def a(): pass\ndef b(): pass\ndef f(x):\n  print(x)\n  return b",
    ),
    "what a generator yields": ("def f():\n  yield 'a'", "def f():\n  yield 'b'"),
    "a new field": (
        "class C:\n  def set(self):\n    self.x = None\n    print(1)",
        "class C:\n  def set(self):\n    self.x = None\n    self.y = None",
    ),
    "that a text is any": ("def f(x): return 'a'", "def f(x): return str(x)"),
    "that a text is a literal": ("def f(x): return str(x)", "def f(x): return 'a'"),
    "a literal as a type": (
        "from typing import Literal, cast\ndef f(x): return 'a'",
        "from typing import Literal, cast\ndef f(x): return cast(Literal['a'], x)",
    ),
    "that a field is a literal": (
        "from typing import Literal, cast\nclass C:\n  def __init__(self, x):\n    self.x = str(x)",
        "from typing import Literal, cast\nclass C:\n  def __init__(self, x):\n    self.x = cast(Literal['a'], x)",
    ),
    "whether a property has the caller's class": (
        "class C:\n  @property\n  def f(self):\n    return self",
        "class C:\n  @property\n  def f(self):\n    return C()",
    ),
    "whether a field has the caller's class": (
        "class C:\n  def set(self):\n    self.x = self",
        "class C:\n  def set(self):\n    self.x = C()",
    ),
    "which variable of a class is returned": (
        "class C[A, B]:\n  a: A\n  b: B\n  def f(self):\n    return self.a",
        "class C[A, B]:\n  a: A\n  b: B\n  def f(self):\n    return self.b",
    ),
    "which variable of a class is in a list of a property": (
        "class C[A, B]:\n  a: A\n  b: B\n  @property\n  def f(self):\n    return [self.a]",
        "class C[A, B]:\n  a: A\n  b: B\n  @property\n  def f(self):\n    return [self.b]",
    ),
    "whether a list holds the caller's class": (
        "class C:\n  def f(self, x):\n    return [self]",
        "class C:\n  def f(self, x):\n    return [C()]",
    ),
    "what a class that a function makes holds": (
        "def f():\n  class C:\n    x = 1\n  return C()",
        "def f():\n  class C:\n    x = 'a'\n  return C()",
    ),
    "what a tuple class that a method makes holds": (
        "from collections import namedtuple\nclass D:\n  def f(self):\n    return namedtuple('C', 'a b')(1, 2)",
        "from collections import namedtuple\nclass D:\n  def f(self):\n    return namedtuple('C', 'c d')(1, 2)",
    ),
    "which text the first of two functions of one name returns": (
        "def f(x): return 'a'\ny = f(1)\ndef f(x): return str(x)",
        "def f(x): return 'b'\ny = f(1)\ndef f(x): return str(x)",
    ),
    "which text a function returns that another name stands for": (
        "def f(x): return 'a'\ny = f(1)\nf = str",
        "def f(x): return 'b'\ny = f(1)\nf = str",
    ),
    "which module is returned": ("import os, re\ndef f(): return os", "import os, re\ndef f(): return re"),
    "a final field": (
        "from typing import Final\nclass C:\n  def __init__(self):\n    self.x: Final = 1\n    print(1)",
        "from typing import Final\nclass C:\n  def __init__(self):\n    self.x: Final = 2\n    print(1)",
    ),
    "a global": ("x = None\ndef f():\n  global x\n  x = 1", "x = None\ndef f():\n  global x\n  x = 'a'"),
    "that nothing is implemented": (
        "class C:\n  def f(self):\n    raise NotImplementedError",
        "class C:\n  def f(self):\n    raise ValueError",
    ),
    "a comment that types": ("x = None  # type: int", "x = None  # type: str"),
    "a string within a string": ("x = f'{d[\"#a\"]}' #", "x = f'{d[\"#b\"]}' #"),
    "broken code": ("def f(:\n  print(1)", "def f(:\n  print(2)"),
}  # fmt: skip


def _contents(which: int) -> dict[str, bytes]:
    cases = {**UNSEEN, **SEEN}
    return {
        f"case_{row}.py": textwrap.dedent(case[which]).encode() for row, case in enumerate(cases.values())
    }


def _exports(root: Path, which: int) -> dict[str, TypeInterfaceKeys]:
    contents = _contents(which)
    with analysed(root, contents) as found:
        return {
            name: type_interface_keys(
                path,
                contents[path],
                _facts(contents[path]),
                _types(found.types(path)),
                found.report.answers(path),
            )
            for name, path in zip({**UNSEEN, **SEEN}, contents, strict=True)
        }


def _facts(content: bytes) -> PythonFacts:
    return parse_file("m.py", content).facts


def _types(types: FileTypes | None) -> FileTypes:
    assert types is not None
    return types


@pytest.fixture(scope="module")
def keys(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[dict[str, TypeInterfaceKeys], dict[str, TypeInterfaceKeys]]:
    root = tmp_path_factory.mktemp("exports")
    return _exports(root / "before", 0), _exports(root / "after", 1)


@pytest.mark.parametrize("case", UNSEEN)
def test_unseen(keys: tuple[dict[str, TypeInterfaceKeys], dict[str, TypeInterfaceKeys]], case: str) -> None:
    assert keys[0][case] == keys[1][case]


@pytest.mark.parametrize("case", SEEN)
def test_seen(keys: tuple[dict[str, TypeInterfaceKeys], dict[str, TypeInterfaceKeys]], case: str) -> None:
    assert keys[0][case] != keys[1][case]


def test_without_types_all_of_a_file_is_seen() -> None:
    one, other = (parse_file("m.py", text) for text in (b"def f(): print(1)", b"def f(): print(2)"))
    assert outline_key(one.content, one.facts) == outline_key(other.content, other.facts)
    keys = [type_interface_keys("m.py", file.content, file.facts, None, {}) for file in (one, other)]
    assert keys[0] != keys[1]
    assert keys[0].outline == keys[1].outline


@pytest.mark.parametrize(
    ("source", "significant"),
    [
        ("x = 1  # one\n\n\ny  =2\n", "x = 1\ny =2"),
        ("class C:\n    'doc'\n    r'''more\n# text'''\n    x = 'kept'\n", "class C:\n    x ='kept'"),
        ("class C:\n    'doc'  # kept, it may be within a string", "class C:\n    'doc'# kept, it may be within a string"),
        ("f(\n    a,  # first\n    'b'\n)\n", "f( a,'b')"),
        ("x = None # type: int\ny = 1 # typed", "x = None# type: int\ny = 1"),
        ("if x \\\n    in y : z", "if x in y : z"),
        ("x = (1,\n'''a\n  b''')", "x = (1,'''a\n  b''')"),
        ("return 'a'  +  'b'", "return'a'+'b'"),
        ("'''never closed", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_significant_text(source: str, significant: str) -> None:
    assert significant_text(source.encode()).decode() == significant
