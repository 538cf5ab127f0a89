"""Routes of web frameworks that name a function with its path: FastAPI, Starlette, Flask and similar ones.

Turns: `@app.get("/items")` → a route `GET /items`; functions that run around requests are hooks.
"""

from codeshed.model.facts.python_facts import Compound, CompoundKind, Expression
from codeshed.resolve.python.entry_points.framework_rules import (
    CallRule,
    DecoratorRule,
    EntryDetail,
    EntryKind,
    EntryTarget,
    FrameworkFamily,
    FrameworkUse,
    called_argument,
    member_keys,
    used_function_name,
)
from codeshed.resolve.python.names.expression_text import (
    collection_elements,
    constant_text,
    find_argument,
    text_of,
)

HTTP_METHODS = ("get", "post", "put", "patch", "delete", "head", "options", "trace")

_ASGI = (
    *("fastapi:FastAPI()", "fastapi:FastAPI().router", "fastapi:APIRouter()"),
    *("starlette:Starlette()", "starlette:Starlette().router", "starlette:Router()"),
)
_WSGI = (
    *("flask:Flask()", "flask:Quart()", "flask:Blueprint()", "flask:Scaffold()", "flask:App()"),
    *("flask_smorest:Blueprint()", "apiflask:APIFlask()", "apiflask:APIBlueprint()"),
)
_PLAIN = (
    *("sanic:Sanic()", "sanic:Blueprint()", "bottle:Bottle()", "aiohttp:RouteTableDef()"),
    *("robyn:Robyn()", "robyn:SubRouter()", "blacksheep:Application().router"),
)
_FUNCTIONS = ("bottle", "litestar", "blacksheep")
"""Packages whose functions `get`, `post` and so on are decorators."""
_RESOURCES = (
    *("flask_restful:Api()", "flask_restx:Api()", "flask_restx:Namespace()", "flask_restx:Api().namespace()"),
    *("flask_smorest:Blueprint()",),
)
_FLASK_HOOKS = (
    *("before_request", "after_request", "teardown_request", "teardown_appcontext", "before_first_request"),
    *("before_app_request", "after_app_request", "teardown_app_request", "before_app_first_request"),
    *("context_processor", "app_context_processor", "shell_context_processor", "url_value_preprocessor"),
    *("url_defaults", "app_url_value_preprocessor", "app_url_defaults", "before_serving", "after_serving"),
    *("while_serving", "before_websocket", "after_websocket", "record", "record_once"),
    *("user_loader", "request_loader"),
)
_FLASK_NAMED_HOOKS = (
    *("errorhandler", "app_errorhandler", "template_filter", "template_global", "template_test"),
    *("app_template_filter", "app_template_global", "app_template_test"),
)
_PREFIXES = ("prefix", "url_prefix")
_ASGI_NAMED_HOOKS = ("middleware", "on_event", "exception_handler")


def _verb(use: FrameworkUse) -> EntryDetail:
    """Return the HTTP method that the framework function is named after."""
    return _route((use.function.removeprefix("add_"),), _path(use))


def _with_methods(use: FrameworkUse) -> EntryDetail:
    """Return the HTTP methods that are listed; without a list, a route answers GET."""
    methods_argument = use.argument(None, "methods")
    methods = use.texts(None, "methods") if methods_argument is not None else ("get",)
    if not methods and isinstance(methods_argument, Compound) and methods_argument.kind is CompoundKind.LIST:
        methods = ("get",)
    return _route(methods, _path(use))


def _websocket(use: FrameworkUse) -> EntryDetail:
    return _route(("websocket",), _path(use))


def _path(use: FrameworkUse) -> str | None:
    """Return the path as written, after the prefix that the router was made with."""
    texts = (use.text(0, keyword) for keyword in ("path", "rule", "uri"))
    path = next((text for text in texts if text is not None), None)
    if path is None or use.factory_call is None:
        return path
    values = (find_argument(use.factory_call.arguments, None, keyword) for keyword in _PREFIXES)
    return "".join(constant_text(value) or "" for value in values) + path


def _route(methods: tuple[str, ...], path: str | None) -> EntryDetail:
    parts = [", ".join(method.upper() for method in methods), path or ""]
    return EntryDetail(" ".join(part for part in parts if part) or None, path)


def _named_hook(use: FrameworkUse) -> EntryDetail:
    """Return the hook and what it is for: `errorhandler 404`."""
    value = use.argument(0)
    return EntryDetail(use.function if value is None else f"{use.function} {_plain(value, use.text(0))}")


def _event(use: FrameworkUse) -> EntryDetail:
    value = use.argument(0)
    return EntryDetail(None if value is None else _plain(value, use.text(0)))


def _plain(value: Expression, text: str | None) -> str:
    return text_of(value) if text is None else text


def _lifespan(use: FrameworkUse) -> tuple[EntryTarget, ...]:
    """Return what an application calls when it starts and ends."""
    found = []
    for keyword in ("lifespan", "on_startup", "on_shutdown"):
        value = use.argument(None, keyword)
        if value is not None:
            found += [
                EntryTarget(each, EntryDetail(keyword)) for each in (collection_elements(value) or (value,))
            ]
    return tuple(found)


def _resource(use: FrameworkUse) -> tuple[EntryTarget, ...]:
    """Return the class of `api.add_resource(Items, "/items")`."""
    value, path = use.argument(0, "resource"), use.text(1)
    return () if value is None else (EntryTarget(value, EntryDetail(path, path)),)


_VERB = DecoratorRule(EntryKind.ROUTE, _verb)
_METHODS = DecoratorRule(EntryKind.ROUTE, _with_methods)
_WEBSOCKET = DecoratorRule(EntryKind.ROUTE, _websocket)
_HOOK = DecoratorRule(EntryKind.HOOK, used_function_name)
_NAMED_HOOK = DecoratorRule(EntryKind.HOOK, _named_hook)
_LIFESPAN = CallRule(EntryKind.HOOK, _lifespan)
_ADDED = CallRule(EntryKind.ROUTE, called_argument(1, "endpoint", _with_methods))
_ADDED_WEBSOCKET = CallRule(EntryKind.ROUTE, called_argument(1, "endpoint", _websocket))
_ADDED_VERB = CallRule(EntryKind.ROUTE, called_argument(1, "handler", _verb))

ROUTES = FrameworkFamily(
    decorators={
        **dict.fromkeys(member_keys((*_ASGI, *_WSGI, *_PLAIN), HTTP_METHODS), _VERB),
        **dict.fromkeys([f"{package}:{name}" for package in _FUNCTIONS for name in HTTP_METHODS], _VERB),
        **dict.fromkeys(member_keys((*_ASGI, *_WSGI, *_PLAIN, *_RESOURCES), ("route",)), _METHODS),
        **dict.fromkeys(("bottle:route", "litestar:route", *member_keys(_ASGI, ("api_route",))), _METHODS),
        **dict.fromkeys(member_keys((*_ASGI, *_WSGI, *_PLAIN), ("websocket", "websocket_route")), _WEBSOCKET),
        **dict.fromkeys(member_keys((*_WSGI, "flask_login:LoginManager()"), _FLASK_HOOKS), _HOOK),
        **dict.fromkeys(member_keys(_WSGI, _FLASK_NAMED_HOOKS), _NAMED_HOOK),
        **dict.fromkeys(
            member_keys((*_ASGI, "sanic:Sanic()", "sanic:Blueprint()"), _ASGI_NAMED_HOOKS), _NAMED_HOOK
        ),
    },
    calls={
        **dict.fromkeys(member_keys(_ASGI, ("add_api_route", "add_route")), _ADDED),
        **dict.fromkeys(
            member_keys(_ASGI, ("add_api_websocket_route", "add_websocket_route")), _ADDED_WEBSOCKET
        ),
        **dict.fromkeys(("starlette:Route", "fastapi:APIRoute"), _ADDED),
        **dict.fromkeys(("starlette:WebSocketRoute", "fastapi:APIWebSocketRoute"), _ADDED_WEBSOCKET),
        **dict.fromkeys(("fastapi:FastAPI", "fastapi:APIRouter", "starlette:Starlette"), _LIFESPAN),
        **dict.fromkeys(
            member_keys(_ASGI, ("add_event_handler", "add_exception_handler")),
            CallRule(EntryKind.HOOK, called_argument(1, "func", _event)),
        ),
        **dict.fromkeys(
            member_keys(_WSGI, ("add_url_rule",)),
            CallRule(EntryKind.ROUTE, called_argument(2, "view_func", _with_methods)),
        ),
        **dict.fromkeys(
            member_keys(_WSGI, ("register_error_handler",)),
            CallRule(EntryKind.HOOK, called_argument(1, "f", _event)),
        ),
        **dict.fromkeys(
            member_keys(_WSGI, _FLASK_HOOKS),
            CallRule(EntryKind.HOOK, called_argument(0, "f", used_function_name)),
        ),
        **dict.fromkeys(member_keys(_RESOURCES, ("add_resource",)), CallRule(EntryKind.ROUTE, _resource)),
        **dict.fromkeys(
            member_keys(("aiohttp:Application().router",), [f"add_{name}" for name in HTTP_METHODS]),
            _ADDED_VERB,
        ),
        **dict.fromkeys([f"aiohttp:{name}" for name in HTTP_METHODS], _ADDED_VERB),
    },
)
