"""The scopes and definitions of a file while it is read.

Turns: events of the tree walk → ScopeFacts and DefinitionFacts.
"""

from bisect import bisect_right
from collections import Counter

import msgspec

from codeshed.model.facts.python_facts import DefinitionFact, ParameterFact, ScopeFact, ScopeKind, Statement
from codeshed.model.semantic import Problem
from codeshed.model.span import Span

MAX_DEPTH = 100
"""How deeply expressions and blocks may nest; what is deeper is reported and not read."""

MAX_LINKS = 300
"""How many links a chain such as `a.b().c()` may have; the links after so many are reported and not read."""


class OpenScope(msgspec.Struct):
    """A scope that is still being read."""

    index: int
    kind: ScopeKind
    parent: "OpenScope | None"
    begin: int
    end: int
    qualified_name: str = ""
    definition: int | None = None
    parameters: tuple[ParameterFact, ...] = ()
    bound_names: dict[str, None] = msgspec.field(default_factory=dict)
    global_names: dict[str, None] = msgspec.field(default_factory=dict)
    nonlocal_names: dict[str, None] = msgspec.field(default_factory=dict)
    documented_names: list[tuple[str, str]] = msgspec.field(default_factory=list)
    branches: list[tuple[int, int]] = msgspec.field(default_factory=list)
    statements: list[Statement] = msgspec.field(default_factory=list)
    n_definitions: Counter[str] = msgspec.field(default_factory=Counter)
    has_yield: bool = False
    n_branches: int = 0

    def qualified_name_of(self, name: str, accessor: str, *, is_overload: bool = False) -> str:
        """Return the qualified name of a definition: `C.m`, `C.p.setter`, and `C.m#2` for the second one of a name.

        An overload signature shares the name of its implementation and is not counted.
        """
        full_name = f"{name}{accessor}"
        self.n_definitions[full_name] += not is_overload
        ordinal = self.n_definitions[full_name]
        numbered = full_name if ordinal <= 1 else f"{full_name}#{ordinal}"
        return f"{self.qualified_name}.{numbered}" if self.qualified_name else numbered

    def bind(self, name: str) -> None:
        """Record that this scope binds a name."""
        self.bound_names[name] = None


class ScopeOutline:
    """The scopes and definitions of one file, as far as it has been read."""

    def __init__(self, content: bytes, line_starts: tuple[int, ...]) -> None:
        self.content = content
        self._line_starts = line_starts
        self._scopes: list[ScopeFact | None] = []
        self._definitions: list[DefinitionFact | None] = []
        self.problems: list[Problem] = []

    @property
    def scopes(self) -> tuple[ScopeFact, ...]:
        """All closed scopes, in the order in which they were opened."""
        return tuple(scope for scope in self._scopes if scope is not None)

    @property
    def definitions(self) -> tuple[DefinitionFact, ...]:
        """All definitions in source order."""
        return tuple(definition for definition in self._definitions if definition is not None)

    def text(self, begin: int, end: int) -> bytes:
        """Return the source between two offsets."""
        return self.content[begin:end]

    def open_scope(
        self, kind: ScopeKind, parent: OpenScope | None, begin: int, end: int, qualified_name: str = ""
    ) -> OpenScope:
        """Open a scope; its index is its position among all scopes."""
        scope = OpenScope(
            index=len(self._scopes),
            kind=kind,
            parent=parent,
            begin=begin,
            end=end,
            qualified_name=qualified_name or (parent.qualified_name if parent else ""),
        )
        self._scopes.append(None)
        return scope

    def close_scope(self, scope: OpenScope) -> None:
        """Close a scope and keep it as a fact."""
        self._scopes[scope.index] = ScopeFact(
            kind=scope.kind,
            parent=None if scope.parent is None else scope.parent.index,
            definition=scope.definition,
            begin=scope.begin,
            end=scope.end,
            parameters=scope.parameters,
            bound_names=tuple(sorted(scope.bound_names)),
            global_names=tuple(sorted(scope.global_names)),
            nonlocal_names=tuple(sorted(scope.nonlocal_names)),
            documented_names=tuple(scope.documented_names),
            branches=tuple(scope.branches),
            statements=tuple(scope.statements),
        )

    def reserve_definition(self) -> int:
        """Return the index of the next definition, which is filled in once it has been read."""
        self._definitions.append(None)
        return len(self._definitions) - 1

    def fill_definition(self, index: int, definition: DefinitionFact) -> None:
        """Store a definition at its reserved index."""
        self._definitions[index] = definition

    def report_depth(self, begin: int, end: int) -> None:
        """Report that code is nested too deeply to be read."""
        self.problems.append(
            Problem(
                code="nested_too_deeply",
                message=f"code nested more than {MAX_DEPTH} levels deep is not read",
                span=self.span(begin, end),
            )
        )

    def span(self, begin: int, end: int) -> Span:
        """Return the lines and columns of two offsets."""
        start_line, start_column = self._position(begin)
        end_line, end_column = self._position(end)
        return Span(start_line, start_column, end_line, end_column)

    def _position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1]
