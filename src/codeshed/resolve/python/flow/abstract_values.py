"""Abstract values: functions, classes, instances, modules and containers, each interned as a number.

Turns: a kind, a number and a name → the number of the value; equal values have equal numbers, given in the order of
first use. All instances of a class are one value, so `Cart()` and any other `Cart()` are the same.
"""

import enum

import msgspec

_N_BITS = 40
"""How many bits the number of a function, class, file or container has at most."""

_N_KIND_BITS = 5


class ValueKind(enum.IntEnum):
    """What a value is."""

    FUNCTION = 0
    CLASS = 1
    INSTANCE = 2
    MODULE = 3
    FOLDER = 4
    EXTERNAL = 5
    EXTERNAL_INSTANCE = 6
    BOUND = 7
    CONTAINER = 8
    CONTAINER_METHOD = 9
    PARTIAL = 10
    SUPER = 11
    TEXT = 12
    OPAQUE = 13
    PROPERTY = 14
    KEY = 15
    PREFIXED_METHODS = 16


OMITTED = 0
"""The value that stands for those that a node had no room for: the first of every table, an opaque one."""

OMITTED_NAME = "omitted"


class ValueTable(msgspec.Struct, frozen=True):
    """All values interned so far, as parallel lists."""

    kinds: list[ValueKind] = msgspec.field(default_factory=list)
    numbers: list[int] = msgspec.field(default_factory=list)
    """The function, class, file or container that a value is about; for a bound method, its function."""
    names: list[str] = msgspec.field(default_factory=list)
    """Dotted names of externals, folders of namespace packages, string values, names of container methods, prefixes of names."""
    receivers: list[int] = msgspec.field(default_factory=list)
    """The value that a method is bound to; that of which any method with a prefix is taken."""
    _number_by_key: dict[int | tuple[int, str], int] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        """Intern the value that all tables have."""
        self.intern(ValueKind.OPAQUE, name=OMITTED_NAME)

    def intern(self, kind: ValueKind, number: int = -1, name: str = "", receiver: int = -1) -> int:
        """Intern a value and return its number."""
        packed = (receiver + 1 << _N_BITS | number + 1) << _N_KIND_BITS | kind
        key = (packed, name) if name else packed
        known = self._number_by_key.get(key)
        if known is None:
            known = self._number_by_key[key] = len(self.kinds)
            self.kinds.append(kind)
            self.numbers.append(number)
            self.names.append(name)
            self.receivers.append(receiver)
        return known

    def function(self, number: int) -> int:
        """Return the value of a function object."""
        return self.intern(ValueKind.FUNCTION, number)

    def class_(self, number: int) -> int:
        """Return the value of a class object."""
        return self.intern(ValueKind.CLASS, number)

    def instance(self, number: int) -> int:
        """Return the value of all instances of a class."""
        return self.intern(ValueKind.INSTANCE, number)

    def external(self, name: str) -> int:
        """Return the value of something defined outside of the repository."""
        return self.intern(ValueKind.EXTERNAL, name=name)

    def external_instance(self, name: str) -> int:
        """Return the value of all instances of an external class."""
        return self.intern(ValueKind.EXTERNAL_INSTANCE, name=name)

    def bound(self, function: int, receiver: int) -> int:
        """Return the value of a method bound to a receiver."""
        return self.intern(ValueKind.BOUND, function, receiver=receiver)

    def prefixed_methods(self, receiver: int, prefix: str) -> int:
        """Return the value of any method of a receiver whose name begins with a prefix."""
        return self.intern(ValueKind.PREFIXED_METHODS, name=prefix, receiver=receiver)

    def opaque(self) -> int:
        """Return the value of which nothing is known but that it came from external code."""
        return self.intern(ValueKind.OPAQUE)
