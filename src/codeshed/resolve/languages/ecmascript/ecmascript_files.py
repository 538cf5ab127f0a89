"""The module system of JavaScript and TypeScript: a namespace is a file, and its key is the path.

Turns: relative paths, package names, aliases of configurations and `#names` → files of the repository, or
external names.
"""

import posixpath
from collections.abc import Iterator, Sequence

from codeshed.model.facts.code_facts import AMBIENT_MODULE_PREFIX, CodeFacts, CodeImport, ImportForm
from codeshed.resolve.generic.names.namespaces import (
    Binding,
    ExternalTarget,
    ImportTarget,
    NamespaceTarget,
    NameTarget,
)
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout, join_path
from codeshed.resolve.languages.ecmascript.import_specifiers import find_declaration, find_file, find_source
from codeshed.resolve.languages.ecmascript.node_packages import NodePackages, split_name
from codeshed.resolve.languages.ecmascript.tsconfig import TypeScriptConfigs

_DEFAULT = "default"
_OWN = "own"
_CALL = "call"
_AWAITED = "awaited"
_CALLS = frozenset({_CALL, _AWAITED})
_DOCUMENTED = "documented"
_REEXPORT_FORMS = frozenset({ImportForm.EXPORT_NAME, ImportForm.EXPORT_ALL, ImportForm.EXPORT_MODULE})
_OWN_NAMES = frozenset({_DEFAULT})
_ALIAS_MARKS = ("@/", "~/")
_OWN_PATHS = ("./", "../", "/", "#", *_ALIAS_MARKS)
_ALIAS_FOLDERS = ("src", "app", "", "client/app", "client/src", "client", "frontend/src")
_QUOTES = frozenset({'"', "'"})
_MAX_INNER = 5


class JavaScriptModules:
    """The module system of JavaScript and TypeScript."""

    def __init__(self) -> None:
        self._finder: _ModuleFinder | None = None

    def namespace_of(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> str:
        """Return the path of the file: each file is a module."""
        del facts, layout
        return path

    def visible_namespaces(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> Sequence[str]:
        """Return nothing: a file sees only what it defines and imports."""
        del path, facts, layout
        return ()

    def bind_import(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding | None:
        """Return what an import denotes; the export of a name in this file denotes what the name does here."""
        is_documented = each.detail == _DOCUMENTED
        is_reexport = each.form in _REEXPORT_FORMS
        if is_documented and not each.module:
            return Binding(targets=(), alias=each.alias, has_no_edge=True)
        if not each.module and each.form is ImportForm.NAME:
            return Binding(targets=self._resolve_name(path, facts, each.name, layout))
        if not each.module and (ambient := _ambient_namespace(each, facts)):
            return Binding(
                targets=(NameTarget(ambient, each.name),),
                alias=each.alias,
                is_reexported=True,
                is_only_reexported=True,
                reexported_in=ambient,
            )
        if not each.module:
            inner = None if each.detail == _OWN else self._import_of(facts, each.name)
            found = None if inner is None else self.bind_import(path, facts, inner, layout)
            return Binding(
                targets=(NameTarget(path, each.name),) if found is None else found.targets,
                alias=each.alias,
                is_reexported=True,
                is_only_reexported=True,
                files=() if found is None else found.files,
            )
        files = self._finder_of(layout).find(path, each.module, is_called=each.detail == _CALL)
        targets = tuple(_targets(each, files)) if files else _external_targets(each)
        return Binding(
            targets=targets,
            alias=each.alias,
            is_wildcard=each.form in {ImportForm.ALL, ImportForm.EXPORT_ALL},
            is_reexported=is_reexport or is_documented,
            is_only_reexported=is_reexport,
            has_no_edge=is_documented,
            excluded_names=_OWN_NAMES
            if each.form is ImportForm.EXPORT_ALL and each.detail not in _CALLS
            else frozenset(),
            files=files[:1],
            may_be_namespace=not files,
            is_expected=_is_own(each.module),
        )

    def _resolve_name(
        self, path: str, facts: CodeFacts, name: str, layout: RepositoryLayout
    ) -> tuple[ImportTarget, ...]:
        """Return what a dotted name denotes in a file: a definition, or a member of an import."""
        first, _, rest = name.partition(".")
        inner = self._import_of(facts, first)
        found = None if inner is None else self.bind_import(path, facts, inner, layout)
        if found is None:
            return (NameTarget(path, name),)
        return tuple(_member_of(each, rest) for each in found.targets)

    def _import_of(self, facts: CodeFacts, name: str) -> CodeImport | None:
        """Return the import that binds a name in a file."""
        return next(
            (
                each
                for each in facts.imports
                if each.alias == name and each.module and each.form not in _REEXPORT_FORMS
            ),
            None,
        )

    def _finder_of(self, layout: RepositoryLayout) -> "_ModuleFinder":
        if self._finder is None or self._finder.layout is not layout:
            self._finder = _ModuleFinder(layout)
        return self._finder


def _ambient_namespace(each: CodeImport, facts: CodeFacts) -> str:
    """Return the namespace of the `declare module "a"` around an export, in a file that is no module itself."""
    space = f"{AMBIENT_MODULE_PREFIX}{each.namespace[1:-1]}" if each.namespace[:1] in _QUOTES else ""
    return space if space and any(definition.namespace == space for definition in facts.definitions) else ""


def _member_of(target: ImportTarget, name: str) -> ImportTarget:
    """Return a member of an import's target, by its dotted name."""
    if not name:
        return target
    match target:
        case NamespaceTarget(namespace=space):
            return NameTarget(space, name)
        case NameTarget(namespace=space, name=outer):
            return NameTarget(space, f"{outer}.{name}")
        case ExternalTarget(name=outer):
            return ExternalTarget(f"{outer}.{name}")


def _is_own(module: str) -> bool:
    """Whether a module is one of the repository by its name: a relative path, or an alias that no package can have."""
    bare = _bare(module)
    return bare in {".", ".."} or bare.startswith(_OWN_PATHS)


def _external_targets(each: CodeImport) -> tuple[ImportTarget, ...]:
    """Return the targets of an import without a file: an external name, or what the repository declares for that module."""
    if _is_own(each.module):
        return ()
    space, outside = f"{AMBIENT_MODULE_PREFIX}{each.module}", ExternalTarget(_external_name(each))
    if each.form is ImportForm.NAME or each.form is ImportForm.EXPORT_NAME:
        return outside, NameTarget(space, each.name)
    return outside, NamespaceTarget(space)


def _targets(each: CodeImport, files: tuple[str, ...]) -> Iterator[ImportTarget]:
    """Yield what an import may denote: in the file first, then in the declarations beside it."""
    is_call = each.detail in _CALLS or each.detail == _DOCUMENTED
    for file in files:
        if each.form is ImportForm.MODULE or each.form is ImportForm.EXPORT_MODULE:
            if is_call:
                yield NameTarget(file, _DEFAULT)
            yield NamespaceTarget(file)
        elif each.form is ImportForm.NAME or each.form is ImportForm.EXPORT_NAME:
            yield NameTarget(file, each.name)
            if is_call and each.name != _DEFAULT:
                yield NameTarget(file, f"{_DEFAULT}.{each.name}")
            if each.name == _DEFAULT:
                yield NamespaceTarget(file)
        else:
            yield NamespaceTarget(file)


def _external_name(each: CodeImport) -> str:
    """Return the external name of an import: the module and the name; a default import is the module itself."""
    module = _bare(each.module)
    return f"{module}.{each.name}" if each.name and each.name != _DEFAULT else module


def _bare(module: str) -> str:
    """Return a module without the prefixes and suffixes of bundlers and Node."""
    bare = module.rpartition("!")[2].partition("?")[0]
    for mark in ("node:", "npm:"):
        bare = bare.removeprefix(mark)
    return bare


class _ModuleFinder:
    """Finds the files of modules in one repository."""

    def __init__(self, layout: RepositoryLayout) -> None:
        self.layout = layout
        self._packages = NodePackages(layout)
        self._configurations = TypeScriptConfigs(layout, self._packages.find)
        self._found: dict[tuple[str, str, bool], tuple[str, ...]] = {}

    def find(self, path: str, module: str, *, is_called: bool) -> tuple[str, ...]:
        """Return the file that a module denotes in a file, and the declaration file beside it; none if it is external.

        With `is_called` it is loaded by `require`.
        """
        key = (posixpath.dirname(path), module, is_called)
        if key not in self._found:
            file = self._file(path, _bare(module), is_called=is_called)
            declaration = None if file is None else find_declaration(self.layout, file)
            self._found[key] = tuple(each for each in (file, declaration) if each is not None)
        return self._found[key]

    def _file(self, path: str, module: str, *, is_called: bool) -> str | None:
        if module.startswith("#"):
            found = self._inner(path, module, is_called=is_called)
            if found is not None:
                return found
        if module in {".", ".."} or module.startswith(("./", "../")):
            target = join_path(posixpath.dirname(path), module)
            return None if target is None else self._relative(target, is_called=is_called)
        if not module or module.startswith("/") or "://" in module:
            return None
        return (
            self._configured(path, module, is_called=is_called)
            or self._packaged(path, module, is_called=is_called)
            or self._aliased(path, module)
        )

    def _at(self, target: str, *, is_called: bool) -> str | None:
        return find_file(self.layout, target) or self._packages.folder_entry(target, is_called=is_called)

    def _relative(self, target: str, *, is_called: bool) -> str | None:
        """Return the file at a path; for a build output, its source."""
        found = self._at(target, is_called=is_called)
        source = self._configurations.source_of(target) if found is None else None
        return found if source is None else find_file(self.layout, source)

    def _configured(self, path: str, module: str, *, is_called: bool) -> str | None:
        for rules in self._configurations.rules_for(path):
            for target in rules.iter_paths(module):
                found = self._at(target, is_called=is_called)
                if found is not None:
                    return found
        return None

    def _packaged(self, path: str, module: str, *, is_called: bool) -> str | None:
        name, inner = split_name(module)
        folder = self._packages.find(name, path)
        return None if folder is None else self._packages.entry(folder, inner, is_called=is_called)

    def _inner(self, path: str, module: str, depth: int = 0, *, is_called: bool) -> str | None:
        for folder, target in self._packages.import_targets(module, path, is_called=is_called):
            if target.startswith("."):
                found = find_source(self.layout, folder, target)
            elif target.startswith("#") and depth < _MAX_INNER:
                found = self._inner(path, target, depth + 1, is_called=is_called)
            else:
                found = self._packaged(path, target, is_called=is_called)
            if found is not None:
                return found
        return None

    def _aliased(self, path: str, module: str) -> str | None:
        """Resolve an alias such as `@/a` by convention: relative to the package's source folder."""
        mark = next((each for each in _ALIAS_MARKS if module.startswith(each)), None)
        package = self._packages.package_folder_of(path)
        if mark is None or package is None:
            return None
        for folder in _ALIAS_FOLDERS:
            target = join_path(posixpath.join(package, folder), module.removeprefix(mark))
            found = None if target is None else find_file(self.layout, target)
            if found is not None:
                return found
        return None
