"""Binding calls to callees: arguments flow to parameters, results flow back to the call.

Turns: a call and a value that reaches its callee → edges between the nodes of both.
"""

from collections.abc import Callable
from typing import ClassVar

import msgspec

from codeshed.model.facts.python_facts import Assign, Name
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.flow_state import FlowState
from codeshed.resolve.python.flow.value_members import AttributeLookup
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE, FunctionFlow, index_by_name

# fmt: off
_CONTAINER_BASES = frozenset({
    "builtins.list", "builtins.dict", "builtins.tuple", "builtins.set", "collections.UserList", "collections.UserDict",
    "collections.OrderedDict", "collections.deque", "collections.defaultdict",
})
"""External classes whose instances are containers."""

_VALUE_TYPES = frozenset({
    "str", "int", "float", "bytes", "bool", "complex", "bytearray", "memoryview", "range", "slice", "object",
})
"""Builtin classes with lower-case names whose calls return instances that contain nothing."""
# fmt: on

_MAX_PARTIALS = 4

_N_BITS = 40
"""How many bits the number of a function, class, node or value has at most."""

_NO_KEYWORDS: dict[str, int] = {}
_NO_TEXTS: dict[int, str] = {}
"""Calls without any share these dicts, which are never modified."""


class CallFlow(msgspec.Struct, frozen=True, gc=False):
    """A call in the flow graph: nodes of its arguments and its result.

    `texts` are the arguments that are string literals, by position.
    """

    number: int
    positional: tuple[int, ...]
    keywords: dict[str, int]
    result: int
    texts: dict[int, str]
    starred: tuple[int, ...] = ()
    """Which of the positional arguments are unpacked, `*xs`."""
    n_partials: int = 0
    """How many partials the call passed through; recursive ones are followed a few times only."""


class LibraryModels(msgspec.Struct, frozen=True):
    """What calls of external functions do with values."""

    call_function: Callable[["CallBinder", CallFlow, str], bool]
    """Call a function by its dotted name; False if it has no model."""
    call_method: Callable[["CallBinder", CallFlow, int, str], None]
    """Call the method of a container, by the container's number and the method's name."""


class CallBinder:
    """Binds calls to the values that reach their callees."""

    def __init__(self, state: FlowState, members: AttributeLookup, models: LibraryModels) -> None:
        self.state = state
        self.members = members
        self._models = models
        self._bindings_done: set[int] = set()
        self._partials: dict[int, tuple[int, CallFlow]] = {}
        self._fields: dict[int, tuple[tuple[int, str], ...]] = {}
        self._n_calls = 0

    def new_call(
        self,
        positional: tuple[int, ...],
        keywords: dict[str, int],
        result: int,
        *,
        texts: dict[int, str] | None = None,
        starred: tuple[int, ...] = (),
    ) -> CallFlow:
        """Describe a call."""
        self._n_calls += 1
        return CallFlow(
            self._n_calls, positional, keywords or _NO_KEYWORDS, result, texts or _NO_TEXTS, starred
        )

    def call_node(self, callee: int, call: CallFlow) -> None:
        """Call every value that reaches a node, now or later."""
        self.state.graph.listen(callee, CallBinder.call_value, self, call)

    def call_positionally(self, callee: int, arguments: tuple[int, ...], result: int) -> None:
        """Call every value that reaches a node with positional arguments."""
        self.call_node(callee, self.new_call(arguments, {}, result))

    def call_value(self, call: CallFlow, value: int) -> None:
        """Call one value."""
        call_kind = self._CALL_BY_KIND.get(self.state.values.kinds[value])
        if call_kind is not None:
            call_kind(self, call, value)

    def new_partial(self, call: CallFlow) -> int:
        """Return the value of `functools.partial(f, x)`: a call of it calls `f` with `x` and its own arguments."""
        callee = call.positional[0] if call.positional else EMPTY_NODE
        self._partials[call.number] = (callee, call)
        return self.state.values.intern(ValueKind.PARTIAL, call.number)

    def is_partial(self, value: int) -> bool:
        """Whether a value is a partial made in this file, or known from another."""
        return self.state.values.numbers[value] in self._partials

    def partial_of(self, value: int) -> CallFlow:
        """Return the call of `partial` that made a value; its first argument is the function."""
        return self._partials[self.state.values.numbers[value]][1]

    def partial_callee(self, value: int) -> int:
        """Return the node of the function that a partial calls."""
        return self._partials[self.state.values.numbers[value]][0]

    def flow_elements(self, node: int, value: int) -> None:
        """Let the elements of a container flow to a node."""
        if self.state.values.kinds[value] is ValueKind.CONTAINER:
            self.state.graph.add_edge(self.state.container_of(value).all_items, node)

    def constructor_fields(self, number: int) -> tuple[tuple[int, str], ...]:
        """Return the annotated fields of a class in constructor order, bases first, each with the declaring class."""
        if number not in self._fields:
            found: dict[str, int] = {}
            for each in reversed(self.state.hierarchy.project_mro(number)):
                scope = self.state.program.classes[each].scope
                for statement in self.state.program.scopes[scope].statements:
                    if isinstance(statement, Assign) and statement.annotation is not None:
                        for target in statement.targets:
                            if isinstance(target, Name):
                                found[target.name] = each
            self._fields[number] = tuple((owner, name) for name, owner in found.items())
        return self._fields[number]

    def _call_function(self, call: CallFlow, value: int) -> None:
        self._bind(call, self.state.values.numbers[value], 0, -1)

    def _call_bound(self, call: CallFlow, value: int) -> None:
        values = self.state.values
        self._bind(call, values.numbers[value], 1, values.receivers[value])

    def _call_instance(self, call: CallFlow, value: int) -> None:
        if self.members.find_defining_class(self.state.values.numbers[value], "__call__") is not None:
            self.call_node(self.members.member_node(value, "__call__"), call)

    def _call_external(self, call: CallFlow, value: int) -> None:
        name = self.state.values.names[value]
        if not self._models.call_function(self, call, name):
            self.state.graph.add_value(call.result, self._result_of_external(name))

    def _result_of_external(self, name: str) -> int:
        """Return the result of calling an external: an instance if its name looks like that of a class."""
        module, _, last = name.rpartition(".")
        if last[:1].isupper() or (module == "builtins" and last in _VALUE_TYPES):
            return self.state.values.external_instance(name)
        return self.state.values.opaque()

    def _call_container_method(self, call: CallFlow, value: int) -> None:
        values = self.state.values
        self._models.call_method(self, call, values.numbers[value], values.names[value])

    def _call_opaque(self, call: CallFlow, value: int) -> None:
        self.state.graph.add_value(call.result, value)

    def _call_partial(self, call: CallFlow, value: int) -> None:
        callee, made_by = self._partials[self.state.values.numbers[value]]
        if not self._is_first_binding(call, callee, -1):
            return
        if call.n_partials < _MAX_PARTIALS:
            bound = made_by.positional[1:]
            starred = (
                *(index - 1 for index in made_by.starred if index),
                *(index + len(bound) for index in call.starred),
            )
            merged = self.new_call(
                (*bound, *call.positional),
                {**made_by.keywords, **call.keywords},
                call.result,
                starred=starred,
            )
            self.call_node(callee, msgspec.structs.replace(merged, n_partials=call.n_partials + 1))

    def _call_prefixed_methods(self, call: CallFlow, value: int) -> None:
        """Call all methods with a prefix; where nothing is known of the name, arguments would mix in all methods of a class."""
        if not self.state.values.names[value]:
            return
        for member in self.members.find_prefixed_members(value):
            self.call_node(member, call)

    def _construct(self, call: CallFlow, value: int) -> None:
        state = self.state
        number = state.values.numbers[value]
        if not self._is_first_binding(call, number, -2):
            return
        instance = state.values.instance(number)
        state.graph.add_value(call.result, instance)
        without_result = CallFlow(
            call.number, call.positional, call.keywords, EMPTY_NODE, call.texts, call.starred
        )
        if self.members.find_defining_class(number, "__init__") is not None:
            self.call_node(self.members.member_node(instance, "__init__"), without_result)
        elif state.hierarchy.traits_of(number).has_field_constructor:
            self._fill_fields(call, number)
        if self.members.find_defining_class(number, "__new__") is not None:
            self.call_node(self.members.member_node(value, "__new__"), call)
        self._fill_builtin_base(call, number)

    def _fill_builtin_base(self, call: CallFlow, number: int) -> None:
        """Let the argument's elements flow into an instance of a class that extends `list`, `dict` and so on."""
        if call.positional and not _CONTAINER_BASES.isdisjoint(
            self.state.hierarchy.external_ancestors(number)
        ):
            items = self.state.field_node(number, "[]")
            self.state.graph.listen(call.positional[0], CallBinder.flow_elements, self, items)

    def _fill_fields(self, call: CallFlow, number: int) -> None:
        """Let the arguments flow into the fields of a dataclass or named tuple."""
        fields = self.constructor_fields(number)
        owner_by_name = {name: owner for owner, name in fields}
        for index, (node, (owner, name)) in enumerate(zip(call.positional, fields, strict=False)):
            if index in call.starred:
                break
            self.state.graph.add_edge(node, self.state.field_node(owner, name))
        for name, node in call.keywords.items():
            if name in owner_by_name:
                self.state.graph.add_edge(node, self.state.field_node(owner_by_name[name], name))

    def _is_first_binding(self, call: CallFlow, number: int, variant: int) -> bool:
        """Whether a call is bound to a target in this variant for the first time."""
        key = (call.number << _N_BITS | number) << _N_BITS | variant + 2
        is_new = key not in self._bindings_done
        if is_new:
            self._bindings_done.add(key)
        return is_new

    def _bind(self, call: CallFlow, number: int, skip: int, receiver: int) -> None:
        """Bind a call to a function; the first `skip` parameters belong to the receiver."""
        if not self._is_first_binding(call, number, skip if receiver < 0 else receiver + 2):
            return
        flow = self.state.functions[number]
        self._bind_positional(call, flow, skip)
        self._bind_keywords(call, flow)
        if flow.is_class_method and receiver >= 0:
            # A class method such as an alternative constructor gets the class that it is called on.
            self.state.graph.add_value(self.state.parameter_node(number, 0), receiver)
        if call.result != EMPTY_NODE:
            self._return(call, number, skip, receiver)

    def _bind_positional(self, call: CallFlow, flow: FunctionFlow, skip: int) -> None:
        state = self.state
        position = skip
        for argument_index, node in enumerate(call.positional):
            if argument_index in call.starred:
                targets = [
                    state.parameter_node(flow.number, index)
                    for index in flow.positional[position:]
                    if flow.is_open(index)
                ]
                if flow.rest is not None:
                    targets.append(state.container_of(flow.rest).rest)
                state.graph.listen(node, CallBinder._spread, self, targets)
                return
            if position < len(flow.positional):
                index = flow.positional[position]
                if flow.is_open(index):
                    state.graph.add_edge(node, state.parameter_node(flow.number, index))
            elif flow.rest is not None:
                rest = state.container_of(flow.rest)
                state.graph.add_edge(node, state.item_node(rest, position - len(flow.positional)))
            position += 1

    def _bind_keywords(self, call: CallFlow, flow: FunctionFlow) -> None:
        state = self.state
        for name, node in call.keywords.items():
            index = index_by_name(state.program.functions[flow.number], name)
            if index is not None:
                if flow.is_open(index):
                    state.graph.add_edge(node, state.parameter_node(flow.number, index))
            elif not name:
                state.graph.listen(node, CallBinder._spread_keywords, self, flow)
            elif flow.keywords is not None:
                state.graph.add_edge(node, state.item_node(state.container_of(flow.keywords), name))

    def _spread(self, targets: list[int], value: int) -> None:
        """Let the elements of a container flow to the parameters that `*container` may fill."""
        graph = self.state.graph
        if self.state.values.kinds[value] is not ValueKind.CONTAINER:
            return
        container = self.state.container_of(value)

        def connect_item(key: object, node: int) -> None:
            if isinstance(key, int):
                if key < len(targets):
                    graph.add_edge(node, targets[key])
            else:
                for target in targets:
                    graph.add_edge(node, target)

        for target in targets:
            graph.add_edge(container.rest, target)
        self.state.watch(container, connect_item)

    def _spread_keywords(self, flow: FunctionFlow, value: int) -> None:
        """Let the elements of a container flow to the parameters that `**container` may fill."""
        state = self.state
        if state.values.kinds[value] is not ValueKind.CONTAINER:
            return
        container = state.container_of(value)

        def connect_item(key: object, node: int) -> None:
            if not isinstance(key, str):
                return
            index = index_by_name(state.program.functions[flow.number], key)
            if index is None:
                if flow.keywords is not None:
                    state.graph.add_edge(node, state.item_node(state.container_of(flow.keywords), key))
            elif flow.is_open(index):
                state.graph.add_edge(node, state.parameter_node(flow.number, index))

        state.watch(container, connect_item)
        if flow.keywords is not None:
            state.graph.add_edge(container.rest, state.container_of(flow.keywords).rest)

    def _return(self, call: CallFlow, number: int, skip: int, receiver: int) -> None:
        """Let what a function returns flow to the result of a call."""
        state = self.state
        flow = state.functions[number]
        if flow.is_generator:
            state.graph.add_value(call.result, state.generator_of(number))
        if not flow.is_result_closed:
            for index in sorted(flow.returned):
                self._return_argument(call, index - skip, receiver)
            if flow.returns_instance and receiver >= 0:
                self._return_instance(call, receiver)
        state.graph.add_edge(state.result_node(number), call.result)

    def _return_argument(self, call: CallFlow, index: int, receiver: int) -> None:
        if index < 0:
            if receiver >= 0:
                self.state.graph.add_value(call.result, receiver)
            return
        if index < len(call.positional) and index not in call.starred:
            self.state.graph.add_edge(call.positional[index], call.result)

    def _return_instance(self, call: CallFlow, receiver: int) -> None:
        values = self.state.values
        if values.kinds[receiver] is ValueKind.CLASS:
            self.state.graph.add_value(call.result, values.instance(values.numbers[receiver]))

    _CALL_BY_KIND: ClassVar[dict[ValueKind, Callable[["CallBinder", CallFlow, int], None]]] = {
        ValueKind.FUNCTION: _call_function,
        ValueKind.BOUND: _call_bound,
        ValueKind.CLASS: _construct,
        ValueKind.INSTANCE: _call_instance,
        ValueKind.PARTIAL: _call_partial,
        ValueKind.EXTERNAL: _call_external,
        ValueKind.CONTAINER_METHOD: _call_container_method,
        ValueKind.OPAQUE: _call_opaque,
        ValueKind.PREFIXED_METHODS: _call_prefixed_methods,
    }
    """How a value is called, by its kind; values of other kinds are not callable."""
