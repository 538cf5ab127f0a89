"""Pairs of a checkout and what was recorded on it, as they stand on the command line."""

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from bench.accuracy.exported import ExportedEdge, edges_of, read_edges
from bench.accuracy.places import existing_place
from bench.support.report import Table, table_text


class Labelled(Protocol):
    """What was scored, and what it is called."""

    @property
    def label(self) -> str:
        """Its name in the tables."""


ScoredT = TypeVar("ScoredT", bound=Labelled)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A checkout, its recording, and a file with its edges if Codeshed is not to be run."""

    checkout: Path
    truth: Path
    edges: Path | None


def add_pair_options(parser: argparse.ArgumentParser) -> None:
    """Let a parser take pairs and what they have in common."""
    parser.add_argument("places", type=existing_place, nargs="+", metavar="CHECKOUT TRUTH.json.gz")
    parser.add_argument(
        "--edges",
        type=existing_place,
        action="append",
        metavar="FILE",
        help="take the edges from this export instead of running codeshed; once for each checkout",
    )
    parser.add_argument(
        "--misses", type=int, default=0, metavar="N", help="also list N that were missed and N that are false"
    )
    parser.add_argument("--types", metavar="ENGINE", help="passed on to codeshed, `off` for none")


def pairs_of(parser: argparse.ArgumentParser, options: argparse.Namespace) -> list[Pair]:
    """Return the pairs that were given, or stop with an explanation."""
    places: list[Path] = options.places
    if len(places) % 2:
        parser.error("every CHECKOUT needs its TRUTH.json.gz behind it")
    checkouts, truths = places[::2], places[1::2]
    files: list[Path | None] = options.edges or [None] * len(checkouts)
    if len(files) != len(checkouts):
        parser.error(f"--edges stands {len(files)} times for {len(checkouts)} checkouts")
    return [
        Pair(checkout=checkout, truth=truth, edges=file)
        for checkout, truth, file in zip(checkouts, truths, files, strict=True)
    ]


def edges_of_pair(
    pair: Pair, kinds: tuple[str, ...], options: argparse.Namespace
) -> tuple[ExportedEdge, ...]:
    """Return the edges of some kinds, from the given file or from Codeshed itself."""
    if pair.edges is None:
        return edges_of(pair.checkout, kinds, types=options.types)
    return tuple(edge for edge in read_edges(pair.edges.read_bytes()) if edge.kind in kinds)


def print_scores(
    scored: Sequence[ScoredT],
    tables: Sequence[Callable[[str, Sequence[ScoredT]], Table]],
    miss_lines: Callable[[ScoredT], Iterable[str]],
) -> None:
    """Print the tables of each checkout, with what was missed, and then those of all together."""
    for each in scored:
        for table in tables:
            print(table_text(table(each.label, [each])))
        lines = list(miss_lines(each))
        if lines:
            print(*lines, "", sep="\n")
    if len(scored) > 1:
        for table in tables:
            print(table_text(table("all", scored)))
