"""Names of members that say nothing about their receiver, because builtin types or very many classes have them.

No candidates are suggested for members of these names on objects of unknown type.
"""

# fmt: off
PYTHON_METHODS = frozenset({
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
PYTHON_MEMBERS = PYTHON_METHODS | frozenset({
    "real", "imag", "numerator", "denominator", "step", "name", "mode", "closed", "encoding", "errors", "args", "pattern",
})
ECMASCRIPT_METHODS = frozenset({
    "add", "addEventListener", "append", "at", "apply", "bind", "call", "catch", "charAt", "charCodeAt", "clear",
    "codePointAt", "concat", "delete", "emit", "endsWith", "entries", "every", "exec", "fill", "filter", "finally",
    "find", "findIndex", "flat", "flatMap", "forEach", "get", "has", "hasOwnProperty", "includes", "indexOf", "join",
    "keys", "lastIndexOf", "localeCompare", "map", "match", "matchAll", "next", "normalize", "off", "on", "once",
    "padEnd", "padStart", "pop", "push", "reduce", "reduceRight", "remove", "removeEventListener", "repeat",
    "replace", "replaceAll", "return", "reverse", "set", "shift", "slice", "some", "sort", "splice", "split",
    "startsWith", "substr", "substring", "test", "then", "throw", "toFixed", "toISOString", "toJSON",
    "toLocaleString", "toLowerCase", "toString", "toUpperCase", "trim", "trimEnd", "trimStart", "unshift", "valueOf",
    "values",
})
ECMASCRIPT_MEMBERS = ECMASCRIPT_METHODS | frozenset({
    # Of texts, arrays, maps, functions, errors and patterns.
    "length", "size", "name", "prototype", "constructor", "message", "stack", "cause", "lastIndex", "source", "flags",
    "global", "index", "input", "groups", "buffer", "byteLength", "byteOffset", "description", "done", "value", "default",
    # Of events, elements and nodes of a page, and of modules.
    "target", "currentTarget", "type", "key", "code", "id", "className", "style", "children", "parentNode", "checked",
    "disabled", "href", "data", "detail", "width", "height", "top", "left", "right", "bottom", "x", "y", "exports", "env",
    "current", "props", "state", "refs", "context", "ref",
})
# fmt: on
