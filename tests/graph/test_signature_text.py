"""Signatures on one line, as answers show them."""

import pytest

from codeshed.graph.seeds.signature_text import signature_text
from codeshed.model.semantic import DefinitionDetails, ParamDef, ParameterKind

_KINDS = {
    "a": ParameterKind.POSITIONAL_ONLY,
    "b": ParameterKind.POSITIONAL_OR_KEYWORD,
    "c": ParameterKind.KEYWORD_ONLY,
    "d": ParameterKind.KEYWORD_ONLY,
    "args": ParameterKind.VARIADIC_POSITIONAL,
    "more": ParameterKind.VARIADIC_KEYWORD,
}


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ("", "f()"),
        ("a", "f(a, /)"),
        ("a b", "f(a, /, b)"),
        ("b c d", "f(b, *, c, d)"),
        ("c", "f(*, c)"),
        ("a c", "f(a, /, *, c)"),
        ("a b args c more", "f(a, /, b, *args, c, **more)"),
        ("args more", "f(*args, **more)"),
    ],
)
def test_marks_of_parameters(names: str, text: str) -> None:
    parameters = tuple(ParamDef(name=name, kind=_KINDS[name]) for name in names.split())
    details = DefinitionDetails(parameters=parameters)
    assert signature_text("f", details, shows_positional=True) == text


def test_a_language_in_which_no_argument_has_a_name_marks_none() -> None:
    details = DefinitionDetails(parameters=(ParamDef(name="a", kind=ParameterKind.POSITIONAL_ONLY),))
    assert signature_text("f", details) == "f(a)"
