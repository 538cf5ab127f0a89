"""DocumentPart: one document as columns, ready to be linked with all others.

A part depends on its document and source alone, so that it can be kept for as long as these stay the same. What other
documents have a say in (types, scopes, targets, entry points) is left to the linking.

Columns are little-endian arrays as bytes: the columns of many parts become one by joining them. They are views, so that
those of a pack stay where its bytes were read. Strings are numbers
into the table of the part, counted from 1; 0 is no string.
"""

import enum

import msgspec
import numpy as np

from codeshed.graph.data.call_shares import CallShares
from codeshed.model.limits import WarningRecord

INT = np.dtype("<i4")
LONG = np.dtype("<i8")
BYTE = np.dtype("u1")


def n_rows(column: memoryview) -> int:
    """Return how many four-byte numbers a column has."""
    return len(column) // INT.itemsize


class DefinitionFlag(enum.IntFlag):
    """What is known of a definition as a yes or no, beside the flags of its node (`NodeFlag`) that are known by then.

    `BODILESS` is a function that does nothing: if its type is an interface, it is a method of that. `ENCLOSED` says
    that the document names what is around the definition. `RESTRICTED` is a type variable that says more than `Any`.
    `OPEN_BASES` is a class that does not say what its bases are. `APART` is a function that overrides nothing and that
    nothing overrides; one that is `NOT_VIRTUAL` is overridden only if it overrides another, and one that is
    `NOT_OVERRIDING` replaces methods of interfaces alone. `OVERRIDING` is one that says that it overrides another.
    `PRIMARY` is a type that is itself the constructor which a call of it runs. A function that is `OWN` is overridden only if
    its type is an interface, which a class copies.
    """

    BODILESS = 1 << 16
    ENCLOSED = 1 << 17
    MARKED_CONSTRUCTOR = 1 << 18
    ABSTRACT_TYPE = 1 << 19
    HAS_TYPE_PARAMETERS = 1 << 20
    RESTRICTED = 1 << 21
    OPEN_BASES = 1 << 22
    APART = 1 << 23
    NOT_VIRTUAL = 1 << 24
    OVERRIDING = 1 << 25
    NOT_OVERRIDING = 1 << 26
    PRIMARY = 1 << 27
    OWN = 1 << 28


class MentionFlag(enum.IntFlag):
    """What a mention is: a call; one of several candidates; a reference that only names its target.

    `OF_ANOTHER` is a call that is seen not to hand on the object around it, where that is evidence of anything.
    `AMBIGUOUS` is a call that has candidates in place of a target.
    """

    CALL = 1
    CANDIDATE = 2
    STRUCTURAL = 4
    OF_ANOTHER = 8
    AMBIGUOUS = 16


class UseFlag(enum.IntFlag):
    """How a signature uses a type: in any parameter, in one that a caller fills in, as what it returns."""

    PARAMETER = 1
    FILLED_IN = 2
    RETURN = 4


class FlowRole(enum.IntEnum):
    """What a function does with values of a type that its signature declares."""

    TAKES = 0
    RETURNS = 1


class StringColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """The strings of a part in UTF-8, one behind the other, with their lengths in bytes and their hashes."""

    content: memoryview
    lengths: memoryview
    digests: memoryview


class DefinitionColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """Definitions by symbol, one entry each; spans have four.

    `last_names` are those of the symbols, `lower_names` the same in lower case. `kinds` are codes of `NodeKind`; the other kinds are positions in their tables plus one. `enclosing` is the path
    where the document names nothing. `members` is what a function is called within its owner; `shapes` are what it
    takes, as `overloads.py` writes it, where that tells methods apart. `interface_sizes` are those of functions that are abstract or do nothing. `complexities` are 0 where none is known. `details` are rows
    of the part's own table.
    """

    symbols: memoryview
    names: memoryview
    last_names: memoryview
    lower_names: memoryview
    enclosing: memoryview
    members: memoryview
    shapes: memoryview
    var_types: memoryview
    kinds: memoryview
    variable_kinds: memoryview
    mutabilities: memoryview
    type_kinds: memoryview
    type_sources: memoryview
    flags: memoryview
    spans: memoryview
    sizes: memoryview
    interface_sizes: memoryview
    documentation_scores: memoryview
    documentation_bests: memoryview
    complexities: memoryview
    details: memoryview


class BaseColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """Bases of types, in their order; `heads` are what generic ones are applied to: of `A[int]` it is `A`."""

    definitions: memoryview
    bases: memoryview
    heads: memoryview


class TypeUseColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """Types in signatures; `members` are those that a union or generic consists of, 0 for the whole itself."""

    definitions: memoryview
    wholes: memoryview
    members: memoryview
    flags: memoryview


class ParameterColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """Parameters whose type is known, by the ids that references name them by; no type means the type around."""

    definitions: memoryview
    symbols: memoryview
    types: memoryview
    type_sources: memoryview


class FlowColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """Types of values that functions declare to take and return, the common ones left out; `roles` are of `FlowRole`."""

    definitions: memoryview
    types: memoryview
    roles: memoryview


class DefinitionTable(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Definitions with all that belongs to them; `details` are the different DefinitionDetails, encoded."""

    columns: DefinitionColumns
    bases: BaseColumns
    type_uses: TypeUseColumns
    parameters: ParameterColumns
    flows: FlowColumns
    details: tuple[bytes, ...]


class MentionColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """References by span, one entry for each target, and one without a target for each call that names none.

    Of members that a definition takes from something unknown there is one without a target for each name.

    `kinds`, `provenances` and `edge_flags` are codes of edges; confidence is in hundredths; spans have four entries
    each, zeros where a reference has none.
    """

    enclosing: memoryview
    targets: memoryview
    receivers: memoryview
    methods: memoryview
    assigned: memoryview
    kinds: memoryview
    confidences: memoryview
    provenances: memoryview
    edge_flags: memoryview
    flags: memoryview
    spans: memoryview


class PartHead(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """What is to be said of one document as a whole, and its top level, which is the module.

    The symbol and names of the module are strings like all others. `untyped_reasons` say why the document was resolved
    without types; `is_partial` that its extractor did not read it whole.
    """

    path: str
    language: str | None
    is_test: bool
    is_partial: bool
    module_symbol: int
    module_name: int
    module_last_name: int
    module_lower_name: int
    module_size: int
    calls: CallShares
    untyped_reasons: tuple[str, ...]
    warnings: tuple[WarningRecord, ...]


class DocumentPart(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """One document: its head, its definitions and its mentions."""

    head: PartHead
    strings: StringColumns
    definitions: DefinitionTable
    mentions: MentionColumns


class ExternalsPart(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """The symbols outside of the repository that its documents use, by symbol."""

    strings: StringColumns
    definitions: DefinitionTable
