"""Types as abstract values.

Turns: a class, or a dotted name with type arguments → DeclaredValues. A type is exhaustive if it says all there is to
know, so that no values need be followed. `Any`, callables, protocols and bare type variables are not exhaustive.
"""

from collections.abc import Iterable

import msgspec

from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.flow_state import FlowState

# fmt: off
_SEQUENCES = frozenset({
    "list", "set", "frozenset", "List", "Set", "FrozenSet", "Sequence", "MutableSequence", "Iterable", "Iterator",
    "Collection", "AsyncIterable", "AsyncIterator", "Generator", "AsyncGenerator", "deque", "Deque", "AbstractSet",
    "MutableSet", "Reversible", "KeysView", "ValuesView", "Container", "filter", "map", "chain", "enumerate",
    "reversed", "list_iterator", "ContextManager", "AbstractContextManager", "_GeneratorContextManager",
})
_MAPPINGS = frozenset({
    "dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "DefaultDict", "OrderedDict", "ChainMap",
    "WeakValueDictionary", "ItemsView", "dict_items", "dict_values", "Counter",
})
_TUPLES = frozenset({"tuple", "Tuple"})
_CONTAINERS = _SEQUENCES | _MAPPINGS | _TUPLES
_CONTAINER_MODULES = frozenset({
    "builtins", "typing", "collections", "typing_extensions", "contextlib", "weakref", "itertools", "_collections_abc",
})
_OPEN_MODULES = frozenset({"typing", "typing_extensions"})
_OPEN = frozenset({
    "builtins.object", "builtins.type", "builtins.function", "builtins.property", "builtins.staticmethod",
    "collections.abc.Callable", "functools.partial", "functools._Wrapped", "functools._lru_cache_wrapper",
    "types.FunctionType", "types.MethodType", "types.ModuleType", "types.NoneType", "types.CoroutineType",
})
# fmt: on


class DeclaredValues(msgspec.Struct, frozen=True):
    """The values that a type allows; if it is not exhaustive, there may be others."""

    values: frozenset[int] = frozenset()
    is_exhaustive: bool = False


UNKNOWN = DeclaredValues()
"""A type that says nothing."""

NONE = DeclaredValues(is_exhaustive=True)
"""The type of None, which has no value worth following."""


def union(parts: Iterable[DeclaredValues]) -> DeclaredValues:
    """Return the union of several types; the union of none says nothing."""
    known = tuple(parts)
    if not known:
        return UNKNOWN
    values = frozenset(value for part in known for value in part.values)
    return DeclaredValues(values, is_exhaustive=all(part.is_exhaustive for part in known))


class DeclaredTypeValues:
    """Makes the values of types."""

    def __init__(self, state: FlowState) -> None:
        self._state = state

    def of_class(self, number: int) -> DeclaredValues:
        """Return the values of a class used as a type: its instances."""
        is_open = self._state.hierarchy.traits_of(number).is_protocol
        return DeclaredValues(frozenset({self._state.values.instance(number)}), is_exhaustive=not is_open)

    def of_class_objects(self, declared: DeclaredValues) -> DeclaredValues:
        """Return the values of `type[…]`: the classes themselves."""
        values = self._state.values
        classes = frozenset(
            values.class_(values.numbers[value])
            for value in declared.values
            if values.kinds[value] is ValueKind.INSTANCE
        )
        return DeclaredValues(classes, is_exhaustive=bool(classes))

    def of_external_class(self, name: str) -> DeclaredValues:
        """Return the value of an external class object, for `type[…]`."""
        return DeclaredValues(frozenset({self._state.values.external(name)}), is_exhaustive=True)

    def of_external(self, name: str, arguments: tuple[DeclaredValues, ...] = ()) -> DeclaredValues:
        """Return the values of an external type with its type arguments."""
        module, _, last = name.rpartition(".")
        if last in _CONTAINERS and module.split(".", 1)[0] in _CONTAINER_MODULES:
            return self._of_container(last, arguments)
        if name in _OPEN or module in _OPEN_MODULES:
            return UNKNOWN
        return DeclaredValues(frozenset({self._state.values.external_instance(name)}), is_exhaustive=True)

    def _of_container(self, name: str, arguments: tuple[DeclaredValues, ...]) -> DeclaredValues:
        elements = _element_type(name, arguments)
        if elements.is_exhaustive and name in _TUPLES and len(arguments) > 1:
            parts = tuple(argument.values for argument in arguments)
            return DeclaredValues(frozenset({self._state.typed_tuple(parts)}), is_exhaustive=True)
        container = self._state.typed_container(name, elements.values)
        return DeclaredValues(frozenset({container}), is_exhaustive=elements.is_exhaustive)


def _element_type(name: str, arguments: tuple[DeclaredValues, ...]) -> DeclaredValues:
    """Return the element type of a container type."""
    if name in _TUPLES:
        return union(arguments)
    index = 1 if name in _MAPPINGS else 0
    return arguments[index] if len(arguments) > index else UNKNOWN
