"""The changes that a question is about.

Turns: a revision, or what is staged → Difference → ChangeSet and its dangling references. Git is asked before an index is built,
so that a wrong revision fails at once. Files are parsed after that: the index has parsed most of them, and its facts are in
the cache.
"""

from pathlib import Path

from msgspec.structs import replace

from codeshed.api.index_opening import settings_of
from codeshed.diff.dangling.rebound_name_references import find_rebound_name_references
from codeshed.diff.dangling.removed_symbol_references import find_removed_symbol_references
from codeshed.diff.find_changes import FolderModules, find_changes
from codeshed.discover.git_difference import find_difference
from codeshed.errors import InvalidOptionError
from codeshed.graph.changes.lost_implementers import find_lost_implementers
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.change_set import ChangeSet, Difference
from codeshed.model.dangling_references import DanglingReferences
from codeshed.project.index.index_signature import extractor_signature
from codeshed.project.parsing.cached_parser import CachedParser
from codeshed.store.cache_folder import user_cache_folder
from codeshed.store.facts_cache import FactsCache


def find_requested_difference(root: Path, revisions: str | None, *, is_staged: bool) -> Difference | None:
    """Return the files that differ, if a revision or the staged changes were asked for."""
    if revisions is not None and not revisions.strip():
        raise InvalidOptionError(
            "--diff names no revision: a variable that is not set, perhaps",
            hint="give one, such as --diff HEAD or --diff origin/main",
        )
    return (
        None if revisions is None and not is_staged else find_difference(root, revisions, is_staged=is_staged)
    )


def find_requested_changes(root: Path, graph: CodeGraph, difference: Difference) -> ChangeSet:
    """Return the symbols that differ; facts of files come from the user's cache and are added to it."""
    with facts_cache(root) as cache:
        parser = CachedParser(cache)
        return find_changes(difference, parser, FolderModules(root, graph.files, parser))


class KnownChanges:
    """The changes of the last difference that was asked about: several questions about one change compare its files once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: tuple[Difference, tuple[str, ...], ChangeSet] | None = None

    def find(self, graph: CodeGraph, difference: Difference) -> ChangeSet:
        """Return the symbols that differ."""
        files = tuple(graph.files)
        known = self._known
        if known is not None and known[0] == difference and known[1] == files:
            return known[2]
        changes = find_requested_changes(self._root, graph, difference)
        self._known = difference, files, changes
        return changes


def find_dangling_references(root: Path, graph: CodeGraph, changes: ChangeSet) -> DanglingReferences:
    """Return the lines that name removed or rebound symbols, and types that lack methods their interface requires now."""
    with facts_cache(root) as cache:
        parser = CachedParser(cache)
        dangling = (
            *find_removed_symbol_references(root, graph, changes, parser),
            *find_lost_implementers(graph, changes),
        )
        if not changes.bindings:
            return DanglingReferences(places=dangling)
        rebound = find_rebound_name_references(root, graph, changes.bindings, parser)
    return replace(rebound, places=(*dangling, *rebound.places))


def facts_cache(root: Path) -> FactsCache:
    """Return the user's cache of facts, with the limit that the settings of a repository give."""
    max_bytes = settings_of(root).max_cache_bytes
    return FactsCache(user_cache_folder(), extractor_signature(), max_bytes=max_bytes)
