"""Formats signatures in one line, in the same form for every language.

Turns: DefinitionDetails → `total(self, rate: Rate = …) -> Money`, of bounded length.
"""

from collections.abc import Callable, Sequence

from codeshed.model.declared_types import (
    declared_return_types,
    declared_type_of_parameter,
    declared_type_of_variable,
)
from codeshed.model.semantic import DefinitionDetails, ParamDef, ParameterKind
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, SEPARATOR

MAX_SIGNATURE = 300
"""The maximum length of a signature, in characters."""

_BEFORE_NAMED = frozenset({ParameterKind.VARIADIC_POSITIONAL, ParameterKind.KEYWORD_ONLY})
_STARS = {ParameterKind.VARIADIC_POSITIONAL: "*", ParameterKind.VARIADIC_KEYWORD: "**"}


def signature_text(
    name: str, details: DefinitionDetails | None, *, shows_positional: bool = False
) -> str | None:
    """Format the signature of a function, or the type of a variable, as declared; None if neither is known.

    `shows_positional` is for languages with positional-only parameters: `total(cart, /, rate)`.
    """
    if details is None:
        return None
    if details.parameters is not None:
        returned = " | ".join(map(short_type, declared_return_types(details)))
        arrow = f" -> {returned}" if returned else ""
        written = _parameters(details.parameters, shows_positional=shows_positional)
        return _bounded(f"{name}({', '.join(written)}){arrow}")
    declared = declared_type_of_variable(details)
    if declared:
        return _bounded(f"{name}: {short_type(declared)}")
    return None


def short_type(type_id: str) -> str:
    """Return a type without the paths of its names."""
    return rename_types(type_id, _last)


def rename_types(type_id: str, rename: Callable[[str], str]) -> str:
    """Return a type with other names: `ext:a.List[b.py::C]` holds `ext:a.List` and `b.py::C`."""
    found: list[str] = []
    word = ""
    for character in f"{type_id} ":
        if character in "[](),|& ":
            found += [rename(word), character]
            word = ""
        else:
            word += character
    return "".join(found).rstrip()


def _last(symbol: str) -> str:
    name = symbol.rpartition(SEPARATOR)[2]
    return name.rpartition(".")[2] if symbol.startswith(EXTERNAL_PREFIX) else name


def _parameters(parameters: Sequence[ParamDef], *, shows_positional: bool) -> list[str]:
    """Format parameters, with `/` after positional-only ones and `*` before keyword-only ones."""
    positional = [
        place for place, each in enumerate(parameters) if each.kind is ParameterKind.POSITIONAL_ONLY
    ]
    named = [place for place, each in enumerate(parameters) if each.kind in _BEFORE_NAMED]
    written = list(map(_parameter, parameters))
    if named and parameters[named[0]].kind is ParameterKind.KEYWORD_ONLY:
        written.insert(named[0], "*")
    if positional and shows_positional:
        written.insert(positional[-1] + 1, "/")
    return written


def _parameter(parameter: ParamDef) -> str:
    stars = "" if parameter.kind is None else _STARS.get(parameter.kind, "")
    declared = declared_type_of_parameter(parameter)
    typed = f": {short_type(declared)}" if declared else ""
    default = (" = …" if typed else "=…") if parameter.has_default else ""
    return f"{stars}{parameter.name}{typed}{default}"


def _bounded(text: str) -> str:
    return text if len(text) <= MAX_SIGNATURE else text[: MAX_SIGNATURE - 1] + "…"
