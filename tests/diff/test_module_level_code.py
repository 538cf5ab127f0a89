"""Code that is in no definition: what it does to the names of its file, and of others."""

import pytest

from codeshed.model.change_set import ChangeSet
from tests.diff.test_find_changes import change_lines, compared

CHOICE = "import os\nif {}:\n    def f(): return 1\nelse:\n    def f(): return 2\n\n\ndef g(): return f()\n"


def writes(changes: ChangeSet) -> list[str]:
    return [name for each in changes.symbols for name in each.writes]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ('REG = {}\nREG["x"] = 1\n', 'REG = {}\nREG["x"] = 2\n', ["body a.py", "body a.py::REG"]),
        ('REG = {}\nREG["x"] = 1\n', "REG = {}\n", ["body a.py", "body a.py::REG"]),
        (
            "A = []\nB = []\nA.append(1)\nA.append(2)\nB.append(1)\n",
            "A = []\nB = []\nA.append(2)\nA.append(1)\nB.append(1)\n",
            ["body a.py", "body a.py::A"],
        ),
        ("A = 1\nA += 1\n", "A = 1\nA += 2\n", ["body a.py", "body a.py::A"]),
        ("A = [1]\ndel A[0]\n", "A = [1]\n", ["body a.py", "body a.py::A"]),
        (
            "A = {}\nA.update({\n    'a': 1,\n    'b': 2,\n})\n",
            "A = {}\nA.update({\n    'a': 1,\n    'b': 3,\n})\n",
            ["body a.py", "body a.py::A"],
        ),
        (
            "A = {}\nfor each in (1, 2):\n    A[each] = 1\n",
            "A = {}\nfor each in (1, 3):\n    A[each] = 1\n",
            ["body a.py", "body a.py::A"],
        ),
        (CHOICE.format("os.a"), CHOICE.format("not os.a"), ["body a.py", "body a.py::f", "body a.py::f#2"]),
        ("try:\n    A = 1\nexcept B:\n    A = 2\n", "try:\n    A = 1\nexcept C:\n    A = 2\n", None),
        ("def f(): pass\nf.label = 1\n", "def f(): pass\nf.label = 2\n", ["body a.py", "body a.py::f"]),
        ("A = 1\nprint(A)\n", "A = 1\nprint(A, 2)\n", ["body a.py"]),
        ("A = 1\nif A:\n    print(1)\n", "A = 1\nif A:\n    print(2)\n", ["body a.py"]),
        ("A = []\nA.append(1)\n", "A = []\n# why\nA.append(1)  # so\n", ["body a.py (comments)"]),
        ("A = []\nA.append(1, 2)\n", "A = []\n\n\nA.append(1,2)\n", ["body a.py (layout)"]),
        ("A = []\nA.append(1)\n", "import os\nA = []\nA.append(1)\n", ["body a.py"]),
        ("A = {}\ndef f():\n    A[1] = 1\n", "A = {}\ndef f():\n    A[1] = 2\n", ["body a.py::f"]),
    ],
)
def test_python(old: str, new: str, wanted: list[str] | None) -> None:
    assert change_lines(compared(a_py=(old, new))) == (wanted or ["body a.py", "body a.py::A"])


@pytest.mark.parametrize(
    ("name", "old", "new", "wanted"),
    [
        ("a_js", "const m = new Map();\nm.set('a', 1);\n", "const m = new Map();\nm.set('a', 2);\n", "m"),
        ("a_ts", "const m: any = {};\nm['a'] = 1;\n", "const m: any = {};\nm['a'] = 2;\n", "m"),
        ("a_rb", "M = []\nM << 1\n", "M = []\nM << 2\n", "M"),
        ("a_lua", "m = {}\nm[1] = 1\n", "m = {}\nm[1] = 2\n", "m"),
    ],
)
def test_other_languages(name: str, old: str, new: str, wanted: str) -> None:
    path = name.replace("_", ".")
    assert f"body {path}::{wanted}" in change_lines(compared(**{name: (old, new)}))


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("from core import REG as R\nR['x'] = 1\n", "from core import REG as R\nR['x'] = 2\n", ["REG"]),
        ("import core\ncore.REG['x'] = 1\n", "import core\n", ["REG"]),
        ("from core import REG\nREG['x'] = 1\n", "from core import REG\nREG['x'] = 1\nprint(1)\n", []),
    ],
)
def test_names_of_other_files(old: str, new: str, wanted: list[str]) -> None:
    assert writes(compared(a_py=(old, new))) == wanted
