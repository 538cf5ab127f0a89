"""Values of JavaScript and TypeScript that never change, and what changes the others."""

from codeshed.extract.engine.mutation_tables import ImmutableValues, Mutations

# fmt: off
IMMUTABLE_VALUES = ImmutableValues(
    literals=frozenset({
        "arrow_function", "false", "function_expression", "generator_function", "null", "number", "regex", "string",
        "template_string", "true", "undefined",
    }),
    composed={"as_expression": ("0",), "non_null_expression": (), "parenthesized_expression": (), "satisfies_expression": ("0",), "ternary_expression": ("consequence", "alternative")},
    operations={"binary_expression": frozenset({"&&", "??", "||"}), "unary_expression": frozenset()},
    functions=frozenset({
        "BigInt", "Boolean", "Math.", "Number", "Number.", "Object.freeze", "String", "Symbol", "Symbol.for",
        "parseFloat", "parseInt",
    }),
    keywords={"as_expression": "const"},
    types=frozenset({
        "ReadonlyArray", "ReadonlyMap", "ReadonlySet", "RegExp", "bigint", "boolean", "null", "number", "string",
        "symbol", "undefined",
    }),
)

MUTATIONS = Mutations(
    methods=frozenset({
        "add", "append", "clear", "copyWithin", "delete", "fill", "pop", "push", "reverse", "set", "shift", "sort",
        "splice", "unshift",
    }),
    functions=dict.fromkeys((
        "Object.assign", "Object.defineProperties", "Object.defineProperty", "Object.setPrototypeOf",
        "Reflect.defineProperty", "Reflect.deleteProperty", "Reflect.set",
    ), 0),
    views=frozenset({"at", "get"}),
    are_locals_references=True,
)
# fmt: on
