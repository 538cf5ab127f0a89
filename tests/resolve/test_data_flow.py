"""Data-flow summaries are joined to the symbols of functions, the targets of calls, and the members that sources are."""

from pathlib import Path

from codeshed.model.document_flows import JoinedFlows
from codeshed.project.index.data_flow_parts import iter_flows
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.update import bring_up_to_date
from codeshed.store.index_reading import open_index

_CODE = """
import os
import subprocess
from flask import request
from shop.names import clean


class Cart:
    def show(self):
        name = request.args["name"]
        subprocess.run(clean(name), shell=True, env=os.environ)


def test_nothing():
    handle = lambda text: os.system(text)
"""


def _flows(root: Path) -> dict[str, tuple[JoinedFlows, ...]]:
    (root / "shop").mkdir(parents=True)
    (root / "shop" / "cart.py").write_text(_CODE)
    (root / "shop" / "names.py").write_text("def clean(name):\n    return name\n")
    (root / "tests").mkdir()
    (root / "tests" / "test_cart.py").write_text(_CODE)
    bring_up_to_date(IndexRequest(root=root, index_dir=root / "index"))
    with open_index(root / "index") as reader:
        return {each.path: each.functions for each in iter_flows(reader)}


def test_summaries_know_their_symbols_and_targets(tmp_path: Path) -> None:
    flows = _flows(tmp_path)
    show = next(each for each in flows["shop/cart.py"] if each.symbol == "shop/cart.py::Cart.show")
    names = [call.name for call in show.summary.calls]
    targets = {names[call]: [each.symbol for each in found] for call, found in show.targets.items()}
    assert targets["clean"] == ["shop/names.py::clean"]
    assert "ext:subprocess.run" in targets["run"]
    assert {"ext:flask.request.args", "ext:os.environ"} <= {*show.sources.values()}
    inner = flows["shop/cart.py"][-1]
    assert inner.symbol == "shop/cart.py::test_nothing.handle"
    assert "ext:os.system" in {each.symbol for found in inner.targets.values() for each in found}


def test_tests_have_no_summaries(tmp_path: Path) -> None:
    assert set(_flows(tmp_path)) == {"shop/cart.py", "shop/names.py"}
