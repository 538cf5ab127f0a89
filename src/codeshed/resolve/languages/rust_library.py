"""What is known of the standard library of Rust: which types hold others, and which methods its traits have."""

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
