"""The public members of builtin types, of all Pythons from 3.8 to 3.14.

Listed here, because the version of the interpreter that runs Codeshed must make no difference. Special methods are
left out: all types have so many that they do not distinguish types.
"""

# fmt: off
MEMBERS_BY_TYPE: dict[str, frozenset[str]] = {
    "str": frozenset({
        "capitalize", "casefold", "center", "count", "encode", "endswith", "expandtabs", "find",
        "format", "format_map", "index", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit",
        "isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper",
        "join", "ljust", "lower", "lstrip", "maketrans", "partition", "removeprefix",
        "removesuffix", "replace", "rfind", "rindex", "rjust", "rpartition", "rsplit", "rstrip",
        "split", "splitlines", "startswith", "strip", "swapcase", "title", "translate", "upper",
        "zfill",
    }),
    "bytes": frozenset({
        "capitalize", "center", "count", "decode", "endswith", "expandtabs", "find", "fromhex",
        "hex", "index", "isalnum", "isalpha", "isascii", "isdigit", "islower", "isspace", "istitle",
        "isupper", "join", "ljust", "lower", "lstrip", "maketrans", "partition", "removeprefix",
        "removesuffix", "replace", "rfind", "rindex", "rjust", "rpartition", "rsplit", "rstrip",
        "split", "splitlines", "startswith", "strip", "swapcase", "title", "translate", "upper",
        "zfill",
    }),
    "bytearray": frozenset({
        "append", "capitalize", "center", "clear", "copy", "count", "decode", "endswith",
        "expandtabs", "extend", "find", "fromhex", "hex", "index", "insert", "isalnum", "isalpha",
        "isascii", "isdigit", "islower", "isspace", "istitle", "isupper", "join", "ljust", "lower",
        "lstrip", "maketrans", "partition", "pop", "remove", "removeprefix", "removesuffix",
        "replace", "reverse", "rfind", "rindex", "rjust", "rpartition", "rsplit", "rstrip", "split",
        "splitlines", "startswith", "strip", "swapcase", "title", "translate", "upper", "zfill",
    }),
    "int": frozenset({
        "as_integer_ratio", "bit_count", "bit_length", "conjugate", "denominator", "from_bytes",
        "imag", "is_integer", "numerator", "real", "to_bytes",
    }),
    "float": frozenset({
        "as_integer_ratio", "conjugate", "fromhex", "hex", "imag", "is_integer", "real",
    }),
    "bool": frozenset({
        "as_integer_ratio", "bit_count", "bit_length", "conjugate", "denominator", "from_bytes",
        "imag", "is_integer", "numerator", "real", "to_bytes",
    }),
    "complex": frozenset({
        "conjugate", "imag", "real",
    }),
    "list": frozenset({
        "append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse",
        "sort",
    }),
    "tuple": frozenset({
        "count", "index",
    }),
    "dict": frozenset({
        "clear", "copy", "fromkeys", "get", "items", "keys", "pop", "popitem", "setdefault",
        "update", "values",
    }),
    "set": frozenset({
        "add", "clear", "copy", "difference", "difference_update", "discard", "intersection",
        "intersection_update", "isdisjoint", "issubset", "issuperset", "pop", "remove",
        "symmetric_difference", "symmetric_difference_update", "union", "update",
    }),
    "frozenset": frozenset({
        "copy", "difference", "intersection", "isdisjoint", "issubset", "issuperset",
        "symmetric_difference", "union",
    }),
    "range": frozenset({
        "count", "index", "start", "step", "stop",
    }),
    "slice": frozenset({
        "indices", "start", "step", "stop",
    }),
    "memoryview": frozenset({
        "c_contiguous", "cast", "contiguous", "f_contiguous", "format", "hex", "itemsize", "nbytes",
        "ndim", "obj", "readonly", "release", "shape", "strides", "suboffsets", "tobytes", "tolist",
        "toreadonly",
    }),
    "object": frozenset(),
    "type": frozenset({
        "mro",
    }),
    "generator": frozenset({
        "close", "gi_code", "gi_frame", "gi_running", "gi_suspended", "gi_yieldfrom", "send",
        "throw",
    }),
    "iterator": frozenset(),
    "dict_items": frozenset({
        "isdisjoint", "mapping",
    }),
    "dict_values": frozenset({
        "mapping",
    }),
    "dict_keys": frozenset({
        "isdisjoint", "mapping",
    }),
    "defaultdict": frozenset({
        "clear", "copy", "default_factory", "fromkeys", "get", "items", "keys", "pop", "popitem",
        "setdefault", "update", "values",
    }),
    "OrderedDict": frozenset({
        "clear", "copy", "fromkeys", "get", "items", "keys", "move_to_end", "pop", "popitem",
        "setdefault", "update", "values",
    }),
    "deque": frozenset({
        "append", "appendleft", "clear", "copy", "count", "extend", "extendleft", "index", "insert",
        "maxlen", "pop", "popleft", "remove", "reverse", "rotate",
    }),
    "Counter": frozenset({
        "clear", "copy", "elements", "fromkeys", "get", "items", "keys", "most_common", "pop",
        "popitem", "setdefault", "subtract", "total", "update", "values",
    }),
}
# fmt: on
# The builtin type of a container value whose type name is that of the function or syntax which made it.
_TYPE_BY_CONTAINER = {
    "comprehension": "list",
    "List": "list",
    "Dict": "dict",
    "Set": "set",
    "Tuple": "tuple",
    "items": "dict_items",
    "view": "dict_values",
    "map": "iterator",
    "filter": "iterator",
    "zip": "iterator",
    "enumerate": "iterator",
    "chain": "iterator",
}


_CLASS_MEMBERS = frozenset({"__name__", "__qualname__", "__dict__", "__bases__", "__mro__", "__subclasses__"})
"""Special members that classes and functions have, but instances of builtin types do not."""


def builtin_type(container: str) -> str:
    """Return the builtin type of a container value: that of a comprehension is `list`."""
    plain = container.split(":", 1)[0]
    return _TYPE_BY_CONTAINER.get(plain, plain)


def has_member(type_name: str, name: str) -> bool:
    """Whether a builtin type may have a member; a type that is not listed may have any."""
    members = MEMBERS_BY_TYPE.get(type_name)
    is_special = name.startswith("__") and name.endswith("__") and name not in _CLASS_MEMBERS
    return members is None or name in members or is_special


def may_have_member(dotted_name: str, name: str) -> bool:
    """The same for the dotted name of any type: `builtins.str` is listed, `pathlib.Path` is not."""
    module, _, type_name = dotted_name.rpartition(".")
    return module not in {"builtins", "collections"} or has_member(type_name, name)
