"""Inferred types: the owner `A` of a method `A.f`, where the document does not define `A`.

Turns: the definitions of a document → the same, each member with its class as enclosing symbol, and the inferred
classes. Only in languages where a method may be written outside of its class.
"""

from collections import defaultdict

import msgspec

from codeshed.model.languages.language_traits import BaseDeclaration, LanguageTraits
from codeshed.model.semantic import Definition, DefinitionDetails, DefinitionKind, Document, TypeKind
from codeshed.model.span import Span
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, SEPARATOR, last_name, path_of_symbol, qualified_name

_NO_SPAN = Span(0, 0, 0, 0)
_WITH_BASES = frozenset({TypeKind.CLASS, TypeKind.STRUCT, TypeKind.INTERFACE, None})


class InferredTypes(msgspec.Struct, frozen=True, kw_only=True):
    """The definitions of a document in their order, and the classes that were inferred from them."""

    definitions: tuple[Definition, ...]
    types: tuple[Definition, ...]


def infer_types(document: Document, traits: LanguageTraits) -> InferredTypes:
    """Return a class for every owner of a method that the document names but does not define."""
    if not traits.has_methods_outside_classes:
        return InferredTypes(definitions=document.definitions, types=())
    defined = {definition.symbol_id for definition in document.definitions}
    owners = {
        owner
        for definition in document.definitions
        if definition.kind is DefinitionKind.FUNCTION
        and (owner := _owner(definition, document.path)) is not None
        and owner not in defined
    }
    if not owners:
        return InferredTypes(definitions=document.definitions, types=())
    definitions = tuple(_with_owner(each, owners, document.path) for each in document.definitions)
    implemented = _implemented_by(definitions)
    return InferredTypes(
        definitions=definitions,
        types=tuple(
            Definition(
                symbol_id=owner,
                name=last_name(owner),
                kind=DefinitionKind.TYPE,
                span=_NO_SPAN,
                enclosing_symbol=_around(owner, owners | defined, document.path),
                details=DefinitionDetails(type_kind=TypeKind.CLASS, implements=implemented.get(owner)),
            )
            for owner in sorted(owners)
        ),
    )


def _implemented_by(definitions: tuple[Definition, ...]) -> dict[str, tuple[str, ...]]:
    """Return the interfaces that methods are written for, by their class."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for each in definitions:
        if each.kind is DefinitionKind.FUNCTION and each.details.implements and each.enclosing_symbol:
            found[each.enclosing_symbol].update(dict.fromkeys(each.details.implements))
    return {owner: tuple(types) for owner, types in found.items()}


def find_functions_with_methods(document: Document, traits: LanguageTraits) -> frozenset[str]:
    """Return the functions that serve as classes: those with methods written outside of their bodies (prototypes).

    Functions whose bases the document states are left out.
    """
    if traits.bases_declared_by is not BaseDeclaration.CLASS_STATEMENTS:
        return frozenset()
    functions = [each for each in document.definitions if each.kind is DefinitionKind.FUNCTION]
    span_by_symbol = {each.symbol_id: each.span for each in functions if not each.details.inherits}
    return frozenset(
        owner
        for each in functions
        if (owner := each.enclosing_symbol) in span_by_symbol
        and not _lies_in(each.span, span_by_symbol[owner])
    )


def _lies_in(inner: Span, outer: Span) -> bool:
    begin, end = (outer.start_line, outer.start_column), (outer.end_line, outer.end_column)
    return begin <= (inner.start_line, inner.start_column) and (inner.end_line, inner.end_column) <= end


def has_undeclared_bases(definition: Definition, traits: LanguageTraits, *, is_inferred: bool) -> bool:
    """Whether a definition is a class whose bases are not declared."""
    details = definition.details
    if definition.kind is not DefinitionKind.TYPE or details.type_kind not in _WITH_BASES:
        return False
    if details.inherits or details.implements or traits.bases_declared_by is BaseDeclaration.ALL:
        return False
    return is_inferred or traits.bases_declared_by is BaseDeclaration.NONE


def _owner(definition: Definition, path: str) -> str | None:
    """Return the owner of a member: the prefix of its qualified name, in the file where the document says that it is."""
    stated = definition.enclosing_symbol
    if stated is None or stated == path:
        return _owner_by_name(definition.symbol_id, path)
    name, owner_name = qualified_name(definition.symbol_id), qualified_name(stated)
    is_member = SEPARATOR in stated and name.startswith(f"{owner_name}.")
    return stated if is_member and not stated.startswith(EXTERNAL_PREFIX) else None


def _owner_by_name(symbol: str, path: str) -> str | None:
    prefix = f"{path}{SEPARATOR}"
    owner, dot, _ = symbol.removeprefix(prefix).rpartition(".")
    return f"{prefix}{owner}" if symbol.startswith(prefix) and dot and owner else None


def _with_owner(definition: Definition, owners: set[str], path: str) -> Definition:
    owner = _owner(definition, path)
    if owner not in owners or owner == definition.enclosing_symbol:
        return definition
    return msgspec.structs.replace(definition, enclosing_symbol=owner)


def _around(owner: str, known: set[str], path: str) -> str:
    """Return the enclosing symbol of an inferred class: a definition that its name begins with, else its file."""
    file = path_of_symbol(owner) or path
    outer = _owner_by_name(owner, file)
    return outer if outer is not None and outer in known else file
