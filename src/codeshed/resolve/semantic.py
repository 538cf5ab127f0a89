"""The stage as a whole: facts of all files and what the type engine knows become SemanticData.

Turns: ParsedFiles + TypeReport → SemanticData.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from codeshed.model.identity import EXTERNAL_PREFIX
from codeshed.model.parsed import ParsedFile
from codeshed.model.semantic import (
    DefinitionKind,
    Document,
    ExternalSymbol,
    ReferenceRole,
    SemanticData,
)
from codeshed.model.type_facts import TypeReport
from codeshed.resolve.define.file import define_file
from codeshed.resolve.entry_points.declared import find_declared_entries
from codeshed.resolve.entry_points.find import find_file_entries
from codeshed.resolve.entry_points.merge import merge_entries
from codeshed.resolve.flow.exchange import Exchange, NoMemory
from codeshed.resolve.flow.region import Region
from codeshed.resolve.meaning.outer_fields import find_outer_fields
from codeshed.resolve.meaning.receivers import Receivers
from codeshed.resolve.meaning.references import collect_references
from codeshed.resolve.meaning.writer import FileReferences
from codeshed.resolve.tables import Tables, build_tables
from codeshed.resolve.variables import Variables


def resolve(
    files: Iterable[ParsedFile],
    types: TypeReport | None = None,
    *,
    manifests: Mapping[str, bytes] | None = None,
    package_name: str = "",
) -> SemanticData:
    """Resolve every reference of a project.

    `manifests` are files such as `pyproject.toml`, by path; `package_name` is the name by which the project's folder
    itself is imported, if it is a package.
    """
    file_by_path = {file.path: file for file in files}
    tables = build_tables({path: file.interface for path, file in file_by_path.items()}, package_name)
    program = tables.program
    for number, module in enumerate(tuple(program.files)):
        program.open_file(number, file_by_path[module.path].facts)
    exchange = Exchange(
        NoMemory(), lambda path: _open_region(tables, program.modules.index_by_path[path], types)
    )
    exchange.run(file_by_path)
    regions = [live.region for _, live in sorted(exchange.live.items()) if live.region is not None]
    references, variables = _collect(regions, file_by_path)
    n_writes = Counter(
        reference.target_symbol
        for each in references
        for reference in each.references
        if reference.role is ReferenceRole.WRITE and reference.target_symbol is not None
    )
    found = [find_file_entries(tables, file) for file in range(len(program.files))]
    entry_points = merge_entries(found, find_declared_entries(tables, manifests or {}, found))
    documents = tuple(
        Document(
            path=module.path,
            language=module.facts.language,
            content_hash=file_by_path[module.path].content_hash,
            problems=module.facts.problems,
            definitions=define_file(regions[file], variables[file], references[file], n_writes),
            references=references[file].references,
            entry_points=entry_points.get(module.path, ()),
        )
        for file, module in enumerate(program.files)
    )
    return SemanticData(documents=documents, external_symbols=find_externals(documents))


def _open_region(tables: Tables, file: int, types: TypeReport | None) -> Region:
    module = tables.program.files[file]
    report = None if types is None else types.read(module.path, module.facts.line_starts)
    return Region(tables, file, report, {} if types is None else types.class_by_dotted_name)


def _collect(
    regions: list[Region], file_by_path: dict[str, ParsedFile]
) -> tuple[list[FileReferences], list[Variables]]:
    variables = [Variables(region.state) for region in regions]
    receivers = [Receivers(region) for region in regions]
    outer_fields: dict[str, frozenset[str]] = {}
    for region, own, each in zip(regions, variables, receivers, strict=True):
        find_outer_fields(region, each, own)
        outer_fields |= own.own_outer_fields()
    references = []
    for region, own, each in zip(regions, variables, receivers, strict=True):
        own.take_outer_fields(outer_fields)
        references.append(collect_references(region, each, own, file_by_path[region.state.path].content))
    return references, variables


def find_externals(documents: Iterable[Document]) -> tuple[ExternalSymbol, ...]:
    """Return what is used of other packages: by references, and as bases."""
    roles_by_symbol: dict[str, set[ReferenceRole]] = {}
    for document in documents:
        for reference in document.references:
            symbol = reference.target_symbol
            if symbol is not None and symbol.startswith(EXTERNAL_PREFIX):
                role = ReferenceRole.CALL if reference.role is ReferenceRole.DECORATE else reference.role
                roles_by_symbol.setdefault(symbol, set()).add(role)
        for definition in document.definitions:
            for base in definition.details.inherits or ():
                if base.startswith(EXTERNAL_PREFIX):
                    roles_by_symbol.setdefault(base, set()).add(ReferenceRole.USE)
    found = []
    for symbol, roles in sorted(roles_by_symbol.items()):
        name = symbol.removeprefix(EXTERNAL_PREFIX).rsplit(".", 1)[-1]
        kind = DefinitionKind.VARIABLE
        if ReferenceRole.CALL in roles and not name[:1].isupper():
            kind = DefinitionKind.FUNCTION
        elif name[:1].isupper() or ReferenceRole.USE in roles:
            kind = DefinitionKind.TYPE
        found.append(ExternalSymbol(symbol_id=symbol, name=name, kind=kind))
    return tuple(found)
