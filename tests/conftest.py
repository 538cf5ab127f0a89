"""Settings of the whole test run."""

import pytest
from hypothesis import HealthCheck, settings

from tests.support.expectations import rewrite_expectations

settings.register_profile(
    "codeshed", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("codeshed")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Rewrite the expectations that tests collected, if they were asked to."""
    rewrite_expectations()
