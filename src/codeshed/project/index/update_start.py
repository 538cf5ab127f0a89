"""What an update starts from.

Turns: an IndexRequest → UpdateStart: the index that can be brought up to date, or why there is none.
"""

import msgspec

from codeshed.discover.walk import Discovery
from codeshed.errors import IndexMissingError
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.prefetch import ReadAhead
from codeshed.project.index.usable_index import UNUSABLE, open_usable
from codeshed.store.reading import IndexReader


class UpdateStart(msgspec.Struct, frozen=True, kw_only=True):
    """An index, or why there is none, and what is known of the tree and read already."""

    reader: IndexReader | None
    reason: str
    discovery: Discovery | None
    ahead: ReadAhead | None


def open_start(request: IndexRequest, discovery: Discovery | None, ahead: ReadAhead | None) -> UpdateStart:
    """Open what an update starts from."""
    reader, reason = None, ""
    if request.is_new_wanted:
        reason = "it was asked for"
    else:
        try:
            reader = open_usable(request)
        except IndexMissingError:
            reason = "there was none"
        except UNUSABLE as error:
            reason = error.message
    return UpdateStart(reader=reader, reason=reason, discovery=discovery, ahead=ahead)
