"""Arguments bind to parameters as Python binds them."""

import pytest

from codeshed.model.semantic import ArgumentKind, ParameterKind
from codeshed.query.contracts.signatures import CallArgument, SignatureParameter, binding_problems
from codeshed.query.contracts.written_arguments import split_call

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
    ("written", "called", "found"),
    [
        ('a.f(1).g(x, "y,z")', "a.f(1).g", ("x", '"y,z"')),
        ("new Map<A>(one, { a: 1, b: [2, 3] },)", "new Map<A>", ("one", "{ a: 1, b: [2, 3] }")),
        ("run()", "run", ()),
        ("f(a, // one, two\n  b)", "f", ("a, // one, two b",)),
        ("f(g(1, 2), `x,${y}`)", "f", ("g(1, 2)", "`x,${y}`")),
        ("new T(a) { void run() { go(1, 2); } }", "new T", ("a",)),
    ],
)
def test_arguments_are_split(written: str, called: str, found: tuple[str, ...]) -> None:
    parts = split_call(written)
    assert parts is not None
    assert parts[0] == called
    assert parts[1] == (("a", "// one, two b") if "//" in written else found)


def test_text_without_arguments_is_not_split() -> None:
    assert split_call("a.b") is None
    assert split_call("f(a") is None
