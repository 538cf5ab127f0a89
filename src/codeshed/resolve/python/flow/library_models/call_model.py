"""Models of library functions: their type, and how they read the arguments of a call."""

from collections.abc import Callable

from codeshed.resolve.python.flow.call_flow import CallBinder, CallFlow
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

Model = Callable[[CallBinder, CallFlow], None]
"""What a call of an external function does with values."""


def argument(call: CallFlow, index: int, keyword: str = "") -> int | None:
    """Return the node of an argument by its position or keyword."""
    if index < len(call.positional) and index not in call.starred:
        return call.positional[index]
    return call.keywords.get(keyword) if keyword else None


def call_key(calls: CallBinder, call: CallFlow, elements: int) -> None:
    """Call the argument `key` of the call with elements, if it is passed."""
    if "key" in call.keywords:
        calls.call_positionally(call.keywords["key"], (elements,), EMPTY_NODE)
