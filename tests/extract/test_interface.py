"""The interface of a file, and which edits change it."""

import textwrap

import pytest

from codeshed.extract.interface_extraction import extract_interface
from codeshed.extract.python.extract_python import extract_python
from codeshed.extract.return_origins import serialize_value_statement
from codeshed.model.facts.file_interface import FileInterface
from tests.support.expectations import assert_expected


def _interface(source: str) -> FileInterface:
    content = textwrap.dedent(source).encode()
    return extract_interface(extract_python(content), content)


def check_traces(source: str, expected: str) -> None:
    """Check the statements of each function that other files see, one a line."""
    facts = _interface(source).facts
    lines = [
        f"{definition.qualified_name} | {serialize_value_statement(statement, scope)}"
        for definition in facts.definitions
        if not definition.is_class
        for scope in (facts.scopes[definition.scope],)
        for statement in scope.statements
    ]
    assert_expected("\n".join(lines), expected)


def test_what_leaves_a_function_is_traced_to_names() -> None:
    check_traces(
        """
        import web
        from web import App
        def returned(flag):
            print(flag)
            count = 1
            app = App(count, "text", web.config, flag, flag.x, name=web.make())
            if flag:
                app = web.other(app).app
            app.count = count
            return app
        def chosen(flag):
            return (first := App()) if flag else flag or 3
        def annotated():
            from lib import Kind
            app: "web.App" = 3
            app: Kind
            other: list[App] = []
            return app or other
        def imported():
            from lib import helper as help, unused
            import lib.inner
            return lib.inner.wrap(help.x, lambda: 1)
        def nowhere(flag):
            number = 1
            text = "x"
            for each in flag:
                number += each
            return [number, text], each.name(), text.strip(), 3
        def passed(function, *more):
            return function if more else function(more, 1)
        """,
        """
        returned | app':=App(?,?,web.config,flag',?,name=web.make())
        returned | app':=web.other().app
        returned | return app'
        chosen | return [App()|[flag']]
        annotated | import 0 lib Kind None
        annotated | app':"web.App"=
        annotated | app':Kind'=
        annotated | return [app'|other']
        imported | import 0 lib helper help
        imported | import 0 lib.inner None None
        imported | return lib'.inner.wrap(help'.x)
        passed | return [function'|function'(more')]
        """,
    )


def test_what_methods_store_and_fixtures_yield_is_traced() -> None:
    check_traces(
        """
        import pytest
        from web import App, Router
        class Holder:
            def __init__(self, app: App, other):
                router = Router("not kept")
                self.app = app
                self.config = app.config
                self.router = self.first = Router(prefix="/api", count=1)
                self.second = router
                self.other = other
                self.path = other.path
                self.name = "name"
                self.count += Router()
                other.router = Router()
            def own(self):
                return self.app.x
            def again(self):
                return self
        @pytest.fixture
        def fixture(app):
            client = app.client()
            yield client
            client.close()
        def generator(app):
            yield App()
        """,
        """
        Holder.__init__ | router':=Router()
        Holder.__init__ | self'.app:=app'
        Holder.__init__ | self'.config:=app'.config
        Holder.__init__ | self'.router,self'.first:=Router(prefix="/api")
        Holder.__init__ | self'.second:=router'
        Holder.again | return self'
        fixture | client':=app'.client()
        fixture | yield client'
        """,
    )


_BODY = """
import web
X = 1
def make(flag):
    {}
    app = {}
    return app
"""


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ("print(1)\n    print(2)", "web.App()"),
        ("flag = 3", "web.App()"),
        ("other = web", "web.App()"),
        ("pass", "web.App(1, 'x', flag.x, [web])"),
        ("app = 1", "  web . App( )"),
    ],
)
def test_what_nobody_else_sees_does_not_change_the_key(statement: str, value: str) -> None:
    assert _interface(_BODY.format(statement, value)).key == _interface(_BODY.format("pass", "web.App()")).key


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ("pass", "web.Other()"),
        ("pass", "web.App"),
        ("pass", "web.App(web)"),
        ("pass", "web.App(key=web)"),
        ("pass", "flag or web.App()"),
        ("web = 3", "web.App()"),
        ("from lib import web", "web.App()"),
        ("global other; import other", "web.App()"),
        ("app = web.Other()", "web.App()"),
        ("return web", "web.App()"),
        ("def inner(): ...", "web.App()"),
    ],
)
def test_what_others_see_changes_the_key(statement: str, value: str) -> None:
    assert _interface(_BODY.format(statement, value)).key != _interface(_BODY.format("pass", "web.App()")).key


def test_a_variable_is_told_apart_from_a_name_of_the_module() -> None:
    before = _interface("import web, other\ndef f(flag):\n    return flag and web.x or other.y\n")
    after = _interface("import web, other\ndef f(flag):\n    web = 3\n    return flag and web.x or other.y\n")
    assert before.key != after.key


def test_what_is_nested_deep_is_cut() -> None:
    deep = "f(" * 60 + "x" + ")" * 60
    check_traces(
        f"def f(x): ...\ndef g(x):\n    return {deep}\n", "g | return f(f(f(f(f(f(f(f(f(f(f(f())))))))))))"
    )


def test_a_statement_that_binds_thousands_of_names_is_seen_in_each() -> None:
    names = [f"name_{number}" for number in range(400)]
    sources = [f"({', '.join(names)}) = {value}\n" for value in ("first", "first", "second")]
    one, two, three = (_interface(text).aspects for text in sources)
    assert len(sources[0]) * len(names) > 1_000_000
    assert all(one[name] == two[name] != three[name] for name in names)
