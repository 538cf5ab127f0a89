"""What definitions of one file need: spans, type ids and visibility."""

from bisect import bisect_right

from codeshed.model.facts.python_facts import Compound, CompoundKind, DefinitionFact
from codeshed.model.facts.type_facts import FileTypes
from codeshed.model.semantic import TypeParamDef, Visibility
from codeshed.model.span import Span
from codeshed.resolve.python.definitions.inferred_type_ids import InferredTypeIds
from codeshed.resolve.python.flow.flow_state import FlowState
from codeshed.resolve.python.names.annotation_types import TypeIds


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
        """Return the type parameters of a definition."""
        if fact is None or not fact.type_parameters:
            return None
        found = []
        for parameter in fact.type_parameters:
            bound = parameter.bound
            has_constraints = isinstance(bound, Compound) and bound.kind is CompoundKind.TUPLE
            constraints = bound.parts if isinstance(bound, Compound) and has_constraints else ()
            written = [self.types.type_id_of(scope, each) for each in constraints]
            found.append(
                TypeParamDef(
                    name=parameter.name,
                    bound=None if bound is None or has_constraints else self.types.type_id_of(scope, bound),
                    constraints=tuple(each for each in written if each is not None),
                )
            )
        return tuple(found)
