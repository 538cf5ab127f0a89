"""After any edit, incremental resolution gives the same result as full resolution."""

import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.resolve.incremental import Parsed, Project, check_edits, check_same, files_in
from tests.support.code_edits import CodeEditor
from tests.support.edits import Editor, Files
from tests.support.rounds import rounds

_TREE: Files = {
    f"{folder}/{name}.py": b"class Part:\n    def run(self):\n        return self\n" * 3
    for folder in "abc"
    for name in "xyz"
}


def package_folder(name: str) -> Path:
    """Return the folder of an installed package, which serves as real code."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


@pytest.mark.parametrize("seed", range(5))
def test_edits_of_a_small_package(seed: int) -> None:
    assert check_edits(files_in(package_folder("pluggy")), seed=seed, n_edits=rounds(40), every=5) > 0


@pytest.mark.parametrize("seed", range(rounds(1)))
def test_edits_of_a_package_with_many_classes(seed: int) -> None:
    assert check_edits(files_in(package_folder("click")), seed=seed, n_edits=20, every=10) > 0


_BOX: Files = {
    "box.py": b"class Box:\n    def __init__(self):\n        self.size = 1\n        self.kind = 2\n"
}
_CLASSES = 20
_RUN: Files = {
    "kinds.py": "".join(f"class C{n}:\n    def go{n % 3}(self): ...\n" for n in range(_CLASSES)).encode(),
    "run.py": b"def run(thing):\n    made = thing\n    made.go0()\n    made.go1()\n    return made.size\n",
}


def _caller(number: int) -> bytes:
    return f"import kinds, run\nrun.run(kinds.C{number}())\n".encode()


@pytest.mark.parametrize(
    "states",
    [
        (
            _BOX,
            {**_BOX, "b.py": b"def f(box):\n    box.size = 2\n"},
            {**_BOX, "b.py": b"def f(box):\n    box.size = 2\n    del box.kind\n"},
            {**_BOX, "b.py": b"def f(box):\n    box.kind += 2\n", "c.py": b"def g(box): box.kind = 1\n"},
            {**_BOX, "c.py": b"def g(box): box.kind = 1\n"},
            _BOX,
        ),
        tuple(
            {**_RUN, **{f"m{number}.py": _caller(number) for number in range(n_callers)}}
            for n_callers in (15, 16, 17, 20, 18, 16, 3)
        ),
    ],
    ids=["fields written on unknown objects", "more values than are followed"],
)
def test_what_others_write_and_pass(states: tuple[Files, ...]) -> None:
    project, parsed = Project(), Parsed()
    for number, files in enumerate(states):
        project.bring_up_to_date(files, parsed)
        whole = Project()
        whole.bring_up_to_date(files, parsed)
        check_same(whole.resolved, project.resolved, str(number))


@pytest.mark.parametrize("make_editor", [Editor, CodeEditor])
@pytest.mark.parametrize(
    "kind",
    [
        r"lines (into|swapped in) \w/\w\.py",
        r"b?'\w+' (is|renamed)|declared b'\w+' is",
        r"\w/\w\.py away",
        r"\w/\w\.py to \w/\w+\.py",
        r"(?P<folder>\w)/\w\.py to (?P=folder)/\w+\.py",
        r"\w to [\w/]+(?<!\.py)",
        r"all files as they were at \d+",
    ],
)
def test_edits_are_of_all_kinds(make_editor: Callable[[Files, int], Editor], kind: str) -> None:
    """Code is edited and renamed; files are deleted, moved and renamed; folders move; branches are switched."""
    editor = make_editor(_TREE, 1)
    drawn = {edit for _ in range(400) for edit in editor.step()}
    assert any(re.match(rf"(?:{kind})", edit) for edit in drawn), kind
