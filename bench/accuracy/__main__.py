"""`python -m bench.accuracy CHECKOUT TRUTH.json.gz …`: how much of what really happens the graph knows.

Other measures: `code CHECKOUT`, `micro CASES.json.gz`, `state CHECKOUT TRUTH.json.gz …`, `shares CHECKOUT …`,
`swarm FOLDER --language javascript`, `unused CHECKOUT …`.
"""

import argparse
import sys
from collections.abc import Callable

from bench.accuracy import code_sample, micro, shares, state, swarm, unused_sample
from bench.accuracy.call_tables import Scored, manner_table, miss_lines, score_table
from bench.accuracy.calls import ROWS, predicted_calls, score_calls
from bench.accuracy.exported import CALL, READ, WRITE
from bench.accuracy.pairs import Pair, add_pair_options, edges_of_pair, pairs_of, print_scores
from bench.accuracy.source_names import SourceNames
from bench.accuracy.spot_check import sample_lines
from bench.accuracy.truth import read_call_truth

COMMANDS: dict[str, Callable[[list[str]], None]] = {
    "code": code_sample.main,
    "micro": micro.main,
    "shares": shares.main,
    "state": state.main,
    "swarm": swarm.main,
    "unused": unused_sample.main,
}


def main(arguments: list[str]) -> None:
    """Score recorded calls, unless the first word asks for something else."""
    if arguments and arguments[0] in COMMANDS:
        COMMANDS[arguments[0]](arguments[1:])
        return
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy", description=__doc__)
    add_pair_options(parser)
    parser.add_argument(
        "--sample", type=int, metavar="N", help="print N random edges of each provenance of CHECKOUT"
    )
    options = parser.parse_intermixed_args(arguments)
    if options.sample is not None:
        _print_sample(options)
        return
    scored = [_scored(pair, options) for pair in pairs_of(parser, options)]
    print_scores(
        scored,
        (score_table, manner_table),
        lambda each: miss_lines(each, options.misses) if options.misses else (),
    )


def _scored(pair: Pair, options: argparse.Namespace) -> Scored:
    truth = read_call_truth(pair.truth)
    names = SourceNames(root=pair.checkout, package=truth.meta.package)
    edges = edges_of_pair(pair, (CALL,), options)
    predictions = tuple(predicted_calls(edges, row, names) for row in ROWS)
    return Scored(
        label=truth.meta.project or pair.checkout.name,
        truth=truth,
        predictions=predictions,
        scores=tuple(score_calls(truth, prediction) for prediction in predictions),
    )


def _print_sample(options: argparse.Namespace) -> None:
    files = options.edges or [None] * len(options.places)
    for checkout, file in zip(options.places, files, strict=True):
        pair = Pair(checkout=checkout, truth=checkout, edges=file)
        edges = edges_of_pair(pair, (CALL, READ, WRITE), options)
        print(*sample_lines(checkout, edges, options.sample), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
