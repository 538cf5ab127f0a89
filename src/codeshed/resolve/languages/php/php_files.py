"""The module system of PHP.

A namespace key is `php:.App.Models`, within that of the global namespace, `php:`. The PSR-4 and PSR-0 folders
of composer.json tell which file defines a class, and those of composer.lock which namespaces are those of packages; files
are also loaded by constant paths.
"""

import json
import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence

from codeshed.model.facts.code_facts import CodeFacts, CodeImport, ImportForm
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NamespaceTarget, NameTarget
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout, join_path

GLOBAL_NAMESPACE = "php:"
MANIFEST = "composer.json"
LOCK = "composer.lock"
_PACKAGES = ("packages", "packages-dev")
CASE_INSENSITIVE_NAMES = r"(?!(?:array|bool|callable|false|float|int|iterable|mixed|never|null|numeric|object|resource|string|true|void)$)\w+"
"""Matches case-insensitive names: those of classes, functions and methods, but not of builtin types."""


def namespace_key(namespace: str) -> str:
    """Return the key of a namespace."""
    return f"{GLOBAL_NAMESPACE}.{namespace}" if namespace else GLOBAL_NAMESPACE


class PhpModules:
    """Namespaces and loaded files of PHP."""

    def __init__(self) -> None:
        self._layout: RepositoryLayout | None = None
        self._folders: tuple[tuple[str, str, bool], ...] = ()
        self._locked: tuple[str, ...] = ()

    def namespace_of(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> str:
        """Return the key of the file's namespace."""
        del path, layout
        return namespace_key(facts.namespace)

    def visible_namespaces(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> Sequence[str]:
        """Return the file's namespaces; functions and constants fall back to the global one."""
        del path, layout
        blocks = dict.fromkeys(
            definition.namespace for definition in facts.definitions if definition.namespace
        )
        inner = tuple(f"{namespace_key(facts.namespace)}.{block}" for block in blocks)
        return tuple(dict.fromkeys((*inner, namespace_key(facts.namespace), GLOBAL_NAMESPACE)))

    def bind_import(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding | None:
        """Return the name or namespace of a `use`, or the loaded file."""
        del facts
        if each.form is ImportForm.NOTHING:
            return _bind_loaded_file(path, each, layout)
        name = ".".join(filter(None, (each.module, each.name)))
        is_type = not each.detail
        spaces = (NamespaceTarget(namespace_key(name)),) if is_type else ()
        is_own = self._is_own(name, layout)
        outside = () if is_own else (ExternalTarget(name),)
        return Binding(
            targets=(NameTarget(namespace_key(each.module), each.name), *spaces, *outside),
            alias=each.alias,
            is_expected=is_own,
            may_be_namespace=is_type,
            files=tuple(self._files_of(name, layout))[:1] if is_type else (),
        )

    def _files_of(self, name: str, layout: RepositoryLayout) -> Iterator[str]:
        """Yield the files that may define a class, by the longest autoload prefix."""
        for prefix, folder, is_short in self._prefixes(layout):
            if name != prefix and not name.startswith(f"{prefix}." if prefix else ""):
                continue
            rest = name[len(prefix) :].lstrip(".") if is_short else name
            candidate = join_path(folder, f"{rest.replace('.', '/')}.php")
            if rest and candidate is not None and layout.has_file(candidate):
                yield candidate

    def _is_own(self, name: str, layout: RepositoryLayout) -> bool:
        """Whether a name is below an own prefix, and not below a longer one of an installed package."""
        own = (prefix for prefix, _, _ in self._prefixes(layout))
        n_own = _longest_prefix(own, name)
        return bool(n_own) and n_own >= _longest_prefix(self._locked, name)

    def _prefixes(self, layout: RepositoryLayout) -> tuple[tuple[str, str, bool], ...]:
        if self._layout is not layout:
            found = [
                entry
                for manifest in layout.manifests_named(MANIFEST)
                for entry in _autoload(_read(layout.manifests[manifest]), posixpath.dirname(manifest))
            ]
            self._locked = tuple(
                sorted(
                    {
                        prefix
                        for lock in layout.manifests_named(LOCK)
                        for package in _packages(_read(layout.manifests[lock]))
                        for prefix, _, _ in _autoload(package, "")
                    }
                )
            )
            self._layout = layout
            self._folders = tuple(sorted(found, key=lambda entry: (-len(entry[0]), entry)))
        return self._folders


def _longest_prefix(prefixes: Iterable[str], name: str) -> int:
    """Return the length of the longest prefix of a name; 0 if there is none."""
    return max((len(each) for each in prefixes if each and name.startswith(f"{each}.")), default=0)


def _read(content: bytes) -> object:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _packages(lock: object) -> Iterator[object]:
    """Yield the packages that a lock file lists."""
    for section in _PACKAGES:
        found = lock.get(section) if isinstance(lock, dict) else None
        yield from found if isinstance(found, list) else ()


def _autoload(manifest: object, folder: str) -> Iterator[tuple[str, str, bool]]:
    """Yield each autoload prefix with its folder, and whether paths below it omit the prefix."""
    for section in ("autoload", "autoload-dev"):
        for standard, is_short in (("psr-4", True), ("psr-0", False)):
            prefixes = _mapping(_mapping(manifest, section), standard)
            for prefix, value in prefixes.items():
                for each in value if isinstance(value, list) else [value]:
                    base = join_path(folder, each) if isinstance(each, str) else None
                    if base is not None:
                        yield prefix.replace("\\", ".").strip("."), base, is_short


def _mapping(container: object, key: str) -> Mapping[str, object]:
    value = container.get(key) if isinstance(container, dict) else None
    return value if isinstance(value, dict) else {}


def _bind_loaded_file(path: str, each: CodeImport, layout: RepositoryLayout) -> Binding:
    """Return the loaded file: relative to this one, to the repository's root, or the only one with such a path."""
    folder = posixpath.dirname(path)
    folders = (folder,) if each.detail == "folder" else (folder, "") if not each.detail else ("",)
    for base in folders:
        candidate = join_path(base, each.module)
        if candidate is not None and layout.has_file(candidate):
            return Binding(targets=(), files=(candidate,))
    if each.detail != "folder":
        ending = "/" + posixpath.normpath(each.module).lstrip("./")
        found = [
            other
            for other in layout.by_name.get(posixpath.basename(each.module), ())
            if f"/{other}".endswith(ending)
        ]
        if len(found) == 1:
            return Binding(targets=(), files=(found[0],))
    is_relative = each.detail == "folder" or each.module.startswith(("./", "../"))
    if is_relative and join_path(folder, each.module) is not None:
        return Binding(targets=(), is_expected=True)
    return Binding(targets=(ExternalTarget(each.module.strip("./").replace("/", ".")),))
