"""The stage as a whole for languages other than Python.

Turns: ParsedCode + manifests → Documents.
"""

from collections.abc import Iterable, Mapping

from codeshed.model.parsed import ParsedCode
from codeshed.model.semantic import Document
from codeshed.resolve.languages.customs import Customs
from codeshed.resolve.languages.documents import document_of
from codeshed.resolve.languages.evaluation import Evaluation
from codeshed.resolve.languages.interface import code_interface
from codeshed.resolve.languages.layout import Layout
from codeshed.resolve.languages.program import Program


def resolve_code(
    files: Iterable[ParsedCode], manifests: Mapping[str, bytes], customs: Mapping[str, Customs]
) -> tuple[Document, ...]:
    """Resolve every reference of all files, by path."""
    file_by_path = {file.path: file for file in files}
    interfaces = {path: code_interface(file.facts) for path, file in file_by_path.items()}
    program = Program(interfaces, customs, Layout(frozenset(file_by_path), manifests))
    evaluation = Evaluation(program)
    return tuple(document_of(program, evaluation, file_by_path[path]) for path in sorted(file_by_path))
