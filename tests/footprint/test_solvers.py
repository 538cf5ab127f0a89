"""The solvers against naive transcriptions, on random codebases of all edge kinds."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codeshed.footprint.closure import BODY, arrival_states
from codeshed.footprint.closure_all import all_totals, totals_by_bit_sets, totals_by_search
from codeshed.footprint.options import FootprintOptions, Mode, Policy
from codeshed.footprint.solver import FootprintSolver
from codeshed.footprint.view import leads_into_body, make_view
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.project.index.graph_in_memory import index_semantic_data
from tests.support.naive import Outcome, Params, naive_closure, naive_v1, naive_v2
from tests.support.rounds import rounds
from tests.support.rows import row_of
from tests.support.toys import Toy, ToyNode, toys
from tests.surface.cli import SHOP

PARAMS = {Mode.ACADEMIC: Params(0.5, academic=True), Mode.STRICT: Params(0.8, academic=False)}
MODES = tuple(PARAMS)
ROLE_BY_LABEL = {"overriddenBy": "override", "annotates": "decorate"}


def solver_for(
    graph: CodeGraph, policy: Policy, mode: Mode, max_tokens: int | None = None
) -> FootprintSolver:
    return FootprintSolver(graph, FootprintOptions(policy=policy, mode=mode, max_tokens=max_tokens))


def solved(solver: FootprintSolver, graph: CodeGraph, starts: list[str]) -> Outcome:
    reach = solver.solve(tuple(row_of(graph, start) for start in starts)).reach
    assert len(set(reach.rows)) == len(reach.rows)
    assert sorted(row for layer in reach.layers for row in layer) == sorted(reach.rows)
    assert {step.row for step in reach.steps} == set(reach.rows)
    for depth, layer in enumerate(reach.layers):
        for row in layer:
            assert depth == min(step.depth for step in reach.steps if step.row == row)
    symbols = frozenset(graph.nodes.symbols[row] for row in reach.rows)
    return Outcome(symbols, reach.total_size)


def listed(solver: FootprintSolver, graph: CodeGraph, starts: list[str]) -> Outcome:
    """Return what a listing visited, with every step in the words of the naive listings."""
    outcome = solved(solver, graph, starts)
    reach = solver.solve(tuple(row_of(graph, start) for start in starts)).reach
    assert [step.row for step in reach.steps] == list(reach.rows)
    depth_by_row = {row: depth for depth, layer in enumerate(reach.layers) for row in layer}
    steps = tuple(
        (
            graph.nodes.symbols[step.row],
            None if step.source is None else ROLE_BY_LABEL.get(step.arrival.label, step.arrival.label),
            None if step.decision is None else step.decision.value.capitalize(),
            depth_by_row[step.row],
        )
        for step in reach.steps
    )
    return Outcome(outcome.visited, outcome.total_size, steps)


def check_listing(toy: Toy, policy: Policy, naive: Callable[..., Outcome], mode: Mode) -> None:
    graph = toy.graph()
    for max_tokens in (None, 12):
        solver = solver_for(graph, policy, mode, max_tokens)
        for start, node in enumerate(toy.nodes):
            assert listed(solver, graph, [node.symbol]) == naive(toy, [start], PARAMS[mode], max_tokens)
    everywhere = list(range(len(toy.nodes)))[:3]
    symbols = [toy.nodes[i].symbol for i in everywhere]
    solver = solver_for(graph, policy, mode)
    assert listed(solver, graph, symbols) == naive(toy, everywhere, PARAMS[mode])


@settings(max_examples=rounds(600))
@given(toys(variables_use=True), st.sampled_from(MODES))
def test_v1_is_the_first_listing(toy: Toy, mode: Mode) -> None:
    check_listing(toy, Policy.V1, naive_v1, mode)


@settings(max_examples=rounds(600))
@given(toys(variables_use=True), st.sampled_from(MODES))
def test_v2_is_the_second_listing(toy: Toy, mode: Mode) -> None:
    check_listing(toy, Policy.V2, naive_v2, mode)


@settings(max_examples=rounds(600))
@given(toys(variables_use=False), st.sampled_from(MODES))
def test_closure_is_the_least_fixpoint_of_its_table(toy: Toy, mode: Mode) -> None:
    graph = toy.graph()
    solver = solver_for(graph, Policy.CLOSURE, mode)
    for start, node in enumerate(toy.nodes):
        assert solved(solver, graph, [node.symbol]) == naive_closure(toy, [start], PARAMS[mode])
        forward = naive_closure(toy, [start], PARAMS[mode], reverse=False)
        assert solver.solve((row_of(graph, node.symbol),)).forward_size == forward.total_size


@settings(max_examples=rounds(200))
@given(toys(variables_use=False), st.sampled_from(MODES))
def test_several_starts_are_the_union_under_closure(toy: Toy, mode: Mode) -> None:
    graph = toy.graph()
    solver = solver_for(graph, Policy.CLOSURE, mode)
    union = frozenset().union(*(solved(solver, graph, [node.symbol]).visited for node in toy.nodes[:3]))
    assert solved(solver, graph, [node.symbol for node in toy.nodes[:3]]).visited == union


@settings(max_examples=rounds(200))
@given(toys(variables_use=False), st.sampled_from(MODES))
def test_where_both_judge_contracts_alike_every_v2_set_lies_within_the_closure_set(
    toy: Toy, mode: Mode
) -> None:
    # A toy has no `self`, no constructor without a return type and plain scores, and its variables use nothing: there
    # the rulings on contracts, which bind the default policy alone, make no difference.
    graph = toy.graph()
    closure = solver_for(graph, Policy.CLOSURE, mode)
    listing = solver_for(graph, Policy.V2, mode)
    for node in toy.nodes:
        within = solved(listing, graph, [node.symbol]).visited
        assert within <= solved(closure, graph, [node.symbol]).visited


@settings(max_examples=rounds(200))
@given(st.data(), toys(variables_use=False), st.sampled_from(MODES))
def test_shuffling_the_document_changes_no_closure_result(data: st.DataObject, toy: Toy, mode: Mode) -> None:
    order = data.draw(st.permutations(range(len(toy.nodes))))
    graph, other = toy.graph(), toy.shuffled(order).graph()
    one, two = (solver_for(each, Policy.CLOSURE, mode) for each in (graph, other))
    for node in toy.nodes:
        row = row_of(graph, node.symbol)
        assert one.solve((row,)) == two.solve((row_of(other, node.symbol),))


@settings(max_examples=rounds(200))
@given(st.data(), toys(variables_use=False), st.sampled_from(MODES))
def test_renaming_symbols_changes_no_closure_set(data: st.DataObject, toy: Toy, mode: Mode) -> None:
    names = data.draw(st.permutations([f"m{i}" for i in range(len(toy.nodes))]))
    renamed = toy.renamed(names)
    graph, other = toy.graph(), renamed.graph()
    one, two = (solver_for(each, Policy.CLOSURE, mode) for each in (graph, other))
    new_name = {node.symbol: name for node, name in zip(toy.nodes, names, strict=True)}
    for node in toy.nodes:
        here = solved(one, graph, [node.symbol])
        there = solved(two, other, [new_name[node.symbol]])
        assert frozenset(new_name[symbol] for symbol in here.visited) == there.visited
        assert here.total_size == there.total_size


@settings(max_examples=rounds(600))
@given(toys(variables_use=False, max_nodes=12), st.sampled_from(MODES))
def test_all_footprints_at_once_equal_one_at_a_time(toy: Toy, mode: Mode) -> None:
    solver = solver_for(toy.graph(), Policy.CLOSURE, mode)
    one_by_one = [solver.solve((row,)).reach.total_size for row in range(len(solver.view))]
    assert totals_by_bit_sets(solver.view).tolist() == one_by_one
    assert totals_by_search(solver.view).tolist() == one_by_one
    assert all_totals(solver.view).tolist() == one_by_one


@settings(max_examples=rounds(200))
@given(toys(variables_use=False, max_nodes=12), st.sampled_from(MODES), st.data())
def test_some_footprints_at_once_equal_one_at_a_time(toy: Toy, mode: Mode, data: st.DataObject) -> None:
    view = solver_for(toy.graph(), Policy.CLOSURE, mode).view
    rows = np.array(data.draw(st.lists(st.integers(0, len(view) - 1))), dtype=np.int64)
    for reverse in (True, False):
        one_by_one = totals_by_search(view, reverse=reverse)[rows].tolist()
        assert totals_by_bit_sets(view, rows=rows, reverse=reverse).tolist() == one_by_one
        assert all_totals(view, rows, reverse=reverse).tolist() == one_by_one


@pytest.mark.parametrize("block_bytes", [1, 20_000, 1_000_000])
def test_blocks_of_any_size_give_the_same_totals(block_bytes: int) -> None:
    nodes = 300
    toy = _ring(nodes)
    solver = solver_for(toy.graph(), Policy.CLOSURE, Mode.ACADEMIC)
    one_by_one = [solver.solve((row,)).reach.total_size for row in range(len(solver.view))]
    assert totals_by_bit_sets(solver.view, block_bytes).tolist() == one_by_one
    some = np.arange(0, len(solver.view), 7)
    assert totals_by_bit_sets(solver.view, block_bytes, rows=some).tolist() == one_by_one[::7]
    forward = totals_by_search(solver.view, reverse=False)[some]
    assert totals_by_bit_sets(solver.view, block_bytes, rows=some, reverse=False).tolist() == forward.tolist()


def _ring(n_nodes: int) -> Toy:
    """A chain of calls with a few ways back, in which footprints of all sizes occur."""
    nodes = tuple(
        ToyNode(
            symbol=f"n{i:03}",
            is_variable=i % 7 == 3,
            size=1 + i % 5,
            score=0.0 if i % 3 else 1.0,
            signature="full" if i % 3 == 0 else "none",
            returns_abstract=False,
            is_abstract=False,
            is_constructor=False,
            is_external=i % 50 == 49,
            mutability="Mutable" if i % 2 else "Const",
        )
        for i in range(n_nodes)
    )
    edges = []
    for i, node in enumerate(nodes):
        if node.is_variable:
            continue
        for step, role in ((1, "call"), (5, "read"), (4, "write"), (n_nodes - 40, "call")):
            edges.append((i, (i + step) % n_nodes, role))
    return Toy(nodes, tuple(edges))


@pytest.mark.parametrize("mode", MODES)
def test_all_footprints_of_the_example_equal_one_at_a_time(mode: Mode) -> None:
    graph = index_semantic_data(SHOP / "semantic-data.json", SHOP)
    solver = solver_for(graph, Policy.CLOSURE, mode)
    one_by_one = [solver.solve((row,)).reach.total_size for row in range(len(graph.nodes))]
    assert totals_by_bit_sets(solver.view).tolist() == one_by_one
    assert totals_by_search(solver.view).tolist() == one_by_one
    assert len(set(one_by_one)) > 10


@given(toys(variables_use=True))
def test_a_call_goes_into_what_the_states_say(toy: Toy) -> None:
    graph = toy.graph()
    options = FootprintOptions()
    states = arrival_states(make_view(graph, options))
    assert leads_into_body(graph.nodes, options).tolist() == ((states.by_call & BODY) != 0).tolist()
