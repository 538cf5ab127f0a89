"""The standard library of Rust: names in scope everywhere, wrapper types, methods of its traits."""

from collections.abc import Mapping

from codeshed.resolve.generic.language_rules import WrapperTypes

_RWLOCK = ("read", "write", "try_read", "try_write", "get_mut", "into_inner")

RUST_WRAPPER_TYPES = WrapperTypes(
    auto_deref_types=frozenset({
        "Arc", "Box", "Cow", "LazyCell", "LazyLock", "ManuallyDrop", "MutexGuard", "NonNull", "Pin", "Rc", "Ref", "RefMut",
        "RwLockReadGuard", "RwLockWriteGuard",
    }),
    own_members_of_wrappers=frozenset({"clone", "new", "downgrade", "upgrade", "as_ptr", "into_raw", "from_raw", "strong_count"}),
    unwrap_methods=frozenset({
        "?", "await", "unwrap", "expect", "unwrap_or", "unwrap_or_else", "unwrap_or_default", "unwrap_unchecked", "lock",
        "read", "write", "try_lock", "borrow", "borrow_mut", "get", "get_mut", "get_or_insert_with", "get_or_init",
        "into_inner", "remove", "as_ptr", "deref", "deref_mut", "try_borrow", "try_borrow_mut", "try_read", "try_write",
    }),
    rewrapped_results={
        **dict.fromkeys(
            (
                *(f"std.sync.Mutex.{name}" for name in ("lock", "try_lock", "get_mut", "into_inner")),
                *(f"std.sync.RwLock.{name}" for name in _RWLOCK),
                "std.cell.RefCell.try_borrow", "std.cell.RefCell.try_borrow_mut",
                "tokio.sync.Mutex.try_lock", "tokio.sync.RwLock.try_read", "tokio.sync.RwLock.try_write",
            ),
            "std.Result",
        ),
        **dict.fromkeys(
            ("tokio.sync.Mutex.lock", "tokio.sync.RwLock.read", "tokio.sync.RwLock.write"), "std.future.Future"
        ),
    },
    deref_methods=frozenset({"deref", "deref_mut", "into_inner"}),
    wrapper_factories=frozenset({"Arc.new", "Cell.new", "Mutex.new", "Rc.new", "RefCell.new", "RwLock.new", "UnsafeCell.new"}),
    optional_methods=frozenset({
        "back", "back_mut", "find", "first", "first_mut", "front", "front_mut", "get", "get_mut", "last", "last_mut", "max",
        "max_by", "max_by_key", "min", "min_by", "min_by_key", "next", "next_back", "nth", "peek", "peek_mut", "pop",
        "pop_back", "pop_front", "remove", "upgrade",
    }),
    unconditional_methods=frozenset({
        "Cell.get", "Mutex.get_mut", "RefCell.get_mut", "RwLock.get_mut", "SmallVec.remove", "UnsafeCell.get", "Vec.remove",
    }),
    optional_type="std.Option",
    first_argument_types=frozenset({"Result", "LockResult"}),
    identity_methods=frozenset({
        "as_ref", "as_mut", "as_deref", "as_deref_mut", "as_pin_mut", "clone", "cloned", "copied", "take", "replace",
        "to_owned", "ok", "ok_or", "ok_or_else", "iter", "iter_mut", "into_iter", "drain", "context", "with_context",
        "map_err", "into_pin", "get_ref", "by_ref", "rev", "skip", "filter",
    }),
    variant_arguments={"Some": 0, "Ok": 0, "Err": 1, "Ready": 0},
    deref_target="Target",
    await_method="await",
    await_result="Output",
)  # fmt: skip
"""Wrapper types of the standard library, and what their methods return."""

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
_PRELUDE = (
    "AsMut AsRef AsyncFn AsyncFnMut AsyncFnOnce Box Clone Copy Debug Default DoubleEndedIterator Drop Eq Err ExactSizeIterator Extend Fn FnMut"
    " FnOnce From FromIterator Future Hash Into IntoFuture IntoIterator Iterator None Ok Option Ord PartialEq PartialOrd Result Send"
    " Sized Some String Sync ToOwned ToString TryFrom TryInto Unpin Vec"
)
RUST_NAMES = frozenset(f"{_MACROS} {_FUNCTIONS} {_PRIMITIVES} {_CRATES} {_ATTRIBUTES} {_PRELUDE}".split())
"""Names in scope everywhere: of the prelude, macros, primitive types, attributes; any other name is unknown."""

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
"""Traits of the library with their methods; any other trait may have any method."""

RUST_CRATE_TRAITS: Mapping[str, frozenset[str]] = {
    "Deserialize": frozenset({"deserialize", "deserialize_in_place"}),
    "Serialize": frozenset({"serialize"}),
}
"""The same for traits of crates that most types implement."""

_METHODS = (
    "abs and and_then append as_bytes as_bytes_mut as_deref as_mut as_mut_ptr as_mut_slice as_mut_str as_mut_vec as_path as_ptr"
    " as_ref as_secs as_slice as_str binary_search binary_search_by binary_search_by_key borrow borrow_mut bytes capacity ceil"
    " char_indices chars checked_add checked_div checked_mul checked_sub chunks chunks_exact chunks_mut clear clone_from_slice"
    " cloned cmp components concat contains contains_key copied copy_from_slice count_ones count_zeros dedup dedup_by"
    " dedup_by_key display drain elapsed ends_with entry eq_ignore_ascii_case err exists expect expect_err exp extend_from_slice"
    " extension file_name file_stem fill filter first first_mut flatten floor get get_mut get_or_insert get_or_insert_with"
    " insert insert_str inspect intersection into_boxed_slice into_boxed_str into_bytes into_inner into_keys into_string"
    " into_values is_alphabetic is_alphanumeric is_ascii is_char_boundary is_dir is_disjoint is_empty is_err is_file is_finite"
    " is_nan is_negative is_none is_none_or is_numeric is_ok is_ok_and is_positive is_some is_some_and is_subset is_superset"
    " is_whitespace iter iter_mut join keys last last_mut leading_zeros len lines ln lock log10 log2 make_ascii_lowercase"
    " make_ascii_uppercase map map_err map_or map_or_else matches ok ok_or ok_or_else or or_else or_insert or_insert_with parent"
    " parse peek pop pop_back pop_front position pow powf powi push push_back push_front push_str read recv rem_euclid remove"
    " repeat replace replace_range replacen reserve resize resize_with retain retain_mut reverse rfind rotate_left rotate_right"
    " round rsplit rsplit_once rsplitn saturating_add saturating_mul saturating_sub send shrink_to_fit sort sort_by"
    " sort_by_cached_key sort_by_key sort_unstable sort_unstable_by sort_unstable_by_key splice split split_ascii_whitespace"
    " split_at split_at_mut split_first split_last split_off split_once split_whitespace splitn sqrt starts_with strip_prefix"
    " strip_suffix swap swap_remove symmetric_difference take to_ascii_lowercase to_ascii_uppercase to_be_bytes to_digit"
    " to_le_bytes to_lowercase to_ne_bytes to_path_buf to_str to_string_lossy to_uppercase to_vec trailing_zeros transpose trim"
    " trim_end trim_end_matches trim_matches trim_start trim_start_matches truncate try_lock union unwrap unwrap_err unwrap_or"
    " unwrap_or_default unwrap_or_else unzip values values_mut windows with_capacity wrapping_add wrapping_mul wrapping_sub"
    " write xor zip"
)
RUST_MEMBERS = frozenset(_METHODS.split()).union(*RUST_TRAITS.values())
"""Inherent methods of library types: they come before those of any trait."""
