"""A graph that was written and opened answers as before; a file that is damaged is not opened."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from msgspec.structs import replace

from codeshed.errors import FileUnreadableError, FileUnwritableError, UnknownSymbolError, UnreadableGraphError
from codeshed.footprint.options import FootprintOptions, Mode, Policy
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.model.answers.truncation import WarningRecord
from codeshed.project.index.graph_in_memory import index_repository
from codeshed.query.exported_edges import edge_kinds, iter_exported_edges
from codeshed.query.footprint import empty_report, iter_all_footprints
from codeshed.query.profile import profile
from codeshed.render.json_output import iter_footprints_json, iter_json_lines, to_json
from codeshed.store.graph_arrays import element_type_of
from codeshed.store.graph_file import iter_graph_pieces, open_graph, write_graph
from codeshed.store.graph_formats import GRAPH_FORMAT
from tests.support.notation import project
from tests.support.toys import Toy, toys
from tests.surface.cli import SHOP

SMALL = project(
    """
    #- src/cart.py
    class Base
    def Base.total(self) -> int "Sum up."
    class Cart(Base)
    def Cart.total(self, x: T) -> Money
        call ? x.plus -> sum
        read RATE
    local Cart.total.sum
    typevar T(Base)
    #- src/money.py
    class Money
    def Money.plus(self)
    var RATE: Money
    var Überschrift
    #- external
    def json.dumps(obj)
    """
).graph()


def content_of(graph: CodeGraph) -> bytes:
    return b"".join(iter_graph_pieces(graph))


def opened(graph: CodeGraph, folder: Path) -> CodeGraph:
    write_graph(graph, folder / "graph")
    return open_graph(folder / "graph")


def iter_answers(graph: CodeGraph) -> Iterator[str]:
    """Yield all that can be asked of a graph, as JSON or as the text of an object."""
    yield from iter_json_lines(iter_exported_edges(graph, edge_kinds(())))
    for policy in Policy:
        for mode in Mode:
            options = FootprintOptions(policy=policy, mode=mode)
            yield to_json(profile(graph, options, include_tests=True))
            yield from iter_footprints_json(empty_report(graph, options), iter_all_footprints(graph, options))
    for row, symbol in enumerate(graph.nodes.symbols):
        assert graph.find_row(symbol) == row
        yield repr(graph.node(row))
        yield str(graph.name_index.find_in_any_case(symbol.rsplit(".", 1)[-1]).tolist())
    for info in graph.types:
        yield repr((info, graph.types.get(info.symbol), graph.types.find_implementors(info.symbol)))
    yield repr((list(graph.entry_points), graph.warnings, graph.calls))
    with pytest.raises(UnknownSymbolError) as error:
        SeedIndex(graph).get_row("totl")
    yield error.value.hint


def check_answers_stay(graph: CodeGraph, folder: Path) -> None:
    """Check that the opened graph answers as the written one, and that writing it again gives the same bytes."""
    again = opened(graph, folder)
    assert list(iter_answers(again)) == list(iter_answers(graph))
    assert content_of(again) == content_of(graph) == (folder / "graph").read_bytes()
    assert content_of(open_graph(folder / "graph", is_for_few=True)) == content_of(graph)


def test_a_small_graph(tmp_path: Path) -> None:
    check_answers_stay(SMALL, tmp_path)


def test_a_repository(tmp_path: Path) -> None:
    check_answers_stay(index_repository(SHOP, types="off"), tmp_path)


def test_a_graph_of_nothing(tmp_path: Path) -> None:
    check_answers_stay(project("#- external").graph(), tmp_path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(toys(variables_use=True))
def test_any_graph(tmp_path: Path, toy: Toy) -> None:
    check_answers_stay(toy.graph(), tmp_path)


def test_a_warning_may_name_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    warning = WarningRecord(code="FILE_LEFT_OUT", message="a\udcff.py has a name that no symbol id can hold")
    assert opened(replace(SMALL, warnings=(warning,)), tmp_path).warnings == (warning,)


def test_an_opened_graph_cannot_be_changed(tmp_path: Path) -> None:
    graph = opened(SMALL, tmp_path)
    with pytest.raises(ValueError, match="read-only"):
        graph.nodes.sizes[0] = 1


def test_every_array_begins_at_a_multiple_of_64(tmp_path: Path) -> None:
    graph = opened(SMALL, tmp_path)
    for array in (graph.nodes.kinds, graph.nodes.sizes, graph.edges.sources, graph.edges.sites.spans):
        assert array.ctypes.data % 64 == 0


@pytest.mark.parametrize(("length", "numbers"), [(0, "<i4"), (2**31 - 1, "<i4"), (2**31, "<i8")])
def test_offsets_are_as_long_as_they_need_to_be(length: int, numbers: str) -> None:
    assert element_type_of("sites.starts", {"sites.files": length}) == numbers


def check_not_opened(content: bytes, folder: Path, reason: str | None = None) -> None:
    """Check that content is refused, with a reason that names what is wrong."""
    path = folder / "damaged"
    path.write_bytes(content)
    with pytest.raises(UnreadableGraphError, match=reason) as error:
        open_graph(path)
    assert str(path) in error.value.message
    assert error.value.hint


def test_a_file_that_was_cut_anywhere(tmp_path: Path) -> None:
    content = content_of(SMALL)
    for length in range(0, len(content), 61):
        check_not_opened(content[:length], tmp_path)
    check_not_opened(content[:-1], tmp_path, "bytes, and should have")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it is empty"),
        (b"CODESHED", "ends within its first bytes"),
        (b"SQLite format 3\x00" + bytes(4096), "another kind of file"),
        (content_of(SMALL) + b"\x00", "bytes, and should have"),
        (
            b"CODESHED" + (GRAPH_FORMAT + 1).to_bytes(4, "little") + content_of(SMALL)[12:],
            f"of format {GRAPH_FORMAT + 1}",
        ),
        (content_of(SMALL)[:16] + b"\xc1" + content_of(SMALL)[17:], "directory cannot be read"),
        (content_of(SMALL)[:12] + b"\xff\xff\xff\x7f" + content_of(SMALL)[16:], "directory cannot be read"),
        (content_of(SMALL).replace(b"nodes.kinds", b"nodes.kinks"), "names other arrays"),
        (content_of(SMALL).replace(b"|u1", b"<u1", 1), "contradicts itself"),
    ],
    ids=["empty", "short", "foreign", "long", "version", "directory", "directory length", "names", "numbers"],
)
def test_what_is_no_graph(content: bytes, reason: str, tmp_path: Path) -> None:
    check_not_opened(content, tmp_path, reason)


@pytest.mark.parametrize("change", [(2, -1), (1, 10**9), (0, 1), (-1, 3)], ids=str)
@pytest.mark.parametrize("column", ["symbols", "names", "out_starts", "in_starts", "sites"])
def test_offsets_that_lead_astray(column: str, change: tuple[int, int], tmp_path: Path) -> None:
    nodes, edges = SMALL.nodes, SMALL.edges
    starts = {
        "symbols": nodes.symbols.blobs.starts,
        "names": SMALL.name_index.starts,
        "out_starts": edges.out_starts,
        "in_starts": edges.in_starts,
        "sites": edges.sites.starts,
    }[column]
    right = starts.astype(np.int32)
    wrong = right.copy()
    wrong[change[0]] = change[1]
    content = content_of(SMALL)
    assert content.count(right.tobytes()) >= 1
    check_not_opened(content.replace(right.tobytes(), wrong.tobytes()), tmp_path, "does not lead through")


def test_columns_of_different_lengths(tmp_path: Path) -> None:
    shorter = replace(SMALL.nodes, flags=SMALL.nodes.flags[:-1])
    check_not_opened(content_of(replace(SMALL, nodes=shorter)), tmp_path, "not of the same length")
    longer = replace(SMALL.nodes, spans=np.concatenate((SMALL.nodes.spans, SMALL.nodes.spans)))
    check_not_opened(content_of(replace(SMALL, nodes=longer)), tmp_path, "not of the same length")


def test_shapes_that_no_array_has(tmp_path: Path) -> None:
    content = content_of(SMALL)
    n_nodes = msgspec.msgpack.encode((len(SMALL.nodes),))
    huge = msgspec.msgpack.encode((2**62,))
    assert n_nodes in content
    check_not_opened(content.replace(n_nodes, huge, 1), tmp_path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadableError):
        open_graph(tmp_path / "nothing")
    with pytest.raises(FileUnwritableError):
        write_graph(SMALL, tmp_path / "no folder" / "graph")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full is Linux's")
def test_a_full_disk() -> None:
    with pytest.raises(FileUnwritableError, match="No space left"):
        write_graph(SMALL, Path("/dev/full"))


def test_what_warnings_count_is_kept(tmp_path: Path) -> None:
    warnings = (
        WarningRecord(code="A", message="plain"),
        WarningRecord(code="MORE_WARNINGS", message="30 more", data={"omitted": 30}),
    )
    write_graph(
        msgspec.structs.replace(project("#- a.py\ndef f()").graph(), warnings=warnings), tmp_path / "graph"
    )
    assert open_graph(tmp_path / "graph").warnings == warnings


def test_a_graph_may_be_written_onto_the_file_that_it_was_opened_from(tmp_path: Path) -> None:
    graph = opened(SMALL, tmp_path)
    write_graph(graph, tmp_path / "graph")
    assert content_of(open_graph(tmp_path / "graph")) == content_of(graph) == content_of(SMALL)
    assert [each.name for each in tmp_path.iterdir()] == ["graph"]
