"""Types of the library of C# whose bases are known."""

from codeshed.model.code_expressions import ARRAY

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
    "ParameterInfo": _ATTRIBUTED,
    "PropertyInfo": _MEMBERS,
    "Queue": _SEQUENCES | {"IReadOnlyCollection"},
    "ReadOnlyCollection": _LISTS,
    "SortedDictionary": _COLLECTIONS | {"IDictionary"},
    "SortedSet": _COLLECTIONS | {"ISet"},
    "Stack": _SEQUENCES | {"IReadOnlyCollection"},
    "Type": _MEMBERS | {"IReflect"},
    "TypeInfo": _MEMBERS | {"IReflect", "Type"},
    "string": _SEQUENCES | {"ICloneable", "IComparable", "IConvertible", "IEquatable"},
}
"""Which types of the library are others: collections, what is known of code, and values."""
