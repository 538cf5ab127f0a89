"""Files that git keeps elsewhere and knows by a pointer: Git LFS.

Turns: the bytes of a blob → Pointer. No program of LFS is run: a file in the working tree is held against its pointer
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


class Pointer(msgspec.Struct, frozen=True, kw_only=True):
    """What the content of a file is: its hash, and how many bytes it has."""

    digest: str
    n_bytes: int


def pointer_in(content: bytes) -> Pointer | None:
    """Return the pointer that a blob holds, if it holds one."""
    match = _POINTER.fullmatch(content) if len(content) <= MAX_POINTER_BYTES else None
    return None if match is None else Pointer(digest=match[1].decode(), n_bytes=int(match[2]))


def is_content_of(pointer: Pointer, path: Path) -> bool:
    """Whether a regular file has just the content that a pointer means."""
    if path.lstat().st_size != pointer.n_bytes:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == pointer.digest
