"""What is known of the standard library of Rust: what is seen everywhere, which types hold others, methods of its traits."""

from collections.abc import Mapping

from codeshed.resolve.languages.spaces import Contents

RUST_CONTENTS = Contents(
    seen_through=frozenset({
        "Arc", "Box", "Cow", "LazyCell", "LazyLock", "ManuallyDrop", "MutexGuard", "NonNull", "Pin", "Rc", "Ref", "RefMut",
        "RwLockReadGuard", "RwLockWriteGuard",
    }),
    own_members=frozenset({"clone", "new", "downgrade", "upgrade", "as_ptr", "into_raw", "from_raw", "strong_count"}),
    opening=frozenset({
        "?", "await", "unwrap", "expect", "unwrap_or", "unwrap_or_else", "unwrap_or_default", "unwrap_unchecked", "lock",
        "read", "write", "try_lock", "borrow", "borrow_mut", "get_mut", "get_or_insert_with", "get_or_init", "into_inner",
        "upgrade", "pop", "first", "last", "first_mut", "last_mut", "get", "next", "remove", "pop_front", "pop_back", "front",
        "back", "peek", "as_ptr", "deref", "deref_mut",
    }),
    first_of=frozenset({"Result", "LockResult"}),
    keeping=frozenset({
        "as_ref", "as_mut", "as_deref", "as_deref_mut", "as_pin_mut", "clone", "cloned", "copied", "take", "replace",
        "to_owned", "ok", "ok_or", "ok_or_else", "iter", "iter_mut", "into_iter", "drain", "context", "with_context",
        "map_err", "into_pin", "get_ref", "by_ref", "rev", "skip", "filter",
    }),
    variants={"Some": 0, "Ok": 0, "Err": 1, "Ready": 0},
    target="Target",
    wait="await",
    awaited="Output",
)  # fmt: skip
"""What the standard library's holders give."""

_MACROS = (
    "assert assert_eq assert_ne cfg column compile_error concat dbg debug_assert debug_assert_eq debug_assert_ne env eprint"
    " eprintln file format format_args include include_bytes include_str is_aarch64_feature_detected"
    " is_x86_feature_detected line matches module_path option_env panic print println stringify thread_local todo try"
    " unimplemented unreachable vec write writeln"
)
_FUNCTIONS = "align_of align_of_val drop size_of size_of_val"
_PRIMITIVES = "bool char f128 f16 f32 f64 i128 i16 i32 i64 i8 isize str u128 u16 u32 u64 u8 usize"
_CRATES = "alloc core proc_macro std"
_ATTRIBUTES = (
    "allow_internal_unsafe allow_internal_unstable automatically_derived bench cold coverage crate_name crate_type"
    " debugger_visualizer default deprecated export_name feature fundamental global_allocator ignore inline"
    " instruction_set lang link link_name link_ordinal link_section macro_export may_dangle must_use naked no_builtins"
    " no_implicit_prelude no_link no_main no_mangle no_std non_exhaustive panic_handler proc_macro_attribute"
    " proc_macro_derive recursion_limit repr rustc_const_stable should_panic stable target_feature test test_case"
    " track_caller type_length_limit unstable used windows_subsystem"
)
_LOWER_CASE = "|".join(f"{_MACROS} {_FUNCTIONS} {_PRIMITIVES} {_CRATES} {_ATTRIBUTES}".split())
RUST_NAMES = rf"{_LOWER_CASE}|[A-Z]\w*[a-z]\w*"
"""Fits names that every file sees, and all that look like types: what else is not found comes from a macro, or is unknown."""

RUST_TRAITS: Mapping[str, frozenset[str]] = {
    name: frozenset(members.split())
    for name, members in {
        "Add": "add", "AddAssign": "add_assign", "Any": "type_id", "AsFd": "as_fd", "AsMut": "as_mut",
        "AsRawFd": "as_raw_fd", "AsRef": "as_ref", "BitAnd": "bitand", "BitAndAssign": "bitand_assign", "BitOr": "bitor",
        "BitOrAssign": "bitor_assign", "BitXor": "bitxor", "Borrow": "borrow", "Clone": "clone clone_from", "Copy": "",
        "Debug": "fmt", "Default": "default", "Deref": "deref", "DerefMut": "deref_mut", "Display": "fmt to_string",
        "Div": "div", "Drop": "drop", "Eq": "", "Error": "source description cause to_string", "Extend": "extend",
        "Fn": "call", "FnMut": "call_mut", "FnOnce": "call_once", "From": "from", "FromIterator": "from_iter",
        "FromRawFd": "from_raw_fd", "FromStr": "from_str parse", "Future": "poll", "Hash": "hash", "Index": "index",
        "IndexMut": "index_mut", "Into": "into", "IntoIterator": "into_iter", "IntoRawFd": "into_raw_fd",
        "Iterator": "next size_hint count last nth step_by chain zip map for_each filter filter_map enumerate peekable"
        " skip_while take_while map_while skip take scan flat_map flatten fuse inspect by_ref collect partition fold"
        " try_fold try_for_each reduce all any find find_map position rposition max min max_by min_by max_by_key"
        " min_by_key rev unzip copied cloned cycle sum product cmp partial_cmp eq ne lt le gt ge is_sorted into_iter",
        "Mul": "mul", "Neg": "neg", "Not": "not", "Ord": "cmp max min clamp", "PartialEq": "eq ne",
        "PartialOrd": "partial_cmp lt le gt ge", "RefUnwindSafe": "", "Rem": "rem", "Send": "", "Sized": "",
        "Stream": "poll_next size_hint", "Sub": "sub", "SubAssign": "sub_assign", "Sync": "", "ToOwned": "to_owned",
        "ToString": "to_string", "TryFrom": "try_from", "TryInto": "try_into", "Unpin": "", "UnwindSafe": "",
        "Wake": "wake wake_by_ref",
    }.items()
}  # fmt: skip
"""Traits of the library with their methods; others may have any."""
