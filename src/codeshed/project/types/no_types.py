"""Updates without the type engine.

Turns: what changed in a repository → CurrentTypes of which there are none.
"""

from functools import partial

import msgspec

from codeshed.project.index.current_files import CurrentFiles
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.types.current_types import CurrentTypes
from codeshed.project.types.stored_types import StoredTypes
from codeshed.project.types.typed_files import TypeUpdate
from codeshed.project.types.unsettled_types import Unsettled


class NoTypes(msgspec.Struct, frozen=True, kw_only=True):
    """Stands where types would be found."""

    request: IndexRequest
    files: CurrentFiles

    def find(self) -> CurrentTypes:
        """Parse what changed."""
        self.files.parse_changed(
            n_processes=self.request.n_processes, report=partial(self.request.progress, "reading")
        )
        return CurrentTypes(StoredTypes(None), TypeUpdate(types_by_path={}, problems=()), {}, Unsettled())

    def prepare_for_edits(self) -> None:
        """Nobody needs to know which files there are."""
