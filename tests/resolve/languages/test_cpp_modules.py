"""Resolution of includes, `using` and namespaces in C++."""

from codeshed.extract.languages.cpp.cpp_grammar import CPP
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NamespaceTarget, NameTarget
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.languages.cpp.cpp_files import CppModules
from tests.support.code_lines import read_code

LAYOUT = RepositoryLayout(frozenset({"src/a.cc", "src/a.h"}), {})


def _bind(source: str) -> list[Binding | None]:
    facts = read_code(source, CPP)
    return [CppModules().bind_import("src/a.cc", facts, each, LAYOUT) for each in facts.imports]


def test_includes_are_those_of_c() -> None:
    assert _bind('#include "a.h"\n#include <vector>\n') == [
        Binding(
            targets=(NamespaceTarget("c:src/a.h"),), is_wildcard=True, is_reexported=True, files=("src/a.h",)
        ),
        Binding(targets=(ExternalTarget("vector"),), is_wildcard=True),
    ]


def test_a_whole_namespace() -> None:
    assert _bind("namespace o::i { using namespace n; }\n") == [
        Binding(
            targets=(
                NamespaceTarget("c:.o.i.n"),
                NamespaceTarget("c:.o.n"),
                NamespaceTarget("c:.n"),
                ExternalTarget("n"),
            ),
            is_wildcard=True,
            is_reexported=True,
        )
    ]


def test_one_name() -> None:
    assert _bind("using a::B;\nusing ::f;\n") == [
        Binding(
            targets=(NameTarget("c:.a", "B"), NameTarget("c:", "a.B"), ExternalTarget("a.B")),
            alias="B",
            is_reexported=True,
        ),
        Binding(targets=(NameTarget("c:", "f"), ExternalTarget("f")), alias="f", is_reexported=True),
    ]


def test_an_alias_of_a_namespace() -> None:
    assert _bind("namespace x = a::b;\n") == [
        Binding(
            targets=(NamespaceTarget("c:.a.b"), NameTarget("c:.a", "b"), ExternalTarget("a.b")),
            alias="x",
            is_reexported=True,
        )
    ]


def test_members_of_enums() -> None:
    assert _bind("namespace n { enum Color { RED }; }\nusing enum n::Kind;\n") == [
        Binding(targets=(NameTarget("c:.n", "Color.RED"),), alias="RED", is_reexported=True),
        Binding(targets=(NameTarget("c:.n", "Kind"), ExternalTarget("n.Kind")), is_wildcard=True),
    ]


def test_spaces() -> None:
    facts = read_code("namespace a { namespace b { int f(); } int g(); }\nint h();\n", CPP)
    assert CppModules().namespace_of("src/a.cc", facts, LAYOUT) == "c:src/a.cc"
    assert CppModules().visible_namespaces("src/a.cc", facts, LAYOUT) == (
        "c:src/a.cc",
        "c:.a.b",
        "c:.a",
        "c:",
    )
