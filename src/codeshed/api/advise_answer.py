"""Advice as an answer.

Turns: a project and a scope → Answer of an AdviceReport.
"""

from pathlib import Path

from codeshed.api.answer import Answer
from codeshed.api.answer_context import AnswerContext
from codeshed.api.requested_changes import find_requested_changes, find_requested_difference
from codeshed.footprint.options import FootprintOptions
from codeshed.project.contract_gaps import find_gaps
from codeshed.query.advise import AdviceReport, AdviceRequest, ContractGaps, advise
from codeshed.render.advise_text import advise_markdown, advise_text
from codeshed.render.json_output import to_json


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

    def gaps_of(row: int) -> ContractGaps | None:
        path, symbol = graph.file_path(row), graph.nodes.symbols[row]
        document = None if path is None else context.document_of(path)
        definitions = () if document is None else document.definitions
        found = [each for each in definitions if each.symbol_id == symbol]
        return find_gaps(found[0], options.threshold) if found else None

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
