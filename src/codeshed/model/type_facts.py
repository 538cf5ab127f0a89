"""TypeFacts: what a type engine knows of a project's files, in no engine's own words.

Places are byte offsets, packed into one number by `place`, so that they join to the expressions of FileFacts. They are
offsets in the file that the facts are about, and in no other: functions and classes are known by their symbol ids, so
that what is known of a file stays true when another file moves its lines.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

import msgspec

from codeshed.model.facts import FileFacts
from codeshed.model.identity import member_symbol

Place: TypeAlias = int
"""Where an expression begins and ends, as `place` packs it."""

SymbolsIn: TypeAlias = Callable[[str], Mapping[int, str]]
"""Given a path, the symbol ids of the functions and classes in that file by the offsets of their names."""

_BITS = 32


def place(begin: int, end: int) -> Place:
    """Pack the offsets of an expression into one number."""
    return begin << _BITS | end


def symbols_by_name_begin(path: str, facts: FileFacts) -> dict[int, str]:
    """Return the symbol ids of the functions and classes in a file by the offsets of their names."""
    return {
        definition.name_begin: member_symbol(path, definition.qualified_name)
        for definition in facts.definitions
        if not definition.is_alias
    }


class TypeAlternative(msgspec.Struct, frozen=True, gc=False):
    """One class that a value may be an instance of; with `is_class`, the value is that class itself.

    With `is_awaitable` it is what the value gives when it is awaited.
    """

    symbol: str
    is_class: bool = False
    is_awaitable: bool = False


class TypeFact(msgspec.Struct, frozen=True):
    """The type of a value: as the engine writes it, and the classes that it is made of.

    `dict[str, shop.cart.Cart] | None` has the one alternative `dict`. Without `is_exhaustive` there may be others.
    The parts of a union are sorted, since the engine's order depends on where other files define their classes.
    With `is_enum` the value is of an enumeration; the engine may know which member it is and not write that.
    """

    text: str
    alternatives: tuple[TypeAlternative, ...] = ()
    is_exhaustive: bool = False
    is_enum: bool = False


class CallTarget(msgspec.Struct, frozen=True, gc=False):
    """A function that a call reaches; `is_open` says that methods which override it may be reached too.

    `receiver` is the class through which it was found, `is_constructor` says that a class was called. A function that
    nobody wrote, such as the `__init__` of a dataclass, is named as if it stood in its class.
    """

    function: str
    receiver: str | None = None
    is_open: bool = False
    is_constructor: bool = False


class FunctionTypes(msgspec.Struct, frozen=True):
    """What the engine says of a function's signature, declared or not."""

    parameters: dict[str, TypeFact]
    returns: TypeFact | None = None


class FileTypes(msgspec.Struct, frozen=True, kw_only=True):
    """One file. Functions and classes are keyed by the offset of their name.

    Places whose value is a function, a module or unknown have no type.
    An operation is a call that nobody wrote as one; its key is its place and its kind: `binary`, `for-iter`,
    `for-next`, `with-enter`, `subscript-get-item`, `subscript-set-item` and others that the engine may know.
    Undeclared fields and all variables have the type of the first value that they are given; there may be others.
    `partial_calls` are the calls that may reach functions which the engine does not know, beside those it names.
    Ancestors of a class are in the order in which members are looked up, without the class itself and `object`.
    `class_by_dotted_name` has the project's classes that the texts of types name, without ambiguous names.
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
    ancestors_by_class: dict[int, tuple[str, ...]] = {}
    class_by_dotted_name: dict[str, str] = {}


class TypeReport(Protocol):
    """What the engine found in a project; files are read one at a time, so that no more than one is in memory."""

    @property
    def engine(self) -> str:
        """The engine and its version."""

    def read(self, path: str, line_starts: tuple[int, ...]) -> FileTypes | None:
        """Return what is known of a file, or None if the engine has nothing to say about it."""
