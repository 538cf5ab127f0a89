"""Values of Rust that never change, and what changes the others."""

from codeshed.extract.engine.mutation_tables import ImmutableValues, Mutations

# fmt: off
IMMUTABLE_VALUES = ImmutableValues(
    literals=frozenset({
        "boolean_literal", "char_literal", "float_literal", "integer_literal", "raw_string_literal", "string_literal",
    }),
    composed={"array_expression": (), "parenthesized_expression": (), "reference_expression": ("value",), "tuple_expression": (), "type_cast_expression": ("value",)},
    types=frozenset({
        "Arc", "BTreeMap", "BTreeSet", "Box", "Cow", "Duration", "HashMap", "HashSet", "Lazy", "LazyCell", "LazyLock",
        "Option", "OsStr", "OsString", "Path", "PathBuf", "Rc", "Regex", "RegexSet", "Result", "String", "TypeId",
        "Vec", "[]", "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16",
        "u32", "u64", "u8", "usize",
    }),
)

MUTATIONS = Mutations(
    methods=frozenset({
        "and_modify", "append", "clear", "compare_exchange", "compare_exchange_weak", "dedup", "drain", "extend",
        "extend_from_slice", "fetch_add", "fetch_and", "fetch_max", "fetch_min", "fetch_or", "fetch_sub",
        "fetch_update", "fetch_xor", "get_or_init", "get_or_insert_with", "insert", "or_default", "or_insert",
        "or_insert_with", "pop", "pop_back", "pop_front", "push", "push_back", "push_front", "push_str", "remove",
        "replace", "resize", "retain", "set", "sort", "sort_by", "sort_by_key", "sort_unstable", "store", "swap",
        "swap_remove", "take", "truncate", "with", "with_borrow_mut",
    }),
    views=frozenset({
        "?", "and_modify", "as_deref_mut", "as_mut", "await", "borrow_mut", "deref_mut", "entry", "expect", "first_mut",
        "get_mut", "get_or_init", "iter_mut", "last_mut", "lock", "or_default", "or_insert", "or_insert_with",
        "try_borrow_mut", "try_lock", "try_write", "unwrap", "unwrap_or_else", "write",
    }),
    are_locals_references=True,
)
# fmt: on
