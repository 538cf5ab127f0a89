"""Running the command as a user does: argv in, exit code and output out."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHOP = ROOT / "examples" / "shop"
SHOP_ARGUMENTS = ("--semantic-data", str(SHOP / "semantic-data.json"), "--source-root", str(SHOP))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str


def run(
    *arguments: str,
    cwd: Path = ROOT,
    hash_seed: int = 0,
    encoding: str = "utf-8",
    environment: Mapping[str, str] | None = None,
) -> Outcome:
    """Run `codeshed` in a process of its own, with variables that it finds in its environment."""
    variables = {
        **os.environ,
        **(environment or {}),
        "PYTHONHASHSEED": str(hash_seed),
        "COLUMNS": "80",
        "PYTHONIOENCODING": encoding,
    }
    done = subprocess.run(  # noqa: S603 - our own interpreter and arguments
        [sys.executable, "-m", "codeshed", *arguments],
        cwd=cwd,
        env=variables,
        capture_output=True,
        check=False,
        timeout=120,
    )
    return Outcome(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8", "replace"))
