"""Resolution of includes in C."""

import json

import pytest

from codeshed.extract.languages.c.c_grammar import C
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NamespaceTarget, NameTarget
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.languages.c.c_files import CModules
from tests.support.code_lines import read_code

PATHS = frozenset({
    "src/main.c", "src/main.h", "src/deep/a.c", "src/deep/local.h", "include/lib/api.h", "include/string.h",
    "other/include/lib/api.h", "other/x.c", "vendor/one/unique/far.h", "vendor/one/twice.h", "vendor/two/twice.h",
    "top.h", "generated/config.h", "quoted/q.h",
})  # fmt: skip


def _bind(path: str, source: str, manifests: dict[str, bytes] | None = None) -> list[Binding | None]:
    facts = read_code(source, C)
    layout = RepositoryLayout(PATHS, manifests or {})
    system = CModules()
    return [system.bind_import(path, facts, each, layout) for each in facts.imports]


@pytest.mark.parametrize(
    ("path", "include", "expected"),
    [
        ("src/main.c", '"main.h"', "src/main.h"),
        ("src/main.c", '"deep/local.h"', "src/deep/local.h"),
        ("src/deep/a.c", '"../main.h"', "src/main.h"),
        ("src/deep/a.c", '"top.h"', "top.h"),
        ("src/deep/a.c", '"src/main.h"', "src/main.h"),
        ("src/main.c", "<lib/api.h>", "include/lib/api.h"),
        ("other/x.c", "<lib/api.h>", "other/include/lib/api.h"),
        ("src/main.c", "<unique/far.h>", "vendor/one/unique/far.h"),
        ("src/main.c", '"far.h"', "vendor/one/unique/far.h"),
        ("src/main.c", '"deep\\\\local.h"', "src/deep/local.h"),
        ("src/main.c", "<string.h>", None),
        ("src/main.c", '"string.h"', "include/string.h"),
        ("src/main.c", "<stdio.h>", None),
        ("src/main.c", '"stdio.h"', None),
        ("src/main.c", '"gtest/gtest.h"', None),
    ],
)
def test_where_an_include_leads_to(path: str, include: str, expected: str | None) -> None:
    (binding,) = _bind(path, f"#include {include}\n")
    assert binding is not None
    assert binding.is_wildcard
    if expected is None:
        assert not binding.files
        assert isinstance(binding.targets[0], ExternalTarget)
    else:
        assert binding.files == (expected,)
        assert binding.targets == (NamespaceTarget(f"c:{expected}"),)
        assert binding.is_reexported


@pytest.mark.parametrize(
    ("include", "is_missing"),
    [('"gone.h"', True), ('"deep/gone.h"', True), ('"../../../etc/passwd"', True), ('"main.c"', False)],
)
def test_an_include_that_leads_nowhere(include: str, is_missing: bool) -> None:  # noqa: FBT001 - a table of results
    assert _bind("src/main.c", f"#include {include}\n") == [
        Binding(targets=(), is_wildcard=True, is_expected=is_missing)
    ]


def test_an_include_of_several_files_leads_nowhere() -> None:
    assert _bind("src/main.c", '#include "twice.h"\n') == [Binding(targets=(), is_wildcard=True)]


def test_what_is_outside_has_a_dotted_name() -> None:
    assert _bind("src/main.c", "#include <sys/types.h>\n") == [
        Binding(targets=(ExternalTarget("sys.types.h"),), is_wildcard=True)
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"command": "cc -I../generated -isystem /home/me/repo/vendor/two -iquote ../quoted -c ../src/main.c"},
        {
            "arguments": [
                "cc",
                "-I",
                "../generated",
                "-isystem../vendor/two",
                "-iquote",
                "/home/me/repo/quoted",
            ]
        },
    ],
)
def test_a_compilation_database_names_folders(options: dict[str, object]) -> None:
    entry = {"directory": "/home/me/repo/build", "file": "../src/main.c", **options}
    manifests = {"build/compile_commands.json": json.dumps([entry, 3, {"file": 4}]).encode()}
    source = '#include "config.h"\n#include <twice.h>\n#include "q.h"\n'
    for path in ("src/main.c", "include/lib/api.h"):
        files = [binding.files for binding in _bind(path, source, manifests) if binding is not None]
        assert files == [("generated/config.h",), ("vendor/two/twice.h",), ("quoted/q.h",)]


def test_a_broken_database_is_as_if_it_were_not_there() -> None:
    for content in (b"{", b"[" * 100_000, b'{"a": 1}', b"\xff"):
        (binding,) = _bind("src/main.c", '#include "main.h"\n', {"compile_commands.json": content})
        assert binding is not None
        assert binding.files == ("src/main.h",)


def test_members_of_an_enum_are_names_of_the_file() -> None:
    assert _bind("src/main.h", "enum color { RED };\n") == [
        Binding(targets=(NameTarget("c:src/main.h", "color.RED"),), alias="RED", is_reexported=True)
    ]


def test_spaces() -> None:
    facts = read_code("int linked(void);\nstatic int own(void);\nstruct s { int a; };\n", C)
    system, layout = CModules(), RepositoryLayout(PATHS, {})
    assert system.namespace_of("src/main.c", facts, layout) == "c:src/main.c"
    assert system.visible_namespaces("src/main.c", facts, layout) == ("c:src/main.c", "c:")
    assert [each.namespace for each in facts.definitions] == ["c:", "", "", ""]
