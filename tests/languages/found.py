"""What was found in a case, arranged for the questions that expectations ask.

Turns: SemanticData → edges, calls, definitions, problems and entry points, each also as a line to read.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from codeshed.model.semantic import (
    Definition,
    DefinitionKind,
    ParamDef,
    ParameterKind,
    Provenance,
    Reference,
    ReferenceRole,
    SemanticData,
    TypeSource,
    VariableKind,
)
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, SEPARATOR

_IMPORTS = {ReferenceRole.IMPORT, ReferenceRole.EXPORT}
_OF_A_FUNCTION = {VariableKind.LOCAL, VariableKind.PARAMETER}


@dataclass(frozen=True, slots=True)
class Edge:
    """One use of a symbol; `kind` is the role of the reference in lower case, or `inherit`."""

    source: str
    kind: str
    target: str
    provenance: Provenance = Provenance.DECLARED
    is_behavioral: bool | None = None

    def __str__(self) -> str:
        """Return the edge as an expectation would have it."""
        return f"{self.source} -{self.kind}-> {self.target} [{self.provenance.value}]"


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """A function that something outside of the code calls."""

    symbol: str
    kind: str
    detail: str | None = None

    def __str__(self) -> str:
        """Return the entry point as an expectation would have it."""
        detail = "" if self.detail is None else f' "{self.detail}"'
        return f"entry {self.symbol} {self.kind}{detail}"


class Found:
    """All that was found in one case."""

    def __init__(self, data: SemanticData, entries: tuple[EntryPoint, ...] = ()) -> None:
        self.entries = entries
        self.problems = {document.path: document.problems for document in data.documents}
        self.definitions = {
            each.symbol_id: each for _, defined in data.iter_definitions() for each in defined
        }
        self.calls: list[Reference] = []
        self.decorators: list[Reference] = []
        self.missing_imports: set[tuple[str, int, str]] = set()
        """Path, line and reason of imports without a target."""
        self.edges: set[Edge] = set()
        for head, references in data.iter_references():
            for reference in references:
                if reference.role is ReferenceRole.CALL:
                    self.calls.append(reference)
                elif reference.role is ReferenceRole.DECORATE:
                    self.decorators.append(reference)
                self.edges.update(self._edges_of(reference, head.path))
                if reference.role in _IMPORTS and reference.target_symbol is None and reference.reason:
                    line = reference.span.start_line if reference.span is not None else 0
                    self.missing_imports.add((head.path, line, reference.reason.value))
        for definition in self.definitions.values():
            bases = (*(definition.details.inherits or ()), *(definition.details.implements or ()))
            self.edges.update(Edge(definition.symbol_id, "inherit", base.split("[", 1)[0]) for base in bases)

    def _edges_of(self, reference: Reference, path: str) -> Iterator[Edge]:
        """Yield a reference from where it stands, and from the function (of an import, the module) around that."""
        kind = reference.role.value.lower()
        sources = {reference.enclosing_symbol}
        if reference.role is ReferenceRole.IMPORT:
            sources.add(path)
        elif reference.role is not ReferenceRole.DECORATE:
            sources.add(self._function_around(reference.enclosing_symbol) or path)
        targets = [reference.target_symbol] if reference.target_symbol else []
        provenance = reference.provenance or Provenance.DECLARED
        if not targets:
            targets = [candidate.symbol for candidate in reference.candidates]
            provenance = reference.provenance or Provenance.HEURISTIC
        for source in sources:
            for target in targets:
                yield Edge(source, kind, target, provenance, reference.is_behavioral)
                if reference.role is ReferenceRole.CALL:
                    for constructor in self._constructors_of(target):
                        yield Edge(source, kind, constructor, provenance)

    def _function_around(self, symbol: str) -> str | None:
        current = self.definitions.get(symbol)
        while current is not None and current.kind is not DefinitionKind.FUNCTION:
            current = self.definitions.get(current.enclosing_symbol or "")
        return None if current is None else current.symbol_id

    def _constructors_of(self, symbol: str) -> tuple[str, ...]:
        """Return what a call of a type runs: marked constructors or `__init__`, of the nearest type that has one."""
        for current in (queue := [symbol]):
            definition = self.definitions.get(current)
            if definition is None or definition.kind is not DefinitionKind.TYPE:
                continue
            if definition.details.has_primary_constructor:
                return ()
            functions = [
                each
                for each in self.definitions.values()
                if each.enclosing_symbol == current and each.kind is DefinitionKind.FUNCTION
            ]
            marked = [
                each for each in functions if each.details.modifiers and each.details.modifiers.is_constructor
            ]
            constructors = marked or [each for each in functions if each.name == "__init__"]
            if constructors:
                return tuple(each.symbol_id for each in constructors)
            bases = (base.split("[", 1)[0] for base in definition.details.inherits or ())
            queue += [base for base in bases if base not in queue]
        return ()

    def is_of_project(self, symbol: str) -> bool:
        """Whether a symbol is no external, and none that belongs to one function alone."""
        definition = self.definitions.get(symbol)
        kind = None if definition is None else definition.details.variable_kind
        return not symbol.startswith(EXTERNAL_PREFIX) and kind not in _OF_A_FUNCTION

    def iter_calls(self, source: str, expression: str) -> Iterator[Reference]:
        """Yield the calls that a function writes as `expression(…)`; of `@expression`, its decorators."""
        references = self.decorators if expression.startswith("@") else self.calls
        expression = expression.removeprefix("@")
        for call in references:
            if call.enclosing_symbol == source and _callee(call.text or "") == expression:
                yield call

    def lines_about(self, symbol: str) -> list[str]:
        """Return all that was found of a symbol, as lines to read beside what was expected."""
        path = symbol.split(SEPARATOR, 1)[0]
        lines = [str(edge) for edge in self.edges if edge.source == symbol]
        lines += [
            f"no target: {call.text} ({call.reason and call.reason.value}) {[each.symbol for each in call.candidates]}"
            for call in (*self.calls, *self.decorators)
            if call.enclosing_symbol == symbol and call.target_symbol is None
        ]
        lines += [
            f"missing {path}:{line} ({reason})"
            for importer, line, reason in self.missing_imports
            if importer == symbol
        ]
        lines += [f"problem {path} {problem.code}" for problem in self.problems.get(symbol, ())]
        lines += [str(entry) for entry in self.entries if entry.symbol == symbol]
        if symbol in self.definitions:
            lines.append(f"definition {self.definitions[symbol]}")
        elif symbol != path:
            known = [each for each in self.definitions if each.startswith(f"{path}{SEPARATOR}")]
            lines.append(f"defined in {path}: {' '.join(sorted(known))}")
        return sorted(lines)


def _callee(text: str) -> str:
    """Return what is called: `a(b).c(d)` calls `a(b).c`, as does `a(b).c`. Parentheses in strings are not told apart."""
    if not text.endswith(")"):
        return text
    depth = 0
    for index in range(len(text) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[index], 0)
        if depth == 0:
            return text[:index]
    return text


def parameters_text(definition: Definition) -> str:
    """Return the parameters of a function as Python writes them, with declared types and `=` for a default."""
    parts: list[str] = []
    kinds = [each.kind for each in definition.details.parameters or ()]
    for index, parameter in enumerate(definition.details.parameters or ()):
        is_first_keyword = parameter.kind is ParameterKind.KEYWORD_ONLY and not {
            ParameterKind.KEYWORD_ONLY,
            ParameterKind.VARIADIC_POSITIONAL,
        } & {*kinds[:index]}
        parts += ["*"] * is_first_keyword
        parts.append(_parameter_text(parameter))
        is_last_positional = parameter.kind is ParameterKind.POSITIONAL_ONLY and kinds[
            index + 1 : index + 2
        ] != [ParameterKind.POSITIONAL_ONLY]
        parts += ["/"] * is_last_positional
    return ", ".join(parts)


def _parameter_text(parameter: ParamDef) -> str:
    stars = {ParameterKind.VARIADIC_POSITIONAL: "*", ParameterKind.VARIADIC_KEYWORD: "**"}
    mark = "" if parameter.kind is None else stars.get(parameter.kind, "")
    is_declared = parameter.type_source in {None, TypeSource.ANNOTATION}
    annotation = f": {parameter.param_type}" if parameter.param_type and is_declared else ""
    return f"{mark}{parameter.name.lstrip('*')}{annotation}{'=' if parameter.has_default else ''}"
