"""`python -m bench.context.context_weights REPO… [--functions N] [--seeds S …]`: fit what each feature of a context counts for.

Functions of the projects lose their bodies (`bench/context/context_cases.py`). A small network then learns from all symbols that such
a function may use which it does use. The result is written to `src/codeshed/context/weights.json`. Judge it by
`python -m bench.context` on projects that it was not fitted to.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from bench.context.context_cases import ContextCases, context_cases
from codeshed.context.excerpts import Excerpts
from codeshed.context.features import use_candidates
from codeshed.context.likelihood import FARTHEST, FeatureWeights, Weights
from codeshed.context.surroundings import GraphLookups, Surroundings

Floats = npt.NDArray[np.float32]

WEIGHTS_FILE = Path("src/codeshed/context/weights.json")
KEPT_SHARE = 0.3
"""So many of the symbols that a body does not use are looked at, each for as many others."""

N_NETWORKS = 4
"""So many networks learn apart; the mean of their answers is that of one with all their neurons, and depends less on chance."""

N_NEURONS = 24
"""Of each of them."""

N_ROUNDS = 8
"""How often all symbols are learned from."""

HIDDEN_SHARE = 0.1
"""So many features are hidden at random while it learns, so that it trusts no single one."""

_BATCH = 512
_FIRST_STEP = 2e-3
_DECAY = 1e-2
_FIRST_BIAS = -5.0
_DIGITS = 4


Sample = tuple[tuple[str, ...], Floats, Floats]
"""The names of features, the features of symbols, and which of these symbols it is that are looked for."""


def fitted(samples: Sequence[Sample], *, kept_share: float, learned_on: Sequence[str]) -> Weights:
    """Return weights that find symbols by their features; of those that are not looked for, samples have a share.

    Run it with `OPENBLAS_NUM_THREADS=1`: the matrices are small, and threads only wait for each other.
    """
    names = samples[0][0]
    values = np.concatenate([each[1] for each in samples])
    is_used = np.concatenate([each[2] for each in samples])
    means, spreads = values.mean(0), values.std(0) + 1e-6
    values -= means
    values /= spreads
    np.clip(values, -FARTHEST, FARTHEST, out=values)
    found = _joined([_learned(values, is_used, seed, kept_share) for seed in range(N_NETWORKS)])
    return Weights(
        learned_on=tuple(sorted(learned_on)),
        bias=_rounded(found["bias"])[0],
        neuron_biases=_rounded(found["inner_bias"]),
        neurons=_rounded(found["outer"]),
        features={
            name: FeatureWeights(
                mean=_rounded(means[place])[0],
                spread=_rounded(spreads[place])[0],
                alone=_rounded(found["alone"][place])[0],
                neurons=_rounded(found["inner"][place]),
            )
            for place, name in enumerate(names)
        },
    )


def _rounded(values: Floats) -> tuple[float, ...]:
    return tuple(float(f"{value:.{_DIGITS}g}") for value in np.atleast_1d(values).tolist())


def _joined(networks: list[dict[str, Floats]]) -> dict[str, Floats]:
    """Return the network whose answer is the mean of some."""
    return {
        "inner": np.concatenate([each["inner"] for each in networks], axis=1),
        "inner_bias": np.concatenate([each["inner_bias"] for each in networks]),
        "outer": np.concatenate([each["outer"] for each in networks]) / np.float32(len(networks)),
        "alone": np.mean([each["alone"] for each in networks], axis=0),
        "bias": np.mean([each["bias"] for each in networks], axis=0),
    }


def _learned(values: Floats, is_used: Floats, seed: int, kept_share: float) -> dict[str, Floats]:
    """Return the weights of a network, by Adam with steps that grow shorter."""
    chance = np.random.default_rng(seed)
    n_rows, n_features = values.shape
    shares = np.where(is_used > 0, 1.0, 1.0 / kept_share).astype(np.float32)
    inner = chance.normal(size=(n_features, N_NEURONS)) / np.sqrt(n_features)
    outer = chance.normal(size=N_NEURONS) / np.sqrt(N_NEURONS)
    found: dict[str, Floats] = {
        "inner": inner.astype(np.float32),
        "inner_bias": np.zeros(N_NEURONS, dtype=np.float32),
        "outer": outer.astype(np.float32),
        "alone": np.zeros(n_features, dtype=np.float32),
        "bias": np.full(1, _FIRST_BIAS, dtype=np.float32),
    }
    means = {name: np.zeros_like(each) for name, each in found.items()}
    squares = {name: np.zeros_like(each) for name, each in found.items()}
    n_steps = N_ROUNDS * (n_rows // _BATCH)
    step = 0
    for _ in range(N_ROUNDS):
        order = chance.permutation(n_rows)
        for begin in range(0, n_rows - _BATCH + 1, _BATCH):
            chosen = order[begin : begin + _BATCH]
            is_seen = chance.random((_BATCH, n_features), dtype=np.float32) > HIDDEN_SHARE
            seen = values[chosen] * is_seen.astype(np.float32) / np.float32(1 - HIDDEN_SHARE)
            slopes = _slopes(found, seen, is_used[chosen], shares[chosen])
            step += 1
            length = _FIRST_STEP * 0.5 * (1 + np.cos(np.pi * step / n_steps))
            for name, slope in slopes.items():
                means[name] += 0.1 * (slope - means[name])
                squares[name] += 0.001 * (slope * slope - squares[name])
                way = (means[name] / (1 - 0.9**step)) / (np.sqrt(squares[name] / (1 - 0.999**step)) + 1e-8)
                decay = 0.0 if name == "bias" else _DECAY
                found[name] = (found[name] - length * (way + decay * found[name])).astype(np.float32)
    return found


def _slopes(found: dict[str, Floats], seen: Floats, is_used: Floats, shares: Floats) -> dict[str, Floats]:
    """Return in which direction each weight makes the answers worse."""
    arrived = seen @ found["inner"] + found["inner_bias"]
    fired = np.maximum(arrived, 0)
    total = fired @ found["outer"] + seen @ found["alone"] + found["bias"][0]
    wrong = (1 / (1 + np.exp(-total)) - is_used) * shares / len(seen)
    of_neurons = wrong[:, None] * found["outer"] * (arrived > 0)
    return {
        "inner": seen.T @ of_neurons,
        "inner_bias": of_neurons.sum(0),
        "outer": fired.T @ wrong,
        "alone": seen.T @ wrong,
        "bias": wrong.sum(keepdims=True),
    }


def _sampled(cases: ContextCases) -> Sample:
    """Return the features of what functions may use, and whether they do; of what they do not use, a share."""
    chance = np.random.default_rng(1)
    near = GraphLookups(cases.graph)
    excerpts = Excerpts(cases.graph, cases.sources)
    names: tuple[str, ...] = ()
    values, is_used = [], []
    for case in cases.cases:
        row = cases.graph.find_row(case.symbol)
        if row is None:
            continue
        found = use_candidates(Surroundings(lookups=near, row=row), excerpts.all_prose(row))
        used = [cases.graph.find_row(symbol) for symbol in case.used]
        truth = np.isin(found.rows, np.array([each for each in used if each is not None], dtype=np.int64))
        kept = truth | (chance.random(len(truth)) < KEPT_SHARE)
        names = found.names
        values.append(found.values[kept].astype(np.float32))
        is_used.append(truth[kept].astype(np.float32))
    return names, np.concatenate(values), np.concatenate(is_used)


def weights_text(weights: Weights) -> bytes:
    """Write weights with one line for each feature."""
    *others, features = msgspec.to_builtins(weights).items()
    lines = [f'  "{name}": {msgspec.json.encode(value).decode()},' for name, value in others]
    rows = [f'    "{name}": {msgspec.json.encode(value).decode()}' for name, value in features[1].items()]
    return "\n".join(["{", *lines, '  "features": {', ",\n".join(rows), "  }", "}", ""]).encode()


def main() -> None:
    """Fit to the folders that are named."""
    parser = argparse.ArgumentParser(prog="python -m bench.context.context_weights", description=__doc__)
    parser.add_argument(
        "folders", nargs="+", type=Path, metavar="REPO", help="projects in Python to learn from"
    )
    parser.add_argument(
        "--functions", type=int, default=30, metavar="N", help="functions of each project (30)"
    )
    parser.add_argument(
        "--seeds", type=int, nargs="+", default=[1, 2, 3], help="one choice of functions each"
    )
    parser.add_argument(
        "--out", type=Path, default=WEIGHTS_FILE, metavar="FILE", help="where to write the weights"
    )
    options = parser.parse_args()
    all_cases = (
        context_cases(folder, options.functions, seed=seed)
        for folder in options.folders
        for seed in options.seeds
    )
    weights = fitted(
        [_sampled(cases) for cases in all_cases],
        kept_share=KEPT_SHARE,
        learned_on=[folder.name for folder in options.folders],
    )
    options.out.write_bytes(weights_text(weights))


if __name__ == "__main__":
    main()
