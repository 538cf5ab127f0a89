"""The shape of a model."""

from collections.abc import Callable

from codeshed.resolve.python.flow.call_flow import CallFlow, Calls

Model = Callable[[Calls, CallFlow], None]
"""What a call of a function outside the project does with values."""
