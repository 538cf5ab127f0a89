"""Programs that code starts lead to the functions that manifests declare for them."""

from pathlib import Path

import pytest

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.project.index.graph_in_memory import Types, index_repository

SETUP = 'from setuptools import setup\nsetup(entry_points={"console_scripts": ["shop = shop:main"]})\n'
TEST = 'import subprocess\n\ndef test_shop():\n    subprocess.run(["shop"])\n    subprocess.run(["git"])\n'


def users(graph: CodeGraph, symbol: str) -> list[tuple[str, float]]:
    """Return the users of a symbol with their confidence."""
    edges = (graph.edge(row) for row in range(len(graph.edges)))
    return [
        (each.source, each.confidence)
        for each in edges
        if each.target == symbol and each.kind is EdgeKind.USAGE
    ]


@pytest.mark.parametrize(
    ("path", "text"),
    [("pyproject.toml", '[project.scripts]\nshop = "shop:main"\n'), ("setup.py", SETUP)],
)
def test_a_started_script_is_used(tmp_path: Path, path: str, text: str) -> None:
    (tmp_path / path).write_text(text)
    (tmp_path / "shop.py").write_text("def main(): ...\n")
    (tmp_path / "test_shop.py").write_text(TEST)
    graph = index_repository(tmp_path, types=Types.OFF)
    assert users(graph, "shop.py::main") == [("test_shop.py::test_shop", 0.7)]


def test_a_program_of_nobody_is_no_node(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("def main(): ...\n")
    (tmp_path / "test_shop.py").write_text(TEST)
    graph = index_repository(tmp_path, types=Types.OFF)
    assert users(graph, "shop.py::main") == []
    assert not [each for each in graph.nodes.symbols if each.startswith("ext:command:")]
    row = graph.find_row("test_shop.py::test_shop")
    assert row is not None
    assert graph.nodes.n_dangling_references[row] == 0
