"""Figures of commits, kept in the user's cache: a commit never changes, so they need be computed once.

Turns: a commit, the settings and the options ↔ a small record. A failing cache is an empty one.
"""

import contextlib
from pathlib import Path
from typing import TypeVar

import msgspec

from codeshed.footprint.options import RULES_VERSION, FootprintOptions
from codeshed.model.repository_settings import Settings
from codeshed.project.index.index_signature import index_signature
from codeshed.project.revisions.revision_cache import digest
from codeshed.store.cache_folder import CacheFolderError, prepare_cache_subfolder, user_cache_folder
from codeshed.store.durable_files import replace_file

_FOLDER = "figures"
_MAX_FILES = 10_000
RecordT = TypeVar("RecordT", bound=msgspec.Struct)


class FigureCache:
    """The figures of the commits of one repository with one set of settings and options."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        options: FootprintOptions,
        *,
        include_tests: bool,
        scorer: str = "",
    ) -> None:
        """`scorer` names the program that judges the documentation of the repository, if any."""
        self._parts = (
            str(root.resolve()),
            index_signature(settings, scorer),
            repr(options),
            str(RULES_VERSION),
            str(include_tests),
        )
        self._folder: Path | None = None
        cache = user_cache_folder()
        with contextlib.suppress(CacheFolderError):
            self._folder = None if cache is None else prepare_cache_subfolder(cache, _FOLDER)

    def read(self, commit: str, kind: type[RecordT]) -> RecordT | None:
        """Return the figures of a commit, None if they are not known."""
        if self._folder is None:
            return None
        try:
            return msgspec.json.decode(self._path(self._folder, commit).read_bytes(), type=kind)
        except (OSError, msgspec.DecodeError):
            return None

    def write(self, commit: str, record: msgspec.Struct) -> None:
        """Keep the figures of a commit; beyond ten thousand, all others are forgotten."""
        if self._folder is None:
            return
        with contextlib.suppress(OSError):
            known = list(self._folder.glob("*.json"))
            for each in known if len(known) >= _MAX_FILES else ():
                each.unlink(missing_ok=True)
            replace_file(self._path(self._folder, commit), msgspec.json.encode(record))

    def _path(self, folder: Path, commit: str) -> Path:
        return folder / f"{digest((commit, *self._parts))}.json"
