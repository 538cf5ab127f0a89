"""The types of a codebase, which the Context Footprint looks up but never walks through."""

from collections.abc import Mapping
from dataclasses import dataclass

from codeshed.model.semantic import TypeKind, TypeParamDef


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeVarInfo:
    """What a type variable may stand for."""

    bound: str | None = None
    constraints: tuple[str, ...] = ()

    @property
    def is_restricted(self) -> bool:
        """Whether it says more than `Any` would."""
        return self.bound is not None or bool(self.constraints)


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeInfo:
    """One type: its kind, its parents, its size in tokens and its documentation score."""

    symbol: str
    kind: TypeKind
    is_abstract: bool = False
    is_external: bool = False
    bases: tuple[str, ...] = ()
    type_params: tuple[TypeParamDef, ...] = ()
    type_var: TypeVarInfo | None = None
    context_size: int = 0
    documentation_score: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeRegistry:
    """All types by symbol, and who inherits from or implements each."""

    types: Mapping[str, TypeInfo]
    implementors: Mapping[str, tuple[str, ...]]

    def get(self, type_id: str) -> TypeInfo | None:
        """Return a type, or None where the registry does not know it."""
        return self.types.get(type_id)

    def find_implementors(self, type_id: str) -> tuple[str, ...]:
        """Return the direct children of a type, sorted."""
        return self.implementors.get(type_id, ())
