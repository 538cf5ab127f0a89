"""Externals of one graph are bound to definitions of another, with a confidence by how far their names agree."""

from typing import Any

import pytest

from codeshed.errors import InvalidOptionError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.editing.merge import merge_graphs
from codeshed.graph.editing.relink_candidates import RelinkConfig, find_relink_bindings
from tests.support.notation import project
from tests.support.rows import row_of

USER = project(
    """
    #- app/main.py
    class Wallet(shop.money.Money)
    def Wallet.plus(self)
    def run()
        call shop.money.Money.plus
        call json.dumps
        call tools.clean @0.8 inferred
        read shop.money.RATE
    #- external
    class shop.money.Money
    def shop.money.Money.plus(self)
    var shop.money.RATE
    def json.dumps(obj)
    def tools.clean()
    """
).graph()
LIBRARY = project(
    """
    #- src/shop/__init__.py
    #- src/shop/money.py
    class Money
    def Money.plus(self)
    var RATE
    #- src/shop/io.py
    def dumps()
    """
).graph()


def edges_of(graph: CodeGraph) -> set[str]:
    """Write edges, but for structure, as `source -kind-> target [provenance confidence]`."""
    return {
        f"{edge.source} -{edge.kind.label}-> {edge.target} [{edge.provenance.label} {edge.confidence:g}]"
        for edge in graph.iter_edges()
        if edge.kind.label != "contains"
    }


def relinked(*graphs: CodeGraph, config: RelinkConfig | None = None) -> CodeGraph:
    return merge_graphs(graphs, relinking=config or RelinkConfig())


def test_a_whole_name_binds_for_certain() -> None:
    graph = relinked(USER, LIBRARY)
    assert edges_of(graph) == {
        "app/main.py::Wallet -inherits-> src/shop/money.py::Money [declared 1]",
        "app/main.py::run -call-> src/shop/money.py::Money.plus [declared 1]",
        "app/main.py::run -call-> ext:json.dumps [declared 1]",
        "app/main.py::run -call-> ext:tools.clean [inferred 0.8]",
        "app/main.py::run -read-> src/shop/money.py::RATE [declared 1]",
        "src/shop/money.py::Money.plus -overriddenBy-> app/main.py::Wallet.plus [declared 1]",
    }


def test_what_is_bound_is_gone_and_what_is_not_stays() -> None:
    graph = relinked(USER, LIBRARY)
    assert [symbol for symbol in graph.nodes.symbols if symbol.startswith("ext:")] == [
        "ext:json.dumps",
        "ext:tools.clean",
    ]
    assert graph.types.find_implementors("src/shop/money.py::Money") == ("app/main.py::Wallet",)
    assert graph.types.get("ext:shop.money.Money") is None
    assert graph.find_row("src/shop/money.py::Money.plus") is not None


def test_an_owner_that_contains_nothing_any_more_is_gone() -> None:
    user = project(
        """
        #- app/main.py
        def run()
            call shop.Box.open
            call shop.Box.close
        #- external
        class shop.Box
        def shop.Box.open(self)
        def shop.Box.close(self)
        """
    ).graph()
    library = project(
        "#- lib/shop.py\nclass Bin\ndef Bin.open(self)\nclass Box\ndef Box.open(self)\ndef Box.close(self)"
    )
    graph = relinked(user, library.graph())
    assert not [symbol for symbol in graph.nodes.symbols if symbol.startswith("ext:")]
    half = project("#- lib/shop.py\ndef Box.open(self)").graph()
    graph = relinked(user, half)
    kept = [symbol for symbol in graph.nodes.symbols if symbol.startswith("ext:")]
    assert kept == ["ext:shop.Box", "ext:shop.Box.close"]


def test_names_that_are_only_alike_are_marked_as_such() -> None:
    tools = project("#- deep/__init__.py\n#- deep/tools.py\ndef clean()").graph()
    graph = relinked(USER, tools)
    # Last name 100, last two 200, language 50, of 650 that a whole name would have.
    confidence = int(80 * 350 / 650) / 100
    assert f"app/main.py::run -call-> deep/tools.py::clean [heuristic {confidence:g}]" in edges_of(graph)


def test_a_last_name_alone_binds_nothing() -> None:
    other = project("#- other.py\ndef dumps()\ndef clean()").graph()
    assert edges_of(relinked(USER, other)) == edges_of(merge_graphs([USER, other]))


def test_a_part_that_knows_a_definition_does_not_mean_it_by_an_external() -> None:
    knowing = project(
        """
        #- nltk/__init__.py
        #- nltk/boxes.py
        class OrderedDict
        #- nltk/main.py
        def run()
            use boxes.OrderedDict
        #- external
        class boxes.OrderedDict
        """
    ).graph()
    assert edges_of(relinked(knowing, LIBRARY)) == edges_of(merge_graphs([knowing, LIBRARY]))
    other = project(
        """
        #- app/other.py
        def go()
            use boxes.OrderedDict
        #- external
        class boxes.OrderedDict
        """
    ).graph()
    assert any("nltk/boxes.py" in edge for edge in edges_of(relinked(knowing, other)))


def many() -> CodeGraph:
    return project(
        "\n".join(f"#- {folder}/__init__.py\n#- {folder}/tools.py\ndef clean()" for folder in "abcd")
    ).graph()


def test_several_candidates_share_the_confidence_and_ties_go_by_symbol() -> None:
    graph = merge_graphs([USER, many()])
    (bound,) = [
        binding
        for binding in find_relink_bindings(graph, RelinkConfig())
        if graph.nodes.symbols[binding.external] == "ext:tools.clean"
    ]
    assert [graph.nodes.symbols[row] for row in bound.candidates] == [
        "a/tools.py::clean",
        "b/tools.py::clean",
        "c/tools.py::clean",
    ]
    assert not bound.is_certain
    share = int(80 * 350 / 650 / 3) / 100
    assert f"app/main.py::run -call-> b/tools.py::clean [heuristic {share:g}]" in edges_of(
        relinked(USER, many())
    )


def test_strict_is_not_surer_than_all() -> None:
    other = project("#- lib/shop/__init__.py\n#- lib/shop/money.py\nvar RATE").graph()
    graph = relinked(USER, LIBRARY, other, config=RelinkConfig.strict())
    assert {edge for edge in edges_of(graph) if "-read->" in edge} == {
        "app/main.py::run -read-> lib/shop/money.py::RATE [heuristic 1]"
    }


def test_strict_takes_the_best_alone() -> None:
    found = edges_of(relinked(USER, many(), config=RelinkConfig.strict()))
    assert len([edge for edge in found if "tools.py" in edge]) == 1
    assert any("a/tools.py::clean" in edge for edge in found)
    assert (RelinkConfig().max_candidates, RelinkConfig.strict().max_candidates) == (3, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_candidates": 0},
        {"max_candidates": None},
        {"min_score": None},
        {"exact_name": -1},
        dict.fromkeys(("exact_name", "name_suffix", "last_name", "same_language", "module"), 0),
    ],
    ids=str,
)
def test_scores_that_mean_nothing_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionError):
        RelinkConfig(**wrong)


def test_two_whole_names_are_not_certain() -> None:
    graph = relinked(
        USER, LIBRARY, project("#- lib/shop/__init__.py\n#- lib/shop/money.py\nvar RATE").graph()
    )
    reads = {edge for edge in edges_of(graph) if "-read->" in edge}
    assert reads == {
        "app/main.py::run -read-> lib/shop/money.py::RATE [heuristic 0.5]",
        "app/main.py::run -read-> src/shop/money.py::RATE [heuristic 0.5]",
    }


@pytest.mark.parametrize(
    ("path", "definition", "external", "score"),
    [
        ("shop/money.py", "def plus()", "shop.money.plus", 300 + 200 + 200 + 100 + 50),
        ("src/shop/money.py", "def plus()", "shop.money.plus", 300 + 200 + 200 + 100 + 50),
        ("shop/money.js", "def plus()", "shop.money.plus", 300 + 200 + 200 + 100),
        ("shop/other.py", "def plus()", "shop.money.plus", 100 + 50),
        ("x/money.py", "def plus()", "shop.money.plus", 200 + 100 + 50),
        ("money.py", "def plus()", "plus", 100 + 50),
        ("plus.py", "def other()", "plus", 300 + 100 + 50),
        ("shop/plus.py", "def other()", "shop.plus", 300 + 200 + 100 + 50 + 120),
    ],
)
def test_scores_add_up(path: str, definition: str, external: str, score: int) -> None:
    user = project(f"#- app/main.py\ndef run()\n    call {external}\n#- external\ndef {external}()").graph()
    graph = merge_graphs([user, project(f"#- {path}\n{definition}").graph()])

    def is_bound(min_score: int) -> bool:
        return any(True for _ in find_relink_bindings(graph, RelinkConfig(min_score=min_score)))

    assert is_bound(score)
    assert not is_bound(score + 1)
    assert row_of(graph, path) is not None


def test_a_package_that_is_not_the_root_is_no_whole_name() -> None:
    graph = relinked(USER, project("#- vendored/__init__.py\n#- vendored/shop/money.py\nvar RATE").graph())
    (read,) = [edge for edge in edges_of(graph) if "-read->" in edge]
    assert "[heuristic" in read


def test_a_call_of_a_bound_type_runs_its_constructor() -> None:
    user = project(
        """
        #- app/main.py
        def run()
            call shop.Cart
            call shop.Plain
            call shop.Many
            use shop.Known
        #- external
        def shop.Cart()
        def shop.Plain()
        def shop.Many()
        class shop.Known
        """
    ).graph()
    library = project(
        """
        #- shop/__init__.py
        class Cart
        def Cart.__init__(self)
        class Plain
        class Known
        class Many
        def Many.of(self) [ctor]
        def Many.empty(self) [ctor]
        """
    ).graph()
    found = edges_of(relinked(user, library))
    assert found == {
        "app/main.py::run -call-> shop/__init__.py::Cart.__init__ [declared 1]",
        "app/main.py::run -call-> shop/__init__.py::Plain [declared 1]",
        "app/main.py::run -call-> shop/__init__.py::Many [declared 1]",
        "app/main.py::run -usage-> shop/__init__.py::Known [declared 1]",
    }


def using(path: str, *names: str) -> CodeGraph:
    """Return a graph of one file whose function calls functions of other packages."""
    calls = "".join(f"\n    call {name}" for name in names)
    externals = "".join(f"\ndef {name}()" for name in names)
    return project(f"#- {path}\ndef run(){calls}\n#- external{externals}").graph()


@pytest.mark.parametrize(
    ("user", "external", "path", "definition"),
    [
        ("app.py", "json.dumps", "scripts/json.py", "dumps"),
        ("app.py", "json.dumps", "json/__init__.py", "dumps"),
        ("app.py", "logging.getLogger", "server/core/logging.py", "getLogger"),
        ("app.py", "builtins.len", "builtins/__init__.py", "len"),
        ("app.js", "fs.readFile", "lib/fs.js", "readFile"),
        ("app.ts", "fs/promises.readFile", "lib/promises.js", "readFile"),
        ("app.js", "util.format", "src/helpers/util.js", "format"),
        ("app.js", "javascript.Promise.all", "lib/promise.js", "Promise.all"),
        ("app.go", "fmt.Println", "x/fmt.go", "Println"),
        ("App.java", "java.util.List.of", "java/util/List.java", "of"),
        ("App.scala", "scala.util.Try.apply", "scala/util/Try.scala", "apply"),
        ("App.cs", "System.Console.WriteLine", "System/Console.cs", "WriteLine"),
        ("app.rs", "std.fmt.write", "std/fmt.rs", "write"),
        ("app.rb", "ruby.Array.each", "lib/array.rb", "Array.each"),
        ("app.php", "Countable.count", "lib/Countable.php", "count"),
        ("app.lua", "lua.string.format", "lib/string.lua", "format"),
        ("app.c", "string.h.strlen", "string/h.c", "strlen"),
        ("app.cpp", "cpp.std.move", "x/std.cpp", "move"),
    ],
)
def test_what_a_language_brings_along_is_bound_to_nothing(
    user: str, external: str, path: str, definition: str
) -> None:
    graph = relinked(using(user, external), project(f"#- {path}\ndef {definition}()").graph())
    assert edges_of(graph) == {f"{user}::run -call-> ext:{external} [declared 1]"}


@pytest.mark.parametrize(
    ("user", "files", "external", "is_bound"),
    [
        # Where the module lies is not known from elsewhere.
        ("app.py", "#- shop/money.py", "shop.money.plus", True),
        ("app.py", "#- src/shop/money.py", "shop.money.plus", True),
        ("app.py", "#- money.py", "money.plus", True),
        # A part of the way is no package.
        ("app.py", "#- src/shop/__init__.py\n#- src/shop/a/money.py", "shop.a.money.plus", True),
        # A package further out is one, too.
        (
            "app.py",
            "#- all/__init__.py\n#- all/x/shop/__init__.py\n#- all/x/shop/money.py",
            "shop.money.plus",
            True,
        ),
        ("app.py", "#- __init__.py\n#- shop/__init__.py\n#- shop/money.py", "shop.money.plus", True),
        # Packages of tests are nobody else's.
        ("app.py", "#- tests/__init__.py\n#- tests/money.py", "tests.money.plus", True),
        ("app.py", "#- tests/shop/__init__.py\n#- tests/shop/money.py", "shop.money.plus", True),
        # Other languages have no packages that paths tell.
        ("app.js", "#- shop/money.js", "shop.money.plus", True),
        ("app.js", "#- shop/__init__.py\n#- shop/money.py", "shop.money.plus", True),
        ("app.lua", "#- lua/shop/money.lua", "shop.money.plus", True),
        # A single name below folders is a last name and no more.
        ("app.py", "#- scripts/plus.py", "plus", False),
        ("app.js", "#- lib/plus.js", "plus", False),
    ],
)
def test_names_that_are_not_proven_are_never_certain(
    user: str, files: str, external: str, *, is_bound: bool
) -> None:
    graph = relinked(using(user, external), project(f"{files}\ndef plus()").graph())
    (edge,) = edges_of(graph)
    assert ("[heuristic 0." in edge) == is_bound
    assert edge.endswith(f"ext:{external} [declared 1]") != is_bound


def test_an_external_that_several_languages_use_is_not_certain() -> None:
    names = ("app.py", "app.js")
    library = project("#- shop/__init__.py\n#- shop/money.py\ndef plus()").graph()
    graph = relinked(*(using(name, "shop.money.plus") for name in names), library)
    assert all("[heuristic 0." in edge for edge in edges_of(graph))
