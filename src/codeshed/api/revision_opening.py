"""A repository at another revision, for the same questions.

Turns: the IndexOptions of a repository and the name of a revision → the IndexOptions of its folder in the cache.
"""

from dataclasses import replace

from codeshed.api.index_opening import IndexOptions, chosen_settings, index_request, is_in_memory
from codeshed.project.index.index_refresh import Refresh
from codeshed.project.revisions.open_revision import prepare_revision
from codeshed.store.cache_folder import user_cache_folder


def revision_options(options: IndexOptions, revision: str) -> IndexOptions:
    """Return the options that open a repository as it is at a revision; its index is built if need be."""
    settings = chosen_settings(options)
    with index_request(options, settings) as request:
        found = prepare_revision(
            request,
            revision,
            user_cache_folder(),
            max_bytes=settings.max_cache_bytes,
            is_indexed=not is_in_memory(options, settings),
        )
    return replace(
        options,
        root=found.root,
        index_dir=found.index_dir,
        refresh=Refresh.ALWAYS.value,
        settings=settings,
        engine=found.engine,
        warnings=found.warnings,
    )
