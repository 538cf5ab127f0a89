"""The stage as a whole: facts of all files and what the type engine knows become SemanticData.

Turns: FileFacts by path + TypeReport → SemanticData.
"""

from collections.abc import Iterable, Mapping

from codeshed.model.facts import ParsedFile
from codeshed.model.identity import EXTERNAL_PREFIX
from codeshed.model.semantic import (
    Definition,
    DefinitionKind,
    Document,
    ExternalSymbol,
    ReferenceRole,
    SemanticData,
)
from codeshed.model.type_facts import TypeReport
from codeshed.resolve.class_traits import characterise
from codeshed.resolve.define.file import define_files
from codeshed.resolve.entry_points import find_entry_points
from codeshed.resolve.flow.run import run_flow
from codeshed.resolve.hierarchy import build_hierarchy
from codeshed.resolve.meaning.references import collect_references
from codeshed.resolve.meaning.writer import Collected
from codeshed.resolve.names import Names
from codeshed.resolve.program import build_program
from codeshed.resolve.static import StaticNames
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
    program = build_program({path: file.facts for path, file in file_by_path.items()}, package_name)
    names = Names(program)
    static = StaticNames(program, names)
    hierarchy = build_hierarchy(program, static)
    characterise(hierarchy)
    flow = run_flow(program, static, hierarchy, types)
    variables = Variables(flow.state)
    collected = collect_references(
        flow, variables, {path: file.content for path, file in file_by_path.items()}
    )
    entry_points = find_entry_points(program, static, hierarchy, manifests or {})
    definitions = define_files(flow, variables, collected)
    documents = tuple(
        Document(
            path=module.path,
            language=module.facts.language,
            content_hash=file_by_path[module.path].content_hash,
            is_generated=module.facts.is_generated,
            problems=module.facts.problems,
            definitions=definitions[file],
            references=collected.by_file[file],
            entry_points=entry_points.get(module.path, ()),
        )
        for file, module in enumerate(program.files)
    )
    return SemanticData(documents=documents, external_symbols=_externals(collected, definitions))


def _externals(collected: Collected, definitions: list[tuple[Definition, ...]]) -> tuple[ExternalSymbol, ...]:
    """Return what is used of other packages: by references, and as bases."""
    bases = {
        base
        for defined in definitions
        for each in defined
        for base in each.details.inherits or ()
        if base.startswith(EXTERNAL_PREFIX)
    }
    found = []
    for symbol in sorted(collected.roles_by_external.keys() | bases):
        roles = collected.roles_by_external.get(symbol, set())
        if symbol in bases:
            roles = {*roles, ReferenceRole.USE}
        name = symbol.removeprefix(EXTERNAL_PREFIX).rsplit(".", 1)[-1]
        kind = DefinitionKind.VARIABLE
        if ReferenceRole.CALL in roles and not name[:1].isupper():
            kind = DefinitionKind.FUNCTION
        elif name[:1].isupper() or ReferenceRole.USE in roles:
            kind = DefinitionKind.TYPE
        found.append(ExternalSymbol(symbol_id=symbol, name=name, kind=kind))
    return tuple(found)
