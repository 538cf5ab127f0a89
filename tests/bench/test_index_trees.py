"""The trees that tools index, and the edit in them."""

import subprocess
from pathlib import Path

import pytest

from bench.index.edit import Edit, apply_edit, edit_of, find_edit, most_imported
from bench.index.trees import (
    Tree,
    copy_package,
    copy_tree,
    make_ready,
    n_bytes_below,
    n_copies_for,
    tree_of,
)


def write_tree(root: Path, text_by_path: dict[str, str]) -> None:
    for path, text in text_by_path.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def paths_below(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


def test_a_package_is_copied_below_the_root(tmp_path: Path) -> None:
    write_tree(tmp_path, {"shop/__init__.py": "", "shop/.codegraph/db": "x", "shop/codeshed.toml": "x"})
    copy_tree(tmp_path / "shop", tmp_path / "copy")
    assert paths_below(tmp_path / "copy") == ["shop/__init__.py"]


def test_another_folder_is_copied_as_the_root(tmp_path: Path) -> None:
    write_tree(tmp_path, {"project/run.py": "", "project/.git/config": "", "project/.codeshed/CURRENT": ""})
    copy_tree(tmp_path / "project", tmp_path / "copy")
    assert paths_below(tmp_path / "copy") == ["run.py"]


def test_size_of_a_tree(tmp_path: Path) -> None:
    write_tree(tmp_path, {"a.py": "x = 1\ny = 2\n", "b.txt": "text\n"})
    assert tree_of(tmp_path, "shop") == Tree(name="shop", n_python_files=1, n_python_lines=2)
    assert n_bytes_below(tmp_path) == 17


def test_copies_of_a_package_import_themselves(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            "shop/__init__.py": "",
            "shop/cart.py": "import shop.price\nfrom shop import price\nmy.shop.shopping(shop.price.of())\n",
            "shop/notes.txt": "not copied",
        },
    )
    copy_package(tmp_path / "shop", 2, tmp_path / "copies")
    assert paths_below(tmp_path / "copies") == [
        "shop_0001/__init__.py",
        "shop_0001/cart.py",
        "shop_0002/__init__.py",
        "shop_0002/cart.py",
    ]
    assert (tmp_path / "copies/shop_0002/cart.py").read_text() == (
        "import shop_0002.price\nfrom shop_0002 import price\nmy.shop.shopping(shop_0002.price.of())\n"
        "\n# shop_0002\n"
    )


def test_no_file_is_the_same_in_two_copies(tmp_path: Path) -> None:
    write_tree(tmp_path, {"shop/__init__.py": ""})
    copy_package(tmp_path / "shop", 2, tmp_path / "copies")
    first, second = ((tmp_path / f"copies/shop_000{number}/__init__.py").read_bytes() for number in (1, 2))
    assert first != second


@pytest.mark.parametrize(("n_files", "n_copies"), [(1, 1), (4, 1), (10, 3), (11, 4)])
def test_sizes_are_whole_copies(n_files: int, n_copies: int, tmp_path: Path) -> None:
    write_tree(tmp_path, {f"shop/{name}.py": "" for name in ("__init__", "a", "b")})
    assert n_copies_for(tmp_path / "shop", n_files) == n_copies


def test_a_tree_is_a_repository_without_changes(tmp_path: Path) -> None:
    write_tree(tmp_path, {"a.py": "x = 1\n"})
    make_ready(tmp_path, {"codeshed.toml": 'types = "off"\n'})
    said = subprocess.run(
        ["git", "status", "--porcelain"],  # noqa: S607 - as the benchmark finds it
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    assert said.stdout == b""
    assert (tmp_path / "codeshed.toml").read_text() == 'types = "off"\n'


def test_most_imported_modules(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            "src/shop/__init__.py": "from .cart import Cart\n",
            "src/shop/cart.py": "from . import price, tax as vat\n",
            "src/shop/orders/__init__.py": "from ..price import of\n",
            "src/shop/price.py": "",
            "src/shop/tax.py": "import os, shop.cart as cart\n",
            "run.py": "from shop.price import (\n    of,\n)\n",
        },
    )
    # price is imported by three, cart by two, tax by one.
    assert most_imported(tmp_path) == ["src/shop/price.py", "src/shop/cart.py", "src/shop/tax.py", "run.py"]


FUNCTIONS = """def short(): return 1


class Cart:
    def total(self):
        if self.items:
            return 2

        return 3
"""


def test_the_longest_function_is_edited_before_its_last_statement(tmp_path: Path) -> None:
    write_tree(tmp_path, {"cart.py": FUNCTIONS})
    edit = edit_of(tmp_path, "cart.py")
    assert edit == Edit(path="cart.py", line=9, indent="        ", seed="cart.py:5")
    apply_edit(tmp_path, edit, 1)
    apply_edit(tmp_path, edit, 2)
    added = "        edited_2 = len(str(2))\n        edited_1 = len(str(1))\n"
    assert (tmp_path / "cart.py").read_text() == FUNCTIONS.replace(
        "        return 3", f"{added}        return 3"
    )


@pytest.mark.parametrize("text", ["x = 1\n", "def short(): return 1\n", "def f():\n    a = 1; return a\n"])
def test_functions_without_a_line_to_edit(text: str, tmp_path: Path) -> None:
    write_tree(tmp_path, {"cart.py": text})
    assert edit_of(tmp_path, "cart.py") is None
    with pytest.raises(ValueError, match="can be edited"):
        find_edit(tmp_path)
    with pytest.raises(ValueError, match=r"no function of cart\.py"):
        find_edit(tmp_path, ["cart.py"])


def test_which_file_is_edited(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {"values.py": "x = 1\n", "cart.py": FUNCTIONS, "tax.py": FUNCTIONS, "run.py": "import values, tax\n"},
    )
    assert find_edit(tmp_path).path == "tax.py"
    assert find_edit(tmp_path, ["missing.py", "cart.py"]).path == "cart.py"
