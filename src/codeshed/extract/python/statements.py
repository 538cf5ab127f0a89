"""Python statements in a reduced form, and the definitions among them.

Turns: the tree of a file → scopes with statements. Control flow is flattened: all branches may run.
"""

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from tree_sitter import Node

from codeshed.extract.python.expressions import ExpressionReader
from codeshed.extract.python.grammar_gaps import GrammarGaps
from codeshed.extract.python.match_patterns import read_pattern
from codeshed.extract.python.scope_outline import MAX_DEPTH, OpenScope, ScopeOutline
from codeshed.extract.python.string_literals import clean_docstring, normalize_identifier, string_value
from codeshed.extract.python.syntax_nodes import (
    has_body,
    is_async_node,
    is_plain_string,
    named_children,
)
from codeshed.extract.python.syntax_tree import parse_annotation
from codeshed.extract.python.type_aliases import read_type_alias
from codeshed.extract.python.type_parameters import read_type_parameters
from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Define,
    DefinitionFact,
    Delete,
    ExceptClause,
    Expression,
    ExpressionStatement,
    Import,
    Loop,
    MatchStatement,
    Name,
    Return,
    ScopeKind,
    With,
)

_Reader: TypeAlias = Callable[["StatementReader", Node, OpenScope, int], None]

_TYPE_CHECKING = re.compile(rb"(?:\w+\.)?TYPE_CHECKING")
_BLOCKS = frozenset({"block", "else_clause", "finally_clause", "try_statement", "with_clause", "module"})
_IGNORED = frozenset({"pass_statement", "break_statement", "continue_statement", "future_import_statement"})


class StatementReader:
    """Reads the statements of one file into the scopes of its outline."""

    def __init__(self, outline: ScopeOutline, gaps: GrammarGaps) -> None:
        self._outline = outline
        self._gaps = gaps
        self._expressions = ExpressionReader(outline)
        self._is_for_types = False

    def read_block(self, node: Node, scope: OpenScope, depth: int = 0) -> None:
        """Read the statements of a block; a string after an assignment documents its target."""
        previous: Node | None = None
        for child in named_children(node):
            if previous is not None and is_plain_string(child):
                self._document(previous, child, scope)
            self._read(child, scope, depth + 1)
            previous = child

    def _read(self, node: Node, scope: OpenScope, depth: int) -> None:
        if depth > MAX_DEPTH:
            self._outline.report_depth(node.start_byte, node.end_byte)
            return
        kind = node.type
        reader = _READERS.get(kind)
        if reader is not None:
            reader(self, node, scope, depth)
        elif kind in _BLOCKS:
            self.read_block(node, scope, depth)
        elif kind == "ERROR":
            self._read_broken(node, scope, depth)
        elif kind not in _IGNORED:
            scope.statements += [
                ExpressionStatement(self._expressions.read(child, scope))
                for child in ([node] if kind == "expression_statement" else named_children(node))
            ]

    def _read_broken(self, node: Node, scope: OpenScope, depth: int) -> None:
        """Read what the parser recognised within a syntax error: statements as such, the rest as expressions."""
        for child in named_children(node):
            if child.type in _READERS or child.type in _BLOCKS or child.type == "ERROR":
                self._read(child, scope, depth + 1)
            elif child.type not in _IGNORED:
                scope.statements.append(ExpressionStatement(self._expressions.read(child, scope)))

    def _document(self, node: Node, text: Node, scope: OpenScope) -> None:
        """Record a string after an assignment as the documentation of its target."""
        assignment = (
            named_children(node)[0] if node.type == "expression_statement" and named_children(node) else None
        )
        left = None if assignment is None else assignment.child_by_field_name("left")
        value = self._text_of(text)
        if assignment is None or assignment.type != "assignment" or left is None or value is None:
            return
        scope.documented_names.append((self._outline.text(left.start_byte, left.end_byte).decode(), value))

    def read_expression_statement(self, node: Node, scope: OpenScope, _: int) -> None:
        """Read an assignment, or an expression whose value is discarded."""
        inner = named_children(node)
        if len(inner) == 1 and inner[0].type == "assignment":
            self._assignment(inner[0], scope)
        elif len(inner) == 1 and inner[0].type == "augmented_assignment":
            self._augmented_assignment(inner[0], scope)
        elif not is_plain_string(node):
            scope.statements.append(ExpressionStatement(self._expressions.read(node, scope)))

    def _assignment(self, node: Node, scope: OpenScope) -> None:
        """Read `a = b = value`, which nests to the right, and `a: T = value`."""
        targets: list[Expression] = []
        current: Node | None = node
        annotation: Node | None = None
        while current is not None and current.type == "assignment":
            left = current.child_by_field_name("left")
            annotation = current.child_by_field_name("type") or annotation
            if left is not None:
                targets.append(self._expressions.read(left, scope))
                self._expressions.bind(targets[-1], scope)
            current = current.child_by_field_name("right")
        value = None if current is None else self._expressions.read(current, scope)
        declared = None if annotation is None else self._expressions.read(annotation, scope)
        scope.statements.append(Assign(tuple(targets), value, declared, end=node.end_byte))

    def _augmented_assignment(self, node: Node, scope: OpenScope) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None or operator is None:
            return
        target = self._expressions.read(left, scope)
        self._expressions.bind(target, scope)
        value = self._expressions.read(right, scope)
        scope.statements.append(Assign((target,), value, operator=operator.type, end=node.end_byte))

    def read_delete(self, node: Node, scope: OpenScope, _: int) -> None:
        """Read `del`, which binds its targets as an assignment does."""
        targets = [
            part
            for child in named_children(node)
            for part in (named_children(child) if child.type == "expression_list" else [child])
        ]
        read = tuple(self._expressions.read(target, scope) for target in targets)
        for target in read:
            self._expressions.bind(target, scope)
        scope.statements.append(Delete(read))

    def read_return(self, node: Node, scope: OpenScope, _: int) -> None:
        """Read `return`."""
        scope.statements += [Return(self._expressions.read(child, scope)) for child in named_children(node)]

    def read_raise(self, node: Node, scope: OpenScope, _: int) -> None:
        """Read `raise` and `assert`: the first value is the exception, or the condition."""
        is_raised = node.type == "raise_statement"
        for index, child in enumerate(named_children(node)):
            value, is_first = self._expressions.read(child, scope), index == 0
            scope.statements.append(
                ExpressionStatement(
                    value, is_raised=is_first and is_raised, is_tested=is_first and not is_raised
                )
            )

    def read_if(self, node: Node, scope: OpenScope, depth: int) -> None:
        """Read `if`, `elif` and `while`: the condition, then all branches."""
        condition = node.child_by_field_name("condition")
        is_for_types = self._is_for_types
        if condition is not None:
            scope.n_branches += 1
            scope.statements.append(
                ExpressionStatement(self._expressions.read(condition, scope), is_tested=True)
            )
            text = self._outline.text(condition.start_byte, condition.end_byte)
            self._is_for_types = is_for_types or _TYPE_CHECKING.fullmatch(text) is not None
        for child in named_children(node):
            if child != condition:
                self._is_for_types = self._is_for_types and child.type not in {"else_clause", "elif_clause"}
                if child.type in _BLOCKS:
                    scope.branches.append((child.start_byte, child.end_byte))
                self._read(child, scope, depth + 1)
        self._is_for_types = is_for_types

    def read_for(self, node: Node, scope: OpenScope, depth: int) -> None:
        """Read a loop."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None:
            iterable = self._expressions.read(right, scope)
            target = self._expressions.read(left, scope)
            self._expressions.bind(target, scope)
            scope.n_branches += 1
            scope.statements.append(Loop(target, iterable, is_async_node(node)))
        for field in ("body", "alternative"):
            child = node.child_by_field_name(field)
            if child is not None:
                scope.branches.append((child.start_byte, child.end_byte))
                self._read(child, scope, depth + 1)

    def read_with(self, node: Node, scope: OpenScope, depth: int) -> None:
        """Read `with`."""
        for clause in named_children(node):
            if clause.type == "with_clause":
                for item in named_children(clause):
                    self._with_item(item, scope, is_async=is_async_node(node))
            else:
                self._read(clause, scope, depth + 1)

    def _with_item(self, node: Node, scope: OpenScope, *, is_async: bool) -> None:
        value = node.child_by_field_name("value") or node
        alias = value.child_by_field_name("alias") if value.type == "as_pattern" else None
        context = self._expressions.read(named_children(value)[0] if alias is not None else value, scope)
        target = None if alias is None else self._expressions.read(alias, scope)
        if target is not None:
            self._expressions.bind(target, scope)
        scope.statements.append(With(context, target, is_async))

    def read_except(self, node: Node, scope: OpenScope, depth: int) -> None:
        """Read an `except` clause."""
        value = node.child_by_field_name("value")
        name: str | None = None
        types: Expression | None = None
        if value is not None:
            alias = value.child_by_field_name("alias") if value.type == "as_pattern" else None
            types = self._expressions.read(named_children(value)[0] if alias is not None else value, scope)
            bound = None if alias is None else self._expressions.read(alias, scope)
            if isinstance(bound, Name):
                name = bound.name
                scope.bind(name)
        scope.n_branches += 1
        scope.statements.append(ExceptClause(types, name))
        for child in named_children(node):
            if child.type == "block":
                scope.branches.append((child.start_byte, child.end_byte))
                self._read(child, scope, depth + 1)

    def read_match(self, node: Node, scope: OpenScope, depth: int) -> None:
        """Read `match`: all patterns first, then the guards and bodies of its cases."""
        subjects = node.children_by_field_name("subject")
        body = node.child_by_field_name("body")
        uses: list[Expression] = []
        names: list[str] = []
        clauses = (
            [] if body is None else [child for child in named_children(body) if child.type == "case_clause"]
        )
        for clause in clauses:
            for pattern in named_children(clause):
                if pattern.type == "case_pattern":
                    found = read_pattern(pattern, scope, self._outline, self._expressions)
                    uses += found[0]
                    names += found[1]
        for name in names:
            scope.bind(name)
        for subject in subjects:
            value = self._expressions.read(subject, scope)
            scope.statements.append(MatchStatement(value, tuple(uses), tuple(dict.fromkeys(names))))
        for clause in clauses:
            scope.n_branches += 1
            guard = clause.child_by_field_name("guard")
            if guard is not None:
                scope.statements += [
                    ExpressionStatement(self._expressions.read(part, scope), True)
                    for part in named_children(guard)
                ]
            consequence = clause.child_by_field_name("consequence")
            if consequence is not None:
                scope.branches.append((consequence.start_byte, consequence.end_byte))
                self._read(consequence, scope, depth + 1)

    def read_import(self, node: Node, scope: OpenScope, _: int) -> None:
        """Read an import and bind its names."""
        for each in _read_imports(node, self._outline, is_for_types=self._is_for_types):
            if each.name != "*":
                scope.bind(each.alias or each.name or each.module.split(".", 1)[0])
            scope.statements.append(each)

    def read_declare_global(self, node: Node, scope: OpenScope, _: int) -> None:
        """Read `global` and `nonlocal`."""
        names = scope.global_names if node.type == "global_statement" else scope.nonlocal_names
        names.update(dict.fromkeys(self._expressions.name(child) for child in named_children(node)))

    def read_decorated(self, node: Node, scope: OpenScope, depth: int) -> None:
        """Read a definition with its decorators."""
        definition = node.child_by_field_name("definition")
        if definition is not None:
            decorators = tuple(
                self._expressions.read(part, scope)
                for child in named_children(node)
                if child.type == "decorator"
                for part in named_children(child)[:1]
            )
            self._define(definition, scope, depth, decorators, node.start_byte)

    def read_definition(self, node: Node, scope: OpenScope, depth: int) -> None:
        """Read a definition without decorators."""
        self._define(node, scope, depth, (), node.start_byte)

    def _define(
        self, node: Node, scope: OpenScope, depth: int, decorators: tuple[Expression, ...], begin: int
    ) -> None:
        name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name_node is None or body is None:
            return
        is_class = node.type == "class_definition"
        index = self._outline.reserve_definition()
        name = self._expressions.name(name_node)
        scope.bind(name)
        qualified_name = scope.qualified_name_of(
            name, _accessor(decorators), is_overload=_is_overload(decorators)
        )
        bases = node.child_by_field_name("superclasses")
        returns = node.child_by_field_name("return_type") or self._blanked_annotation(node, body)
        parameters = self._expressions.parameters(node.child_by_field_name("parameters"), scope)
        type_parameters = read_type_parameters(
            node.child_by_field_name("type_parameters"), scope, self._expressions
        )
        scope.statements.append(Define(index))
        kind = ScopeKind.CLASS if is_class else ScopeKind.FUNCTION
        inner = self._outline.open_scope(kind, scope, body.start_byte, body.end_byte, qualified_name)
        inner.definition = index
        inner.parameters = parameters
        for bound in (*(each.name for each in parameters), *(each.name for each in type_parameters)):
            inner.bind(bound)
        read_bases = () if bases is None else self._expressions.arguments(bases, scope)
        read_returns = None if returns is None else self._expressions.read(returns, scope)
        self.read_block(body, inner, depth)
        self._outline.close_scope(inner)
        self._outline.fill_definition(
            index,
            DefinitionFact(
                qualified_name=qualified_name,
                name=name,
                begin=begin,
                end=node.end_byte,
                name_begin=name_node.start_byte,
                scope=inner.index,
                is_class=is_class,
                is_async=is_async_node(node),
                is_generator=inner.has_yield,
                has_body=has_body(body),
                documentation=self.docstring(body),
                signature=self._signature(node, body),
                complexity=1 + inner.n_branches,
                decorators=decorators,
                parameters=parameters,
                returns=read_returns,
                bases=read_bases,
                type_parameters=type_parameters,
            ),
        )

    def read_type_alias(self, node: Node, scope: OpenScope, _: int) -> None:
        """Read `type X[T] = value`."""
        read_type_alias(node, scope, self._outline, self._expressions)

    def docstring(self, body: Node) -> str | None:
        """Return the docstring of a module, class or function body."""
        first = next(iter(named_children(body)), None)
        return None if first is None or not is_plain_string(first) else self._text_of(first)

    def _text_of(self, statement: Node) -> str | None:
        """Return the value of a statement that is only a string, or several concatenated ones."""
        literal = named_children(statement)[0]
        parts = named_children(literal) if literal.type == "concatenated_string" else [literal]
        values = [string_value(self._outline.text(part.start_byte, part.end_byte)) for part in parts]
        known = [value for value in values if value is not None]
        return clean_docstring("".join(known)) if len(known) == len(values) else None

    def _blanked_annotation(self, node: Node, body: Node) -> Node | None:
        """Return the annotation that the grammar cannot read before this body."""
        colon = _colon_before(node, body) if self._gaps.annotations else None
        arrow = None if colon is None else self._gaps.annotations.get(colon.start_byte)
        if colon is None or arrow is None:
            return None
        return parse_annotation(self._outline.content, arrow, colon.start_byte)

    def _signature(self, node: Node, body: Node) -> str:
        """Return the source from `def` or `class` up to and including the colon."""
        colon = _colon_before(node, body)
        end = body.start_byte if colon is None else colon.end_byte
        return self._outline.text(node.start_byte, end).decode("utf-8", "replace")


def _colon_before(node: Node, body: Node) -> Node | None:
    """Return the colon between the header of a definition and its body."""
    return next(
        (
            child
            for child in reversed(node.children)
            if child.type == ":" and child.end_byte <= body.start_byte
        ),
        None,
    )


def _read_imports(node: Node, outline: ScopeOutline, *, is_for_types: bool) -> Iterator[Import]:
    """Yield one Import for each name in `import a.b as c` or `from ..a import b as c, *`."""

    def text(part: Node) -> str:
        return "".join(normalize_identifier(outline.text(part.start_byte, part.end_byte)).split())

    source = node.child_by_field_name("module_name")
    dotted = "" if source is None else text(source)
    module = dotted.lstrip(".")
    level = len(dotted) - len(module)
    for child in node.children_by_field_name("name"):
        is_aliased = child.type == "aliased_import"
        name = text(child.child_by_field_name("name") or child) if is_aliased else text(child)
        alias_node = child.child_by_field_name("alias") if is_aliased else None
        alias = None if alias_node is None else text(alias_node)
        begin, end = child.start_byte, child.end_byte
        if source is None:
            yield Import(begin, end, name, None, alias, 0, is_for_types)
        else:
            yield Import(begin, end, module, name, alias, level, is_for_types)
    for child in named_children(node):
        if child.type == "wildcard_import":
            yield Import(child.start_byte, child.end_byte, module, "*", None, level, is_for_types)


def _is_overload(decorators: tuple[Expression, ...]) -> bool:
    return any(isinstance(each, Name | Attribute) and each.name == "overload" for each in decorators)


def _accessor(decorators: tuple[Expression, ...]) -> str:
    """Return the suffix of a property accessor: `.setter` for `@price.setter`."""
    names = [each.name for each in decorators if isinstance(each, Attribute)]
    return next((f".{name}" for name in names if name in {"setter", "deleter"}), "")


_READERS: dict[str, _Reader] = {
    "expression_statement": StatementReader.read_expression_statement,
    "delete_statement": StatementReader.read_delete,
    "return_statement": StatementReader.read_return,
    "raise_statement": StatementReader.read_raise,
    "assert_statement": StatementReader.read_raise,
    "if_statement": StatementReader.read_if,
    "elif_clause": StatementReader.read_if,
    "while_statement": StatementReader.read_if,
    "for_statement": StatementReader.read_for,
    "with_statement": StatementReader.read_with,
    "except_clause": StatementReader.read_except,
    "except_group_clause": StatementReader.read_except,
    "match_statement": StatementReader.read_match,
    "import_statement": StatementReader.read_import,
    "import_from_statement": StatementReader.read_import,
    "global_statement": StatementReader.read_declare_global,
    "nonlocal_statement": StatementReader.read_declare_global,
    "decorated_definition": StatementReader.read_decorated,
    "function_definition": StatementReader.read_definition,
    "class_definition": StatementReader.read_definition,
    "type_alias_statement": StatementReader.read_type_alias,
}
