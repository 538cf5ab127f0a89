"""A part of a name is searched for in a scope, and no further than the caps allow."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeshed.errors import InvalidOptionError
from codeshed.graph.data.file_index import find_files_below
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.seeds.name_search import NameSearchResult, SearchCaps, SearchScope, find_names_containing
from codeshed.model.symbol_ids import last_name
from tests.support.notation import project

GRAPH = project(
    """
    #- src/app.py
    class Runner
    def Runner.run(self)
    var RUNS
    def other()
    #- src/app/more.py
    def rerun()
    #- src/app.pyx
    def run_fast()
    #- src0.py
    def run()
    #- lib/app.py
    def running()
    #- external
    def json.run(obj)
    """
).graph()


def symbols_of(result: NameSearchResult) -> list[str]:
    return [GRAPH.nodes.symbols[row] for row in result.rows]


def found(text: str, **scope: object) -> list[str]:
    return symbols_of(find_names_containing(GRAPH, text, SearchScope(**scope)))  # type: ignore[arg-type]


def test_in_a_file() -> None:
    assert found("RUN", file_path="src/app.py") == [
        "src/app.py::RUNS",
        "src/app.py::Runner",
        "src/app.py::Runner.run",
    ]
    assert found("run", file_path="src/app.py", kind=NodeKind.VARIABLE) == ["src/app.py::RUNS"]
    assert found("run", file_path="nothing.py") == []


def test_in_a_folder() -> None:
    assert found("run", folder="src/app") == ["src/app/more.py::rerun"]
    assert found("run", folder="src", kind=NodeKind.FUNCTION) == [
        "src/app.py::Runner.run",
        "src/app.pyx::run_fast",
        "src/app/more.py::rerun",
    ]
    assert found("run", folder="src", file_path="lib/app.py") == []
    assert found("run", folder="lib/", file_path="lib/app.py") == ["lib/app.py::running"]
    assert found("run", folder="nowhere") == []


def test_in_a_kind_externals_are_nodes_too() -> None:
    assert found("run", kind=NodeKind.FUNCTION) == [
        symbol
        for symbol in GRAPH.nodes.symbols
        if "run" in last_name(symbol).lower() and symbol.rpartition("::")[2] not in {"Runner", "RUNS"}
    ]


def test_everywhere_is_no_scope() -> None:
    with pytest.raises(InvalidOptionError, match="scope"):
        SearchScope()


def test_caps_cut_and_say_so() -> None:
    scope = SearchScope(file_path="src/app.py")
    few = find_names_containing(GRAPH, "run", scope, SearchCaps(max_candidates=1))
    assert symbols_of(few) == ["src/app.py::RUNS"]
    assert [(cut.cap, cut.limit, cut.omitted) for cut in few.truncation] == [("maxCandidates", 1, 2)]
    near = find_names_containing(GRAPH, "run", scope, SearchCaps(max_symbols=2))
    assert symbols_of(near) == ["src/app.py::RUNS"]
    assert [(cut.cap, cut.limit, cut.omitted) for cut in near.truncation] == [("maxSymbols", 2, 3)]
    assert find_names_containing(GRAPH, "run", scope).truncation == ()


@given(st.sampled_from([".", "", "src", "src/app", "src/app.py", "lib", "sr", "src/"]))
def test_files_below_a_folder_are_those_that_a_scan_finds(folder: str) -> None:
    paths = list(GRAPH.files)
    below = find_files_below(GRAPH.files, folder)
    wanted = folder.rstrip("/")
    assert [paths[file] for file in below] == [
        path for path in paths if wanted in {"", "."} or path.startswith(f"{wanted}/")
    ]


def test_every_node_is_in_the_list_of_its_file() -> None:
    for file in range(len(GRAPH.files)):
        rows = GRAPH.file_index.find_in_files(range(file, file + 1)).tolist()
        assert rows == [row for row in range(len(GRAPH.nodes)) if GRAPH.nodes.files[row] == file]


@pytest.mark.parametrize(
    "wrong",
    [{"max_candidates": -1}, {"max_candidates": 0}, {"max_symbols": -1}, {"max_symbols": None}],
    ids=str,
)
def test_caps_that_mean_nothing_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionError):
        SearchCaps(**wrong)
