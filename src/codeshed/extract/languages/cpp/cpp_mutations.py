"""What changes the objects of C++. Its values that never change are told by `const`."""

from codeshed.extract.engine.mutation_tables import Mutations

# fmt: off
MUTATIONS = Mutations(
    methods=frozenset({
        "append", "assign", "clear", "compare_exchange_strong", "compare_exchange_weak", "emplace", "emplace_back",
        "emplace_front", "erase", "exchange", "fetch_add", "fetch_and", "fetch_or", "fetch_sub", "fill", "insert",
        "insert_or_assign", "merge", "pop", "pop_back", "pop_front", "push", "push_back", "push_front", "remove_if",
        "reset", "resize", "reverse", "sort", "splice", "store", "swap", "try_emplace", "unique",
    }),
    functions=dict.fromkeys((
        "bzero", "memcpy", "memmove", "memset", "qsort", "snprintf", "sprintf", "std.fill", "std.iota", "std.memcpy",
        "std.memset", "std.reverse", "std.sort", "std.stable_sort", "std.swap", "strcat", "strcpy", "strlcat",
        "strlcpy", "strncat", "strncpy", "vsnprintf",
    ), 0),
    views=frozenset({
        "at", "back", "begin", "data", "end", "front", "rbegin", "rend", "top", "value",
    }),
)
# fmt: on
