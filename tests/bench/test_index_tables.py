"""The tables of `python -m bench index`: tools side by side, and trees of growing size."""

from collections.abc import Mapping

from bench.index.comparison import Comparison, stage_table
from bench.index.edit import Edit
from bench.index.growth import MeasuredSize, share_table, size_table
from bench.index.runs import Measured, Outcome
from bench.index.tools import CODE_REVIEW_GRAPH, CODEGRAPH, CTAGS, Stage, tools_of
from bench.index.trees import Tree
from bench.support.report import Table, table_text
from codeshed.project.index.graph_in_memory import Types
from tests.support.expectations import assert_expected

TOOLS = tools_of(
    {CODEGRAPH: "/bin/codegraph", CODE_REVIEW_GRAPH: "/bin/crg", CTAGS: "/bin/ctags"}, tuple(Types)
)
WITH_TYPES, WITHOUT_TYPES, PEER, OTHER_PEER, FLOOR, _ = (tool.label for tool in TOOLS)


def outcome(
    wall: float,
    *,
    peak: int | None = 600_000_000,
    disk: int = 8_000_000,
    counts: tuple[int | None, ...] = (3, 40, 50),
    failure: str = "",
) -> Outcome:
    return Outcome(
        wall_seconds=wall,
        cpu_seconds=wall * 2,
        peak_bytes=peak,
        largest_bytes=400_000_000,
        tree_bytes=disk,
        home_bytes=2_000_000,
        counts=counts,
        failure=failure,
    )


def measured(best: Mapping[str, Mapping[Stage, Outcome]]) -> Measured:
    """Return one timed run of each tool, and its watched run, which is the same."""
    return Measured(timed={label: [stages] for label, stages in best.items()}, watched=best)


def check_stage(stage: Stage, best: Mapping[str, Mapping[Stage, Outcome]], expected: str) -> None:
    comparison = Comparison(
        tree=Tree(name="shop", n_python_files=3, n_python_lines=120),
        edit=Edit(path="shop/cart.py", line=9, indent="    ", seed="shop/cart.py:5"),
        tools=TOOLS,
        measured=measured(best),
    )
    assert_expected(table_text(stage_table(comparison, stage, ("On 2 processors.",))), expected)


def check_table(table: Table, expected: str) -> None:
    assert_expected(table_text(table), expected)


def size(n_files: int, stages: Mapping[Stage, Outcome]) -> MeasuredSize:
    tree = Tree(name="shop", n_python_files=n_files, n_python_lines=n_files * 100)
    return MeasuredSize(tree=tree, tool=WITHOUT_TYPES, measured=measured({WITHOUT_TYPES: stages}))


SIZES = (
    size(1000, dict.fromkeys(Stage, outcome(10.0))),
    size(
        3000,
        {
            Stage.COLD: outcome(33.0, peak=2_200_000_000, disk=28_000_000),
            Stage.NO_CHANGE: outcome(0.5),
            Stage.ONE_EDIT: outcome(1.0, failure="exit code 3: our bug"),
        },
    ),
    size(10000, {Stage.COLD: outcome(100.0, peak=6_000_000_000, disk=148_000_000)}),
    size(30000, {Stage.COLD: outcome(7.0, failure="exit code -9")}),
)


def test_cold() -> None:
    check_stage(
        Stage.COLD,
        {
            WITH_TYPES: {Stage.COLD: outcome(5.0)},
            WITHOUT_TYPES: {Stage.COLD: outcome(4.2, peak=None)},
            PEER: {Stage.COLD: outcome(4.0, counts=(3, 40, None))},
            OTHER_PEER: {Stage.COLD: outcome(1.0, failure="exit code 1: no space")},
            FLOOR: {Stage.COLD: outcome(0.5, counts=(None, None, None))},
        },
        """
        shop, 3 Python files, 120 lines: cold

          tool                          wall  by codegraph      CPU       peak  disk  in home  files  nodes  edges
          -------------------  -------------  ------------  -------  ---------  ----  -------  -----  -----  -----
          codeshed, types on          5.00 s        1.25 x  10.00 s     600 MB  8 MB     2 MB      3     40     50
          codeshed, types off         4.20 s        1.05 x   8.40 s  <= 400 MB  8 MB     2 MB      3     40     50
          codegraph                   4.00 s        1.00 x   8.00 s     600 MB  8 MB     2 MB      3     40
          code-review-graph           failed
          ctags                      0.500 s        0.12 x   1.00 s     600 MB  8 MB     2 MB
          ruff                 not installed

          On 2 processors.
          by codegraph: wall time by that of codegraph.
          peak: all processes of a tool together, sampled in one more run, which is not timed.
          disk: what the tool has added to the tree by then; in home: what it keeps in the user's home.
          files, nodes, edges: by the tool's own account; they do not mean the same.
          codeshed, types on, wanted: at most 1.5 x codegraph. Met: yes
          codeshed, types off, wanted: at most 1.0 x codegraph. Met: NO
          code-review-graph: exit code 1: no space
        """,
    )


def test_one_edit() -> None:
    check_stage(
        Stage.ONE_EDIT,
        {
            WITH_TYPES: {Stage.COLD: outcome(5.0), Stage.ONE_EDIT: outcome(0.5)},
            PEER: {Stage.COLD: outcome(1.0, failure="exit code 1")},
            FLOOR: {Stage.COLD: outcome(0.5)},
        },
        """
        shop, 3 Python files, 120 lines: one edit

          tool                          wall  by codegraph     CPU    peak  disk  in home  files  nodes  edges
          -------------------  -------------  ------------  ------  ------  ----  -------  -----  -----  -----
          codeshed, types on         0.500 s                1.00 s  600 MB  8 MB     2 MB      3     40     50
          codeshed, types off    not reached
          codegraph              not reached
          code-review-graph      not reached
          ruff                 not installed

          A line more in a function of shop/cart.py, which stays the same to others.
        """,
    )


def test_answer() -> None:
    check_stage(
        Stage.ANSWER,
        {WITH_TYPES: {Stage.ANSWER: outcome(0.5)}},
        """
        shop, 3 Python files, 120 lines: answer after an edit

          tool                        wall  by codegraph     CPU    peak  disk  in home  files  nodes  edges
          -------------------  -----------  ------------  ------  ------  ----  -------  -----  -----  -----
          codeshed, types on       0.500 s                1.00 s  600 MB  8 MB     2 MB      3     40     50
          codeshed, types off  not reached

          After one more edit of the same function: `codeshed footprint shop/cart.py:5`.
          It brings the index up to date first.
        """,
    )


def test_growth_as_a_whole() -> None:
    check_table(
        size_table("shop", SIZES),
        """
        Growth: shop

          files    lines     wall      CPU     peak    disk  nodes  edges    no change     one edit  answer after an edit
          -----  -------  -------  -------  -------  ------  -----  -----  -----------  -----------  --------------------
          1000    100000  10.00 s  20.00 s   600 MB   10 MB     40     50      10.00 s      10.00 s               10.00 s
          3000    300000  33.00 s  66.00 s  2200 MB   30 MB     40     50      0.500 s       failed           not reached
          10000  1000000    100 s    200 s  6000 MB  150 MB     40     50  not reached  not reached           not reached
          30000  3000000   failed                                          not reached  not reached           not reached

          wall, CPU, peak, disk: from nothing; then wall times of the other stages.
          disk: in the tree and in the user's home together.
          3000 files, one edit: exit code 3: our bug
          30000 files, cold: exit code -9
        """,
    )


def test_growth_per_file() -> None:
    check_table(
        share_table("shop", SIZES),
        """
        Growth per file: shop

          files  wall / 1 000  ratio  CPU / 1 000  ratio  peak / 1 000  ratio  disk / file  ratio  flat
          -----  ------------  -----  -----------  -----  ------------  -----  -----------  -----  ----
          1000        10.00 s   1.00      20.00 s   1.00        600 MB   1.00      10.0 KB   1.00   yes
          3000        11.00 s   1.10      22.00 s   1.10        733 MB   1.22      10.0 KB   1.00    NO
          10000       10.00 s   1.00      20.00 s   1.00        600 MB   1.00      15.0 KB   1.50   yes
          30000        failed

          From nothing; ratio: by the first size that could be measured.
          flat, as is wanted: no ratio of time and memory is above 1.2.
        """,
    )
