"""The lists of what is too common to be a signal: one place each, and a reason for every entry."""

import pytest

from codeshed.model.facts.type_expression import value_types
from codeshed.model.languages.common_method_names import COMMON_METHOD_NAMES
from codeshed.model.languages.excluded_types import EXCLUDED_TYPES, is_excluded_type
from codeshed.model.languages.language_traits import BaseDeclaration, traits_of


@pytest.mark.parametrize("listed", [EXCLUDED_TYPES, COMMON_METHOD_NAMES], ids=["types", "methods"])
def test_every_entry_has_a_reason(listed: dict[str, str]) -> None:
    assert [name for name, reason in listed.items() if len(reason.split()) < 3] == []


@pytest.mark.parametrize(
    "name",
    [
        "str",
        "string",
        "String",
        "bytes",
        "int",
        "float",
        "bool",
        "void",
        "None",
        "null",
        "undefined",
        "any",
        "Any",
        "object",
        "Object",
        "self",
        "Self",
        "cls",
        "this",
        "list",
        "dict",
        "tuple",
        "set",
        "Vec",
        "List",
        "Dict",
        "HashMap",
        "Option",
        "Result",
        "Error",
        "Exception",
        "T",
        "U",
        "K",
        "V",
        "i32",
        "u64",
        "f64",
    ],
)
def test_types_of_the_published_list(name: str) -> None:
    assert is_excluded_type(name)
    assert is_excluded_type(f"ext:somewhere.{name}")


@pytest.mark.parametrize("type_id", ["User", "a.py::Result", "src/a::List", "ext:pathlib.Path"])
def test_other_types_are_signals(type_id: str) -> None:
    assert not is_excluded_type(type_id)


@pytest.mark.parametrize(
    "name",
    [
        "new",
        "init",
        "__init__",
        "constructor",
        "create",
        "build",
        "toString",
        "to_string",
        "__str__",
        "__repr__",
        "equals",
        "__eq__",
        "hashCode",
        "__hash__",
        "clone",
        "copy",
        "dispose",
        "close",
        "__del__",
        "finalize",
        "update",
        "get",
        "set",
        "run",
        "start",
        "stop",
        "execute",
    ],
)
def test_methods_of_the_published_list(name: str) -> None:
    assert name in COMMON_METHOD_NAMES


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a.py::User", "a.py::User"),
        ("dict[str, a.py::A | None]", "dict str a.py::A None"),
        ("Page<A>", "Page A"),
        ("Annotated[a.py::A, Depends(b)] | a.py::C", "Annotated a.py::A a.py::C"),
        ("Callable[[a.py::A], a.py::B] | a.py::C", "Callable a.py::C"),
        ("type[list[a.py::A]]", "type"),
        ("tuple[a.py::A, ...]", "tuple a.py::A"),
        ("&mut Vec<User>", "Vec User"),
        ("User[]", "User"),
        ("(x: User) => void", ""),
        ("]]a[b", "a b"),
        ("", ""),
        ("a" * 5000, ""),
    ],
)
def test_types_of_values(expression: str, expected: str) -> None:
    assert " ".join(value_types(expression)) == expected


def test_what_languages_declare() -> None:
    assert traits_of("python").bases_declared_by is BaseDeclaration.ALL
    assert not traits_of("python").has_methods_outside_classes
    assert traits_of("go").bases_declared_by is BaseDeclaration.ALL
    assert traits_of("lua").bases_declared_by is BaseDeclaration.NONE
    assert traits_of("javascript").bases_declared_by is BaseDeclaration.CLASS_STATEMENTS
    assert traits_of(None) == traits_of("klingon")
    assert traits_of(None).bases_declared_by is BaseDeclaration.ALL
    assert traits_of("java").overrides_match_parameters
    assert not traits_of(None).overrides_match_parameters
