"""`python -m bench.footprints.pull_requests REPOSITORY BASE..HEAD …`: what `gate` costs on pull requests.

Turns: a repository and ranges of commits → for each range, the time of `gate` where only the base has an index, and where
both have one.

So it is on a build server that restores the index of the main branch: the base is indexed, the branch is checked out, and
the gate runs. All happens in a clone with a cache of its own. Ranges with the same base share its index.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.support.process_tree import Run, run_measured
from bench.support.report import Table, megabytes, seconds, table_text

_FINDINGS = 1
_LIMIT_SECONDS = 3600
_INDEX = ".codeshed"


class _Clone:
    """A clone of a repository with a cache of its own, and the indexes of bases."""

    def __init__(self, repository: Path, folder: Path) -> None:
        self.path = folder / repository.resolve().name
        self._saved = folder / "indexes"
        self._cache = folder / "cache"
        self._environment = {**os.environ, "XDG_CACHE_HOME": str(self._cache)}
        _git(
            folder, "clone", "--quiet", "--shared", "--no-checkout", str(repository.resolve()), str(self.path)
        )

    def prepare(self, base: str) -> Run | None:
        """Check out a base with its index; return what building it cost, None if it was there."""
        shutil.rmtree(self.path / _INDEX, ignore_errors=True)
        shutil.rmtree(self._cache / "codeshed" / "revisions", ignore_errors=True)
        _git(self.path, "checkout", "--quiet", "--force", "--detach", base)
        saved = self._saved / base
        built = None
        if not saved.exists():
            built = self.run("index")
            shutil.copytree(self.path / _INDEX, saved)
        else:
            shutil.copytree(saved, self.path / _INDEX)
        return built

    def check_out(self, commit: str) -> None:
        """Check out a commit, and leave the index as it is."""
        _git(self.path, "checkout", "--quiet", "--force", "--detach", commit)

    def n_changed(self, base: str, head: str) -> int:
        """Return how many files a range changes."""
        return len(_git(self.path, "diff", "--name-only", f"{base}...{head}").splitlines())

    def run(self, *command: str) -> Run:
        """Run a command of Codeshed here."""
        done = run_measured(
            [
                *(sys.executable, "-m", "codeshed", *command),
                *("--repo", str(self.path), "--index-dir", str(self.path / _INDEX), "--quiet"),
            ],
            environment=self._environment,
            limit_seconds=_LIMIT_SECONDS,
        )
        if done.exit_code not in {0, _FINDINGS}:
            raise SystemExit(f"codeshed {' '.join(command)} ended with {done.exit_code}")
        return done


def commits_of_range(repository: Path, text: str) -> tuple[str, str]:
    """Return the base and the head of `BASE..HEAD`; a single commit stands for itself and its parent."""
    base, dots, head = text.partition("..")
    base, head = (base, head or "HEAD") if dots else (f"{text}^", text)
    return _git(repository, "rev-parse", base), _git(repository, "rev-parse", head)


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(  # noqa: S603 - the caller's repository
        ["git", "-C", str(folder), *arguments],  # noqa: S607
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def main() -> None:
    """Print a line for each range."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repository", type=Path)
    parser.add_argument("ranges", nargs="+", metavar="BASE..HEAD")
    given = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        clone = _Clone(given.repository, Path(folder))
        for text in given.ranges:
            base, head = commits_of_range(given.repository, text)
            built = clone.prepare(base)
            clone.check_out(head)
            first = clone.run("gate", "--against", base)
            again = clone.run("gate", "--against", base)
            sys.stderr.write(f"{text}: {first.wall_seconds:.1f} s, {first.cpu_seconds:.1f} s of processors\n")
            rows.append(
                (
                    text,
                    str(clone.n_changed(base, head)),
                    "" if built is None else seconds(built.cpu_seconds),
                    seconds(first.wall_seconds),
                    seconds(first.cpu_seconds),
                    megabytes(first.largest_bytes),
                    seconds(again.wall_seconds),
                    seconds(again.cpu_seconds),
                )
            )
    table = Table(
        title=f"`codeshed gate` on pull requests of {given.repository.resolve().name}",
        headings=(
            "range",
            "files",
            "index of the base, processors",
            "gate, by the clock",
            "processors",
            "peak",
            "gate again, by the clock",
            "processors",
        ),
        rows=rows,
        notes=("gate: only the base has an index. gate again: both have one.",),
    )
    print(table_text(table))


if __name__ == "__main__":
    main()
