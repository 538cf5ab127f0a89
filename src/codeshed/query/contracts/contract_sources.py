"""Where contracts are read: the documents of the index, and the parsed files, of which some are kept.

Turns: paths → Documents, PythonSources, CodeSources.
"""

from collections.abc import Callable

from codeshed.model.facts.parsed_files import ParsedCode, ParsedFile
from codeshed.model.facts.type_facts import FileTypes
from codeshed.model.semantic import Document
from codeshed.query.contracts.code_source import CodeSource
from codeshed.query.contracts.python.python_source import PythonSource

_MAX_KEPT = 200
"""How many files are kept: facts of all files of a large repository do not fit into memory."""

_MAX_TYPES = 20
"""For how many files the types of expressions are kept: calls are checked file by file."""

FileOf = Callable[[str], ParsedFile | ParsedCode | None]
DocumentOf = Callable[[str], Document | None]
TypesOf = Callable[[str], FileTypes | None]


class ContractSources:
    """Documents and files by path; the last ones that were asked for are kept."""

    def __init__(self, document_of: DocumentOf, file_of: FileOf, types_of: TypesOf = lambda _: None) -> None:
        self._document_of = document_of
        self._file_of = file_of
        self._types_of = types_of
        self._types: dict[str, FileTypes | None] = {}
        self._python: dict[str, PythonSource | None] = {}
        self._code: dict[str, CodeSource | None] = {}

    def document(self, path: str) -> Document | None:
        """Return the document of a file."""
        return self._document_of(path)

    def python(self, path: str) -> PythonSource | None:
        """Return a Python file; None if it is not one, or is not as it was indexed."""
        if path in self._python:
            found = self._python.pop(path)
        else:
            found = self._read_python(path)
            if len(self._python) >= _MAX_KEPT:
                del self._python[next(iter(self._python))]
        self._python[path] = found
        return found

    def types(self, path: str) -> FileTypes | None:
        """Return what the type engine found in a Python file."""
        if path not in self._types:
            if len(self._types) >= _MAX_TYPES:
                del self._types[next(iter(self._types))]
            self._types[path] = self._types_of(path)
        return self._types[path]

    def _read_python(self, path: str) -> PythonSource | None:
        document = self._document_of(path) if path else None
        file = None if document is None else self._file_of(path)
        if document is None or not isinstance(file, ParsedFile):
            return None
        is_current = document.content_hash in {None, file.content_hash}
        return PythonSource(file, document) if is_current else None

    def code(self, path: str) -> CodeSource | None:
        """Return a file of another language; None if it is not one, or is not as it was indexed."""
        if path in self._code:
            found = self._code.pop(path)
        else:
            found = self._read_code(path)
            if len(self._code) >= _MAX_KEPT:
                del self._code[next(iter(self._code))]
        self._code[path] = found
        return found

    def _read_code(self, path: str) -> CodeSource | None:
        document = self._document_of(path) if path else None
        file = None if document is None else self._file_of(path)
        if document is None or not isinstance(file, ParsedCode):
            return None
        is_current = document.content_hash in {None, file.content_hash}
        return CodeSource(file, document) if is_current else None
