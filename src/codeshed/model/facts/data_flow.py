"""Data-flow summaries: which values of a function reach which of its calls, results and variables. They know no rule.

A summary is made of one file alone. Locals are collapsed: `q = "…" + name; db.execute(q)` is one flow, from the parameter
`name` to the first argument of the call. Who is called and which symbol a name means is joined later, by spans. Positions
are byte offsets.

```python
def show(request):  # parameter 0
    name = request.GET.get("name")  # call 0
    cursor.execute(f"SELECT {name}")  # call 1
```

| source | target | form |
|---|---|---|
| `PARAMETER 0 .GET` | `RECEIVER` of call 0 | whole |
| `RESULT` of call 0 | `ARGUMENT` of call 1, slot `0` | inside |
| `NAME cursor` | `RECEIVER` of call 1 | whole |
"""

import enum
import zlib

import msgspec

MODULE_FUNCTION = 0
"""The number of the function that stands for the code of the file itself. It is always the first."""

NOT_IN_FILE = -1
"""Instead of the number of a function: no scope of the file binds the name, as for a builtin."""

THIS = -1
"""The number of the parameter `this`, which no parameter list names. The `self` of Python is parameter 0 of its method."""

ELEMENT = "[]"
"""The field that stands for any element of a container, and for an item whose key is not constant.

An item with a constant key is the field `[key]`: the attribute `a.b` and the item `a["b"]` of Python are two fields.
"""

ANY_MEMBER = "*"
"""The field that stands for any field of an object, where items are members: `a[key]` in JavaScript."""

POSITIONAL_REST = "*"
"""What the slot of a spread argument begins with, `f(*values)`, `f(...values)`: `*1` may fill any position from 1 on."""

KEYWORD_REST = "**"
"""The slot of `f(**values)`."""

MAX_FIELDS = 4
"""How many fields of an access path are kept; of a longer one the next is `ANY_MEMBER`: `a.b.c.d.e.f` is `a.b.c.d.e.*`."""

MAX_SOURCES = 16
"""How many sources of one value are kept; `FunctionFlows.is_cut` says that there were more."""


class PlaceKind(enum.IntEnum):
    """What kind of place a value comes from or goes to.

    A source is one of the first four, a target any but `RESULT` and `FUNCTION`.
    """

    PARAMETER = 0
    """The parameter with this `number`, from 0, or `THIS`. As a target: the caller's object is changed, in `fields`."""

    RESULT = 1
    """The result of the call with this `number`."""

    NAME = 2
    """The variable `name` of the scope of the function with this `number`: a global of the file, an import, a variable that
    an inner function captures; or of no scope of the file."""

    FUNCTION = 3
    """The function of this file with this `number` as a value: a lambda, a nested function, a callback."""

    RETURN = 4
    """What the function returns, yields, or, as code of an arrow function, evaluates to."""

    ARGUMENT = 5
    """The argument of the call with this `number` in this slot, which is `name`: `0`, `1`, a keyword, `*1` or `**`."""

    RECEIVER = 6
    """The object before the dot of the call with this `number`: `db` in `db.run(x)`."""

    CALLEE = 7
    """What the call with this `number` calls, if it is no member: `run` in `run(x)`."""

    TEST = 8
    """A test of the value: `name` is `in` for membership in a collection."""


class FlowForm(enum.IntEnum):
    """How a value is part of the text that it flows into. The largest of a path is the form of the path."""

    WHOLE = 0
    """It is the value itself, or one of its elements or fields."""

    START = 1
    """A text begins with it, or with a scheme and it: `x + "/a"`, `f"https://{x}/a"`."""

    INSIDE = 2
    """Other text comes before it: `"/users/" + x`."""


class Place(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An access path: where a value comes from or goes to, and the fields from there; `cut_fields` bounds them.

    `request.GET["q"]` of the first parameter: `Place(PARAMETER, 0, "", ("GET", "q"))`. An argument `{"$where": x}`: the
    target is `Place(ARGUMENT, 3, "0", ("$where",))`. A list has its values in the field `ELEMENT`, a tuple in `[0]`, `[1]`.
    """

    kind: PlaceKind
    number: int = 0
    name: str = ""
    fields: tuple[str, ...] = ()


class Flow(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A value that goes from a source to a target within one function; the span is where the source is read.

    Of a source with fields it is the span of the access without indexes, `request.GET` of `request.GET["q"]`, which is also
    that of the reference to the member. A source and a target are there once, with the first span and the smallest form.
    `stored_at` of a value that is stored in a field or variable is where that has happened: what is read before does not have it.
    """

    source: Place
    target: Place
    begin: int
    end: int
    form: FlowForm = FlowForm.WHOLE
    stored_at: int = 0


class FlowCall(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One call. Its span is that of its reference in SemanticData, so that the targets can be joined.

    `name` is the last name of what is called: `get` of `request.GET.get("a")`; empty if it is no name. `constants` are the
    arguments that are short constants, by slot: `(("shell", "True"),)`; booleans and null as Python writes them.
    `is_tested`: a condition depends on its result.
    """

    begin: int
    end: int
    name: str
    n_positional: int = 0
    constants: tuple[tuple[str, str], ...] = ()
    is_tested: bool = False


class FunctionFlows(msgspec.Struct, frozen=True, array_like=True):
    """The summary of one function, lambda, or of the file's own code, which includes that of class bodies.

    The span is that of its definition in SemanticData if it is one, so that its symbol can be joined; else its own. `parent`
    is the number of the function around it. `parameters` are their names in order, with `*` or `**` before a variadic one;
    empty for a pattern. Calls are numbered within the function.
    """

    begin: int
    end: int
    parent: int
    parameters: tuple[str, ...] = ()
    calls: tuple[FlowCall, ...] = ()
    flows: tuple[Flow, ...] = ()
    is_cut: bool = False


def item_field(key: str) -> str:
    """Return the field of the item with a constant key."""
    return f"[{key}]"


def cut_fields(fields: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first fields of an access path, and that there are more."""
    return fields if len(fields) <= MAX_FIELDS else (*fields[:MAX_FIELDS], ANY_MEMBER)


def member_of_field(field: str) -> str:
    """Return the name of a member, or the constant key of an item."""
    return field[1:-1] if field.startswith("[") else field


def may_be_same_field(one: str, other: str) -> bool:
    """Whether two fields of an object may be the same: an item may be any element, a member any member."""
    if one == other or ANY_MEMBER in {one, other}:
        return True
    return ELEMENT in {one, other} and one.startswith("[") and other.startswith("[")


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[FunctionFlows, ...]).decode


def pack_summaries(functions: tuple[FunctionFlows, ...]) -> bytes:
    """Encode summaries, which are needed once and take much memory as objects; equal ones have equal bytes."""
    return zlib.compress(_encode(functions), 1) if functions else b""


def unpack_summaries(content: bytes) -> tuple[FunctionFlows, ...]:
    """Decode what `pack_summaries` encoded."""
    return _decode(zlib.decompress(content)) if content else ()
