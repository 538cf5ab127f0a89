"""TypeFacts: what a type engine knows of a project's files, in no engine's own words.

Places are byte offsets, packed into one number by `place`, so that they join to the expressions of FileFacts.
"""

from typing import Protocol, TypeAlias

import msgspec

Place: TypeAlias = int
"""Where an expression begins and ends, as `place` packs it."""

_BITS = 32


def place(begin: int, end: int) -> Place:
    """Pack the offsets of an expression into one number."""
    return begin << _BITS | end


class EngineSymbol(msgspec.Struct, frozen=True, gc=False):
    """A function or class that the engine speaks of.

    Within the project it is known by its file and the offset of its name there; elsewhere by its dotted name alone.
    A function of the project that nobody wrote, such as the `__init__` of a dataclass, has a file and no offset.
    """

    dotted_name: str
    path: str | None = None
    name_begin: int = -1


class TypeAlternative(msgspec.Struct, frozen=True, gc=False):
    """One class that a value may be an instance of; with `is_class`, the value is that class itself.

    With `is_awaitable` it is what the value gives when it is awaited.
    """

    symbol: EngineSymbol
    is_class: bool = False
    is_awaitable: bool = False


class TypeFact(msgspec.Struct, frozen=True):
    """The type of a value: as the engine writes it, and the classes that it is made of.

    `dict[str, shop.cart.Cart] | None` has the one alternative `dict`. Without `is_exhaustive` there may be others.
    """

    text: str
    alternatives: tuple[TypeAlternative, ...] = ()
    is_exhaustive: bool = False


class CallTarget(msgspec.Struct, frozen=True, gc=False):
    """A function that a call reaches; `is_open` says that methods which override it may be reached too.

    `receiver` is the class through which it was found, `is_constructor` says that a class was called.
    """

    function: EngineSymbol
    receiver: EngineSymbol | None = None
    is_open: bool = False
    is_constructor: bool = False


class FunctionTypes(msgspec.Struct, frozen=True):
    """What the engine says of a function's signature, declared or not."""

    parameters: dict[str, TypeFact]
    returns: TypeFact | None = None


class FileTypes(msgspec.Struct, frozen=True, kw_only=True):
    """One file. Functions and classes are keyed by the offset of their name.

    An operation is a call that nobody wrote as one; its key is its place and its kind: `binary`, `for-iter`,
    `for-next`, `with-enter`, `subscript-get-item`, `subscript-set-item` and others that the engine may know.
    Undeclared fields and all variables have the type of the first value that they are given; there may be others.
    `partial_calls` are the calls that may reach functions which the engine does not know, beside those it names.
    Ancestors of a class are in the order in which members are looked up, without the class itself and `object`.
    """

    type_by_place: dict[Place, TypeFact]
    targets_by_call: dict[Place, tuple[CallTarget, ...]]
    getters_by_member: dict[Place, tuple[CallTarget, ...]]
    setters_by_member: dict[Place, tuple[CallTarget, ...]]
    targets_by_operation: dict[tuple[Place, str], tuple[CallTarget, ...]]
    function_by_name: dict[int, FunctionTypes]
    fields_by_class: dict[int, dict[str, TypeFact]]
    variables: dict[str, TypeFact]
    partial_calls: frozenset[Place] = frozenset()
    ancestors_by_class: dict[int, tuple[EngineSymbol, ...]] = {}


class TypeReport(Protocol):
    """What the engine found in a project; files are read one at a time, so that no more than one is in memory."""

    @property
    def engine(self) -> str:
        """The engine and its version."""

    @property
    def class_by_dotted_name(self) -> dict[str, EngineSymbol]:
        """The project's classes by the dotted names that types are written with, without ambiguous ones."""

    def read(self, path: str, line_starts: tuple[int, ...]) -> FileTypes | None:
        """Return what is known of a file, or None if the engine has nothing to say about it."""
