"""Parsed files: path, content and facts."""

import msgspec

from codeshed.model.facts.code_facts import CodeFacts
from codeshed.model.facts.file_interface import FileInterface
from codeshed.model.facts.python_facts import PythonFacts


class ParsedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A Python file with its facts; `content` is its text in UTF-8, `content_hash` the hash of its bytes on disk."""

    path: str
    content: bytes
    content_hash: str
    facts: PythonFacts
    interface: FileInterface


class ParsedCode(msgspec.Struct, frozen=True, kw_only=True):
    """A file of any other language with its facts."""

    path: str
    content: bytes
    content_hash: str
    facts: CodeFacts
