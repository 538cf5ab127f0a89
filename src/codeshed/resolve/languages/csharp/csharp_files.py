"""The module system of C#, and its primitive types and roots.

Turns: namespaces and using directives → namespace keys and Bindings. Namespaces span files and do not follow
folders, so no directive leads to a file; projects only add the namespaces that all their files use.
"""

from collections.abc import Iterator

from codeshed.model.facts.code_facts import CodeFacts, CodeImport, ImportForm
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.language_rules import ImplicitBase, Primitive, SequenceMethods
from codeshed.resolve.generic.names.namespaces import (
    Binding,
    ExternalTarget,
    ImportTarget,
    NamespaceTarget,
    NameTarget,
)
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.languages.csharp.csharp_names import IMPLICIT_TYPES, TYPES_BY_NAMESPACE
from codeshed.resolve.languages.csharp.csharp_projects import ProjectFiles

_FLOATS = ("float", "double", "decimal")

PRIMITIVES = {
    "bool": Primitive(boxed_type="System.Boolean"),
    "byte": Primitive(("short", "ushort", "int", "uint", "long", "ulong", *_FLOATS), "System.Byte"),
    "char": Primitive(("ushort", "int", "uint", "long", "ulong", *_FLOATS), "System.Char"),
    "decimal": Primitive(boxed_type="System.Decimal"),
    "double": Primitive(boxed_type="System.Double"),
    "float": Primitive(("double",), "System.Single"),
    "int": Primitive(("long", *_FLOATS), "System.Int32"),
    "long": Primitive(_FLOATS, "System.Int64"),
    "nint": Primitive(("long", *_FLOATS), "System.IntPtr"),
    "nuint": Primitive(("ulong", *_FLOATS), "System.UIntPtr"),
    "sbyte": Primitive(("short", "int", "long", *_FLOATS), "System.SByte"),
    "short": Primitive(("int", "long", *_FLOATS), "System.Int16"),
    "uint": Primitive(("long", "ulong", *_FLOATS), "System.UInt32"),
    "ulong": Primitive(_FLOATS, "System.UInt64"),
    "ushort": Primitive(("int", "uint", "long", "ulong", *_FLOATS), "System.UInt16"),
    "void": Primitive(),
}
"""Value types with a keyword, and their implicit conversions."""

FUNCTION_TYPES = frozenset(
    {"Action", "Comparison", "Converter", "EventHandler", "Expression", "Func", "Predicate"}
)

FINAL_TYPES = frozenset({"Type", "System.Type"})

BUILTINS = frozenset({"object", "string"})

KEYWORDS = frozenset({*PRIMITIVES, *BUILTINS, "dynamic"})
"""Keywords for types."""

LIBRARY_PATTERN = r"(?:object|string)(?:\.|$)|System\."
"""Matches names that are known to belong to the standard library."""

IMPLICIT_BASES = (
    ImplicitBase(
        "System.Enum", frozenset({"CompareTo", "GetTypeCode", "HasFlag"}), frozenset({TypeKind.ENUM})
    ),
    ImplicitBase(
        "System.Nullable",
        frozenset({"GetValueOrDefault", "HasValue"}),
        frozenset({TypeKind.ENUM, TypeKind.STRUCT}),
    ),
    ImplicitBase(
        "System.Delegate",
        frozenset(
            {"BeginInvoke", "DynamicInvoke", "EndInvoke", "GetInvocationList", "Invoke", "Method", "Target"}
        ),
        frozenset({TypeKind.TYPE_ALIAS}),
    ),
    ImplicitBase(
        "object",
        frozenset({"Equals", "GetHashCode", "GetType", "MemberwiseClone", "ReferenceEquals", "ToString"}),
    ),
)
"""Base types of all types of a kind."""

_OF_ONE = frozenset({
    "ElementAt", "ElementAtOrDefault", "First", "FirstOrDefault", "Last", "LastOrDefault", "MaxBy", "MinBy", "Single",
    "SingleOrDefault",
})  # fmt: skip
_OF_SAME = frozenset({
    "Append", "AsEnumerable", "AsQueryable", "Concat", "DefaultIfEmpty", "Distinct", "Except", "FindAll", "Intersect",
    "OrderBy", "OrderByDescending", "Prepend", "Reverse", "Skip", "SkipWhile", "Take", "TakeWhile", "ThenBy",
    "ThenByDescending", "ToArray", "ToHashSet", "ToList", "Union", "Where",
})  # fmt: skip
_WITH_ITEM = frozenset({
    "All", "Any", "Average", "Count", "First", "FirstOrDefault", "ForEach", "GroupBy", "Last", "LastOrDefault", "Max",
    "MaxBy", "Min", "MinBy", "OrderBy", "OrderByDescending", "RemoveAll", "Select", "SelectMany", "Single",
    "SingleOrDefault", "SkipWhile", "Sum", "TakeWhile", "ThenBy", "ThenByDescending", "ToDictionary", "ToLookup",
    "Where",
})  # fmt: skip

SEQUENCE_METHODS = SequenceMethods(
    base_type="IEnumerable", element_methods=_OF_ONE, sequence_results=_OF_SAME, callback_methods=_WITH_ITEM
)
"""The methods of System.Linq."""

_ANY_NAME = r"\w+"
_TYPE_NAME = r"[A-Z]\w*"
_OTHER_TYPE_NAME = rf"(?!(?:{'|'.join(sorted(IMPLICIT_TYPES))})$)[A-Z]\w*"

GLOBAL_NAMESPACE = "csharp:global"
"""The global namespace, by the name that the language gives it."""


class CSharpNamespaces:
    """A file sees its own namespace and the enclosing ones, those that its project uses, and all by their full names."""

    def __init__(self) -> None:
        self._projects = ProjectFiles()

    def namespace_of(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> str:
        """Return the namespace key of a file-scoped namespace; those of blocks are appended to it."""
        del path, layout
        return _namespace_key(facts.namespace)

    def visible_namespaces(self, path: str, facts: CodeFacts, layout: RepositoryLayout) -> tuple[str, ...]:
        """Return the namespaces visible in a file: its own, or the one around several, then those of its project."""
        blocks = sorted({_joined(facts.namespace, each.namespace) for each in facts.definitions})
        own = blocks[0] if len(blocks) == 1 else facts.namespace
        used = map(_namespace_key, self._projects.global_usings(path, layout))
        return (*map(_namespace_key, _with_outer(own)), self._projects.project_namespace(path, layout), *used)

    def find_implicit_imports(self, path: str, layout: RepositoryLayout) -> tuple[Binding, ...]:
        """Return the project's global usings of static types and aliases."""
        types = (
            Binding(
                targets=(*_types(name), ExternalTarget(name)),
                is_wildcard=True,
                external_function_pattern=_ANY_NAME,
            )
            for name in self._projects.global_static_usings(path, layout)
        )
        named = (
            Binding(
                targets=(NamespaceTarget(_namespace_key(name)), *_types(name), ExternalTarget(name)),
                alias=alias,
            )
            for alias, name in self._projects.global_aliases(path, layout)
        )
        return (*types, *named)

    def bind_import(
        self, path: str, facts: CodeFacts, each: CodeImport, layout: RepositoryLayout
    ) -> Binding | None:
        """Return what a directive denotes: a namespace, the members of a type, or an alias of either."""
        words = each.detail.split()
        is_open = self._projects.has_implicit_usings(path, layout)
        is_static = "static" in words
        outside_names = _ANY_NAME if is_static and not is_open else _types_in(each.module, is_open=is_open)
        is_global = "global" in words
        if "extern" in words:
            return Binding(targets=(ExternalTarget(each.module),), alias=each.alias)
        names = [each.module]
        if "inner" in words:
            names += [_joined(outer, each.module) for outer in _enclosing_namespaces(facts) if outer]
        if each.form is ImportForm.MODULE:
            targets = [
                target for name in names for target in (NamespaceTarget(_namespace_key(name)), *_types(name))
            ]
        elif is_static:
            targets = [target for name in names for target in _types(name)]
        else:
            targets = [NamespaceTarget(_namespace_key(name)) for name in names]
        return Binding(
            targets=(*targets, ExternalTarget(each.module)),
            alias=each.alias,
            is_wildcard=each.form is ImportForm.ALL,
            external_name_pattern=outside_names,
            external_function_pattern=_ANY_NAME if is_static else "",
            is_reexported=is_global,
            reexported_in=self._projects.project_namespace(path, layout) if is_global else "",
            may_be_namespace=True,
            is_conditional="either" in words,
        )


def _types_in(namespace: str, *, is_open: bool) -> str:
    """Return a pattern of the types that an external namespace may have; with implicit usings, these come first."""
    known = TYPES_BY_NAMESPACE.get(namespace)
    if known is not None:
        return "" if is_open and known <= IMPLICIT_TYPES else "|".join(sorted(known))
    return _OTHER_TYPE_NAME if is_open else _TYPE_NAME


def _namespace_key(namespace: str) -> str:
    return f"{GLOBAL_NAMESPACE}.{namespace}" if namespace else GLOBAL_NAMESPACE


def _joined(outer: str, inner: str) -> str:
    return ".".join(filter(None, (outer, inner)))


def _with_outer(namespace: str) -> Iterator[str]:
    """Yield a namespace and the enclosing ones, the root last."""
    while namespace:
        yield namespace
        namespace = namespace.rpartition(".")[0]
    yield ""


def _enclosing_namespaces(facts: CodeFacts) -> tuple[str, ...]:
    """Return all namespaces of a file, innermost first."""
    own = sorted({_joined(facts.namespace, each.namespace) for each in facts.definitions}) or [
        facts.namespace
    ]
    return tuple(dict.fromkeys(outer for each in own for outer in _with_outer(each)))


def _types(dotted: str) -> Iterator[ImportTarget]:
    """Yield the types that a qualified name may denote, top-level ones first."""
    parts = dotted.split(".")
    for number in range(len(parts) - 1, -1, -1):
        yield NameTarget(_namespace_key(".".join(parts[:number])), ".".join(parts[number:]))
