"""After an edit, what is known without a run over all files is what such a run knows."""

from pathlib import Path

import pytest

from bench.types.code_edits import copy_code
from bench.types.type_updates import EditedProject, check_edits
from codeshed.model.facts.parsed_files import ParsedFile
from codeshed.project.parsing.python_parsing import parse_file
from codeshed.project.types.type_runs import TypeRun
from codeshed.project.types.type_updates import ImportGraph, TypedProject, imports_of
from codeshed.types.engine_options import EngineOptions
from tests.support.rounds import rounds
from tests.types.projects import files_in, write_files

SHOP = files_in(
    """
    #- shop/__init__.py
    #- shop/cart.py
    class Cart:
        def total(self):
            print(1)
            return 3
        def write(self, total):
            self.note = str(total)
            return self
    def make(): return Cart()
    def text(cart):
        return str(cart)
    def show(cart) -> None: print(cart)
    #- shop/store.py
    from .cart import make
    def buy(): return make()
    #- shop/desk.py
    from shop import store
    def serve():
        return store.buy().write(1).total()
    #- shop/alone.py
    import later
    def alone(): return later.value()
    #- tests/test_desk.py
    import shop.desk
    def test_serve(): shop.desk.serve()
    """
)
EVERYBODY = ["shop/cart.py", "shop/desk.py", "shop/store.py", "tests/test_desk.py"]


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> EditedProject:
    root = tmp_path_factory.mktemp("shop")
    write_files(root, SHOP)
    return EditedProject(root)


def check_update(known: EditedProject, root: Path, edits: dict[str, bytes | None], again: list[str]) -> None:
    """Edit a copy, see which files run again, and compare what is known of all files with a run over them."""
    copy_code(known.root, root)
    edited = EditedProject(root, known.known)
    for path, content in edits.items():
        if content is None:
            (root / path).unlink()
        else:
            write_files(root, {path: content})
    assert sorted(edited.update(*edits)) == again
    assert edited.find_stale() == []


def edited(path: str, old: bytes, new: bytes) -> dict[str, bytes | None]:
    assert old in SHOP[path]
    return {path: SHOP[path].replace(old, new)}


@pytest.mark.parametrize(
    ("edits", "again"),
    [
        (edited("shop/cart.py", b"class Cart", b"# Moved.\n\nclass Cart"), ["shop/cart.py"]),
        (edited("shop/cart.py", b"print(cart)", b"print(1, cart)"), ["shop/cart.py"]),
        (edited("shop/cart.py", b"return str(cart)", b"local = 1\n    return str(cart)"), ["shop/cart.py"]),
        (edited("shop/cart.py", b"return str(cart)", b"return 'cart'"), EVERYBODY),
        (edited("shop/cart.py", b"self.note = str(total)", b"self.note = str(1)"), ["shop/cart.py"]),
        (edited("shop/cart.py", b"return 3", b"return 4"), EVERYBODY),
        (edited("shop/cart.py", b"def show", b"class Basket(Cart): pass\ndef show"), EVERYBODY),
        (edited("shop/cart.py", b"return Cart()", b"return None"), EVERYBODY),
        (edited("shop/desk.py", b"def serve", b"def attend"), ["shop/desk.py", "tests/test_desk.py"]),
        ({"later.py": b"def value(): return 1\n"}, ["later.py", "shop/alone.py"]),
        ({"later/__init__.py": b"def value(): return ''\n"}, ["later/__init__.py", "shop/alone.py"]),
        ({"shop/store.py": None}, ["shop/desk.py", "tests/test_desk.py"]),
        (
            {"shop/cart.pyi": b"from shop.alone import alone\nclass Cart: ...\ndef make() -> Cart: ...\n"},
            ["shop/cart.py", "shop/cart.pyi", *EVERYBODY[1:]],
        ),
        ({"enum.py": b"x = 1\n"}, ["enum.py", "shop/__init__.py", "shop/alone.py", *EVERYBODY]),
    ],
)
def test_what_runs_again(
    known: EditedProject, tmp_path: Path, edits: dict[str, bytes | None], again: list[str]
) -> None:
    check_update(known, tmp_path, edits, again)


def test_what_a_stub_imports_reaches_those_that_import_the_stub(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            **SHOP,
            "shop/cart.pyi": b"from shop.kinds import Kind\ndef make() -> Kind: ...\n",
            "shop/kinds.py": b"class Kind:\n    def total(self): return 1.5\n",
        },
    )
    edited = EditedProject(tmp_path)
    write_files(tmp_path, {"shop/kinds.py": b"class Kind:\n    def total(self): return None\n"})
    again = edited.update("shop/kinds.py")
    assert sorted(again) == sorted(["shop/cart.pyi", "shop/kinds.py", *EVERYBODY[1:]])
    assert edited.find_stale() == []


@pytest.mark.parametrize(
    ("before", "after"), [(b"x = 1\n", SHOP["shop/cart.py"]), (SHOP["shop/cart.py"], b"x = 1\n")]
)
def test_a_stub_runs_again_if_its_module_has_other_names(tmp_path: Path, before: bytes, after: bytes) -> None:
    stub = b"class Cart:\n    def total(self) -> int: ...\ndef make() -> Cart: ...\nsum = make().total()\n"
    write_files(tmp_path, {**SHOP, "shop/cart.pyi": stub, "shop/cart.py": before})
    edited = EditedProject(tmp_path)
    write_files(tmp_path, {"shop/cart.py": after})
    assert "shop/cart.pyi" in edited.update("shop/cart.py")
    assert edited.find_stale() == []


def test_files_whose_roots_change_run_again(known: EditedProject, tmp_path: Path) -> None:
    everything = sorted({*SHOP, "lib/other/__init__.py", "lib/other/shop.py"})
    check_update(known, tmp_path, {"lib/other/__init__.py": b"", "lib/other/shop.py": b""}, everything)


def test_edits_of_real_code(tmp_path: Path) -> None:
    package = Path(__file__).parents[2] / "src" / "codeshed"
    for folder in ("model", "types"):
        copy_code(package / folder, tmp_path / "codeshed" / folder)
    copy_code(package, tmp_path / "codeshed", names=("__init__.py", "errors.py"))
    outcome = check_edits(tmp_path, n_edits=rounds(2), seed=7, report=lambda _: None)
    assert outcome.stale == []


def check_imports(path: str, text: str, *expected: str) -> None:
    assert imports_of(path, parse_file(path, text.encode()).facts) == expected


def test_imports() -> None:
    check_imports("a/b/c.py", "import x.y as z, w", "w", "x/y")
    check_imports("a/b/c.py", "from x.y import z, v", "x/y/v", "x/y/z")
    check_imports("a/b/c.py", "from x import *", "x")
    check_imports("a/b/c.py", "from . import d\nfrom .e import f", "/a/b/d", "/a/b/e/f")
    check_imports("a/b/__init__.py", "from ..g import h", "/a/g/h")
    check_imports("a.py", "from ... import h", "/h")
    check_imports("a.py", "def f():\n  import x\nclass C:\n  import y", "x", "y")


def no_file(_: str) -> ParsedFile | None:
    return None


@pytest.mark.parametrize(
    ("changed", "importers"),
    [
        ("src/app/a.py", {"src/app/b.py", "tests/test_b.py"}),
        ("src/app/b.py", {"tests/test_b.py"}),
        ("src/app/__init__.py", {"src/app/b.py", "tests/test_b.py", "src/app/c.py"}),
        ("src/app/new.pyi", {"src/app/c.py"}),
        ("src/app/new/__init__.py", {"src/app/c.py"}),
        ("tests/test_b.py", set()),
        ("__init__.py", {"src/app/b.py", "tests/test_b.py", "src/app/c.py", "top.py"}),
        ("inner.py", {"top.py"}),
        ("src/test/typing.py", set()),
        ("other/typing.py", set()),
        ("srcs/typing.py", set()),
        ("src/typing.py", {"src/app/b.py", "tests/test_b.py", "src/app/c.py", "top.py"}),
    ],
)
def test_importers(changed: str, importers: set[str]) -> None:
    project = TypedProject(
        root=Path(),
        runs=(TypeRun(paths=(), search_roots=("src", ".")),),
        file_at=no_file,
        symbols_in=lambda _: {},
        options=EngineOptions(package_name="project"),
    )
    imports = {
        "src/app/b.py": ("/src/app/a/A",),
        "src/app/c.py": ("app/new/N",),
        "tests/test_b.py": ("app/b/B", "typing"),
        "top.py": ("project/inner",),
    }
    assert ImportGraph(project, imports).transitive_importers([changed]) == importers
