"""Running the command as a user does: argv in, exit code and output out.

A process that starts takes half a second to load what it needs, so most tests run the command in their own
process, through the same function that `codeshed` calls. Those that test the process itself run it in one of its own.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from unittest.mock import patch

from codeshed.cli import main

ROOT = Path(__file__).parents[2]
SHOP = ROOT / "examples" / "shop"
SHOP_ARGUMENTS = ("--semantic-data", str(SHOP / "semantic-data.json"), "--source-root", str(SHOP))
_COLUMNS = "80"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str


class _Screen(io.TextIOWrapper):
    """A stdout that is a terminal."""

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


def run(*arguments: str, cwd: Path = ROOT, is_piped: bool = False) -> Outcome:
    """Run `codeshed` in this process, as on a terminal, or with its stdout read by another program."""
    out, err = io.BytesIO(), io.BytesIO()
    stdout_type = io.TextIOWrapper if is_piped else _Screen
    with (
        stdout_type(out, encoding="utf-8", write_through=True) as stdout,
        io.TextIOWrapper(err, encoding="utf-8", errors="backslashreplace", write_through=True) as stderr,
    ):
        with (
            contextlib.redirect_stdout(stdout),
            contextlib.redirect_stderr(stderr),
            contextlib.chdir(cwd),
            patch.dict(os.environ, COLUMNS=_COLUMNS),
        ):
            code = main.run(list(arguments))
        return Outcome(code, out.getvalue().decode("utf-8"), err.getvalue().decode("utf-8"))


def run_apart(*arguments: str, cwd: Path = ROOT, hash_seed: int = 0, encoding: str = "utf-8") -> Outcome:
    """Run `codeshed` in a process of its own."""
    done = subprocess.run(  # noqa: S603 - our own interpreter and arguments
        [sys.executable, "-m", "codeshed", *arguments],
        cwd=cwd,
        env=_variables(hash_seed) | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
        timeout=120,
    )
    return Outcome(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8", "replace"))


def run_all_apart(
    calls: Sequence[tuple[str, ...]], *, hash_seed: int, environment: Mapping[str, str] | None = None
) -> tuple[Outcome, ...]:
    """Run commands one after another in one process with a hash seed, and variables in its environment."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.surface.cli"],
        input=json.dumps(calls),
        cwd=ROOT,
        env=_variables(hash_seed) | dict(environment or {}),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    return tuple(Outcome(**found) for found in json.loads(done.stdout))


def _variables(hash_seed: int) -> dict[str, str]:
    return {**os.environ, "PYTHONHASHSEED": str(hash_seed), "COLUMNS": _COLUMNS, "PYTHONIOENCODING": "utf-8"}


if __name__ == "__main__":
    json.dump([asdict(run(*call)) for call in json.load(sys.stdin)], sys.stdout)
