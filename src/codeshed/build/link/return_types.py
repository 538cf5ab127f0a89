"""The types that a call of a declaration returns.

Turns: Declarations → return types with their sources: calling a type gives an instance of it, else the signature tells.
"""

import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.string_union import NO_STRING, InternedStrings
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.part.document_part import DefinitionFlag, SignatureTypeFlag
from codeshed.graph.data.columns import offsets_of_lengths
from codeshed.graph.data.details_column import TYPE_SOURCES
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.model.facts.type_expression import NOTHING_TYPES, OPEN_TYPES
from codeshed.model.semantic import TypeSource

_INFERRED = TYPE_SOURCES.index(TypeSource.INFERRED) + 1
_EXTERNAL = TYPE_SOURCES.index(TypeSource.EXTERNAL_CALL_RETURN) + 1
_SELF_TYPES = frozenset({"Self", "typing.Self", "ext:typing.Self", "typing_extensions.Self"})


class ReturnTypes:
    """Looks up the return types of declarations, with a memo; `may_return` tells which declarations have any."""

    def __init__(self, declarations: Declarations, symbols: SymbolRows, strings: InternedStrings) -> None:
        columns = declarations.columns
        uses = declarations.signature_types
        is_return = ((uses.flags & int(SignatureTypeFlag.RETURN)) != 0) & (uses.members == NO_STRING)
        self._types = uses.wholes[is_return]
        self._starts = offsets_of_lengths(np.bincount(uses.definitions[is_return], minlength=len(columns)))
        self._columns = columns
        self._owners = symbols.enclosing_type[columns.symbols]
        is_constructor = columns.has(DefinitionFlag.MARKED_CONSTRUCTOR)
        is_constructor |= columns.names == strings.find("__init__")
        self._is_instance = is_constructor & (self._owners != NO_STRING)
        self._is_type = columns.kinds == NodeKind.TYPE
        self._sources = np.where(columns.has(NodeFlag.EXTERNAL), _EXTERNAL, _INFERRED)
        self.may_return = self._is_type | self._is_instance | (self._starts[1:] > self._starts[:-1])
        self._self_types = {strings.find(text) for text in _SELF_TYPES} - {NO_STRING}
        self._no_types = {strings.find(text) for text in NOTHING_TYPES | OPEN_TYPES}
        self._types_by_declaration: dict[int, dict[int, int]] = {}

    def of_call(self, declaration: int) -> dict[int, int]:
        """Return the types of a call's result, in order, with the codes of their sources."""
        known = self._types_by_declaration.get(declaration)
        if known is None:
            known = dict.fromkeys(self._find(declaration), int(self._sources[declaration]))
            self._types_by_declaration[declaration] = known
        return known

    def _find(self, declaration: int) -> list[int]:
        if self._is_type[declaration]:
            return [int(self._columns.symbols[declaration])]
        owner = int(self._owners[declaration])
        if self._is_instance[declaration]:
            return [owner]
        returned = self._types[self._starts[declaration] : self._starts[declaration + 1]].tolist()
        own = [
            owner if type_id in self._self_types and owner != NO_STRING else type_id for type_id in returned
        ]
        return [type_id for type_id in own if type_id not in self._no_types]
