"""Graph ranking: features between 0 and 1 by the graph around the first hits."""

from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.answers.caps import WorkBudget
from codeshed.model.graph_ranking import GRAPH_FEATURES, ContextExpansionConfig, GraphRankingConfig
from codeshed.query.search.context_expansion import expand
from codeshed.query.search.graph_ranking import CoChanges, RankedHit, rank_by_graph
from tests.support.webs import web_graph

_GRAPH = web_graph([])


def _work(n_units: int = 1000) -> WorkCounter:
    return WorkCounter(WorkBudget(max_work_units=n_units))


def _hits() -> list[RankedHit]:
    rows = range(min(4, len(_GRAPH.nodes)))
    return [RankedHit(row=row, file=f"f{row}.py", score=1.0 - row / 10) for row in rows]


def test_every_feature_is_bounded() -> None:
    found, _ = rank_by_graph(_GRAPH, _hits(), GraphRankingConfig(enabled=True), None, _work())
    assert len(found) == len(_hits())
    for each in found:
        assert each.features.keys() == {*GRAPH_FEATURES}
        assert all(value is None or 0.0 <= value <= 1.0 for value in each.features.values())


def test_files_that_change_together_are_near() -> None:
    changes = CoChanges({"f0.py": 4, "f1.py": 2}, {("f0.py", "f1.py"): 1})
    found, _ = rank_by_graph(_GRAPH, _hits(), GraphRankingConfig(seed_selection="top1"), changes, _work())
    assert [each.features["coChange"] for each in found[:3]] == [0.0, 0.5, 0.0]


def test_without_seeds_nothing_is_near() -> None:
    config = GraphRankingConfig(seed_selection="none")
    found, _ = rank_by_graph(_GRAPH, _hits(), config, None, _work())
    assert {each.features["pageRank"] for each in found} == {None}
    assert {each.features["proximity"] for each in found} == {None}


def test_a_hit_that_the_graph_does_not_have_has_no_features_of_it() -> None:
    hits = [RankedHit(row=None, file="f0.py", score=1.0)]
    ((found,), records) = rank_by_graph(_GRAPH, hits, GraphRankingConfig(), None, _work())
    assert (found.features["fanIn"], found.features["test"], records) == (None, None, ())


def test_expansion_adds_nothing_twice_and_counts_its_work() -> None:
    work = _work(3)
    rows = [(hit.row or 0, hit.score) for hit in _hits()]
    found, _ = expand(_GRAPH, rows, ContextExpansionConfig(), work)
    assert work.n_done <= 3
    assert {each.row for each in found}.isdisjoint({row for row, _ in rows})
