"""Which definitions are all that their names ever mean."""

import pytest

from codeshed.project.parsing.python_parsing import parse_file
from codeshed.types.single_bindings import SingleBindings

_FUNCTION = "def f(): return 1\n"
_METHOD = "class C:\n    def f(self): return 1\n"


@pytest.mark.parametrize(
    ("text", "name", "single"),
    [
        (_FUNCTION, "f", True),
        (_METHOD, "C.f", True),
        (_METHOD + _FUNCTION, "C.f", True),
        ("f = 1\n" + _METHOD, "C.f", True),
        ("from x import *\n" + _FUNCTION, "f", True),
        (
            "class C:\n    @property\n    def f(self): return 1\n    @f.setter\n    def f(self, x): pass",
            "C.f",
            True,
        ),
        (_FUNCTION + _FUNCTION, "f", False),
        (_FUNCTION + "f = 1", "f", False),
        (_FUNCTION + "f.x = 1", "f", False),
        (_FUNCTION + "del f", "f", False),
        (_FUNCTION + "a, (b, f) = x", "f", False),
        (_FUNCTION + "for f in x: pass", "f", False),
        (_FUNCTION + "with x as f: pass", "f", False),
        (_FUNCTION + "try: pass\nexcept E as f: pass", "f", False),
        (_FUNCTION + "import f.g", "f", False),
        (_FUNCTION + "from x import y as f", "f", False),
        (_FUNCTION + "from x import *", "f", False),
        (_FUNCTION + "print(f := 1)", "f", False),
        (_FUNCTION + "match x:\n    case [f]: pass", "f", False),
        (_FUNCTION + "def g():\n    global f\n    f = 1", "f", False),
        (_METHOD + "    f = 1", "C.f", False),
        (_METHOD + "C = 1", "C.f", False),
        (_METHOD + "C.f = 1", "C.f", False),
    ],
)
def test_single(text: str, name: str, *, single: bool) -> None:
    file = parse_file("m.py", text.encode())
    definition = next(each for each in file.facts.definitions if each.qualified_name == name)
    assert SingleBindings(file.content, file.facts).is_only_binding(definition) is single
