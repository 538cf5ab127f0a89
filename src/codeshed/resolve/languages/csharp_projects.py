"""Projects of C#.

Turns: project files, and properties that they share → the namespaces that all files of a project see.
"""

import posixpath
import re
from collections.abc import Iterator

from codeshed.resolve.languages.layout import Layout

MAX_MANIFEST = 2_000_000
_SHARED = "Directory.Build.props"
_PROJECT = ".csproj"
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_USING = re.compile(r"<Using\s[^<>]*>")
_NAME = re.compile(r"\bInclude\s*=\s*\"([\w.]+)\"")
_NOT_PLAIN = re.compile(r"\b(?:Static|Alias|Remove)\s*=")


class Projects:
    """What project files say of the files below them."""

    def __init__(self) -> None:
        self._layout: Layout | None = None
        self._used: dict[str, tuple[str, ...]] = {}

    def used(self, path: str, layout: Layout) -> tuple[str, ...]:
        """Return the namespaces that the project of a file uses everywhere."""
        if self._layout is not layout:
            self._layout = layout
            self._used = {}
            for manifest in sorted(layout.manifests):
                if manifest.endswith(_PROJECT) or posixpath.basename(manifest) == _SHARED:
                    folder = posixpath.dirname(manifest)
                    found = tuple(_namespaces(layout.manifests[manifest]))
                    self._used[folder] = (*self._used.get(folder, ()), *found)
        return tuple(dict.fromkeys(name for folder in _folders(path) for name in self._used.get(folder, ())))


def _folders(path: str) -> Iterator[str]:
    folder = posixpath.dirname(path)
    while folder:
        yield folder
        folder = posixpath.dirname(folder)
    yield ""


def _namespaces(content: bytes) -> Iterator[str]:
    text = _COMMENT.sub("", content[:MAX_MANIFEST].decode("utf-8", "replace"))
    for element in _USING.findall(text):
        name = _NAME.search(element)
        if name is not None and _NOT_PLAIN.search(element) is None:
            yield name[1]
