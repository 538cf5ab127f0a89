"""DocumentPart: one document as columns, ready to be linked with all others.

A part depends on its document and source alone, so it can be cached as long as these stay the same. What depends on
other documents (types, scopes, targets, entry points) is left to linking.

Columns are little-endian arrays as bytes: the columns of many parts are joined by concatenation. They are memoryviews,
so those of a pack share the bytes that were read. Strings are numbers into the string table of the part, counted from
1; 0 is no string.
"""

import enum

import msgspec
import numpy as np

from codeshed.graph.data.call_shares import CallShares
from codeshed.model.answers.truncation import WarningRecord

INT = np.dtype("<i4")
LONG = np.dtype("<i8")
BYTE = np.dtype("u1")


def n_rows(column: memoryview) -> int:
    """Return the number of 32-bit entries of a column."""
    return len(column) // INT.itemsize


class DefinitionFlag(enum.IntFlag):
    """What is known of a definition as a yes or no, in addition to the flags of its node (`NodeFlag`) that are known by then.

    `BODILESS`: a function without a body; if its type is an interface, it is an interface method. `ENCLOSED`: the
    document names the enclosing symbol. `BOUNDED`: a type variable with a bound or constraints. `UNDECLARED_BASES`:
    a class of a language that does not declare bases. `PRIMARY_CONSTRUCTOR`: a type that is itself the constructor
    which a call of it runs. `PROPERTY`: a function that runs where it is read or assigned.

    The others are about overriding. `NOT_DISPATCHED`: the function overrides nothing and cannot be overridden
    (static, private, constructor). `NOT_VIRTUAL`: it is overridden only if it overrides another. `OVERRIDING`: it
    is marked `override`. `NOT_OVERRIDING`: it overrides methods of interfaces only. `CLASS_PRIVATE`: it is
    overridden only if its type is an interface (trait), which is copied into classes.
    """

    BODILESS = 1 << 17
    ENCLOSED = 1 << 18
    MARKED_CONSTRUCTOR = 1 << 19
    ABSTRACT_TYPE = 1 << 20
    HAS_TYPE_PARAMETERS = 1 << 21
    BOUNDED = 1 << 22
    UNDECLARED_BASES = 1 << 23
    NOT_DISPATCHED = 1 << 24
    NOT_VIRTUAL = 1 << 25
    OVERRIDING = 1 << 26
    NOT_OVERRIDING = 1 << 27
    PRIMARY_CONSTRUCTOR = 1 << 28
    CLASS_PRIVATE = 1 << 29
    PROPERTY = 1 << 30


class ReferenceFlag(enum.IntFlag):
    """What a reference row is: a call; one of several candidates; a structural reference, which only names its target.

    `PASSES_NO_SELF` is a call that visibly does not pass the enclosing object, where that is evidence of
    inheritance. `AMBIGUOUS` is a call with candidates instead of a target. `OPEN_MEMBER` is a member of an object of
    unknown type, whose name may suggest candidates. `RECEIVER_CLOSED` is a call whose receiver has exactly one of its
    listed types, and `RECEIVERS_CUT` one that has more types than are listed.
    """

    CALL = 1
    CANDIDATE = 2
    STRUCTURAL = 4
    PASSES_NO_SELF = 8
    AMBIGUOUS = 16
    OPEN_MEMBER = 32
    RECEIVER_CLOSED = 64
    RECEIVERS_CUT = 128


class SignatureTypeFlag(enum.IntFlag):
    """Where a signature has a type: in any parameter, in one for which callers pass arguments, in the return."""

    PARAMETER = 1
    PASSED_PARAMETER = 2
    RETURN = 4


class FlowRole(enum.IntEnum):
    """Whether a function takes or returns values of a type that its signature declares."""

    TAKES = 0
    RETURNS = 1


class StringColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """The strings of a part in UTF-8, concatenated, with their lengths in bytes and their hashes."""

    content: memoryview
    lengths: memoryview
    digests: memoryview


class DefinitionColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """Definitions by symbol, one entry each; `spans` has four.

    `last_names` are those of the symbols, `lower_names` the same in lower case. `kinds` are codes of `NodeKind`;
    the other kinds are positions in their tables plus one. `enclosing` is the document's path where no symbol
    encloses the definition. `members` is the name of a function within its owner; `overload_keys` are its parameter
    types as `overload_keys.py` writes them, where methods are overloaded by these. `interface_sizes` are those of
    functions that are abstract or have no body. `complexities` are 0 where unknown. `details` are rows of the
    part's own table.
    """

    symbols: memoryview
    names: memoryview
    last_names: memoryview
    lower_names: memoryview
    enclosing: memoryview
    members: memoryview
    overload_keys: memoryview
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
    """Bases of types, in their order; `heads` are generic types without arguments: `A` of `A[int]`."""

    definitions: memoryview
    bases: memoryview
    heads: memoryview


class SignatureTypeColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """Types in signatures; `members` are the members of a union or generic, 0 for the whole itself."""

    definitions: memoryview
    wholes: memoryview
    members: memoryview
    flags: memoryview


class ParameterColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """Parameters with a known type, by the ids that references use; a receiver without a type has the enclosing one."""

    definitions: memoryview
    symbols: memoryview
    types: memoryview
    type_sources: memoryview


class FlowColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """Types that functions declare to take and return, except common ones; `roles` are codes of `FlowRole`."""

    definitions: memoryview
    types: memoryview
    roles: memoryview


class DefinitionTable(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Definitions with the tables that refer to them; `details` are the distinct DefinitionDetails, encoded."""

    columns: DefinitionColumns
    bases: BaseColumns
    signature_types: SignatureTypeColumns
    parameters: ParameterColumns
    flows: FlowColumns
    details: tuple[bytes, ...]


class ReferenceColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """References by span: one entry for each target or candidate, and one without a target for each call that has none.

    Members of objects of unknown type have one entry without a target per definition and member name.

    `kinds`, `provenances` and `edge_flags` are codes of edges; confidence is in hundredths; spans have four entries
    each, zeros where a reference has none. `statements` have three for each call and write, zeros for others: the first
    and last line of the statement that holds it, and the size of these lines.
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
    statements: memoryview


class ReceiverColumns(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """The types of receivers: one entry for each type of each call, by rows of the references.

    A call of a method by its receiver, which has just the type that declares the method, has none.
    """

    references: memoryview
    types: memoryview


class PartHead(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """What is known of a document as a whole, and the columns of its module.

    The symbol and names of the module are string numbers. `untyped_reasons` tell why the document was resolved
    without types; `is_partial` that its extractor did not read it completely.
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
    """One document: its head, its definitions and its references with the types of their receivers."""

    head: PartHead
    strings: StringColumns
    definitions: DefinitionTable
    references: ReferenceColumns
    receivers: ReceiverColumns


class ExternalsPart(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """The external symbols that documents use, sorted by symbol."""

    strings: StringColumns
    definitions: DefinitionTable
