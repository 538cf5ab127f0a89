"""Resolves parsed files as one call, without an index: for tests of the resolvers alone.

Turns: ParsedFiles, or ParsedCode and manifests → SemanticData, or Documents.
"""

from collections.abc import Iterable, Mapping

import msgspec

from codeshed.model.facts.parsed_files import ParsedCode, ParsedFile
from codeshed.model.facts.type_facts import TypeReport
from codeshed.model.semantic import Document, SemanticData
from codeshed.resolve.external_symbols import external_symbols_of, find_external_uses
from codeshed.resolve.generic.document_resolution import resolve_document
from codeshed.resolve.generic.language_rules import LanguageRules
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.generic.names.visible_interface import interface_of
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.python.incremental.incremental_resolution import update_resolution
from codeshed.resolve.python.incremental.project_state import OpenedFile, ProjectState
from codeshed.resolve.python.incremental.resolved_files import InMemoryResolution


def resolve_python_files(
    files: Iterable[ParsedFile],
    types: TypeReport | None = None,
    *,
    manifests: Mapping[str, bytes] | None = None,
    package_name: str = "",
) -> SemanticData:
    """Resolve all references of a project.

    `manifests` are files such as `pyproject.toml`, by path. `package_name` is the name under which the project's own
    root folder is imported, if it is a package.
    """
    file_by_path = {file.path: file for file in files}

    def open_file(path: str) -> OpenedFile:
        file = file_by_path[path]
        return OpenedFile(
            content=file.content,
            content_hash=file.content_hash,
            facts=file.facts,
            interface=file.interface,
            types=None if types is None else types.read(path, file.facts.line_starts),
        )

    paths = tuple(sorted(file_by_path))
    resolution = update_resolution(
        InMemoryResolution(),
        ProjectState(
            paths=paths,
            changed=paths,
            read_interface=lambda path: file_by_path[path].interface,
            open_file=open_file,
            manifests=manifests or {},
            package_name=package_name,
        ),
    )
    documents = tuple(
        msgspec.structs.replace(
            resolution.documents[path], entry_points=(resolution.entry_points or {}).get(path, ())
        )
        for path in paths
    )
    return SemanticData(
        documents=documents, external_symbols=external_symbols_of(map(find_external_uses, documents))
    )


def resolve_code_files(
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
