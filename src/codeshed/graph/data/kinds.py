"""Codes of kinds and flags of nodes and edges. They are stored, so they never change."""

import enum

from codeshed.model.semantic import Visibility


class NodeKind(enum.IntEnum):
    """The kind of a node."""

    FUNCTION = 1
    VARIABLE = 2
    TYPE = 3
    MODULE = 4


class NodeFlag(enum.IntFlag):
    """What is known of a node as a yes or no.

    There are three definitions of a complete signature: `DECLARED_COMPLETE` is that of the default policy;
    `REGISTRY_COMPLETE` and `PLAIN_COMPLETE` are those of the listings, with and without regard to type variables.
    `INFERRED` is a type without a declaration, known by its methods. `UNKNOWN_BASE` is a type with a base that
    could not be resolved. `COMMON_TYPE` is a function that takes or returns a type which too many functions use, so that
    no data flow is drafted for it; `COMMON_METHOD` a type with a method name that too many types have, so that the name is
    no evidence of inheritance.
    `PUBLIC`, `PROTECTED`, `INTERNAL` and `PRIVATE` are one number in three bits, the visibility of a definition; without any
    of the bits it is not known. `visibility_of_flags` reads it.
    """

    EXTERNAL = 1
    TEST = 2
    CONSTRUCTOR = 4
    ABSTRACT = 8
    INTERFACE_METHOD = 16
    DECLARED_COMPLETE = 32
    REGISTRY_COMPLETE = 64
    PLAIN_COMPLETE = 128
    RETURNS_ABSTRACT = 256
    PARTIAL_FILE = 512
    INFERRED = 1024
    UNKNOWN_BASE = 2048
    COMMON_TYPE = 4096
    COMMON_METHOD = 8192
    PUBLIC = 16384
    PROTECTED = 32768
    INTERNAL = 49152
    PRIVATE = 65536


class EdgeKind(enum.IntEnum):
    """The relation between two nodes. Parallel edges are sorted by these codes."""

    CALL = 1
    DATAFLOW = 2
    INHERITS = 3
    IMPORT = 4
    CONTAINS = 5
    READ = 6
    WRITE = 7
    OVERRIDDEN_BY = 8
    ANNOTATES = 9
    EXPORT = 10
    USAGE = 11

    @property
    def label(self) -> str:
        """The name of the kind in every output."""
        return "overriddenBy" if self is EdgeKind.OVERRIDDEN_BY else self.name.lower()


FLAG_BY_VISIBILITY = {
    Visibility.PUBLIC: NodeFlag.PUBLIC,
    Visibility.PROTECTED: NodeFlag.PROTECTED,
    Visibility.INTERNAL: NodeFlag.INTERNAL,
    Visibility.PRIVATE: NodeFlag.PRIVATE,
}

_VISIBILITY_BITS = int(NodeFlag.PUBLIC | NodeFlag.PROTECTED | NodeFlag.PRIVATE)
_VISIBILITY_BY_BITS = {int(flag): visibility for visibility, flag in FLAG_BY_VISIBILITY.items()}


def visibility_of_flags(flags: int) -> Visibility | None:
    """Return the visibility that the flags of a node say, None if none is known."""
    return _VISIBILITY_BY_BITS.get(flags & _VISIBILITY_BITS)


CONTEXT_KINDS = (
    EdgeKind.CALL,
    EdgeKind.READ,
    EdgeKind.WRITE,
    EdgeKind.OVERRIDDEN_BY,
    EdgeKind.ANNOTATES,
)
"""The five dependency kinds of the Context Footprint."""


class EdgeFlag(enum.IntFlag):
    """Which footprint policies see an edge, and other properties of it.

    `TYPE_ONLY` is an import that only type checkers and compilers follow: `import type`, or below `if TYPE_CHECKING`.
    """

    IN_V1 = 1
    IN_V2 = 2
    IN_CLOSURE = 4
    BEHAVIORAL = 8
    RECOVERED = 16
    EXACT = 32
    TYPE_ONLY = 64


class ProvenanceCode(enum.IntEnum):
    """How an edge is known, the most reliable first; `OBSERVED` is what `codeshed record` saw while the code ran."""

    DECLARED = 1
    TYPED = 2
    INFERRED = 3
    HEURISTIC = 4
    OBSERVED = 5

    @property
    def label(self) -> str:
        """The name in every output."""
        return self.name.lower()
