"""Git LFS pointers: blobs that stand for files stored elsewhere.

Turns: the bytes of a blob → LfsPointer. No LFS program is run: files of the working tree are compared with their pointers
here.
"""

import hashlib
import re
from pathlib import Path

import msgspec

MAX_POINTER_BYTES = 1024

_POINTER = re.compile(
    rb"version https://git-lfs[.]github[.]com/spec/v1\n(?:ext-[^\n]*\n)*oid sha256:([0-9a-f]{64})\nsize ([0-9]{1,18})\n"
)


class LfsPointer(msgspec.Struct, frozen=True, kw_only=True):
    """The SHA-256 and the size of a file's content."""

    digest: str
    n_bytes: int


def parse_lfs_pointer(content: bytes) -> LfsPointer | None:
    """Return the pointer in a blob, None if it is an ordinary blob."""
    match = _POINTER.fullmatch(content) if len(content) <= MAX_POINTER_BYTES else None
    return None if match is None else LfsPointer(digest=match[1].decode(), n_bytes=int(match[2]))


def matches_lfs_pointer(pointer: LfsPointer, path: Path) -> bool:
    """Whether a regular file has the content of a pointer."""
    if path.lstat().st_size != pointer.n_bytes:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == pointer.digest
