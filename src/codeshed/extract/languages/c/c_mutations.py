"""What changes the objects of C. Its values that never change are told by `const`."""

from codeshed.extract.engine.mutation_tables import Mutations

# fmt: off
MUTATIONS = Mutations(
    functions=dict.fromkeys((
        "bzero", "memcpy", "memmove", "memset", "qsort", "snprintf", "sprintf", "strcat", "strcpy", "strlcat",
        "strlcpy", "strncat", "strncpy", "vsnprintf",
    ), 0),
)
# fmt: on
