"""Settings of the whole test run."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.expectations import rewrite_expectations

settings.register_profile(
    "codeshed", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("codeshed")


@pytest.fixture(scope="session", autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the user's cache and the folders of examples out of it: what another run left there proves nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("CODESHED_INDEX_DIR", str(tmp_path_factory.mktemp("indexes")))
        yield


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Rewrite the expectations that tests collected, if they were asked to."""
    rewrite_expectations()
