"""The module system of C++.

The key of a namespace is `c:.ns.inner`, within that of the global namespace, which has external linkage as in
C. Each file has a namespace of its own for macros and for definitions with internal linkage.
"""

from collections.abc import Iterator, Sequence

from codeshed.model.facts.code_facts import CodeFacts, CodeImport, ImportForm
from codeshed.resolve.generic.names.namespaces import (
    Binding,
    ExternalTarget,
    ImportTarget,
    NamespaceTarget,
    NameTarget,
)
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.languages.c.c_files import LINKAGE_NAMESPACE, CModules, file_namespace

NAMESPACE_PREFIX = "c:."

CPP_POINTERS = frozenset({
    "unique_ptr", "shared_ptr", "weak_ptr", "optional", "reference_wrapper", "atomic", "observer_ptr", "not_null",
    "scoped_refptr", "intrusive_ptr", "scoped_ptr", "auto_ptr", "RefCountedPtr", "OrphanablePtr", "QPointer",
    "QSharedPointer", "QScopedPointer", "iterator",
})  # fmt: skip
"""Smart pointers and other types whose members are those of the object they hold."""


_LIBRARY = "std"


class CppModules:
    """Includes and namespaces of C++."""

    def __init__(self) -> None:
        self._includes = CModules()

    def namespace_of(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> str:
        """Return the namespace of the file; a definition whose own namespace has a colon is in that one instead."""
        del facts, layout
        return file_namespace(path)

    def visible_namespaces(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> Sequence[str]:
        """Return the file's namespace, the namespaces that it opens, inner ones first, and the global one."""
        del layout
        opened: dict[str, None] = {}
        for definition in facts.definitions:
            namespace = definition.namespace
            while namespace.startswith(NAMESPACE_PREFIX):
                opened[namespace] = None
                namespace = namespace.rpartition(".")[0]
        return (
            file_namespace(path),
            *sorted(opened, key=lambda each: (-each.count("."), each)),
            LINKAGE_NAMESPACE,
        )

    def bind_import(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding | None:
        """Return what an include, a `using`, a namespace alias, a macro that opens a namespace or an unscoped enum member denotes."""
        how, _, around = each.detail.partition(" ")
        match how:
            case "enum":
                target = NameTarget(_namespace_key(around), each.name)
                return Binding(targets=(target,), alias=each.alias, is_reexported=True)
            case "using":
                return Binding(
                    targets=tuple(_targets(each, around)),
                    alias=each.alias,
                    is_wildcard=each.form is ImportForm.ALL,
                    is_reexported=True,
                )
            case "inline":
                namespace = _namespace_key(around)
                return Binding(
                    targets=(NamespaceTarget(namespace),),
                    alias=each.alias,
                    is_reexported=True,
                    is_only_reexported=True,
                    declared_in=(namespace,),
                )
            case "macro":
                return Binding(
                    targets=(NamespaceTarget(LINKAGE_NAMESPACE),),
                    is_wildcard=True,
                    is_reexported=True,
                    is_only_reexported=True,
                    declared_in=(_namespace_key(around),),
                )
            case "using-enum":
                module, _, name = each.module.rpartition(".")
                named = (NameTarget(namespace, name) for namespace in _candidate_namespaces(module, around))
                return Binding(targets=(*named, ExternalTarget(each.module)), is_wildcard=True)
            case _:
                return self._includes.bind_include(path, facts, each, layout)


def _namespace_key(namespace: str) -> str:
    return f"{NAMESPACE_PREFIX}{namespace}" if namespace else LINKAGE_NAMESPACE


def _candidate_namespaces(namespace: str, around: str) -> Iterator[str]:
    """Yield the namespaces that a name may denote, relative to the enclosing ones first."""
    while around and namespace:
        yield _namespace_key(f"{around}.{namespace}")
        around = around.rpartition(".")[0]
    yield _namespace_key(namespace)


def _targets(each: CodeImport, around: str) -> Iterator[ImportTarget]:
    """Yield what a `using` denotes: a namespace, or a name in it, which may also be a type's member."""
    for namespace in _candidate_namespaces(each.module, around):
        yield NameTarget(namespace, each.name) if each.name else NamespaceTarget(namespace)
    if not each.name and "." in each.module:
        # The outer namespace may be one that a macro opens: the inner one is found as a name in it.
        module, _, inner = each.module.rpartition(".")
        for namespace in _candidate_namespaces(module, around):
            yield NameTarget(namespace, inner)
    if each.name and each.module:
        module, _, container = each.module.rpartition(".")
        for namespace in _candidate_namespaces(module, around):
            yield NameTarget(namespace, f"{container}.{each.name}")
    outside = ".".join(filter(None, (each.module, each.name)))
    is_of_library = outside.partition(".")[0] == _LIBRARY
    yield ExternalTarget(f"cpp.{outside}" if is_of_library else outside)
