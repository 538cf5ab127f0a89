"""Iteration, subscripts and unpacking.

Turns: the node of a container → the nodes of its elements. For instances, their special methods are called.
"""

from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.call_flow import CallBinder
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

_ITERATED = ("__iter__", "__aiter__")
_STEPPED = ("__next__", "__anext__")


def iterate(calls: CallBinder, node: int, target: int) -> None:
    """Let the elements of a node's values flow to a target."""
    calls.state.graph.listen(node, _iterate_value, calls, target)


def take_item(calls: CallBinder, node: int, key: object, target: int) -> None:
    """Let `value[key]` of a node's values flow to a target; None is an unknown key."""
    calls.state.graph.listen(node, load_item, calls, key, target)


def put_item(calls: CallBinder, node: int, key: object, source: int) -> None:
    """Let a source flow into `value[key]` of a node's values."""
    calls.state.graph.listen(node, _store_item, calls, key, source)


def load_item(calls: CallBinder, key: object, target: int, value: int) -> None:
    """Let `value[key]` flow to a target."""
    state = calls.state
    match state.values.kinds[value]:
        case ValueKind.CONTAINER:
            container = state.container_of(value)
            if key is None:
                state.graph.add_edge(container.all_items, target)
            else:
                state.graph.add_edge(container.rest, target)
                state.graph.add_edge(state.item_node(container, key), target)
        case ValueKind.INSTANCE:
            _load_item_of_instance(calls, key, target, value)
        case ValueKind.CLASS | ValueKind.OPAQUE:
            state.graph.add_value(target, value)
        case _:
            pass


def _load_item_of_instance(calls: CallBinder, key: object, target: int, value: int) -> None:
    state = calls.state
    number = state.values.numbers[value]
    if calls.members.find_defining_class(number, "__getitem__") is not None:
        calls.call_positionally(calls.members.member_node(value, "__getitem__"), (EMPTY_NODE,), target)
    fields = calls.constructor_fields(number) if state.hierarchy.traits_of(number).is_named_tuple else ()
    if isinstance(key, int) and 0 <= key < len(fields):
        state.graph.add_edge(state.field_node(*fields[key]), target)
    for each in state.hierarchy.project_mro(number):
        state.graph.add_edge(state.field_node(each, "[]"), target)


def _store_item(calls: CallBinder, key: object, source: int, value: int) -> None:
    """Let a source flow into `value[key]`."""
    state = calls.state
    kind = state.values.kinds[value]
    if kind is ValueKind.CONTAINER:
        container = state.container_of(value)
        state.graph.add_edge(source, container.rest if key is None else state.item_node(container, key))
    elif kind is ValueKind.INSTANCE:
        number = state.values.numbers[value]
        if calls.members.find_defining_class(number, "__setitem__") is not None:
            setter = calls.members.member_node(value, "__setitem__")
            calls.call_positionally(setter, (EMPTY_NODE, source), EMPTY_NODE)
        else:
            state.graph.add_edge(source, state.field_node(number, "[]"))


def _iterate_value(calls: CallBinder, target: int, value: int) -> None:
    state = calls.state
    number = state.values.numbers[value]
    match state.values.kinds[value]:
        case ValueKind.CONTAINER:
            state.graph.add_edge(state.container_of(value).all_items, target)
        case ValueKind.INSTANCE:
            _iterate_instance(calls, value, number, target)
        case ValueKind.CLASS if state.hierarchy.traits_of(number).is_enum:
            state.graph.add_value(target, state.values.instance(number))
        case ValueKind.CLASS:
            for meta in state.hierarchy.traits_of(number).metaclasses:
                if isinstance(meta, int):
                    _iterate_instance(calls, state.values.instance(meta), meta, target)
        case ValueKind.OPAQUE:
            state.graph.add_value(target, value)
        case _:
            pass


def _iterate_instance(calls: CallBinder, value: int, number: int, target: int) -> None:
    state = calls.state
    for name in _STEPPED:
        if calls.members.find_defining_class(number, name) is not None:
            calls.call_positionally(calls.members.member_node(value, name), (), target)
            return
    for name in _ITERATED:
        if calls.members.find_defining_class(number, name) is not None:
            iterator = state.graph.add_node()
            calls.call_positionally(calls.members.member_node(value, name), (), iterator)
            state.graph.listen(iterator, _step, calls, target, value)
            return
    if calls.members.find_defining_class(number, "__getitem__") is not None:
        calls.call_positionally(calls.members.member_node(value, "__getitem__"), (EMPTY_NODE,), target)
    for each in state.hierarchy.project_mro(number):
        state.graph.add_edge(state.field_node(each, "[]"), target)
    if state.hierarchy.traits_of(number).is_named_tuple:
        for owner, name in calls.constructor_fields(number):
            state.graph.add_edge(state.field_node(owner, name), target)


def _step(calls: CallBinder, target: int, iterated: int, value: int) -> None:
    """Take an element from an iterator; one that is the iterated value itself has been asked already."""
    if value != iterated:
        _iterate_value(calls, target, value)
