"""Type ids as expressions: unions, generics, and the types that carry no information.

A type id is the symbol id of a type, a name (`int`), or an expression over these:
`app.py::User | None`, `list[app.py::User]`.
"""

import re

OPEN_TYPES = frozenset(
    {
        *("Any", "typing.Any", "ext:typing.Any", "typing_extensions.Any", "ext:typing_extensions.Any"),
        *("object", "builtins.object", "ext:builtins.object", "Object", "java.lang.Object"),
        *("any", "unknown", "interface{}", "dynamic", "mixed", "void*"),
    }
)
"""Top types: annotating with one of them says nothing."""

NOTHING_TYPES = frozenset(
    {"None", "NoneType", "ext:builtins.None", "void", "()", "Unit", "unit", "nil", "undefined"}
)
"""Unit and null types, which functions without a result return: they have no members."""

_OPTIONAL_HEADS = frozenset({"Optional", "typing.Optional", "ext:typing.Optional"})
_UNION_HEADS = frozenset({"Union", "typing.Union", "ext:typing.Union"}) | _OPTIONAL_HEADS
_MAX_EXPRESSION_LENGTH = 4096
_PIECE = re.compile(r"[\[<({]|[\])}>]|,|[^\s\[\]<>(){},|&*?!;\"']+")
_FUNCTION_ARROWS = ("=>", "->")
_NO_VALUES = frozenset({"Callable", "Literal", "type", "Type"})
"""Their type arguments are not types of contained values: signatures, constants, classes."""

_FIRST_ONLY = frozenset({"Annotated"})
"""Only the first argument of these is a type."""

_TYPE_WORDS = frozenset(
    {"const", "mut", "dyn", "impl", "readonly", "struct", "enum", "unsigned", "signed", "ref", "out", "..."}
)


def split_top_level(expression: str, separator: str) -> tuple[str, ...]:
    """Split at a separator outside of all brackets: `a | b[c | d]` gives `a` and `b[c | d]`."""
    parts = []
    depth = 0
    begin = 0
    for position, character in enumerate(expression):
        if character in "[(":
            depth += 1
        elif character in "])":
            depth -= 1
        elif character == separator and depth == 0:
            parts.append(expression[begin:position].strip())
            begin = position + 1
    parts.append(expression[begin:].strip())
    return tuple(part for part in parts if part)


def head_of(expression: str) -> str:
    """Return a type without its type arguments: `list[int]` gives `list`."""
    return expression.split("[", 1)[0].strip() if expression.endswith("]") else expression.strip()


def is_open_type(expression: str) -> bool:
    """Whether everything is assignable to a type: `Any`, and every union with it."""
    return expression in OPEN_TYPES or not OPEN_TYPES.isdisjoint(receiver_types(expression))


def receiver_types(expression: str) -> tuple[str, ...]:
    """Return the types to look members up in for a receiver of this type: `A | B[int] | None` gives A and B."""
    if len(expression) > _MAX_EXPRESSION_LENGTH:
        return ()
    members: list[str] = []
    pending = [expression]
    while pending:
        current = pending.pop(0)
        alternatives = split_top_level(current, "|")
        if len(alternatives) > 1:
            pending[:0] = alternatives
            continue
        head = head_of(current)
        if head in _UNION_HEADS and head != current:
            pending[:0] = split_top_level(current[len(head) + 1 : -1], ",")
        elif head and head not in NOTHING_TYPES and head not in members:
            members.append(head)
    return tuple(members)


def value_types(expression: str) -> tuple[str, ...]:
    """Return the types of a value and of the values in it.

    `dict[str, A | None]` gives dict, str, A and None; `Page<A>` gives Page and A. Signatures, constants and classes are
    left out: `Callable[[A], B]` gives Callable alone.
    """
    if len(expression) > _MAX_EXPRESSION_LENGTH or any(arrow in expression for arrow in _FUNCTION_ARROWS):
        return ()
    found: dict[str, None] = {}
    depth = 0
    silent_depth: int | None = None
    heads: list[str] = []
    previous = ""
    for piece in _PIECE.findall(expression):
        if piece in "[<({":
            heads.append(previous)
            depth += 1
            if silent_depth is None and _last_segment(previous) in _NO_VALUES:
                silent_depth = depth
        elif piece in "])}>":
            if silent_depth == depth:
                silent_depth = None
            depth = max(0, depth - 1)
            del heads[depth:]
        elif piece == ",":
            if silent_depth is None and heads and _last_segment(heads[-1]) in _FIRST_ONLY:
                silent_depth = depth
        elif silent_depth is None and piece not in _TYPE_WORDS:
            found[piece] = None
        previous = piece
    return tuple(found)


def _last_segment(name: str) -> str:
    return name.replace(":", ".").rpartition(".")[2]
