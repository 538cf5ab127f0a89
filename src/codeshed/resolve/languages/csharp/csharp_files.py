"""The module system of C#, and its primitive types and roots.

Turns: namespaces and using directives → namespace keys and Bindings. Namespaces span files and do not follow
folders, so no directive leads to a file; projects only add the namespaces that all their files use.
"""

from collections.abc import Iterator

from codeshed.model.code_facts import CodeFacts, CodeImport, ImportForm
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.language_rules import Primitive, Root, SequenceMethods
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NameTarget, SpaceTarget, Target
from codeshed.resolve.generic.names.repository_layout import Layout
from codeshed.resolve.languages.csharp.csharp_projects import Projects

_FLOATS = ("float", "double", "decimal")

PRIMITIVES = {
    "bool": Primitive(box="System.Boolean"),
    "byte": Primitive(("short", "ushort", "int", "uint", "long", "ulong", *_FLOATS), "System.Byte"),
    "char": Primitive(("ushort", "int", "uint", "long", "ulong", *_FLOATS), "System.Char"),
    "decimal": Primitive(box="System.Decimal"),
    "double": Primitive(box="System.Double"),
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

LIBRARIES = r"(?:object|string)(?:\.|$)|System\."
"""Matches names that are known to belong to the standard library."""

ROOTS = (
    Root("System.Enum", frozenset({"CompareTo", "GetTypeCode", "HasFlag"}), frozenset({TypeKind.ENUM})),
    Root(
        "System.Nullable",
        frozenset({"GetValueOrDefault", "HasValue"}),
        frozenset({TypeKind.ENUM, TypeKind.STRUCT}),
    ),
    Root(
        "System.Delegate",
        frozenset(
            {"BeginInvoke", "DynamicInvoke", "EndInvoke", "GetInvocationList", "Invoke", "Method", "Target"}
        ),
        frozenset({TypeKind.TYPE_ALIAS}),
    ),
    Root(
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

SEQUENCE_METHODS = SequenceMethods(base="IEnumerable", of_one=_OF_ONE, of_same=_OF_SAME, with_item=_WITH_ITEM)
"""The methods of System.Linq."""

_ANY_NAME = r"\w+"
_TYPE_NAME = r"[A-Z]\w*"

ROOT = "csharp:global"
"""The global namespace, by the name that the language gives it."""


class CSharpNamespaces:
    """A file sees its own namespace and the enclosing ones, those that its project uses, and all by their full names."""

    def __init__(self) -> None:
        self._projects = Projects()

    def space_of(self, path: str, facts: CodeFacts, layout: Layout) -> str:
        """Return the namespace key of a file-scoped namespace; those of blocks are appended to it."""
        del path, layout
        return _space(facts.space)

    def seen_spaces(self, path: str, facts: CodeFacts, layout: Layout) -> tuple[str, ...]:
        """Return the namespaces visible in a file: its own, or the one around several, then those of its project."""
        blocks = sorted({_joined(facts.space, each.space) for each in facts.definitions})
        own = blocks[0] if len(blocks) == 1 else facts.space
        used = map(_space, self._projects.used(path, layout))
        return (*map(_space, _with_outer(own)), self._projects.space(path, layout), *used)

    def implied(self, path: str, layout: Layout) -> tuple[Binding, ...]:
        """Return the project's global usings of static types and aliases."""
        types = (
            Binding(targets=(*_types(name), ExternalTarget(name)), is_all=True, outside_functions=_ANY_NAME)
            for name in self._projects.used_types(path, layout)
        )
        named = (
            Binding(targets=(SpaceTarget(_space(name)), *_types(name), ExternalTarget(name)), alias=alias)
            for alias, name in self._projects.aliases(path, layout)
        )
        return (*types, *named)

    def bind(self, path: str, facts: CodeFacts, each: CodeImport, layout: Layout) -> Binding | None:
        """Return what a directive denotes: a namespace, the members of a type, or an alias of either."""
        words = each.detail.split()
        is_open = self._projects.implies_more(path, layout)
        is_static = "static" in words
        outside_names = "" if is_open else _ANY_NAME if is_static else _TYPE_NAME
        is_global = "global" in words
        if "extern" in words:
            return Binding(targets=(ExternalTarget(each.module),), alias=each.alias)
        names = [each.module]
        if "inner" in words:
            names += [_joined(outer, each.module) for outer in _enclosing_namespaces(facts) if outer]
        if each.form is ImportForm.MODULE:
            targets = [target for name in names for target in (SpaceTarget(_space(name)), *_types(name))]
        elif is_static:
            targets = [target for name in names for target in _types(name)]
        else:
            targets = [SpaceTarget(_space(name)) for name in names]
        return Binding(
            targets=(*targets, ExternalTarget(each.module)),
            alias=each.alias,
            is_all=each.form is ImportForm.ALL,
            outside_names=outside_names,
            outside_functions=_ANY_NAME if is_static else "",
            is_passed_on=is_global,
            shared_in=self._projects.space(path, layout) if is_global else "",
            is_of_space=True,
            is_alternative="either" in words,
        )


def _space(namespace: str) -> str:
    return f"{ROOT}.{namespace}" if namespace else ROOT


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
    own = sorted({_joined(facts.space, each.space) for each in facts.definitions}) or [facts.space]
    return tuple(dict.fromkeys(outer for each in own for outer in _with_outer(each)))


def _types(dotted: str) -> Iterator[Target]:
    """Yield the types that a qualified name may denote, top-level ones first."""
    parts = dotted.split(".")
    for number in range(len(parts) - 1, -1, -1):
        yield NameTarget(_space(".".join(parts[:number])), ".".join(parts[number:]))
