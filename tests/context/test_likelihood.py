"""Likelihoods of uses: every feature has its weights, and each guess its reasons."""

from pathlib import Path

import numpy as np

from codeshed.context.likelihood import FeatureWeights, Weights, estimate_likely_uses, make_network
from codeshed.context.surroundings import GraphLookups, Surroundings
from codeshed.project.index.graph_in_memory import index_repository

USERS = """from app.money import add, zero


class Cart:
    def total(self, prices):
        ...

    def twice(self, prices):
        return add(zero(), prices)
"""
MONEY = """def add(left, right):
    return left


def zero():
    return 0


def unrelated(text):
    return text
"""


def test_what_is_imported_and_used_beside_it_is_likelier_than_what_is_not(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app/__init__.py").write_text("")
    (tmp_path / "app/cart.py").write_text(USERS)
    (tmp_path / "app/money.py").write_text(MONEY)
    graph = index_repository(tmp_path, types="off")
    row = graph.find_row("app/cart.py::Cart.total")
    assert row is not None
    found = estimate_likely_uses(Surroundings(lookups=GraphLookups(graph), row=row))
    symbols = [graph.nodes.symbols[each] for each in found.candidates.rows.tolist()]
    likelihood = dict(zip(symbols, found.likelihoods.tolist(), strict=True))
    assert likelihood["app/money.py::add"] > likelihood.get("app/money.py::unrelated", 0.0)
    assert all(0.0 <= each <= 1.0 for each in likelihood.values())
    reasons = found.reasons(symbols.index("app/money.py::add"))
    assert reasons
    assert not any(each.startswith("seed_") for each in reasons)


def test_a_network_adds_neurons_that_fire_and_features_alone() -> None:
    feature = FeatureWeights(mean=1.0, spread=2.0, alone=0.5, neurons=(1.0, -1.0))
    weights = Weights(
        learned_on=(), bias=0.0, neuron_biases=(0.0, 0.0), neurons=(2.0, 4.0), features={"one": feature}
    )
    network = make_network(weights, ("one",))
    likelihoods = network.likelihoods(np.array([[3.0], [1.0], [-1.0]]))
    # From the mean by 1, 0 and -1 spreads: 2 + 0.5, 0 and 4 - 0.5.
    assert np.allclose(np.log(likelihoods / (1 - likelihoods)), [2.5, 0.0, 3.5])
    assert np.allclose(network.contributions(np.array([3.0])), [2.5])
