"""How likely a function uses a symbol, told from its surroundings alone.

Turns: Surroundings → LikelyUses. The weights in `weights.json` are those of a small network: one layer of neurons between the
features and the answer, and a weight of each feature by itself. They were fitted by `python -m bench.context.context_weights` to
functions of public projects whose bodies had been taken away; `docs/reference/context.md` says to which, and how well they do
on others.
"""

from functools import cache

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.context.features import Candidates, Matrix, candidates_of
from codeshed.context.surroundings import Surroundings
from codeshed.model.package_data import packaged

MAX_REASONS = 3
FARTHEST = 6.0
"""No feature counts as farther from its mean than so many times its spread."""

_SEED = "seed_"
"""What features begin with that are the same for all symbols, and so no reason for one of them."""

_FEATURE_STEPS = 2.0**8
_WEIGHT_STEPS = 2.0**12
_NEURON_STEPS = 2.0**10
_SUM_STEPS = _WEIGHT_STEPS * _NEURON_STEPS
"""Features, weights and what neurons say are whole numbers of such steps. Sums of their products are exact then, in
whatever order a machine adds them: the same tree has the same likelihoods everywhere."""
_DIGITS = 9

Floats = npt.NDArray[np.float64]


class FeatureWeights(msgspec.Struct, frozen=True, kw_only=True):
    """What one feature is usually, and what it counts for: by itself, and for each neuron."""

    mean: float
    spread: float
    alone: float
    neurons: tuple[float, ...]


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """The network: what each feature counts for, and each neuron."""

    bias: float
    neuron_biases: tuple[float, ...]
    neurons: tuple[float, ...]
    features: dict[str, FeatureWeights]


class Network(msgspec.Struct, frozen=True, kw_only=True):
    """Weights in the order of some features."""

    means: Floats
    spreads: Floats
    alone: Floats
    inner: Floats
    inner_bias: Floats
    outer: Floats
    bias: float

    def standard(self, values: Matrix) -> Floats:
        """Return features by how far they are from their means, in steps."""
        found = (values - self.means) / self.spreads
        np.clip(found, -FARTHEST, FARTHEST, out=found)
        return np.rint(found * _FEATURE_STEPS, out=found)

    def likelihoods(self, values: Matrix) -> Floats:
        """Return how likely each of some symbols is used."""
        standard = self.standard(values)
        fired = np.maximum(standard @ self.inner + self.inner_bias, 0.0)
        fired = np.floor(fired * (_NEURON_STEPS / (_FEATURE_STEPS * _WEIGHT_STEPS)))
        total = (fired @ self.outer + standard @ self.alone + self.bias) / _SUM_STEPS
        return np.round(1.0 / (1.0 + np.exp(-total)), _DIGITS)

    def counted(self, values: npt.NDArray[np.float64]) -> Floats:
        """Return what each feature of one symbol adds, if the others stay as they are."""
        standard = self.standard(values[None, :])[0]
        fires = (standard @ self.inner + self.inner_bias) > 0
        slopes = self.inner @ (self.outer * fires) * (_NEURON_STEPS / (_FEATURE_STEPS * _WEIGHT_STEPS))
        return np.where(values > 0, standard * (slopes + self.alone) / _SUM_STEPS, 0.0)


class LikelyUses(msgspec.Struct, frozen=True, kw_only=True):
    """Symbols that a function may use, by row, and how likely it does."""

    candidates: Candidates
    likelihoods: npt.NDArray[np.float64]

    def reasons(self, place: int) -> tuple[str, ...]:
        """Return the features that speak most for the candidate at a place, the strongest first."""
        names = self.candidates.names
        counted = _network(names).counted(self.candidates.values[place])
        found = [
            names[index]
            for index in np.argsort(-counted, kind="stable").tolist()
            if counted[index] > 0 and not names[index].startswith(_SEED)
        ]
        return tuple(found[:MAX_REASONS])


def likely_uses(around: Surroundings, documentation: str = "") -> LikelyUses:
    """Return what a function may use, each with its likelihood."""
    candidates = candidates_of(around, documentation)
    likelihoods = _network(candidates.names).likelihoods(candidates.values)
    return LikelyUses(candidates=candidates, likelihoods=likelihoods)


def network_of(weights: Weights, names: tuple[str, ...]) -> Network:
    """Return weights as arrays in steps, one row for each feature."""
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
def _network(names: tuple[str, ...]) -> Network:
    return network_of(msgspec.json.decode(packaged("codeshed.context", "weights.json"), type=Weights), names)
