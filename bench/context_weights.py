"""`python -m bench.context_weights REPO… [--functions N] [--seeds S …]`: fit what each feature of a context counts for.

Functions of the projects lose their bodies (`bench/context_cases.py`). A logistic regression then learns from all symbols
that such a function may use which it does use. The result is written to `src/codeshed/context/weights.json`. Judge it by
`python -m bench.context` on projects that it was not fitted to.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from bench.context_cases import ContextCases, context_cases
from codeshed.context.excerpts import Excerpts
from codeshed.context.features import Matrix, candidates_of
from codeshed.context.likelihood import Weights
from codeshed.context.surroundings import Neighbourhood, Surroundings

WEIGHTS_FILE = Path("src/codeshed/context/weights.json")
RIDGE = 1.0
KEPT_SHARE = 0.12
"""So many of the symbols that a body does not use are looked at, each for as many others."""

_MOST_ROUNDS = 30
_NO_STEP = 1e-4
_DECIMALS = 4


def fitted(all_cases: Iterator[ContextCases]) -> Weights:
    """Return weights that tell what functions use."""
    samples = [_sampled(cases) for cases in all_cases]
    names = samples[0][0]
    values = np.concatenate([each[1] for each in samples])
    is_used = np.concatenate([each[2] for each in samples])
    means, spreads = values.mean(0), values.std(0) + 1e-9
    standard = (values - means) / spreads
    shares = np.where(is_used > 0, 1.0, 1.0 / KEPT_SHARE)

    found = _descended(np.column_stack([np.ones(len(standard)), standard]), is_used, shares)
    weights = found[1:] / spreads
    bias = float(found[0] - (found[1:] * means / spreads).sum())
    return Weights(
        bias=round(bias, _DECIMALS),
        weights={name: round(float(weight), _DECIMALS) for name, weight in zip(names, weights, strict=True)},
    )


def _descended(values: Matrix, is_used: Matrix, shares: Matrix) -> Matrix:
    """Return the weights of a logistic regression, by Newton's method; the first, which is the bias, may be any number."""
    ridge = np.full(values.shape[1], RIDGE)
    ridge[0] = 0.0
    found = np.zeros(values.shape[1])
    for _ in range(_MOST_ROUNDS):
        likelihoods = 1 / (1 + np.exp(-(values @ found)))
        slopes = values.T @ ((likelihoods - is_used) * shares) + ridge * found
        bends = (values * (likelihoods * (1 - likelihoods) * shares)[:, None]).T @ values + np.diag(
            ridge + 1e-6
        )
        step = np.linalg.solve(bends, slopes)
        found -= step
        if float(np.abs(step).max()) < _NO_STEP:
            break
    return found


def _sampled(cases: ContextCases) -> tuple[tuple[str, ...], Matrix, npt.NDArray[np.float64]]:
    """Return the features of what functions may use, and whether they do; of what they do not use, a share."""
    chance = np.random.default_rng(1)
    near = Neighbourhood(cases.graph)
    excerpts = Excerpts(cases.graph, cases.sources)
    names: tuple[str, ...] = ()
    values, is_used = [], []
    for case in cases.cases:
        row = cases.graph.find_row(case.symbol)
        if row is None:
            continue
        found = candidates_of(Surroundings(near=near, row=row), excerpts.all_documentation(row))
        used = [cases.graph.find_row(symbol) for symbol in case.used]
        truth = np.isin(found.rows, np.array([each for each in used if each is not None], dtype=np.int64))
        kept = truth | (chance.random(len(truth)) < KEPT_SHARE)
        names = found.names
        values.append(found.values[kept])
        is_used.append(truth[kept].astype(np.float64))
    return names, np.concatenate(values), np.concatenate(is_used)


def main() -> None:
    """Fit to the folders that are named."""
    parser = argparse.ArgumentParser(prog="python -m bench.context_weights", description=__doc__)
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
    weights = fitted(all_cases)
    options.out.write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=2) + b"\n")


if __name__ == "__main__":
    main()
