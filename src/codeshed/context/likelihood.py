"""How likely a function uses a symbol, told from its surroundings alone.

Turns: Surroundings → LikelyUses. The weights in `weights.json` were fitted by `python -m bench.context_weights` to functions of
public projects whose bodies had been taken away; `docs/reference/context.md` says to which, and how well they do on others.
"""

from functools import cache
from importlib.resources import files

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.context.features import Candidates, candidates_of
from codeshed.context.surroundings import Surroundings

MAX_REASONS = 3


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """What each feature counts for."""

    bias: float
    weights: dict[str, float]


class LikelyUses(msgspec.Struct, frozen=True, kw_only=True):
    """Symbols that a function may use, by row, and how likely it does."""

    candidates: Candidates
    likelihoods: npt.NDArray[np.float64]

    def reasons(self, place: int) -> tuple[str, ...]:
        """Return the features that speak most for the candidate at a place, the strongest first."""
        names = self.candidates.names
        counted = self.candidates.values[place] * _in_order(names)[0]
        found = [index for index in np.argsort(-counted, kind="stable").tolist() if counted[index] > 0]
        return tuple(names[index] for index in found[:MAX_REASONS])


def likely_uses(around: Surroundings, documentation: str = "") -> LikelyUses:
    """Return what a function may use, each with its likelihood."""
    candidates = candidates_of(around, documentation)
    weights, bias = _in_order(candidates.names)
    likelihoods = 1.0 / (1.0 + np.exp(-(candidates.values @ weights + bias)))
    return LikelyUses(candidates=candidates, likelihoods=likelihoods)


@cache
def _weights() -> Weights:
    content = files(__package__).joinpath("weights.json").read_bytes()
    return msgspec.json.decode(content, type=Weights)


@cache
def _in_order(names: tuple[str, ...]) -> tuple[npt.NDArray[np.float64], float]:
    found = _weights()
    return np.array([found.weights.get(name, 0.0) for name in names]), found.bias
