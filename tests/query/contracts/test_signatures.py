"""Arguments bind to parameters as Python binds them."""

import pytest

from codeshed.model.semantic import ArgumentKind, ParameterKind
from codeshed.query.contracts.signatures import CallArgument, SignatureParameter, binding_problems
from codeshed.query.contracts.written_parameters import split_parameters

_KINDS = {"*": ParameterKind.VARIADIC_POSITIONAL, "**": ParameterKind.VARIADIC_KEYWORD}


def parameters(text: str) -> tuple[SignatureParameter, ...]:
    """Read parameters as Python writes them, without annotations: `a, /, b=1, *rest, c, **names`."""
    found: list[SignatureParameter] = []
    kind = ParameterKind.POSITIONAL_OR_KEYWORD
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, _, default = part.partition("=")
        stars = name[: len(name) - len(name.lstrip("*"))]
        if part == "/":
            found = [_with_kind(each, ParameterKind.POSITIONAL_ONLY) for each in found]
        elif part == "*":
            kind = ParameterKind.KEYWORD_ONLY
        else:
            own = _KINDS.get(stars, kind)
            found.append(SignatureParameter(name=name.lstrip("*"), kind=own, has_default=bool(default)))
            kind = ParameterKind.KEYWORD_ONLY if stars == "*" else kind
    return tuple(found)


def _with_kind(parameter: SignatureParameter, kind: ParameterKind) -> SignatureParameter:
    return SignatureParameter(name=parameter.name, kind=kind, has_default=parameter.has_default)


def arguments(text: str) -> tuple[CallArgument, ...]:
    """Read arguments: `1, a=2, *rest, **names`."""
    found = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, is_keyword, _ = part.partition("=")
        kind = (
            ArgumentKind.SPREAD_KEYWORD
            if part.startswith("**")
            else ArgumentKind.SPREAD_POSITIONAL
            if part.startswith("*")
            else ArgumentKind.KEYWORD
            if is_keyword
            else ArgumentKind.POSITIONAL
        )
        found.append(CallArgument(text=part, kind=kind, keyword=name if is_keyword else None))
    return tuple(found)


@pytest.mark.parametrize(
    ("declared", "passed", "problem"),
    [
        ("a, b", "1, 2", ""),
        ("a, b", "1", "needs 'b', which is not passed"),
        ("a, b", "", "needs 'a', 'b', which are not passed"),
        ("a", "1, 2", "takes at most 1 positional argument, and 2 are passed"),
        ("", "1", "takes at most 0 positional arguments, and 1 is passed"),
        ("a, b=1", "1", ""),
        ("a, b=1", "b=2, a=1", ""),
        ("a", "1, a=2", "'a' is passed by position and by keyword"),
        ("a", "a=1, a=2", "'a' is passed twice"),
        ("a", "1, z=2", "'z' is passed by keyword, and it has no such parameter"),
        ("a, **names", "1, z=2", ""),
        (
            "a, /",
            "a=1",
            "'a' is passed by keyword, and it takes it by position only; needs 'a', which is not passed",
        ),
        ("a, /, **names", "1, a=2", ""),
        (
            "a, *, c",
            "1, 2",
            "takes at most 1 positional argument, and 2 are passed; needs 'c', which is not passed",
        ),
        ("a, *, c", "1, c=2", ""),
        ("a, *rest", "1, 2, 3", ""),
        ("a, *rest, c=1", "1, 2, c=3", ""),
        ("a, b", "*xs", ""),
        ("a, b", "1, *xs", ""),
        ("a, *, c", "*xs", "needs 'c', which is not passed"),
        ("a, b", "**names", ""),
        ("a, b, /", "**names", "needs 'a', 'b', which are not passed"),
        ("a", "1, 2, *xs", "takes at most 1 positional argument, and 2 are passed"),
    ],
)
def test_binding(declared: str, passed: str, problem: str) -> None:
    assert "; ".join(binding_problems(parameters(declared), arguments(passed))) == problem


def test_extra_arguments_may_be_ignored() -> None:
    assert binding_problems(parameters("a"), arguments("1, 2"), allows_extra=True) == ()
    assert binding_problems(parameters("a"), arguments(""), allows_extra=True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(a, b = f(1, 2)) {", ("a", "b = f(1, 2)")),
        ("()", ()),
        ("(\n  Map<String, Integer> all, // one, two\n  int... rest\n) {", ("Map<String, Integer> all", "int... rest")),
        ("[T](f: (A, B) => C, xs: T*)(implicit x: X)", ("f: (A, B) => C", "xs: T*")),
        ('(text = "a, b)", *rest, key:, **names, &block)', ('text = "a, b)"', "*rest", "key:", "**names", "&block")),
        ("<A extends B<C>>(a: A): void", ("a: A",)),
        ("(int a, bool b = a < 3, ...)", ("int a", "bool b = a < 3", "...")),
        ("(&'a self, x: &'a str)", ("&'a self", "x: &'a str")),
        (" = a => a", None),
        ("(a, b", None),
    ],
)  # fmt: skip
def test_parameters_are_split(text: str, found: tuple[str, ...] | None) -> None:
    assert split_parameters(text) == found
