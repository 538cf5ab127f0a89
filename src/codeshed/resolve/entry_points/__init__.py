"""Who calls a function that nobody in the code calls: entry points, as facts with their evidence."""

from codeshed.resolve.entry_points.find import find_entry_points
from codeshed.resolve.entry_points.fixtures import FixtureUse, fixture_providers

__all__ = ["FixtureUse", "find_entry_points", "fixture_providers"]
