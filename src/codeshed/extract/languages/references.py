"""Who uses what.

Turns: Matches → CodeReferences: calls, new objects, decorators, writes and reads. Names that only define, import or type
something are no reads, and locals are none either.
"""

from bisect import bisect_right
from collections.abc import Iterator

import tree_sitter

from codeshed.extract.languages.drafts import Drafts
from codeshed.extract.languages.grammar import Grammar
from codeshed.extract.languages.matches import Match, Matches
from codeshed.extract.languages.reading import Reader, child_of
from codeshed.model.code_facts import (
    CallExpr,
    CodeExpression,
    CodeLocal,
    CodeReference,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
)
from codeshed.model.semantic import ReferenceRole

_NO_VALUES = ("type", "returns", "inherits", "implements", "owner", "type_parameters", "hidden", "import")
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
        self._defined = {node.id for _, match in matches.defining for node in match.all("name")}
        self._used = set(self._defined)
        self._constructing = {node.id for node in matches.nodes("construct")}
        self._hidden: list[tuple[int, int]] = []

    def find(self) -> Iterator[CodeReference]:
        """Yield calls and the like first: what they name is no read any more."""
        self._hide()
        for name, role in _ROLES:
            for match in self._matches.having(name):
                yield from self._calls(match, name, role)
        for match in self._matches.having("write"):
            yield from self._writes(match)
        hidden = _Stretches(self._hidden)
        local = _LocalNames(self._drafts.locals())
        seen = self._used
        for node in self._matches.nodes("ref"):
            number, begin = node.id, node.start_byte
            if number in seen or hidden.has(begin):
                continue
            seen.add(number)
            expression = self._reader.expression(node)
            is_local = isinstance(expression, NameExpr) and local.has(expression.name, begin)
            if isinstance(expression, NameExpr | MemberExpr) and not is_local:
                yield self._reference(ReferenceRole.READ, expression, node)

    def _hide(self) -> None:
        """Remember where names are no values: in imports and types."""
        for name in _NO_VALUES:
            self._hidden.extend((node.start_byte, node.end_byte) for node in self._matches.nodes(name))
        for match in self._matches.having("parameter"):
            self._used.update(node.id for node in match.all("name"))

    def _calls(self, match: Match, name: str, role: ReferenceRole) -> Iterator[CodeReference]:
        node = match.captures[name][0]
        callee = match.one("callee")
        if callee is not None:
            self._use(callee)
        if name == "call" and node.id in self._constructing:
            return
        expression = self._reader.expression(node if name == "construct" else callee or node)
        if name == "construct" and not isinstance(expression, NewExpr):
            expression = OtherExpr(node.start_byte, node.end_byte)
        is_decorator = role is ReferenceRole.DECORATE
        around = self._drafts.decorated if is_decorator else self._drafts.definition_around
        yield CodeReference(
            definition=around(node.start_byte, node.end_byte),
            role=role,
            expression=expression.function
            if is_decorator and isinstance(expression, CallExpr)
            else expression,
            begin=node.start_byte,
            end=node.end_byte,
            argument_count=_count_arguments(match.one("arguments"), self._grammar),
            assigned_to=self._assigned(node),
        )

    def _is_defined(self, node: tree_sitter.Node) -> bool:
        """Whether what is assigned is a definition: `A.f = function`."""
        if node.id in self._defined:
            return True
        shape = self._grammar.expressions.get(node.type)
        name = None if shape is None else child_of(node, shape.second)
        return name is not None and name.id in self._defined

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
            while isinstance(expression, ItemExpr):
                expression = expression.value
            if self._is_defined(node):
                self._used.add(node.id)
                continue
            if match.one("update") is None:
                self._used.add(node.id)
            is_blank = isinstance(expression, NameExpr) and expression.name in self._grammar.blank_names
            if isinstance(expression, NameExpr | MemberExpr) and not is_blank:
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
        target = _target_of(node)
        if target is None or target.end_byte > node.start_byte or target.named_children:
            return None
        text = self._reader.text(target)
        return None if text in self._grammar.blank_names else text


def _target_of(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return what stands before the sign of an assignment; in lists each value has its own."""
    parent, place = node.parent, None
    if parent is not None and parent.type == "expression_list":
        place = next(place for place, each in enumerate(parent.named_children) if each.id == node.id)
        parent = parent.parent
    if parent is None or parent.type.startswith("for"):
        return None
    before = parent.named_child(0)
    names = (
        before
        if before is not None and before.type == "variable_list"
        else child_of(parent, ("name", "left", "pattern"))
    )
    if names is None or names.type not in {"expression_list", "variable_list"}:
        return names
    return None if place is None else child_of(names, (str(place),))


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
        place = bisect_right(self._begins, offset)
        return place > 0 and offset < self._ends[place - 1]


class _LocalNames:
    """Which names are those of locals, and where."""

    def __init__(self, known: tuple[CodeLocal, ...]) -> None:
        found: dict[str, list[tuple[int, int]]] = {}
        for each in known:
            found.setdefault(each.name, []).append((each.begin, each.end))
        self._stretches = {name: _Stretches(stretches) for name, stretches in found.items()}

    def has(self, name: str, offset: int) -> bool:
        """Whether a name means a local at an offset."""
        stretches = self._stretches.get(name)
        return stretches is not None and stretches.has(offset)
