"""The places in a file where something is used, with the nodes that hold what is used there."""

import enum

import msgspec

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


class CallSite(msgspec.Struct, gc=False):
    """A call that is written as one."""

    scope: int
    call: Call
    callee: int
    receiver: int
    arguments: tuple[int, ...]
    assigned_to: Expression | None = None


class MemberSite(msgspec.Struct, frozen=True, gc=False):
    """`value.name`, whose value is held by the node `receiver`."""

    scope: int
    member: Member
    receiver: int
    usage: Usage


class NameSite(msgspec.Struct, frozen=True, gc=False):
    """A plain name."""

    scope: int
    name: Name
    usage: Usage


class OperationSite(msgspec.Struct, frozen=True, gc=False):
    """An operator, iteration or statement that calls special methods: the first of each group that is there."""

    scope: int
    begin: int
    end: int
    receiver: int
    methods: tuple[str, ...]
    left: int = -1
    """Of a reflected operator, the node of the other operand, whose own method comes first."""
    left_methods: tuple[str, ...] = ()


class DecoratorSite(msgspec.Struct, frozen=True, gc=False):
    """A decorator on a definition."""

    scope: int
    decorator: Expression
    symbol: str
    node: int


class TypeSite(msgspec.Struct, frozen=True, gc=False):
    """A name within an annotation or a base, used as a type; `owner` is the scope whose code it belongs to."""

    scope: int
    expression: Expression
    owner: int


class DefaultSite(msgspec.Struct, frozen=True, gc=False):
    """What a parameter is if it is given nothing; `owner` is the scope of its function."""

    expression: Expression
    owner: int


class RaiseSite(msgspec.Struct, frozen=True, gc=False):
    """`raise value`: if the value is a class, an instance of it is made."""

    scope: int
    value: Expression
    node: int


class ClassSite(msgspec.Struct, frozen=True, gc=False):
    """A class statement, which runs its metaclass and tells its bases."""

    scope: int
    number: int


class ImportSite(msgspec.Struct, frozen=True, gc=False):
    """An import statement."""

    scope: int
    statement: Import


class FileSites(msgspec.Struct):
    """All places of a file."""

    calls: list[CallSite] = msgspec.field(default_factory=list)
    members: list[MemberSite] = msgspec.field(default_factory=list)
    names: list[NameSite] = msgspec.field(default_factory=list)
    operations: list[OperationSite] = msgspec.field(default_factory=list)
    decorators: list[DecoratorSite] = msgspec.field(default_factory=list)
    types: list[TypeSite] = msgspec.field(default_factory=list)
    defaults: list[DefaultSite] = msgspec.field(default_factory=list)
    imports: list[ImportSite] = msgspec.field(default_factory=list)
    raises: list[RaiseSite] = msgspec.field(default_factory=list)
    classes: list[ClassSite] = msgspec.field(default_factory=list)
