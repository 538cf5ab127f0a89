"""Values of PHP that never change, and what changes the others."""

from codeshed.extract.engine.mutation_tables import ImmutableValues, Mutations

# fmt: off
IMMUTABLE_VALUES = ImmutableValues(
    literals=frozenset({
        "anonymous_function", "arrow_function", "boolean", "encapsed_string", "float", "heredoc", "integer", "nowdoc",
        "null", "string",
    }),
    composed={"array_creation_expression": (), "array_element_initializer": (), "conditional_expression": ("body", "alternative"), "parenthesized_expression": ()},
    operations={"binary_expression": frozenset({"??"}), "unary_op_expression": frozenset()},
    types=frozenset({
        "Closure", "array", "DateInterval", "DateTimeImmutable", "DateTimeZone", "bool", "callable", "false", "float", "int",
        "null", "string", "true",
    }),
)

MUTATIONS = Mutations(
    methods=frozenset({
        "add", "addAll", "append", "attach", "clear", "dequeue", "detach", "enqueue", "insert", "offsetSet",
        "offsetUnset", "pop", "prepend", "push", "put", "remove", "removeElement", "set", "shift", "unshift",
    }),
    functions=dict.fromkeys((
        "array_multisort", "array_pop", "array_push", "array_shift", "array_splice", "array_unshift", "array_walk",
        "arsort", "asort", "krsort", "ksort", "natcasesort", "natsort", "rsort", "settype", "shuffle", "sort", "uasort",
        "uksort", "usort",
    ), 0),
)
# fmt: on
