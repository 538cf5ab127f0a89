"""Advice as an answer.

Turns: a project and a scope → Answer of an AdviceReport.
"""

from pathlib import Path

from codeshed.api.answer import Answer
from codeshed.api.answer_context import AnswerContext
from codeshed.api.requested_changes import find_requested_changes, find_requested_difference
from codeshed.discover.file_reading import FolderSourceReader
from codeshed.footprint.options import FootprintOptions
from codeshed.project.contract_gaps import find_gaps, gaps_as_judged, scorer_of_graph
from codeshed.project.scoring.judged_documentation import find_judgement
from codeshed.query.advise import AdviceReport, AdviceRequest, ContractGaps, advise
from codeshed.render.advise_text import advise_markdown, advise_text
from codeshed.render.json_output import to_json
from codeshed.store.cache_folder import user_cache_folder


def advise_answer(
    root: Path,
    context: AnswerContext,
    options: FootprintOptions,
    *,
    scope: tuple[str, ...],
    diff: str | None,
    top: int,
    include_tests: bool,
) -> Answer[AdviceReport]:
    """Return what to specify first, in a scope or in what a change touches."""
    graph = context.graph
    difference = find_requested_difference(root, diff, is_staged=False)
    touched = None
    if difference is not None:
        changes = find_requested_changes(root, graph, difference)
        touched = frozenset(each.symbol_id for each in changes.symbols if each.kind != "removed")

    scorer = scorer_of_graph(graph, user_cache_folder())
    sources = FolderSourceReader(root)

    def gaps_of(row: int) -> ContractGaps | None:
        path, symbol = graph.file_path(row), graph.nodes.symbols[row]
        document = None if path is None else context.document_of(path)
        definitions = () if document is None else document.definitions
        found = [each for each in definitions if each.symbol_id == symbol]
        if document is None or not found:
            return None
        gaps = find_gaps(found[0], options.threshold)
        judgement = find_judgement(scorer, document, sources, symbol) if scorer.name else None
        return gaps if judgement is None else gaps_as_judged(gaps, judgement, options.threshold)

    report = advise(
        graph,
        options,
        AdviceRequest(scope=scope, diff=diff, touched=touched, top=top, include_tests=include_tests),
        gaps_of,
    )
    return Answer(
        document=report,
        writers={
            "text": lambda _: advise_text(report),
            "md": lambda _: advise_markdown(report),
            "json": lambda _: to_json(report),
        },
    )
