"""Whether a path was committed.

Turns: a path from the root of a repository → whether its current commit has it.
"""

from pathlib import Path

from codeshed.discover.git import run_git
from codeshed.errors import GitFailedError

_MAX_BYTES = 1_000_000


def is_committed(root: Path, path: str) -> bool:
    """Whether the commit that is checked out has a file or folder; without git there is none."""
    try:
        answer = run_git(root, ("ls-tree", "-z", "--name-only", "HEAD", "--", path), max_bytes=_MAX_BYTES)
    except GitFailedError:
        return False
    return answer.code == 0 and bool(answer.output)
