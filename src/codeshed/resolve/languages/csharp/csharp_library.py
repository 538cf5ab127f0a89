"""Types of the .NET library: their base types, the results of some methods, and methods that they certainly have."""

from codeshed.model.facts.code_expressions import ARRAY
from codeshed.resolve.generic.types.library_types import Library

_SEQUENCES = frozenset({"IEnumerable"})
_COLLECTIONS = _SEQUENCES | {"ICollection", "IReadOnlyCollection"}
_LISTS = _COLLECTIONS | {"IList", "IReadOnlyList"}
_ATTRIBUTED = frozenset({"ICustomAttributeProvider"})
_MEMBERS = _ATTRIBUTED | {"MemberInfo"}
_EXPRESSIONS = frozenset({
    "BinaryExpression", "BlockExpression", "ConditionalExpression", "ConstantExpression", "DefaultExpression",
    "InvocationExpression", "LambdaExpression", "MemberExpression", "MemberInitExpression", "MethodCallExpression",
    "NewArrayExpression", "NewExpression", "ParameterExpression", "TypeBinaryExpression", "UnaryExpression",
})  # fmt: skip
_VALUES = frozenset({"CancellationToken", "HashCode", "StringBuilder"})

KNOWN_BASES: dict[str, frozenset[str]] = {
    ARRAY: _LISTS,
    **dict.fromkeys(_EXPRESSIONS, frozenset({"Expression"})),
    **dict.fromkeys(_VALUES, frozenset()),
    "Collection": _LISTS,
    "ConcurrentDictionary": _COLLECTIONS | {"IDictionary", "IReadOnlyDictionary"},
    "ConstructorInfo": _MEMBERS | {"MethodBase"},
    "Dictionary": _COLLECTIONS | {"IDictionary", "IReadOnlyDictionary"},
    "EventInfo": _MEMBERS,
    "FieldInfo": _MEMBERS,
    "HashSet": _COLLECTIONS | {"ISet", "IReadOnlySet"},
    "ICollection": _SEQUENCES,
    "IDictionary": _COLLECTIONS,
    "IEnumerable": frozenset(),
    "IGrouping": _SEQUENCES,
    "IList": _COLLECTIONS,
    "IOrderedEnumerable": _SEQUENCES,
    "IQueryable": _SEQUENCES,
    "IReadOnlyCollection": _SEQUENCES,
    "IReadOnlyDictionary": _SEQUENCES | {"IReadOnlyCollection"},
    "IReadOnlyList": _SEQUENCES | {"IReadOnlyCollection"},
    "ISet": _COLLECTIONS,
    "KeyedCollection": _LISTS | {"Collection"},
    "LinkedList": _COLLECTIONS,
    "List": _LISTS,
    "MemberInfo": _ATTRIBUTED,
    "MethodBase": _MEMBERS,
    "MethodInfo": _MEMBERS | {"MethodBase"},
    "NameValueCollection": _SEQUENCES | {"ICollection"},
    "ParameterInfo": _ATTRIBUTED,
    "PropertyInfo": _MEMBERS,
    "Queue": _SEQUENCES | {"IReadOnlyCollection"},
    "ReadOnlyCollection": _LISTS,
    "SortedDictionary": _COLLECTIONS | {"IDictionary"},
    "SortedSet": _COLLECTIONS | {"ISet"},
    "Stack": _SEQUENCES | {"IReadOnlyCollection"},
    "StringDictionary": _SEQUENCES,
    "Type": _MEMBERS | {"IReflect"},
    "TypeInfo": _MEMBERS | {"IReflect", "Type"},
    "string": _SEQUENCES | {"ICloneable", "IComparable", "IConvertible", "IEquatable"},
}
"""Base types of library types, by unqualified name: collections, reflection, and value types."""

_TEXT = (
    "Concat Format Insert Join Normalize PadLeft PadRight Remove Replace Substring ToLower ToLowerInvariant ToUpper"
    " ToUpperInvariant Trim TrimEnd TrimStart = string"
)
_PATH = (
    "ChangeExtension Combine GetDirectoryName GetExtension GetFileName GetFileNameWithoutExtension GetFullPath GetPathRoot"
    " GetRandomFileName GetRelativePath GetTempFileName GetTempPath Join = string"
)

CSHARP_LIBRARY = Library(
    f"""
object ; ToString = string
string ; {_TEXT}
Path ; {_PATH}
System.IO.Path ; {_PATH}
"""
)
"""Methods that return strings; a type may be known by its unqualified name only."""

_ONE = frozenset({1})
_TWO = frozenset({2})
_NONE = frozenset({0})
_OF_COLLECTIONS = {"Add": _ONE, "Clear": _NONE, "Contains": _ONE, "CopyTo": _TWO, "Remove": _ONE}
_OF_LISTS = {**_OF_COLLECTIONS, "IndexOf": _ONE, "Insert": _TWO, "RemoveAt": _ONE}
_OF_SETS = {
    **_OF_COLLECTIONS,
    **dict.fromkeys(("ExceptWith", "IntersectWith", "Overlaps", "SetEquals", "UnionWith"), _ONE),
}
_OF_DICTIONARIES = {
    "Add": _TWO, "Clear": _NONE, "ContainsKey": _ONE, "Remove": _ONE, "TryGetValue": _TWO,
}  # fmt: skip

KNOWN_METHODS = {
    "Collection": _OF_LISTS,
    "Dictionary": _OF_DICTIONARIES,
    "HashSet": _OF_SETS,
    "ICollection": _OF_COLLECTIONS,
    "IDictionary": _OF_DICTIONARIES,
    "IList": _OF_LISTS,
    "ISet": _OF_SETS,
    "List": {
        **_OF_LISTS,
        **dict.fromkeys(
            ("AddRange", "Exists", "Find", "FindAll", "FindIndex", "FindLast", "ForEach", "RemoveAll"), _ONE
        ),
    },
    "SortedDictionary": _OF_DICTIONARIES,
    "SortedSet": _OF_SETS,
}
"""Methods of well-known types, with numbers of arguments: an extension method never shadows one of these."""
