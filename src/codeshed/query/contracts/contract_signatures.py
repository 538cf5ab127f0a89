"""Signatures as a report shows them.

Turns: a Document → the declared signature of each symbol; DefinitionDetails → the signature with the types that were found.
"""

from codeshed.model.semantic import DefinitionDetails, Document, ParamDef, ParameterKind, TypeSource
from codeshed.query.contracts.signatures import Signature

_MAX_SIGNATURE = 400
_CUT = "…"
_STARS = {ParameterKind.VARIADIC_POSITIONAL: "*", ParameterKind.VARIADIC_KEYWORD: "**"}


def declared_signatures(document: Document | None) -> dict[str, str]:
    """Return the signatures as written, each in one line, cut short."""
    return {
        each.symbol_id: shown
        for each in (() if document is None else document.definitions)
        if (shown := shown_signature(each.signature)) is not None
    }


def shown_signature(signature: str | None) -> str | None:
    """Return a signature in one line, cut short."""
    return _shortened(" ".join(signature.split())) if signature else None


def tooling_signature(name: str, details: DefinitionDetails | None) -> str | None:
    """Return a signature with the types that the type engine found; None if it found none."""
    if details is None or details.parameters is None:
        return None
    is_returned = details.return_type_source is TypeSource.INFERRED and details.return_types
    if not is_returned and not any(each.type_source is TypeSource.INFERRED for each in details.parameters):
        return None
    parameters = ", ".join(_parameter(each) for each in details.parameters)
    returned = f" -> {' | '.join(map(_type, details.return_types))}" if details.return_types else ""
    return _shortened(f"{name}({parameters}){returned}")


def constructor_signature(name: str, signature: Signature) -> str:
    """Return the parameters of a constructor that is not written in its class."""
    parts = []
    has_star = False
    for each in signature.without_first(signature.n_bound):
        if each.kind is ParameterKind.KEYWORD_ONLY and not has_star:
            parts.append("*")
        has_star |= each.kind in {ParameterKind.KEYWORD_ONLY, ParameterKind.VARIADIC_POSITIONAL}
        declared = "" if each.declared is None else f": {_type(each.declared)}"
        default = f" = {each.default or '…'}" if each.has_default else ""
        parts.append(f"{_STARS.get(each.kind, '')}{each.name}{declared}{default}")
    return _shortened(f"{name}({', '.join(parts)})")


def _parameter(parameter: ParamDef) -> str:
    stars = "" if parameter.kind is None else _STARS.get(parameter.kind, "")
    declared = f": {_type(parameter.param_type)}" if parameter.param_type is not None else ""
    return f"{stars}{parameter.name}{declared}{' = …' if parameter.has_default else ''}"


def _type(name: str) -> str:
    """Return a type without the paths and prefixes of its names."""
    words = []
    for part in name.split("|"):
        word = part.strip()
        words.append(word.rpartition("::")[2].removeprefix("ext:"))
    return " | ".join(words)


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_SIGNATURE else text[: _MAX_SIGNATURE - 1] + _CUT
