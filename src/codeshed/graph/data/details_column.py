"""The details of nodes; equal details are stored once.

Turns: DefinitionDetails by node, and the types found for variables → columns, and back one at a time.
"""

import msgspec

from codeshed.graph.data.arrays import NO_ROW, Bytes, Ints
from codeshed.graph.data.columns import RecordColumn, StringColumn
from codeshed.model.semantic import DefinitionDetails, TypeSource

TYPE_SOURCES = (
    TypeSource.ANNOTATION,
    TypeSource.INFERRED,
    TypeSource.EXTERNAL_CALL_RETURN,
    TypeSource.UNKNOWN,
)
"""Each source's code is its position here plus one; 0 is none. The codes are stored, so they never change."""


class DetailsColumn(msgspec.Struct, frozen=True, kw_only=True):
    """Details by node: `records[record_rows[n]]` as declared; modules have none.

    For a variable, `type_sources[n]` is the source of its type, and `types[type_rows[n]]` the type, if the graph
    knows one. Both override what was declared.
    """

    records: RecordColumn[DefinitionDetails]
    record_rows: Ints
    types: StringColumn
    type_rows: Ints
    type_sources: Bytes

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.record_rows)

    def __getitem__(self, row: int) -> DefinitionDetails | None:
        """Return the details of one node."""
        record_row = int(self.record_rows[row])
        if record_row == NO_ROW:
            return None
        details = self.records[record_row]
        source = int(self.type_sources[row])
        if source == 0:
            return details
        type_row = int(self.type_rows[row])
        return msgspec.structs.replace(
            details,
            var_type=details.var_type if type_row == NO_ROW else self.types[type_row],
            type_source=TYPE_SOURCES[source - 1],
        )
