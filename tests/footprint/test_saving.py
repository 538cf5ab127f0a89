"""Savings are what the footprints lose if the graph is changed as advised, to the token."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from codeshed.footprint.closure_all import all_totals
from codeshed.footprint.options import FootprintOptions
from codeshed.footprint.own_code import own_functions
from codeshed.footprint.saving import SavingSolver, candidates_of, estimate_savings, specified
from codeshed.footprint.solver import FootprintSolver
from codeshed.footprint.view import FootprintView
from codeshed.footprint.working_set import WorkingSetSolver
from tests.support.notation import project
from tests.support.toys import Toy, toys

SHOP = """
    def f()
        call g
    def h()
        call g
    def g()
        call k
        call m
    def k()
    def m()
    def n()
        call m
        call g
    """


@settings(max_examples=60)
@given(toys(variables_use=False, max_nodes=12), st.integers(0, 3))
def test_a_saving_is_what_is_measured_after_the_change(toy: Toy, depth: int) -> None:
    graph = toy.graph()
    options = FootprintOptions(depth=depth)
    view = FootprintSolver(graph, options).view
    rows = own_functions(graph)
    solver = SavingSolver(view, rows, depth, makes_boundaries=True)
    for row in np.flatnonzero(candidates_of(view)).tolist():
        changed = specified(view, row, is_boundary=True)
        found = solver.solve(row)
        assert found.working_sets == _working_sets(view, rows, depth) - _working_sets(changed, rows, depth)
        # What is specified is still read whole by itself: a start is always entered.
        others = [each for each in rows if each != row]
        assert found.forwards == _forwards(view, others) - _forwards(changed, others)


def test_the_estimate_finds_what_saves_most() -> None:
    graph = project(SHOP).graph()
    view = FootprintSolver(graph, FootprintOptions()).view
    rows = own_functions(graph)
    names = [graph.nodes.symbols[row] for row in np.argsort(-estimate_savings(view, rows)).tolist()]
    assert names[0].endswith("::g")


def _working_sets(view: FootprintView, rows: list[int], depth: int) -> int:
    solver = WorkingSetSolver(view, depth)
    return sum(solver.solve((row,)).total_size for row in rows)


def _forwards(view: FootprintView, rows: list[int]) -> int:
    return int(all_totals(view, reverse=False)[rows].sum())
