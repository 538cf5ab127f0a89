"""Name resolution for all languages but Python, as one function.

Turns: ParsedCode + manifests → Documents.
"""

from collections.abc import Iterable, Mapping

from codeshed.model.facts.parsed_files import ParsedCode
from codeshed.model.semantic import Document
from codeshed.resolve.generic.document_resolution import resolve_document
from codeshed.resolve.generic.language_rules import LanguageRules
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.generic.names.visible_interface import interface_of
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator


def resolve_code(
    files: Iterable[ParsedCode],
    manifests: Mapping[str, bytes],
    rules_by_language: Mapping[str, LanguageRules],
) -> tuple[Document, ...]:
    """Resolve every reference of all files; return the documents in the order of their paths."""
    file_by_path = {file.path: file for file in files}
    interfaces = {path: interface_of(file.facts) for path, file in file_by_path.items()}
    symbol_table = SymbolTable(
        interfaces, rules_by_language, RepositoryLayout(frozenset(file_by_path), manifests)
    )
    evaluator = Evaluator(symbol_table)
    return tuple(
        resolve_document(symbol_table, evaluator, file_by_path[path]) for path in sorted(file_by_path)
    )
