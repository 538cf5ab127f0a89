"""Who uses what.

Turns: Matches → CodeReferences: calls, new objects, decorators, writes and reads. Names that only define, import or type
something are no reads, and locals are none either.
"""

from bisect import bisect_right
from collections.abc import Iterator

import tree_sitter

from codeshed.extract.languages.drafts import Drafts
from codeshed.extract.languages.grammar import ExpressionKind, Grammar
from codeshed.extract.languages.matches import Match, Matches
from codeshed.extract.languages.reading import Reader, child_of
from codeshed.model.code_facts import (
    CallExpr,
    CodeExpression,
    CodeLocal,
    CodeReference,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
)
from codeshed.model.semantic import ReferenceRole

_TYPES = ("type", "returns", "inherits", "implements", "owner", "type_parameters")


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
        named = (*matches.defining(), *matches.having("parameter"))
        self._used: set[int] = {node.id for match in named for node in match.all("name")}
        self._passed_over: set[int] = {
            *(node.id for node in matches.nodes("import")),
            *(node.id for match in matches.having("annotate") for node in match.all("callee")),
        }

    def find(self) -> Iterator[CodeReference]:
        """Yield calls and the like first: what they name is no read any more."""
        for name, role in (
            ("call", ReferenceRole.CALL),
            ("construct", ReferenceRole.CALL),
            ("annotate", ReferenceRole.DECORATE),
        ):
            for match in self._matches.having(name):
                yield from self._calls(match, name, role)
        local = _LocalNames(self._drafts.locals())
        for match in self._matches.having("write"):
            yield from self._writes(match, local)
        hidden = _Stretches(
            [
                (node.start_byte, node.end_byte)
                for name in (*_TYPES, "hidden", "import")
                for node in self._matches.nodes(name)
            ]
        )
        for node in self._matches.nodes("ref"):
            number, begin = node.id, node.start_byte
            if number in self._used or hidden.has(begin):
                continue
            self._used.add(number)
            expression = self._reader.expression(node)
            is_local = isinstance(expression, NameExpr) and local.has(expression.name, begin)
            if isinstance(expression, NameExpr | MemberExpr) and not is_local:
                yield self._reference(ReferenceRole.READ, expression, node)

    def _calls(self, match: Match, name: str, role: ReferenceRole) -> Iterator[CodeReference]:
        for node in match.all(name)[:1]:
            if role is ReferenceRole.CALL and node.id in self._passed_over:
                continue
            callee = match.one("callee")
            expression = self._reader.expression(node if name == "construct" else callee or node)
            if name == "construct" and not isinstance(expression, NewExpr):
                expression = OtherExpr(node.start_byte, node.end_byte)
            if callee is not None:
                self._use(callee)
            yield CodeReference(
                definition=(
                    self._drafts.decorated(node.start_byte, node.end_byte)
                    if role is ReferenceRole.DECORATE
                    else self._drafts.definition_around(node.start_byte, node.end_byte)
                ),
                role=role,
                expression=expression.function
                if role is ReferenceRole.DECORATE and isinstance(expression, CallExpr)
                else expression,
                begin=node.start_byte,
                end=node.end_byte,
                argument_count=_count_arguments(match.one("arguments"), self._grammar),
                assigned_to=self._assigned(node),
            )

    def _use(self, callee: tree_sitter.Node) -> None:
        """Remember that a node is what is called: its name is no read, what it is taken from is."""
        self._used.add(callee.id)
        shape = self._grammar.expressions.get(callee.type)
        if shape is not None:
            for place in shape.second:
                child = callee.child_by_field_name(place)
                if child is not None:
                    self._used.add(child.id)
            inner = child_of(callee, shape.first)
            if inner is not None and callee.id in self._passed_over and shape.kind is ExpressionKind.CALL:
                self._use(inner)

    def _writes(self, match: Match, local: "_LocalNames") -> Iterator[CodeReference]:
        for node in match.all("write"):
            expression = self._reader.expression(node)
            if match.one("update") is None:
                self._used.add(node.id)
            is_local = isinstance(expression, NameExpr) and local.has(expression.name, node.start_byte)
            is_passed_over = is_local or node.id in self._passed_over
            if isinstance(expression, NameExpr | MemberExpr) and not is_passed_over:
                yield self._reference(ReferenceRole.WRITE, expression, node)

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
        parent = node.parent
        if parent is None:
            return None
        for field in ("name", "left", "pattern"):
            target = parent.child_by_field_name(field)
            if target is not None and target.end_byte <= node.start_byte and not target.named_children:
                return self._reader.text(target)
        return None


def _count_arguments(arguments: tree_sitter.Node | None, grammar: Grammar) -> int | None:
    if arguments is None:
        return None
    return sum(child.type not in grammar.comments for child in arguments.named_children)


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
