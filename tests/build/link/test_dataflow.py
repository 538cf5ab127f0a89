"""Data flow by declared types: three signals, their direction, and what is too common to be one."""

import msgspec
import pytest

from codeshed.build.graph import build_graph
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.answers.truncation import MAX_FUNCTIONS_PER_TYPE
from codeshed.model.repository_settings import CommonNames
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Document,
    ParamDef,
    SemanticData,
    TypeSource,
)
from codeshed.model.source_reader import TextSourceReader
from codeshed.model.span import Span
from tests.build.checks import check_edges
from tests.support.notation import project


def check_dataflow(notation: str, expected: str) -> None:
    """Check all edges of data flow."""
    check_edges(notation, expected, kinds=(EdgeKind.DATAFLOW,))


def flows(graph: CodeGraph) -> list[tuple[str, str]]:
    """Return producer and consumer of every edge, without the file."""
    return [
        (edge.source.rpartition("::")[2], edge.target.rpartition("::")[2])
        for edge in graph.iter_edges()
        if edge.kind is EdgeKind.DATAFLOW
    ]


def between(returned: str, taken: str) -> list[tuple[str, str]]:
    """Return the data flow between a function that returns a type and one that takes one."""

    def function(name: str, details: DefinitionDetails) -> Definition:
        return Definition(
            symbol_id=f"a.py::{name}",
            name=name,
            kind=DefinitionKind.FUNCTION,
            span=Span(1, 0, 1, 0),
            details=details,
        )

    parameters = (ParamDef(name="x", param_type=taken),)
    document = Document(
        path="a.py",
        definitions=(
            function("make", DefinitionDetails(parameters=(), return_types=(returned,))),
            function("use", DefinitionDetails(parameters=parameters, return_types=("None",))),
        ),
    )
    return flows(build_graph(SemanticData(documents=(document,)), TextSourceReader({"a.py": "\n"})))


def test_a_value_flows_from_the_producer_to_the_consumer() -> None:
    check_dataflow(
        """
        class User
        def load() -> User
        def greet(user: User) -> str
        """,
        "a.py::load -dataflow-> a.py::greet [heuristic 0.85] 0 sites",
    )


def test_a_call_between_functions_that_return_the_same_flows_to_the_callee() -> None:
    check_dataflow(
        """
        class User
        def load() -> User
            call fetch
        def fetch() -> User
        """,
        "a.py::load -dataflow-> a.py::fetch [heuristic 0.65]",
    )


def test_a_call_between_functions_that_take_the_same_flows_to_the_callee() -> None:
    check_dataflow(
        """
        class User
        def greet(user: User)
            call name
            call name
        def name(user: User)
        """,
        "a.py::greet -dataflow-> a.py::name [heuristic 0.45] 2 sites",
    )


def test_the_surest_signal_wins() -> None:
    check_dataflow(
        """
        class User
        def outer(user: User) -> User
            call inner
        def inner(user: User) -> User
        """,
        """
        a.py::inner -dataflow-> a.py::outer [heuristic 0.85] 0 sites
        a.py::outer -dataflow-> a.py::inner [heuristic 0.85]
        """,
    )


def test_without_a_call_shared_types_are_no_flow() -> None:
    check_dataflow(
        """
        class User
        def one(user: User) -> str
        def other(user: User) -> str
        """,
        "",
    )


def test_a_guessed_call_is_no_signal() -> None:
    check_dataflow(
        """
        class User
        def load() -> User
            call fetch @0.3 heuristic
        def fetch() -> User
        """,
        "",
    )


@pytest.mark.parametrize(
    ("returned", "taken"),
    [
        ("a.py::User", "a.py::User"),
        ("list[a.py::User]", "a.py::User"),
        ("a.py::User | None", "dict[str, a.py::User]"),
        ("Optional[a.py::User]", "tuple[int, a.py::User]"),
        ("ext:collections.abc.Iterator[a.py::User]", "ext:typing.Sequence[a.py::User]"),
        ("a.py::Page[a.py::User]", "a.py::User"),
        ("Vec<User>", "&mut User"),
        ("a.py::Result", "a.py::Result"),
    ],
)
def test_generics_are_unwrapped(returned: str, taken: str) -> None:
    assert between(returned, taken) == [("make", "use")]


@pytest.mark.parametrize(
    ("returned", "taken"),
    [
        ("str", "str"),
        ("list[int]", "list[int]"),
        ("dict[str, Any]", "dict[str, Any]"),
        ("None", "None"),
        ("Result", "Result"),
        ("ext:builtins.Exception", "ext:builtins.Exception"),
        ("T", "T"),
        ("a.py::User", "Callable[[a.py::User], str]"),
        ("type[a.py::User]", "a.py::User"),
        ("a.py::User", "a.py::Account"),
    ],
)
def test_what_is_too_common_or_no_value_is_no_signal(returned: str, taken: str) -> None:
    assert between(returned, taken) == []


def test_type_variables_are_no_signal() -> None:
    notation = "typevar Item\ndef make() -> Item\ndef use(x: Item)"
    assert flows(project(notation).graph()) == []


def test_only_declared_types_count() -> None:
    data = project("class User\ndef load() -> User\ndef greet(user: User)").data
    user, load, greet = data.documents[0].definitions

    def flows_with(*definitions: Definition) -> list[tuple[str, str]]:
        documents = (Document(path="a.py", definitions=definitions),)
        return flows(build_graph(SemanticData(documents=documents), TextSourceReader({"a.py": "\n\n\n"})))

    returns_inferred = msgspec.structs.replace(load.details, return_type_source=TypeSource.INFERRED)
    takes_inferred = msgspec.structs.replace(
        greet.details,
        parameters=(ParamDef(name="user", param_type="a.py::User", type_source=TypeSource.INFERRED),),
    )
    assert flows_with(user, load, greet) == [("load", "greet")]
    assert flows_with(user, msgspec.structs.replace(load, details=returns_inferred), greet) == []
    assert flows_with(user, load, msgspec.structs.replace(greet, details=takes_inferred)) == []


def test_a_repository_excludes_types_by_name_or_id() -> None:
    data = project("class Context\ndef load() -> Context\ndef greet(context: Context)")

    def flows_without(*types: str) -> list[tuple[str, str]]:
        sources = TextSourceReader(data.text_by_path)
        return flows(build_graph(data.data, sources, common_names=CommonNames(types=types)))

    assert flows_without("Other") == [("load", "greet")]
    assert flows_without("Context") == []
    assert flows_without("a.py::Context") == []
    assert flows_without("b.py::Context") == [("load", "greet")]


def test_a_type_that_many_functions_use_is_skipped_with_a_record() -> None:
    n_takers = MAX_FUNCTIONS_PER_TYPE - 1
    within = "class User\ndef load() -> User\n    call f00\n"
    within += "".join(f"def f{number:02}(user: User)\n" for number in range(n_takers))
    graph = project(within).graph()
    assert len(flows(graph)) == n_takers
    assert graph.warnings == ()
    graph = project(f"{within}def more(user: User) -> User\n    call load\n").graph()
    assert flows(graph) == []
    (record,) = graph.warnings
    assert record.code == "DATAFLOW_CAPPED"
    assert record.message == (
        f"types that more than {MAX_FUNCTIONS_PER_TYPE} functions take or return (maxFunctionsPerType) "
        "give no data flow; 1 left out: a.py::User"
    )


def test_edges_grow_with_uses_and_not_with_their_square() -> None:
    n_functions = 2000
    notation = "class User\n" + "".join(
        f"def make{number}() -> User\ndef use{number}(user: User)\n" for number in range(n_functions // 2)
    )
    assert flows(project(notation).graph()) == []
