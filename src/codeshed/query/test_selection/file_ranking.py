"""The score of each test file, and the evidence for it in words.

Turns: TestFeatures → scores, by the weights of `weights.json`, which `python -m bench.test_selection.selection_weights` learned.
"""

from collections.abc import Sequence
from functools import cache
from typing import Literal

import msgspec
import numpy as np

from codeshed.context.likelihood import FeatureWeights, Weights, make_network
from codeshed.model.package_data import read_package_file
from codeshed.query.test_selection.selected_tests import TestEvidenceV1
from codeshed.query.test_selection.selection_features import Column, TestFeatures

_DECIMALS = 6

_SCORE_SHARE, _REACH_SHARE, _SIZE_SHARE = 0.5, 0.5, 0.25
"""Found on the recorded tests of two projects: `bench/results/test_selection.md`."""


class SelectionWeights(msgspec.Struct, frozen=True, kw_only=True):
    """The network as it is stored, and the projects that it was learned on."""

    learned_on: tuple[str, ...]
    neuron_biases: tuple[float, ...]
    neurons: tuple[float, ...]
    features: dict[str, FeatureWeights]


def score_files(features: TestFeatures) -> Column:
    """Return the score of each test file: its share of the belief that a test file of this repository matters; they add up to 1."""
    return score_values(features.names, features.values)


def score_by_runs(features: TestFeatures, scores: Column) -> Column:
    """Return scores for a symbol that is named without a difference: which tests run it counts, more than what a fix would touch.

    A file counts by its score, by how many of its nodes are reached, and by how many tests it has.
    """
    if not len(scores):
        return scores
    reached = features.values[:, features.names.index("reached")]
    n_tests = features.values[:, features.names.index("n_tests")]
    parts = scores**_SCORE_SHARE * np.exp(_REACH_SHARE * reached + _SIZE_SHARE * n_tests)
    return np.asarray(np.round(parts / (parts.sum() or 1.0), _DECIMALS))


def score_values(names: Sequence[str], values: Column, weights: SelectionWeights | None = None) -> Column:
    """Return the score of each row of features, by the weights of the package unless others are given."""
    if not len(values):
        return np.zeros(0)
    chosen = read_weights() if weights is None else weights
    known = tuple(chosen.features)
    network = make_network(
        Weights(
            learned_on=chosen.learned_on,
            bias=0.0,
            neuron_biases=chosen.neuron_biases,
            neurons=chosen.neurons,
            features=chosen.features,
        ),
        known,
    )
    columns = [names.index(name) for name in known]
    totals = network.totals(values[:, columns])
    parts = np.exp(totals - totals.max())
    return np.asarray(np.round(parts / parts.sum(), _DECIMALS))


@cache
def read_weights() -> SelectionWeights:
    """Return the weights that are part of the package."""
    content = read_package_file("codeshed.query.test_selection", "weights.json")
    return msgspec.json.decode(content, type=SelectionWeights)


def evidence_of(
    features: TestFeatures, place: int, used_names: tuple[str, ...]
) -> tuple[TestEvidenceV1, ...]:
    """Return the evidence for one test file, the strongest first; `used_names` are what its witness path begins with."""
    values = dict(zip(features.names, features.values[place].tolist(), strict=True))
    found: list[tuple[float, Literal["call", "import", "name", "word", "history"], str]] = []
    if values["nearness"] > 0:
        steps = round(1 / values["nearness"])
        to = f" {used_names[0]}" if used_names else " what changed"
        how = f"uses{to}" if steps == 1 else f"reaches{to} in {steps} steps"
        found.append((max(values["arrived_relative"], values["surest"]), "call", how))
    elif values["imports_changed"] > 0:
        found.append((0.3, "import", "imports a changed file"))
    together = int(features.cochange.n_together[place])
    if together:
        of = features.cochange.n_commits
        found.append(
            (values["cochange_pair_relative"], "history", f"changed together in {together} of {of} commits")
        )
    if values["same_stem"] > 0:
        found.append((0.9, "name", "is named after a changed file"))
    elif values["name_words"] > 0.3:  # noqa: PLR2004 - less is chance
        found.append((values["name_words_relative"] * 0.5, "name", "has words of a changed file's name"))
    if values["symbol_in_tests"] > 0:
        found.append((0.5 * values["symbol_in_tests_relative"], "name", "has tests named after what changed"))
    if values["named_words"] > 0:
        found.append((0.8 * values["named_words_relative"], "word", "mentions what changed"))
    elif values["line_words"] > 0:
        found.append((0.4 * values["line_words_relative"], "word", "has words of the changed code"))
    if not together and values["cochange_folder"] > 0:
        found.append(
            (
                0.3 * values["cochange_folder_relative"],
                "history",
                "changed together with the files beside them",
            )
        )
    best = sorted(found, key=lambda each: (-round(each[0], _DECIMALS), each[1], each[2]))
    return tuple(
        TestEvidenceV1(kind=kind, message=message, strength=round(min(1.0, strength), 3))
        for strength, kind, message in best
    )
