"""The rules of all framework families in one table, by key."""

from codeshed.resolve.python.entry_points.callbacks import CALLBACKS
from codeshed.resolve.python.entry_points.commands import COMMANDS
from codeshed.resolve.python.entry_points.django import DJANGO
from codeshed.resolve.python.entry_points.framework_rules import CallRule, DecoratorRule
from codeshed.resolve.python.entry_points.injection import INJECTION
from codeshed.resolve.python.entry_points.routes import ROUTES
from codeshed.resolve.python.entry_points.signals import SIGNALS
from codeshed.resolve.python.entry_points.tasks import TASKS
from codeshed.resolve.python.entry_points.test_functions import TESTING

FAMILIES = (ROUTES, INJECTION, DJANGO, SIGNALS, TASKS, COMMANDS, CALLBACKS, TESTING)

DECORATORS: dict[str, DecoratorRule] = {
    key: rule for family in FAMILIES for key, rule in family.decorators.items()
}
CALLS: dict[str, CallRule] = {key: rule for family in FAMILIES for key, rule in family.calls.items()}
CANONICAL: dict[str, str] = {
    key: equivalent for family in FAMILIES for key, equivalent in family.canonical.items()
}
MEMBER_NAMES = frozenset({"setup", *(key.rpartition(":")[2].rpartition(".")[2] for key in CALLS)})
"""The last names in the keys of call rules, and `setup` of setuptools; calls of other attributes are skipped."""
