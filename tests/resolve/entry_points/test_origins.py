"""A decorator or call counts if it comes from a framework; its name alone does not."""

from tests.resolve.entry_points.checks import check_entries


def test_applications_are_followed_to_where_they_are_made() -> None:
    check_entries(
        """
        #- web/__init__.py
        from web.factory import create_app
        app = create_app()
        #- web/factory.py
        from flask import Flask
        class Shop(Flask): ...
        def create_app():
            app = Shop(__name__)
            @app.route("/in")
            def inner(): ...
            return app
        def register(app: "Flask", other):
            @app.post("/typed")
            def typed(): ...
            @other.post("/unknown")
            def unknown(): ...
        #- web/views.py
        import web
        from . import app as application
        @web.app.route("/module")
        def by_module(): ...
        @application.get("/alias")
        def by_alias(): ...
        class Holder:
            def __init__(self):
                from fastapi import FastAPI
                self.api = FastAPI()
                @self.api.get("/held")
                def held(): ...
        """,
        """
        web/factory.py::create_app.inner route 'GET /in'
        web/factory.py::register.typed route 'POST /typed'
        web/views.py::Holder.__init__.held route 'GET /held'
        web/views.py::by_alias route 'GET /alias'
        web/views.py::by_module route 'GET /module'
        """,
    )


def test_what_functions_of_other_files_give_back_and_keep() -> None:
    check_entries(
        """
        #- base.py
        import fastapi
        from fastapi import APIRouter, FastAPI
        class Base:
            def __init__(self, app: FastAPI, other):
                from flask import Flask
                made = Flask("x")
                self.router = APIRouter(prefix="/api")
                self.made = made
                self.app = app
                self.choice = other or app
                self.other = other
                self.number = 1
            @classmethod
            def make(cls):
                return fastapi.FastAPI()
        def view(): ...
        def wrap(function): ...
        def wrapped():
            return wrap(view)
        def imported():
            import views
            return wrap(views.other)
        def hidden():
            inner = view
            return wrap(inner)
        #- views.py
        def other(): ...
        #- sub.py
        import base
        from base import Base
        class Sub(Base):
            def register(self):
                self.router.add_api_route("/router", self.show)
                self.made.add_url_rule("/made", view_func=self.show)
                self.app.add_api_route("/app", self.show)
                self.choice.add_api_route("/choice", self.show)
                self.other.add_api_route("/other", self.show)
                self.number.add_api_route("/number", self.show)
                Base.make().add_api_route("/class", self.show)
                Base.make().add_api_route("/wrapped", base.wrapped())
                Base.make().add_api_route("/imported", base.imported())
                Base.make().add_api_route("/hidden", base.hidden())
            def show(self): ...
        """,
        """
        base.py::view route 'GET /wrapped'
        sub.py::Sub.show route 'GET /api/router'
        sub.py::Sub.show route 'GET /app'
        sub.py::Sub.show route 'GET /choice'
        sub.py::Sub.show route 'GET /class'
        sub.py::Sub.show route 'GET /made'
        views.py::other route 'GET /imported'
        """,
    )


def test_functions_that_others_look_into_keep_their_own_names() -> None:
    check_entries(
        """
        #- main.py
        def index(): ...
        class Holder:
            def register(self, function):
                from flask import Flask
                from views import Page
                self.count = 1
                app = Flask("x")
                view = index
                app.add_url_rule("/", view_func=view)
                app.add_url_rule("/page", view_func=Page.as_view("page"))
                return function(app)
        #- views.py
        class Page:
            def get(self): ...
        """,
        """
        main.py::index route 'GET /'
        views.py::Page route '/page'
        views.py::Page.get route 'GET /page'
        """,
    )


def test_a_framework_is_a_project_too() -> None:
    check_entries(
        """
        #- src/flask/__init__.py
        from .app import Flask as Flask
        #- src/flask/app.py
        class Scaffold:
            def route(self, rule): ...
        class Flask(Scaffold): ...
        #- tests/conftest.py
        import pytest
        from flask import Flask
        @pytest.fixture
        def app():
            app = Flask("x")
            yield app
        #- tests/test_routes.py
        def test_index(app):
            @app.route("/")
            def index(): ...
        """,
        """
        tests/conftest.py::app fixture 'app'
        tests/test_routes.py::test_index test
        tests/test_routes.py::test_index.index route 'GET /'
        """,
    )


def test_names_alone_mean_nothing() -> None:
    check_entries(
        """
        #- main.py
        from elsewhere import app, router, task, fixture, path
        import flask
        class Typer:
            def command(self): ...
        cli = Typer()
        @app.get("/items")
        def items(): ...
        @cli.command()
        def command(): ...
        @task
        def work(): ...
        @fixture
        def data(): ...
        def view(): ...
        path("x/", view)
        router.register("x", view)
        def handler(app):
            @app.route("/")
            def shadowed(): ...
        def local():
            flask = object()
            application = flask.Flask()
            @application.route("/")
            def index(): ...
        text = "@app.get"
        {}.get("x", view)
        app["x"].route("/")(view)
        unknown.connect(view)
        """,
        """
        """,
    )


def test_values_that_turn_in_circles_end() -> None:
    check_entries(
        """
        #- a.py
        from b import app
        app = app or app.other
        @app.route("/")
        def index(): ...
        def make(): return make()
        made = make()
        @made.get("/")
        def other(): ...
        #- b.py
        from a import app
        """,
        "",
    )
