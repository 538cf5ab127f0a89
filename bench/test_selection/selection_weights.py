"""`python -m bench.test_selection.selection_weights SAMPLES…`: learn what each kind of evidence counts for in selecting tests.

SAMPLES are files that `python -m bench.test_selection samples` wrote, one for each project. A small network learns to put the test
files that a fix changed before all others of the same repository. The result is `src/codeshed/query/test_selection/weights.json`.
Judge it by `python -m bench.test_selection ranks` on projects that it was not learned on.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from bench.test_selection.selection_samples import Sample, read_samples
from codeshed.context.likelihood import FARTHEST, FeatureWeights
from codeshed.query.test_selection.file_ranking import SelectionWeights

Floats = npt.NDArray[np.floating]

WEIGHTS_FILE = Path("src/codeshed/query/test_selection/weights.json")
N_NETWORKS = 4
N_NEURONS = 4
N_STEPS = 250
HIDDEN_SHARE = 0.4
"""So many features are hidden at random while it learns, so that it trusts no single one."""

_STEP = 1e-2
_DECAY = 3e-2
_DIGITS = 5
_MAX_OTHERS = 120
"""So many of the test files that a fix did not change are learned from, those with most evidence among them."""


class _Batch(msgspec.Struct, frozen=True, kw_only=True):
    """All test files of all fixes, one after the other; `wanted` sums to 1 for each fix, `weights` weighs the fixes."""

    values: Floats
    wanted: Floats
    starts: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    weights: Floats


def learn(samples: Sequence[Sample]) -> SelectionWeights:
    """Return weights that tell which test files matter; each project counts the same."""
    names = samples[0].names
    kept = [_some(each) for each in samples]
    values = np.concatenate([each[0] for each in kept]).astype(np.float32)
    means, spreads = values.mean(0), values.std(0) + 1e-6
    values = np.clip((values - means) / spreads, -FARTHEST, FARTHEST)
    lengths = np.array([len(each[1]) for each in kept])
    n_by_project: dict[str, int] = {}
    for each in samples:
        n_by_project[each.project] = n_by_project.get(each.project, 0) + 1
    weights = np.array([1.0 / np.sqrt(n_by_project[each.project]) for each in samples])
    batch = _Batch(
        values=values,
        wanted=np.concatenate([each[1] / each[1].sum() for each in kept]),
        starts=np.concatenate([[0], np.cumsum(lengths)[:-1]]),
        lengths=lengths,
        weights=weights / weights.sum(),
    )
    networks = [_learned(batch, seed) for seed in range(N_NETWORKS)]
    joined = {
        "inner": np.concatenate([each["inner"] for each in networks], axis=1),
        "inner_bias": np.concatenate([each["inner_bias"] for each in networks]),
        "outer": np.concatenate([each["outer"] for each in networks]) / N_NETWORKS,
        "alone": np.mean([each["alone"] for each in networks], axis=0),
    }
    return SelectionWeights(
        learned_on=tuple(sorted(n_by_project)),
        neuron_biases=_rounded(joined["inner_bias"]),
        neurons=_rounded(joined["outer"]),
        features={
            name: FeatureWeights(
                mean=_rounded(means[place : place + 1])[0],
                spread=_rounded(spreads[place : place + 1])[0],
                alone=_rounded(joined["alone"][place : place + 1])[0],
                neurons=_rounded(joined["inner"][place]),
            )
            for place, name in enumerate(names)
        },
    )


def _some(sample: Sample) -> tuple[npt.NDArray[np.float32], Floats]:
    """Return the features of the changed test files and of some others, and which are changed."""
    is_wanted = np.zeros(len(sample.paths))
    is_wanted[list(sample.changed)] = 1.0
    if len(sample.paths) <= _MAX_OTHERS:
        return sample.values, is_wanted
    order = np.random.default_rng(len(sample.paths)).permutation(len(sample.paths))
    order = order[np.argsort(-is_wanted[order], kind="stable")][:_MAX_OTHERS]
    return sample.values[order], is_wanted[order]


def _learned(batch: _Batch, seed: int) -> dict[str, Floats]:
    """Return the weights of one network, by Adam; the loss is the cross entropy of a softmax over each fix."""
    chance = np.random.default_rng(seed)
    n_features = batch.values.shape[1]
    found: dict[str, Floats] = {
        "inner": chance.normal(size=(n_features, N_NEURONS)) / np.sqrt(n_features),
        "inner_bias": np.zeros(N_NEURONS),
        "outer": chance.normal(size=N_NEURONS) / np.sqrt(N_NEURONS),
        "alone": np.zeros(n_features),
    }
    found = {name: each.astype(np.float32) for name, each in found.items()}
    firsts = {name: np.zeros_like(each) for name, each in found.items()}
    seconds = {name: np.zeros_like(each) for name, each in found.items()}
    owner = np.repeat(np.arange(len(batch.lengths)), batch.lengths)
    for step in range(1, N_STEPS + 1):
        is_seen = np.asarray(chance.random(n_features) > HIDDEN_SHARE, dtype=np.float32)
        seen = batch.values * (is_seen / np.float32(1 - HIDDEN_SHARE))
        arrived = seen @ found["inner"] + found["inner_bias"]
        fired = np.maximum(arrived, 0)
        total = fired @ found["outer"] + seen @ found["alone"]
        highest = np.maximum.reduceat(total, batch.starts)
        parts = np.exp(total - highest[owner])
        shares = parts / np.add.reduceat(parts, batch.starts)[owner]
        wrong = ((shares - batch.wanted) * batch.weights[owner]).astype(np.float32)
        of_neurons = wrong[:, None] * found["outer"] * (arrived > 0)
        slopes = {
            "inner": seen.T @ of_neurons,
            "inner_bias": of_neurons.sum(0),
            "outer": fired.T @ wrong,
            "alone": seen.T @ wrong,
        }
        length = _STEP * 0.5 * (1 + np.cos(np.pi * step / N_STEPS))
        for name, slope in slopes.items():
            downward = slope + _DECAY * found[name] * (name != "inner_bias")
            firsts[name] += 0.1 * (downward - firsts[name])
            seconds[name] += 0.01 * (downward * downward - seconds[name])
            way = (firsts[name] / (1 - 0.9**step)) / (np.sqrt(seconds[name] / (1 - 0.99**step)) + 1e-8)
            found[name] = (found[name] - length * way).astype(np.float32)
    return found


def _rounded(values: Floats) -> tuple[float, ...]:
    return tuple(float(f"{value:.{_DIGITS}g}") for value in values.tolist())


def text_of_weights(weights: SelectionWeights) -> bytes:
    """Write weights with one line for each feature."""
    built = msgspec.to_builtins(weights)
    features = built.pop("features")
    lines = [f'  "{name}": {msgspec.json.encode(value).decode()},' for name, value in built.items()]
    rows = [f'    "{name}": {msgspec.json.encode(value).decode()}' for name, value in features.items()]
    return "\n".join(["{", *lines, '  "features": {', ",\n".join(rows), "  }", "}", ""]).encode()


def main() -> None:
    """Learn from the samples that are named."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.test_selection.selection_weights", description=__doc__
    )
    parser.add_argument("samples", nargs="+", type=Path, metavar="SAMPLES")
    parser.add_argument(
        "--out", type=Path, default=WEIGHTS_FILE, metavar="FILE", help="where to write the weights"
    )
    options = parser.parse_args()
    samples = [each for file in options.samples for each in read_samples(file)]
    options.out.write_bytes(text_of_weights(learn(samples)))


if __name__ == "__main__":
    main()
