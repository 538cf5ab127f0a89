"""The module system of Ruby.

Constants are global: all files share the namespace `ruby:`. Members of the module `A::B` are in `ruby:.A.B`, whichever
file reopens it. A file is loaded by a path relative to a folder of the load path.
"""

import posixpath
from collections.abc import Iterator, Mapping, Sequence

from codeshed.model.facts.code_facts import CodeFacts, CodeImport
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout, join_path
from codeshed.resolve.languages.ruby.ruby_globals import constants_of_library

GLOBAL_NAMESPACE = "ruby:"
_SUFFIX = ".rb"
_LOADED = frozenset({"lib", "test", "spec"})


class RubyModules:
    """Loaded files and reopened modules of Ruby."""

    def __init__(self) -> None:
        self._layout: RepositoryLayout | None = None
        self._folders: Mapping[str, tuple[str, ...]] = {}

    def namespace_of(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> str:
        """Return the namespace of all constants."""
        del path, facts, layout
        return GLOBAL_NAMESPACE

    def visible_namespaces(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> Sequence[str]:
        """Return the namespace of all constants; those of enclosing modules are found by nesting."""
        del path, facts, layout
        return (GLOBAL_NAMESPACE,)

    def bind_import(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding | None:
        """Return the loaded file, or the constants of a library, which all files see.

        A relative file that is not there is missing, not external.
        """
        del facts
        for candidate in self._candidates(path, each, layout):
            if candidate != path and layout.has_file(candidate):
                return Binding(targets=(), files=(candidate,))
        if each.detail == "relative" and join_path(posixpath.dirname(path), each.module) is not None:
            return Binding(targets=(), is_expected=True)
        name = each.module.removesuffix(_SUFFIX).strip("./").replace("/", ".")
        if not name:
            return None
        return Binding(
            targets=(ExternalTarget(name),),
            is_wildcard=True,
            external_name_pattern=constants_of_library(each.module.strip("./")),
            is_reexported=True,
            reexported_in=GLOBAL_NAMESPACE,
        )

    def _candidates(self, path: str, each: CodeImport, layout: RepositoryLayout) -> Iterator[str]:
        """Yield the possible paths of a file, likeliest first."""
        folder = posixpath.dirname(path)
        module = each.module if each.module.endswith(_SUFFIX) else each.module + _SUFFIX
        is_relative = each.detail == "relative" or module.startswith(("./", "../"))
        folders: tuple[str, ...] = (folder,) if is_relative else self._load_path(path, module, layout)
        for base in (*folders, *(("", folder) if each.detail == "load" else ())):
            candidate = join_path(base, module)
            if candidate is not None:
                yield candidate
        if not is_relative and "/" in module:
            ending = "/" + posixpath.normpath(module)
            names = layout.by_name.get(posixpath.basename(module), ())
            found = [other for other in names if f"/{other}".endswith(ending)]
            yield from found if len(found) == 1 else ()

    def _load_path(self, path: str, module: str, layout: RepositoryLayout) -> tuple[str, ...]:
        """Return the folders of the load path that contain a first path segment, the nearest to a file first."""
        if self._layout is not layout:
            self._layout, self._folders = layout, _loaded_folders(layout)
        folders = [
            each for each in self._folders.get(module.partition("/")[0], ()) if _is_visible_from(path, each)
        ]
        return tuple(sorted(folders, key=lambda each: (-_n_shared(path, each), each)))


def _loaded_folders(layout: RepositoryLayout) -> Mapping[str, tuple[str, ...]]:
    """Return `lib`, `test`, `spec`, the folders in `app` and the root, by the first path segments of their files."""
    found: dict[str, set[str]] = {}
    for path in layout.paths:
        if not path.endswith(_SUFFIX):
            continue
        parts = path.split("/")
        for index, part in enumerate(parts[:-1]):
            is_in_app = index > 0 and parts[index - 1] == "app"
            if part in _LOADED or is_in_app:
                found.setdefault(parts[index + 1], set()).add("/".join(parts[: index + 1]))
        found.setdefault(parts[0], set()).add("")
    return {name: tuple(sorted(folders)) for name, folders in found.items()}


def _is_visible_from(path: str, folder: str) -> bool:
    """Whether a folder is on the load path of a file; one in `vendor` is only for the files there."""
    vendor, found, _ = f"/{folder}/".rpartition("/vendor/")
    return not found or f"/{path}".startswith(f"{vendor}{found}")


def _n_shared(path: str, folder: str) -> int:
    """Return how many leading folders two paths share."""
    shared = 0
    for one, other in zip(path.split("/"), folder.split("/"), strict=False):
        if one != other:
            break
        shared += 1
    return shared
