"""Models of functions that make containers or iterate over them.

Turns: a call of `list`, `map`, `zip`, `chain` and the like → flow from the elements of its arguments to its result.
"""

from codeshed.resolve.python.flow.call_flow import CallBinder, CallFlow
from codeshed.resolve.python.flow.iteration import iterate
from codeshed.resolve.python.flow.library_models.call_model import Model, argument, call_key
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE


def make_container(type_name: str) -> Model:
    """`list(xs)`, `sorted(xs, key=f)`: a new container of a type with all elements of the arguments."""

    def model(calls: CallBinder, call: CallFlow) -> None:
        value = calls.state.new_container(type_name)
        rest = calls.state.container_of(value).rest
        for node in call.positional:
            iterate(calls, node, rest)
        calls.state.graph.add_value(call.result, value)
        for key in call.keywords:
            if type_name == "dict" and key:
                item = calls.state.item_node(calls.state.container_of(value), key)
                calls.state.graph.add_edge(call.keywords[key], item)
        call_key(calls, call, rest)

    return model


def copy_dict(calls: CallBinder, call: CallFlow) -> None:
    """`dict(x, name=y)`: a new dict with the items of the old one."""
    value = calls.state.new_container("dict")
    container = calls.state.container_of(value)
    for node in call.positional[:1]:
        calls.state.graph.listen(node, CallBinder.flow_elements, calls, container.rest)
    for key, node in call.keywords.items():
        if key:
            calls.state.graph.add_edge(node, calls.state.item_node(container, key))
    calls.state.graph.add_value(call.result, value)


def return_element(calls: CallBinder, call: CallFlow) -> None:
    """`max(xs, key=f)`, `max(a, b)`: one of the elements; `key` is called with each."""
    elements = calls.state.graph.add_node()
    if len(call.positional) == 1:
        iterate(calls, call.positional[0], elements)
    else:
        for node in call.positional:
            calls.state.graph.add_edge(node, elements)
    calls.state.graph.add_edge(elements, call.result)
    call_key(calls, call, elements)


def map_elements(calls: CallBinder, call: CallFlow) -> None:
    """`map(f, xs)`: what `f` returns for the elements."""
    value = calls.state.new_container("map")
    function = argument(call, 0)
    elements = []
    for node in call.positional[1:]:
        element = calls.state.graph.add_node()
        iterate(calls, node, element)
        elements.append(element)
    if function is not None:
        calls.call_positionally(function, tuple(elements), calls.state.container_of(value).rest)
    calls.state.graph.add_value(call.result, value)


def filter_elements(calls: CallBinder, call: CallFlow) -> None:
    """`filter(f, xs)`: the elements; `f` is called with each."""
    value = calls.state.new_container("filter")
    rest = calls.state.container_of(value).rest
    function, iterable = argument(call, 0), argument(call, 1)
    if iterable is not None:
        iterate(calls, iterable, rest)
    if function is not None:
        calls.call_positionally(function, (rest,), EMPTY_NODE)
    calls.state.graph.add_value(call.result, value)


def reduce(calls: CallBinder, call: CallFlow) -> None:
    """`reduce(f, xs, start)`: what `f` returns for its own results and the elements."""
    function, iterable = argument(call, 0), argument(call, 1)
    element = calls.state.graph.add_node()
    if iterable is not None:
        iterate(calls, iterable, element)
    if function is not None:
        calls.call_positionally(function, (call.result, element), call.result)
    start = argument(call, 2)
    for node in (element, start):
        if node is not None:
            calls.state.graph.add_edge(node, call.result)


def zip_elements(calls: CallBinder, call: CallFlow) -> None:
    """`zip(xs, ys)`: tuples of the elements."""
    state = calls.state
    pair = state.new_container("tuple")
    for index, node in enumerate(call.positional):
        iterate(calls, node, state.item_node(state.container_of(pair), index))
    value = state.new_container("zip")
    state.graph.add_value(state.container_of(value).rest, pair)
    state.graph.add_value(call.result, value)


def enumerate_elements(calls: CallBinder, call: CallFlow) -> None:
    """`enumerate(xs)`: pairs with the elements in the second place."""
    state = calls.state
    pair = state.new_container("tuple")
    node = argument(call, 0, "iterable")
    if node is not None:
        iterate(calls, node, state.item_node(state.container_of(pair), 1))
    value = state.new_container("enumerate")
    state.graph.add_value(state.container_of(value).rest, pair)
    state.graph.add_value(call.result, value)


def take_next(calls: CallBinder, call: CallFlow) -> None:
    """`next(xs, default)`: one of the elements, or the default."""
    node = argument(call, 0)
    if node is not None:
        iterate(calls, node, call.result)
    default = argument(call, 1)
    if default is not None:
        calls.state.graph.add_edge(default, call.result)


def make_iterator(calls: CallBinder, call: CallFlow) -> None:
    """`iter(xs)`, `iter(f, last)`: the elements, or what `f` returns."""
    if len(call.positional) > 1:
        value = calls.state.new_container("iterator")
        calls.call_positionally(call.positional[0], (), calls.state.container_of(value).rest)
        calls.state.graph.add_value(call.result, value)
    else:
        make_container("iterator")(calls, call)


def make_default_dict(calls: CallBinder, call: CallFlow) -> None:
    """`defaultdict(f)`: a dict that holds what `f` returns."""
    value = calls.state.new_container("defaultdict")
    factory = argument(call, 0)
    if factory is not None:
        calls.call_positionally(factory, (), calls.state.container_of(value).rest)
    calls.state.graph.add_value(call.result, value)


def chain(calls: CallBinder, call: CallFlow) -> None:
    """`chain(xs, *yss)`: the elements of all arguments."""
    value = calls.state.new_container("chain")
    rest = calls.state.container_of(value).rest
    for index, node in enumerate(call.positional):
        if index in call.starred:
            inner = calls.state.graph.add_node()
            iterate(calls, node, inner)
            iterate(calls, inner, rest)
        else:
            iterate(calls, node, rest)
    calls.state.graph.add_value(call.result, value)


def chain_from_iterable(calls: CallBinder, call: CallFlow) -> None:
    """`chain.from_iterable(xss)`: the elements of the elements."""
    value = calls.state.new_container("chain")
    node = argument(call, 0)
    if node is not None:
        inner = calls.state.graph.add_node()
        iterate(calls, node, inner)
        iterate(calls, inner, calls.state.container_of(value).rest)
    calls.state.graph.add_value(call.result, value)
