"""The places in a file where something is used, with the nodes that hold what is used there."""

import enum
from dataclasses import dataclass, field

from codeshed.model.facts import Call, Expression, Import, Member, Name


class Usage(enum.IntEnum):
    """What is done with a name or member."""

    LOAD = 1
    STORE = 2
    CHANGE = 3
    """Read and stored, as by `+=`."""
    DELETE = 4
    CALL = 5
    MUTATE = 6
    """What it holds is changed: by an item, or by a method that changes its receiver."""


@dataclass(slots=True)
class CallSite:
    """A call that is written as one."""

    scope: int
    call: Call
    callee: int
    receiver: int
    arguments: tuple[int, ...]
    assigned_to: Expression | None = None


@dataclass(frozen=True, slots=True)
class MemberSite:
    """`value.name`, whose value is held by the node `receiver`."""

    scope: int
    member: Member
    receiver: int
    usage: Usage


@dataclass(frozen=True, slots=True)
class NameSite:
    """A plain name."""

    scope: int
    name: Name
    usage: Usage


@dataclass(frozen=True, slots=True)
class OperationSite:
    """An operator, iteration or statement that calls special methods: the first of each group that is there."""

    scope: int
    begin: int
    end: int
    receiver: int
    methods: tuple[str, ...]
    left: int = -1
    """Of a reflected operator, the node of the other operand, whose own method comes first."""
    left_methods: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DecoratorSite:
    """A decorator on a definition."""

    scope: int
    decorator: Expression
    symbol: str
    node: int


@dataclass(frozen=True, slots=True)
class TypeSite:
    """A name within an annotation or a base, used as a type; `owner` is the scope whose code it belongs to."""

    scope: int
    expression: Expression
    owner: int


@dataclass(frozen=True, slots=True)
class RaiseSite:
    """`raise value`: if the value is a class, an instance of it is made."""

    scope: int
    value: Expression
    node: int


@dataclass(frozen=True, slots=True)
class ClassSite:
    """A class statement, which runs its metaclass and tells its bases."""

    scope: int
    number: int


@dataclass(frozen=True, slots=True)
class ImportSite:
    """An import statement."""

    scope: int
    statement: Import


@dataclass(slots=True)
class FileSites:
    """All places of a file."""

    calls: list[CallSite] = field(default_factory=list)
    members: list[MemberSite] = field(default_factory=list)
    names: list[NameSite] = field(default_factory=list)
    operations: list[OperationSite] = field(default_factory=list)
    decorators: list[DecoratorSite] = field(default_factory=list)
    types: list[TypeSite] = field(default_factory=list)
    imports: list[ImportSite] = field(default_factory=list)
    raises: list[RaiseSite] = field(default_factory=list)
    classes: list[ClassSite] = field(default_factory=list)
