"""Makes the part of one document.

Turns: Document + its source → DocumentPart: definitions measured, references coded, problems turned into warnings.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from codeshed.build.documentation import DocumentationScorer
from codeshed.build.part.call_counts import count_calls
from codeshed.build.part.definition_columns import MeasuredDefinition, tabulate_definitions
from codeshed.build.part.definition_sizes import DefinitionSizes, measure_definition
from codeshed.build.part.document_part import DocumentPart, ExternalsPart, PartHead
from codeshed.build.part.inferred_types import find_functions_with_methods, has_undeclared_bases, infer_types
from codeshed.build.part.overload_keys import (
    TypeVariables,
    find_type_variables,
    overload_key_of,
    override_flags_of,
)
from codeshed.build.part.reference_columns import tabulate_references
from codeshed.build.part.statement_columns import StatementFinder
from codeshed.build.part.string_table import StringTable
from codeshed.build.signature import signature_from_details
from codeshed.build.size import SizeFunction
from codeshed.build.source_slices import SourceText, own_texts
from codeshed.build.untyped_files import NO_TYPES
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.count_phrases import count_of
from codeshed.model.languages.language import is_test_path, language_of_path
from codeshed.model.languages.language_traits import BaseDeclaration, LanguageTraits, traits_of
from codeshed.model.semantic import Definition, Document, ExternalSymbol, Problem
from codeshed.model.source_reader import HashingReader, SourceReader
from codeshed.model.symbol_ids import content_hash, last_name

_FULL_SCORE = 100


def make_part(
    document: Document, sources: SourceReader, measure: SizeFunction, scorer: DocumentationScorer
) -> DocumentPart:
    """Return the part of a document; of the sources only the document's own is read."""
    text = sources.read(document.path)
    source = None if text is None else SourceText.of(text)
    texts, module_text = (iter(()), "") if source is None else own_texts(source, document.definitions)
    language = document.language or language_of_path(document.path)
    traits = traits_of(language)
    inferred = infer_types(document, traits)
    prototypes = find_functions_with_methods(document, traits)
    variables = (
        find_type_variables(document.definitions) if traits.overrides_match_parameters else TypeVariables()
    )
    strings = StringTable()
    module_symbol = strings.number(document.path)
    definitions = tabulate_definitions(
        [
            MeasuredDefinition(
                item=definition,
                path=document.path,
                is_external=definition.is_external,
                sizes=measure_definition(written, next(texts, None), traits.signature_end, measure),
                documentation_score=round(scorer.score(definition) * 100),
                documentation_best=round(scorer.best(definition) * 100),
                has_undeclared_bases=definition.symbol_id in prototypes
                or has_undeclared_bases(definition, traits, is_inferred=False),
                override_flags=override_flags_of(definition, traits),
                overload_key=overload_key_of(definition, variables, traits),
            )
            for written, definition in zip(document.definitions, inferred.definitions, strict=True)
        ]
        + [_measured_inferred(each, document.path, traits) for each in inferred.types],
        strings,
    )
    references, receivers = tabulate_references(
        document.references,
        document.path,
        strings,
        StatementFinder(document, source, measure),
        has_open_classes=traits.bases_declared_by is not BaseDeclaration.ALL,
        common_members=traits.common_members,
    )
    head = PartHead(
        path=document.path,
        language=language,
        is_test=is_test_path(document.path),
        is_partial=any(problem.code != NO_TYPES for problem in document.problems),
        module_symbol=module_symbol,
        module_name=strings.number(document.path.rsplit("/", 1)[-1]),
        module_last_name=strings.number(last_name(document.path)),
        module_lower_name=strings.number(last_name(document.path).lower()),
        module_size=measure.measure(module_text),
        calls=count_calls(document.references),
        untyped_reasons=tuple(problem.message for problem in document.problems if problem.code == NO_TYPES),
        warnings=tuple(_iter_warnings(document, source, sources)),
    )
    return DocumentPart(
        head=head,
        strings=strings.columns(),
        definitions=definitions,
        references=references,
        receivers=receivers,
    )


def make_externals_part(
    externals: Sequence[ExternalSymbol], measure: SizeFunction, scorer: DocumentationScorer
) -> ExternalsPart:
    """Return the part of the external symbols."""
    strings = StringTable()
    definitions = tabulate_definitions(
        [
            MeasuredDefinition(
                item=external,
                path=None,
                is_external=True,
                sizes=DefinitionSizes(
                    size=measure.measure(external.signature or signature_from_details(external))
                ),
                documentation_score=round(scorer.score(external) * 100),
                documentation_best=round(scorer.best(external) * 100),
            )
            for external in externals
        ],
        strings,
    )
    return ExternalsPart(strings=strings.columns(), definitions=definitions)


def _measured_inferred(definition: Definition, path: str, traits: LanguageTraits) -> MeasuredDefinition:
    """Return an inferred class, which has no text to be measured."""
    return MeasuredDefinition(
        item=definition,
        path=path,
        is_external=False,
        is_inferred=True,
        has_undeclared_bases=has_undeclared_bases(definition, traits, is_inferred=True),
        sizes=DefinitionSizes(size=0),
        documentation_score=0,
        documentation_best=_FULL_SCORE,
    )


def _iter_warnings(
    document: Document, source: SourceText | None, sources: SourceReader
) -> Iterator[WarningRecord]:
    path = document.path
    for problem, n_more in _first_of_each_kind(document.problems):
        more = f" ({n_more + 1} in this file)" if n_more else ""
        yield WarningRecord(
            code="FILE_PROBLEM",
            message=f"{path}{_line(problem)}: {problem.message}{more}",
        )
    if source is None:
        yield WarningRecord(
            code="SOURCE_MISSING",
            message=f"{path} could not be read; sizes of what it defines count signatures only",
        )
        return
    expected_hash = document.content_hash
    if expected_hash is not None and not _is_same_file(path, expected_hash, source, sources):
        yield WarningRecord(
            code="SOURCE_CHANGED",
            message=f"{path} is not the file that the document was made from; sizes may be wrong",
        )
    n_outside = sum(not source.contains_span(definition.span) for definition in document.definitions)
    if n_outside:
        yield WarningRecord(
            code="SPAN_OUTSIDE_FILE",
            message=f"{path}: {count_of(n_outside, 'definition')} not within the file; what lies outside counts 0",
        )


def _first_of_each_kind(problems: tuple[Problem, ...]) -> Iterator[tuple[Problem, int]]:
    """Yield the first problem of each code, and how many more have it. Missing types are skipped: no text is lost by them."""
    counts = Counter(problem.code for problem in problems)
    firsts: dict[str, Problem] = {}
    for problem in problems:
        firsts.setdefault(problem.code, problem)
    for code, problem in firsts.items():
        if code != NO_TYPES:
            yield problem, counts[code] - 1


def _line(problem: Problem) -> str:
    return "" if problem.span is None else f":{problem.span.start_line}"


def _is_same_file(path: str, expected_hash: str, source: SourceText, sources: SourceReader) -> bool:
    """Whether a file has the given hash. The file is read again only if the decoded text has another hash."""
    if expected_hash == content_hash(source.content):
        return True
    return isinstance(sources, HashingReader) and expected_hash == sources.content_hash(path)
