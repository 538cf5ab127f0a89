"""Functions that the interpreter or the operating system calls.

Turns: `atexit.register(f)` → a callback `exit`; `signal.signal(signal.SIGTERM, f)` → a callback `SIGTERM`.
"""

from codeshed.model.facts.python_facts import Attribute, Name
from codeshed.resolve.python.entry_points.framework_rules import (
    CallRule,
    DecoratorRule,
    EntryDetail,
    EntryKind,
    FrameworkFamily,
    FrameworkUse,
    called_argument,
)


def _exit(_: FrameworkUse) -> EntryDetail:
    return EntryDetail("exit")


def _signal(use: FrameworkUse) -> EntryDetail:
    value = use.argument(0)
    return EntryDetail(value.name if isinstance(value, Name | Attribute) else None)


CALLBACKS = FrameworkFamily(
    decorators={"atexit:register": DecoratorRule(EntryKind.CALLBACK, _exit)},
    calls={
        "atexit:register": CallRule(EntryKind.CALLBACK, called_argument(0, "func", _exit)),
        "signal:signal": CallRule(EntryKind.CALLBACK, called_argument(1, None, _signal)),
    },
)
