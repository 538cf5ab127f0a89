"""The working set: its definition rule by rule, and its solvers against each other on random codebases."""

from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UnsetType

from codeshed.build.size import size_function
from codeshed.errors import InvalidOptionError
from codeshed.footprint.options import FootprintOptions, Mode, Policy
from codeshed.footprint.solver import FootprintSolver
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.parallel_edges import MAX_SITES_PER_EDGE
from codeshed.project.index.graph_in_memory import Types, index_repository
from codeshed.query.footprint import FootprintResult, StatementGroup, footprint_of
from tests.footprint.checks import DOCUMENTED, check_steps, result_of
from tests.support.rounds import rounds
from tests.support.rows import row_of
from tests.support.toys import Toy, toys

GOOD = f'(x: int) -> int "{DOCUMENTED}"'
MODES = tuple(Mode)


def working_set(
    notation: str, *starts: str, depth: int = 2, max_tokens: int | None = None
) -> FootprintResult:
    return result_of(notation, *starts, policy="working_set", depth=depth, max_tokens=max_tokens)


def lines_of(groups: tuple[StatementGroup, ...] | UnsetType) -> list[tuple[str, list[int]]]:
    assert not isinstance(groups, UnsetType)
    return [
        (group.source.removeprefix("a.py::"), [site.start_line for site in group.sites]) for group in groups
    ]


def test_two_edges_forward_are_in_it_and_boundaries_are_not_entered() -> None:
    check_steps(
        f"""
        def start{GOOD}
            call one
            call stop
            read STATE
        def one()
            call two
        def two()
            call three
        def three()
        def stop{GOOD}
            call hidden
        def hidden()
        var STATE mutable
        """,
        "start",
        """
        0 start start
        1 read STATE from start [boundary]
        1 call one from start [transparent]
        1 call stop from start [boundary]
        2 call two from one [transparent]
        """,
        policy="working_set",
    )


def test_a_constructor_does_not_lead_to_those_that_override_it() -> None:
    """`super().__init__()` runs just that one; the worst case follows all kinds of overrides."""
    notation = """
        def Plugin.__init__() [ctor]
        def Search.__init__() [ctor]
            call Plugin.__init__
        def Convert.__init__() [ctor]
            call Plugin.__init__
        def Plugin.run()
        def Search.run()
        class Plugin
        class Search(Plugin)
        class Convert(Plugin)
        """
    found = working_set(notation, "Search.__init__", depth=3)
    assert found.reachable_set == ("a.py::Plugin.__init__", "a.py::Search.__init__")
    assert found.whole_forward_context_size == found.total_context_size
    closure = result_of(notation, "Search.__init__")
    assert found.worst_case_context_size == closure.total_context_size
    assert "a.py::Convert.__init__" in closure.reachable_set
    assert working_set(notation, "Plugin.run").reachable_set == ("a.py::Plugin.run", "a.py::Search.run")


@pytest.mark.parametrize(("depth", "expected"), [(0, "a"), (1, "a b"), (2, "a b c"), (3, "a b c d")])
def test_the_depth_is_an_option(depth: int, expected: str) -> None:
    found = working_set(
        """
        def a()
            call b
        def b()
            call c
        def c()
            call d
        def d()
        """,
        "a",
        depth=depth,
    )
    assert " ".join(each.removeprefix("a.py::") for each in found.reachable_set) == expected
    assert found.depth == depth


def test_a_depth_without_end_ends_with_the_graph() -> None:
    found = working_set(
        """
        def a()
            call b
        def b()
            call a
        """,
        "a",
        depth=10**12,
    )
    assert found.reachable_set == ("a.py::a", "a.py::b")


def test_only_a_working_set_has_a_depth() -> None:
    with pytest.raises(InvalidOptionError, match="has no depth"):
        FootprintOptions(policy=Policy.CLOSURE, depth=3)


CALLED = """
    def start()
        call callee
    def callee()
        call start
    def first()
        call start
        call other
        call start
    def last()
        call first
    def other()
    """


def test_the_lines_of_direct_callers_are_in_it_if_the_contract_is_incomplete() -> None:
    found = working_set(CALLED, "start")
    # What lies forward counts whole, so that its calls are no lines; callers of callers are in no working set.
    assert lines_of(found.call_lines) == [("first", [6, 8])]
    assert found.reachable_set == ("a.py::callee", "a.py::start")
    sizes = sum(step.context_size for step in found.traversal_steps)
    assert found.forward_context_size == sizes
    assert found.missing_contract_context_size > 0
    assert found.total_context_size == sizes + found.missing_contract_context_size


def test_a_complete_contract_needs_no_callers() -> None:
    found = working_set(CALLED.replace("def start()", f"def start{GOOD}"), "start")
    assert found.call_lines == ()
    assert found.missing_contract_context_size == 0


def test_callers_in_tests_are_told_apart() -> None:
    found = working_set(
        """
        #- a.py
        def start()
        #- tests/test_a.py
        def test_it()
            call start
            call start
        """,
        "start",
    )
    assert found.call_lines == ()
    assert found.test_callers
    assert (found.test_callers.n_functions, found.test_callers.n_statements) == (1, 2)


STATE = f"""
    def reader{GOOD}
        read STATE
        read FIXED
        call other
    def writer()
        write STATE
        write FIXED
    def other()
        read ELSEWHERE
    def second()
        write ELSEWHERE
        write STATE
    var STATE mutable
    var FIXED const
    var ELSEWHERE mutable
    """


def test_the_lines_that_write_what_it_reads_itself_are_in_it() -> None:
    found = working_set(STATE, "reader")
    assert lines_of(found.write_lines) == [("second", [12]), ("writer", [6])]
    assert found.shared_state_context_size
    assert found.total_context_size == found.forward_context_size + found.shared_state_context_size


def test_of_a_variable_it_is_its_value_and_who_writes_it() -> None:
    found = working_set(STATE, "STATE")
    assert found.reachable_set == ("a.py::STATE",)
    assert lines_of(found.write_lines) == [("second", [12]), ("writer", [6])]
    assert working_set(STATE, "FIXED").write_lines == ()


def test_of_a_type_it_is_the_union_of_its_methods() -> None:
    notation = """
        class Cart
        def Cart.total(self)
            call plus
        def Cart.count(self)
            call helper
        def plus()
        def helper()
        def user()
            call Cart.total
            call Cart.count
        """
    found = working_set(notation, "Cart")
    assert found.start == ("a.py::Cart.count", "a.py::Cart.total")
    assert lines_of(found.call_lines) == [("user", [9, 10])]
    both = working_set(notation, "Cart.total", "Cart.count")
    assert both.total_context_size == found.total_context_size


def test_a_budget_takes_nodes_by_distance_and_then_lines() -> None:
    whole = working_set(CALLED, "start")
    assert not isinstance(whole.call_lines, UnsetType)
    first = whole.call_lines[0].sites[0].context_size or 0
    cut = working_set(CALLED, "start", max_tokens=whole.forward_context_size + first)
    assert cut.reachable_set == whole.reachable_set
    assert lines_of(cut.call_lines) == [("first", [6])]
    assert cut.total_context_size == whole.forward_context_size + first
    assert [(record.observed, record.omitted) for record in cut.truncation] == [(whole.total_context_size, 1)]
    assert cut.lower_bound_causes == ("max_tokens",)
    start = whole.traversal_steps[0].context_size
    short = working_set(CALLED, "start", max_tokens=start)
    assert (short.reachable_set, short.call_lines) == (("a.py::start",), ())


def test_the_worst_case_and_all_that_lies_forward_are_told() -> None:
    found = working_set(CALLED, "start")
    closure = result_of(CALLED, "start")
    assert found.worst_case_context_size == closure.total_context_size
    assert found.whole_forward_context_size == closure.forward_context_size


def _parts(solver: FootprintSolver, row: int) -> tuple[int, int, int, int, bool]:
    solved = solver.solve((row,))
    found = solved.working_set
    assert found is not None
    is_lower_bound = bool(
        solved.n_unresolved_calls
        or solved.n_dangling_references
        or solved.n_partial_files
        or solved.n_left_out_edges
        or found.n_unmeasured
    )
    sizes = (found.reach.total_size, found.call_size, found.write_size)
    return (*sizes, len(found.test_lines), is_lower_bound)


def _solver(graph: CodeGraph, mode: Mode, depth: int = 2) -> FootprintSolver:
    return FootprintSolver(graph, FootprintOptions(mode=mode, depth=depth))


@settings(max_examples=rounds(600))
@given(toys(variables_use=False, max_nodes=12), st.sampled_from(MODES), st.integers(0, 4))
def test_all_working_sets_at_once_equal_one_at_a_time(toy: Toy, mode: Mode, depth: int) -> None:
    solver = _solver(toy.graph(), mode, depth)
    rows = list(range(len(solver.view)))
    at_once = solver.working_set_sizes(rows)
    columns = (at_once.forward, at_once.call_lines, at_once.write_lines, at_once.n_test_callers)
    found = list(zip(*(column.tolist() for column in columns), at_once.is_lower_bound.tolist(), strict=True))
    assert found == [_parts(solver, row) for row in rows]


@settings(max_examples=rounds(200))
@given(toys(variables_use=False, max_nodes=12), st.sampled_from(MODES))
def test_blocks_of_any_size_give_the_same_working_sets(toy: Toy, mode: Mode) -> None:
    solver = _solver(toy.graph(), mode)
    rows = list(range(len(solver.view)))
    whole = solver.working_set_sizes(rows)
    pieces = [solver.working_set_sizes([row]) for row in rows]
    assert whole.totals.tolist() == [int(piece.totals[0]) for piece in pieces]


@settings(max_examples=rounds(200))
@given(st.data(), toys(variables_use=False), st.sampled_from(MODES))
def test_names_and_order_change_no_working_set(data: st.DataObject, toy: Toy, mode: Mode) -> None:
    order = data.draw(st.permutations(range(len(toy.nodes))))
    names = data.draw(st.permutations([f"m{i}" for i in range(len(toy.nodes))]))
    graph, other = toy.graph(), toy.renamed(names).shuffled(order).graph()
    one, two = _solver(graph, mode), _solver(other, mode)
    for node, name in zip(toy.nodes, names, strict=True):
        here, there = row_of(graph, node.symbol), row_of(other, name)
        assert _parts(one, here) == _parts(two, there)


@settings(max_examples=rounds(200))
@given(toys(variables_use=False), st.sampled_from(MODES))
def test_all_that_lies_forward_at_once_equals_one_at_a_time(toy: Toy, mode: Mode) -> None:
    solver = _solver(toy.graph(), mode)
    rows = list(range(len(solver.view)))
    assert solver.whole_forward_totals(rows).tolist() == [solver.whole_forward_size((row,)) for row in rows]


@settings(max_examples=rounds(200))
@given(toys(variables_use=False), st.sampled_from(MODES))
def test_what_lies_forward_within_a_few_edges_lies_forward(toy: Toy, mode: Mode) -> None:
    solver = _solver(toy.graph(), mode)
    rows = list(range(len(solver.view)))
    sizes = solver.working_set_sizes(rows)
    assert np.all(sizes.forward <= solver.whole_forward_totals(rows))


def test_statements_count_beyond_the_sites_that_an_edge_keeps() -> None:
    n_calls = MAX_SITES_PER_EDGE + 20
    found = working_set("def caller()\n" + "    call start\n" * n_calls + "def start()", "start")
    assert lines_of(found.call_lines) == [("caller", list(range(2, n_calls + 2)))]
    assert found.n_unmeasured_statements == 0


def test_a_statement_of_several_lines_counts_whole_and_once(tmp_path: Path) -> None:
    source = "def start(a):\n    return a\n\n\ndef caller(b):\n    return [\n        start(b),\n        start(\n            1),\n    ]\n"
    (tmp_path / "a.py").write_text(source)
    graph = index_repository(tmp_path, types=Types.OFF)
    found = footprint_of(graph, "start", FootprintOptions())
    assert found.call_lines
    (group,) = found.call_lines
    assert [(site.start_line, site.end_line) for site in group.sites] == [(6, 10)]
    lines = "".join(source.splitlines(keepends=True)[5:10])
    assert group.context_size == size_function().measure(lines)


def test_the_statement_that_defines_a_variable_is_no_write(tmp_path: Path) -> None:
    """Its text is the value of the variable, which counts already."""
    source = dedent(
        """\
        NAMES = {
            "a": 1,
        }


        class Cart:
            shared = []

            def __init__(self):
                self.items = []

            def reader(self):
                return self.items, self.shared, NAMES

            def writer(self):
                self.items = [1]
                NAMES["b"] = 2


        Cart.shared = [2]
        """
    )
    (tmp_path / "a.py").write_text(source)
    graph = index_repository(tmp_path, types=Types.OFF)
    found = footprint_of(graph, "Cart.reader", FootprintOptions())
    assert lines_of(found.write_lines) == [("a.py", [20]), ("Cart.writer", [16, 17])]
    assert {"a.py::NAMES", "a.py::Cart.shared", "a.py::Cart.items"} <= set(found.reachable_set)
    items = footprint_of(graph, "Cart.items", FootprintOptions())
    assert lines_of(items.write_lines) == [("Cart.writer", [16])]
    solver = FootprintSolver(graph, FootprintOptions())
    row = row_of(graph, "a.py::Cart.reader")
    assert solver.totals([row]) == [found.total_context_size]


def test_calls_that_may_run_an_override_are_among_its_call_lines(tmp_path: Path) -> None:
    source = dedent(
        """\
        class Rule:
            def apply(self, price):
                return price


        class Half(Rule):
            def apply(self, price):
                return price / 2


        def total(rule: Rule):
            return rule.apply(3)


        def main():
            return total(Half())
        """
    )
    (tmp_path / "a.py").write_text(source)
    graph = index_repository(tmp_path, types=Types.OFF)
    found = footprint_of(graph, "Half.apply", FootprintOptions())
    assert lines_of(found.call_lines) == [("total", [12])]
    sure = footprint_of(graph, "Half.apply", FootprintOptions(min_confidence=0.99))
    assert (sure.call_lines, sure.n_low_confidence_edges) == ((), 1)
    # Forward, overrides are followed from the method that a call names.
    assert found.reachable_set == ("a.py::Half.apply",)
