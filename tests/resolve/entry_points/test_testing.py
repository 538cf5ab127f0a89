"""Tests, fixtures and hooks, and which fixture provides a parameter."""

from tests.resolve.entry_points.checks import check_entries, check_fixtures


def test_tests_fixtures_and_hooks() -> None:
    check_entries(
        """
        #- tests/conftest.py
        import pytest
        pytest_plugins = ["tests.plugin"]
        def pytest_configure(config): ...
        @pytest.hookimpl(trylast=True)
        def pytest_unconfigure(config): ...
        def helper(): ...
        class Plugin:
            def pytest_runtest_setup(self): ...
        #- tests/plugin.py
        def pytest_sessionstart(): ...
        #- tests/__init__.py
        #- tests/test_shop.py
        import unittest
        from pytest import fixture
        @fixture
        def test_data(): ...
        def test_sum(): ...
        def setup_module(): ...
        def helper():
            def test_inner(): ...
        class Shared:
            def test_shared(self): ...
        class TestCart(Shared):
            def setup_method(self): ...
            def test_add(self): ...
            def other(self): ...
        class TestWithConstructor:
            def __init__(self): ...
            def test_not_collected(self): ...
        class CartCase(unittest.TestCase):
            def setUp(self): ...
            def testOld(self): ...
            def other(self): ...
        #- shop.py
        def test_connection(): ...
        def pytest_configure(config): ...
        """,
        """
        tests/conftest.py::pytest_configure hook 'pytest_configure' <hook by name in conftest.py> 3:4-20
        tests/conftest.py::pytest_unconfigure hook 'pytest_unconfigure' <@pytest.hookimpl(trylast=True)> 4:1-30
        tests/plugin.py::pytest_sessionstart hook 'pytest_sessionstart' <hook by name in plugin.py> 1:4-23
        tests/test_shop.py::CartCase.setUp fixture 'setUp' <method of a unittest.TestCase> 19:8-13
        tests/test_shop.py::CartCase.testOld test <method of a unittest.TestCase> 20:8-15
        tests/test_shop.py::Shared.test_shared test <test by name in TestCart of test_shop.py> 10:8-19
        tests/test_shop.py::TestCart.setup_method fixture 'setup_method' <fixture by name in test_shop.py> 12:8-20
        tests/test_shop.py::TestCart.test_add test <test by name in TestCart of test_shop.py> 13:8-16
        tests/test_shop.py::setup_module fixture 'setup_module' <fixture by name in test_shop.py> 6:4-16
        tests/test_shop.py::test_data fixture 'test_data' <@fixture> 3:1-8
        tests/test_shop.py::test_sum test <test by name in test_shop.py> 5:4-12
        """,
        evidence=True,
    )


def test_classes_of_other_files_bring_tests_in() -> None:
    check_entries(
        """
        #- tests/shared.py
        class Mixin:
            def setup_method(self): ...
            def setUp(self): ...
            def test_shared(self): ...
            def test_overridden(self): ...
            def helper(self): ...
        class Unused:
            def test_unused(self): ...
        #- tests/test_cart.py
        from tests.shared import Mixin
        class TestCart(Mixin):
            def test_overridden(self): ...
        #- tests/test_user.py
        from unittest import TestCase
        from tests import shared
        class UserCase(shared.Mixin, TestCase): ...
        #- tests/__init__.py
        """,
        """
        tests/shared.py::Mixin.setUp fixture 'setUp' <method of a unittest.TestCase> 3:8-13
        tests/shared.py::Mixin.setup_method fixture 'setup_method' <fixture by name in shared.py> 2:8-20
        tests/shared.py::Mixin.test_overridden test <method of a unittest.TestCase> 5:8-23
        tests/shared.py::Mixin.test_shared test <test by name in TestCart of test_cart.py> 4:8-19
        tests/test_cart.py::TestCart.test_overridden test <test by name in TestCart of test_cart.py> 3:8-23
        """,
        evidence=True,
    )


def test_hooks_of_other_plugin_systems() -> None:
    check_entries(
        """
        #- plugin.py
        import pluggy
        hookimpl = pluggy.HookimplMarker("tool")
        hookspec = pluggy.HookspecMarker("tool")
        @hookimpl
        def tool_start(): ...
        @hookimpl(specname="tool_stop")
        def halt(): ...
        @hookspec
        def tool_other(): ...
        """,
        """
        plugin.py::halt hook 'tool_stop'
        plugin.py::tool_start hook 'tool_start'
        """,
    )


def test_parameters_get_the_nearest_fixture() -> None:
    check_fixtures(
        """
        #- conftest.py
        import pytest
        pytest_plugins = "plugins.shop"
        @pytest.fixture
        def cart(): ...
        @pytest.fixture(name="user")
        def make_user(tmp_path): ...
        #- plugins/shop.py
        import pytest
        @pytest.fixture
        def shop(): ...
        @pytest.fixture
        def cart(): ...
        #- tests/conftest.py
        import pytest
        @pytest.fixture
        def cart(cart, user): ...
        #- tests/shared.py
        import pytest
        @pytest.fixture
        def imported(): ...
        #- tests/test_cart.py
        import pytest
        from tests.shared import *
        @pytest.fixture
        def own(cart): ...
        def test_all(own, cart, user, shop, imported, unknown, make_user): ...
        @pytest.mark.parametrize("cart, shop", [(1, 2)])
        def test_given(cart, shop, user): ...
        @pytest.mark.parametrize(["cart"], [1], indirect=True)
        def test_indirect(cart, user=None, *own, shop): ...
        def helper(cart): ...
        class Shared:
            @pytest.fixture
            def user(self): ...
        class TestCart(Shared):
            @pytest.fixture
            def cart(self, cart): ...
            def test_in_class(self, cart, user): ...
        #- other/test_other.py
        def test_other(cart, own): ...
        #- tests/__init__.py
        #- plugins/__init__.py
        """,
        """
        other/test_other.py::test_other cart <- conftest.py::cart
        tests/conftest.py::cart cart <- conftest.py::cart
        tests/conftest.py::cart user <- conftest.py::make_user
        tests/test_cart.py::own cart <- tests/conftest.py::cart
        tests/test_cart.py::test_all own <- tests/test_cart.py::own
        tests/test_cart.py::test_all cart <- tests/conftest.py::cart
        tests/test_cart.py::test_all user <- conftest.py::make_user
        tests/test_cart.py::test_all shop <- plugins/shop.py::shop
        tests/test_cart.py::test_all imported <- tests/shared.py::imported
        tests/test_cart.py::test_given user <- conftest.py::make_user
        tests/test_cart.py::test_indirect cart <- tests/conftest.py::cart
        tests/test_cart.py::test_indirect shop <- plugins/shop.py::shop
        tests/test_cart.py::TestCart.cart cart <- tests/conftest.py::cart
        tests/test_cart.py::TestCart.test_in_class cart <- tests/test_cart.py::TestCart.cart
        tests/test_cart.py::TestCart.test_in_class user <- tests/test_cart.py::Shared.user
        """,
    )


def test_without_fixtures_there_are_no_providers() -> None:
    check_fixtures("#- test_a.py\ndef test_it(cart): ...\n", "")


def test_files_of_other_names_in_folders_of_tests_get_fixtures_too() -> None:
    check_fixtures(
        """
        #- conftest.py
        import pytest
        @pytest.fixture
        def cart(): ...
        #- tests/check_cart.py
        def test_all(cart): ...
        def build(cart): ...
        class TestCart:
            def test_in_class(self, cart): ...
        #- tests/conftest.py
        def test_hook(cart): ...
        #- shop.py
        def test_connection(cart): ...
        """,
        """
        tests/check_cart.py::test_all cart <- conftest.py::cart
        tests/check_cart.py::TestCart.test_in_class cart <- conftest.py::cart
        """,
    )


def test_only_files_of_tests_by_their_own_names_have_tests() -> None:
    check_entries(
        "#- tests/check_cart.py\ndef test_all(cart): ...\nclass TestCart:\n    def test_a(self): ...\n", ""
    )
