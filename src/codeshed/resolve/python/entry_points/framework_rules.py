"""How a family says what it recognises: rules by the key of a decorator or call.

A rule for decorators makes the decorated function or class an entry point, one for calls what is handed over in them.
"""

import enum
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import msgspec

from codeshed.model.facts import Argument, Call, Expression
from codeshed.resolve.python.names.expression_text import argument_of, constant_text, listed


class EntryKind(enum.Enum):
    """Who calls a function that nobody in the code calls."""

    ROUTE = "route"
    DEPENDENCY = "dependency"
    SIGNAL = "signal"
    TASK = "task"
    COMMAND = "command"
    SCRIPT = "script"
    PLUGIN = "plugin"
    FIXTURE = "fixture"
    HOOK = "hook"
    TEST = "test"
    CALLBACK = "callback"


class Use(msgspec.Struct, frozen=True, kw_only=True):
    """A decorator or a call: the member or function that is used, what it is taken from, what it is given.

    `maker` is the call that made the receiver: in `app = Flask("shop")` the one of `Flask`. `name` is that of the
    decorated function.
    """

    function: str
    arguments: tuple[Argument, ...] = ()
    receiver: Expression | None = None
    maker: Call | None = None
    name: str = ""

    def argument(self, position: int | None, keyword: str | None = None) -> Expression | None:
        """Return an argument by its keyword, or else by its position."""
        return argument_of(self.arguments, position, keyword)

    def text(self, position: int | None, keyword: str | None = None) -> str | None:
        """Return an argument that is a plain text."""
        return constant_text(self.argument(position, keyword))

    def texts(self, position: int | None, keyword: str | None = None) -> tuple[str, ...]:
        """Return the texts of an argument that lists some."""
        texts = [constant_text(part) for part in listed(self.argument(position, keyword))]
        return tuple(text for text in texts if text is not None)


class Detail(msgspec.Struct, frozen=True):
    """What is said beside the kind; `path` is that of a route, without the methods."""

    text: str | None = None
    path: str | None = None


class Target(msgspec.Struct, frozen=True):
    """What a call hands over, and what is said about it."""

    value: Expression
    detail: Detail = msgspec.field(default_factory=Detail)


class DecoratorRule(msgspec.Struct, frozen=True):
    """What is decorated is an entry point."""

    kind: EntryKind
    detail: Callable[[Use], Detail]


class CallRule(msgspec.Struct, frozen=True):
    """What a call is given is an entry point."""

    kind: EntryKind
    targets: Callable[[Use], Iterable[Target]]


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """What one kind of framework has: rules by key, and keys that mean another one."""

    decorators: Mapping[str, DecoratorRule] = msgspec.field(default_factory=dict)
    calls: Mapping[str, CallRule] = msgspec.field(default_factory=dict)
    canonical: Mapping[str, str] = msgspec.field(default_factory=dict)


DetailOf: TypeAlias = Callable[[Use], Detail]


def no_detail(_: Use) -> Detail:
    """Say nothing more."""
    return Detail()


def function_used(use: Use) -> Detail:
    """Say which function of the framework was used: `before_request`."""
    return Detail(use.function)


def handed_over(
    position: int | None, keyword: str | None, detail: DetailOf
) -> Callable[[Use], tuple[Target, ...]]:
    """Take one argument of a call as what will be called."""

    def targets(use: Use) -> tuple[Target, ...]:
        value = use.argument(position, keyword)
        return () if value is None else (Target(value, detail(use)),)

    return targets


def members(owners: Iterable[str], names: Iterable[str]) -> tuple[str, ...]:
    """Return the keys of all members of all owners."""
    known = tuple(names)
    return tuple(f"{owner}.{name}" for owner in owners for name in known)
