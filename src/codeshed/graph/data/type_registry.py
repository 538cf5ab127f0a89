"""The types of a codebase, which footprints look up but never walk through."""

from collections.abc import Iterator, Sequence
from typing import TypedDict

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Bytes, Ints, Longs, Offsets
from codeshed.graph.data.columns import RecordColumn, StringColumn, encoded, offsets_of_lengths
from codeshed.model.semantic import TypeKind, TypeParamDef

TYPE_KINDS = (
    TypeKind.CLASS,
    TypeKind.INTERFACE,
    TypeKind.STRUCT,
    TypeKind.ENUM,
    TypeKind.TYPE_ALIAS,
    TypeKind.UNION,
    TypeKind.INTERSECTION,
    TypeKind.TYPE_VAR,
)
"""The code of a kind is its position here plus one; 0 is no kind. The codes are stored, so they never change."""


class TypeVarInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The bound or constraints of a type variable."""

    bound: str | None = None
    constraints: tuple[str, ...] = ()

    @property
    def is_restricted(self) -> bool:
        """Whether it has a bound or constraints."""
        return self.bound is not None or bool(self.constraints)


class TypeParameters(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The type parameters of a generic type, or the bound and constraints of a type variable."""

    type_params: tuple[TypeParamDef, ...] = ()
    type_var: TypeVarInfo | None = None


class TypeInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One type: its kind, its bases, its size in tokens and its documentation score."""

    symbol: str
    kind: TypeKind
    is_abstract: bool = False
    is_external: bool = False
    bases: tuple[str, ...] = ()
    type_params: tuple[TypeParamDef, ...] = ()
    type_var: TypeVarInfo | None = None
    context_size: int = 0
    documentation_score: float = 0.0


class TypeRegistry(msgspec.Struct, frozen=True, kw_only=True):
    """All types by symbol, and the implementors of each.

    The bases of type `t` are `base_names[base_rows[base_starts[t]:base_starts[t + 1]]]`, in their order; they need
    not be types of the registry. The implementors of base `b` are the types
    `child_rows[child_starts[b]:child_starts[b + 1]]`, by symbol. Documentation scores are in hundredths.
    """

    symbols: StringColumn
    kinds: Bytes
    is_abstract: Bytes
    is_external: Bytes
    sizes: Longs
    documentation_score: Ints
    parameters: RecordColumn[TypeParameters]
    parameter_rows: Ints
    base_names: StringColumn
    base_starts: Offsets
    base_rows: Ints
    child_starts: Offsets
    child_rows: Ints

    def __len__(self) -> int:
        """Return the number of types."""
        return len(self.symbols)

    def __iter__(self) -> Iterator[TypeInfo]:
        """Yield all types by symbol."""
        return map(self._type, range(len(self)))

    def get(self, type_id: str) -> TypeInfo | None:
        """Return a type, or None if it is not in the registry."""
        row = self.symbols.find(type_id)
        return None if row is None else self._type(row)

    def find_implementors(self, type_id: str) -> tuple[str, ...]:
        """Return the direct implementors of a type, sorted."""
        base = self.base_names.find(type_id)
        if base is None:
            return ()
        rows = self.child_rows[self.child_starts[base] : self.child_starts[base + 1]]
        return tuple(self.symbols[row] for row in rows.tolist())

    def _type(self, row: int) -> TypeInfo:
        bases = self.base_rows[self.base_starts[row] : self.base_starts[row + 1]]
        parameter_row = int(self.parameter_rows[row])
        parameters = TypeParameters() if parameter_row < 0 else self.parameters[parameter_row]
        return TypeInfo(
            symbol=self.symbols[row],
            kind=TYPE_KINDS[int(self.kinds[row]) - 1],
            is_abstract=bool(self.is_abstract[row]),
            is_external=bool(self.is_external[row]),
            bases=tuple(self.base_names[base] for base in bases.tolist()),
            type_params=parameters.type_params,
            type_var=parameters.type_var,
            context_size=int(self.sizes[row]),
            documentation_score=int(self.documentation_score[row]) / 100,
        )


class BaseRelations(TypedDict):
    """The columns of a registry for bases and implementors."""

    base_starts: Offsets
    base_rows: Ints
    child_starts: Offsets
    child_rows: Ints


def index_bases(owners: Ints, bases: Ints, n_types: int, n_bases: int) -> BaseRelations:
    """Index bases by type and implementors by base; the bases of a type keep their order."""
    return BaseRelations(
        base_starts=offsets_of_lengths(np.bincount(owners, minlength=n_types)),
        base_rows=bases[np.argsort(owners, kind="stable")],
        child_starts=offsets_of_lengths(np.bincount(bases, minlength=n_bases)),
        child_rows=owners[np.lexsort((owners, bases))],
    )


def tabulate_type_infos(infos: Sequence[TypeInfo]) -> TypeRegistry:
    """Make a registry of types, which come sorted by symbol."""
    base_names = sorted({base for info in infos for base in info.bases}, key=encoded)
    row_by_base = {base: row for row, base in enumerate(base_names)}
    owners = np.array([row for row, info in enumerate(infos) for _ in info.bases], dtype=np.int32)
    bases = np.array([row_by_base[base] for info in infos for base in info.bases], dtype=np.int32)
    has_parameters = np.array(
        [bool(info.type_params) or info.type_var is not None for info in infos], dtype=np.bool_
    )
    return TypeRegistry(
        symbols=StringColumn.of([info.symbol for info in infos]),
        kinds=np.array([TYPE_KINDS.index(info.kind) + 1 for info in infos], dtype=np.uint8),
        is_abstract=np.array([info.is_abstract for info in infos], dtype=np.uint8),
        is_external=np.array([info.is_external for info in infos], dtype=np.uint8),
        sizes=np.array([info.context_size for info in infos], dtype=np.int64),
        documentation_score=np.array(
            [round(info.documentation_score * 100) for info in infos], dtype=np.int32
        ),
        parameters=RecordColumn.of(
            (
                TypeParameters(type_params=info.type_params, type_var=info.type_var)
                for info, has in zip(infos, has_parameters.tolist(), strict=True)
                if has
            ),
            TypeParameters,
        ),
        parameter_rows=np.where(has_parameters, np.cumsum(has_parameters) - 1, NO_ROW).astype(np.int32),
        base_names=StringColumn.of(base_names),
        **index_bases(owners, bases, len(infos), len(base_names)),
    )
