"""TypeFacts: the types and call targets that a type checker infers for a file, independent of which checker it is.

Spans are byte offsets packed into one number by `pack_span`, so that they join to the expressions of PythonFacts. Only
spans of the file itself occur: functions and classes of other files are known by their symbol ids, so that the types of a
file stay valid when lines move in another file.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

import msgspec

from codeshed.model.facts.python_facts import PythonFacts
from codeshed.model.semantic import ParameterKind
from codeshed.model.symbol_ids import member_symbol

PackedSpan: TypeAlias = int
"""The begin and end of an expression, as `pack_span` packs them."""

SymbolsByOffset: TypeAlias = Callable[[str], Mapping[int, str]]
"""Maps a path to the symbol ids of that file's functions and classes, by the offsets of their names."""

_BITS = 32


def pack_span(begin: int, end: int) -> PackedSpan:
    """Pack the offsets of an expression into one number."""
    return begin << _BITS | end


def symbols_by_name_offset(path: str, facts: PythonFacts) -> dict[int, str]:
    """Return the symbol ids of the functions and classes in a file by the offsets of their names."""
    return {
        definition.name_begin: member_symbol(path, definition.qualified_name)
        for definition in facts.definitions
        if not definition.is_alias
    }


class TypeAlternative(msgspec.Struct, frozen=True, gc=False):
    """One class that a value may be an instance of: one member of a union.

    With `is_class`, the value is the class itself (`type[C]`); with `is_awaitable`, awaiting it gives an instance.
    """

    symbol: str
    is_class: bool = False
    is_awaitable: bool = False


class TypeFact(msgspec.Struct, frozen=True):
    """An inferred type: its text, and the classes of its union members.

    `dict[str, shop.cart.Cart] | None` has the one alternative `dict`. Without `is_exhaustive` there may be others.
    Union members are sorted, since the engine's order depends on where other files define their classes.
    With `is_enum` the value is of an enum; the engine may know the member and not write it.
    """

    text: str
    alternatives: tuple[TypeAlternative, ...] = ()
    is_exhaustive: bool = False
    is_enum: bool = False


class CallTarget(msgspec.Struct, frozen=True, gc=False):
    """A function that a call may run; with `includes_overrides`, overrides of it too (dynamic dispatch).

    `receiver` is the class that the lookup began at; `is_constructor` says that a class was called. A synthesized function,
    such as the `__init__` of a dataclass, has the id it would have if it were written in its class.
    """

    function: str
    receiver: str | None = None
    includes_overrides: bool = False
    is_constructor: bool = False


class FunctionTypes(msgspec.Struct, frozen=True):
    """The types of a function's signature, declared or inferred."""

    parameters: dict[str, TypeFact]
    returns: TypeFact | None = None


class SignatureParameter(msgspec.Struct, frozen=True, gc=False):
    """A parameter of an external function, with the text of its type."""

    name: str
    type: str
    kind: ParameterKind
    has_default: bool = False


class ExternalSignature(msgspec.Struct, frozen=True):
    """The signature of an external function, or of one of its overloads, with the texts of its types.

    Without `parameters` it takes whatever something else does. `is_declared` says that a stub declares it; the source of a
    package may leave types to be inferred.
    """

    parameters: tuple[SignatureParameter, ...] | None
    returns: str
    is_declared: bool


ExternalSignatures: TypeAlias = Mapping[str, tuple[ExternalSignature, ...]]
"""The overloads of external functions, in order, by symbol."""


class FileTypes(msgspec.Struct, frozen=True, kw_only=True):
    """One file. Functions and classes are keyed by the offset of their name."""

    type_by_span: dict[PackedSpan, TypeFact]
    """Without expressions whose value is a function, a module or unknown."""
    targets_by_call: dict[PackedSpan, tuple[CallTarget, ...]]
    getters_by_member: dict[PackedSpan, tuple[CallTarget, ...]]
    setters_by_member: dict[PackedSpan, tuple[CallTarget, ...]]
    targets_by_operation: dict[tuple[PackedSpan, str], tuple[CallTarget, ...]]
    """Implicit calls, by span and kind: `binary`, `for-iter`, `for-next`, `with-enter`, `subscript-get-item`, …"""
    function_by_name_offset: dict[int, FunctionTypes]
    fields_by_class: dict[int, dict[str, TypeFact]]
    """An undeclared field, like every variable, has the type of its first value; there may be others."""
    variables: dict[str, TypeFact]
    partial_calls: frozenset[PackedSpan] = frozenset()
    """Calls that may also run functions which the engine does not know."""
    ancestors_by_class: dict[int, tuple[str, ...]] = {}
    """In MRO order, without the class itself and `object`."""
    class_by_dotted_name: dict[str, str] = {}
    """The project's classes in the texts of types; empty for a name of the project that is ambiguous or no class."""
    external_signatures: ExternalSignatures = {}
    """Of the external functions that the file runs."""


class TypeReport(Protocol):
    """The types of a project; files are read one at a time, so that no more than one is in memory."""

    @property
    def engine(self) -> str:
        """The engine and its version."""

    def read(self, path: str, line_starts: tuple[int, ...]) -> FileTypes | None:
        """Return the types of a file, or None if the engine reported none."""
