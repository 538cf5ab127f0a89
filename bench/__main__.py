"""`python -m bench [NAME ...] [--json FILE]`: run all benchmarks or the named ones, and print their tables."""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from bench import build, footprints, reading, startup
from bench.report import Report, table_text

BENCHMARKS: dict[str, Callable[[Path], Report]] = {
    "footprints": footprints.run,
    "build": build.run,
    "reading": reading.run,
    "startup": startup.run,
}


def main() -> None:
    """Run what was asked for; samples lie in a temporary folder that the benchmarks share."""
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Measure time and memory of codeshed."
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"one of {', '.join(BENCHMARKS)}; all without a name"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the raw figures to FILE")
    arguments = parser.parse_args()
    names: list[str] = arguments.names or list(BENCHMARKS)
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    figures = {}
    with tempfile.TemporaryDirectory(prefix="codeshed-bench-") as folder:
        for name in names:
            report = BENCHMARKS[name](Path(folder))
            figures[name] = report.figures
            print(*(table_text(table) for table in report.tables), sep="\n", flush=True)
    if arguments.json is not None:
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(figures)))


if __name__ == "__main__":
    main()
