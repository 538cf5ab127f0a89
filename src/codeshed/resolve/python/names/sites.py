"""Sites: the occurrences in a file that use something, with the flow nodes that hold the values there.

Reading the statements of a file fills FileSites. After the flow, each site becomes references.
"""

import enum

import msgspec

from codeshed.model.facts.python_facts import Attribute, Call, Expression, Import, Name


class Usage(enum.IntEnum):
    """What is done with a name or attribute."""

    LOAD = 1
    STORE = 2
    CHANGE = 3
    """Read and written, as by `+=`."""
    DELETE = 4
    CALL = 5
    MUTATE = 6
    """The object it holds is modified: by item assignment, or by a mutating method such as `append`."""


class CallSite(msgspec.Struct, gc=False):
    """A call expression. `callee`, `receiver` and `arguments` are nodes; `receiver` is -1 if there is none."""

    scope: int
    call: Call
    callee: int
    receiver: int
    arguments: tuple[int, ...]
    assigned_to: Expression | None = None


class MemberSite(msgspec.Struct, frozen=True, gc=False):
    """An attribute `value.name`; `receiver` is the node of the value."""

    scope: int
    member: Attribute
    receiver: int
    usage: Usage


class NameSite(msgspec.Struct, frozen=True, gc=False):
    """A bare name."""

    scope: int
    name: Name
    usage: Usage


class OperationSite(msgspec.Struct, frozen=True, gc=False):
    """An operator, iteration or statement that calls a special method: the first of `methods` that is defined."""

    scope: int
    begin: int
    end: int
    receiver: int
    methods: tuple[str, ...]
    left: int = -1
    """For a reflected operator, the node of the left operand, whose own method has precedence."""
    left_methods: tuple[str, ...] = ()


class DecoratorSite(msgspec.Struct, frozen=True, gc=False):
    """A decorator on the definition of a symbol; `node` holds what is applied to the definition.

    `call` is the call whose callee is the decorator: `route("/")` for `@route("/")`, and for `@route` its application.
    """

    scope: int
    decorator: Expression
    symbol: str
    node: int
    call: CallSite


class TypeSite(msgspec.Struct, frozen=True, gc=False):
    """A type name in an annotation or a base; `owner` is the scope to whose code it belongs."""

    scope: int
    expression: Expression
    owner: int


class DefaultSite(msgspec.Struct, frozen=True, gc=False):
    """The default of a parameter; `owner` is the scope of its function."""

    expression: Expression
    owner: int


class RaiseSite(msgspec.Struct, frozen=True, gc=False):
    """`raise value`: if the value is a class, it is instantiated."""

    scope: int
    value: Expression
    node: int


class ClassSite(msgspec.Struct, frozen=True, gc=False):
    """A class statement: it runs the metaclass and `__init_subclass__` of the bases."""

    scope: int
    number: int


class ImportSite(msgspec.Struct, frozen=True, gc=False):
    """An import statement."""

    scope: int
    statement: Import


class FileSites(msgspec.Struct):
    """All sites of a file."""

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
