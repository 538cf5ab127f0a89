"""Django and its REST framework: URL patterns, registered view sets, actions, and management commands.

Turns: `path("items/", views.items)` → a route `items/`; the class in `management/commands/sync.py` → a command
`sync`.
"""

from collections.abc import Iterator

from codeshed.resolve.python.entry_points.callables import find_method
from codeshed.resolve.python.entry_points.framework_origins import FrameworkOrigins
from codeshed.resolve.python.entry_points.framework_rules import (
    CallRule,
    DecoratorRule,
    EntryDetail,
    EntryKind,
    EntryTarget,
    FrameworkFamily,
    FrameworkUse,
)
from codeshed.resolve.python.names.static_names import Referent
from codeshed.resolve.python.tables.symbol_tables import SymbolTables

_COMMAND_FOLDER = "management/commands"
_COMMAND_BASES = frozenset(
    f"django:{name}" for name in ("BaseCommand", "AppCommand", "LabelCommand", "TemplateCommand")
)
_COMMAND_METHODS = ("handle", "handle_app_config", "handle_label", "add_arguments")
_ROUTERS = tuple(
    f"{package}:{name}()"
    for package in ("rest_framework", "rest_framework_nested", "rest_framework_extensions", "wagtail")
    for name in (
        *("DefaultRouter", "SimpleRouter", "BaseRouter", "NestedDefaultRouter", "NestedSimpleRouter"),
        *("ExtendedDefaultRouter", "ExtendedSimpleRouter", "WagtailAPIRouter"),
    )
)
_NINJA = tuple(
    f"ninja:{owner}().{method}"
    for owner in ("NinjaAPI", "Router")
    for method in ("get", "post", "put", "patch", "delete")
)


def _pattern(use: FrameworkUse) -> tuple[EntryTarget, ...]:
    """Return the view of a URL pattern."""
    view = use.argument(1, "view")
    texts = (use.text(0, keyword) for keyword in ("route", "regex"))
    path = next((text for text in texts if text is not None), None)
    return () if view is None else (EntryTarget(view, EntryDetail(path, path)),)


def _view_set(use: FrameworkUse) -> tuple[EntryTarget, ...]:
    view, prefix = use.argument(1, "viewset"), use.text(0, "prefix")
    return () if view is None else (EntryTarget(view, EntryDetail(prefix, prefix)),)


def _methods(use: FrameworkUse) -> EntryDetail:
    """Return the HTTP methods that `@api_view` lists; the path is elsewhere."""
    return EntryDetail(", ".join(method.upper() for method in use.texts(0, "http_method_names")) or "GET")


def _action(use: FrameworkUse) -> EntryDetail:
    return EntryDetail(use.text(None, "url_path") or use.name)


def _verb(use: FrameworkUse) -> EntryDetail:
    path = use.text(0, "path")
    return EntryDetail(f"{use.function.upper()} {path}" if path else use.function.upper(), path)


DJANGO = FrameworkFamily(
    decorators={
        "rest_framework:api_view": DecoratorRule(EntryKind.ROUTE, _methods),
        "rest_framework:action": DecoratorRule(EntryKind.ROUTE, _action),
        **dict.fromkeys(_NINJA, DecoratorRule(EntryKind.ROUTE, _verb)),
    },
    calls={
        **dict.fromkeys(("django:path", "django:re_path", "django:url"), CallRule(EntryKind.ROUTE, _pattern)),
        **dict.fromkeys([f"{router}.register" for router in _ROUTERS], CallRule(EntryKind.ROUTE, _view_set)),
    },
    # Within Django itself, `path` and `re_path` are partials of one function.
    canonical={"django:_path": "django:path"},
)


def find_management_commands(
    tables: SymbolTables, file: int, origins: FrameworkOrigins
) -> Iterator[tuple[Referent, str, int]]:
    """Yield the methods of a file's management command, with the command's name and the number of its class."""
    folder, _, file_name = tables.program.files[file].path.rpartition("/")
    name = file_name.removesuffix(".py")
    if not f"/{folder}".endswith(f"/{_COMMAND_FOLDER}") or name.startswith("_"):
        return
    for number in tables.program.classes_of(file):
        is_command = tables.program.classes[number].name == "Command"
        if is_command and not _COMMAND_BASES.isdisjoint(origins.keys_of_class(number)):
            for method in _COMMAND_METHODS:
                referent = find_method(tables, number, method)
                if referent is not None:
                    yield referent, name, number
