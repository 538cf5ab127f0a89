"""The references of a file: who uses what.

Turns: Matches → CodeReferences: calls, new objects, decorators, writes and reads. A name in a definition, an
import or a type is no read; reads and writes of locals are no references either.
"""

from bisect import bisect_right
from collections.abc import Iterator

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.child_nodes import nth_named_child
from codeshed.extract.engine.definition_drafts import DraftTree
from codeshed.extract.engine.grammar import ExpressionKind, Grammar
from codeshed.extract.engine.mutations import MutatedContainers
from codeshed.extract.engine.operator_uses import iter_functions_named_in_strings, iter_operator_calls
from codeshed.extract.engine.query_matches import QueryMatch, QueryMatches
from codeshed.extract.engine.syntax_reading import SyntaxReader, child_of, dotted_expression
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    ReceiverExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import CodeArgument, CodeLocal, CodeReference
from codeshed.model.semantic import ArgumentKind, ReferenceRole

_NON_VALUE_CAPTURES = ("type", "returns", "inherits", "implements", "owner", "type_parameters", "hidden")
_SPREAD = "spread_element"
_LISTS = frozenset({"expression_list", "variable_list"})
_ROLES = (
    ("call", ReferenceRole.CALL),
    ("construct", ReferenceRole.CALL),
    ("annotate", ReferenceRole.DECORATE),
)


def read_references(
    matches: QueryMatches, reader: SyntaxReader, grammar: Grammar, drafts: DraftTree
) -> tuple[CodeReference, ...]:
    """Return all references in source order."""
    return tuple(
        sorted(
            _ReferenceFinder(matches, reader, grammar, drafts).find(),
            key=lambda each: (each.begin, each.end, each.role.value),
        )
    )


class _ReferenceFinder:
    def __init__(
        self, matches: QueryMatches, reader: SyntaxReader, grammar: Grammar, drafts: DraftTree
    ) -> None:
        self._matches = matches
        self._reader = reader
        self._grammar = grammar
        self._drafts = drafts
        self._defined = {
            node.id
            for _, match in matches.definitions
            if match.first("defining_write") is None
            for node in match.all("name")
        }
        self._used = set(self._defined)
        self._other_calls = {
            *(node.id for node in matches.nodes("construct")),
            *(node.id for node in matches.nodes("import")),
            *(node.id for match in matches.with_capture("annotate") for node in match.all("callee")),
        }
        self._blocks = {node.id for node in matches.nodes("scope")}
        self._containers = MutatedContainers(grammar.mutations, drafts.locals())
        self._non_value_spans: list[tuple[int, int]] = []

    def find(self) -> Iterator[CodeReference]:
        """Yield calls and the like first, since the names in these are no reads."""
        self._collect_non_value_spans()
        for name, role in _ROLES:
            for match in self._matches.with_capture(name):
                yield from self._calls(match, name, role)
        hidden = _SpanSet(self._non_value_spans)
        local = _LocalNames(self._drafts.locals())
        yield from iter_operator_calls(self._matches, self._reader, self._grammar, self._drafts)
        yield from iter_functions_named_in_strings(self._matches, self._reader, self._drafts)
        for node in self._matches.nodes("unparsed"):
            yield from self._find_calls_in_text(node, local)
        for match in self._matches.with_capture("write"):
            yield from self._writes(match, hidden, local)
        yield from self._field_parameter_writes()
        yield from self._mutations()
        yield from self._pattern_reads()
        seen = self._used
        called = self._grammar.implicit_call_types
        for node in self._matches.nodes("ref"):
            number, begin = node.id, node.start_byte
            if number in seen or hidden.has(begin):
                continue
            seen.add(number)
            expression = self._reader.expression(node)
            if isinstance(expression, NameExpr):
                if not local.has(expression.name, expression.begin):
                    is_called = bool(called) and node.type in called
                    role = ReferenceRole.CALL if is_called else ReferenceRole.READ
                    yield self._reference(role, expression, node)
            elif isinstance(expression, MemberExpr):
                yield self._reference(ReferenceRole.READ, expression, node)

    def _find_calls_in_text(self, node: tree_sitter.Node, local: "_LocalNames") -> Iterator[CodeReference]:
        """Yield calls by name in text that the grammar leaves unparsed."""
        text = self._reader.text(node)
        if not text.isascii():
            return
        definition = self._drafts.definition_around(node.start_byte, node.end_byte)
        for first, last in self._grammar.find_calls_in_text(text):
            begin, end = node.start_byte + first, node.start_byte + last
            name = text[first:last]
            if not local.has(name, begin):
                yield CodeReference(definition, ReferenceRole.CALL, NameExpr(begin, end, name), begin, end)

    def _collect_non_value_spans(self) -> None:
        """Collect where names are no values: in types, and in imports that define nothing."""
        for name in _NON_VALUE_CAPTURES:
            self._non_value_spans.extend(
                (node.start_byte, node.end_byte) for node in self._matches.nodes(name)
            )
        for node in self._matches.nodes("import"):
            if not self._drafts.has_definition_in(node.start_byte, node.end_byte):
                self._non_value_spans.append((node.start_byte, node.end_byte))
        for match in self._matches.with_capture("parameter"):
            self._used.update(node.id for node in match.all("name"))

    def _calls(self, match: QueryMatch, name: str, role: ReferenceRole) -> Iterator[CodeReference]:
        node = match.captures[name][0]
        callee = match.first("callee")
        if callee is not None:
            self._mark_as_used(callee)
        if name == "call" and (node.id in self._other_calls or self._is_immediate_lambda(callee)):
            return
        expression = self._reader.expression(node if name == "construct" else callee or node)
        constructed = self._reader.type(match.first("constructed_type"))
        if constructed is not None:
            is_implicit = match.first("implicit") is not None
            expression = NewExpr(node.start_byte, node.end_byte, constructed, is_implicit=is_implicit)
        elif name == "construct" and not isinstance(expression, NewExpr):
            expression = OtherExpr(node.start_byte, node.end_byte)
        is_base = constructed is not None and node.child_by_field_name("declarator") is None
        is_decorator = role is ReferenceRole.DECORATE
        is_called = isinstance(expression, CallExpr) and (callee is None or is_decorator)
        yield CodeReference(
            definition=(
                self._drafts.decorated_definition(node)
                if is_decorator
                else self._drafts.definition_around(node.start_byte, node.end_byte)
            ),
            role=role,
            expression=expression.function if is_called and isinstance(expression, CallExpr) else expression,
            begin=node.start_byte,
            end=node.end_byte,
            argument_count=self._count_arguments(match, name),
            keyword_names=tuple(self._iter_keywords(match.first("arguments"))),
            assigned_to=None
            if isinstance(expression, ReceiverExpr) or is_base
            else self._assignment_target(node),
            arguments=tuple(self._arguments(match.first("arguments"), expression)),
            type_arguments=self._type_arguments(node) if name == "call" else (),
            argument_pointer_depths=self._n_pointers(match.first("arguments")),
            written_arguments=tuple(self._iter_written(match.first("arguments"))),
        )

    def _is_immediate_lambda(self, callee: tree_sitter.Node | None) -> bool:
        """Whether the callee is a lambda that is called at once: its code belongs to the caller."""
        while callee is not None:
            shape = self._grammar.expressions.get(callee.type)
            if shape is None or shape.kind is not ExpressionKind.INNER:
                break
            callee = child_of(callee, shape.first)
        return callee is not None and callee.id in self._blocks

    def _type_arguments(self, node: tree_sitter.Node) -> tuple[TypeRef, ...]:
        call = self._reader.expression(node) if self._grammar.keeps_arguments else None
        return call.type_arguments if isinstance(call, CallExpr) else ()

    def _count_arguments(self, match: QueryMatch, name: str) -> int | None:
        """Return the number of arguments; an object may be made without an argument list."""
        arguments = match.first("arguments")
        makes_without_brackets = (
            self._grammar.has_optional_argument_lists or match.first("implicit") is not None
        )
        if arguments is None and name == "construct" and makes_without_brackets:
            return 0
        return _count_arguments(arguments, self._grammar)

    def _arguments(
        self, arguments: tree_sitter.Node | None, function: CodeExpression
    ) -> Iterator[CodeExpression]:
        """Yield the arguments of a call where the language needs them; none if some are named."""
        listers = self._grammar.list_factories
        if not self._grammar.keeps_arguments and not (listers and dotted_expression(function) in listers):
            return
        passed = () if arguments is None else arguments.named_children
        passed = [each for each in passed if not _sets_property(each, self._grammar)]
        is_named = any(self._keyword(each) is not None for each in passed)
        if not is_named:
            for child in passed:
                if child.type not in self._grammar.comment_types:
                    yield self._reader.expression(child)

    def _iter_written(self, arguments: tree_sitter.Node | None) -> Iterator[CodeArgument]:
        """Yield the arguments of a call as they are written."""
        for child in () if arguments is None else arguments.named_children:
            if child.type in self._grammar.comment_types or _sets_property(child, self._grammar):
                continue
            keyword = self._keyword(child)
            if keyword is not None:
                name = self._reader.text(keyword)
                yield CodeArgument(child.start_byte, child.end_byte, ArgumentKind.KEYWORD, name)
                continue
            for kind in self._argument_kinds(child):
                yield self._written_argument(child, kind)

    def _argument_kinds(self, argument: tree_sitter.Node) -> tuple[ArgumentKind, ...]:
        kinds = self._grammar.argument_kinds
        inner = argument.named_children[0] if argument.named_child_count == 1 else argument
        return kinds.get(argument.type, kinds.get(inner.type, (ArgumentKind.POSITIONAL,)))

    def _written_argument(self, argument: tree_sitter.Node, kind: ArgumentKind) -> CodeArgument:
        """Return an argument; a pair whose key is no plain name may be any keyword."""
        key = argument.child_by_field_name("key") if kind is ArgumentKind.KEYWORD else None
        keyword = None if key is None else self._reader.text(key).lstrip(self._grammar.sigils)
        if kind is ArgumentKind.KEYWORD and not (keyword or "").isidentifier():
            return CodeArgument(argument.start_byte, argument.end_byte, ArgumentKind.SPREAD_KEYWORD)
        return CodeArgument(argument.start_byte, argument.end_byte, kind, keyword)

    def _n_pointers(self, arguments: tree_sitter.Node | None) -> tuple[int | None, ...]:
        """Return the levels of indirection of each argument."""
        count = self._grammar.count_pointers
        passed = () if arguments is None or count is None else arguments.named_children
        return tuple(count(each) for each in passed if count and each.type not in self._grammar.comment_types)

    def _iter_keywords(self, arguments: tree_sitter.Node | None) -> Iterator[str]:
        if self._grammar.named_argument_fields and arguments is not None:
            for child in arguments.named_children:
                name = self._keyword(child)
                if name is not None:
                    yield self._reader.text(name)

    def _keyword(self, argument: tree_sitter.Node) -> tree_sitter.Node | None:
        """Return the name of a named argument."""
        field = self._grammar.named_argument_fields.get(argument.type)
        return None if field is None else argument.child_by_field_name(field)

    def _is_definition_target(self, node: tree_sitter.Node) -> bool:
        """Whether the target of an assignment is a definition: `A.f = function`."""
        if not self._grammar.has_definitions_by_assignment:
            return False
        if node.id in self._defined:
            return True
        shape = self._grammar.expressions.get(node.type)
        name = None if shape is None else child_of(node, shape.second)
        return name is not None and name.id in self._defined

    def _mark_as_used(self, callee: tree_sitter.Node) -> None:
        """Mark a callee as used: its name is no read, but its receiver is."""
        self._used.add(callee.id)
        shape = self._grammar.expressions.get(callee.type)
        while shape is not None and shape.kind is ExpressionKind.INNER:
            inner = child_of(callee, shape.first)
            if inner is None:
                return
            callee = inner
            self._used.add(callee.id)
            shape = self._grammar.expressions.get(callee.type)
        if shape is not None:
            for field in shape.second:
                child = callee.child_by_field_name(field)
                if child is not None:
                    self._used.add(child.id)
            inner = child_of(callee, shape.first)
            if inner is not None and shape.kind is ExpressionKind.CALL and callee.id in self._other_calls:
                self._mark_as_used(inner)

    def _writes(self, match: QueryMatch, hidden: "_SpanSet", local: "_LocalNames") -> Iterator[CodeReference]:
        for node in match.all("write"):
            if hidden.has(node.start_byte) and hidden.has(node.end_byte - 1):
                continue
            expression = self._reader.expression(node)
            while isinstance(expression, ItemExpr):
                expression = expression.value
            if self._is_definition_target(node):
                self._used.add(node.id)
                continue
            if isinstance(expression, CallExpr):
                expression = expression.function
            if match.first("update") is None:
                self._used.add(node.id)
            else:
                self._used.discard(node.id)
            is_local = isinstance(expression, NameExpr) and local.has(expression.name, node.start_byte)
            if is_local and expression.end < node.end_byte:
                yield from self._mutation(expression, node)
            is_ignored = is_local or (
                isinstance(expression, NameExpr) and expression.name in self._grammar.blank_names
            )
            if isinstance(expression, NameExpr | MemberExpr) and not is_ignored:
                yield self._write_reference(match, expression, node)

    def _field_parameter_writes(self) -> Iterator[CodeReference]:
        """Yield the writes to fields that constructor parameters declare: `constructor(private a: A)`."""
        for match in self._matches.with_capture("promoted"):
            field, name = match.first("define.field"), match.first("name")
            if field is not None and name is not None and field.type.endswith("_parameter"):
                begin, end = name.start_byte, name.end_byte
                expression = MemberExpr(begin, end, ReceiverExpr(begin, begin), self._reader.text(name))
                yield self._reference(ReferenceRole.WRITE, expression, name)

    def _mutations(self) -> Iterator[CodeReference]:
        """Yield the writes through a value: `delete reg[key]`, `reg.push(x)`, `Object.assign(reg, x)`."""
        for match in self._matches.with_capture("mutated"):
            for node in match.all("mutated"):
                container, operator = self._reader.expression(node), match.first("mutator")
                method = None if operator is None else self._reader.text(operator)
                mutator = method and MemberExpr(node.start_byte, node.end_byte, container, method)
                yield from self._mutation(container, node, mutator=mutator or None)
        known = self._grammar.mutations
        for match in self._matches.with_capture("call"):
            node, callee = match.captures["call"][0], match.first("callee")
            function = self._reader.expression(callee or node)
            if isinstance(function, CallExpr) and callee is None:
                function = function.function
            if isinstance(function, MemberExpr) and function.name in known.methods:
                yield from self._mutation(function.value, node, mutator=function)
            index = known.functions.get(dotted_expression(function)) if known.functions else None
            arguments = match.first("arguments")
            if index is not None and arguments is not None:
                passed = [
                    each for each in arguments.named_children if each.type not in self._grammar.comment_types
                ]
                for each in passed[index : index + 1]:
                    yield from self._mutation(self._reader.expression(each), node, mutator=function)

    def _mutation(
        self, expression: CodeExpression, node: tree_sitter.Node, *, mutator: CodeExpression | None = None
    ) -> Iterator[CodeReference]:
        container = self._containers.container_of(expression)
        if container is not None:
            yield replace(self._reference(ReferenceRole.WRITE, container, node), mutator=mutator)

    def _pattern_reads(self) -> Iterator[CodeReference]:
        """Yield the reads of members by destructuring patterns."""
        read = self._grammar.read_pattern_key
        for node in () if read is None else self._matches.nodes("destructured_key"):
            expression = None if read is None else read(node, self._reader, 0)
            if expression is not None:
                yield self._reference(ReferenceRole.READ, expression, node)

    def _write_reference(
        self, match: QueryMatch, expression: CodeExpression, node: tree_sitter.Node
    ) -> CodeReference:
        """Return a write; arguments after the name are those of a constructor, if its type has one: `A a(1)`."""
        arguments = match.first("arguments")
        return replace(
            self._reference(ReferenceRole.WRITE, expression, node),
            argument_count=_count_arguments(arguments, self._grammar),
            arguments=tuple(self._arguments(arguments, expression)),
            argument_pointer_depths=self._n_pointers(arguments),
        )

    def _reference(
        self, role: ReferenceRole, expression: CodeExpression, node: tree_sitter.Node
    ) -> CodeReference:
        return CodeReference(
            definition=self._drafts.definition_around(node.start_byte, node.end_byte),
            role=role,
            expression=expression,
            begin=node.start_byte,
            end=node.end_byte,
        )

    def _assignment_target(self, node: tree_sitter.Node) -> str | None:
        """Return the local or field that a call's result is assigned to: `name = call`."""
        parent, index = self._reader.parent(node), None
        declarator = node.child_by_field_name("declarator")
        if declarator is not None:
            return self._reader.text(declarator) if self._is_name(declarator) else None
        if parent is not None and parent.type == "expression_list":
            index = next(index for index, each in enumerate(parent.named_children) if each.id == node.id)
            parent = parent.parent
        body = None if parent is None else parent.child_by_field_name("body")
        is_skipped = parent is None or parent.type.startswith("for") or "binary" in parent.type
        if parent is None or is_skipped or (body is not None and body.id == node.id):
            return None
        for target in _iter_targets(parent, index):
            if target.end_byte <= node.start_byte and self._is_name(target):
                text = self._reader.text(target)
                return None if text in self._grammar.blank_names else text
        return None

    def _is_name(self, node: tree_sitter.Node) -> bool:
        shape = self._grammar.expressions.get(node.type)
        return not node.named_children or (shape is not None and shape.kind is ExpressionKind.NAME)


def _iter_targets(assignment: tree_sitter.Node, index: int | None) -> Iterator[tree_sitter.Node]:
    """Yield the possible targets of an assignment; in lists, the one at the value's index."""
    first = nth_named_child(assignment, 0)
    fields = (assignment.child_by_field_name(name) for name in ("name", "left", "pattern", "declarator"))
    for each in (first if first is not None and first.type == "variable_list" else None, *fields):
        target = each
        if target is not None and target.type in _LISTS:
            target = None if index is None else child_of(target, (str(index),))
        while target is not None and (inner := target.child_by_field_name("declarator")) is not None:
            target = inner
        if target is not None:
            yield target


def _count_arguments(arguments: tree_sitter.Node | None, grammar: Grammar) -> int | None:
    """Return the number of arguments, None if one of them is spread."""
    if arguments is None or any(each.type == _SPREAD for each in arguments.named_children):
        return None
    return sum(
        child.type not in grammar.comment_types and not _sets_property(child, grammar)
        for child in arguments.named_children
    )


def _sets_property(argument: tree_sitter.Node, grammar: Grammar) -> bool:
    """Whether an argument sets a property of the new object, and is none of the constructor's."""
    return argument.type in grammar.property_arguments and any(each.type == "=" for each in argument.children)


class _SpanSet:
    """A set of possibly nested spans."""

    def __init__(self, stretches: list[tuple[int, int]]) -> None:
        self._begins: list[int] = []
        self._ends: list[int] = []
        for begin, end in sorted(stretches, key=lambda each: (each[0], -each[1])):
            if not self._ends or end > self._ends[-1]:
                self._begins.append(begin)
                self._ends.append(end)

    def has(self, offset: int) -> bool:
        """Whether an offset is in one of the spans."""
        index = bisect_right(self._begins, offset)
        return index > 0 and offset < self._ends[index - 1]


class _LocalNames:
    """The scopes of local names."""

    def __init__(self, known: tuple[CodeLocal, ...]) -> None:
        stretches: dict[str, list[tuple[int, int]]] = {}
        for each in known:
            stretches.setdefault(each.name, []).append((each.begin, each.end))
        self._stretches = {name: _SpanSet(found) for name, found in stretches.items()}

    def has(self, name: str, offset: int) -> bool:
        """Whether a name at an offset is that of a local."""
        stretches = self._stretches.get(name)
        return stretches is not None and stretches.has(offset)
