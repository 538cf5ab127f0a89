"""Signatures: which parameters count, whether the contract is declared, and where the signature's text ends.

Turns: the name and details of a definition → complete or not, by each of the rules; source → its signature.
"""

import re
from typing import TypeAlias

from codeshed.model.language import SignatureEnd
from codeshed.model.semantic import Definition, DefinitionDetails, ExternalSymbol, ParamDef, TypeSource
from codeshed.model.type_expression import NOTHING_TYPES, is_open_type

Declared: TypeAlias = Definition | ExternalSymbol

_RECEIVERS = frozenset({"self", "cls", "this", "mcs", "mcls", "&self", "&mut self"})
_DEF = re.compile(r"^[ \t]*(async[ \t]+def|def)\b", re.MULTILINE)
_COMMENT = re.compile(r"#[^\n]*")
_LIFETIME = re.compile(r"'\w+(?!['\w])")
_DOCSTRING = re.compile(r"(?:\s|#[^\n]*\n|\\\n)*[rRuUbB]{0,2}(\"\"\"|'''|\"|')")


def is_constructor(name: str, details: DefinitionDetails) -> bool:
    """Whether a function makes instances: marked so, or called `__init__`."""
    modifiers = details.modifiers
    return (modifiers is not None and modifiers.is_constructor) or name == "__init__"


def counted_parameters(details: DefinitionDetails) -> tuple[ParamDef, ...]:
    """Return the parameters that a caller fills in: all but `self`, `cls` and their like."""
    parameters = details.parameters or ()
    if parameters and parameters[0].name in _RECEIVERS:
        return parameters[1:]
    return parameters


def returns_nothing(name: str, details: DefinitionDetails) -> bool:
    """Whether a function declares that it returns nothing; a constructor need not say so."""
    if not details.return_types:
        return is_constructor(name, details)
    return all(type_id in NOTHING_TYPES for type_id in details.return_types)


def is_declared_complete(name: str, details: DefinitionDetails) -> bool:
    """Whether every parameter and the return have a declared type that says something.

    Inferred types are no declaration; `Any` and `object` say nothing; a constructor needs no return type. That a type
    variable without bounds says nothing either, only the types of all documents together can tell.
    """
    for parameter in counted_parameters(details):
        declared = parameter.param_type
        if declared is None or not _is_declared(parameter.type_source) or is_open_type(declared):
            return False
    if not details.return_types:
        return is_constructor(name, details)
    return _is_declared(details.return_type_source) and all(
        not is_open_type(type_id) for type_id in details.return_types
    )


def is_plain_complete(details: DefinitionDetails) -> bool:
    """Whether every parameter has a type and there is a return type, whatever they are."""
    return bool(details.return_types) and all(
        parameter.param_type is not None for parameter in details.parameters or ()
    )


def has_body(source: str, end: SignatureEnd) -> bool:
    """Whether a definition's source does anything: a docstring, `...` and `pass` do not."""
    if end is SignatureEnd.BRACE:
        rest = source[_end_of_signature(source, 0, end) :]
        return rest.startswith("{")
    match = _DEF.search(source)
    stop = _end_of_signature(source, match.end() if match else 0, end)
    docstring = _DOCSTRING.match(source, stop)
    if docstring is not None:
        stop = _end_of_string(source, docstring.end(), docstring.group(1))
    return _COMMENT.sub("", source[stop:]).strip() not in {"", "...", "pass"}


def signature_and_docstring(source: str, end: SignatureEnd, documentation: str | None) -> str:
    """Return the part of a definition's source that a caller of an interface method needs.

    In Python that is the `def` up to the colon that ends it, and the docstring behind it; where a brace begins the
    body, what stands before the brace, with the documentation.
    """
    if end is SignatureEnd.BRACE:
        signature = source[: _end_of_signature(source, 0, end)]
        return f"{documentation}\n{signature}" if documentation else signature
    match = _DEF.search(source)
    begin = match.start(1) if match else 0
    stop = _end_of_signature(source, match.end() if match else 0, end)
    docstring = _DOCSTRING.match(source, stop)
    if docstring is not None and documentation:
        stop = _end_of_string(source, docstring.end(), docstring.group(1))
    return source[begin:stop]


def signature_from_details(definition: Declared) -> str:
    """Write the signature that a definition's details describe: `quantize(exp: Decimal) -> Decimal`."""
    details = definition.details
    if details.parameters is None:
        return f"{definition.name}: {details.var_type}" if details.var_type else definition.name
    parameters = ", ".join(
        f"{parameter.name}: {parameter.param_type}" if parameter.param_type else parameter.name
        for parameter in details.parameters
    )
    result = f" -> {' | '.join(details.return_types)}" if details.return_types else ""
    return f"{definition.name}({parameters}){result}"


def _is_declared(source: TypeSource | None) -> bool:
    return source is None or source is TypeSource.ANNOTATION


def _end_of_signature(source: str, begin: int, end: SignatureEnd) -> int:
    """Return the position behind a colon, or before a brace or semicolon, that no bracket or string holds."""
    depth = 0
    position = begin
    while position < len(source):
        character = source[position]
        if character == "'" and end is SignatureEnd.BRACE and _LIFETIME.match(source, position):
            position += 1
            continue
        if character in "\"'`":
            quote = (
                source[position : position + 3] if source.startswith(character * 3, position) else character
            )
            position = _end_of_string(source, position + len(quote), quote)
            continue
        if _begins_comment(source, position, end):
            position = _end_of_comment(source, position)
            continue
        if depth == 0 and end is SignatureEnd.COLON and character == ":":
            return position + 1
        if depth == 0 and end is SignatureEnd.BRACE and character in "{;":
            return position
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        position += 1
    return len(source)


def _begins_comment(source: str, position: int, end: SignatureEnd) -> bool:
    if end is SignatureEnd.COLON:
        return source[position] == "#"
    return source.startswith(("//", "/*"), position)


def _end_of_comment(source: str, position: int) -> int:
    closing = "*/" if source.startswith("/*", position) else "\n"
    found = source.find(closing, position)
    return len(source) if found < 0 else found + len(closing)


def _end_of_string(source: str, position: int, quote: str) -> int:
    """Return the position behind the quote that ends a string; what stands behind a backslash ends nothing."""
    closing = source.find(quote, position)
    while closing >= 0:
        backslash = source.find("\\", position, closing)
        if backslash < 0:
            return closing + len(quote)
        position = backslash + 2
        if closing < position:
            closing = source.find(quote, position)
    return len(source)
