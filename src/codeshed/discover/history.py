"""Which commits come before a revision, as git tells.

Turns: a folder and the name of a revision → the ids of its commit and of the first parents before it.

Git is run for this alone, since only it knows what a revision means. It asks nobody, fetches nothing, writes nothing
and runs no program that the configuration of a repository names.
"""

import os
import subprocess
from pathlib import Path

from codeshed.errors import RevisionUnknownError

_TIMEOUT_SECONDS = 30
_GIT = (
    "git",
    "--no-optional-locks",
    "--no-pager",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "protocol.allow=never",
)


def first_parents(root: Path, revision: str, *, limit: int) -> tuple[str, ...]:
    """Return the commit of a revision, and those before it by first parents, the nearest first."""
    command = (
        *_GIT,
        "-C",
        str(root),
        "rev-list",
        "--first-parent",
        f"--max-count={limit}",
        "--end-of-options",
        revision,
        "--",
    )
    # What is set for git elsewhere may name another repository, or a program to run.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
    try:
        done = subprocess.run(  # noqa: S603 - a fixed program; what the user named is behind --end-of-options
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise RevisionUnknownError(revision, f"git did not answer in {_TIMEOUT_SECONDS} s") from None
    except (OSError, ValueError) as error:
        raise RevisionUnknownError(revision, f"git cannot be run: {error}") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise RevisionUnknownError(revision, said[0] if said else f"git ended with {done.returncode}")
    return tuple(done.stdout.decode("ascii", "replace").split())
