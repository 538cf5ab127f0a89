"""Values of Ruby that never change, and what changes the others."""

from codeshed.extract.engine.mutation_tables import ImmutableValues, Mutations

# fmt: off
IMMUTABLE_VALUES = ImmutableValues(
    literals=frozenset({
        "complex", "false", "float", "integer", "lambda", "nil", "rational", "regex", "simple_symbol", "true",
    }),
    composed={"conditional": ("consequence", "alternative"), "parenthesized_statements": (), "range": ()},
    functions=frozenset({"Float", "Integer", "Rational", "Regexp.new"}),
    methods=frozenset({"freeze"}),
    has_immutable_constants=False,
)

MUTATIONS = Mutations(
    methods=frozenset({
        "add", "add?", "append", "capitalize!", "chomp!", "clear", "collect!", "compact!", "compare_by_identity",
        "concat", "delete", "delete?", "delete_at", "delete_if", "downcase!", "fill", "filter!", "flatten!",
        "force_encoding", "gsub!", "insert", "keep_if", "map!", "merge!", "pop", "prepend", "push", "reject!",
        "replace", "reverse!", "rotate!", "select!", "setbyte", "shift", "shuffle!", "slice!", "sort!", "sort_by!",
        "squeeze!", "store", "strip!", "sub!", "subtract", "tr!", "transform_keys!", "transform_values!", "uniq!",
        "unshift", "upcase!", "update",
    }),
    views=frozenset({"compute_if_absent", "dig", "fetch", "first", "last", "values"}),
    are_locals_references=True,
)
# fmt: on
