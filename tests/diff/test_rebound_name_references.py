"""Users of names that denote something else now; names that were not searched everywhere are reported."""

from pathlib import Path

import pytest

from codeshed.diff.dangling import rebound_name_references
from codeshed.diff.dangling.rebound_name_references import find_rebound_name_references
from codeshed.model.change_set import ChangedBinding
from codeshed.project.index.graph_in_memory import index_repository
from codeshed.project.parsing.cached_parser import CachedParser
from codeshed.project.parsing.parse_cache import NoParseCache
from tests.support.trees import make_tree

_TAX = ChangedBinding(symbol_id="use.py::tax", is_gone=False)
_TREE = """
    core.py: def tax(x): return x
    use.py: from core import tax
    a.py: from use import tax ; def a(): return tax(1)
    b.py: from use import tax ; def b(): return tax(2)
    c.py: def c(): return 3
"""


def _found(root: Path) -> tuple[list[tuple[str, int]], tuple[str, ...]]:
    found = find_rebound_name_references(
        root, index_repository(root, types="off"), (_TAX,), CachedParser(NoParseCache())
    )
    return [(each.file, each.line) for each in found.places], found.unsearched


def test_all_files_that_import_a_name_are_searched(tmp_path: Path) -> None:
    make_tree(tmp_path, _TREE)
    assert _found(tmp_path) == ([("a.py", 1), ("a.py", 2), ("b.py", 1), ("b.py", 2)], ())


@pytest.mark.parametrize("bound", ["_MAX_FILES", "_MAX_SEARCHES", "_MAX_LINES"])
def test_a_name_that_was_not_looked_for_everywhere_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    make_tree(tmp_path, _TREE)
    monkeypatch.setattr(rebound_name_references, bound, 1)
    places, unsearched = _found(tmp_path)
    assert 0 < len(places) < 4
    assert unsearched == ("use.py::tax",)


def test_names_beyond_the_bound_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_tree(tmp_path, _TREE)
    monkeypatch.setattr(rebound_name_references, "_MAX_BINDINGS", 0)
    assert _found(tmp_path) == ([], ("use.py::tax",))


def test_a_parameter_of_the_name_is_another_thing(tmp_path: Path) -> None:
    make_tree(
        tmp_path,
        """
        core.py: def tax(x): return x
        use.py: from core import tax
        a.py: from use import tax ; def a(tax): return tax(1)
        """,
    )
    assert _found(tmp_path) == ([("a.py", 1)], ())
