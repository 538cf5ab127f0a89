"""Builds a graph from documents.

Turns: SemanticDocuments + sources → CodeGraph: each document becomes a part, and all parts are linked.
"""

from collections.abc import Iterator

from codeshed.build.documentation import DocumentationScorer, SignatureCoverage
from codeshed.build.link.link import link
from codeshed.build.link.link_summary import tabulate_entry_points
from codeshed.build.part.make_part import make_externals_part, make_part
from codeshed.build.part.part_pack import iter_packs
from codeshed.build.size import SizeFunction, size_function
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.repository_settings import CommonNames
from codeshed.model.semantic import Document, EntryPoint, SemanticDocuments
from codeshed.model.source_reader import SourceReader


def build_graph(
    documents: SemanticDocuments,
    sources: SourceReader,
    *,
    measure: SizeFunction | None = None,
    scorer: DocumentationScorer | None = None,
    common_names: CommonNames | None = None,
) -> CodeGraph:
    """Build the graph of a codebase from what an extractor found; `common_names` extend the lists that Codeshed ships."""
    measure = measure or size_function()
    scorer = scorer or SignatureCoverage()
    entry_points: list[EntryPoint] = []
    parts = []
    for document in iter_documents(documents):
        parts.append(make_part(document, sources, measure, scorer))
        entry_points += document.entry_points
    return link(
        iter_packs(sorted(parts, key=lambda part: part.head.path)),
        make_externals_part(documents.external_symbols, measure, scorer),
        tabulate_entry_points(entry_points),
        size_function=measure.name,
        documentation_scorer=scorer.name,
        source_reader=sources.name,
        common_names=common_names or CommonNames(),
    )


def iter_documents(documents: SemanticDocuments) -> Iterator[Document]:
    """Yield documents lazily, so that only one of them is in memory at a time."""
    pairs = zip(documents.iter_definitions(), documents.iter_references(), strict=True)
    for (head, definitions), (_, references) in pairs:
        yield Document(
            path=head.path,
            language=head.language,
            content_hash=head.content_hash,
            problems=head.problems,
            entry_points=head.entry_points,
            statement_lines=head.statement_lines,
            definitions=definitions,
            references=references,
        )
