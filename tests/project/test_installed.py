"""Versions are those that the packages themselves state."""

from importlib.metadata import distributions, version

import pytest

from codeshed.project.index.index_signature import INDEX_PACKAGES
from codeshed.project.index.installed_versions import NOT_INSTALLED, installed_version


@pytest.mark.parametrize("package", INDEX_PACKAGES)
def test_versions_are_those_of_the_standard_library(package: str) -> None:
    assert installed_version(package) == version(package)


def test_all_that_is_installed_is_found() -> None:
    for each in distributions():
        assert installed_version(each.name) == version(each.name)


def test_what_is_not_installed() -> None:
    assert installed_version("no-such-package-as-this") == NOT_INSTALLED
