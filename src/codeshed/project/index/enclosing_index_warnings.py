"""Warnings that a folder above the requested one has an index, or is the repository.

Turns: an IndexRequest → WarningRecords that name the folder above that the user may have meant.
"""

from codeshed.discover.checked_out_commit import find_repository_root
from codeshed.errors import CodeshedError, IndexMissingError
from codeshed.model.answers.truncation import INDEX_ABOVE, WarningRecord
from codeshed.project.index.index_request import IndexRequest
from codeshed.store.index_layout import find_root_above, read_pointer

_REPOSITORY_ABOVE = "REPOSITORY_ABOVE"


def enclosing_index_warnings(request: IndexRequest) -> tuple[WarningRecord, ...]:
    """Warn if a folder above has an index too, which covers more."""
    above = find_root_above(request.root, request.index_dir)
    if above is None:
        return ()
    message = f"this is the index of {request.root.resolve()} alone; --repo {above} asks the one above it"
    return (WarningRecord(code=INDEX_ABOVE, message=message),)


def new_index_warnings(request: IndexRequest) -> tuple[WarningRecord, ...]:
    """Before a first index is built, warn if a folder above has one or is the repository's root."""
    if not _is_missing(request):
        return ()
    built = f"an index of {request.root.resolve()} alone is built"
    above = find_root_above(request.root, request.index_dir)
    if above is not None:
        message = f"{built}; --repo {above} asks the one that is there"
        return (WarningRecord(code=INDEX_ABOVE, message=message),)
    repository = find_repository_root(request.root)
    if repository in {None, request.root.resolve()}:
        return ()
    message = f"{built}; it is part of the repository {repository}: --repo {repository} takes in all of that"
    return (WarningRecord(code=_REPOSITORY_ABOVE, message=message),)


def _is_missing(request: IndexRequest) -> bool:
    try:
        read_pointer(request.index_dir)
    except IndexMissingError:
        return True
    except (CodeshedError, OSError):
        return False
    return False
