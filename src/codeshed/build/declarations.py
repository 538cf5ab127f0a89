"""Pass 1, first half: every definition and external symbol, measured.

Turns: SemanticDocuments + sources → Declarations, without the texts they were measured by.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import msgspec

from codeshed.build.documentation import DocumentationScorer
from codeshed.build.signature import has_body, signature_and_docstring, signature_from_details
from codeshed.build.size import SizeFunction
from codeshed.build.source_slices import SourceText, own_texts
from codeshed.build.untyped import NO_TYPES, untyped_warnings
from codeshed.model.identity import content_hash
from codeshed.model.language import SignatureEnd, language_of_path, signature_end
from codeshed.model.limits import WarningRecord
from codeshed.model.semantic import (
    Definition,
    DefinitionKind,
    DocumentHead,
    EntryPoint,
    ExternalSymbol,
    Problem,
    SemanticDocuments,
    TypeKind,
)
from codeshed.model.source import HashingReader, SourceReader


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
    is_partial: bool
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
    """All symbols by id, the files in path order with the size of their top level, and what was not read whole."""

    by_symbol: dict[str, Declaration]
    module_size_by_path: dict[str, int]
    partial_paths: frozenset[str]
    entry_points: tuple[EntryPoint, ...]
    warnings: tuple[WarningRecord, ...]


def read_declarations(
    documents: SemanticDocuments,
    sources: SourceReader,
    measure: SizeFunction,
    scorer: DocumentationScorer,
) -> Declarations:
    """Measure every definition. Two with the same id become one: the first by path and span, as large as both."""
    by_symbol: dict[str, Declaration] = {}
    module_size_by_path: dict[str, int] = {}
    warnings: list[WarningRecord] = [*untyped_warnings(documents)]
    entry_points: list[EntryPoint] = []
    interfaces, partial_paths = _survey(documents)
    for head, definitions in documents.iter_definitions():
        entry_points += head.entry_points
        text = sources.read(head.path)
        source = None if text is None else SourceText.of(text)
        warnings += _document_warnings(head, definitions, source, sources)
        texts, module_text = (iter(()), "") if source is None else own_texts(source, definitions)
        size = measure.measure(module_text)
        module_size_by_path[head.path] = max(size, module_size_by_path.get(head.path, 0))
        end = signature_end(head.language or language_of_path(head.path))
        for definition in definitions:
            own_text = next(texts, None)
            is_interface_method = _is_interface_method(definition, interfaces, own_text, end)
            size_text = (
                _interface_text(definition, own_text, end)
                if is_interface_method
                else _size_text(definition, own_text)
            )
            declaration = Declaration(
                item=_without_texts(definition),
                path=head.path,
                is_external=definition.is_external,
                is_interface_method=is_interface_method,
                is_partial=head.path in partial_paths,
                measures=_measures(definition, size_text, measure, scorer),
            )
            known = by_symbol.get(definition.symbol_id)
            if known is not None:
                warnings.append(_duplicate(definition.symbol_id, head.path))
                declaration = _merged(known, declaration)
            by_symbol[definition.symbol_id] = declaration
    for symbol in sorted(documents.external_symbols, key=lambda external: external.symbol_id):
        if symbol.symbol_id not in by_symbol:
            size_text = symbol.signature or signature_from_details(symbol)
            by_symbol[symbol.symbol_id] = Declaration(
                item=_without_texts(symbol),
                path=None,
                is_external=True,
                is_interface_method=False,
                is_partial=False,
                measures=_measures(symbol, size_text, measure, scorer),
            )
    return Declarations(
        by_symbol=by_symbol,
        module_size_by_path=dict(sorted(module_size_by_path.items())),
        partial_paths=partial_paths,
        entry_points=tuple(
            sorted(entry_points, key=lambda each: (each.symbol, each.kind, each.detail or ""))
        ),
        warnings=tuple(sorted(warnings, key=lambda warning: (warning.code, warning.message))),
    )


def _document_warnings(
    head: DocumentHead, definitions: tuple[Definition, ...], source: SourceText | None, sources: SourceReader
) -> Iterator[WarningRecord]:
    for problem in head.problems:
        if problem.code != NO_TYPES:
            yield WarningRecord(
                code="FILE_PROBLEM",
                message=f"{head.path}{_line(problem)} was not read whole by its extractor: "
                f"{problem.code}: {problem.message}",
            )
    if source is None:
        yield WarningRecord(
            code="SOURCE_MISSING",
            message=f"{head.path} could not be read; sizes of what it defines count signatures only",
        )
        return
    if head.content_hash is not None and not _is_same_file(head.path, head.content_hash, source, sources):
        yield WarningRecord(
            code="SOURCE_CHANGED",
            message=f"{head.path} is not the file that the document was made from; sizes may be wrong",
        )
    n_outside = sum(not source.holds(definition.span) for definition in definitions)
    if n_outside:
        yield WarningRecord(
            code="SPAN_OUTSIDE_FILE",
            message=f"{head.path}: {n_outside} definitions do not lie within the file; what lies outside counts 0",
        )


def _line(problem: Problem) -> str:
    return "" if problem.span is None else f":{problem.span.start_line}"


def _is_same_file(path: str, expected_hash: str, source: SourceText, sources: SourceReader) -> bool:
    """Whether a file has the given hash. Its text mostly has the same bytes, so that it is read again only if not."""
    if expected_hash == content_hash(source.content):
        return True
    return isinstance(sources, HashingReader) and expected_hash == sources.content_hash(path)


def _duplicate(symbol: str, path: str) -> WarningRecord:
    return WarningRecord(
        code="DUPLICATE_SYMBOL",
        message=f"{symbol} is defined more than once, also in {path}; it counts as one",
    )


def _merged(one: Declaration, other: Declaration) -> Declaration:
    first = one if _order(one) <= _order(other) else other
    size = one.measures.context_size + other.measures.context_size
    return replace(first, measures=replace(first.measures, context_size=size))


def _order(declaration: Declaration) -> tuple[str, tuple[int, int, int, int]]:
    item = declaration.item
    span = item.span.sort_key() if isinstance(item, Definition) else (0, 0, 0, 0)
    return declaration.path or "", span


def _without_texts(item: Definition | ExternalSymbol) -> Definition | ExternalSymbol:
    return msgspec.structs.replace(item, documentation=None, signature=None)


def _measures(
    item: Definition | ExternalSymbol, size_text: str, measure: SizeFunction, scorer: DocumentationScorer
) -> Measures:
    return Measures(
        context_size=measure.measure(size_text),
        documentation_score=round(scorer.score(item) * 100),
        documentation_best=round(scorer.best(item) * 100),
    )


def _survey(documents: SemanticDocuments) -> tuple[frozenset[str], frozenset[str]]:
    """Return the interfaces, and the paths of files that their extractor could not read whole."""
    items: list[Definition | ExternalSymbol] = []
    partial_paths = set()
    for head, definitions in documents.iter_definitions():
        items += [each for each in definitions if each.details.type_kind is TypeKind.INTERFACE]
        if any(problem.code != NO_TYPES for problem in head.problems):
            partial_paths.add(head.path)
    items += [each for each in documents.external_symbols if each.details.type_kind is TypeKind.INTERFACE]
    return frozenset(item.symbol_id for item in items), frozenset(partial_paths)


def _is_interface_method(
    definition: Definition, interfaces: frozenset[str], own_text: str | None, end: SignatureEnd
) -> bool:
    """Whether a method is abstract, or has no body and belongs to an interface; what is not said, the source shows."""
    if definition.kind is not DefinitionKind.FUNCTION:
        return False
    modifiers = definition.details.modifiers
    if modifiers is not None and modifiers.is_abstract:
        return True
    if definition.enclosing_symbol not in interfaces:
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
