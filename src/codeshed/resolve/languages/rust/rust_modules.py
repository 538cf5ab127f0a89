"""The module system of Rust: a module of a crate is a namespace.

Turns: paths of `use` and `mod` → modules, by the crates of Cargo.toml files and the files that contain
modules. A module's key is `rust:`, the file of the crate root, and the path within the crate after dots.
"""

import posixpath
from collections.abc import Iterator, Sequence

from codeshed.model.facts.code_facts import TOP_LEVEL, CodeFacts, CodeImport, ImportForm
from codeshed.resolve.generic.names.namespaces import (
    Binding,
    ExternalTarget,
    ImportTarget,
    NamespaceTarget,
    NameTarget,
)
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout, join_path
from codeshed.resolve.languages.rust.crates import Crates

_SEPARATOR = "::"
_MODULE_DECLARATION = "mod"
_PATH_IN_CODE = "path"
_PATH_IN_ATTRIBUTE = "path attribute"
_LIBRARY_CRATES = frozenset({"alloc", "core", "proc_macro", "std", "test"})
_COMPILER_CRATE = "rustc_"
"""Prefix of the compiler's crates, which no manifest names."""
_MACRO = "macro"
_EXPORTED_MACRO = "exported macro"
_MACRO_USE = "macro_use"
_MACRO_NAMESPACE = "macro_rules!"
_EXPORTED_NAMESPACE = "macro_export!"
_REEXPORT_FORMS = frozenset({ImportForm.EXPORT_NAME, ImportForm.EXPORT_ALL, ImportForm.EXPORT_MODULE})
_OF_MODULES = frozenset({ImportForm.MODULE, ImportForm.EXPORT_MODULE})
_EVERYTHING = frozenset({ImportForm.ALL, ImportForm.EXPORT_ALL})
_MAX_ROOTS = 16
_ANY_ROOT = "*"
"""Pseudo file name for all crate roots in a folder, which may share a module."""


class RustModules:
    """The module system of Rust."""

    def __init__(self) -> None:
        self._known: _ModuleTree | None = None

    def namespace_of(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> str:
        """Return the module of a file."""
        del facts
        return self._tree(layout).namespace_of_file(path)

    def visible_namespaces(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> Sequence[str]:
        """Return the module of the file, and the macros of its crate."""
        del facts
        tree = self._tree(layout)
        return (tree.namespace_of_file(path), _macro_namespace(path, tree))

    def bind_import(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding | None:
        """Return what a `use`, a `mod` or a path in code denotes."""
        tree = self._tree(layout)
        if each.detail.partition(" ")[0] == _MODULE_DECLARATION:
            return _bind_module_declaration(path, each, tree)
        if each.detail in {_MACRO, _EXPORTED_MACRO}:
            return _bind_macro(path, each, tree)
        if each.detail == _MACRO_USE:
            return _bind_macros_of_crate(path, facts, each, tree)
        parts = [*each.module.split(_SEPARATOR), *filter(None, each.name.split(_SEPARATOR))]
        if _is_path(each):
            is_crate = each.detail == _PATH_IN_CODE or tree.is_crate(path, parts[0])
            if not is_crate and tree.start_of(path, facts, parts) is None:
                return None
            return _bind_path_in_code(path, facts, each.alias, parts, tree)
        start = tree.start_of(path, facts, parts)
        is_all = each.form in _EVERYTHING
        if start is None:
            is_outside = tree.may_be_crate(path, facts, parts[0])
            targets: tuple[ImportTarget, ...] = (ExternalTarget(".".join(parts)),) if is_outside else ()
            files: tuple[str, ...] = ()
        else:
            file, rest = tree.walk(*start)
            targets = tuple(
                target
                for namespace in tree.namespaces_of_file(file)
                for target in _targets(namespace, rest, is_all=is_all)
            )
            outer = None if rest or is_all or not start[1] else tree.parent(file)
            if outer is not None and outer != path:
                targets = (NameTarget(tree.namespace_of_file(outer), start[1][-1]), *targets)
            files = tree.others(path, file)
        return Binding(
            targets=targets,
            alias="" if is_all else each.alias,
            is_wildcard=is_all,
            is_reexported=each.form in _REEXPORT_FORMS or not (is_all or each.definition != TOP_LEVEL),
            files=files,
        )

    def _tree(self, layout: RepositoryLayout) -> "_ModuleTree":
        if self._known is None or self._known.layout is not layout:
            self._known = _ModuleTree(layout)
        return self._known


def _bind_module_declaration(path: str, each: CodeImport, tree: "_ModuleTree") -> Binding | None:
    """Return the file of `mod x;`, which is a member of this module for the whole crate."""
    *outer, name = each.module.split(_SEPARATOR)
    named = each.detail.partition(" ")[2]
    file = tree.named_file(path, outer, named) if named else tree.child(path, [*outer, name])
    if file is None:
        return Binding(targets=(), alias=each.alias, is_expected=True)
    return Binding(
        targets=(NamespaceTarget(tree.namespace_of_file(file)),),
        alias=each.alias,
        is_reexported=True,
        files=(file,),
    )


def _macro_namespace(path: str, tree: "_ModuleTree", name: str = _MACRO_NAMESPACE) -> str:
    """Return the namespace of a crate's macros, which are visible by their position, not by modules.

    Test crates in one folder share it: each file may be a crate of its own and a module of another.
    """
    root = tree.root(path)
    namespace = f"rust:{posixpath.dirname(root)}/" if tree.is_found(root) else tree.namespace_of_file(root)
    return f"{namespace}.{name}"


def _bind_macro(path: str, each: CodeImport, tree: "_ModuleTree") -> Binding:
    """Return the binding of a macro: visible in the whole crate and, if exported, to its users."""
    own = ".".join(filter(None, (tree.namespace_of_file(path), each.namespace)))
    root = tree.namespace_of_file(tree.root(path))
    exported = (_macro_namespace(path, tree, _EXPORTED_NAMESPACE),) if each.detail == _EXPORTED_MACRO else ()
    return Binding(
        targets=(NameTarget(own, each.name),),
        alias=each.name,
        is_reexported=True,
        is_only_reexported=True,
        declared_in=(_macro_namespace(path, tree), root, *exported),
    )


def _bind_macros_of_crate(
    path: str, facts: CodeFacts, each: CodeImport, tree: "_ModuleTree"
) -> Binding | None:
    """Return the exported macros of another crate, visible in the whole crate: `#[macro_use] extern crate a;`."""
    start = tree.start_of(path, facts, each.module.split(_SEPARATOR))
    if start is None:
        return None
    return Binding(
        targets=(NamespaceTarget(_macro_namespace(start[0], tree, _EXPORTED_NAMESPACE)),),
        is_wildcard=True,
        is_reexported=True,
        is_only_reexported=True,
        has_no_edge=True,
        declared_in=(_macro_namespace(path, tree),),
    )


def _bind_path_in_code(
    path: str, facts: CodeFacts, alias: str, parts: list[str], tree: "_ModuleTree"
) -> Binding | None:
    """Return the module that a path in code begins with, unless the file binds that name otherwise."""
    first = parts[0]
    if any(each.alias == first and not _is_path(each) for each in facts.imports):
        return None
    start = tree.start_of(path, facts, parts)
    if start is None:
        brought_in = tuple(NameTarget(namespace, first) for namespace in _wildcard_modules(path, facts, tree))
        outside = (ExternalTarget(first),) if tree.may_be_crate(path, facts, first) else ()
        return Binding(targets=(*brought_in, *outside), alias=first, is_file_wide=True)
    root, rest = start
    if len(rest) == len(parts):
        return None
    file, _ = tree.walk(root, rest)
    files = tree.others(path, file)
    targets = (NamespaceTarget(tree.namespace_of_file(root)),)
    return Binding(targets=targets, alias=alias, files=files, is_file_wide=True)


def _wildcard_modules(path: str, facts: CodeFacts, tree: "_ModuleTree") -> Iterator[str]:
    """Yield the modules of a file's wildcard imports."""
    for each in facts.imports:
        if each.form in _EVERYTHING:
            start = tree.start_of(path, facts, each.module.split(_SEPARATOR))
            if start is not None:
                file, rest = tree.walk(*start)
                yield ".".join((tree.namespace_of_file(file), *rest))


def _targets(namespace: str, rest: list[str], *, is_all: bool) -> Iterator[ImportTarget]:
    """Yield what the rest of a path may denote in a module: an item, a member of an item, or an item of an inline module."""
    if not rest:
        yield NamespaceTarget(namespace)
        return
    block = ".".join((namespace, *rest))
    dotted = NameTarget(namespace, ".".join(rest))
    in_block = NameTarget(".".join((namespace, *rest[:-1])), rest[-1])
    is_module = rest[0][:1].islower()
    if is_all:
        yield from (NamespaceTarget(block), dotted) if is_module else (dotted, NamespaceTarget(block))
        return
    if len(rest) > 1 and is_module:
        yield in_block
    yield dotted
    if len(rest) > 1 and not is_module:
        yield in_block
    if rest[-1][:1].islower():
        yield NamespaceTarget(block)


class _ModuleTree:
    """The module tree: which module is in which file."""

    def __init__(self, layout: RepositoryLayout) -> None:
        self.layout = layout
        self._crates = Crates(layout)
        self._namespaces: dict[str, str] = {}
        self._parents: dict[str, str | None] = {}

    def namespace_of_file(self, path: str) -> str:
        """Return the key of a file's module."""
        chain: list[str] = []
        while path not in self._namespaces:
            parent = self.parent(path)
            if parent is None or path in chain:
                self._namespaces[path] = f"rust:{path}"
                break
            chain.append(path)
            path = parent
        namespace = self._namespaces[path]
        for each in reversed(chain):
            base = self.folder(self.parent(each) or "")
            names = _module_path(each).removeprefix(f"{base}/" if base else "").split("/")
            namespace = ".".join((namespace, *names))
            self._namespaces[each] = namespace
        return namespace

    def namespaces_of_file(self, path: str) -> Iterator[str]:
        """Return the keys of the modules that a file may be; for _ANY_ROOT those of all its roots."""
        yield self.namespace_of_file(path)
        if posixpath.basename(path) == _ANY_ROOT:
            yield from map(
                self.namespace_of_file, self._crates.roots_in(posixpath.dirname(path))[:_MAX_ROOTS]
            )

    def is_found(self, root: str) -> bool:
        """Whether a file is a crate root that Cargo discovers."""
        if posixpath.basename(root) == _ANY_ROOT:
            return any(
                each in self._crates.discovered_roots
                for each in self._crates.roots_in(posixpath.dirname(root))
            )
        return root in self._crates.discovered_roots

    def is_root(self, path: str) -> bool:
        """Whether a file is a crate root, or _ANY_ROOT."""
        return path in self._crates.roots or posixpath.basename(path) == _ANY_ROOT

    def parent(self, path: str) -> str | None:
        """Return the file of the parent module; None for a crate root."""
        if path not in self._parents:
            self._parents[path] = None if self.is_root(path) else self._find_parent(path)
        return self._parents[path]

    def _find_parent(self, path: str) -> str | None:
        """Look in the folder above a module, and further up for files that are deeper than their module paths."""
        folder = posixpath.dirname(_module_path(path))
        root = self._crates.only_root_in(folder)
        if root is None and self._crates.roots_in(folder):
            root = f"{folder}/{_ANY_ROOT}"
        while True:
            candidates = [f"{folder}/mod.rs", f"{folder}.rs"] if folder else []
            candidates += [f"{folder}/{name}".lstrip("/") for name in ("lib.rs", "main.rs")]
            found = next((each for each in candidates if each != path and self.layout.has_file(each)), root)
            if found is not None or not folder or self._crates.is_package(folder):
                return found
            folder = posixpath.dirname(folder)

    def folder(self, path: str) -> str:
        """Return the folder of a module's submodules."""
        folder, name = posixpath.split(path)
        is_whole = self.is_root(path) or name == "mod.rs" or self.parent(path) is None
        return folder if is_whole else f"{folder}/{name.removesuffix('.rs')}".lstrip("/")

    def child(self, path: str, names: list[str]) -> str | None:
        """Return the file of a submodule."""
        base = "/".join(filter(None, (self.folder(path), *names)))
        return next((each for each in (f"{base}.rs", f"{base}/mod.rs") if self.layout.has_file(each)), None)

    def named_file(self, path: str, outer: list[str], name: str) -> str | None:
        """Return the file of a `path` attribute."""
        base = "/".join(filter(None, (self.folder(path), *outer))) if outer else posixpath.dirname(path)
        found = join_path(base, name)
        return found if found is not None and self.layout.has_file(found) else None

    def others(self, path: str, file: str) -> tuple[str, ...]:
        """Return the target file of a path, unless it is the current file or none."""
        return (file,) if file != path and self.layout.has_file(file) else ()

    def walk(self, path: str, names: list[str]) -> tuple[str, list[str]]:
        """Follow a path from a module as far as there are files; return the last one, and the rest of the path."""
        index = 0
        while index < len(names):
            # An inline module may have submodules in files, though it has none itself.
            steps = (names[index : index + n_names] for n_names in (1, 2))
            found = next(((each, child) for each in steps if (child := self.child(path, each))), None)
            if found is None:
                break
            path, index = found[1], index + len(found[0])
        return path, names[index:]

    def root(self, path: str) -> str:
        """Return the crate root of a file."""
        seen: set[str] = set()
        while path not in seen:
            seen.add(path)
            parent = self.parent(path)
            if parent is None:
                break
            path = parent
        return path

    def start_of(self, path: str, facts: CodeFacts, parts: list[str]) -> tuple[str, list[str]] | None:
        """Return the file in which a path begins and the rest of the path; None if it is external."""
        first, rest = parts[0], parts[1:]
        if first == "crate":
            return self.root(path), rest
        if first in {"self", "super"}:
            return self._above(path, parts)
        if self.child(path, [first]) is not None or _is_defined(first, facts):
            return path, parts
        package = self._crates.package_of(path)
        library = self._crates.library(first, package)
        if library is not None:
            return library, rest
        root = self.root(path)
        is_foreign = package is not None and first in package.dependencies
        return None if is_foreign or self.child(root, [first]) is None else (root, parts)

    def is_crate(self, path: str, name: str) -> bool:
        """Whether a name is that of an external crate that a file can use."""
        package = self._crates.package_of(path)
        return name in _LIBRARY_CRATES or (package is not None and name in package.dependencies)

    def may_be_crate(self, path: str, facts: CodeFacts, name: str) -> bool:
        """Whether an unresolved name may be that of an external crate, which the file or its manifest names."""
        is_of_language = name in _LIBRARY_CRATES or name.startswith(_COMPILER_CRATE)
        is_named = any(
            each.module == name and each.form in _OF_MODULES and not (each.name or _is_path(each))
            for each in facts.imports
        )
        return is_of_language or is_named or self._crates.may_name(path, name)

    def _above(self, path: str, parts: list[str]) -> tuple[str, list[str]]:
        rest = parts[1:] if parts[0] == "self" else parts
        while rest and rest[0] == "super":
            path, rest = self.parent(path) or path, rest[1:]
        return path, rest


def _module_path(path: str) -> str:
    """Return the path of a module, without `mod.rs` or the extension."""
    folder, name = posixpath.split(path)
    return folder if name == "mod.rs" else path.removesuffix(".rs")


def _is_defined(name: str, facts: CodeFacts) -> bool:
    """Whether a file defines or imports a name with which a path may begin."""
    return any(each.name == name or name in each.namespace.split(".") for each in facts.definitions) or any(
        _begins_with(each, name) for each in facts.imports if not _is_path(each)
    )


def _is_path(each: CodeImport) -> bool:
    """Whether an import only represents a path in code."""
    return each.detail in {_PATH_IN_CODE, _PATH_IN_ATTRIBUTE}


def _begins_with(each: CodeImport, name: str) -> bool:
    """Whether an import binds a name, or declares a module file in an inline module of that name."""
    if each.detail.partition(" ")[0] == _MODULE_DECLARATION and _SEPARATOR in each.module:
        return each.module.partition(_SEPARATOR)[0] == name
    return each.alias == name and each.module != name
