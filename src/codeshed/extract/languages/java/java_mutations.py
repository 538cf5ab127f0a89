"""Values of Java that never change, and what changes the others."""

from codeshed.extract.engine.mutation_tables import ImmutableValues, Mutations

# fmt: off
IMMUTABLE_VALUES = ImmutableValues(
    literals=frozenset({
        "binary_integer_literal", "character_literal", "class_literal", "decimal_floating_point_literal",
        "decimal_integer_literal", "false", "hex_floating_point_literal", "hex_integer_literal",
        "instanceof_expression", "lambda_expression", "method_reference", "null_literal", "octal_integer_literal",
        "string_literal", "true",
    }),
    composed={"cast_expression": ("value",), "parenthesized_expression": (), "ternary_expression": ("consequence", "alternative")},
    operations={"binary_expression": frozenset(), "unary_expression": frozenset()},
    functions=frozenset({
        "Collections.emptyList", "Collections.emptyMap", "Collections.emptySet", "Collections.singleton",
        "Collections.singletonList", "Collections.singletonMap", "Collections.unmodifiableCollection",
        "Collections.unmodifiableList", "Collections.unmodifiableMap", "Collections.unmodifiableSet",
        "ImmutableList.copyOf", "ImmutableList.of", "ImmutableMap.copyOf", "ImmutableMap.of", "ImmutableSet.copyOf",
        "ImmutableSet.of", "List.copyOf", "List.of", "Map.copyOf", "Map.of", "Map.ofEntries", "Math.",
        "Pattern.compile", "Set.copyOf", "Set.of",
    }),
    types=frozenset({
        "BiConsumer", "BiFunction", "BiPredicate", "BigDecimal", "BigInteger", "BinaryOperator", "Boolean", "Byte",
        "Callable", "CharSequence", "Character", "Charset", "Class", "Comparator", "Consumer", "DateTimeFormatter",
        "Double", "Duration", "Float", "Function", "Instant", "Integer", "LocalDate", "LocalDateTime", "LocalTime",
        "Locale", "Long", "MethodHandle", "OffsetDateTime", "Optional", "OptionalDouble", "OptionalInt", "OptionalLong",
        "Path", "Pattern", "Period", "Predicate", "Runnable", "Short", "String", "Supplier", "TimeUnit", "URI", "URL",
        "UUID", "UnaryOperator", "Void", "ZoneId", "ZoneOffset", "ZonedDateTime", "boolean", "byte", "char", "double",
        "float", "int", "long", "short",
    }),
)

MUTATIONS = Mutations(
    methods=frozenset({
        "accumulateAndGet", "add", "addAll", "addAndGet", "addElement", "addFirst", "addLast", "append", "clear",
        "compareAndSet", "compute", "computeIfAbsent", "computeIfPresent", "decrement", "decrementAndGet",
        "deleteCharAt", "getAndAdd", "getAndDecrement", "getAndIncrement", "getAndSet", "getAndUpdate", "increment",
        "incrementAndGet", "insert", "lazySet", "merge", "offer", "offerFirst", "offerLast", "poll", "pollFirst",
        "pollLast", "pop", "push", "put", "putAll", "putIfAbsent", "remove", "removeAll", "removeElement",
        "removeFirst", "removeIf", "removeLast", "retainAll", "set", "setCharAt", "setLength", "setProperty", "sort",
        "updateAndGet",
    }),
    functions={
        "Arrays.fill": 0,
        "Arrays.setAll": 0,
        "Arrays.sort": 0,
        "Collections.addAll": 0,
        "Collections.reverse": 0,
        "Collections.shuffle": 0,
        "Collections.sort": 0,
        "Collections.swap": 0,
        "System.arraycopy": 2,
    },
    views=frozenset({
        "computeIfAbsent", "entrySet", "firstEntry", "get", "getFirst", "getLast", "getOrDefault", "keySet",
        "lastEntry", "peek", "peekFirst", "peekLast", "subList", "values",
    }),
    are_locals_references=True,
)
# fmt: on
