"""Method names that say nothing about their receiver, because builtin types or very many classes have them."""

# fmt: off
COMMON_METHODS = frozenset({
    # Of lists, sets, dicts and deques.
    "append", "add", "insert", "extend", "update", "remove", "discard", "pop", "popitem", "clear", "setdefault",
    "sort", "reverse", "copy", "count", "index", "get", "items", "keys", "values", "fromkeys", "union",
    "intersection", "difference", "issubset", "issuperset", "isdisjoint", "rotate", "appendleft", "popleft",
    "extendleft",
    # Of texts and bytes.
    "join", "split", "rsplit", "strip", "lstrip", "rstrip", "replace", "format", "encode", "decode", "startswith",
    "endswith", "lower", "upper", "title", "capitalize", "casefold", "center", "expandtabs", "find", "rfind",
    "rindex", "isalnum", "isalpha", "isdigit", "islower", "isupper", "isspace", "istitle", "ljust", "rjust", "zfill",
    "partition", "rpartition", "splitlines", "swapcase", "translate", "maketrans", "removeprefix", "removesuffix",
    # Of numbers.
    "to_bytes", "from_bytes", "hex", "bit_length", "conjugate", "as_integer_ratio", "is_integer",
    # Of files, generators, patterns, locks and futures.
    "read", "write", "close", "open", "flush", "seek", "tell", "readline", "readlines", "writelines", "fileno",
    "isatty", "truncate", "send", "throw", "group", "groups", "match", "search", "sub", "put", "acquire", "release",
    "wait", "notify", "cancel", "result", "submit", "map", "shutdown",
    # Of very many classes.
    "new", "init", "create", "build", "run", "start", "stop", "execute", "set", "end", "begin", "min", "max", "sum",
    "mean", "random", "findall", "finditer", "fullmatch", "unlink", "exists", "mkdir", "generate", "random_sample",
})
# fmt: on
"""No candidates are suggested for calls of these."""
