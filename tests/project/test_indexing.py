"""From a folder to SemanticData and a graph, with and without the type engine."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from codeshed.model.semantic import ReferenceRole, SemanticData
from codeshed.model.semantic_json import iter_semantic_json
from codeshed.project.indexing import Types, index_repository, read_repository
from codeshed.types.options import EngineOptions

_FILES = {
    "src/shop/__init__.py": "from shop.cart import Cart\n",
    "src/shop/cart.py": "class Cart:\n    def add(self): ...\n\ndef made():\n    return Cart()\n",
    "src/shop/use.py": "from shop import Cart\nfrom shop.cart import made\n\ndef run():\n    made().add()\n",
}


def _write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def _calls(data: SemanticData) -> set[tuple[str, str]]:
    return {
        (reference.enclosing_symbol, reference.target_symbol)
        for _, references in data.iter_references()
        for reference in references
        if reference.role is ReferenceRole.CALL and reference.target_symbol is not None
    }


@pytest.mark.parametrize("types", list(Types))
def test_a_folder_becomes_semantic_data(types: Types, tmp_path: Path) -> None:
    _write(tmp_path, _FILES)
    data = read_repository(tmp_path, types=types).data
    assert [document.path for document in data.documents] == sorted(_FILES)
    assert all(not document.problems for document in data.documents)
    assert _calls(data) == {
        ("src/shop/cart.py::made", "src/shop/cart.py::Cart"),
        ("src/shop/use.py::run", "src/shop/cart.py::made"),
        ("src/shop/use.py::run", "src/shop/cart.py::Cart.add"),
    }


def test_an_engine_that_fails_costs_types_and_nothing_else(tmp_path: Path) -> None:
    _write(tmp_path / "repo", _FILES)
    broken = tmp_path / "engine"
    broken.write_text("#!/bin/sh\nexit 139\n", encoding="utf-8")
    broken.chmod(broken.stat().st_mode | stat.S_IXUSR)
    data = read_repository(tmp_path / "repo", engine=EngineOptions(executable=broken)).data
    assert _calls(data) == _calls(read_repository(tmp_path / "repo", types=Types.OFF).data)
    assert {problem.code for document in data.documents for problem in document.problems} == {"no_types"}


def test_stubs_inform_and_are_no_code(tmp_path: Path) -> None:
    _write(tmp_path, {"a.py": "def f(x): ...\n", "a.pyi": "def f(x: int) -> str: ...\n"})
    data = read_repository(tmp_path).data
    assert [document.path for document in data.documents] == ["a.py"]


def test_broken_files_give_what_they_can(tmp_path: Path) -> None:
    _write(tmp_path, {"a.py": "def before(): ...\n\ndef broken(:\n    pass\n\ndef after():\n    before()\n"})
    document = read_repository(tmp_path, types=Types.OFF).data.documents[0]
    assert [problem.code for problem in document.problems] == ["syntax_error"]
    names = {definition.name for definition in document.definitions}
    assert {"before", "after"} <= names


def test_the_order_in_which_folders_are_listed_makes_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(
        tmp_path, {**_FILES, "tests/test_shop.py": "from shop.use import run\n\ndef test_run():\n    run()\n"}
    )
    expected = b"".join(iter_semantic_json(read_repository(tmp_path, types=Types.OFF).data))
    plain = os.scandir

    @contextmanager
    def reversed_scandir(folder: str) -> Iterator[Iterator["os.DirEntry[str]"]]:
        with plain(folder) as entries:
            yield iter(sorted(entries, key=lambda entry: entry.name, reverse=True))

    monkeypatch.setattr(os, "scandir", reversed_scandir)
    assert b"".join(iter_semantic_json(read_repository(tmp_path, types=Types.OFF).data)) == expected


def test_the_graph_knows_how_calls_turned_out(tmp_path: Path) -> None:
    _write(tmp_path, {**_FILES, "app.py": "import json\n\ndef main(x):\n    json.dumps(1)\n    x.go()\n"})
    calls = index_repository(tmp_path, types=Types.OFF).calls
    assert (calls.n_calls, calls.declared, calls.external, calls.unresolved) == (5, 2, 1, 1)
    assert calls.unresolved_by_reason == {"unknown_receiver": 1}
