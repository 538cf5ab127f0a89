"""Name resolution for all languages but Python, as one function.

Turns: ParsedCode + manifests → Documents.
"""

from collections.abc import Iterable, Mapping

from codeshed.model.parsed_files import ParsedCode
from codeshed.model.semantic import Document
from codeshed.resolve.generic.document_resolution import document_of
from codeshed.resolve.generic.language_rules import Customs
from codeshed.resolve.generic.names.repository_layout import Layout
from codeshed.resolve.generic.names.visible_interface import code_interface
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation


def resolve_code(
    files: Iterable[ParsedCode], manifests: Mapping[str, bytes], customs: Mapping[str, Customs]
) -> tuple[Document, ...]:
    """Resolve every reference of all files; return the documents in the order of their paths."""
    file_by_path = {file.path: file for file in files}
    interfaces = {path: code_interface(file.facts) for path, file in file_by_path.items()}
    program = Program(interfaces, customs, Layout(frozenset(file_by_path), manifests))
    evaluation = Evaluation(program)
    return tuple(document_of(program, evaluation, file_by_path[path]) for path in sorted(file_by_path))
