"""How likely a function uses a symbol, told from its surroundings alone.

Turns: Surroundings → LikelyUses. The weights in `weights.json` are those of a small network: one layer of neurons between the
features and the answer, and a weight of each feature by itself. They were fitted by `python -m bench.context_weights` to
functions of public projects whose bodies had been taken away; `docs/reference/context.md` says to which, and how well they do
on others.
"""

from functools import cache
from importlib.resources import files

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.context.features import Candidates, Matrix, candidates_of
from codeshed.context.surroundings import Surroundings

MAX_REASONS = 3
FARTHEST = 6.0
"""No feature counts as farther from its mean than so many times its spread."""

_SEED = "seed_"
"""What features begin with that are the same for all symbols, and so no reason for one of them."""

Floats = npt.NDArray[np.float32]


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
        """Return features by how far they are from their means."""
        found = values.astype(np.float32)
        found -= self.means
        found /= self.spreads
        return np.clip(found, -FARTHEST, FARTHEST, out=found)

    def likelihoods(self, values: Matrix) -> npt.NDArray[np.float64]:
        """Return how likely each of some symbols is used."""
        standard = self.standard(values)
        fired = np.maximum(standard @ self.inner + self.inner_bias, 0.0)
        total = fired @ self.outer + standard @ self.alone + self.bias
        return np.asarray(1.0 / (1.0 + np.exp(-total.astype(np.float64))))

    def counted(self, values: npt.NDArray[np.float64]) -> Floats:
        """Return what each feature of one symbol adds, if the others stay as they are."""
        standard = self.standard(values[None, :])[0]
        fires = (standard @ self.inner + self.inner_bias) > 0
        slopes = self.inner @ (self.outer * fires) + self.alone
        return np.asarray(np.where(values > 0, standard * slopes, 0.0))


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
    """Return weights as arrays, one row for each feature."""
    chosen = [weights.features[name] for name in names]
    return Network(
        means=np.array([each.mean for each in chosen], dtype=np.float32),
        spreads=np.array([each.spread for each in chosen], dtype=np.float32),
        alone=np.array([each.alone for each in chosen], dtype=np.float32),
        inner=np.array([each.neurons for each in chosen], dtype=np.float32),
        inner_bias=np.array(weights.neuron_biases, dtype=np.float32),
        outer=np.array(weights.neurons, dtype=np.float32),
        bias=weights.bias,
    )


@cache
def _network(names: tuple[str, ...]) -> Network:
    content = files(__package__).joinpath("weights.json").read_bytes()
    return network_of(msgspec.json.decode(content, type=Weights), names)
