"""Files of a repository that were read."""

import msgspec

from codeshed.model.code_facts import CodeFacts
from codeshed.model.facts import FileFacts
from codeshed.model.file_interface import FileInterface


class ParsedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file with its facts; `content` is its text in UTF-8, `content_hash` that of its bytes."""

    path: str
    content: bytes
    content_hash: str
    facts: FileFacts
    interface: FileInterface


class ParsedCode(msgspec.Struct, frozen=True, kw_only=True):
    """A file of another language than Python with its facts."""

    path: str
    content: bytes
    content_hash: str
    facts: CodeFacts
