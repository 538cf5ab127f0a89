"""The shape of a model."""

from collections.abc import Callable

from codeshed.resolve.flow.calls import CallFlow, Calls

Model = Callable[[Calls, CallFlow], None]
"""What a call of a function outside the project does with values."""
