"""What is known of external functions and properties, as an extractor would say it.

Turns: the overloads of a function → DefinitionDetails and the text of its signature, of bounded length.
"""

import re

from codeshed.model.facts.type_expression import split_top_level
from codeshed.model.facts.type_facts import ExternalSignature, SignatureParameter
from codeshed.model.semantic import DefinitionDetails, DefinitionKind, ParamDef, ParameterKind, TypeSource
from codeshed.resolve.python.names.engine_type_ids import type_id_of_text

MAX_SIGNATURE = 300
"""The maximum length of the text of a signature, in characters; overloads that do not fit are counted in it."""

_UNKNOWN = "Unknown"
_DOTTED = re.compile(r"(?<![\w.'\"])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_STARS = {ParameterKind.VARIADIC_POSITIONAL: "*", ParameterKind.VARIADIC_KEYWORD: "**"}
_NAMED = frozenset({ParameterKind.KEYWORD_ONLY, ParameterKind.VARIADIC_POSITIONAL})
_NO_CLASSES: dict[str, str] = {}
"""Packages know no class of the project."""


def details_of_signatures(
    signatures: tuple[ExternalSignature, ...], kind: DefinitionKind
) -> DefinitionDetails:
    """Return the parameters of a function without overloads, and the types that any overload returns.

    What a property returns is the type of a variable. Nothing is said of a return type that has no type id.
    """
    is_declared = all(each.is_declared for each in signatures)
    source = TypeSource.ANNOTATION if is_declared else TypeSource.INFERRED
    returns = _return_types(signatures)
    if kind is DefinitionKind.VARIABLE:
        return DefinitionDetails(
            var_type=" | ".join(returns) or None, type_source=source if returns else None
        )
    if kind is not DefinitionKind.FUNCTION:
        return DefinitionDetails()
    parameters = signatures[0].parameters if len(signatures) == 1 else None
    return DefinitionDetails(
        parameters=None if parameters is None else tuple(_parameter(each, source) for each in parameters),
        return_types=returns or None,
        return_type_source=source if returns else None,
    )


def signature_text(name: str, signatures: tuple[ExternalSignature, ...], kind: DefinitionKind) -> str | None:
    """Return the text of a signature, a line for each overload; None if it is no function."""
    if kind is not DefinitionKind.FUNCTION:
        return None
    lines: list[str] = []
    for position, signature in enumerate(signatures):
        line = _line(name, signature)
        n_left = len(signatures) - position
        if lines and sum(map(len, lines)) + len(line) > MAX_SIGNATURE:
            lines.append(f"… and {n_left} more overloads" if n_left > 1 else "… and 1 more overload")
            break
        lines.append(line if len(line) <= MAX_SIGNATURE else f"{line[: MAX_SIGNATURE - 1]}…")
    return "\n".join(lines)


def _return_types(signatures: tuple[ExternalSignature, ...]) -> tuple[str, ...]:
    ids = [type_id_of_text(each.returns, _NO_CLASSES) for each in signatures if each.returns != _UNKNOWN]
    known = [each for each in ids if each is not None]
    if len(known) != len(signatures):
        return ()
    return tuple(dict.fromkeys(member for each in known for member in split_top_level(each, "|")))


def _parameter(parameter: SignatureParameter, source: TypeSource) -> ParamDef:
    type_id = None if parameter.type == _UNKNOWN else type_id_of_text(parameter.type, _NO_CLASSES)
    return ParamDef(
        name=parameter.name,
        param_type=type_id,
        type_source=None if type_id is None else source,
        kind=parameter.kind,
        has_default=parameter.has_default,
        is_variadic=parameter.kind in _STARS,
    )


def _line(name: str, signature: ExternalSignature) -> str:
    parameters = signature.parameters
    written = ["..."] if parameters is None else _written_parameters(parameters)
    returns = "" if signature.returns == _UNKNOWN else f" -> {_short(signature.returns)}"
    return f"{name}({', '.join(written)}){returns}"


def _written_parameters(parameters: tuple[SignatureParameter, ...]) -> list[str]:
    """Write parameters as a `def` does, with `/` after positional-only ones and `*` before keyword-only ones."""
    written = [_written(each) for each in parameters]
    named = [place for place, each in enumerate(parameters) if each.kind in _NAMED]
    positional = [
        place for place, each in enumerate(parameters) if each.kind is ParameterKind.POSITIONAL_ONLY
    ]
    if named and parameters[named[0]].kind is ParameterKind.KEYWORD_ONLY:
        written.insert(named[0], "*")
    if positional:
        written.insert(positional[-1] + 1, "/")
    return written


def _written(parameter: SignatureParameter) -> str:
    typed = "" if parameter.type == _UNKNOWN else f": {_short(parameter.type)}"
    default = (" = ..." if typed else "=...") if parameter.has_default else ""
    return f"{_STARS.get(parameter.kind, '')}{parameter.name}{typed}{default}"


def _short(text: str) -> str:
    """Return the text of a type without the modules of its names, as a stub writes it."""
    return _DOTTED.sub(lambda match: match.group().rpartition(".")[2], text)
