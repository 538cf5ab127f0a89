"""The forms in which a seed may be typed."""

import pytest

from codeshed.errors import AmbiguousSymbolError, UnknownSymbolError
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.graph.seeds.seed_references import resolve_seed
from codeshed.model.answers.answer_basis import IndexIdentity, basis_of
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.node_references import ReferenceEnvelope
from codeshed.render.phrases.answer_phrases import unresolved_seed_lines
from tests.support.notation import project

GRAPH = project(
    """
    #- src/flask/app.py
    class Flask
    def Flask.run(self)
        call helper
        call helper
    def helper()
    def run()
    #- src/flask/__init__.py
    def create()
    #- lib/app.py
    class Flask
    def Flask.stop(self)
    #- external
    def json.dumps(obj)
    """
).graph()
INDEX = SeedIndex(GRAPH)


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("src/flask/app.py::Flask.run", "src/flask/app.py::Flask.run"),
        ("Flask.run", "src/flask/app.py::Flask.run"),
        ("app.py::Flask.run", "src/flask/app.py::Flask.run"),
        ("flask.app.Flask.run", "src/flask/app.py::Flask.run"),
        ("src.flask.app.Flask.run", "src/flask/app.py::Flask.run"),
        ("flask.create", "src/flask/__init__.py::create"),
        ("run", "src/flask/app.py::run"),
        ("helper", "src/flask/app.py::helper"),
        ("src/flask/app.py", "src/flask/app.py"),
        ("src/flask/app.py:2", "src/flask/app.py::Flask.run"),
        ("src/flask/app.py:4", "src/flask/app.py::Flask.run"),
        ("src/flask/app.py:1", "src/flask/app.py::Flask"),
        ("src/flask/app.py:999", "src/flask/app.py"),
        ("./src/flask/app.py", "src/flask/app.py"),
        ("symbol:src/flask/app.py::Flask.run", "src/flask/app.py::Flask.run"),
        ("symbol:ext:json.dumps", "ext:json.dumps"),
        ("file:src/flask/app.py", "src/flask/app.py"),
        ("./src/flask/app.py:2", "src/flask/app.py::Flask.run"),
        ("./src/flask/app.py::run", "src/flask/app.py::run"),
        ("flask/app.py:2", "src/flask/app.py::Flask.run"),
        ("flask.app", "src/flask/app.py"),
        ("src.flask.app", "src/flask/app.py"),
        ("lib.app", "lib/app.py"),
        ("flask", "src/flask/__init__.py"),
        ("json.dumps", "ext:json.dumps"),
        ("dumps", "ext:json.dumps"),
        ("flask/app.py", "src/flask/app.py"),
    ],
)
def test_one_symbol(text: str, symbol: str) -> None:
    assert GRAPH.nodes.symbols[INDEX.get_row(text)] == symbol


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "./",
        "::",
        ":1",
        "nothing.like.this",
        "app.py:x",
        "lsk.run",
        "ask.run",
        "ask.app",
        "src/flask/app.py:0",
        "1:" * 5000 + "1",
    ],
)
def test_no_symbol(text: str) -> None:
    with pytest.raises(UnknownSymbolError):
        INDEX.get_row(text)


def test_several_symbols_are_listed_and_the_rest_counted() -> None:
    with pytest.raises(AmbiguousSymbolError) as two:
        INDEX.get_row("Flask")
    assert two.value.candidates == ("lib/app.py::Flask", "src/flask/app.py::Flask")
    many = SeedIndex(project("\n".join(f"class C{i}\ndef C{i}.m()" for i in range(20))).graph())
    with pytest.raises(AmbiguousSymbolError, match="names several symbols") as error:
        many.get_row("m")
    assert (len(error.value.candidates), error.value.n_omitted) == (8, 12)


OVERLOADS = SeedIndex(
    project(
        """
        #- src/cart.py
        class Cart
        def Cart.add(self)
        def Cart.add#2(self, item)
        def total()
        """
    ).graph()
)


@pytest.mark.parametrize("text", ["add", "Cart.add", "cart.Cart.add", "cart.py::Cart.add"])
def test_a_name_that_overloads_share_names_none_of_them(text: str) -> None:
    with pytest.raises(AmbiguousSymbolError) as error:
        OVERLOADS.get_row(text)
    assert error.value.candidates == ("src/cart.py::Cart.add", "src/cart.py::Cart.add#2")


@pytest.mark.parametrize("text", ["add#2", "Cart.add#2", "src/cart.py::Cart.add#2"])
def test_an_ordinal_tells_overloads_apart(text: str) -> None:
    assert OVERLOADS.get_row(text) == OVERLOADS.get_row("src/cart.py::Cart.add") + 1


def test_a_name_in_another_case_is_the_nearest() -> None:
    assert OVERLOADS.find_nearest("TOTAL") == ("src/cart.py::total",)


def test_symbols_of_the_repository_are_suggested_before_others() -> None:
    graph = project(
        """
        #- src/data_sources.py
        def dump_all()
        #- external
        def json.dump(obj)
        def json.dumps(obj)
        """
    ).graph()
    suggested = SeedIndex(graph).find_nearest("json.dumpall")
    assert suggested[0] == "src/data_sources.py::dump_all"
    assert set(suggested[1:]) <= {"ext:json.dump", "ext:json.dumps"}


@pytest.mark.parametrize(
    ("text", "suggested"),
    [
        ("totall", ("src/cart.py::total",)),
        ("toatl", ("src/cart.py::total",)),
        ("tot", ("src/cart.py::total",)),
        ("Cart.ad", ("src/cart.py::Cart.add", "src/cart.py::Cart.add#2")),
        ("Basket.total", ("src/cart.py::total",)),
        ("crt.py", ("src/cart.py",)),
        ("zzz", ()),
        (" ", ()),
    ],
)
def test_a_text_that_names_nothing_suggests_what_find_lists(text: str, suggested: tuple[str, ...]) -> None:
    assert OVERLOADS.find_nearest(text) == suggested


def test_a_name_of_the_repository_is_meant_before_one_of_another_package() -> None:
    graph = project(
        """
        #- a.py
        def dumps()
            call json.dumps
        #- external
        def json.dumps(obj)
        """
    ).graph()
    assert [graph.nodes.symbols[row] for row in SeedIndex(graph).find_rows("dumps")] == ["a.py::dumps"]
    assert [graph.nodes.symbols[row] for row in SeedIndex(graph).find_rows("json.dumps")] == [
        "ext:json.dumps"
    ]


def test_numbers_in_candidates_count_as_numbers() -> None:
    graph = project("\n".join(["#- a.py", "def f(a)", *(f"def f#{n}(a)" for n in range(2, 13))])).graph()
    with pytest.raises(AmbiguousSymbolError) as error:
        SeedIndex(graph).get_row("f")
    assert error.value.candidates[:3] == ("a.py::f", "a.py::f#2", "a.py::f#3")
    seed = resolve_seed(graph, "f", max_candidates=25).ref
    assert isinstance(seed, ReferenceEnvelope)
    lines = unresolved_seed_lines(basis_of((), caps_of("wide"), IndexIdentity()), seed)
    assert lines[1:3] == ["  a.py::f  f(a)", "  a.py::f#2  f#2(a)"]
    assert lines[10:] == ["  a.py::f#10  f#10(a)", "  … and 2 more"]
