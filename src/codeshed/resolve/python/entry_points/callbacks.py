"""Functions that the interpreter or the operating system calls.

Turns: `atexit.register(f)` → a callback `exit`; `signal.signal(signal.SIGTERM, f)` → a callback `SIGTERM`.
"""

from codeshed.model.python_facts import Member, Name
from codeshed.resolve.python.entry_points.framework_rules import (
    CallRule,
    DecoratorRule,
    Detail,
    EntryKind,
    Family,
    Use,
    handed_over,
)


def _exit(_: Use) -> Detail:
    return Detail("exit")


def _signal(use: Use) -> Detail:
    value = use.argument(0)
    return Detail(value.name if isinstance(value, Name | Member) else None)


CALLBACKS = Family(
    decorators={"atexit:register": DecoratorRule(EntryKind.CALLBACK, _exit)},
    calls={
        "atexit:register": CallRule(EntryKind.CALLBACK, handed_over(0, "func", _exit)),
        "signal:signal": CallRule(EntryKind.CALLBACK, handed_over(1, None, _signal)),
    },
)
