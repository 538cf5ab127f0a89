"""Project files of C#.

Turns: project files, and shared `Directory.Build` properties → the namespaces, static types and aliases that
all files of a project use.
"""

import posixpath
import re
from collections.abc import Iterator

from codeshed.resolve.generic.names.repository_layout import RepositoryLayout

MAX_MANIFEST = 2_000_000
_SHARED = frozenset({"Directory.Build.props", "Directory.Build.targets"})
_PROJECT = ".csproj"
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_USING = re.compile(r"<Using\s[^<>]*>")
_IMPLICIT = re.compile(r"<ImplicitUsings>\s*(?:enable|true)\s*<", re.IGNORECASE)
_NAME = re.compile(r"\bInclude\s*=\s*\"([\w.]+)\"")
_STATIC = re.compile(r"\bStatic\s*=\s*\"true\"", re.IGNORECASE)
_ALIAS = re.compile(r"\bAlias\s*=\s*\"(\w+)\"")
_NOT_PLAIN = re.compile(r"\b(?:Static|Alias|Remove)\s*=")


class ProjectFiles:
    """The settings that project files give to the files below them."""

    def __init__(self) -> None:
        self._layout: RepositoryLayout | None = None
        self._used: dict[str, tuple[str, ...]] = {}
        self._implying: set[str] = set()
        self._folders: set[str] = set()
        self._types: dict[str, tuple[str, ...]] = {}
        self._aliases: dict[str, tuple[tuple[str, str], ...]] = {}

    def global_usings(self, path: str, layout: RepositoryLayout) -> tuple[str, ...]:
        """Return the project's global usings of namespaces."""
        self._load(layout)
        return tuple(dict.fromkeys(name for folder in _folders(path) for name in self._used.get(folder, ())))

    def global_static_usings(self, path: str, layout: RepositoryLayout) -> tuple[str, ...]:
        """Return the project's global usings of static types."""
        self._load(layout)
        return tuple(dict.fromkeys(name for folder in _folders(path) for name in self._types.get(folder, ())))

    def global_aliases(self, path: str, layout: RepositoryLayout) -> tuple[tuple[str, str], ...]:
        """Return the project's global aliases, with their targets."""
        self._load(layout)
        return tuple(pair for folder in _folders(path) for pair in self._aliases.get(folder, ()))

    def project_namespace(self, path: str, layout: RepositoryLayout) -> str:
        """Return the key of the namespace that only the files of a project share."""
        self._load(layout)
        return f"csharp:project {next((each for each in _folders(path) if each in self._folders), '')}"

    def has_implicit_usings(self, path: str, layout: RepositoryLayout) -> bool:
        """Whether a file sees library namespaces that neither it nor its project names."""
        self._load(layout)
        return any(folder in self._implying or self._used.get(folder) for folder in _folders(path))

    def _load(self, layout: RepositoryLayout) -> None:
        if self._layout is layout:
            return
        self._layout = layout
        self._used = {}
        self._implying = set()
        self._folders = set()
        self._types = {}
        self._aliases = {}
        for manifest in sorted(layout.manifests):
            if manifest.endswith(_PROJECT) or posixpath.basename(manifest) in _SHARED:
                folder = posixpath.dirname(manifest)
                text = _COMMENT.sub("", layout.manifests[manifest][:MAX_MANIFEST].decode("utf-8", "replace"))
                self._used[folder] = (*self._used.get(folder, ()), *_namespaces(text))
                self._types[folder] = (*self._types.get(folder, ()), *_namespaces(text, is_static=True))
                self._aliases[folder] = (*self._aliases.get(folder, ()), *_aliases(text))
                if manifest.endswith(_PROJECT):
                    self._folders.add(folder)
                if _IMPLICIT.search(text) is not None:
                    self._implying.add(folder)


def _folders(path: str) -> Iterator[str]:
    folder = posixpath.dirname(path)
    while folder:
        yield folder
        folder = posixpath.dirname(folder)
    yield ""


def _namespaces(text: str, *, is_static: bool = False) -> Iterator[str]:
    """Yield the namespaces, or the static types, that a project uses globally."""
    for element in _USING.findall(text):
        name = _NAME.search(element)
        is_plain = _NOT_PLAIN.search(element) is None
        if name is not None and (_STATIC.search(element) is not None if is_static else is_plain):
            yield name[1]


def _aliases(text: str) -> Iterator[tuple[str, str]]:
    """Yield a project's aliases with their targets."""
    for element in _USING.findall(text):
        name, alias = _NAME.search(element), _ALIAS.search(element)
        if name is not None and alias is not None:
            yield alias[1], name[1]
