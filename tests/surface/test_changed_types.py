"""`codeshed impact --diff` where what a type is made of differs, or code that is in no definition: who is reached."""

import json
from pathlib import Path

import pytest

from tests.support.repositories import Repository
from tests.surface.cli import run

OPTIONS = ("--types", "off", "--quiet", "--format", "json", "--depth", "1")

PYTHON = """\
from dataclasses import dataclass
from enum import Enum, auto


@dataclass
class Point:
    x: int

    def far(self):
        return self.x


class Color(Enum):
    RED = auto()
    BLUE = auto()
"""
PYTHON_USERS = """\
from shapes import Color, Point


def build():
    return Point(1)


def ask():
    return build().far()


def blue():
    return Color.BLUE
"""
GO = "package a\n\ntype P struct {\n\tX int\n}\n\nconst (\n\tA = iota\n\tB\n)\n"
GO_USERS = "package a\n\nfunc build() P { return P{1} }\n\nfunc last() int { return B }\n"
JAVA = "package a;\n\npublic interface Job {\n  int run();\n}\n"
JAVA_USERS = "package a;\n\nclass Work implements Job {\n  public int run() { return 1; }\n}\n"
TYPESCRIPT = "export type P = {\n  a: number;\n};\n"
TYPESCRIPT_USERS = "import { P } from './t';\nexport function make(): P {\n  return { a: 1 };\n}\n"


@pytest.mark.parametrize(
    ("name", "texts", "change", "wanted"),
    [
        ("shapes_py", (PYTHON, PYTHON_USERS), ("    x: int\n", "    x: int\n    y: int\n"), ["build"]),
        ("shapes_py", (PYTHON, PYTHON_USERS), ("    RED", "    GREEN = auto()\n    RED"), ["blue"]),
        ("a_go", (GO, GO_USERS), ("\tX int\n", "\tX int\n\tY int\n"), ["build"]),
        ("a_go", (GO, GO_USERS), ("\tB\n", "\tZ\n\tB\n"), ["last"]),
        ("Job_java", (JAVA, JAVA_USERS), ("run();\n", "run();\n  int stop();\n"), ["Work"]),
        ("t_ts", (TYPESCRIPT, TYPESCRIPT_USERS), ("number", "string"), ["make"]),
    ],
)
def test_users_of_a_type(
    tmp_path: Path, name: str, texts: tuple[str, str], change: tuple[str, str], wanted: list[str]
) -> None:
    repository = Repository(tmp_path / "project")
    old, users = texts
    user = f"Users_{name.rpartition('_')[2]}"
    repository.write(**{name: old, user: users})
    repository.commit()
    repository.write(**{name: old.replace(*change)})
    outcome = run("impact", "--diff", "HEAD", *OPTIONS, cwd=repository.root)
    document = json.loads(outcome.out)
    reached = [each["ref"].get("symbolId", "") for each in document["impacted"]]
    path = user.replace("_", ".")
    assert [each for each in reached if each.startswith(path)] == [f"{path}::{each}" for each in wanted], (
        document
    )


REGISTRY = "HOOKS = {}\n"
REGISTERING = "from registry import HOOKS\n\n\ndef run():\n    pass\n\n\nHOOKS['run'] = run\n"
READING = "from registry import HOOKS\n\n\ndef call():\n    HOOKS['run']()\n"


@pytest.mark.parametrize("line", ["HOOKS['run'] = None\n", ""])
def test_readers_of_what_a_module_writes(tmp_path: Path, line: str) -> None:
    repository = Repository(tmp_path / "project")
    repository.commit(registry_py=REGISTRY, hooks_py=REGISTERING, use_py=READING)
    repository.write(hooks_py=REGISTERING.replace("HOOKS['run'] = run\n", line))
    document = json.loads(run("impact", "--diff", "HEAD", *OPTIONS, cwd=repository.root).out)
    assert "use.py::call" in [each["ref"].get("symbolId") for each in document["impacted"]]


IMPLEMENTING = """\
package a

type Job interface {
\tRun() int
}

type Work struct{}

func (w Work) Run() int { return 1 }

type Whole struct{}

func (w Whole) Run() int { return 1 }

func (w Whole) Stop() {}

type Other struct{}

func (o Other) Stop() {}
"""


def test_a_type_that_implemented_an_interface_of_go(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "project")
    repository.commit(a_go=IMPLEMENTING)
    repository.write(a_go=IMPLEMENTING.replace("Run() int\n}", "Run() int\n\tStop()\n}"))
    document = json.loads(run("impact", "--diff", "HEAD", *OPTIONS, cwd=repository.root).out)
    reached = {each["ref"].get("symbolId"): each for each in document["impacted"]}
    assert reached["a.go::Work"]["partial"]
    assert "partial" not in reached["a.go::Whole"]
    assert "a.go::Other" not in reached
