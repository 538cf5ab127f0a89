"""`python -m bench [NAME ...] [--json FILE]`: run all benchmarks that need nothing, or the named ones, and print their tables.

A name is that of a benchmark or of a subject, which stands for all its benchmarks. `python -m bench index FOLDER …` is
run by itself, since it needs folders and other tools.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from bench.answers import startup
from bench.footprints import all_footprints
from bench.graph import build, linking, opening, reading, walks
from bench.index import store
from bench.index.options import parse_options
from bench.index.run import iter_reports
from bench.support.report import Report, table_text

INDEX = "index"
LINKING = "linking"

BENCHMARKS: dict[str, Callable[[Path], Report]] = {
    "footprints": all_footprints.run,
    "build": build.run,
    "reading": reading.run,
    LINKING: linking.run,
    "opening": opening.run,
    "startup": startup.run,
    "store": store.run,
    "walks": walks.run,
}

SUBJECTS = {"graph": ("build", "reading", LINKING, "opening", "walks")}
"""The subjects that are asked for by their name and have more than one benchmark."""


def main(arguments: list[str]) -> None:
    """Run what was asked for."""
    if arguments[:1] == [INDEX]:
        _run_index(arguments[1:])
        return
    _run_named(arguments)


def _run_index(arguments: list[str]) -> None:
    """Measure indexing; what is known is printed and written at once, since it takes long."""
    options = parse_options(arguments)
    figures = {}
    for name, report in iter_reports(options):
        figures[name] = report.figures
        _print_tables(report)
        _write_figures({INDEX: figures}, options.json)


def _run_named(arguments: list[str]) -> None:
    """Run benchmarks by their names; samples lie in a temporary folder that they share."""
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure time and memory of codeshed.",
        epilog=f"`python -m bench {INDEX} FOLDER …` measures indexing beside other tools; see its --help.",
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"one of {', '.join((*BENCHMARKS, *SUBJECTS))}; all without a name",
    )
    parser.add_argument(
        "--repository", type=Path, metavar="FOLDER", help=f"what `{LINKING}` takes instead of the sample"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the raw figures to FILE")
    options = parser.parse_args(arguments)
    names = [each for name in options.names or BENCHMARKS for each in SUBJECTS.get(name, (name,))]
    unknown = [name for name in names if name not in BENCHMARKS]
    if INDEX in unknown:
        parser.error(f"{INDEX} is run by itself: python -m bench {INDEX} FOLDER …")
    if unknown:
        parser.error(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    figures = {}
    print(f"benchmarks: {', '.join(names)}", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="codeshed-bench-") as folder:
        for name in names:
            print(f"{name}: {_subject_line(BENCHMARKS[name])}", file=sys.stderr, flush=True)
            if name == LINKING and options.repository is not None:
                report = linking.run_on(options.repository, Path(folder))
            else:
                report = BENCHMARKS[name](Path(folder))
            figures[name] = report.figures
            _print_tables(report)
    _write_figures(figures, options.json)


def _subject_line(benchmark: Callable[[Path], Report]) -> str:
    """Return what a benchmark measures: the first line of its module."""
    return (sys.modules[benchmark.__module__].__doc__ or "").partition("\n")[0]


def _print_tables(report: Report) -> None:
    print(*(table_text(table) for table in report.tables), sep="\n", flush=True)


def _write_figures(figures: Mapping[str, object], file: Path | None) -> None:
    if file is not None:
        file.write_bytes(msgspec.json.format(msgspec.json.encode(figures)))


if __name__ == "__main__":
    main(sys.argv[1:])
