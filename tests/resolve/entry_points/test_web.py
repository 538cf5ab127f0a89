"""Routes, hooks around requests, and dependencies."""

from tests.resolve.entry_points.checks import check_entries


def test_fastapi_and_starlette() -> None:
    check_entries(
        """
        #- main.py
        from fastapi import APIRouter, Depends, FastAPI, Security
        from starlette.routing import Route, WebSocketRoute
        from typing import Annotated
        async def lifespan(app): ...
        app = FastAPI(lifespan=lifespan)
        router = APIRouter(prefix="/v1")
        @router.api_route("/both", methods=["GET", "POST"])
        def both(): ...
        @app.websocket("/ws")
        async def ws(socket): ...
        @app.on_event("startup")
        def start(): ...
        @app.exception_handler(ValueError)
        def failed(request, error): ...
        def added(): ...
        app.add_api_route("/added", added, methods=["PUT"])
        def listed(request): ...
        class Endpoint:
            def get(self, request): ...
        routes = [Route("/listed", listed), Route("/class", endpoint=Endpoint)]
        class Guard:
            def __call__(self): ...
        def user(): ...
        def page(): ...
        class Page: ...
        class Filter: ...
        @app.get("/", dependencies=[Depends(Guard())])
        def index(
            who=Security(user, scopes=[]), p: Page = Depends(),
            f: Annotated[Filter, Depends()] = None, n: int = int(),
        ): ...
        Paged = Annotated[int, Depends(page)]
        """,
        """
        main.py::Endpoint route '/class'
        main.py::Endpoint.get route 'GET /class'
        main.py::Filter dependency
        main.py::Guard.__call__ dependency
        main.py::Page dependency
        main.py::added route 'PUT /added'
        main.py::both route 'GET, POST /v1/both'
        main.py::failed hook 'exception_handler ValueError'
        main.py::index route 'GET /'
        main.py::lifespan hook 'lifespan'
        main.py::listed route 'GET /listed'
        main.py::page dependency
        main.py::start hook 'on_event startup'
        main.py::user dependency
        main.py::ws route 'WEBSOCKET /ws'
        """,
    )


def test_flask_hooks_rules_and_views() -> None:
    check_entries(
        """
        #- main.py
        from flask import Blueprint
        from flask.views import MethodView
        from flask_restful import Api, Resource
        pages = Blueprint("pages", __name__, url_prefix="/pages")
        @pages.before_request
        def check(): ...
        @pages.errorhandler(404)
        def missing(error): ...
        @pages.cli.command("load")
        def load(): ...
        class Items(MethodView):
            def get(self): ...
            def post(self): ...
            def other(self): ...
        pages.add_url_rule("/items", view_func=Items.as_view("items"))
        @pages.route("/a")
        @pages.route("/b", methods=("POST",))
        def twice(): ...
        class Todo(Resource):
            def delete(self): ...
        api = Api()
        api.add_resource(Todo, "/todo")
        def late(): ...
        pages.after_request(late)
        """,
        """
        main.py::Items route '/pages/items'
        main.py::Items.get route 'GET /pages/items'
        main.py::Items.post route 'POST /pages/items'
        main.py::Todo route '/todo'
        main.py::Todo.delete route 'DELETE /todo'
        main.py::check hook 'before_request'
        main.py::late hook 'after_request'
        main.py::load command 'load'
        main.py::missing hook 'errorhandler 404'
        main.py::twice route 'GET /pages/a'
        main.py::twice route 'POST /pages/b'
        """,
    )


def test_django_views_behind_wrappers_and_registered_view_sets() -> None:
    check_entries(
        """
        #- shop/__init__.py
        #- shop/views.py
        from django.contrib.auth.decorators import login_required
        from django.views.generic import View
        from rest_framework.decorators import action, api_view
        from rest_framework.viewsets import ModelViewSet
        def plain(request): ...
        def required(view): return view
        def private(request): ...
        class Items(View):
            def get(self, request): ...
        listing = login_required(Items.as_view())
        @api_view(["GET", "POST"])
        def api(request): ...
        class Orders(ModelViewSet):
            def list(self, request): ...
            @action(detail=True)
            def cancel(self, request): ...
            def other(self): ...
        class Feed: ...
        class Model: ...
        #- shop/urls.py
        from django.urls import include, path, re_path
        from django.contrib import admin
        from django.views.decorators.cache import cache_page
        from rest_framework.routers import DefaultRouter
        from shop import views
        router = DefaultRouter()
        router.register(r"orders", views.Orders, basename="orders")
        urlpatterns = [
            path("admin/", admin.site.urls),
            path("plain/", cache_page(60)(views.plain)),
            path("private/", views.required(views.private)),
            path("api/", include([path("items/", views.listing)])),
            path("feed/", views.Feed()),
            path("made/", make_view(views.Model)),
            path("x/", include("other.urls")),
        ]
        urlpatterns += [re_path(route=r"^api$", view=views.api)]
        """,
        """
        shop/views.py::Feed route 'feed/'
        shop/views.py::Items route 'items/'
        shop/views.py::Items.get route 'GET items/'
        shop/views.py::Orders route 'orders'
        shop/views.py::Orders.cancel route 'cancel'
        shop/views.py::Orders.list route 'list orders'
        shop/views.py::api route 'GET, POST'
        shop/views.py::api route '^api$'
        shop/views.py::plain route 'plain/'
        shop/views.py::private route 'private/'
        """,
    )
