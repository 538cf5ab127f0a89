"""All families in one table, by key."""

from codeshed.resolve.entry_points.callbacks import CALLBACKS
from codeshed.resolve.entry_points.commands import COMMANDS
from codeshed.resolve.entry_points.django import DJANGO
from codeshed.resolve.entry_points.injection import INJECTION
from codeshed.resolve.entry_points.routes import ROUTES
from codeshed.resolve.entry_points.rules import CallRule, DecoratorRule
from codeshed.resolve.entry_points.signals import SIGNALS
from codeshed.resolve.entry_points.tasks import TASKS
from codeshed.resolve.entry_points.testing import TESTING

FAMILIES = (ROUTES, INJECTION, DJANGO, SIGNALS, TASKS, COMMANDS, CALLBACKS, TESTING)

DECORATORS: dict[str, DecoratorRule] = {
    key: rule for family in FAMILIES for key, rule in family.decorators.items()
}
CALLS: dict[str, CallRule] = {key: rule for family in FAMILIES for key, rule in family.calls.items()}
CANONICAL: dict[str, str] = {key: meant for family in FAMILIES for key, meant in family.canonical.items()}
MEMBER_NAMES = frozenset({"setup", *(key.rpartition(":")[2].rpartition(".")[2] for key in CALLS)})
"""The last names of all keys of calls, and that of `setuptools.setup`: other members need not be looked at."""
