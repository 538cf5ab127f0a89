"""Parsing as a step of its own, for programs that make graphs of parsed files.

Turns: a folder → ParsingResults, each with the bytes that were parsed; ParsingResults → CodeGraph, without reading a file
again.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from codeshed.build.graph import build_graph
from codeshed.discover.source_discovery import Discovery
from codeshed.errors import InvalidOptionError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.editing.merge import merge_graphs
from codeshed.graph.editing.relink_candidates import RelinkConfig
from codeshed.model.facts.parsed_files import ParsedCode, ParsedFile
from codeshed.model.progress_callback import ignore_progress
from codeshed.model.repository_settings import Settings
from codeshed.model.symbol_ids import content_hash
from codeshed.project.index.current_files import CurrentFiles
from codeshed.project.index.current_tree import CurrentTree, discover_tree
from codeshed.project.index.file_inventory import Inventory, root_package_name
from codeshed.project.index.garbage_collection import without_garbage_collection
from codeshed.project.index.graph_in_memory import semantic_data_of
from codeshed.project.index.index_before import read_before
from codeshed.project.index.memory_limit import MemoryCeiling
from codeshed.project.index.omitted_files import find_omissions
from codeshed.project.index.resolve_stage import resolve_other_languages, resolve_python
from codeshed.project.parsing.parse_cache import NoParseCache
from codeshed.project.settings import read_settings
from codeshed.project.types.current_types import no_types

_NO_FILES = Discovery(
    stats=(), manifests=(), left_out=(), n_left_out_by_reason=(), environments=(), rule_problems=()
)


class ParsingResult(msgspec.Struct, frozen=True, kw_only=True):
    """One file of a repository, as it was read and parsed.

    `file_path` is relative to `root`. `source_bytes` are the bytes of the file; `merged_pdg_from_results` reads them and
    no file. A file that cannot be read has none, and says why in `error`; one with syntax errors has facts and an `error`.
    A manifest, such as `pyproject.toml`, is not parsed: it has bytes and no facts.
    """

    root: str
    file_path: str
    language: str | None = None
    source_bytes: bytes | None = None
    error: str | None = None
    parse_time_ms: int = 0
    facts: ParsedFile | ParsedCode | None = None

    @property
    def signatures(self) -> tuple[str, ...]:
        """The signatures of the functions and types that the file defines, in the order of their definitions."""
        definitions = () if self.facts is None else self.facts.facts.definitions
        return tuple(each.signature for each in definitions if each.signature)


def parse_repository(
    root: Path, *, settings: Settings | None = None, n_processes: int = 1
) -> tuple[ParsingResult, ...]:
    """Read and parse all code of a repository, and read its manifests; results are sorted by path."""
    settings = read_settings(root) if settings is None else settings
    with without_garbage_collection():
        before = read_before(None)
        tree = discover_tree(root, settings, before, progress=ignore_progress)
        files = CurrentFiles(
            root,
            tree.inventory,
            NoParseCache(),
            before.resolution,
            MemoryCeiling(settings.max_memory_bytes, len(tree.inventory.hashes)),
        )
        files.parse_changed(n_processes=n_processes, progress=ignore_progress)
        return tuple(sorted(_iter_results(tree, files), key=lambda each: each.file_path))


def merged_pdg_from_results(results: Sequence[ParsingResult], config: RelinkConfig) -> CodeGraph:
    """Return one graph of parsed files; externals of one repository are bound to definitions of another by `config`.

    The files of one `root` are resolved together, without the type engine. No file is read: what a result lacks is not in
    the graph.
    """
    roots = dict.fromkeys(each.root for each in results)
    if not roots:
        raise InvalidOptionError("there is nothing to merge", hint="give the results of parse_repository")
    with without_garbage_collection():
        graphs = [_graph_of([each for each in results if each.root == root], Path(root)) for root in roots]
        return merge_graphs(graphs, relinking=config)


def _iter_results(tree: CurrentTree, files: CurrentFiles) -> Iterator[ParsingResult]:
    root = str(tree.root)
    for path, content in tree.inventory.changed_contents.items():
        parsed = files.parsed_file(path)
        yield ParsingResult(
            root=root,
            file_path=path,
            language=parsed.facts.language,
            source_bytes=content,
            error="; ".join(dict.fromkeys(each.message for each in parsed.facts.problems)) or None,
            parse_time_ms=files.parse_milliseconds_by_path.get(path, 0),
            facts=parsed,
        )
    for path in tree.inventory.unreadable:
        yield ParsingResult(root=root, file_path=path, error="it cannot be read")
    for path, content in tree.manifests.items():
        if path not in tree.inventory.changed_contents:
            yield ParsingResult(root=root, file_path=path, source_bytes=content)


def _graph_of(results: Sequence[ParsingResult], root: Path) -> CodeGraph:
    """Resolve the files of one repository, and build their graph."""
    parsed = {
        each.file_path: each for each in results if each.facts is not None and each.source_bytes is not None
    }
    before = read_before(None)
    tree = _tree_of(root, parsed, results)
    ceiling = MemoryCeiling(Settings().max_memory_bytes, len(parsed))
    files = CurrentFiles(root, tree.inventory, NoParseCache(), before.resolution, ceiling)
    files.add_parsed(each.facts for each in parsed.values() if each.facts is not None)
    types = no_types()
    python = resolve_python(before, tree, files, types, ceiling=ceiling, progress=ignore_progress)
    others = resolve_other_languages(before, tree, files, progress=ignore_progress)
    return build_graph(semantic_data_of(python, others, types), files)


def _tree_of(root: Path, parsed: dict[str, ParsingResult], results: Sequence[ParsingResult]) -> CurrentTree:
    contents = {path: each.source_bytes or b"" for path, each in sorted(parsed.items())}
    hashes = {path: content_hash(content) for path, content in contents.items()}
    return CurrentTree(
        root=root,
        discovery=_NO_FILES,
        inventory=Inventory(
            stats={},
            changed_contents=contents,
            hashes=hashes,
            removed=(),
            touched=(),
            marks={},
            n_racy=0,
            unreadable=(),
        ),
        manifests={
            each.file_path: each.source_bytes
            for each in sorted(results, key=lambda each: each.file_path)
            if each.facts is None and each.source_bytes is not None
        },
        has_new_manifests=True,
        omissions=find_omissions(_NO_FILES, ()),
        has_new_omissions=False,
        commit="",
        package_name=root_package_name(root, hashes),
        walked_at=0,
    )
