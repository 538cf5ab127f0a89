"""Edits of bodies that change what others see, but hardly what the engine's report says: users of each must run again.

All cases are one project. Each has a file before and after the edit, and one that uses it.
"""

import pytest

from bench.types.type_updates import EditedProject
from tests.types.projects import write_files

_C = "import functools, contextlib, typing, enum\nclass C:\n    def __init__(self): self.item = 1.5\n"
_SUB = "import {module}\nclass S({module}.C): pass\n"
_GENERIC = (
    "class D[R]:\n    def __init__(self, f: typing.Callable[..., R]): pass\n"
    "    def __get__(self, value, owner=None) -> R: ...\n"
)
_KEEPING = "def keep[**P, R](f: typing.Callable[P, R]) -> typing.Callable[P, R]: ...\n"
_COLOR = "class Color(enum.Enum):\n    RED = 1\n    BLUE = 2\n    GREEN = 3\n"

CASES = {
    "a literal as a value or as a type": (
        "import typing\ndef f(x): return 'a'",
        "import typing\ndef f(x): return typing.cast(typing.Literal['a'], x)",
        "import {module}\nclass U:\n    value = [{module}.f(1)]\ndef use(): return U.value",
    ),
    "a literal or any text": (
        "def f(x):\n    if x: return 1\n    return 'a'",
        "def f(x):\n    if x: return 1\n    return str(x)",
        "import {module}\nvalue = {module}.f(1)\nif value == 'b': other = value",
    ),
    "which keys": (
        "def f(): return {{'a': 1, 'b': 'x'}}",
        "def f(): return {{'a': 'x', 'b': 1}}",
        "import {module}\nvalue = {module}.f()['a']",
    ),
    "which keys in a list": (
        "def f(): return [{{'a': 1, 'b': 'x'}}]",
        "def f(): return [{{'a': 'x', 'b': 1}}]",
        "import {module}\nvalue = {module}.f()[0]['a']",
    ),
    "the caller's class": (
        _C + "    def f(self):\n        print()\n        return self",
        _C + "    def f(self):\n        print()\n        return C()",
        _SUB + "value = S().f()",
    ),
    "the caller's class in a tuple": (
        _C + "    def f(self):\n        return self, C()",
        _C + "    def f(self):\n        return C(), self",
        _SUB + "value = S().f()[0]",
    ),
    "the caller's class in a property": (
        _C + "    @property\n    def f(self):\n        print()\n        return self",
        _C + "    @property\n    def f(self):\n        print()\n        return C()",
        _SUB + "value = S().f",
    ),
    "the caller's class in a cached property": (
        _C + "    @functools.cached_property\n    def f(self):\n        print()\n        return self",
        _C + "    @functools.cached_property\n    def f(self):\n        print()\n        return C()",
        _SUB + "value = S().f",
    ),
    "the caller's class in a class method": (
        _C + "    @classmethod\n    def f(cls): return cls()",
        _C + "    @classmethod\n    def f(cls): return C()",
        _SUB + "value = S.f()",
    ),
    "the caller's class itself": (
        _C + "    def f(self): return type(self)",
        _C + "    def f(self): return C if self else C",
        _SUB + "value = S().f()",
    ),
    "the caller's class in a context": (
        _C + "    @contextlib.contextmanager\n    def f(self): yield self",
        _C + "    @contextlib.contextmanager\n    def f(self): yield C()",
        _SUB + "with S().f() as value: pass\nother = value",
    ),
    "the caller's class in a coroutine": (
        _C + "    async def f(self):\n        print()\n        return self",
        _C + "    async def f(self):\n        print()\n        return C()",
        _SUB + "async def use():\n    value = await S().f()\n    return value",
    ),
    "the caller's class behind a decorator": (
        _C + _KEEPING + "class B(C):\n    @keep\n    def f(self):\n        print()\n        return self",
        _C + _KEEPING + "class B(C):\n    @keep\n    def f(self):\n        print()\n        return B()",
        "import {module}\nclass S({module}.B): pass\nvalue = S().f()",
    ),
    "the caller's class in a field": (
        _C + "    def f(self): self.x = self",
        _C + "    def f(self): self.x = C()",
        _SUB + "value = S().x",
    ),
    "the caller's class by an operator": (
        _C + "    def __add__(self, x):\n        print()\n        return self",
        _C + "    def __add__(self, x):\n        print()\n        return C()",
        _SUB + "value = S() + 1",
    ),
    "the caller's class by iteration": (
        _C + "    def __iter__(self): yield self",
        _C + "    def __iter__(self): yield C()",
        _SUB + "for value in S(): print(value)",
    ),
    "a literal by a descriptor": (
        "import typing\n" + _GENERIC + "class C:\n    @D\n    def f(self): return typing.cast(typing.Literal['a'], 1)",
        "import typing\n" + _GENERIC + "class C:\n    @D\n    def f(self): return typing.cast(typing.Literal['b'], 1)",
        "import {module}\nvalue = {module}.C().f\nif value == 'b': other = value",
    ),
    "a type variable": (
        "class C[A, B]:\n    a: A\n    b: B\n    def f(self): return [self.a]",
        "class C[A, B]:\n    a: A\n    b: B\n    def f(self): return [self.b]",
        "import {module}\ndef use(x: {module}.C[int, str]): return x.f()",
    ),
    "a type variable in a property": (
        "class C[A, B]:\n    a: A\n    b: B\n    @property\n    def f(self): return [self.a]",
        "class C[A, B]:\n    a: A\n    b: B\n    @property\n    def f(self): return [self.b]",
        "import {module}\ndef use(x: {module}.C[int, str]): return x.f",
    ),
    "a class that a body makes": (
        "def f():\n    class L:\n        x = 1.5\n    return L()",
        "def f():\n    class L:\n        x = None\n    return L()",
        "import {module}\nvalue = {module}.f().x",
    ),
    "a class that a body makes in a list": (
        "def f():\n    class L:\n        def x(self): return 1.5\n    return [L()]",
        "def f():\n    class L:\n        def x(self): return None\n    return [L()]",
        "import {module}\nvalue = {module}.f()[0].x()",
    ),
    "a class that a body makes in a field": (
        "class C:\n    def f(self):\n        class L:\n            x = 1.5\n        self.x = L()",
        "class C:\n    def f(self):\n        class L:\n            x = None\n        self.x = L()",
        "import {module}\nvalue = {module}.C().x.x",
    ),
    "which function": (
        "def a(): return 1.5\ndef b(): return 1.5\ndef f(x):\n    print()\n    return a",
        "def a(): return 1.5\ndef b(): return 1.5\ndef f(x):\n    print()\n    return b",
        "import {module}\ndef use(): {module}.f(1)()",
    ),
    "which function in a list": (
        "def a(): return 1.5\ndef b(): return 1.5\ndef f(x): return [a]",
        "def a(): return 1.5\ndef b(): return 1.5\ndef f(x): return [b]",
        "import {module}\ndef use(): {module}.f(1)[0]()",
    ),
    "which module": (
        "import textwrap, shlex\ndef f(x): return textwrap",
        "import textwrap, shlex\ndef f(x): return shlex",
        "import {module}\nvalue = {module}.f(1).split",
    ),
    "some members of an enumeration": (
        "import enum\n" + _COLOR + "def f(x): return Color.RED if x else Color.BLUE",
        "import enum\n" + _COLOR + "def f(x): return Color.RED if x else Color.GREEN",
        "import {module}\nvalue = {module}.f(1)\nif value is {module}.Color.GREEN: other = value",
    ),
    "that nothing comes back": (
        "def f(x):\n    print(x)\n    raise ValueError",
        "def f(x):\n    print(x)\n    return None",
        "import {module}\ndef use(x):\n    if x: value = 1.5\n    else: {module}.f(x)\n    return value",
    ),
    "the first of two functions of one name": (
        "def f(x): return 1.5\ny = f(1)\ndef f(x): return str(x)",
        "def f(x): return None\ny = f(1)\ndef f(x): return str(x)",
        "import {module}\nvalue = {module}.y",
    ),
    "a final field": (
        "from typing import Final\nclass C:\n    def __init__(self):\n        self.x: Final = 1",
        "from typing import Final\nclass C:\n    def __init__(self):\n        self.x: Final = 2",
        "import {module}\nvalue = {module}.C().x\nif value == 2: other = value",
    ),
    "a field that an inner function sets": (
        "class C:\n    def f(self):\n        def g():\n            self.x = 1.5\n        g()",
        "class C:\n    def f(self):\n        def g():\n            self.x = [1.5]\n        g()",
        "import {module}\nvalue = {module}.C().x",
    ),
    "the caller's class in a field that an inner function sets": (
        _C + "    def f(self):\n        def g():\n            self.x = self\n        g()",
        _C + "    def f(self):\n        def g():\n            self.x = C()\n        g()",
        _SUB + "value = S().x",
    ),
    "a field that a loop sets": (
        "class C:\n    def f(self):\n        for self.x in [1.5]: pass",
        "class C:\n    def f(self):\n        for self.x in ['a']: pass",
        "import {module}\nvalue = {module}.C().x",
    ),
    "a field that a class method sets": (
        "class C:\n    @classmethod\n    def f(cls): cls.x = 1.5",
        "class C:\n    @classmethod\n    def f(cls): cls.x = 'a'",
        "import {module}\nvalue = {module}.C.x",
    ),
    "a class of the same name": (
        "import textwrap, argparse, enum\nclass A:\n    class X: y = 1.5\nclass B:\n    class X: y = None\ndef f(): return [A.X()]",
        "import textwrap, argparse, enum\nclass A:\n    class X: y = 1.5\nclass B:\n    class X: y = None\ndef f(): return [B.X()]",
        "import {module}\nvalue = {module}.f()[0].y",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[set[str], set[str]]]:
    """Return for each case which of its files ran again, and which of them are stale."""
    root = tmp_path_factory.mktemp("subtle")
    for row, (old, _, user) in enumerate(CASES.values()):
        used = user.format(module=f"used_{row}")
        write_files(root, {f"used_{row}.py": _text(old), f"user_{row}.py": used.encode()})
    project = EditedProject(root)
    for row, (_, new, _) in enumerate(CASES.values()):
        write_files(root, {f"used_{row}.py": _text(new)})
    again = set(project.update(*(f"used_{row}.py" for row in range(len(CASES)))))
    stale = set(project.find_stale())
    return {
        name: ({f"used_{row}.py", f"user_{row}.py"} & again, {f"used_{row}.py", f"user_{row}.py"} & stale)
        for row, name in enumerate(CASES)
    }


def _text(code: str) -> bytes:
    return code.replace("{{", "{").replace("}}", "}").encode()


@pytest.mark.parametrize("case", CASES)
def test_nobody_is_stale(outcome: dict[str, tuple[set[str], set[str]]], case: str) -> None:
    again, stale = outcome[case]
    assert not stale
    assert len(again) == 2
