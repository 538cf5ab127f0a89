"""Packages of Go: a folder is a package.

Turns: import paths → folders of the repository, by the modules of go.mod and go.work files.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence

import msgspec

from codeshed.model.facts.code_facts import CodeFacts, CodeImport, ImportForm
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NamespaceTarget
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout, join_path

MAX_MANIFEST = 2_000_000
_SUFFIX = ".go"
_TEST_SUFFIX = "_test.go"
_COMMENT = re.compile(r"//.*")
_MAJOR_VERSION = re.compile(r"v\d+\Z")
_DOTTED_VERSION = re.compile(r"\.v\d+\Z")
_NAME = re.compile(r"[^\W\d]\w*\Z")


class _Manifest(msgspec.Struct, frozen=True):
    """A go.mod or go.work: its module, its replacements of other modules, and the folders of the workspace."""

    module: str = ""
    replaced: tuple[tuple[str, str], ...] = ()
    used: tuple[str, ...] = ()


class GoModules:
    """The module system of Go."""

    def __init__(self) -> None:
        self._known: _Modules | None = None

    def namespace_of(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> str:
        """Return the folder, with the package name if others can't import it: `main` and external tests."""
        del layout
        folder = posixpath.dirname(path)
        is_outer_test = path.endswith(_TEST_SUFFIX) and facts.namespace.endswith("_test")
        return (
            f"go:{folder}#{facts.namespace}" if is_outer_test or facts.namespace == "main" else f"go:{folder}"
        )

    def visible_namespaces(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> Sequence[str]:
        """Return the package of the file."""
        return (self.namespace_of(path, facts, layout),)

    def bind_import(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding | None:
        """Return the package that an import path denotes."""
        if not each.module:
            return self._bind_package_clause(path, facts, each, layout)
        folder = self._modules(layout).folder_of(path, each.module)
        files = () if folder is None else _files_of(folder, layout)
        is_all = each.form is ImportForm.ALL
        alias = "" if each.form is not ImportForm.MODULE else each.alias or _name_of(each.module, facts)
        if folder is not None and not files:
            return Binding(targets=(), alias=alias, is_wildcard=is_all, is_expected=True)
        if folder is None:
            return Binding(
                targets=(ExternalTarget(each.module.replace("/", ".")),),
                alias=alias,
                is_wildcard=is_all,
                external_name_pattern=r"[A-Z]\w*" if is_all else "",
            )
        return Binding(
            targets=(NamespaceTarget(f"go:{folder}"), NamespaceTarget(f"go:{folder}#main")),
            alias=alias,
            is_wildcard=is_all,
            files=files,
            is_package=is_all or bool(alias),
            also_all_of="" if each.alias or not alias else _names_namespace(folder),
        )

    def _bind_package_clause(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding | None:
        """Return the binding of a package clause whose name differs from the folder's: importers use the declared name."""
        namespace, folder = self.namespace_of(path, facts, layout), posixpath.dirname(path)
        is_usual = next(_possible_names(folder), "") == each.alias
        if not each.alias or is_usual or "#" in namespace:
            return None
        return Binding(
            targets=(NamespaceTarget(namespace),),
            alias=each.alias,
            is_reexported=True,
            is_only_reexported=True,
            declared_in=(_names_namespace(folder),),
        )

    def _modules(self, layout: RepositoryLayout) -> "_Modules":
        if self._known is None or self._known.layout is not layout:
            self._known = _Modules(layout)
        return self._known


class _Modules:
    """The modules of one repository."""

    def __init__(self, layout: RepositoryLayout) -> None:
        self.layout = layout
        self._manifests = {
            path: _read(layout.manifests[path])
            for name in ("go.mod", "go.work")
            for path in layout.manifests_named(name)
            if "vendor" not in path.split("/")
        }
        self._folders: dict[tuple[str | None, str | None], dict[str, str]] = {}

    def folder_of(self, path: str, module: str) -> str | None:
        """Return the folder of the package that an import path denotes in a file."""
        layout = self.layout
        if module.startswith(("./", "../")) or module in {".", ".."}:
            return join_path(posixpath.dirname(path), module)
        own, work = layout.nearest_manifest(path, "go.mod"), layout.nearest_manifest(path, "go.work")
        if (own, work) not in self._folders:
            self._folders[own, work] = self._folders_visible_from(own, work)
        parts = module.split("/")
        for count in range(len(parts), 0, -1):
            root = self._folders[own, work].get("/".join(parts[:count]))
            if root is not None:
                folder = "/".join(filter(None, (root, *parts[count:])))
                is_outside = "vendor" in parts[count:] or not self._is_in_one_module(root, folder)
                return None if is_outside else folder
        found = (f"{root}{module}" for root in _source_folders(path))
        return next((folder for folder in found if folder in layout.by_folder), None)

    def _folders_visible_from(self, own: str | None, work: str | None) -> dict[str, str]:
        """Return module paths with their folders: replacements first, then the file's own module, the workspace's, any other."""
        base = posixpath.dirname(work or "")
        used = (join_path(base, folder) for folder in self._manifest(work).used)
        in_use = (f"{folder}/go.mod" if folder else "go.mod" for folder in used if folder is not None)
        known: dict[str, str] = {}
        for path in (own or "", *in_use, *sorted(self._manifests)):
            module = self._manifest(path).module
            if module:
                known.setdefault(module, posixpath.dirname(path))
        replaced: dict[str, str] = {}
        for manifest in (work, own):
            base = posixpath.dirname(manifest or "")
            for old, new in self._manifest(manifest).replaced:
                folder = join_path(base, new) if new.startswith(".") else known.get(new)
                if folder is not None:
                    replaced.setdefault(old, folder)
        return known | replaced

    def _manifest(self, path: str | None) -> _Manifest:
        return self._manifests.get(path or "", _Manifest())

    def _is_in_one_module(self, root: str, folder: str) -> bool:
        """Whether no other module begins between a module's root folder and a folder below it."""
        while folder != root:
            if f"{folder}/go.mod" in self._manifests:
                return False
            folder = posixpath.dirname(folder)
        return True


def _names_namespace(folder: str) -> str:
    """Return the namespace of the names that the packages of a folder declare."""
    return f"go:{folder}#names"


def _files_of(folder: str, layout: RepositoryLayout) -> tuple[str, ...]:
    """Return the files of a package for all systems, without tests, which importers don't see."""
    return tuple(
        path
        for path in layout.by_folder.get(folder, ())
        if path.endswith(_SUFFIX) and not path.endswith(_TEST_SUFFIX)
    )


def _name_of(module: str, facts: CodeFacts) -> str:
    """Return the name of a package by its path; where several are likely, the one that the file uses."""
    names = tuple(dict.fromkeys(_possible_names(module)))
    if len(names) > 1:
        used = _used_names(facts)
        return next((name for name in names if name in used), names[0])
    return names[0] if names else ""


def _possible_names(module: str) -> Iterator[str]:
    parts = [part for part in module.split("/") if part]
    if not parts:
        return
    last = parts[-1]
    if _MAJOR_VERSION.match(last) and len(parts) > 1:
        yield from _names_of_part(parts[-2])
    yield from _names_of_part(_DOTTED_VERSION.sub("", last))


def _names_of_part(part: str) -> Iterator[str]:
    """Yield the likely names of `go-yaml`: `yaml`, `go`, `goyaml`, `go_yaml`."""
    if _NAME.match(part):
        yield part
        return
    pieces = [piece for piece in re.split(r"[-.]", part) if piece]
    kept = [piece for piece in pieces if piece not in {"go", "golang"}]
    for name in ("".join(kept), *reversed(kept), "".join(pieces), "_".join(pieces)):
        if _NAME.match(name):
            yield name


def _used_names(facts: CodeFacts) -> frozenset[str]:
    """Return the first parts of all names in a file."""
    names: set[str] = set()
    pending: list[object] = [
        *(each.expression for each in facts.references),
        *facts.definitions, *facts.locals, *facts.extensions,
    ]  # fmt: skip
    while pending:
        each = pending.pop()
        if isinstance(each, tuple):
            pending.extend(each)
        elif isinstance(each, msgspec.Struct):
            name = getattr(each, "name", "")
            if name and name not in names:
                names.add(name.partition(".")[0])
            pending.extend(
                value
                for value in (getattr(each, field) for field in each.__struct_fields__)
                if isinstance(value, tuple | msgspec.Struct)
            )
    return frozenset(names)


def _source_folders(path: str) -> Iterator[str]:
    """Yield the `src` folders above a file, as in a GOPATH, nearest first."""
    parts = path.split("/")
    for index in range(len(parts) - 2, -1, -1):
        if parts[index] == "src":
            yield "/".join(parts[: index + 1]) + "/"


def declared_module(content: bytes) -> str:
    """Return the module that a go.mod declares."""
    return _read(content).module


def _read(content: bytes) -> _Manifest:
    """Read a go.mod or go.work."""
    module, replaced, used = "", [], []
    for word, rest in _directives(content[:MAX_MANIFEST].decode("utf-8", "replace")):
        if word == "module" and rest:
            module = rest[0]
        elif word == "use" and rest:
            used.append(rest[0])
        elif word == "replace" and "=>" in rest[1:-1]:
            arrow = rest.index("=>")
            replaced.append((rest[0], rest[arrow + 1]))
    return _Manifest(module, tuple(replaced), tuple(used))


def _directives(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each directive with its words; those in parentheses one by one."""
    block = ""
    for line in text.splitlines():
        words = [word.strip('"`') for word in _COMMENT.sub("", line).split()]
        if not words:
            continue
        if block and words[0] == ")":
            block = ""
        elif block:
            yield block, words
        elif words[-1] == "(":
            block = words[0]
        else:
            yield words[0], words[1:]
