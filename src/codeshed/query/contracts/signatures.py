"""Signatures as callers see them, calls as they are written, and how the arguments of one bind to the parameters of the other.

Turns: Signature + CallArguments → the problems of the call, as Python binds arguments; a language whose calls have only
positions has no keywords, and the same rules hold.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from codeshed.model.count_phrases import count_of
from codeshed.model.semantic import ArgumentKind, ParameterKind

Uncheckable = Literal[
    "no_signature",
    "unknown_decorator",
    "rebound",
    "unknown_base",
    "metaclass",
    "generated_constructor",
    "no_fixed_arity",
]
"""Why calls of a symbol are not checked."""

_POSITIONAL = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD)
_NAMED = (ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY)


class SignatureParameter(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter: its default as written, and the parts of its declared type, empty if anything may be passed."""

    name: str
    kind: ParameterKind = ParameterKind.POSITIONAL_OR_KEYWORD
    has_default: bool = False
    default: str | None = None
    declared: str | None = None


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """What a symbol may be called with. `uncheckable` says why its parameters are not those of its callers.

    `parameters` are as declared, receiver included; `n_bound` is how many of them a call through an instance fills.
    """

    parameters: tuple[SignatureParameter, ...] = ()
    uncheckable: Uncheckable | None = None
    detail: str = ""
    n_bound: int = 0
    allows_extra: bool = False
    """Whether more arguments than parameters are ignored: PHP."""

    def without_first(self, count: int) -> tuple[SignatureParameter, ...]:
        """Return the parameters that are left when the first positional ones are bound."""
        bound = 0
        left = []
        for each in self.parameters:
            if bound < count and each.kind in _POSITIONAL:
                bound += 1
                continue
            left.append(each)
        return tuple(left)


class CallArgument(msgspec.Struct, frozen=True, kw_only=True):
    """An argument as written; `types` are those it may have, None if that is not known. `place` is where its value stands."""

    text: str
    kind: ArgumentKind = ArgumentKind.POSITIONAL
    keyword: str | None = None
    types: tuple[str, ...] | None = None
    place: tuple[int, int] | None = None


class BoundArgument(msgspec.Struct, frozen=True, kw_only=True):
    """An argument with the parameter that takes it."""

    parameter: SignatureParameter
    argument: CallArgument


def binding_problems(
    parameters: Sequence[SignatureParameter], arguments: Sequence[CallArgument], *, allows_extra: bool = False
) -> tuple[str, ...]:
    """Return why arguments do not bind to parameters, in sentences; empty if they do, or may, as with `*args`."""
    return tuple(_iter_problems(parameters, arguments, allows_extra=allows_extra))


def bound_arguments(
    parameters: Sequence[SignatureParameter], arguments: Sequence[CallArgument]
) -> Iterator[BoundArgument]:
    """Yield the arguments whose parameter is known: positions up to the first spread, and keywords."""
    positional = [each for each in parameters if each.kind in _POSITIONAL]
    named = {each.name: each for each in parameters if each.kind in _NAMED}
    place = 0
    is_open = False
    for each in arguments:
        if each.kind is ArgumentKind.SPREAD_POSITIONAL:
            is_open = True
        elif each.kind is ArgumentKind.POSITIONAL and not is_open:
            if place < len(positional):
                yield BoundArgument(parameter=positional[place], argument=each)
            place += 1
        elif each.kind is ArgumentKind.KEYWORD and each.keyword in named:
            yield BoundArgument(parameter=named[each.keyword], argument=each)


def _iter_problems(
    parameters: Sequence[SignatureParameter], arguments: Sequence[CallArgument], *, allows_extra: bool
) -> Iterator[str]:
    positional = [each for each in parameters if each.kind in _POSITIONAL]
    has_rest = allows_extra or any(each.kind is ParameterKind.VARIADIC_POSITIONAL for each in parameters)
    has_names = any(each.kind is ParameterKind.VARIADIC_KEYWORD for each in parameters)
    has_spread = any(each.kind is ArgumentKind.SPREAD_POSITIONAL for each in arguments)
    has_spread_names = any(each.kind is ArgumentKind.SPREAD_KEYWORD for each in arguments)
    n_given = sum(each.kind is ArgumentKind.POSITIONAL for each in arguments)
    if n_given > len(positional) and not has_rest:
        yield (
            f"takes at most {count_of(len(positional), 'positional argument')}, "
            f"and {n_given} {'is' if n_given == 1 else 'are'} passed"
        )
    filled = {each.name for each in positional[:n_given]}
    yield from _keyword_problems(parameters, arguments, filled, has_names=has_names)
    given = {each.keyword for each in arguments if each.kind is ArgumentKind.KEYWORD}
    missing = [
        each.name
        for each in parameters
        if not each.has_default
        and each.kind in {*_POSITIONAL, *_NAMED}
        and each.name not in filled
        and not (each.kind is not ParameterKind.POSITIONAL_ONLY and each.name in given)
        and not (each.kind in _POSITIONAL and has_spread)
        and not (each.kind in _NAMED and has_spread_names)
    ]
    if missing:
        names = ", ".join(repr(each) for each in missing)
        yield f"needs {names}, which {'is' if len(missing) == 1 else 'are'} not passed"


def _keyword_problems(
    parameters: Sequence[SignatureParameter],
    arguments: Sequence[CallArgument],
    filled: set[str],
    *,
    has_names: bool,
) -> Iterator[str]:
    named = {each.name for each in parameters if each.kind in _NAMED}
    only_positional = {each.name for each in parameters if each.kind is ParameterKind.POSITIONAL_ONLY}
    passed: set[str] = set()
    for each in arguments:
        name = each.keyword
        if each.kind is not ArgumentKind.KEYWORD or name is None:
            continue
        if name in passed:
            yield f"{name!r} is passed twice"
        elif name in named and name in filled:
            yield f"{name!r} is passed by position and by keyword"
        elif name not in named and not has_names:
            reason = "takes it by position only" if name in only_positional else "has no such parameter"
            yield f"{name!r} is passed by keyword, and it {reason}"
        passed.add(name)
