"""The recorder of reads and writes: a toy project, a test that runs it, and what must have been seen."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.toy_shop import write_files
from tests.support.expectations import assert_expected
from tests.surface.cli import ROOT


def recording(tmp_path: Path, shop: str, test: str, more: dict[str, str] | None = None) -> dict[str, object]:
    """Run a test of a package `shop` with the plugin and return what it recorded."""
    files = {"shop/__init__.py": "", "shop/a.py": shop, "test_shop.py": test, **(more or {})}
    root = write_files(tmp_path, files)
    options = ["--state-package", "shop", "--state-out", "state.json.gz", "-p", "no:cacheprovider"]
    done = subprocess.run(  # noqa: S603 - our own interpreter and arguments
        [sys.executable, "-m", "pytest", "-q", "-p", "bench.accuracy.record_state", *options, "test_shop.py"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{root}", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
    document: dict[str, object] = json.loads(gzip.decompress((root / "state.json.gz").read_bytes()))
    return document


def check_uses(
    tmp_path: Path, shop: str, test: str, expected: str, more: dict[str, str] | None = None
) -> None:
    """Check what functions use, one use a line: `f reads NAME: how`; what modules assign is left out."""
    uses = recording(tmp_path, shop, test, more)["uses"]
    assert isinstance(uses, list)
    lines = []
    for use in uses:
        user, variable = (use[end]["name"].removeprefix("shop.") for end in ("user", "variable"))
        manners = ", ".join(use["manners"])
        if "top level" in manners or "body of a class" in manners:
            continue
        optional = " (optional)" if use.get("is_optional") else ""
        lines.append(f"{user} {use['kind']}s {variable}: {manners}{optional}")
    assert_expected("\n".join(lines), expected)


def test_names_of_modules(tmp_path: Path) -> None:
    check_uses(
        tmp_path,
        """
STATE = {}
COUNT = 0
ITEMS = []
NAME = "a"


def read():
    NAME = 1
    return NAME, [ITEMS for ITEMS in "ab"], lambda: STATE


def write(key):
    global COUNT
    COUNT += 1
    STATE[key] = (lambda: NAME)()
    ITEMS.append(key)
    del STATE[key]


def never():
    return NAME
""",
        """
from shop import a, b


def test_all():
    a.read()
    a.write("k")
    b.through_module()
    b.through_import()
""",
        """
        a.write reads a.COUNT: NAME += …
        a.write writes a.COUNT: NAME += …
        a.write reads a.ITEMS: NAME.append(…) (optional)
        a.write writes a.ITEMS: NAME.append(…)
        a.write reads a.NAME: NAME
        a.write reads a.STATE: NAME[…] = … (optional)
        a.write writes a.STATE: NAME[…] = …
        b.through_import reads a.NAME: NAME
        b.through_module reads a.COUNT: module.NAME
        b.through_module writes a.COUNT: module.NAME = …
        b.through_module reads a.NAME: module.NAME
        """,
        {
            "shop/b.py": """
from . import a
from .c import *


def through_module():
    a.COUNT = a.COUNT + len(a.NAME)


def through_import():
    return label
""",
            "shop/c.py": "from .a import NAME as label\n",
        },
    )


def test_fields(tmp_path: Path) -> None:
    check_uses(
        tmp_path,
        """
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    PLAIN = 1


@dataclass
class Point:
    x: int
    y: int = 0


class Rule:
    kind = Kind.PLAIN
    __slots__ = ("name", "__dict__")

    def __init__(self, name):
        self.name = name
        self.__secret = []
        self.points = []

    @property
    def label(self):
        return self.name

    def add(self, point: Point):
        self.points.append(point)
        self.__secret.append(point.x)
        point.y += 1
        self.other = point
        self.other.x = 5

    def method(self):
        return self.method, self.label, self.kind


class Half(Rule):
    kind = None

    def __init__(self):
        super().__init__("half")
        self.name = "Half"


def use(rule):
    rule.name = Rule.kind
    return rule.points[0].x
""",
        """
from shop.a import Half, Point, Rule, use


class Own(Rule):
    pass


def test_all():
    for rule in (Half(), Own("n")):
        rule.add(Point(1))
        rule.method()
        assert use(rule) == 5
""",
        """
        a reads a.Kind.PLAIN: Class.x
        a.Half.__init__ writes a.Rule.name: self.x = …
        a.Rule.__init__ writes a.Rule.__secret: self.x = …
        a.Rule.__init__ writes a.Rule.name: self.x = …
        a.Rule.__init__ writes a.Rule.points: self.x = …
        a.Rule.add reads a.Point.x: value.x
        a.Rule.add writes a.Point.x: value.x = …
        a.Rule.add reads a.Point.y: value.x += …
        a.Rule.add writes a.Point.y: value.x += …
        a.Rule.add reads a.Rule.__secret: self.x.append(…) (optional)
        a.Rule.add writes a.Rule.__secret: self.x.append(…)
        a.Rule.add reads a.Rule.other: self.x.a = … (optional)
        a.Rule.add writes a.Rule.other: self.x = …, self.x.a = …
        a.Rule.add reads a.Rule.points: self.x.append(…) (optional)
        a.Rule.add writes a.Rule.points: self.x.append(…)
        a.Rule.label reads a.Rule.name: self.x
        a.Rule.method reads a.Rule.kind: self.x
        a.use reads a.Point.x: value.x
        a.use reads a.Rule.kind: Class.x
        a.use writes a.Rule.name: value.x = …
        a.use reads a.Rule.points: value.x
        """,
    )


def test_code_keeps_its_meaning(tmp_path: Path) -> None:
    check_uses(
        tmp_path,
        '''
"""The docstring stays first."""

from __future__ import annotations

import sys

LIMIT: int = 3
VALUE = [1, 2]


class Stack(list):
    size: int

    def __init__(self, *items):
        super().__init__(items)
        self.size = len(items)

    def append(self, item):
        self.size += 1
        super().append(item)


STACK = Stack()


def run(value: VALUE.count, *, limit=LIMIT) -> STACK.size:
    STACK.append(value)
    if (n := STACK.size) > limit:
        return n
    match value:
        case {"stack": [*rest]}:
            return f"{STACK.size=} {rest!r:>{LIMIT}}"
        case _:
            return [each for each in VALUE if each < LIMIT], sys._getframe().f_lineno


async def gather():
    async with Lock() as STACK.lock:
        return [VALUE[0] async for _ in Lock()]


class Lock:
    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc_info):
        return None

    async def __aiter__(self):
        yield (await self.__aenter__()).width

    width = 1
''',
        """
import asyncio
import inspect
from shop import a


def test_all():
    assert asyncio.run(a.gather()) == [1]
    assert a.__doc__ == "The docstring stays first."
    assert a.run({"stack": [1]}) == "STACK.size=1 [1]"
    values, line = a.run(2)
    assert (values, inspect.getsourcelines(a.run)[1] + 8) == ([1, 2], line)
    assert a.run.__annotations__ == {"value": "VALUE.count", "return": "STACK.size"}
    assert "codeshed" not in repr(vars(a).keys())
""",
        """
        a reads a.LIMIT: NAME
        a.Lock.__aiter__ reads a.Lock.width: value.x
        a.Stack.__init__ writes a.Stack.size: self.x = …
        a.Stack.append reads a.Stack.size: self.x += …
        a.Stack.append writes a.Stack.size: self.x += …
        a.gather reads a.STACK: NAME.a = … (optional)
        a.gather writes a.STACK: NAME.a = … (optional)
        a.gather reads a.VALUE: NAME
        a.run reads a.LIMIT: NAME
        a.run reads a.STACK: NAME, NAME.append(…)
        a.run writes a.STACK: NAME.append(…) (optional)
        a.run reads a.Stack.size: value.x
        a.run reads a.VALUE: NAME
        """,
    )


def test_a_field_declared_again_stands_for_the_first(tmp_path: Path) -> None:
    found = recording(
        tmp_path,
        """
class Base:
    size = 1


class Wide(Base):
    size = 2


def size(value):
    return value.size
""",
        """
from shop.a import Base, Wide, size


def test_size():
    assert (size(Base()), size(Wide())) == (1, 2)
""",
    )
    wide, base = ({"path": "shop/a.py", "name": f"shop.a.{each}.size"} for each in ("Wide", "Base"))
    assert found["aliases"] == [{"variable": wide, "stands_for": base}]
    assert isinstance(found["uses"], list)
    assert {use["variable"]["name"] for use in found["uses"]} == {base["name"]}


@pytest.mark.skipif(sys.version_info < (3, 12), reason="older Pythons do not tell which lines were executed")
def test_executed_lines(tmp_path: Path) -> None:
    found = recording(
        tmp_path,
        """
def run(flag):
    if flag:
        return 1
    return 2
""",
        """
from shop.a import run


def test_run():
    assert run(False) == 2
""",
    )
    assert isinstance(found["executed"], dict)
    assert found["executed"]["shop/a.py"] == [1, 2, 4]
