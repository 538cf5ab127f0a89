"""Who uses what.

Turns: Matches → CodeReferences: calls, new objects, decorators, writes and reads. Names that only define, import or type
something are no reads, and locals are none either.
"""

from bisect import bisect_right
from collections.abc import Iterator

import tree_sitter

from codeshed.extract.languages.drafts import Drafts
from codeshed.extract.languages.grammar import ExpressionKind, Grammar
from codeshed.extract.languages.matches import Match
from codeshed.extract.languages.reading import Reader
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

_USES = frozenset({"call", "construct", "annotate"})
_TYPES = frozenset({
    "type", "returns", "inherits", "implements", "owner", "type_parameters", "hidden", "import",
})  # fmt: skip


def read_references(
    matches: list[Match],
    reader: Reader,
    grammar: Grammar,
    drafts: Drafts,
    *,
    read: list[tree_sitter.Node],
    hidden: list[tuple[int, int]],
) -> tuple[CodeReference, ...]:
    """Return all uses in the order of the source.

    `read` are the nodes that are reads unless they are something else, `hidden` where names are no values.
    """
    uses = _References(matches, reader, grammar, drafts)
    return tuple(
        sorted(uses.find(read, hidden), key=lambda each: (each.begin, each.end, each.role.value)),
    )


class _References:
    def __init__(self, matches: list[Match], reader: Reader, grammar: Grammar, drafts: Drafts) -> None:
        self._matches = matches
        self._reader = reader
        self._grammar = grammar
        self._drafts = drafts
        self._used: set[int] = {
            node.id for match in matches if match.defined is not None for node in match.all("name")
        }
        self._hidden: list[tuple[int, int]] = []

    def find(self, read: list[tree_sitter.Node], hidden: list[tuple[int, int]]) -> Iterator[CodeReference]:
        """Yield calls and the like first: what they name is no read any more."""
        for match in self._matches:
            self._hide(match)
        for match in self._matches:
            if not match.captures.keys().isdisjoint(_USES):
                yield from self._calls(match)
        for match in self._matches:
            if "write" in match.captures:
                yield from self._writes(match)
        others = (node for match in self._matches for node in match.all("ref"))
        yield from self._reads((*read, *others), _Stretches([*hidden, *self._hidden]))

    def _reads(self, nodes: tuple[tree_sitter.Node, ...], hidden: "_Stretches") -> Iterator[CodeReference]:
        local = _LocalNames(self._drafts.locals())
        seen: set[int] = set()
        called = self._grammar.called_names
        for node in nodes:
            key = node.id
            if key in self._used or key in seen or hidden.has(node.start_byte):
                continue
            seen.add(key)
            expression = self._reader.expression(node)
            if isinstance(expression, NameExpr):
                if not local.has(expression.name, expression.begin):
                    is_called = bool(called) and node.type in called
                    role = ReferenceRole.CALL if is_called else ReferenceRole.READ
                    yield self._reference(role, expression, node)
            elif isinstance(expression, MemberExpr):
                yield self._reference(ReferenceRole.READ, expression, node)

    def _hide(self, match: Match) -> None:
        """Remember where names are no values: in imports and types."""
        for name in match.captures.keys() & _TYPES:
            self._hidden += [(node.start_byte, node.end_byte) for node in match.captures[name]]
        if match.one("parameter") is not None:
            self._used.update(node.id for node in match.all("name"))

    def _calls(self, match: Match) -> Iterator[CodeReference]:
        for name, role in (
            ("call", ReferenceRole.CALL),
            ("construct", ReferenceRole.CALL),
            ("annotate", ReferenceRole.DECORATE),
        ):
            if name not in match.captures:
                continue
            node = match.captures[name][0]
            callee = match.one("callee")
            expression = self._reader.expression(node if name == "construct" else callee or node)
            if name == "construct" and not isinstance(expression, NewExpr):
                expression = OtherExpr(node.start_byte, node.end_byte)
            if callee is not None:
                self._use(callee)
            yield CodeReference(
                definition=(
                    self._drafts.decorated(node)
                    if role is ReferenceRole.DECORATE
                    else self._drafts.definition_around(node.start_byte, node.end_byte)
                ),
                role=role,
                expression=expression.function
                if (role is ReferenceRole.DECORATE or callee is None) and isinstance(expression, CallExpr)
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

    def _writes(self, match: Match) -> Iterator[CodeReference]:
        for node in match.all("write"):
            expression = self._reader.expression(node)
            if isinstance(expression, CallExpr):
                expression = expression.function
            if match.one("update") is None:
                self._used.add(node.id)
            if isinstance(expression, NameExpr | MemberExpr):
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
        if parent is None or "binary" in parent.type:
            return None
        for field in ("name", "left", "pattern", "declarator"):
            target = parent.child_by_field_name(field)
            while target is not None and (inner := target.child_by_field_name("declarator")) is not None:
                target = inner
            if target is not None and target.end_byte <= node.start_byte and self._is_name(target):
                return self._reader.text(target)
        return None

    def _is_name(self, node: tree_sitter.Node) -> bool:
        shape = self._grammar.expressions.get(node.type)
        return not node.named_children or (shape is not None and shape.kind is ExpressionKind.NAME)


def _count_arguments(arguments: tree_sitter.Node | None, grammar: Grammar) -> int | None:
    if arguments is None:
        return None
    return sum(child.type not in grammar.comments for child in arguments.named_children)


class _Stretches:
    """Stretches of the source that may lie in each other."""

    def __init__(self, stretches: list[tuple[int, int]]) -> None:
        self._stretches: list[tuple[int, int]] = []
        for begin, end in sorted(stretches, key=lambda each: (each[0], -each[1])):
            if not self._stretches or end > self._stretches[-1][1]:
                self._stretches.append((begin, end))
        self._begins = [begin for begin, _ in self._stretches]

    def has(self, offset: int) -> bool:
        """Whether an offset lies in one of them."""
        index = bisect_right(self._begins, offset) - 1
        return index >= 0 and offset < self._stretches[index][1]


class _LocalNames:
    """Which names are those of locals, and where."""

    def __init__(self, known: tuple[CodeLocal, ...]) -> None:
        self._stretches: dict[str, list[tuple[int, int]]] = {}
        for each in known:
            self._stretches.setdefault(each.name, []).append((each.begin, each.end))

    def has(self, name: str, offset: int) -> bool:
        """Whether a name means a local at an offset."""
        for begin, end in self._stretches.get(name, ()):
            if begin > offset:
                return False
            if offset < end:
                return True
        return False
