"""FileFacts as short, readable text for expectations."""

from codeshed.extract.python.extract_python import extract_python
from codeshed.model.facts.python_facts import (
    Argument,
    Assign,
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Define,
    Delete,
    ExceptClause,
    Expression,
    ExpressionStatement,
    Import,
    Literal,
    Loop,
    MatchStatement,
    Name,
    ParameterFact,
    PythonFacts,
    Return,
    ScopedExpression,
    Statement,
    Subscript,
    Walrus,
    With,
)
from codeshed.model.semantic import ParameterKind
from tests.support.expectations import assert_expected

_STARS = {ParameterKind.VARIADIC_POSITIONAL: "*", ParameterKind.VARIADIC_KEYWORD: "**"}


def check_facts(source: str, expected: str) -> None:
    """Check the facts of a Python file, scope by scope."""
    assert_expected(dump(extract_python(source.encode())), expected)


def dump(facts: PythonFacts) -> str:
    """Write the scopes of a file with their statements, and its problems."""
    lines = []
    for index, scope in enumerate(facts.scopes):
        definition = None if scope.definition is None else facts.definitions[scope.definition]
        name = f"#{index}" if definition is None else definition.qualified_name
        parameters = f"({', '.join(map(_parameter, scope.parameters))})" if scope.parameters else ""
        binds = f" binds {' '.join(scope.bound_names)}" if scope.bound_names else ""
        extra = "".join(
            f" {word} {' '.join(names)}"
            for word, names in (("global", scope.global_names), ("nonlocal", scope.nonlocal_names))
            if names
        )
        lines.append(f"{scope.kind.value} {name}{parameters}{binds}{extra}")
        lines += [f"  {_statement(statement, facts)}" for statement in scope.statements]
        lines += [f"  {name} is documented: {text}" for name, text in scope.documented_names]
    lines += [f"problem {problem.code}" for problem in facts.problems]
    return "\n".join(lines)


def _statement(statement: Statement, facts: PythonFacts) -> str:  # noqa: C901, PLR0911 - one case for each kind
    match statement:
        case Assign(targets, value, annotation, operator, _):
            declared = "" if annotation is None else f": {text(annotation)}"
            given = "" if value is None else f" {operator or '='} {text(value)}"
            return " = ".join(map(text, targets)) + declared + given
        case Delete(targets):
            return f"del {', '.join(map(text, targets))}"
        case Return(value):
            return f"return {text(value)}"
        case Loop(target, iterable, is_async):
            return f"{'async ' if is_async else ''}for {text(target)} in {text(iterable)}"
        case With(context, target, is_async):
            bound = "" if target is None else f" as {text(target)}"
            return f"{'async ' if is_async else ''}with {text(context)}{bound}"
        case ExceptClause(types, name):
            return f"except {'' if types is None else text(types)}{'' if name is None else f' as {name}'}"
        case MatchStatement(subject, classes, names):
            return (
                f"match {text(subject)} classes [{', '.join(map(text, classes))}] names [{' '.join(names)}]"
            )
        case ExpressionStatement(value, is_tested, is_raised):
            return f"{'test' if is_tested else 'raise' if is_raised else 'do'} {text(value)}"
        case Import():
            source = "." * statement.level + statement.module
            what = source if statement.name is None else f"{statement.name} from {source}"
            alias = "" if statement.alias is None else f" as {statement.alias}"
            return f"import {what}{alias}{' for types' if statement.is_for_types else ''}"
        case Define(index):
            return _definition(index, facts)


def _definition(index: int, facts: PythonFacts) -> str:
    definition = facts.definitions[index]
    words = [
        word
        for word, is_so in (
            ("async", definition.is_async),
            ("generator", definition.is_generator),
            ("class", definition.is_class),
            ("alias", definition.is_alias),
            ("bodiless", not definition.has_body),
        )
        if is_so
    ]
    parts = [*words, definition.qualified_name]
    if definition.type_parameters:
        bounds = [
            f"{each.name}: {text(each.bound)}" if each.bound else each.name
            for each in definition.type_parameters
        ]
        parts.append(f"[{', '.join(bounds)}]")
    if definition.bases:
        parts.append(f"({', '.join(map(_argument, definition.bases))})")
    if definition.returns is not None:
        parts.append(f"-> {text(definition.returns)}")
    parts += [f"@{text(decorator)}" for decorator in definition.decorators]
    if definition.complexity > 1:
        parts.append(f"complexity {definition.complexity}")
    if definition.documentation is not None:
        parts.append(f'"{definition.documentation}"')
    return f"define {' '.join(parts)}"


def _parameter(parameter: ParameterFact) -> str:
    declared = "" if parameter.annotation is None else f": {text(parameter.annotation)}"
    default = "" if parameter.default is None else f" = {text(parameter.default)}"
    mark = {ParameterKind.POSITIONAL_ONLY: "/", ParameterKind.KEYWORD_ONLY: "!"}.get(parameter.kind, "")
    return f"{_STARS.get(parameter.kind, '')}{parameter.name}{mark}{declared}{default}"


def _argument(argument: Argument) -> str:
    keyword = "" if argument.keyword is None else f"{argument.keyword}="
    return "*" * int(argument.spread) + keyword + text(argument.value)


def text(expression: Expression) -> str:  # noqa: C901, PLR0911 - one case for each kind
    """Write an expression; anything but names, members, calls and items is its kind in angle brackets."""
    match expression:
        case Name(name=name):
            return name
        case Attribute(value=value, name=name):
            return f"{text(value)}.{name}"
        case Call(function=function, arguments=arguments):
            return f"{text(function)}({', '.join(map(_argument, arguments))})"
        case Subscript(value=value, index=index):
            return f"{text(value)}[{text(index)}]"
        case Literal(type_name="int", text=str(digits)):
            return digits
        case Literal(type_name=type_name, text=value):
            return type_name if value is None else repr(value)
        case ScopedExpression(scope=scope):
            return f"#{scope}"
        case Walrus(name=name, value=value):
            return f"({name} := {text(value)})"
        case Compound(kind=CompoundKind.DICT, keys=keys, parts=parts):
            return f"<dict {', '.join(map(text, keys))}: {', '.join(map(text, parts))}>"
        case Compound(kind=kind, parts=parts, detail=detail):
            words = [kind.value if detail is None else detail, ", ".join(map(text, parts))]
            return f"<{' '.join(filter(None, words))}>"
