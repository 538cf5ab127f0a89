"""What definitions of one file need: spans, type ids and visibility."""

from bisect import bisect_right
from collections.abc import Iterator

from codeshed.model.facts.python_facts import (
    Attribute,
    Compound,
    CompoundKind,
    DefinitionFact,
    Expression,
    Name,
    Subscript,
)
from codeshed.model.facts.type_facts import FileTypes
from codeshed.model.semantic import TypeParamDef, Visibility
from codeshed.model.span import Span
from codeshed.resolve.python.definitions.inferred_type_ids import InferredTypeIds
from codeshed.resolve.python.flow.flow_state import FlowState
from codeshed.resolve.python.names.annotation_types import TypeIds
from codeshed.resolve.python.names.assigned_types import AssignedTypeKind
from codeshed.resolve.python.names.class_hierarchy import is_generic_marker


class DefinitionContext:
    """The file whose definitions are written."""

    def __init__(self, state: FlowState, file: int, types: FileTypes | None) -> None:
        self.state = state
        self.program = state.program
        self.file = file
        self.module = state.program.files[file]
        self.facts = self.module.facts
        self.types = TypeIds(state.assigned_types)
        self.inferred = InferredTypeIds(types)
        self._exported = state.names.declared_exports(file)

    def span(self, begin: int, end: int) -> Span:
        """Convert two offsets to lines and columns."""
        starts = self.facts.line_starts
        first, last = bisect_right(starts, begin), bisect_right(starts, end)
        return Span(first, begin - starts[first - 1], last, end - starts[last - 1])

    def visibility(self, name: str, enclosing: str) -> Visibility:
        """Return who may use a name: `__all__` decides at module level, underscores elsewhere."""
        is_top = enclosing == self.module.path
        is_special = name.startswith("__") and name.endswith("__")
        if is_top and self._exported is not None and not is_special:
            return Visibility.PUBLIC if name in self._exported else Visibility.INTERNAL
        if is_special or not name.startswith("_"):
            return Visibility.PUBLIC
        if is_top:
            return Visibility.INTERNAL
        return Visibility.PRIVATE if name.startswith("__") else Visibility.PROTECTED

    def type_params(self, fact: DefinitionFact | None, scope: int) -> tuple[TypeParamDef, ...] | None:
        """Return the type parameters of a definition: `class Box[T]`, or `class Box(Generic[T])` with a `TypeVar` of a variable."""
        if fact is None:
            return None
        if not fact.type_parameters:
            return self._type_params_of_bases(fact, scope)
        found = []
        for parameter in fact.type_parameters:
            bound = parameter.bound
            has_constraints = isinstance(bound, Compound) and bound.kind is CompoundKind.TUPLE
            constraints = bound.parts if isinstance(bound, Compound) and has_constraints else ()
            found.append(
                TypeParamDef(
                    name=parameter.name,
                    bound=None if bound is None or has_constraints else self.types.type_id_of(scope, bound),
                    constraints=self._type_ids(scope, constraints),
                )
            )
        return tuple(found)

    def _type_params_of_bases(self, fact: DefinitionFact, scope: int) -> tuple[TypeParamDef, ...] | None:
        """Return the type variables of the bases of a class, in order; `Generic[T, S]` or `Protocol[T, S]` lists them all."""
        bases = [
            each.value for each in fact.bases if each.keyword is None and isinstance(each.value, Subscript)
        ]
        listing = [base for base in bases if self._is_generic_marker(scope, base.value)]
        names = (name for base in listing or bases for name in _names_in(base.index))
        found = {name: self.state.assigned_types.find(scope, name) for name in dict.fromkeys(names)}
        variables = {
            assigned.symbol or name.name: TypeParamDef(
                name=name.name,
                symbol_id=assigned.symbol,
                bound=None
                if assigned.bound is None
                else self.types.type_id_of(assigned.scope, assigned.bound),
                constraints=self._type_ids(assigned.scope, assigned.constraints),
            )
            for name, assigned in found.items()
            if assigned is not None and assigned.kind is AssignedTypeKind.TYPE_VARIABLE
        }
        return tuple(variables.values()) or None

    def _is_generic_marker(self, scope: int, base: Expression) -> bool:
        return any(is_generic_marker(referent.name) for referent in self.state.static.resolve(scope, base))

    def _type_ids(self, scope: int, types: tuple[Expression, ...]) -> tuple[str, ...]:
        written = (self.types.type_id_of(scope, each) for each in types)
        return tuple(each for each in written if each is not None)


def _names_in(value: Expression) -> Iterator[Name | Attribute]:
    """Yield the names in a type expression, in order."""
    if isinstance(value, Name | Attribute):
        yield value
    elif isinstance(value, Subscript):
        yield from _names_in(value.value)
        yield from _names_in(value.index)
    elif isinstance(value, Compound):
        for part in value.parts:
            yield from _names_in(part)
