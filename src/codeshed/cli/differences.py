"""The difference that a command is about.

Turns: the options of a command → Difference → ChangeSet. Git is asked before an index is built, so that a wrong revision is
told at once; files are parsed after that, since the index has parsed most of them and keeps what it found in the cache.
"""

from pathlib import Path

from codeshed.cli.index_access import settings_of
from codeshed.discover.diff import find_difference
from codeshed.model.changes import ChangeSet, Difference
from codeshed.project.changes import changes_of
from codeshed.project.signature import extractor_signature
from codeshed.store.cache_folder import user_cache_folder
from codeshed.store.facts_cache import FactsCache


def difference_of(root: Path, revisions: str | None, *, is_staged: bool) -> Difference | None:
    """Return which files differ if somebody asks for it, by a revision or by what is staged."""
    return (
        None if revisions is None and not is_staged else find_difference(root, revisions, is_staged=is_staged)
    )


def changes_in(root: Path, difference: Difference) -> ChangeSet:
    """Return the symbols that differ; facts of files are taken from the user's cache, and kept there."""
    settings = settings_of(root)
    with FactsCache(user_cache_folder(), extractor_signature(), max_bytes=settings.max_cache_bytes) as cache:
        return changes_of(difference, cache)
