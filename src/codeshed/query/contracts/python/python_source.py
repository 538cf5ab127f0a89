"""A Python file as the contracts of its definitions and its calls are read from it.

Turns: ParsedFile + its Document → calls and definitions by place, and the texts of expressions.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from codeshed.model.facts.parsed_files import ParsedFile
from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Call,
    Compound,
    CompoundKind,
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
    PythonFacts,
    ScopeFact,
    ScopeKind,
    Walrus,
    With,
)
from codeshed.model.semantic import Document, Reference, ReferenceRole
from codeshed.model.span import Span
from codeshed.model.symbol_ids import member_symbol
from codeshed.query.contracts.python.expression_walk import (
    iter_expressions,
    nested_expressions,
    scope_expressions,
)

_MAX_TEXT = 80
_CUT = "…"

Place = tuple[int, int]
"""Where an expression begins and ends, in bytes."""


class PythonSource:
    """One file. What it knows is found when it is first asked for."""

    def __init__(self, file: ParsedFile, document: Document) -> None:
        self.path = file.path
        self.facts: PythonFacts = file.facts
        self.document = document
        self.content = file.content

    def place(self, span: Span) -> Place:
        """Return a span as offsets."""
        starts = self.facts.line_starts
        if max(span.start_line, span.end_line) > len(starts):
            return -1, -1
        return starts[span.start_line - 1] + span.start_column, starts[span.end_line - 1] + span.end_column

    def text(self, begin: int, end: int, limit: int = _MAX_TEXT) -> str:
        """Return the source between two offsets in one line, cut short."""
        line = " ".join(self.content[begin:end].decode("utf-8", "replace").split())
        return line if len(line) <= limit else line[: limit - 1] + _CUT

    @cached_property
    def calls(self) -> Mapping[Place, tuple[Call, int]]:
        """All calls that are written, with their scopes, by place."""
        return {
            (each.begin, each.end): (each, scope)
            for scope, each in iter_expressions(self.facts)
            if isinstance(each, Call)
        }

    @cached_property
    def awaited(self) -> frozenset[Place]:
        """The places of the calls that are awaited."""
        return frozenset(
            (part.begin, part.end)
            for _, each in iter_expressions(self.facts)
            if isinstance(each, Compound) and each.kind is CompoundKind.AWAIT
            for part in each.parts
            if isinstance(part, Call)
        )

    @cached_property
    def statements(self) -> frozenset[Place]:
        """The places of the calls whose results nothing uses."""
        return frozenset(
            (each.value.begin, each.value.end)
            for scope in self.facts.scopes
            for each in scope.statements
            if isinstance(each, ExpressionStatement) and not each.is_tested and not each.is_raised
        )

    @cached_property
    def definitions(self) -> Mapping[str, tuple[DefinitionFact, ...]]:
        """The definitions of each symbol: overloads share the symbol of their implementation, which comes last."""
        found: defaultdict[str, list[DefinitionFact]] = defaultdict(list)
        for each in self.facts.definitions:
            found[member_symbol(self.path, each.qualified_name)].append(each)
        return {symbol: tuple(each) for symbol, each in found.items()}

    @cached_property
    def symbols_at(self) -> Mapping[Place, tuple[Reference, ...]]:
        """The references at each place, calls excepted."""
        found: defaultdict[Place, list[Reference]] = defaultdict(list)
        for each in self.document.references:
            if each.span is not None and each.role is not ReferenceRole.CALL:
                found[self.place(each.span)].append(each)
        return {place: tuple(each) for place, each in found.items()}

    @cached_property
    def callees_at(self) -> Mapping[Place, tuple[str, ...]]:
        """The known targets of each written call."""
        found: defaultdict[Place, list[str]] = defaultdict(list)
        for each in self.document.references:
            is_written = each.role is ReferenceRole.CALL and each.argument_kinds is not None
            if is_written and each.span is not None and each.target_symbol is not None:
                found[self.place(each.span)].append(each.target_symbol)
        return {place: tuple(each) for place, each in found.items()}

    @cached_property
    def field_values(self) -> Mapping[str, tuple[tuple[Expression, int], ...]]:
        """What is assigned to attributes of any object (`self.x = value`), with the scope, by the attribute's name."""
        found: defaultdict[str, list[tuple[Expression, int]]] = defaultdict(list)
        for number, scope in enumerate(self.facts.scopes):
            for each in scope.statements:
                if isinstance(each, Assign) and each.value is not None:
                    for target in each.targets:
                        if isinstance(target, Attribute):
                            found[target.name].append((each.value, number))
        return {name: tuple(each) for name, each in found.items()}

    @cached_property
    def imported_names(self) -> Mapping[str, str]:
        """Names that imports bind, with the names that they stand for."""
        return {
            each.alias or each.name: each.name
            for scope in self.facts.scopes
            for each in scope.statements
            if isinstance(each, Import) and each.name is not None
        }

    def scope_of(self, definition: DefinitionFact) -> ScopeFact:
        """Return the scope of a definition's body."""
        return self.facts.scopes[definition.scope]

    def enclosing_class(self, definition: DefinitionFact) -> DefinitionFact | None:
        """Return the class of which a function is a member."""
        parent = self.scope_of(definition).parent
        scope = None if parent is None else self.facts.scopes[parent]
        if scope is None or scope.kind is not ScopeKind.CLASS or scope.definition is None:
            return None
        return self.facts.definitions[scope.definition]

    def enclosing_function(self, scope: int | None) -> ScopeFact | None:
        """Return the function's scope around an expression, lambdas and comprehensions left out."""
        while scope is not None:
            found = self.facts.scopes[scope]
            if found.kind in {ScopeKind.FUNCTION, ScopeKind.CLASS, ScopeKind.MODULE}:
                return found if found.kind is ScopeKind.FUNCTION else None
            scope = found.parent
        return None

    def binding_scope(self, scope: int | None, name: str) -> ScopeFact | None:
        """Return the scope that binds a name that is used in `scope`; class scopes are seen from themselves only."""
        first = scope
        while scope is not None:
            found = self.facts.scopes[scope]
            is_seen = found.kind is not ScopeKind.CLASS or scope == first
            if is_seen and (
                name in found.bound_names
                and name not in found.global_names
                and name not in found.nonlocal_names
            ):
                return found
            scope = found.parent
        return None

    def only_value(self, scope: int | None, name: str) -> tuple[Expression, ScopeFact] | None:
        """Return what a name is assigned, if one plain assignment is all that binds it."""
        found = self.values(scope, name)
        return (found[0][0], found[1]) if found is not None and len(found[0]) == 1 else None

    def values(self, scope: int | None, name: str) -> tuple[tuple[Expression, ...], ScopeFact] | None:
        """Return all that a name is assigned, and where, if plain assignments are all that binds it."""
        binding = self.binding_scope(scope, name)
        if binding is None or any(each.name == name for each in binding.parameters):
            return None
        if name in self._rebound_names:
            return None
        found = self._assignments(binding).get(name, ())
        known = tuple(each for each in found if each is not None)
        return (known, binding) if known and len(known) == len(found) else None

    @cached_property
    def _rebound_names(self) -> frozenset[str]:
        """Names that a function assigns in a scope around it."""
        scopes = self.facts.scopes
        return frozenset(name for each in scopes for name in (*each.global_names, *each.nonlocal_names))

    def is_rebound(self, definition: DefinitionFact) -> bool:
        """Whether more than definitions binds the name of a function or class in its scope: `f = wrap(f)`, an import."""
        parent = self.scope_of(definition).parent
        scope = None if parent is None else self.facts.scopes[parent]
        if scope is None:
            return False
        n_defined = sum(
            isinstance(each, Define) and self.facts.definitions[each.definition].name == definition.name
            for each in scope.statements
        )
        return len(self._assignments(scope).get(definition.name, ())) > n_defined

    def is_assigned(self, scope: ScopeFact, name: str) -> bool:
        """Whether statements of a scope assign a name, in whatever way, parameters excepted."""
        return bool(self._assignments(scope).get(name))

    def _assignments(self, scope: ScopeFact) -> Mapping[str, tuple[Expression | None, ...]]:
        key = scope.begin, scope.end
        if key not in self._values_by_scope:
            self._values_by_scope[key] = _assigned_values(self.facts, scope)
        return self._values_by_scope[key]

    @cached_property
    def _values_by_scope(self) -> dict[Place, Mapping[str, tuple[Expression | None, ...]]]:
        return {}


def _assigned_values(facts: PythonFacts, scope: ScopeFact) -> Mapping[str, tuple[Expression | None, ...]]:
    """Return what each name of a scope is assigned; None for a value that is not written: loops, imports, `with`, patterns."""
    found: defaultdict[str, list[Expression | None]] = defaultdict(list)
    counted: set[Place] = set()
    for statement in scope.statements:
        if isinstance(statement, Assign) and len(statement.targets) == 1:
            target = statement.targets[0]
            if isinstance(target, Name):
                is_plain = statement.operator is None
                if statement.value is not None or not is_plain:
                    found[target.name].append(statement.value if is_plain else None)
                counted.add((target.begin, target.end))
    names = _other_bindings(facts, scope, counted)
    for name in names:
        found[name].append(None)
    return {name: tuple(each) for name, each in found.items()}


def _other_bindings(facts: PythonFacts, scope: ScopeFact, counted: set[Place]) -> list[str]:
    names: list[str] = []
    for statement in scope.statements:
        match statement:
            case Assign():
                targets = statement.targets
            case Delete():
                targets = statement.targets
            case Loop():
                targets = (statement.target,)
            case With(target=target) if target is not None:
                targets = (target,)
            case ExceptClause(name=str() as name):
                names.append(name)
                continue
            case MatchStatement():
                names += statement.names
                continue
            case Import():
                names.append(statement.alias or statement.name or statement.module.partition(".")[0])
                continue
            case Define():
                names.append(facts.definitions[statement.definition].name)
                continue
            case _:
                continue
        names += [
            each.name
            for target in targets
            for each in nested_expressions(target)
            if isinstance(each, Name) and (each.begin, each.end) not in counted
        ]
    names += [
        each.name
        for expression in scope_expressions(facts, scope)
        for each in nested_expressions(expression)
        if isinstance(each, Walrus)
    ]
    return names
