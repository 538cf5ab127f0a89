"""The module system of Scala.

Turns: packages, imports and exports → namespace keys and Bindings. An import may be relative to the file's
package, an enclosing package, a name that was imported before, or the root.
"""

from bisect import bisect_left
from collections.abc import Iterator

from codeshed.model.facts.code_facts import TOP_LEVEL, CodeFacts, CodeImport, ImportForm
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.names.namespaces import (
    Binding,
    ExternalTarget,
    ImportTarget,
    NamespaceTarget,
    NameTarget,
)
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.languages.java.java_files import JAVA_LANG
from codeshed.resolve.languages.jvm.jvm_packages import (
    ROOT_PACKAGE,
    file_namespace,
    files_of_name,
    files_of_package,
    package_namespace,
    source_root,
    targets_of_name,
    wildcard_targets,
)
from codeshed.resolve.languages.scala.scala_library import SCALA_TYPES

MAX_IMPORTS = 4
"""How many imports may build on each other."""

MAX_WILDCARDS = 8
"""How many wildcard imports may bring in the first name of another import."""

LIBRARY_PATTERN = (
    r"(?!scala\.[A-Z])\w+\.|(?:scala\.)?(?:Boolean|Byte|Char|Double|Float|Int|Long|Short|String|Unit)\b"
)
"""Matches names of libraries: types that were imported, and primitives; any other unknown name may be
anything.
"""

_SEEN_BY_ALL = rf"{'|'.join(sorted(SCALA_TYPES | JAVA_LANG))}|(?:Function|Product|Tuple)\d*"
_OUTSIDE_NAMES = rf"(?!(?:{_SEEN_BY_ALL})$)[A-Z]\w*"
"""Matches names that a wildcard import of an external package may bring in: types that are not visible
everywhere.
"""

_ALIASED_BY_SCALA = frozenset({
    "AbstractMethodError", "ArrayIndexOutOfBoundsException", "ClassCastException", "Cloneable", "Error", "Exception",
    "IllegalArgumentException", "IndexOutOfBoundsException", "InterruptedException", "NullPointerException",
    "NumberFormatException", "RuntimeException", "StringIndexOutOfBoundsException", "UnsupportedOperationException",
})  # fmt: skip
"""Types of `java.lang` that `scala` aliases."""

SCALA_NAMES = (
    SCALA_TYPES
    | JAVA_LANG
    | {f"{name}{number}" for name in ("Function", "Product", "Tuple") for number in range(23)}
    | {"Function", "Product", "Tuple"}
)
"""Types that every file sees; any other name is unknown unless an import brings it."""

JAVA_LANG_NAMES = dict.fromkeys(sorted(JAVA_LANG - SCALA_TYPES - _ALIASED_BY_SCALA), "java.lang")
"""Names of `java.lang` that every file sees and `scala` does not define."""

_SCRIPT = "scala:"

_EXPORTS = frozenset({ImportForm.EXPORT_NAME, ImportForm.EXPORT_ALL})


class _FileImports:
    """The imports of one file, in source order."""

    def __init__(self, facts: CodeFacts) -> None:
        self.facts = facts
        self._places = {each: index for index, each in reversed(list(enumerate(facts.imports)))}
        self._wildcard_imports = [
            (index, each.module)
            for index, each in enumerate(facts.imports)
            if each.form is ImportForm.ALL and each.detail != "package" and each.module
        ]
        self._by_alias: dict[str, list[CodeImport]] = {}
        for each in facts.imports:
            if each.alias and each.module:
                self._by_alias.setdefault(each.alias, []).append(each)

    def wildcard_imports_before(self, each: CodeImport) -> list[str]:
        """Return the modules of the last wildcard imports before an import."""
        number = bisect_left(self._wildcard_imports, (self._places[each], ""))
        return [module for _, module in self._wildcard_imports[max(number - MAX_WILDCARDS, 0) : number]]

    def through(self, written: str, each: CodeImport) -> Iterator[str]:
        """Yield the names that an import's path denotes through names of other imports."""
        name = written
        for _ in range(MAX_IMPORTS):
            first, _, rest = name.partition(".")
            before = next((other for other in self._by_alias.get(first, ()) if other != each), None)
            if before is None:
                break
            name = ".".join(filter(None, (before.module, before.name, rest)))
            yield name


class ScalaPackages:
    """A file sees its own package, `scala` and Predef, `java.lang`, and every package by its full name."""

    def __init__(self) -> None:
        self._imports: _FileImports | None = None

    def namespace_of(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> str:
        """Return the key of the package that the package clauses declare; those of blocks are appended to it.

        A script has a namespace of its own.
        """
        del layout
        return f"{_SCRIPT}{path.replace('.', '/')}" if path.endswith(".sc") else file_namespace(facts)

    def visible_namespaces(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> tuple[str, ...]:
        """Return the packages that are visible without an import."""
        own = self.namespace_of(path, facts, layout)
        return tuple(
            dict.fromkeys((own, package_namespace("scala"), package_namespace("java.lang"), ROOT_PACKAGE))
        )

    def bind_import(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding | None:
        """Return what an import, an export, or an earlier package clause denotes."""
        root = source_root(path, facts.namespace)
        if each.detail == "package":
            return Binding(targets=(NamespaceTarget(package_namespace(each.module)),), is_wildcard=True)
        if _is_of_value(each, facts):
            return None
        is_all = each.form in {ImportForm.ALL, ImportForm.EXPORT_ALL}
        written = each.module if is_all else ".".join(filter(None, (each.module, each.name)))
        is_local = each.definition != TOP_LEVEL and "." not in (each.module or each.name)
        if self._imports is None or self._imports.facts is not facts:
            self._imports = _FileImports(facts)
        through = tuple(self._imports.through(written, each))
        names = tuple(
            dict.fromkeys(_names(written, through, self._imports.wildcard_imports_before(each), each, facts))
        )
        named = [name for name in _names(written, through, [], each, facts) if name]
        is_package = is_all and any(files_of_package(name, layout, root) for name in named)
        files = () if is_package else (files_of_name(name, layout, root) for name in named)
        namespace = self.namespace_of(path, facts, layout)
        is_from_root = namespace.startswith(ROOT_PACKAGE) or "root" in each.detail.split()
        relative = () if is_from_root else (NameTarget(namespace, written),)
        return Binding(
            targets=tuple(
                target
                for target in _targets(names, relative, (written, *through)[-1], is_all=is_all)
                if not is_local or not isinstance(target, ExternalTarget)
            ),
            alias=each.alias,
            is_wildcard=is_all,
            may_be_namespace=is_package or not is_all,
            external_name_pattern=_OUTSIDE_NAMES if is_all and each.definition == TOP_LEVEL else "",
            is_reexported=each.form in _EXPORTS,
            files=next(filter(None, files), ()),
        )


def _is_of_value(each: CodeImport, facts: CodeFacts) -> bool:
    """Whether an import in a block imports members of a parameter or variable."""
    first = (each.module or each.name).partition(".")[0]
    number = each.definition
    while number != TOP_LEVEL:
        definition = facts.definitions[number]
        if any(parameter.name == first for parameter in definition.parameters):
            return True
        if any(
            inner.parent == number and inner.name == first and inner.kind is DefinitionKind.VARIABLE
            for inner in facts.definitions
        ):
            return True
        number = definition.parent
    return False


def _targets(
    names: tuple[str, ...], relative: tuple[ImportTarget, ...], outside: str, *, is_all: bool
) -> Iterator[ImportTarget]:
    """Yield what qualified names may denote, then relative ones, then external ones."""
    for name in names:
        targets = wildcard_targets(name) if is_all else targets_of_name(name)
        yield from targets[:-1]
        if not is_all:
            yield NamespaceTarget(package_namespace(name))
    yield from relative
    yield ExternalTarget(outside)


def _names(
    written: str, through: tuple[str, ...], wildcard_imports: list[str], each: CodeImport, facts: CodeFacts
) -> Iterator[str]:
    """Yield the qualified names that may be meant, the likeliest first, the name as written last."""
    if "root" not in each.detail.split():
        for name in (*through, written):
            around = ".".join(filter(None, (facts.namespace, each.namespace, *_types_around(each, facts))))
            while around:
                yield f"{around}.{name}"
                around = around.rpartition(".")[0]
            yield name
        yield from (f"{module}.{(written, *through)[-1]}" for module in wildcard_imports)
    yield written


def _types_around(each: CodeImport, facts: CodeFacts) -> list[str]:
    """Return the names of the types around an import, outermost first."""
    names: list[str] = []
    number = each.definition
    while number != TOP_LEVEL:
        definition = facts.definitions[number]
        names += [definition.name] * (definition.kind is DefinitionKind.TYPE)
        number = definition.parent
    return names[::-1]
