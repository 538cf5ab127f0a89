"""Who uses what.

Turns: Matches → CodeReferences: calls, new objects, decorators, writes and reads. Names that only define, import or type
something are no reads; what is read from or written to a local is no use either.
"""

from bisect import bisect_right
from collections.abc import Iterator

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.definition_drafts import Drafts
from codeshed.extract.engine.grammar import ExpressionKind, Grammar
from codeshed.extract.engine.operator_uses import iter_named_by_text, iter_operators
from codeshed.extract.engine.query_matches import Match, Matches
from codeshed.extract.engine.syntax_reading import Reader, child_of, dotted_expression
from codeshed.model.code_expressions import (
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
from codeshed.model.code_facts import CodeLocal, CodeReference
from codeshed.model.semantic import ReferenceRole

_NO_VALUES = ("type", "returns", "inherits", "implements", "owner", "type_parameters", "hidden")
_SPREAD = "spread_element"
_LISTS = frozenset({"expression_list", "variable_list"})
_ROLES = (
    ("call", ReferenceRole.CALL),
    ("construct", ReferenceRole.CALL),
    ("annotate", ReferenceRole.DECORATE),
)


def read_references(
    matches: Matches, reader: Reader, grammar: Grammar, drafts: Drafts
) -> tuple[CodeReference, ...]:
    """Return all uses in the order of the source."""
    return tuple(
        sorted(
            _References(matches, reader, grammar, drafts).find(),
            key=lambda each: (each.begin, each.end, each.role.value),
        )
    )


class _References:
    def __init__(self, matches: Matches, reader: Reader, grammar: Grammar, drafts: Drafts) -> None:
        self._matches = matches
        self._reader = reader
        self._grammar = grammar
        self._drafts = drafts
        self._defined = {
            node.id
            for _, match in matches.defining
            if match.one("of_self") is None
            for node in match.all("name")
        }
        self._used = set(self._defined)
        self._no_calls = {
            *(node.id for node in matches.nodes("construct")),
            *(node.id for node in matches.nodes("import")),
            *(node.id for match in matches.having("annotate") for node in match.all("callee")),
        }
        self._blocks = {node.id for node in matches.nodes("scope")}
        self._hidden: list[tuple[int, int]] = []

    def find(self) -> Iterator[CodeReference]:
        """Yield calls and the like first: what they name is no read any more."""
        self._hide()
        for name, role in _ROLES:
            for match in self._matches.having(name):
                yield from self._calls(match, name, role)
        hidden = _Stretches(self._hidden)
        local = _LocalNames(self._drafts.locals())
        yield from iter_operators(self._matches, self._reader, self._grammar, self._drafts)
        yield from iter_named_by_text(self._matches, self._reader, self._drafts)
        for node in self._matches.nodes("unread"):
            yield from self._unread(node, local)
        for match in self._matches.having("write"):
            yield from self._writes(match, hidden, local)
        yield from self._promoted()
        yield from self._taken()
        seen = self._used
        called = self._grammar.called_names
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

    def _unread(self, node: tree_sitter.Node, local: "_LocalNames") -> Iterator[CodeReference]:
        """Yield calls by name in what the grammar leaves as it is written."""
        text = self._reader.text(node)
        if not text.isascii():
            return
        definition = self._drafts.definition_around(node.start_byte, node.end_byte)
        for first, last in self._grammar.find_called_names(text):
            begin, end = node.start_byte + first, node.start_byte + last
            name = text[first:last]
            if not local.has(name, begin):
                yield CodeReference(definition, ReferenceRole.CALL, NameExpr(begin, end, name), begin, end)

    def _hide(self) -> None:
        """Remember where names are no values: in types, and in imports unless they define something."""
        for name in _NO_VALUES:
            self._hidden.extend((node.start_byte, node.end_byte) for node in self._matches.nodes(name))
        for node in self._matches.nodes("import"):
            if not self._drafts.has_definition_in(node.start_byte, node.end_byte):
                self._hidden.append((node.start_byte, node.end_byte))
        for match in self._matches.having("parameter"):
            self._used.update(node.id for node in match.all("name"))

    def _calls(self, match: Match, name: str, role: ReferenceRole) -> Iterator[CodeReference]:
        node = match.captures[name][0]
        callee = match.one("callee")
        if callee is not None:
            self._use(callee)
        if name == "call" and (node.id in self._no_calls or self._is_written_here(callee)):
            return
        expression = self._reader.expression(node if name == "construct" else callee or node)
        made = self._reader.type(match.one("made"))
        if made is not None:
            is_unsaid = match.one("unsaid") is not None
            expression = NewExpr(node.start_byte, node.end_byte, made, is_unsaid=is_unsaid)
        elif name == "construct" and not isinstance(expression, NewExpr):
            expression = OtherExpr(node.start_byte, node.end_byte)
        is_base = made is not None and node.child_by_field_name("declarator") is None
        is_decorator = role is ReferenceRole.DECORATE
        is_called = isinstance(expression, CallExpr) and (callee is None or is_decorator)
        yield CodeReference(
            definition=(
                self._drafts.decorated(node)
                if is_decorator
                else self._drafts.definition_around(node.start_byte, node.end_byte)
            ),
            role=role,
            expression=expression.function if is_called and isinstance(expression, CallExpr) else expression,
            begin=node.start_byte,
            end=node.end_byte,
            argument_count=self._count_arguments(match, name),
            keyword_names=tuple(self._iter_keywords(match.one("arguments"))),
            assigned_to=None if isinstance(expression, ReceiverExpr) or is_base else self._assigned(node),
            arguments=tuple(self._arguments(match.one("arguments"), expression)),
            type_arguments=self._type_arguments(node) if name == "call" else (),
            n_pointers=self._n_pointers(match.one("arguments")),
        )

    def _is_written_here(self, callee: tree_sitter.Node | None) -> bool:
        """Whether what is called is a function without a name that is written there: its code is that of the caller."""
        while callee is not None:
            shape = self._grammar.expressions.get(callee.type)
            if shape is None or shape.kind is not ExpressionKind.INNER:
                break
            callee = child_of(callee, shape.first)
        return callee is not None and callee.id in self._blocks

    def _type_arguments(self, node: tree_sitter.Node) -> tuple[TypeRef, ...]:
        call = self._reader.expression(node) if self._grammar.reads_arguments else None
        return call.type_arguments if isinstance(call, CallExpr) else ()

    def _count_arguments(self, match: Match, name: str) -> int | None:
        """Return how many arguments a call has; an object may be made without brackets."""
        arguments = match.one("arguments")
        makes_without_brackets = self._grammar.makes_without_brackets or match.one("unsaid") is not None
        if arguments is None and name == "construct" and makes_without_brackets:
            return 0
        return _count_arguments(arguments, self._grammar)

    def _arguments(
        self, arguments: tree_sitter.Node | None, function: CodeExpression
    ) -> Iterator[CodeExpression]:
        """Yield what a function is given, if that matters."""
        listers = self._grammar.listers
        if not self._grammar.reads_arguments and not (listers and dotted_expression(function) in listers):
            return
        given = () if arguments is None else arguments.named_children
        given = [each for each in given if not _is_assigned(each, self._grammar)]
        is_named = any(self._keyword(each) is not None for each in given)
        if not is_named:
            for child in given:
                if child.type not in self._grammar.comments:
                    yield self._reader.expression(child)

    def _n_pointers(self, arguments: tree_sitter.Node | None) -> tuple[int | None, ...]:
        """Return how many pointers each argument has more than what it is written with."""
        count = self._grammar.count_pointers
        given = () if arguments is None or count is None else arguments.named_children
        return tuple(count(each) for each in given if count and each.type not in self._grammar.comments)

    def _iter_keywords(self, arguments: tree_sitter.Node | None) -> Iterator[str]:
        if self._grammar.named_arguments and arguments is not None:
            for child in arguments.named_children:
                name = self._keyword(child)
                if name is not None:
                    yield self._reader.text(name)

    def _keyword(self, argument: tree_sitter.Node) -> tree_sitter.Node | None:
        """Return the name by which an argument is given."""
        field = self._grammar.named_arguments.get(argument.type)
        return None if field is None else argument.child_by_field_name(field)

    def _is_defined(self, node: tree_sitter.Node) -> bool:
        """Whether what is assigned is a definition: `A.f = function`."""
        if not self._grammar.defines_by_assigning:
            return False
        if node.id in self._defined:
            return True
        shape = self._grammar.expressions.get(node.type)
        name = None if shape is None else child_of(node, shape.second)
        return name is not None and name.id in self._defined

    def _use(self, callee: tree_sitter.Node) -> None:
        """Remember that a node is what is called: its name is no read, what it is taken from is."""
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
            for place in shape.second:
                child = callee.child_by_field_name(place)
                if child is not None:
                    self._used.add(child.id)
            inner = child_of(callee, shape.first)
            if inner is not None and shape.kind is ExpressionKind.CALL and callee.id in self._no_calls:
                self._use(inner)

    def _writes(self, match: Match, hidden: "_Stretches", local: "_LocalNames") -> Iterator[CodeReference]:
        for node in match.all("write"):
            if hidden.has(node.start_byte) and hidden.has(node.end_byte - 1):
                continue
            expression = self._reader.expression(node)
            while isinstance(expression, ItemExpr):
                expression = expression.value
            if self._is_defined(node):
                self._used.add(node.id)
                continue
            if isinstance(expression, CallExpr):
                expression = expression.function
            if match.one("update") is None:
                self._used.add(node.id)
            else:
                self._used.discard(node.id)
            is_passed_over = isinstance(expression, NameExpr) and (
                expression.name in self._grammar.blank_names or local.has(expression.name, node.start_byte)
            )
            if isinstance(expression, NameExpr | MemberExpr) and not is_passed_over:
                yield self._written(match, expression, node)

    def _promoted(self) -> Iterator[CodeReference]:
        """Yield that constructors write to the fields that their parameters are."""
        for match in self._matches.having("promoted"):
            field, name = match.one("define.field"), match.one("name")
            if field is not None and name is not None and field.type.endswith("_parameter"):
                begin, end = name.start_byte, name.end_byte
                expression = MemberExpr(begin, end, ReceiverExpr(begin, begin), self._reader.text(name))
                yield self._reference(ReferenceRole.WRITE, expression, name)

    def _taken(self) -> Iterator[CodeReference]:
        """Yield that patterns read what they take out of things."""
        read = self._grammar.read_taken
        for node in () if read is None else self._matches.nodes("taken"):
            expression = None if read is None else read(node, self._reader, 0)
            if expression is not None:
                yield self._reference(ReferenceRole.READ, expression, node)

    def _written(self, match: Match, expression: CodeExpression, node: tree_sitter.Node) -> CodeReference:
        """Return a write; what is written in brackets behind a name is given to a constructor, if it is a type's."""
        given = match.one("arguments")
        return replace(
            self._reference(ReferenceRole.WRITE, expression, node),
            argument_count=_count_arguments(given, self._grammar),
            arguments=tuple(self._arguments(given, expression)),
            n_pointers=self._n_pointers(given),
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

    def _assigned(self, node: tree_sitter.Node) -> str | None:
        """Return the local or field that a call's result goes to, if it is written as `name = call`."""
        parent, place = self._reader.parent(node), None
        declared = node.child_by_field_name("declarator")
        if declared is not None:
            return self._reader.text(declared) if self._is_name(declared) else None
        if parent is not None and parent.type == "expression_list":
            place = next(place for place, each in enumerate(parent.named_children) if each.id == node.id)
            parent = parent.parent
        body = None if parent is None else parent.child_by_field_name("body")
        is_passed = parent is None or parent.type.startswith("for") or "binary" in parent.type
        if parent is None or is_passed or (body is not None and body.id == node.id):
            return None
        for target in _iter_targets(parent, place):
            if target.end_byte <= node.start_byte and self._is_name(target):
                text = self._reader.text(target)
                return None if text in self._grammar.blank_names else text
        return None

    def _is_name(self, node: tree_sitter.Node) -> bool:
        shape = self._grammar.expressions.get(node.type)
        return not node.named_children or (shape is not None and shape.kind is ExpressionKind.NAME)


def _iter_targets(assignment: tree_sitter.Node, place: int | None) -> Iterator[tree_sitter.Node]:
    """Yield what may stand before the sign of an assignment; in lists it has the place of its value."""
    before = assignment.named_child(0)
    fields = (assignment.child_by_field_name(name) for name in ("name", "left", "pattern", "declarator"))
    for each in (before if before is not None and before.type == "variable_list" else None, *fields):
        target = each
        if target is not None and target.type in _LISTS:
            target = None if place is None else child_of(target, (str(place),))
        while target is not None and (inner := target.child_by_field_name("declarator")) is not None:
            target = inner
        if target is not None:
            yield target


def _count_arguments(arguments: tree_sitter.Node | None, grammar: Grammar) -> int | None:
    """Return how many arguments there are, None if one of them stands for any number."""
    if arguments is None or any(each.type == _SPREAD for each in arguments.named_children):
        return None
    return sum(
        child.type not in grammar.comments and not _is_assigned(child, grammar)
        for child in arguments.named_children
    )


def _is_assigned(argument: tree_sitter.Node, grammar: Grammar) -> bool:
    """Whether an argument sets a field of a new object, and is given to nobody."""
    return argument.type in grammar.assigned_arguments and any(each.type == "=" for each in argument.children)


class _Stretches:
    """Stretches of the source that may lie in each other."""

    def __init__(self, stretches: list[tuple[int, int]]) -> None:
        self._begins: list[int] = []
        self._ends: list[int] = []
        for begin, end in sorted(stretches, key=lambda each: (each[0], -each[1])):
            if not self._ends or end > self._ends[-1]:
                self._begins.append(begin)
                self._ends.append(end)

    def has(self, offset: int) -> bool:
        """Whether an offset lies in one of them."""
        index = bisect_right(self._begins, offset)
        return index > 0 and offset < self._ends[index - 1]


class _LocalNames:
    """Which names are those of locals, and where."""

    def __init__(self, known: tuple[CodeLocal, ...]) -> None:
        stretches: dict[str, list[tuple[int, int]]] = {}
        for each in known:
            stretches.setdefault(each.name, []).append((each.begin, each.end))
        self._stretches = {name: _Stretches(found) for name, found in stretches.items()}

    def has(self, name: str, offset: int) -> bool:
        """Whether a name means a local at an offset."""
        stretches = self._stretches.get(name)
        return stretches is not None and stretches.has(offset)
