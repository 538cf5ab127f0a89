"""Python resolution as one function: parsed files and what the type engine knows become SemanticData.

Turns: ParsedFiles + TypeReport → SemanticData. A first index and an update after an edit run the same code,
`incremental/incremental_resolution.py`; here there is no previous resolution. One Python call goes through it so:

1. `names/`: which scope binds a name, which file an import means, the MRO of each class.
2. `flow/`: each file becomes a graph along which abstract values flow; a worklist connects the graphs of all files.
3. `references/`: with the values at the node of its callee, a call resolves to functions, externals or candidates.
"""

from collections.abc import Iterable, Mapping

import msgspec

from codeshed.model.facts.parsed_files import ParsedFile
from codeshed.model.facts.type_facts import TypeReport
from codeshed.model.semantic import Document, SemanticData
from codeshed.resolve.external_symbols import external_symbols_of, roles_in
from codeshed.resolve.python.incremental.incremental_resolution import update_resolution
from codeshed.resolve.python.incremental.project_state import OpenedFile, ProjectState
from codeshed.resolve.python.incremental.resolved_files import InMemoryResolution


def resolve(
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
    return SemanticData(documents=documents, external_symbols=external_symbols_of(map(roles_in, documents)))


def merge_documents(data: SemanticData, documents: tuple[Document, ...]) -> SemanticData:
    """Merge documents into SemanticData, sorted by path."""
    if not documents:
        return data
    merged = tuple(sorted((*data.documents, *documents), key=lambda document: document.path))
    return SemanticData(documents=merged, external_symbols=external_symbols_of(map(roles_in, merged)))
