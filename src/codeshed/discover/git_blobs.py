"""Reads blobs from git's object database.

Turns: blob ids → bytes.
"""

from collections.abc import Collection
from pathlib import Path

from codeshed.discover.git import run_git
from codeshed.model.repository_settings import LARGEST_FILE_BYTES


def read_blobs(root: Path, ids: Collection[str], *, max_bytes: int = LARGEST_FILE_BYTES) -> dict[str, bytes]:
    """Return the contents of blobs by id, without missing or too large ones."""
    if not ids:
        return {}
    question = "".join(f"{each}\n" for each in sorted(ids)).encode("ascii")
    sizes = run_git(
        root, ("cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)"), standard_input=question
    )
    wanted = []
    for line in sizes.output.decode("ascii", "replace").splitlines():
        name, kind, size = [*line.split(), "", ""][:3]
        if kind == "blob" and size.isdecimal() and int(size) <= max_bytes:
            wanted.append(name)
    found: dict[str, bytes] = {}
    question = "".join(f"{each}\n" for each in wanted).encode("ascii")
    output = run_git(root, ("cat-file", "--batch"), standard_input=question).output
    offset = 0
    for name in wanted:
        line_end = output.index(b"\n", offset)
        n_bytes = int(output[offset:line_end].split()[2])
        found[name] = output[line_end + 1 : line_end + 1 + n_bytes]
        offset = line_end + n_bytes + 2
    return found
