"""The table of models of library functions.

Turns: a call and the dotted name of its callee → flow from its arguments to its result.
"""

from codeshed.resolve.python.flow.call_flow import CallBinder, CallFlow
from codeshed.resolve.python.flow.library_models import iterable_functions as iterables
from codeshed.resolve.python.flow.library_models import object_functions as objects
from codeshed.resolve.python.flow.library_models.call_model import Model

_MODELS_BY_SUFFIX: dict[str, Model] = {
    "Executor.submit": objects.call_later("fn", 0),
    "Executor.map": iterables.map_elements,
    "Pool.map": iterables.map_elements,
    "Pool.apply_async": objects.call_later("func", 0),
}
"""Methods of classes that exist in several modules."""

_MODELS: dict[str, Model] = {
    "builtins.list": iterables.make_container("list"),
    "builtins.tuple": iterables.make_container("tuple"),
    "builtins.set": iterables.make_container("set"),
    "builtins.frozenset": iterables.make_container("frozenset"),
    "builtins.sorted": iterables.make_container("list"),
    "builtins.reversed": iterables.make_container("iterator"),
    "builtins.iter": iterables.make_iterator,
    "builtins.dict": iterables.copy_dict,
    "builtins.max": iterables.return_element,
    "builtins.min": iterables.return_element,
    "builtins.map": iterables.map_elements,
    "builtins.filter": iterables.filter_elements,
    "builtins.zip": iterables.zip_elements,
    "builtins.enumerate": iterables.enumerate_elements,
    "builtins.next": iterables.take_next,
    "builtins.anext": iterables.take_next,
    "builtins.type": objects.return_class,
    "builtins.getattr": objects.get_attribute,
    "builtins.object.__getattribute__": objects.get_attribute,
    "builtins.setattr": objects.set_attribute,
    "builtins.property": objects.make_property,
    "functools.partial": objects.make_partial,
    "functools.partialmethod": objects.make_partial,
    "functools.reduce": iterables.reduce,
    "functools.wraps": objects.make_wrapper,
    "functools.wraps()": objects.return_argument,
    "functools.update_wrapper": objects.return_argument,
    "functools.lru_cache": objects.cache_calls,
    "functools.cache": objects.return_argument,
    "functools.singledispatch": objects.return_argument,
    "contextlib.contextmanager": objects.return_argument,
    "contextlib.asynccontextmanager": objects.return_argument,
    "contextlib.suppress": objects.return_nothing,
    "contextlib.closing": objects.return_argument,
    "builtins.staticmethod": objects.return_argument,
    "builtins.classmethod": objects.return_argument,
    "copy.copy": objects.return_argument,
    "copy.deepcopy": objects.return_argument,
    "weakref.ref": objects.return_argument,
    "weakref.proxy": objects.return_argument,
    "importlib.import_module": objects.import_module,
    "typing.cast": objects.cast,
    "typing_extensions.cast": objects.cast,
    "asyncio.run": objects.return_argument,
    "asyncio.create_task": objects.return_argument,
    "asyncio.ensure_future": objects.return_argument,
    "asyncio.wait_for": objects.return_argument,
    "asyncio.shield": objects.return_argument,
    "asyncio.to_thread": objects.call_later("func", 0),
    "collections.defaultdict": iterables.make_default_dict,
    "collections.OrderedDict": iterables.copy_dict,
    "collections.deque": iterables.make_container("deque"),
    "collections.ChainMap": iterables.make_container("dict"),
    "itertools.chain": iterables.chain,
    "itertools.chain.from_iterable": iterables.chain_from_iterable,
    "itertools.islice": iterables.make_container("iterator"),
    "itertools.cycle": iterables.make_container("iterator"),
    "itertools.takewhile": iterables.filter_elements,
    "itertools.dropwhile": iterables.filter_elements,
    "itertools.filterfalse": iterables.filter_elements,
    "itertools.starmap": iterables.map_elements,
    "threading.Thread": objects.call_later("target", 1),
    "threading.Timer": objects.call_later("function", 1),
    "multiprocessing.Process": objects.call_later("target", 1),
    "atexit.register": objects.call_later("func", 0),
    "dataclasses.field": objects.make_field,
    "attr.ib": objects.make_field,
    "attrs.field": objects.make_field,
    "pydantic.Field": objects.make_field,
}
"""Models by dotted name."""


def call_external(calls: CallBinder, call: CallFlow, name: str) -> bool:
    """Apply the model of an external function; return whether there is one."""
    model = _MODELS.get(name)
    if model is None:
        model = next((each for suffix, each in _MODELS_BY_SUFFIX.items() if name.endswith(suffix)), None)
    if model is None:
        return False
    model(calls, call)
    return True
