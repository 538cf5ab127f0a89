"""Entry points come with short evidence."""

from codeshed.resolve.python.entry_points.found_entry_points import MAX_PER_SYMBOL
from codeshed.resolve.python.names.expression_text import MAX_TEXT
from tests.resolve.entry_points.checks import check_entries, find_in


def test_evidence_is_the_decorator_the_call_or_the_line_of_a_manifest() -> None:
    check_entries(
        """
        #- pyproject.toml
        [project.scripts]
        shop = "shop.cli:main"
        #- shop/__init__.py
        #- shop/cli.py
        import click
        @click.command(
            "shop", help="Grüße", hidden=False, context_settings={"a": 1}, params=[1, None, *more])
        def main(): ...
        #- shop/views.py
        def index(request): ...
        #- shop/urls.py
        from django.urls import path
        from shop.views import index
        def local(request): ...
        urlpatterns = [path("", index), path("ü/", local)]
        """,
        """
        shop/cli.py::main command 'shop' <@click.command("shop", help="Grüße", hidden=False, context_settings=…, params=[1, None, …])> 2:1-93
        shop/cli.py::main script 'shop' <pyproject.toml [project.scripts] shop>
        shop/urls.py::local route 'ü/' <path("ü/", local)> 4:32-50
        shop/views.py::index route '' <shop/urls.py path("", index)>
        """,
        evidence=True,
    )


def test_a_view_of_many_routes_keeps_some() -> None:
    rules = "\n".join(f'app.add_url_rule("/{number}", view_func=view)' for number in range(50))
    files = {"main.py": f"from flask import Flask\napp = Flask('x')\ndef view(): ...\n{rules}\n".encode()}
    assert len(find_in(files)["main.py"]) == MAX_PER_SYMBOL


def test_evidence_is_bounded() -> None:
    arguments = ", ".join(f"a{number}=[[[[[[[[[[[[[[[[{number}]]]]]]]]]]]]]]]]" for number in range(50))
    source = f"import click\n@click.command({arguments})\ndef f(): ...\n".encode()
    (entry,) = find_in({"main.py": source})["main.py"]
    assert entry.evidence is not None
    assert len(entry.evidence) <= MAX_TEXT
