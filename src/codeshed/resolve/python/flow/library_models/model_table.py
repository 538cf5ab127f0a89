"""The table of models of library functions.

Turns: a call and the dotted name of its callee → flow from its arguments to its result.
"""

from codeshed.resolve.python.flow.call_flow import CallFlow, Calls
from codeshed.resolve.python.flow.library_models import iterable_functions as iterables
from codeshed.resolve.python.flow.library_models import object_functions as objects
from codeshed.resolve.python.flow.library_models.call_model import Model

_MODELS_BY_SUFFIX: dict[str, Model] = {
    "Executor.submit": objects.start_later("fn", 0),
    "Executor.map": iterables.map_elements,
    "Pool.map": iterables.map_elements,
    "Pool.apply_async": objects.start_later("func", 0),
}
"""Methods of classes that exist in several modules."""

_MODELS: dict[str, Model] = {
    "builtins.list": iterables.collect("list"),
    "builtins.tuple": iterables.collect("tuple"),
    "builtins.set": iterables.collect("set"),
    "builtins.frozenset": iterables.collect("frozenset"),
    "builtins.sorted": iterables.collect("list"),
    "builtins.reversed": iterables.collect("iterator"),
    "builtins.iter": iterables.make_iterator,
    "builtins.dict": iterables.copy_dict,
    "builtins.max": iterables.select,
    "builtins.min": iterables.select,
    "builtins.map": iterables.map_elements,
    "builtins.filter": iterables.filter_elements,
    "builtins.zip": iterables.zip_elements,
    "builtins.enumerate": iterables.enumerate_elements,
    "builtins.next": iterables.take_next,
    "builtins.anext": iterables.take_next,
    "builtins.type": objects.take_class,
    "builtins.getattr": objects.get_attribute,
    "builtins.setattr": objects.set_attribute,
    "builtins.property": objects.make_property,
    "functools.partial": objects.make_partial,
    "functools.partialmethod": objects.make_partial,
    "functools.reduce": iterables.reduce,
    "functools.wraps": objects.make_wrapper,
    "functools.wraps()": objects.give_back,
    "functools.update_wrapper": objects.give_back,
    "functools.lru_cache": objects.cache_calls,
    "functools.cache": objects.give_back,
    "functools.singledispatch": objects.give_back,
    "contextlib.contextmanager": objects.give_back,
    "contextlib.asynccontextmanager": objects.give_back,
    "contextlib.suppress": objects.give_nothing,
    "contextlib.closing": objects.give_back,
    "builtins.staticmethod": objects.give_back,
    "builtins.classmethod": objects.give_back,
    "copy.copy": objects.give_back,
    "copy.deepcopy": objects.give_back,
    "weakref.ref": objects.give_back,
    "weakref.proxy": objects.give_back,
    "typing.cast": objects.cast,
    "typing_extensions.cast": objects.cast,
    "asyncio.run": objects.give_back,
    "asyncio.create_task": objects.give_back,
    "asyncio.ensure_future": objects.give_back,
    "asyncio.wait_for": objects.give_back,
    "asyncio.shield": objects.give_back,
    "asyncio.to_thread": objects.start_later("func", 0),
    "collections.defaultdict": iterables.make_default_dict,
    "collections.OrderedDict": iterables.copy_dict,
    "collections.deque": iterables.collect("deque"),
    "collections.ChainMap": iterables.collect("dict"),
    "itertools.chain": iterables.chain,
    "itertools.chain.from_iterable": iterables.chain_from,
    "itertools.islice": iterables.collect("iterator"),
    "itertools.cycle": iterables.collect("iterator"),
    "itertools.takewhile": iterables.filter_elements,
    "itertools.dropwhile": iterables.filter_elements,
    "itertools.filterfalse": iterables.filter_elements,
    "itertools.starmap": iterables.map_elements,
    "threading.Thread": objects.start_later("target", 1),
    "threading.Timer": objects.start_later("function", 1),
    "multiprocessing.Process": objects.start_later("target", 1),
    "atexit.register": objects.start_later("func", 0),
    "dataclasses.field": objects.make_field,
    "attr.ib": objects.make_field,
    "attrs.field": objects.make_field,
    "pydantic.Field": objects.make_field,
}
"""Models by dotted name."""


def call_external(calls: Calls, call: CallFlow, name: str) -> bool:
    """Apply the model of an external function; return whether there is one."""
    model = _MODELS.get(name)
    if model is None:
        model = next((each for suffix, each in _MODELS_BY_SUFFIX.items() if name.endswith(suffix)), None)
    if model is None:
        return False
    model(calls, call)
    return True
