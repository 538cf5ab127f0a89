"""Values of Scala that never change, and what changes the others."""

from codeshed.extract.engine.mutation_tables import ImmutableValues, Mutations

# fmt: off
IMMUTABLE_VALUES = ImmutableValues(
    literals=frozenset({
        "boolean_literal", "character_literal", "floating_point_literal", "integer_literal",
        "interpolated_string_expression", "lambda_expression", "null_literal", "string", "unit",
    }),
    composed={"ascription_expression": ("0",), "parenthesized_expression": (), "prefix_expression": (), "tuple_expression": ()},
    functions=frozenset({
        "IndexedSeq", "List", "List.empty", "ListMap", "ListSet", "Map", "Map.empty", "Nil", "None", "Option", "Range",
        "Seq", "Seq.empty", "Set", "Set.empty", "Some", "SortedMap", "SortedSet", "TreeMap", "Tuple2", "Vector",
        "Vector.empty",
    }),
    methods=frozenset({"r"}),
    types=frozenset({
        "BigDecimal", "BigInt", "Boolean", "Byte", "Char", "Charset", "Class", "Double", "Duration", "Either",
        "FiniteDuration", "Float", "Instant", "Int", "Left", "List", "LocalDate", "LocalDateTime", "Locale", "Long",
        "None", "Option", "Path", "Pattern", "Range", "Regex", "Right", "Short", "Some", "String", "Symbol", "URI", "URL",
        "UUID", "Unit", "Vector",
    }),
)

MUTATIONS = Mutations(
    methods=frozenset({
        "++=", "++=:", "+=", "+=:", "--=", "-=", "accumulateAndGet", "add", "addAll", "addAndGet", "addElement",
        "addFirst", "addLast", "addOne", "append", "appendAll", "clear", "compareAndSet", "compute", "computeIfAbsent",
        "computeIfPresent", "decrement", "decrementAndGet", "deleteCharAt", "dequeue", "enqueue", "filterInPlace",
        "getAndAdd", "getAndDecrement", "getAndIncrement", "getAndSet", "getAndUpdate", "getOrElseUpdate", "increment",
        "incrementAndGet", "insert", "insertAll", "lazySet", "mapInPlace", "merge", "offer", "offerFirst", "offerLast",
        "poll", "pollFirst", "pollLast", "pop", "prepend", "prependAll", "push", "put", "putAll", "putIfAbsent",
        "remove", "removeAll", "removeElement", "removeFirst", "removeIf", "removeLast", "retainAll", "set",
        "setCharAt", "setLength", "setProperty", "sort", "subtractAll", "subtractOne", "trimEnd", "trimStart", "update",
        "updateAndGet", "updateWith",
    }),
    views=frozenset({
        "apply", "computeIfAbsent", "entrySet", "firstEntry", "get", "getFirst", "getLast", "getOrDefault", "getOrElse",
        "getOrElseUpdate", "keySet", "lastEntry", "peek", "peekFirst", "peekLast", "subList", "values",
    }),
    are_locals_references=True,
)
# fmt: on
