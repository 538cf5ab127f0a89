"""`python -m bench.footprints.commands REPOSITORY [--against REV]`: what `footprint`, `advise` and `gate` cost.

The index should be there; `gate` runs once more than it counts, so that the index of the revision is in the cache. Seconds of
processors are those of the command and of the processes that it started.
"""

import argparse
import sys
from pathlib import Path

from bench.support.process_tree import run_measured
from bench.support.report import Table, megabytes, seconds, table_text

_FINDINGS = 1
_LIMIT_SECONDS = 1800


def measured(command: list[str], repository: Path) -> tuple[str, str, str, str]:
    """Run a command once, and return its name, its time by the clock and of processors, and its largest memory."""
    done = run_measured(
        [sys.executable, "-m", "codeshed", *command, "--repo", str(repository), "--quiet"],
        limit_seconds=_LIMIT_SECONDS,
    )
    if done.exit_code not in {0, _FINDINGS}:
        raise SystemExit(f"codeshed {' '.join(command)} ended with {done.exit_code}")
    return (
        f"codeshed {' '.join(command)}",
        seconds(done.wall_seconds),
        seconds(done.cpu_seconds),
        megabytes(done.largest_bytes),
    )


def main() -> None:
    """Print a line for each command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--against", default="HEAD", metavar="REV")
    given = parser.parse_args()
    gate = ["gate", "--against", given.against]
    measured(gate, given.repository)
    rows = [measured(command, given.repository) for command in (["footprint"], ["advise"], gate)]
    table = Table(
        title=f"Commands in {given.repository.resolve().name}, with an index",
        headings=("command", "by the clock", "processors", "peak"),
        rows=rows,
        notes=(),
    )
    print(table_text(table))


if __name__ == "__main__":
    main()
