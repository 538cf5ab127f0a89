"""`python -m bench.accuracy unused CHECKOUT …`: random functions that `codeshed unused` calls unused, to check by hand.

Turns: UnusedReports → the same sample on every run: one function of each checkout in turn, with its first lines, and with
all lines of the repository that have its name.
"""

import argparse
import random
import re
import subprocess
from collections.abc import Iterator
from itertools import chain, zip_longest
from pathlib import Path

import msgspec

from bench.accuracy.call_sites import lines_of
from bench.accuracy.places import existing_folder
from codeshed.api.project import open_project
from codeshed.query.unused.unused import UnusedFunction

SEED = 3
_MAX_FUNCTIONS = 100_000
_MAX_LINES = 12
_MAX_WIDTH = 160


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """A function of a sample, and where it is from."""

    checkout: Path
    function: UnusedFunction


def main(arguments: list[str]) -> None:
    """Print the sample."""
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy unused", description=__doc__)
    parser.add_argument("checkouts", type=existing_folder, nargs="+", metavar="CHECKOUT")
    parser.add_argument("--verdict", choices=("unused", "unused_here", "perhaps"), default="unused")
    parser.add_argument("--size", type=int, default=20)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    by_checkout = [
        [Drawn(checkout=checkout, function=each) for each in _listed(checkout, options.verdict)]
        for checkout in options.checkouts
    ]
    print(
        *(
            f"{checkout.name}: {len(found)} functions"
            for checkout, found in zip(options.checkouts, by_checkout, strict=True)
        ),
        sep="\n",
    )
    for number, drawn in enumerate(draw(by_checkout, options.size, options.seed), start=1):
        print("", f"{number}.", *_lines(drawn), sep="\n")


def _listed(checkout: Path, verdict: str) -> list[UnusedFunction]:
    answer = open_project(checkout).unused(include_public=True, caps={"maxNodes": _MAX_FUNCTIONS})
    return [each for each in answer.document.functions if each.verdict == verdict]


def draw(by_checkout: list[list[Drawn]], size: int, seed: int) -> list[Drawn]:
    """Return a sample that takes from each checkout in turn, so that a large one does not fill it."""
    shuffled = [random.Random(seed).sample(each, len(each)) for each in by_checkout]
    in_turn = chain.from_iterable(zip_longest(*shuffled))
    return [each for each in in_turn if each is not None][:size]


def _lines(drawn: Drawn) -> Iterator[str]:
    node = drawn.function.node
    yield f"{drawn.checkout.name}/{node.file}:{node.line}  {node.label}  {drawn.function.confidence:g}"
    lines = lines_of(drawn.checkout / (node.file or ""))
    first = (node.line or 1) - 1
    yield from (f"    | {line[:_MAX_WIDTH]}" for line in lines[max(0, first - 2) : first + 4])
    name = re.sub(r"#\d+$", "", node.name or "").rpartition(".")[2]
    command = [
        "git",
        "grep",
        "--no-index",
        "-n",
        "-w",
        "-I",
        "-F",
        "-e",
        name,
        "--",
        ".",
        ":!.codeshed",
        ":!.git",
    ]
    found = subprocess.run(command, cwd=drawn.checkout, capture_output=True, check=False)  # noqa: S603 - git, and a name behind -e
    places = found.stdout.decode(errors="replace").splitlines()
    yield from (f"    > {place[:_MAX_WIDTH]}" for place in places[:_MAX_LINES])
    if len(places) > _MAX_LINES:
        yield f"    > and {len(places) - _MAX_LINES} more"
