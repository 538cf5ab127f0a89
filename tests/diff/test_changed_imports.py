"""Names that are imported from elsewhere: two versions of a file in, which of its symbols use them out, in every language."""

import pytest

from codeshed.model.change_set import ChangeSet
from tests.diff.test_find_changes import compared

TWO = "def uses():\n    return tax(1)\n\n\ndef other():\n    return 2\n"

BY_LANGUAGE = {
    "a_js": (
        "import { tax } from './core'\n",
        "function uses() { return tax(1) }\nfunction other() { return 2 }\n",
    ),
    "a_ts": (
        "import tax from './core'\n",
        "function uses() { return tax(1) }\nfunction other() { return 2 }\n",
    ),
    "a_java": (
        "import static core.Rates.tax;\n",
        "class A { int uses() { return tax(1); }\n int other() { return 2; } }\n",
    ),
    "a_scala": ("import core.tax\n", "object A { def uses() = tax(1)\n def other() = 2 }\n"),
    "a_go": (
        'package a\n\nimport tax "x/core"\n',
        "func uses() int { return tax.Of(1) }\n\nfunc other() int { return 2 }\n",
    ),
    "a_rs": ("use core::tax;\n", "fn uses() -> i32 { tax(1) }\n\nfn other() -> i32 { 2 }\n"),
    "a_php": (
        "<?php\nuse function core\\tax;\n",
        "function uses() { return tax(1); }\nfunction other() { return 2; }\n",
    ),
    "a_cs": (
        "using tax = core.Rates;\n",
        "class A { int uses() { return tax.Of(1); }\n int other() { return 2; } }\n",
    ),
    "a_lua": (
        "local tax = require('core')\n",
        "function uses() return tax(1) end\nfunction other() return 2 end\n",
    ),
}


def imports(changes: ChangeSet) -> list[str]:
    """Return the symbols that are as they were, but for a name."""
    return [each.symbol_id for each in changes.symbols if each.kind == "import"]


@pytest.mark.parametrize("name", BY_LANGUAGE)
def test_who_uses_a_name_that_is_imported_from_elsewhere_differs(name: str) -> None:
    head, rest = BY_LANGUAGE[name]
    path = name.replace("_", ".")
    owner = "A." if "A {" in rest else ""
    swapped = compared(**{name: (head + rest, head.replace("core", "alt") + rest)})
    assert imports(swapped) == [f"{path}::{owner}uses"]
    left_out = head.rpartition("\n\n")[0] + "\n\n" if name == "a_go" else "<?php\n" if name == "a_php" else ""
    assert imports(compared(**{name: (head + rest, left_out + rest)})) == [f"{path}::{owner}uses"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from core import tax\n", "from alt import tax\n"),
        ("from core import tax\n", "from core import toll as tax\n"),
        ("import core as tax\n", "import alt as tax\n"),
        ("from core import tax\n", ""),
        ("from core import (\n    fee,\n    tax,\n)\n", "from alt import (\n    fee,\n    tax,\n)\n"),
        ("def tax(x):\n    return x\n\n\n", "from alt import tax\n\n\n"),
    ],
)
def test_forms_of_python(old: str, new: str) -> None:
    assert imports(compared(a_py=(old + TWO, new + TWO))) == ["a.py::uses"]


def test_an_import_that_may_fail() -> None:
    old = "try:\n    from core import tax\nexcept ImportError:\n    tax = None\n"
    changes = compared(a_py=(old + TWO, old.replace("core", "alt") + TWO))
    assert imports(changes) == ["a.py::tax", "a.py::uses"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import os\nfrom core import tax\n", "from core import tax\nimport os\n"),
        ("from core import tax\n", "from core import fee, tax\n"),
        ("from core import tax\n", "from core import (\n    tax,\n)\n"),
        ("import tax\n", "import tax\nimport tax.rates\n"),
        ("import tax\n", "import tax.rates\n"),
    ],
)
def test_names_that_stand_for_the_same_are_no_change(old: str, new: str) -> None:
    assert imports(compared(a_py=(old + TWO, new + TWO))) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import tax\nimport tax.rates\n", "import tax\n"),
        ("import tax.rates\n", "import tax.rules\n"),
        ("import tax\n", "import tax.rates as tax\n"),
    ],
)
def test_a_module_below_another_may_be_missing(old: str, new: str) -> None:
    assert imports(compared(a_py=(old + TWO, new + TWO))) == ["a.py::uses"]


def test_what_only_looks_like_the_name_is_no_use_of_it() -> None:
    rest = (
        'def documented():\n    """Say tax."""\n    return "tax"\n\n\ndef member(x):\n    return x.tax, f(tax=1)\n\n\n'
        'def formatted():\n    return f"{tax(1)}"\n'
    )
    changes = compared(a_py=("from core import tax\n\n\n" + rest, "from alt import tax\n\n\n" + rest))
    assert imports(changes) == ["a.py::formatted"]


def test_a_function_that_changes_itself_is_told_so() -> None:
    changes = compared(
        a_py=("from core import tax\n" + TWO, "from alt import tax\n" + TWO.replace("(1)", "(2)"))
    )
    assert [(each.kind, each.symbol_id) for each in changes.symbols] == [
        ("body", "a.py"),
        ("body", "a.py::uses"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "is_wide"),
    [
        ("from core import *\n", "from alt import *\n", True),
        ("", "from alt import *\n", True),
        ("import os\n", "", False),
    ],
)
def test_all_names_of_something_else_may_be_any(old: str, new: str, *, is_wide: bool) -> None:
    changes = compared(a_py=(old + TWO, new + TWO))
    assert changes.wide_imports == (("a.py",) if is_wide else ())
    assert imports(changes) == (["a.py::other", "a.py::uses"] if is_wide else [])


def test_one_more_include_hides_nothing() -> None:
    rest = "int uses(void) { return tax(1); }\n"
    assert imports(compared(a_c=(rest, '#include "alt.h"\n' + rest))) == []
    assert imports(compared(a_c=('#include "core.h"\n' + rest, '#include "alt.h"\n' + rest))) == ["a.c::uses"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("export default function main() {}", "export function main() {}", [("default", "main", True)]),
        ("export function main() {}", "export default function main() {}", [("main", "main", True)]),
        ("function f() {}\nexport { f as a }", "function f() {}\nexport { f as b }", [("a", "f", True)]),
        (
            "function f() {}\nfunction g() {}\nexport default f",
            "function f() {}\nfunction g() {}\nexport default g",
            [("default", None, False)],
        ),
        ("export { a } from './b'", "export { a } from './c'", [("a", None, False)]),
        ("export * from './b'", "export * from './c'", [("*", None, False)]),
        ("export * from './b'", "export * from './b'\nexport * from './c'", []),
        ("export function f() {}", "", []),
        ("export function f() {}", "export { f } from './b'", [("f", None, False)]),
    ],
)
def test_names_by_which_others_get_something(
    old: str, new: str, told: list[tuple[str, str | None, bool]]
) -> None:
    found = compared(a_ts=(old + "\n", new + "\n")).bindings
    assert [(each.symbol_id, each.new_symbol_id, each.is_gone) for each in found] == [
        (f"a.ts::{name}", None if now is None else f"a.ts::{now}", is_gone) for name, now, is_gone in told
    ]


def test_only_names_that_are_meant_for_others_can_be_gone() -> None:
    def gone(**files: tuple[str, str]) -> list[bool]:
        return [each.is_gone for each in compared(**files).bindings]

    assert gone(a_rs=("pub use core::tax;\n", "")) == [True]
    assert gone(a_rs=("use core::tax;\n", "")) == []
    assert gone(a_cpp=("using core::tax;\n", "")) == [False]
    assert gone(a_py=("from core import tax\n", "")) == [False]
