"""Values of Lua that never change, and what changes the others."""

from codeshed.extract.engine.mutation_tables import ImmutableValues, Mutations

# fmt: off
IMMUTABLE_VALUES = ImmutableValues(
    literals=frozenset({"false", "function_definition", "nil", "number", "string", "true"}),
    composed={"expression_list": (), "parenthesized_expression": ()},
    operations={"binary_expression": frozenset({"and", "or"}), "unary_expression": frozenset()},
)

MUTATIONS = Mutations(
    functions={
        "rawset": 0,
        "table.clear": 0,
        "table.insert": 0,
        "table.move": 4,
        "table.remove": 0,
        "table.sort": 0,
    },
    are_locals_references=True,
)
# fmt: on
