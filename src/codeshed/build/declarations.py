"""Pass 1, first half: every definition and external symbol, measured.

Turns: SemanticDocuments + sources → Declarations, without the texts they were measured by.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from codeshed.build.documentation import DocumentationScorer
from codeshed.build.signature import signature_and_docstring, signature_from_details
from codeshed.build.size import SizeFunction
from codeshed.build.source_slices import SourceText, own_texts
from codeshed.model.language import language_of_path, signature_end
from codeshed.model.limits import WarningRecord
from codeshed.model.semantic import (
    Definition,
    DefinitionKind,
    DocumentHead,
    ExternalSymbol,
    SemanticDocuments,
    TypeKind,
)
from codeshed.model.source import SourceReader


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """What replaces the texts: tokens, and documentation in hundredths."""

    context_size: int
    documentation_score: int
    documentation_best: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """One symbol as declared; `path` is None for externals, `item` has lost its texts."""

    item: Definition | ExternalSymbol
    path: str | None
    is_external: bool
    is_interface_method: bool
    measures: Measures

    @property
    def symbol(self) -> str:
        """The symbol id."""
        return self.item.symbol_id

    @property
    def enclosing(self) -> str | None:
        """The symbol around it; what stands at the top of a file belongs to the file."""
        return self.item.enclosing_symbol or self.path


@dataclass(frozen=True, slots=True, kw_only=True)
class Declarations:
    """All symbols by id, the files in path order with the size of their top level, and what could not be read."""

    by_symbol: dict[str, Declaration]
    module_size_by_path: dict[str, int]
    warnings: tuple[WarningRecord, ...]


def read_declarations(
    documents: SemanticDocuments,
    sources: SourceReader,
    measure: SizeFunction,
    scorer: DocumentationScorer,
) -> Declarations:
    """Measure every definition. Of two with the same id the first by path and span counts."""
    by_symbol: dict[str, Declaration] = {}
    module_size_by_path: dict[str, int] = {}
    warnings: list[WarningRecord] = []
    interfaces = _interface_types(documents)
    for head, definitions in documents.iter_definitions():
        text = sources.read(head.path)
        if text is None:
            warnings.append(
                WarningRecord(
                    code="SOURCE_MISSING",
                    message=f"{head.path} could not be read; sizes of what it defines count signatures only",
                )
            )
        source = None if text is None else SourceText.of(text)
        texts, module_text = ([], "") if source is None else own_texts(source, definitions)
        size = measure.measure(module_text)
        module_size_by_path[head.path] = max(size, module_size_by_path.get(head.path, 0))
        for index, definition in enumerate(definitions):
            is_interface_method = _is_interface_method(definition, interfaces)
            own_text = texts[index] if source else None
            size_text = _size_text(head, definition, own_text, is_interface_method=is_interface_method)
            declaration = _declaration(
                definition, head.path, size_text, measure, scorer, is_interface_method=is_interface_method
            )
            known = by_symbol.get(definition.symbol_id)
            if known is None or _order(declaration) < _order(known):
                by_symbol[definition.symbol_id] = declaration
    for symbol in sorted(documents.external_symbols, key=lambda external: external.symbol_id):
        if symbol.symbol_id not in by_symbol:
            size_text = symbol.signature or signature_from_details(symbol)
            by_symbol[symbol.symbol_id] = _declaration(
                symbol, None, size_text, measure, scorer, is_interface_method=False
            )
    return Declarations(
        by_symbol=by_symbol,
        module_size_by_path=dict(sorted(module_size_by_path.items())),
        warnings=tuple(sorted(warnings, key=lambda warning: warning.message)),
    )


def _declaration(
    item: Definition | ExternalSymbol,
    path: str | None,
    size_text: str,
    measure: SizeFunction,
    scorer: DocumentationScorer,
    *,
    is_interface_method: bool,
) -> Declaration:
    return Declaration(
        item=msgspec.structs.replace(item, documentation=None, signature=None),
        path=path,
        is_external=item.is_external if isinstance(item, Definition) else True,
        is_interface_method=is_interface_method,
        measures=Measures(
            context_size=measure.measure(size_text),
            documentation_score=round(scorer.score(item) * 100),
            documentation_best=round(scorer.best(item) * 100),
        ),
    )


def _order(declaration: Declaration) -> tuple[str, tuple[int, int, int, int]]:
    item = declaration.item
    span = item.span.sort_key() if isinstance(item, Definition) else (0, 0, 0, 0)
    return declaration.path or "", span


def _interface_types(documents: SemanticDocuments) -> frozenset[str]:
    return frozenset(
        item.symbol_id for item in _iter_items(documents) if item.details.type_kind is TypeKind.INTERFACE
    )


def _iter_items(documents: SemanticDocuments) -> Iterator[Definition | ExternalSymbol]:
    for _, definitions in documents.iter_definitions():
        yield from definitions
    yield from documents.external_symbols


def _is_interface_method(definition: Definition, interfaces: frozenset[str]) -> bool:
    if definition.kind is not DefinitionKind.FUNCTION:
        return False
    modifiers = definition.details.modifiers
    if modifiers is not None and modifiers.is_abstract:
        return True
    has_body = modifiers is not None and modifiers.has_body is True
    return definition.enclosing_symbol in interfaces and not has_body


def _size_text(
    head: DocumentHead,
    definition: Definition,
    own_text: str | None,
    *,
    is_interface_method: bool,
) -> str:
    if own_text is None or definition.is_external:
        return definition.signature or signature_from_details(definition)
    if not is_interface_method:
        return own_text
    if definition.signature is not None:
        return "\n".join(filter(None, (definition.signature, definition.documentation)))
    end = signature_end(head.language or language_of_path(head.path))
    return signature_and_docstring(own_text, end, definition.documentation)
