"""Names of modules that only re-export them."""

import pytest

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.project.index.graph_in_memory import index_repository

FILES = {
    "nx/__init__.py": "from nx.alg import *\nfrom nx import util\nfrom nx.core import Graph, helper\n",
    "nx/alg/__init__.py": "from nx.alg.page import *\n",
    "nx/alg/page.py": '__all__ = ["rank"]\n\ndef rank(): ...\n\ndef unlisted(): ...\n',
    "nx/util.py": "def tool(): ...\n",
    "nx/core.py": "class Graph:\n    def add(self): ...\n\ndef helper(): ...\n\ndef inner(): ...\n",
    "web/lib/index.ts": 'export { make } from "./impl";\nexport * from "./more";\n',
    "web/lib/impl.ts": "export function make() { return 1 }\nexport function secret() { return 1 }\n",
    "web/lib/more.ts": "export class Basket { total() { return 1 } }\n",
    "shop/Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n',
    "shop/src/lib.rs": "mod cart;\npub use cart::sum;\nuse cart::own;\n",
    "shop/src/cart.rs": "pub fn sum() -> i32 { 1 }\npub fn own() -> i32 { 1 }\n",
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> CodeGraph:
    root = tmp_path_factory.mktemp("passed")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return index_repository(root, types="off")


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("nx.rank", "nx/alg/page.py::rank"),
        ("nx/__init__.py::rank", "nx/alg/page.py::rank"),
        ("nx.helper", "nx/core.py::helper"),
        ("nx.Graph.add", "nx/core.py::Graph.add"),
        ("lib.make", "web/lib/impl.ts::make"),
        ("web/lib/index.ts::make", "web/lib/impl.ts::make"),
        ("web.lib.Basket.total", "web/lib/more.ts::Basket.total"),
        ("shop::sum", "shop/src/cart.rs::sum"),
    ],
)
def test_what_a_module_passes_on_is_found_by_its_name(graph: CodeGraph, text: str, symbol: str) -> None:
    assert [graph.nodes.symbols[row] for row in SeedIndex(graph).find_rows(text)] == [symbol]


@pytest.mark.parametrize(
    "text", ["nx.inner", "nx.unlisted", "nx.tool", "lib.secret", "shop::own", "nx.nothing"]
)
def test_what_it_does_not_pass_on_is_not(graph: CodeGraph, text: str) -> None:
    assert SeedIndex(graph).find_rows(text) == []
