"""What was found in a file stays valid until the file, or an interface that it depends on, changes."""

from collections.abc import Iterator

import pytest

from tests.resolve.entry_points.checks import files_of
from tests.resolve.entry_points.toy import Toy

_PROJECTS = {
    "applications": """
        #- pyproject.toml
        [project.scripts]
        shop = "web:create"
        #- web/__init__.py
        from web.factory import create_app as create, create_shop
        app = create()
        shop = create_shop()
        #- web/factory.py
        import flask
        from web.sub.own import Shop
        def create_app(config=None):
            name = config or "shop"
            app = flask.Flask(name)
            app.config = config
            return app
        def create_shop():
            return Shop("shop")
        #- web/sub/own.py
        from web.sub.parent import Parent
        class Shop(Parent): ...
        #- web/sub/parent.py
        from flask import Flask
        class Parent(Flask): ...
        #- web/views.py
        import web
        from web.decorators import checked, wrapped
        def index(): ...
        @web.app.route("/")
        @checked
        def home(): ...
        web.app.add_url_rule("/index", view_func=checked(index))
        web.shop.add_url_rule("/shop", view_func=index)
        web.app.add_url_rule("/wrapped", view_func=wrapped())
        #- web/decorators.py
        def checked(view):
            return view
        def wrapped():
            from web import helpers
            return checked(helpers.helper)
        #- web/helpers.py
        def helper(): ...
        """,
    "attributes": """
        #- base.py
        from fastapi import APIRouter, FastAPI
        from lib import make
        class Base:
            def __init__(self, app: FastAPI, other):
                from flask import Flask
                local = Flask("x")
                self.router = APIRouter(prefix="/api")
                self.made = make()
                self.local = local
                self.app = app
                self.other = other
                self.name = "base"
        #- lib.py
        from fastapi import FastAPI
        def make() -> "FastAPI": ...
        #- sub.py
        from base import Base
        class Sub(Base):
            def register(self):
                self.router.add_api_route("/router", self.show)
                self.made.add_api_route("/made", self.show)
                self.local.add_url_rule("/local", view_func=self.show)
                self.app.add_api_route("/app", self.show)
                self.other.add_api_route("/other", self.show)
                self.name.add_api_route("/name", self.show)
            def show(self): ...
        """,
    "fixtures": """
        #- other.py
        pytest_plugins = ["plugins.web"]
        #- conftest.py
        import pytest
        @pytest.fixture
        def base(plugged):
            yield plugged
        #- plugins/__init__.py
        #- plugins/web.py
        import pytest
        from flask import Flask
        @pytest.fixture
        def plugged():
            app = Flask("x")
            app.testing = True
            yield app
        def pytest_configure(config): ...
        #- tests/conftest.py
        import pytest
        @pytest.fixture
        def app(base):
            return base
        @pytest.fixture(autouse=True)
        def always(): ...
        #- tests/test_app.py
        import pytest
        pytestmark = pytest.mark.usefixtures("plugged")
        @pytest.mark.usefixtures("base")
        def test_plain(): ...
        def test_index(app):
            @app.route("/")
            def index(): ...
        """,
    "tests": """
        #- pyproject.toml
        [project.entry-points.pytest11]
        shop = "shop.plugin"
        #- shop/__init__.py
        #- shop/plugin.py
        def pytest_addoption(parser): ...
        #- tests/__init__.py
        #- tests/shared.py
        import unittest
        class Case(unittest.TestCase):
            def setUp(self): ...
        class Mixin:
            def setup_method(self): ...
            def test_shared(self): ...
            def test_other(self): ...
        #- tests/test_cart.py
        from tests.shared import Case, Mixin
        class TestCart(Mixin):
            def test_other(self): ...
        class CartCase(Mixin, Case):
            def test_own(self): ...
        #- tests/test_user.py
        from tests import shared
        class TestUser(shared.Mixin): ...
        """,
    "framework": """
        #- lib/flask/__init__.py
        #- lib/flask/app.py
        class Flask:
            def route(self, rule): ...
        #- lib/views.py
        from .flask.app import Flask
        app = Flask()
        @app.route("/")
        def index(): ...
        """,
    "commands": """
        #- shop/__init__.py
        #- shop/cli.py
        import argparse
        import click
        from shop.jobs import sync
        from shop.tools import group
        @group.command()
        def drop(): ...
        def main():
            parser = argparse.ArgumentParser()
            commands = parser.add_subparsers()
            one = commands.add_parser("sync")
            one.set_defaults(func=sync)
        #- shop/jobs.py
        def sync(): ...
        #- shop/tools.py
        from click import Group, group as grouped
        @grouped()
        def group(): ...
        #- shop/management/commands/load.py
        from shop.commands import Base
        class Command(Base): ...
        #- shop/commands.py
        from django.core.management import BaseCommand
        class Base(BaseCommand):
            def handle(self): ...
        #- setup.py
        from setuptools import setup
        from shop.cli import main
        setup(entry_points={"console_scripts": ["shop = shop.cli:main"]})
        """,
}


def _edits(files: dict[str, bytes]) -> Iterator[dict[str, bytes]]:
    """Yield variants of a project: a file or line removed, changed, moved or added."""
    for path, content in files.items():
        yield {each: files[each] for each in files if each != path}
        yield files | {path: b"\n# moved\n" + content}
        yield files | {path: content + b"\nfrom click import *\n"}
        lines = content.splitlines(keepends=True)
        for number, line in enumerate(lines):
            before, after = b"".join(lines[:number]), b"".join(lines[number + 1 :])
            indent = line[: len(line) - len(line.lstrip())]
            changed = line.replace(b"app", b"other").replace(b"make", b"print")
            for instead in (b"", changed, indent + b"flask = None\n" + line):
                yield files | {path: before + instead + after}
        folder = path.rpartition("/")[0]
        for name in ("__init__.py", "conftest.py", "flask.py", "lib/__init__.py"):
            added = f"{folder}/{name}" if folder else name
            yield {added: b"from flask import *\ndef app(): ...\n"} | files


@pytest.mark.parametrize("name", _PROJECTS)
def test_what_rests_on_nothing_that_changed_is_found_again(name: str) -> None:
    files = files_of(_PROJECTS[name])
    original = _Searched(files)
    n_kept = n_changed = 0
    for edited in map(_Searched, _edits(files)):
        for before, after in ((original, edited), (edited, original)):
            kept = after.keep(before)
            changed = {path for path in kept if before.found[path] != after.found[path]}
            assert not changed, {
                path for path in after.toy.files if before.toy.files.get(path) != after.toy.files[path]
            }
            n_kept += len(kept)
            n_changed += len(after.found) - len(kept)
    assert n_kept > 0
    assert n_changed > 0


def test_names_that_moved_in_one_file_are_found_through_others() -> None:
    files = files_of(_PROJECTS["tests"])
    shared = files["tests/shared.py"]
    before = _Searched(files | {"tests/shared.py": shared.replace(b": ...", b":\n        print()", 1)})
    after = _Searched(
        files | {"tests/shared.py": shared.replace(b": ...", b":\n        print()\n        print()", 1)}
    )
    kept = after.keep(before)
    assert kept == {*after.found} - {"tests/shared.py"}
    merged = after.toy.merge((before if path in kept else after).found[path].entries for path in after.found)
    assert merged == after.toy.merge(each.entries for each in after.found.values())
    lines = [each.span.start_line for each in merged["tests/shared.py"] if each.span is not None]
    assert lines == [3, 7, 9, 8]


class _Searched:
    """A project in which all files were searched."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.toy = Toy(files)
        self.toy.open(*self.toy.paths)
        self.found = {path: self.toy.find(path) for path in self.toy.paths}

    def keep(self, before: "_Searched") -> set[str]:
        """Return the files of the old project whose results may be reused in the new one."""
        return {
            path
            for path, search in before.found.items()
            if path in self.found and before.toy.state_of(path, search) == self.toy.state_of(path, search)
        }
