"""The module system of C#."""

import pytest

from codeshed.extract.languages.csharp.csharp_grammar import CSHARP
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.languages.csharp.csharp_files import CSharpNamespaces
from tests.resolve.languages.bound import bound, facts_of

EMPTY = RepositoryLayout(frozenset(), {})
SYSTEM = CSharpNamespaces()


@pytest.mark.parametrize(
    ("source", "space", "seen"),
    [
        (
            "namespace A.B; class C { }",
            "csharp:global.A.B",
            "csharp:global.A.B csharp:global.A csharp:global csharp:project ",
        ),
        (
            "namespace A { namespace B { class C { } } }",
            "csharp:global",
            "csharp:global.A.B csharp:global.A csharp:global csharp:project ",
        ),
        (
            "namespace A { class C { } } namespace B { class D { } }",
            "csharp:global",
            "csharp:global csharp:project ",
        ),
        ("class C { }", "csharp:global", "csharp:global csharp:project "),
    ],
)
def test_namespaces(source: str, space: str, seen: str) -> None:
    facts = facts_of(source, CSHARP)
    assert SYSTEM.namespace_of("any/where.cs", facts, EMPTY) == space
    assert " ".join(SYSTEM.visible_namespaces("any/where.cs", facts, EMPTY)) == seen


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("using A.B;", "- all = csharp:global.A.B external(A.B)"),
        ("global using A;", "- all passed on = csharp:global.A external(A)"),
        ("using static A.B;", "- all = csharp:global.A/B csharp:global/A.B external(A.B)"),
        ("using C = A.B;", "C = csharp:global.A.B csharp:global.A/B csharp:global/A.B external(A.B)"),
        ("extern alias Old;", "Old = external(Old)"),
        (
            "namespace X.Y { using A; class C { } }",
            "- all = csharp:global.A csharp:global.X.Y.A csharp:global.X.A external(A)",
        ),
        (
            "namespace X; using static A; class C { }",
            "- all = csharp:global/A csharp:global.X/A csharp:global/X.A external(A)",
        ),
    ],
)
def test_directives(written: str, expected: str) -> None:
    assert bound(written, CSHARP, SYSTEM, "any/where.cs") == [expected]
