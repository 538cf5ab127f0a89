"""Containers of the C++ standard library, and the results of their methods."""

from codeshed.resolve.generic.types.library_types import Library

_ITERATORS = "begin end cbegin cend rbegin rend crbegin crend"
_LIST = f"back front at operator[] = T ; {_ITERATORS} erase insert emplace = cpp.std.iterator<T> ; emplace_back emplace_front = T"
_SET = f"{_ITERATORS} find lower_bound upper_bound erase = cpp.std.iterator<T>"
_MAP = (
    f"at operator[] = V ; {_ITERATORS} find lower_bound upper_bound erase = cpp.std.iterator<()<K,V>>"
    " ; insert emplace try_emplace insert_or_assign = ()<cpp.std.iterator<()<K,V>>,cpp.bool>"
)

CPP_LIBRARY = Library(
    f"""
cpp.std.iterator<T>
cpp.std.iterable<T>
cpp.std.vector<T> : cpp.std.iterable<T> ; {_LIST}
cpp.std.deque<T> : cpp.std.iterable<T> ; {_LIST}
cpp.std.list<T> : cpp.std.iterable<T> ; {_LIST}
cpp.std.array<T,N> : cpp.std.iterable<T> ; {_LIST}
cpp.std.span<T> : cpp.std.iterable<T> ; {_LIST}
cpp.std.stack<T> ; top = T
cpp.std.queue<T> ; back front = T
cpp.std.priority_queue<T> ; top = T
cpp.std.set<T> : cpp.std.iterable<T> ; {_SET}
cpp.std.multiset<T> : cpp.std.iterable<T> ; {_SET}
cpp.std.unordered_set<T> : cpp.std.iterable<T> ; {_SET}
cpp.std.map<K,V> : cpp.std.iterable<()<K,V>> ; {_MAP}
cpp.std.multimap<K,V> : cpp.std.iterable<()<K,V>> ; {_MAP}
cpp.std.unordered_map<K,V> : cpp.std.iterable<()<K,V>> ; {_MAP}
cpp.std.optional<T> ; value value_or = T
cpp.std.future<T> ; get = T
cpp.std.reference_wrapper<T> ; get = T
cpp.std.atomic<T> ; load exchange = T
"""
)
