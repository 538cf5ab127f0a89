"""Rules: how decorators and calls of frameworks make functions entry points.

Each family of frameworks lists its rules by key. A rule for decorators makes what is decorated an entry point, a rule
for calls what is passed to the call.
"""

import enum
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import msgspec

from codeshed.model.facts.python_facts import Argument, Call, Expression
from codeshed.resolve.python.names.expression_text import collection_elements, constant_text, find_argument


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


class FrameworkUse(msgspec.Struct, frozen=True, kw_only=True):
    """A decorator or call of a framework.

    `function` is the name of what is called, `receiver` the expression before its dot, `factory_call` the call that made the
    receiver (`Flask("shop")` for `app = Flask("shop")`), and `name` the name of the decorated function.
    """

    function: str
    arguments: tuple[Argument, ...] = ()
    receiver: Expression | None = None
    factory_call: Call | None = None
    name: str = ""

    def argument(self, position: int | None, keyword: str | None = None) -> Expression | None:
        """Return an argument by its keyword, or else by its position."""
        return find_argument(self.arguments, position, keyword)

    def text(self, position: int | None, keyword: str | None = None) -> str | None:
        """Return an argument that is a string literal."""
        return constant_text(self.argument(position, keyword))

    def texts(self, position: int | None, keyword: str | None = None) -> tuple[str, ...]:
        """Return the string literals in an argument that is a list, tuple or set."""
        texts = [constant_text(part) for part in collection_elements(self.argument(position, keyword))]
        return tuple(text for text in texts if text is not None)


class EntryDetail(msgspec.Struct, frozen=True):
    """What an entry point shows besides its kind; `path` is that of a route, without the methods."""

    text: str | None = None
    path: str | None = None


class EntryTarget(msgspec.Struct, frozen=True):
    """An expression that a call passes to a framework, and its detail."""

    value: Expression
    detail: EntryDetail = msgspec.field(default_factory=EntryDetail)


class DecoratorRule(msgspec.Struct, frozen=True):
    """What is decorated is an entry point."""

    kind: EntryKind
    detail: Callable[[FrameworkUse], EntryDetail]


class CallRule(msgspec.Struct, frozen=True):
    """What is passed to a call is an entry point."""

    kind: EntryKind
    targets: Callable[[FrameworkUse], Iterable[EntryTarget]]


class FrameworkFamily(msgspec.Struct, frozen=True, kw_only=True):
    """Frameworks of one purpose: rules by key, and keys that are equivalent to another one."""

    decorators: Mapping[str, DecoratorRule] = msgspec.field(default_factory=dict)
    calls: Mapping[str, CallRule] = msgspec.field(default_factory=dict)
    canonical: Mapping[str, str] = msgspec.field(default_factory=dict)


DetailOf: TypeAlias = Callable[[FrameworkUse], EntryDetail]


def no_detail(_: FrameworkUse) -> EntryDetail:
    """Return an empty detail."""
    return EntryDetail()


def used_function_name(use: FrameworkUse) -> EntryDetail:
    """Return the name of the framework function: `before_request`."""
    return EntryDetail(use.function)


def called_argument(
    position: int | None, keyword: str | None, detail: DetailOf
) -> Callable[[FrameworkUse], tuple[EntryTarget, ...]]:
    """Make a rule's targets: one argument of the call."""

    def targets(use: FrameworkUse) -> tuple[EntryTarget, ...]:
        value = use.argument(position, keyword)
        return () if value is None else (EntryTarget(value, detail(use)),)

    return targets


def member_keys(owners: Iterable[str], names: Iterable[str]) -> tuple[str, ...]:
    """Return the keys of all attributes of all owners."""
    known = tuple(names)
    return tuple(f"{owner}.{name}" for owner in owners for name in known)
