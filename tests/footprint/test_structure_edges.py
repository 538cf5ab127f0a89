"""No footprint follows containment, inheritance or data flow: without these edges it is the same."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from msgspec.structs import replace

from codeshed.build.graph import build_graph
from codeshed.footprint.options import FootprintOptions, Mode, Policy
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import offsets_of_lengths
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.graph.data.statements import StatementPairs, tabulate_statements
from codeshed.graph.data.tables import EdgeTable
from codeshed.model.semantic import SemanticData
from codeshed.model.source_reader import TextSourceReader
from codeshed.query.footprint import empty_report, footprint_of
from tests.support.notation import project
from tests.support.toys import Toy, toys

UNSEEN = (EdgeKind.CONTAINS, EdgeKind.INHERITS, EdgeKind.DATAFLOW)
ZOO = """
    #- zoo.lua
    def Animal.speak(self, food: Food) -> Noise
        call Animal.eat
    def Animal.eat(self, food: Food) -> Noise
        write HUNGER
    def Dog.speak(self, food: Food) -> Noise
        call ? super.speak
        call make
    def Dog.eat(self, food: Food)
        call Dog
    def make() -> Food
        read HUNGER
    class Food
    class Noise
    var HUNGER: int mutable
    def outer()
        call outer.inner
    def outer.inner(noise: Noise)
    #- shop.py
    class Cart
    def Cart.total(self, price: Price) -> Price
        call price_of
    class Price
    class Big(Price)
    def price_of() -> Price
    """


def without_unseen(graph: CodeGraph) -> CodeGraph:
    """Return the same graph without the edges that no footprint may see."""
    old = graph.edges
    kept = np.flatnonzero(~np.isin(old.kinds, UNSEEN))
    n_sites = np.diff(old.sites.starts)
    is_kept = np.zeros(len(old), dtype=np.bool_)
    is_kept[kept] = True
    sites = np.flatnonzero(np.repeat(is_kept, n_sites))
    held = np.repeat(np.arange(len(old)), np.diff(old.statements.starts))
    statements = old.statements.rows[is_kept[held]]
    sources, targets = old.sources[kept], old.targets[kept]
    return replace(
        graph,
        edges=EdgeTable(
            sources=sources,
            targets=targets,
            kinds=old.kinds[kept],
            confidence=old.confidence[kept],
            stated_confidence=old.stated_confidence[kept],
            provenance=old.provenance[kept],
            flags=old.flags[kept],
            through=old.through[kept],
            n_sites=old.n_sites[kept],
            sites=replace(
                old.sites,
                starts=offsets_of_lengths(n_sites[kept]),
                files=old.sites.files[sites],
                spans=old.sites.spans[sites],
            ),
            statements=tabulate_statements(
                StatementPairs(
                    edges=(np.cumsum(is_kept) - 1)[held][is_kept[held]],
                    files=old.statements.files[statements],
                    first_lines=old.statements.first_lines[statements],
                    last_lines=old.statements.last_lines[statements],
                    sizes=old.statements.sizes[statements],
                ),
                len(kept),
            ),
            out_starts=offsets_of_lengths(np.bincount(sources, minlength=len(graph.nodes))),
            in_starts=offsets_of_lengths(np.bincount(targets, minlength=len(graph.nodes))),
            in_order=np.argsort(targets, kind="stable").astype(np.int32),
        ),
    )


def _starts(graph: CodeGraph) -> list[str]:
    kinds = graph.nodes.kinds.tolist()
    return [
        symbol
        for symbol, kind in zip(graph.nodes.symbols, kinds, strict=True)
        if kind in {NodeKind.FUNCTION, NodeKind.VARIABLE}
    ]


def check_same_footprints(graph: CodeGraph) -> None:
    """Compare the footprints of everything, by every policy and mode, with every edge that is sure to any degree."""
    bare = without_unseen(graph)
    for policy, mode in itertools.product(Policy, Mode):
        options = FootprintOptions(policy=policy, mode=mode, min_confidence=0)
        for start in _starts(graph):
            assert footprint_of(graph, start, options) == footprint_of(bare, start, options)


def test_a_codebase_with_all_of_them() -> None:
    graph = project(ZOO).graph()
    kinds = {edge.kind for edge in graph.iter_edges()}
    assert kinds >= {*UNSEEN, EdgeKind.CALL, EdgeKind.READ, EdgeKind.WRITE}
    check_same_footprints(graph)


def test_inferred_classes_change_no_footprint() -> None:
    """The same code in a language whose methods stand apart from their classes, and in one where they do not."""
    zoo = project(ZOO)

    def graph_in(language: str) -> CodeGraph:
        documents = tuple(replace(document, language=language) for document in zoo.data.documents)
        return build_graph(SemanticData(documents=documents), TextSourceReader(zoo.text_by_path))

    apart, together = graph_in("lua"), graph_in("ruby")
    assert sum(apart.node(row).is_inferred for row in range(len(apart.nodes))) == 2
    assert sum(together.node(row).is_inferred for row in range(len(together.nodes))) == 0
    for policy, mode in itertools.product(Policy, Mode):
        options = FootprintOptions(policy=policy, mode=mode, min_confidence=0)
        for start in _starts(together):
            assert footprint_of(apart, start, options) == footprint_of(together, start, options)


@given(toys(variables_use=True))
def test_any_codebase(toy: Toy) -> None:
    check_same_footprints(toy.graph())


@pytest.mark.parametrize("kind", UNSEEN)
def test_no_policy_is_told_of_them(kind: EdgeKind) -> None:
    edges = project(ZOO).graph().edges
    assert (edges.flags[edges.kinds == kind] == 0).all()


def test_footprints_do_not_repeat_records_of_other_edges() -> None:
    notation = "class User\ndef load() -> User\n" + "".join(f"def f{n}(user: User)\n" for n in range(40))
    graph = project(notation).graph()
    assert [warning.code for warning in graph.warnings] == ["DATAFLOW_CAPPED"]
    assert empty_report(graph, FootprintOptions()).warnings == ()
