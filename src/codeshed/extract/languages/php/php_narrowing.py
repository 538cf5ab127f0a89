"""Type narrowing in PHP."""

from codeshed.extract.engine.type_narrowing import NarrowingSyntax, TypeNarrowing

PHP_NARROWING = TypeNarrowing(
    NarrowingSyntax(
        variables=frozenset({"variable_name"}),
        holding={
            "if_statement": "body",
            "else_if_clause": "body",
            "while_statement": "body",
            "conditional_expression": "body",
        },
        failing={"conditional_expression": "alternative"},
        blocks=frozenset({"compound_statement"}),
        exits=frozenset({"return_statement", "throw_expression", "continue_statement", "break_statement"}),
        scopes=frozenset({"method_declaration", "function_definition", "anonymous_function"}),
        conjunctions=frozenset({"&&", "and"}),
        disjunctions=frozenset({"||", "or"}),
        negation="unary_op_expression",
    )
)
