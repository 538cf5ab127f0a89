"""Type narrowing in JavaScript and TypeScript."""

from codeshed.extract.engine.type_narrowing import NarrowingSyntax, TypeNarrowing

ECMASCRIPT_NARROWING = TypeNarrowing(
    NarrowingSyntax(
        variables=frozenset({"identifier", "member_expression"}),
        holding={
            "if_statement": "consequence",
            "while_statement": "body",
            "ternary_expression": "consequence",
        },
        failing={"if_statement": "alternative", "ternary_expression": "alternative"},
        blocks=frozenset({"program", "statement_block", "switch_case", "switch_default"}),
        exits=frozenset({"return_statement", "throw_statement", "continue_statement", "break_statement"}),
        scopes=frozenset(
            {
                "class_body",
                "function_declaration",
                "generator_function_declaration",
                "function_expression",
                "generator_function",
                "method_definition",
            }
        ),
        lambdas=frozenset({"arrow_function"}),
        conjunctions=frozenset({"&&"}),
        disjunctions=frozenset({"||"}),
        negation="unary_expression",
        calls=frozenset({"call_expression"}),
        this="this",
    )
)
