"""Models of container methods.

Turns: a call of a container's method → flow into the container, and from it to the call's result.
"""

from collections.abc import Callable

from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.call_flow import CallBinder, CallFlow
from codeshed.resolve.python.flow.container_values import Container
from codeshed.resolve.python.flow.iteration import load_item
from codeshed.resolve.python.flow.library_models.call_model import argument, call_key

# fmt: off
MUTATORS = frozenset({
    "append", "add", "insert", "extend", "update", "remove", "discard", "pop", "popitem", "clear", "setdefault",
    "sort", "reverse", "appendleft", "extendleft", "popleft", "rotate", "difference_update", "intersection_update",
    "symmetric_difference_update", "subtract", "move_to_end", "__setitem__", "__delitem__",
})
# fmt: on
"""Methods of builtin containers that mutate their receiver."""

MUTATING_FUNCTIONS = frozenset(
    {
        *("heapq.heapify", "heapq.heappop", "heapq.heappush", "heapq.heappushpop", "heapq.heapreplace"),
        *("bisect.insort", "bisect.insort_left", "bisect.insort_right"),
        *("operator.delitem", "operator.setitem", "random.shuffle"),
    }
)
"""Functions of the standard library that mutate their first argument."""

MUTATING_METHODS = frozenset(
    {
        *("_contextvars.ContextVar.reset", "_contextvars.ContextVar.set"),
        *("contextvars.ContextVar.reset", "contextvars.ContextVar.set"),
        *("threading.Event.clear", "threading.Event.set"),
    }
)
"""Methods of other types of the standard library that change what their object holds, by full names."""

Method = Callable[[CallBinder, CallFlow, int], None]

_MAX_WATCHERS = 16
"""How many containers may copy the keys of another; further ones only get its elements."""


def call_container_method(calls: CallBinder, call: CallFlow, number: int, name: str) -> None:
    """Apply the model of a container's method, if there is one."""
    method = _METHODS.get(name)
    if method is not None:
        method(calls, call, number)


def _add(calls: CallBinder, call: CallFlow, number: int) -> None:
    node = argument(call, 0)
    if node is not None:
        calls.state.graph.add_edge(node, calls.state.containers[number].rest)


def _insert(calls: CallBinder, call: CallFlow, number: int) -> None:
    node = argument(call, 1)
    if node is not None:
        calls.state.graph.add_edge(node, calls.state.containers[number].rest)


def _extend(calls: CallBinder, call: CallFlow, number: int) -> None:
    state = calls.state
    container = state.containers[number]
    for node in call.positional:
        state.graph.listen(node, _merge, calls, container)
    for key, node in call.keywords.items():
        state.graph.add_edge(node, state.item_node(container, key) if key else container.rest)


def _merge(calls: CallBinder, container: Container, value: int) -> None:
    """Add all items of another container, under the same keys if these are strings."""
    state = calls.state
    if state.values.kinds[value] is not ValueKind.CONTAINER:
        return
    other = state.container_of(value)
    if other is container:
        return
    state.graph.add_edge(other.rest, container.rest)
    if len(other.watchers) >= _MAX_WATCHERS:
        state.graph.add_edge(other.all_items, container.rest)
        return

    def copy_item(key: object, item: int) -> None:
        target = state.item_node(container, key) if isinstance(key, str) else container.rest
        state.graph.add_edge(item, target)

    state.watch(other, copy_item)


def _union(calls: CallBinder, call: CallFlow, number: int) -> None:
    _extend(calls, call, number)
    _return_itself(calls, call, number)


def _get(calls: CallBinder, call: CallFlow, number: int) -> None:
    state = calls.state
    load_item(calls, call.texts.get(0), call.result, state.values.intern(ValueKind.CONTAINER, number))
    if len(call.positional) > 1:
        state.graph.add_edge(call.positional[1], call.result)


def _set_default(calls: CallBinder, call: CallFlow, number: int) -> None:
    _get(calls, call, number)
    if len(call.positional) > 1:
        container = calls.state.containers[number]
        text = call.texts.get(0)
        target = container.rest if text is None else calls.state.item_node(container, text)
        calls.state.graph.add_edge(call.positional[1], target)


def _return_element(calls: CallBinder, call: CallFlow, number: int) -> None:
    calls.state.graph.add_edge(calls.state.containers[number].all_items, call.result)


def _return_view(calls: CallBinder, call: CallFlow, number: int) -> None:
    state = calls.state
    value = state.new_container("view")
    state.graph.add_edge(state.containers[number].all_items, state.container_of(value).rest)
    state.graph.add_value(call.result, value)


def _new_pair(calls: CallBinder, number: int) -> int:
    """Make the tuple of a key and any item of a container, and return its value."""
    state = calls.state
    pair = state.new_container("tuple")
    state.graph.add_edge(state.containers[number].all_items, state.item_node(state.container_of(pair), 1))
    return pair


def _return_pair(calls: CallBinder, call: CallFlow, number: int) -> None:
    calls.state.graph.add_value(call.result, _new_pair(calls, number))


def _return_pairs(calls: CallBinder, call: CallFlow, number: int) -> None:
    state = calls.state
    pair = _new_pair(calls, number)
    items_value = state.new_container("items")
    state.graph.add_value(state.container_of(items_value).rest, pair)
    state.graph.add_value(call.result, items_value)


def _return_itself(calls: CallBinder, call: CallFlow, number: int) -> None:
    calls.state.graph.add_value(call.result, calls.state.values.intern(ValueKind.CONTAINER, number))


def _sort(calls: CallBinder, call: CallFlow, number: int) -> None:
    call_key(calls, call, calls.state.containers[number].all_items)


_METHODS: dict[str, Method] = {
    "append": _add,
    "add": _add,
    "appendleft": _add,
    "put": _add,
    "put_nowait": _add,
    "insert": _insert,
    "extend": _extend,
    "extendleft": _extend,
    "update": _extend,
    "__iadd__": _extend,
    "union": _union,
    "get": _get,
    "get_nowait": _get,
    "pop": _get,
    "popleft": _get,
    "__getitem__": _get,
    "setdefault": _set_default,
    "values": _return_view,
    "__iter__": _return_view,
    "__next__": _return_element,
    "send": _return_element,
    "items": _return_pairs,
    "popitem": _return_pair,
    "copy": _return_itself,
    "difference": _return_itself,
    "intersection": _return_itself,
    "__enter__": _return_itself,
    "sort": _sort,
}
