"""How likely a function uses a symbol, or changes together with another function, estimated from its surroundings.

Turns: Surroundings → LikelySymbols. `weights.json` and `change_weights.json` have the weights of a small neural network each:
one hidden layer, and a direct weight for each feature. The first was fitted by `python -m bench.context.context_weights` on
functions of public projects whose bodies had been removed, the second by `python -m bench.context.change_weights` on what
commits of public projects changed; `docs/reference/context.md` lists them, and the accuracy on other projects.
"""

from functools import cache

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.context.change_features import change_candidates
from codeshed.context.features import Candidates, Matrix, use_candidates
from codeshed.context.surroundings import Surroundings
from codeshed.model.package_data import read_package_file

MAX_REASONS = 3
USE_WEIGHTS, CHANGE_WEIGHTS = "weights.json", "change_weights.json"
"""The files of the two networks."""

FARTHEST = 6.0
"""Standardized features are clipped to this many standard deviations."""

_SEED = "seed_"
"""The prefix of features that are the same for all symbols, and so no reason for one of them."""

_FEATURE_STEPS = 2.0**8
_WEIGHT_STEPS = 2.0**12
_NEURON_STEPS = 2.0**10
_SUM_STEPS = _WEIGHT_STEPS * _NEURON_STEPS
"""Features, weights and activations are rounded to whole numbers of these steps: fixed-point arithmetic.

Sums of products are then exact in any order of addition, so that the same tree has the same likelihoods on every
machine.
"""
_DIGITS = 9

Floats = npt.NDArray[np.float64]


class FeatureWeights(msgspec.Struct, frozen=True, kw_only=True):
    """Mean and spread of a feature, its direct weight, and its weight for each neuron."""

    mean: float
    spread: float
    alone: float
    neurons: tuple[float, ...]


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """The network as it is stored, with the projects that it was learned on."""

    learned_on: tuple[str, ...]
    bias: float
    neuron_biases: tuple[float, ...]
    neurons: tuple[float, ...]
    features: dict[str, FeatureWeights]


class Network(msgspec.Struct, frozen=True, kw_only=True):
    """The network as arrays, in the order of some features."""

    means: Floats
    spreads: Floats
    alone: Floats
    inner: Floats
    inner_bias: Floats
    outer: Floats
    bias: float

    def standardize(self, values: Matrix) -> Floats:
        """Standardize and clip features, in steps."""
        found = (values - self.means) / self.spreads
        np.clip(found, -FARTHEST, FARTHEST, out=found)
        return np.rint(found * _FEATURE_STEPS, out=found)

    def likelihoods(self, values: Matrix) -> Floats:
        """Return the likelihood of each symbol."""
        return np.round(1.0 / (1.0 + np.exp(-self.totals(values))), _DIGITS)

    def totals(self, values: Matrix) -> Floats:
        """Return what the network adds up to for each row: the logarithm of the odds, if it was learned as a likelihood."""
        standard = self.standardize(values)
        activations = np.maximum(standard @ self.inner + self.inner_bias, 0.0)
        activations = np.floor(activations * (_NEURON_STEPS / (_FEATURE_STEPS * _WEIGHT_STEPS)))
        return np.asarray((activations @ self.outer + standard @ self.alone + self.bias) / _SUM_STEPS)

    def contributions(self, values: npt.NDArray[np.float64]) -> Floats:
        """Return the contribution of each feature of one symbol, all others being fixed."""
        standard = self.standardize(values[None, :])[0]
        is_active = (standard @ self.inner + self.inner_bias) > 0
        slopes = self.inner @ (self.outer * is_active) * (_NEURON_STEPS / (_FEATURE_STEPS * _WEIGHT_STEPS))
        return np.where(values > 0, standard * (slopes + self.alone) / _SUM_STEPS, 0.0)


class LikelySymbols(msgspec.Struct, frozen=True, kw_only=True):
    """Candidates, and the likelihood of each by the network of a file."""

    weights: str
    candidates: Candidates
    likelihoods: npt.NDArray[np.float64]

    def reasons(self, place: int) -> tuple[str, ...]:
        """Return the features that contribute most to the candidate at an index, the strongest first."""
        names = self.candidates.names
        counted = _network(self.weights, names).contributions(self.candidates.values[place])
        found = [
            names[index]
            for index in np.argsort(-counted, kind="stable").tolist()
            if counted[index] > 0 and not names[index].startswith(_SEED)
        ]
        return tuple(found[:MAX_REASONS])


def estimate_likely_uses(surroundings: Surroundings, documentation: str = "") -> LikelySymbols:
    """Return what a function may use, with likelihoods."""
    return _estimate(USE_WEIGHTS, use_candidates(surroundings, documentation))


def estimate_likely_changes(surroundings: Surroundings) -> LikelySymbols:
    """Return the functions that may change together with one, with likelihoods."""
    return _estimate(CHANGE_WEIGHTS, change_candidates(surroundings))


def _estimate(weights: str, candidates: Candidates) -> LikelySymbols:
    likelihoods = _network(weights, candidates.names).likelihoods(candidates.values)
    return LikelySymbols(weights=weights, candidates=candidates, likelihoods=likelihoods)


def make_network(weights: Weights, names: tuple[str, ...]) -> Network:
    """Return the weights as arrays in steps, one row for each feature."""
    chosen = [weights.features[name] for name in names]
    return Network(
        means=np.array([each.mean for each in chosen]),
        spreads=np.array([each.spread for each in chosen]),
        alone=np.rint(np.array([each.alone for each in chosen]) * (_SUM_STEPS / _FEATURE_STEPS)),
        inner=np.rint(np.array([each.neurons for each in chosen]) * _WEIGHT_STEPS),
        inner_bias=np.rint(np.array(weights.neuron_biases) * (_FEATURE_STEPS * _WEIGHT_STEPS)),
        outer=np.rint(np.array(weights.neurons) * _WEIGHT_STEPS),
        bias=float(np.rint(weights.bias * _SUM_STEPS)),
    )


@cache
def _network(weights: str, names: tuple[str, ...]) -> Network:
    return make_network(
        msgspec.json.decode(read_package_file("codeshed.context", weights), type=Weights), names
    )
