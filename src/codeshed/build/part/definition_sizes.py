"""The size of a definition, and the one it has if it is an interface method.

Turns: a definition and its own text → DefinitionSizes. An interface method counts by its signature and documentation
alone; whether it is one may depend on other documents, so both sizes are kept.
"""

import msgspec

from codeshed.build.signature import has_body, signature_and_docstring, signature_from_details
from codeshed.build.size import SizeFunction
from codeshed.model.languages.language_traits import SignatureEnd
from codeshed.model.semantic import Definition, DefinitionKind

NO_SIZE = -1


class DefinitionSizes(msgspec.Struct, frozen=True, kw_only=True):
    """The size of a definition, and its size as an interface method: NO_SIZE if it cannot be one."""

    size: int
    interface_size: int = NO_SIZE


def measure_definition(
    definition: Definition, own_text: str | None, end: SignatureEnd, measure: SizeFunction
) -> DefinitionSizes:
    """Measure a definition; without its text the signature is measured."""
    size = measure.measure(_size_text(definition, own_text))
    if not _may_be_interface_method(definition, own_text, end):
        return DefinitionSizes(size=size)
    return DefinitionSizes(
        size=size, interface_size=measure.measure(_interface_text(definition, own_text, end))
    )


def _may_be_interface_method(definition: Definition, own_text: str | None, end: SignatureEnd) -> bool:
    """Whether a function is abstract, or is enclosed in something and has no body, by its modifiers or else its source."""
    if definition.kind is not DefinitionKind.FUNCTION:
        return False
    modifiers = definition.details.modifiers
    if modifiers is not None and modifiers.is_abstract:
        return True
    if definition.enclosing_symbol is None:
        return False
    if modifiers is not None and modifiers.has_body is not None:
        return not modifiers.has_body
    return own_text is not None and not has_body(own_text, end)


def _size_text(definition: Definition, own_text: str | None) -> str:
    if own_text is None or definition.is_external:
        return definition.signature or signature_from_details(definition)
    return own_text


def _interface_text(definition: Definition, own_text: str | None, end: SignatureEnd) -> str:
    if definition.signature is not None:
        return "\n".join(filter(None, (definition.signature, definition.documentation)))
    if own_text is None or definition.is_external:
        return signature_from_details(definition)
    return signature_and_docstring(own_text, end, definition.documentation)
