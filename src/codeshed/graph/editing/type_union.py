"""Merges the type registries of several graphs.

Turns: TypeRegistries → TypeRegistry. A type is taken from the first graph that defines it.
"""

from collections.abc import Sequence

import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Flags, Ints
from codeshed.graph.data.columns import BlobColumn, RecordColumn, concatenate_ranges
from codeshed.graph.data.type_registry import BaseRelations, TypeParameters, TypeRegistry, index_bases
from codeshed.graph.editing.symbol_union import SymbolUnion, unite_symbols, unite_texts, used_rows


def unite_types(
    registries: Sequence[TypeRegistry], is_kept: Sequence[Flags], is_weak: Sequence[Flags]
) -> TypeRegistry:
    """Merge the kept types of registries; weak ones yield to those of any other."""
    union = unite_symbols([each.symbols for each in registries], is_kept, is_weak)
    base_rows = [_base_rows(registry, union, place) for place, registry in enumerate(registries)]
    base_names, name_rows = unite_texts(
        [each.base_names for each in registries],
        [used_rows(rows, len(each.base_names)) for rows, each in zip(base_rows, registries, strict=True)],
    )
    owners = [_base_owners(registry, union, place) for place, registry in enumerate(registries)]
    bases = [names[rows] for names, rows in zip(name_rows, base_rows, strict=True)]
    parameter_rows = union.gather([each.parameter_rows for each in registries])
    has_parameters = parameter_rows != NO_ROW
    relations: BaseRelations = index_bases(
        np.concatenate(owners), np.concatenate(bases), len(union), len(base_names)
    )
    return TypeRegistry(
        symbols=union.symbols,
        kinds=union.gather([each.kinds for each in registries]),
        is_abstract=union.gather([each.is_abstract for each in registries]),
        is_external=union.gather([each.is_external for each in registries]),
        sizes=union.gather([each.sizes for each in registries]),
        documentation_score=union.gather([each.documentation_score for each in registries]),
        parameters=RecordColumn(
            blobs=BlobColumn.of(
                [
                    registries[column].parameters.blobs[row]
                    for column, row in zip(
                        union.columns[has_parameters].tolist(),
                        parameter_rows[has_parameters].tolist(),
                        strict=True,
                    )
                ]
            ),
            record_type=TypeParameters,
        ),
        parameter_rows=np.where(has_parameters, np.cumsum(has_parameters) - 1, NO_ROW).astype(np.int32),
        base_names=base_names,
        **relations,
    )


def _base_rows(registry: TypeRegistry, union: SymbolUnion, place: int) -> Ints:
    """Return the bases of the types that are taken from a registry, by type and in their order."""
    _, rows = union.rows_of(place)
    begins = registry.base_starts[rows].astype(np.int64)
    return registry.base_rows[concatenate_ranges(begins, registry.base_starts[rows + 1] - begins)]


def _base_owners(registry: TypeRegistry, union: SymbolUnion, place: int) -> Ints:
    """Return the types that those bases belong to."""
    here, rows = union.rows_of(place)
    return np.repeat(here, registry.base_starts[rows + 1] - registry.base_starts[rows]).astype(np.int32)
