"""External symbols: what a project uses of other packages.

Turns: Documents → the reference roles of external symbols in each; the roles of all documents → ExternalSymbols.
"""

from collections.abc import Iterable

from codeshed.model.facts.type_expression import head_of
from codeshed.model.semantic import DefinitionKind, Document, ExternalSymbol, ReferenceRole
from codeshed.model.symbol_ids import EXTERNAL_PREFIX

Roles = dict[str, tuple[str, ...]]
"""The sorted reference roles of each external symbol."""


def roles_in(document: Document) -> Roles:
    """Return the external symbols of a document: targets of references, and bases without their type arguments."""
    found: dict[str, set[str]] = {}
    for reference in document.references:
        symbol = reference.target_symbol
        if symbol is not None and symbol.startswith(EXTERNAL_PREFIX):
            role = ReferenceRole.CALL if reference.role is ReferenceRole.DECORATE else reference.role
            found.setdefault(symbol, set()).add(role.value)
    for definition in document.definitions:
        details = definition.details
        for base in (*(details.inherits or ()), *(details.implements or ())):
            if base.startswith(EXTERNAL_PREFIX):
                found.setdefault(head_of(base), set()).add(ReferenceRole.USE.value)
    return {symbol: tuple(sorted(found[symbol])) for symbol in sorted(found)}


def external_symbols_of(roles: Iterable[Roles]) -> tuple[ExternalSymbol, ...]:
    """Merge the roles of all documents into external symbols, whose kind is guessed from roles and case."""
    roles_by_symbol: dict[str, set[str]] = {}
    for each in roles:
        for symbol, names in each.items():
            roles_by_symbol.setdefault(symbol, set()).update(names)
    found = []
    for symbol, used in sorted(roles_by_symbol.items()):
        name = symbol.removeprefix(EXTERNAL_PREFIX).rsplit(".", 1)[-1]
        kind = DefinitionKind.VARIABLE
        if ReferenceRole.CALL.value in used and not name[:1].isupper():
            kind = DefinitionKind.FUNCTION
        elif name[:1].isupper() or ReferenceRole.USE.value in used:
            kind = DefinitionKind.TYPE
        found.append(ExternalSymbol(symbol_id=symbol, name=name, kind=kind))
    return tuple(found)
