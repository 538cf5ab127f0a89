"""Signatures: which parameters count, whether the contract is complete, and where the signature's text ends.

Turns: the name and details of a definition → complete or not, by each rule; source → the text of its signature.
"""

import re
from typing import TypeAlias

from codeshed.model.declared_types import (
    declared_return_types,
    declared_type_of_parameter,
    declared_type_of_variable,
)
from codeshed.model.facts.type_expression import NOTHING_TYPES, is_open_type
from codeshed.model.languages.language_traits import SignatureEnd
from codeshed.model.semantic import Definition, DefinitionDetails, ExternalSymbol, ParamDef
from codeshed.model.text.signature_end import DOCSTRING, end_of_signature, end_of_string

Declared: TypeAlias = Definition | ExternalSymbol

_RECEIVERS = frozenset({"self", "cls", "this", "mcs", "mcls", "&self", "&mut self"})
_DEF = re.compile(r"^[ \t]*(async[ \t]+def|def)\b", re.MULTILINE)
_COMMENT = re.compile(r"#[^\n]*")


def is_constructor(name: str, details: DefinitionDetails) -> bool:
    """Whether a function is a constructor: marked so, or named `__init__`."""
    modifiers = details.modifiers
    return (modifiers is not None and modifiers.is_constructor) or name == "__init__"


def caller_parameters(details: DefinitionDetails) -> tuple[ParamDef, ...]:
    """Return the parameters for which a caller passes arguments: all but `self`, `cls` and the like."""
    parameters = details.parameters or ()
    if parameters and parameters[0].name in _RECEIVERS:
        return parameters[1:]
    return parameters


def returns_nothing(name: str, details: DefinitionDetails) -> bool:
    """Whether a function declares that it returns nothing; a constructor need not declare it."""
    returned = declared_return_types(details)
    if not returned:
        return is_constructor(name, details)
    return all(type_id in NOTHING_TYPES for type_id in returned)


def is_declared_complete(name: str, details: DefinitionDetails) -> bool:
    """Whether every parameter and the return have a declared, meaningful type.

    Inferred types do not count as declared; `Any` and `object` are not meaningful; a constructor needs no return
    type. An unbounded type variable is not meaningful either, but that is decided when linking, once all types are
    known.
    """
    for parameter in caller_parameters(details):
        declared = declared_type_of_parameter(parameter)
        if declared is None or is_open_type(declared):
            return False
    returned = declared_return_types(details)
    return (
        all(not is_open_type(type_id) for type_id in returned) if returned else is_constructor(name, details)
    )


def is_plain_complete(details: DefinitionDetails) -> bool:
    """Whether every parameter has a declared type and a return type is declared, whatever they are."""
    return bool(declared_return_types(details)) and all(
        declared_type_of_parameter(parameter) is not None for parameter in details.parameters or ()
    )


def has_body(source: str, end: SignatureEnd) -> bool:
    """Whether a definition's source has a body that does something: a docstring, `...` or `pass` alone do not count."""
    if end is SignatureEnd.BRACE:
        rest = source[end_of_signature(source, 0, end) :]
        return rest.startswith("{")
    match = _DEF.search(source)
    stop = end_of_signature(source, match.end() if match else 0, end)
    docstring = DOCSTRING.match(source, stop)
    if docstring is not None:
        stop = end_of_string(source, docstring.end(), docstring.group(1))
    return _COMMENT.sub("", source[stop:]).strip() not in {"", "...", "pass"}


def signature_and_docstring(source: str, end: SignatureEnd, documentation: str | None) -> str:
    """Return what a caller of an interface method needs of its source.

    In Python that is the `def` up to its closing colon, and the docstring. In languages with braces it is the text
    before the opening brace, with the documentation.
    """
    if end is SignatureEnd.BRACE:
        signature = source[: end_of_signature(source, 0, end)]
        return f"{documentation}\n{signature}" if documentation else signature
    match = _DEF.search(source)
    begin = match.start(1) if match else 0
    stop = end_of_signature(source, match.end() if match else 0, end)
    docstring = DOCSTRING.match(source, stop)
    if docstring is not None and documentation:
        stop = end_of_string(source, docstring.end(), docstring.group(1))
    return source[begin:stop]


def signature_from_details(definition: Declared) -> str:
    """Format the signature that a definition's details declare: `quantize(exp: Decimal) -> Decimal`."""
    details = definition.details
    if details.parameters is None:
        declared = declared_type_of_variable(details)
        return f"{definition.name}: {declared}" if declared else definition.name
    parameters = ", ".join(
        f"{parameter.name}: {declared}"
        if (declared := declared_type_of_parameter(parameter))
        else parameter.name
        for parameter in details.parameters
    )
    returned = declared_return_types(details)
    result = f" -> {' | '.join(returned)}" if returned else ""
    return f"{definition.name}({parameters}){result}"
