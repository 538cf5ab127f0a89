"""External symbols: what a project uses of other packages.

Turns: Documents → how each uses external symbols; the uses of all documents → ExternalSymbols.
"""

from collections.abc import Iterable, Mapping

import msgspec

from codeshed.model.facts.type_expression import head_of
from codeshed.model.facts.type_facts import ExternalSignature, ExternalSignatures
from codeshed.model.semantic import DefinitionKind, Document, ExternalSymbol, ReferenceRole
from codeshed.model.symbol_ids import COMMAND_PREFIX, EXTERNAL_PREFIX
from codeshed.resolve.external_details import details_of_signatures, signature_text


class ExternalUse(msgspec.Struct, frozen=True, array_like=True):
    """The sorted roles in which a document references an external symbol, and whether its signature is known."""

    roles: tuple[str, ...]
    has_signature: bool = False


ExternalUses = dict[str, ExternalUse]
"""How a document uses each external symbol."""


def find_external_uses(document: Document, signatures: ExternalSignatures | None = None) -> ExternalUses:
    """Return the external symbols of a document: targets of references, and bases without their type arguments.

    Programs that code starts are none: most are not of this repository, and linking knows those that are.
    """
    found: dict[str, set[str]] = {}
    for reference in document.references:
        symbol = reference.target_symbol
        if (
            symbol is not None
            and symbol.startswith(EXTERNAL_PREFIX)
            and not symbol.startswith(COMMAND_PREFIX)
        ):
            role = ReferenceRole.CALL if reference.role is ReferenceRole.DECORATE else reference.role
            found.setdefault(symbol, set()).add(role.value)
    for definition in document.definitions:
        details = definition.details
        for base in (*(details.inherits or ()), *(details.implements or ())):
            if base.startswith(EXTERNAL_PREFIX):
                found.setdefault(head_of(base), set()).add(ReferenceRole.USE.value)
    known = signatures or {}
    return {symbol: ExternalUse(tuple(sorted(found[symbol])), symbol in known) for symbol in sorted(found)}


def external_symbols_of(
    uses: Iterable[Mapping[str, ExternalUse]], signatures: ExternalSignatures | None = None
) -> tuple[ExternalSymbol, ...]:
    """Merge the uses of all documents into external symbols, whose kind is guessed from roles and case.

    Of the signatures those count whose function a document uses with a known signature.
    """
    roles_by_symbol: dict[str, set[str]] = {}
    with_signature: set[str] = set()
    for each in uses:
        for symbol, use in each.items():
            roles_by_symbol.setdefault(symbol, set()).update(use.roles)
            if use.has_signature:
                with_signature.add(symbol)
    known = signatures or {}
    return tuple(
        _external_symbol(symbol, roles, known.get(symbol, ()) if symbol in with_signature else ())
        for symbol, roles in sorted(roles_by_symbol.items())
    )


def _external_symbol(
    symbol: str, roles: set[str], signatures: tuple[ExternalSignature, ...]
) -> ExternalSymbol:
    name = symbol.removeprefix(EXTERNAL_PREFIX).rsplit(".", 1)[-1]
    kind = DefinitionKind.VARIABLE
    if ReferenceRole.CALL.value in roles and not name[:1].isupper():
        kind = DefinitionKind.FUNCTION
    elif name[:1].isupper() or ReferenceRole.USE.value in roles:
        kind = DefinitionKind.TYPE
    if not signatures:
        return ExternalSymbol(symbol_id=symbol, name=name, kind=kind)
    return ExternalSymbol(
        symbol_id=symbol,
        name=name,
        kind=kind,
        details=details_of_signatures(signatures, kind),
        signature=signature_text(name, signatures, kind),
    )
