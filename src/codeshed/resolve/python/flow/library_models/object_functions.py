"""Models of functions that access attributes, or wrap a function or class.

Turns: a call of `getattr`, `type`, `partial`, `Thread` and the like → flow from its arguments to its result.
"""

from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.call_flow import CallBinder, CallFlow
from codeshed.resolve.python.flow.library_models.call_model import Model, argument
from codeshed.resolve.python.flow.value_members import AttributeLookup

MAX_FEW_NAMES = 8
"""Of more attributes with a prefix, one value stands for all that are methods: a node could not hold them."""


def return_argument(calls: CallBinder, call: CallFlow) -> None:
    """`copy(x)`, `cache(f)`: the argument itself."""
    node = argument(call, 0)
    if node is not None:
        calls.state.graph.add_edge(node, call.result)


def return_nothing(_: CallBinder, __: CallFlow) -> None:
    """`suppress(Error)`: nothing worth following."""


def return_class(calls: CallBinder, call: CallFlow) -> None:
    """`type(x)`: the class of the argument."""
    state = calls.state
    node = argument(call, 0)
    if node is None or len(call.positional) != 1:
        return

    def class_of(value: int) -> None:
        if state.values.kinds[value] is ValueKind.INSTANCE:
            state.graph.add_value(call.result, state.values.class_(state.values.numbers[value]))
        elif state.values.kinds[value] is ValueKind.EXTERNAL_INSTANCE:
            state.graph.add_value(call.result, state.values.external(state.values.names[value]))

    state.graph.listen(node, class_of)


def get_attribute(calls: CallBinder, call: CallFlow) -> None:
    """`getattr(x, "name")`; for a computed name such as `f"on_{event}"`, all attributes with its prefix."""
    state = calls.state
    node, name = argument(call, 0), argument(call, 1)
    if node is None or name is None:
        return

    def load(text: int) -> None:
        if state.values.kinds[text] is not ValueKind.TEXT:
            return
        known = state.values.names[text]
        has_more = bool(state.values.numbers[text])
        if has_more:
            state.ambiguous_nodes.add(call.result)

        def take(value: int) -> None:
            names = calls.members.find_names_with_prefix(value, known) if has_more else [known]
            if len(names) > MAX_FEW_NAMES:
                state.graph.add_value(call.result, state.values.prefixed_methods(value, known))
                return
            for each in names:
                state.graph.add_edge(calls.members.member_node(value, each), call.result)

        state.graph.listen(node, take)

    if 1 not in call.texts:
        state.graph.listen(node, _take_any_method, calls, call.result)
    state.graph.listen(name, load)
    default = argument(call, 2)
    if default is not None:
        state.graph.add_edge(default, call.result)


def _take_any_method(calls: CallBinder, result: int, value: int) -> None:
    """`getattr(self, kind)`: if nothing is known of the name, any method of the class."""
    values = calls.state.values
    if values.kinds[value] is ValueKind.INSTANCE:
        calls.state.graph.add_value(result, values.prefixed_methods(value, ""))


def set_attribute(calls: CallBinder, call: CallFlow) -> None:
    """`setattr(x, "name", y)`."""
    state = calls.state
    node, name, passed = argument(call, 0), argument(call, 1), argument(call, 2)
    if node is None or name is None or passed is None:
        return

    def store(text: int) -> None:
        if state.values.kinds[text] is ValueKind.TEXT and not state.values.numbers[text]:
            known = state.values.names[text]
            state.graph.listen(node, AttributeLookup.store, calls.members, known, passed)

    state.graph.listen(name, store)


def make_property(calls: CallBinder, call: CallFlow) -> None:
    """`property(getter, setter, deleter)`."""
    state = calls.state
    value = state.new_property()
    for index, keyword in enumerate(("fget", "fset", "fdel")):
        node = argument(call, index, keyword)
        if node is not None:
            state.graph.add_edge(node, state.item_node(state.container_of(value), index))
    state.graph.add_value(call.result, value)


def make_partial(calls: CallBinder, call: CallFlow) -> None:
    """`partial(f, x)`."""
    calls.state.graph.add_value(call.result, calls.new_partial(call))


def call_later(keyword: str, index: int) -> Model:
    """`Thread(target=f, args=(x,))`, `submit(f, x)`: the function is called later, with arguments passed now."""

    def model(calls: CallBinder, call: CallFlow) -> None:
        node = argument(call, index, keyword)
        if node is None:
            return
        arguments = call.keywords.get("args")
        passed, starred = call.positional[index + 1 :], tuple(each - index - 1 for each in call.starred)
        if arguments is not None:
            passed, starred = (arguments,), (0,)
        started = calls.new_call(passed, {}, calls.state.graph.add_node(), starred=starred)
        calls.call_node(node, started)

    return model


def make_wrapper(calls: CallBinder, call: CallFlow) -> None:
    """`wraps(f)`: a function that returns its argument."""
    calls.state.graph.add_value(call.result, calls.state.values.external("functools.wraps()"))


def cache_calls(calls: CallBinder, call: CallFlow) -> None:
    """`lru_cache(f)`, `lru_cache()`: the function, or a function that returns its argument."""
    if call.positional:
        return_argument(calls, call)
    else:
        make_wrapper(calls, call)


def import_module(calls: CallBinder, call: CallFlow) -> None:
    """`import_module("shop.cart")`: the module, if the name is not relative."""
    state = calls.state
    name = argument(call, 0, "name")

    def take(text: int) -> None:
        dotted = state.values.names[text]
        is_known = state.values.kinds[text] is ValueKind.TEXT and not state.values.numbers[text]
        is_absolute = is_known and all(part.isidentifier() for part in dotted.split("."))
        target = state.program.find_module_by_text(state.file, dotted) if is_absolute else None
        module = (
            state.values.intern(ValueKind.MODULE, target)
            if isinstance(target, int)
            else state.values.opaque()
        )
        state.graph.add_value(call.result, module)

    if name is not None:
        state.graph.listen(name, take)


def cast(calls: CallBinder, call: CallFlow) -> None:
    """`cast(Cart, x)`: an instance of the class, and the argument itself."""
    state = calls.state
    declared, passed = argument(call, 0), argument(call, 1)

    def make(value: int) -> None:
        if state.values.kinds[value] is ValueKind.CLASS:
            state.graph.add_value(call.result, state.values.instance(state.values.numbers[value]))

    if declared is not None:
        state.graph.listen(declared, make)
    if passed is not None:
        state.graph.add_edge(passed, call.result)


def make_field(calls: CallBinder, call: CallFlow) -> None:
    """`field(default_factory=f)`: the field holds what `f` returns."""
    factory = call.keywords.get("default_factory", call.keywords.get("factory"))
    if factory is not None:
        calls.call_positionally(factory, (), call.result)
    default = call.keywords.get("default")
    if default is not None:
        calls.state.graph.add_edge(default, call.result)
