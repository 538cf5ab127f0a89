"""Which files the selectors of rules match.

Turns: selectors + the files of a repository → masks, each selector evaluated once.
"""

import re

import numpy as np

from codeshed.graph.data.arrays import Flags
from codeshed.model.architecture.architecture_rules import NamedGroup, PathSelectorV1
from codeshed.model.path_globs import match_any

_SUFFIX = re.compile(r"\.[^./]+$")


class SelectedFiles:
    """Evaluates selectors on the files of a repository."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self.files = files
        self._mask_by_glob: dict[str, Flags] = {}
        self._mask_by_selector: dict[PathSelectorV1, Flags] = {}

    def mask(self, selector: PathSelectorV1 | None) -> Flags:
        """Return which files a selector matches; no selector matches all."""
        chosen = selector or PathSelectorV1()
        if chosen not in self._mask_by_selector:
            mask = np.ones(len(self.files), dtype=np.bool_)
            if chosen.any_of is not None:
                mask = self._any(chosen.any_of)
            self._mask_by_selector[chosen] = mask & ~self._any(chosen.none_of)
        return self._mask_by_selector[chosen]

    def matches_nothing(self, glob: str) -> bool:
        """Whether no file matches a glob."""
        return not self._of_glob(glob).any()

    def groups_by_glob(self, glob: str) -> dict[str, Flags]:
        """Return the files and folders that a glob matches, each with its files: `src/query/*`.

        A module and the folder of its name are one, and so is a package with its `__init__`, at the depth of the glob. If the
        glob has `**`, each file is one.
        """
        match = match_any((glob,))
        names: dict[str, list[int]] = {}
        depth = glob.removeprefix("./").rstrip("/").count("/") + 1
        for row, path in enumerate(self.files):
            name = path if "**" in glob else "/".join(path.split("/")[:depth])
            if match(name):
                names.setdefault(name if "**" in glob or name != path else _SUFFIX.sub("", name), []).append(
                    row
                )
        return {name: self._of_rows(rows) for name, rows in sorted(names.items())}

    def groups(self, named: tuple[NamedGroup, ...]) -> dict[str, Flags]:
        """Return the files of named groups."""
        return {each.name: self.mask(each.match) for each in named}

    def _any(self, globs: tuple[str, ...]) -> Flags:
        mask = np.zeros(len(self.files), dtype=np.bool_)
        for glob in globs:
            mask |= self._of_glob(glob)
        return mask

    def _of_glob(self, glob: str) -> Flags:
        if glob not in self._mask_by_glob:
            match = match_any((glob,))
            self._mask_by_glob[glob] = np.fromiter(
                (match(path) for path in self.files), np.bool_, len(self.files)
            )
        return self._mask_by_glob[glob]

    def _of_rows(self, rows: list[int]) -> Flags:
        mask = np.zeros(len(self.files), dtype=np.bool_)
        mask[rows] = True
        return mask
