"""`python -m bench.test_selection COMMAND …`: measure the suggested tests.

ranks REPOSITORY…       where the test files that fix commits touched stand in the suggestion
samples REPOSITORY OUT  write the features of fix commits, which weights are learned from and `ranks` can read again
map CHECKOUT MAP        how many of the tests that ran a function, as a recorded map says, are in the first suggested files
discovery CHECKOUT LIST which tests are found, beside the output of `pytest --collect-only -q` or `jest --listTests` in LIST
mutants CHECKOUT        how many killed mutants the chosen tests kill, at 5 % and 10 % of the suite, beside pytest-testmon

Repositories are cloned into the folder of `--work`; nothing is written to them.
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from bench.test_selection.discovery import Discovery, compare_discovery
from bench.test_selection.fix_commits import clone_for_bench, find_fix_commits
from bench.test_selection.fix_ranks import ALONE, PLACES, FixRanks, ranks_alone, ranks_of
from bench.test_selection.mutant_kills import mutant_kills
from bench.test_selection.mutant_runs import read_or_run_mutants
from bench.test_selection.recorded_map import map_recall
from bench.test_selection.selection_samples import Sample, iter_samples, read_samples, write_samples


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.test_selection",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    ranks = commands.add_parser("ranks")
    ranks.add_argument(
        "sources", nargs="+", type=Path, metavar="REPOSITORY", help="a repository, or a file of `samples`"
    )
    samples = commands.add_parser("samples")
    samples.add_argument("source", type=Path, metavar="REPOSITORY")
    samples.add_argument("out", type=Path, metavar="OUT")
    for each in (ranks, samples):
        each.add_argument(
            "--fixes", type=int, default=40, metavar="N", help="fix commits of each repository (40)"
        )
        each.add_argument(
            "--work", type=Path, default=Path("bench-clones"), metavar="FOLDER", help="where clones lie"
        )
        each.add_argument(
            "--types", choices=("on", "off"), default="off", help="whether types are found (off)"
        )
    recorded = commands.add_parser("map")
    recorded.add_argument("checkout", type=Path, metavar="CHECKOUT", help="at the commit that the map names")
    recorded.add_argument("map", type=Path, metavar="MAP")
    recorded.add_argument("--functions", type=int, default=120, metavar="N")
    discovery = commands.add_parser("discovery")
    discovery.add_argument("checkout", type=Path, metavar="CHECKOUT")
    discovery.add_argument("listed", type=Path, metavar="LIST")
    discovery.add_argument("--show", type=int, default=0, metavar="N", help="name the first N that differ")
    mutants = commands.add_parser("mutants")
    mutants.add_argument(
        "checkout", type=Path, metavar="CHECKOUT", help="a copy: its files are edited and put back"
    )
    mutants.add_argument(
        "--python", default=sys.executable, metavar="PYTHON", help="runs the tests of the checkout"
    )
    mutants.add_argument(
        "--package", default="src", metavar="FOLDER", help="where functions are mutated (src)"
    )
    mutants.add_argument("--mutants", type=int, default=40, metavar="N")
    mutants.add_argument(
        "--keep", type=Path, metavar="FILE", help="keep which tests kill which mutant, or read it from there"
    )
    mutants.add_argument(
        "--record", action="store_true", help="record the suite first, and choose with that, too"
    )
    options = parser.parse_args()
    if options.command == "ranks":
        _print_ranks([_samples_of(source, options) for source in options.sources])
    elif options.command == "samples":
        write_samples(options.out, _samples_of(options.source, options))
    elif options.command == "discovery":
        _print_discovery(options.checkout, compare_discovery(options.checkout, options.listed), options.show)
    elif options.command == "map":
        found = map_recall(options.checkout, options.map, options.functions)
        print(f"{found.n_functions} functions: recall@1/3/5 {found.recall}, best possible {found.best}")
    else:
        runs = read_or_run_mutants(
            options.checkout, options.python, options.package, options.mutants, options.keep
        )
        record = (options.python, "-m", "pytest", "-q") if options.record else ()
        print(mutant_kills(options.checkout, runs, record))


def _print_discovery(checkout: Path, found: Discovery, n_shown: int) -> None:
    print(
        f"{checkout.resolve().name:24} has {found.both}, lacks {len(found.lacks)} "
        f"({found.n_lacks_in_open_files} in files that make tests), invents {len(found.invents)}"
    )
    for sign, ids in (("-", found.lacks), ("+", found.invents)):
        for each in ids[:n_shown]:
            print(f"  {sign} {each}")


def _samples_of(source: Path, options: argparse.Namespace) -> list[Sample]:
    if source.is_file():
        return read_samples(source)
    options.work.mkdir(parents=True, exist_ok=True)
    clone = clone_for_bench(source, options.work / source.resolve().name, types=options.types)
    return list(iter_samples(clone, find_fix_commits(source, "HEAD", options.fixes)))


def _print_ranks(samples: Iterable[list[Sample]]) -> None:
    print(
        f"{'':24} fixes  files  a test file of the fix among the first {PLACES}, share of its test files there"
    )
    together: list[Sample] = []
    for each in samples:
        if each:
            print(_line(each[0].project, ranks_of(each)))
            together += each
    print(_line("all", ranks_of(together)))
    for kind in ALONE:
        print(_line(f"{kind} alone", ranks_alone(together, kind)))


def _line(name: str, ranks: FixRanks) -> str:
    return f"{name:24} {ranks.n_fixes:5}  {ranks.n_test_files:5.0f}  {ranks.hits}  {ranks.found}"


if __name__ == "__main__":
    main()
