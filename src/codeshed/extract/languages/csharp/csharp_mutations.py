"""Values of C# that never change, and what changes the others."""

from codeshed.extract.engine.mutation_tables import ImmutableValues, Mutations

# fmt: off
IMMUTABLE_VALUES = ImmutableValues(
    literals=frozenset({
        "anonymous_method_expression", "boolean_literal", "character_literal", "default_expression", "integer_literal",
        "interpolated_string_expression", "is_expression", "is_pattern_expression", "lambda_expression", "null_literal",
        "raw_string_literal", "real_literal", "sizeof_expression", "string_literal", "typeof_expression",
        "verbatim_string_literal",
    }),
    composed={"argument": (), "cast_expression": ("value",), "checked_expression": (), "conditional_expression": ("consequence", "alternative"), "parenthesized_expression": (), "tuple_expression": ()},
    operations={"binary_expression": frozenset({"??", "as"}), "prefix_unary_expression": frozenset({"*"})},
    functions=frozenset({
        "Array.Empty", "Enumerable.Empty", "ImmutableArray.Create", "ImmutableDictionary.Create",
        "ImmutableHashSet.Create", "ImmutableList.Create", "Math.", "TimeSpan.FromMilliseconds", "TimeSpan.FromMinutes",
        "TimeSpan.FromSeconds",
    }),
    types=frozenset({
        "Action", "Assembly", "Boolean", "Byte", "Char", "ConstructorInfo", "CultureInfo", "DateOnly", "DateTime",
        "DateTimeOffset", "Decimal", "Double", "Encoding", "FieldInfo", "FrozenDictionary", "FrozenSet", "Func", "Guid",
        "ImmutableArray", "ImmutableDictionary", "ImmutableHashSet", "ImmutableList", "ImmutableQueue",
        "ImmutableSortedDictionary", "ImmutableSortedSet", "ImmutableStack", "Int16", "Int32", "Int64", "IntPtr",
        "MethodInfo", "Nullable", "Predicate", "PropertyInfo", "Regex", "Single", "String", "StringComparer",
        "StringComparison", "TimeOnly", "TimeSpan", "Type", "UInt16", "UInt32", "UInt64", "UIntPtr", "Uri", "Version",
        "bool", "byte", "char", "decimal", "double", "float", "int", "long", "nint", "nuint", "sbyte", "short",
        "string", "uint", "ulong", "ushort",
    }),
)

MUTATIONS = Mutations(
    methods=frozenset({
        "Add", "AddFirst", "AddLast", "AddOrUpdate", "AddRange", "Append", "AppendFormat", "AppendLine", "Clear",
        "Dequeue", "Enqueue", "ExceptWith", "GetOrAdd", "Insert", "InsertRange", "IntersectWith", "Pop", "Push",
        "Remove", "RemoveAll", "RemoveAt", "RemoveFirst", "RemoveLast", "RemoveRange", "RemoveWhere", "Reverse",
        "SetValue", "Sort", "SymmetricExceptWith", "TryAdd", "TryDequeue", "TryPop", "TryRemove", "TryTake",
        "TryUpdate", "UnionWith",
    }),
    functions={
        "Array.Clear": 0,
        "Array.Fill": 0,
        "Array.Resize": 0,
        "Array.Reverse": 0,
        "Array.Sort": 0,
        "Interlocked.Add": 0,
        "Interlocked.CompareExchange": 0,
        "Interlocked.Decrement": 0,
        "Interlocked.Exchange": 0,
        "Interlocked.Increment": 0,
        "Volatile.Write": 0,
    },
    views=frozenset({"First", "GetOrAdd", "GetValueOrDefault", "Last", "Peek"}),
    are_locals_references=True,
)
# fmt: on
