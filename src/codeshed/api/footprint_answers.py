"""Footprints and profiles as answers.

Turns: CodeGraph + options → Answer of a FootprintResult or a ProfileResult.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from codeshed.api.answer import Answer
from codeshed.api.option_values import choose
from codeshed.api.seeds import require_lines, seeds_from_root
from codeshed.footprint.options import DEFAULT_DEPTH, FootprintOptions, Mode, Policy
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.answers.truncation import count_index_warnings, without_heuristic_edge_warnings
from codeshed.query.footprint import FootprintResult, empty_report, footprint_of
from codeshed.query.profile import ProfileResult, profile
from codeshed.render.footprint_text import footprint_text
from codeshed.render.json_output import iter_footprints_json, to_json
from codeshed.render.profile_text import profile_text


def footprint_options(
    *,
    policy: str,
    mode: str,
    doc_threshold: float | None,
    min_confidence: float,
    max_tokens: int | None,
    depth: int | None,
) -> FootprintOptions:
    """Return the options of a footprint; an unknown policy or mode is an error that lists them."""
    return FootprintOptions(
        policy=choose(Policy, policy, "policy"),
        mode=choose(Mode, mode, "mode"),
        doc_threshold=doc_threshold,
        max_tokens=max_tokens,
        min_confidence=min_confidence,
        depth=DEFAULT_DEPTH if depth is None else depth,
    )


def of_an_index(graph: CodeGraph) -> CodeGraph:
    """Return the graph of an index with its warnings counted only: `codeshed status` lists them."""
    warnings = count_index_warnings(without_heuristic_edge_warnings(graph.warnings))
    return msgspec.structs.replace(graph, warnings=warnings)


def footprint_answer(
    graph: CodeGraph, root: Path, symbols: Sequence[str], options: FootprintOptions, *, externals: bool
) -> Answer[FootprintResult]:
    """Return the footprint of symbols together; paths in them may be relative to the root or absolute.

    Its text shows nodes of other packages only with `externals`. That of a working set also shows the worst case.
    """
    from_root = seeds_from_root(root, symbols)
    require_lines(root, graph, from_root)
    result = footprint_of(graph, from_root, options)
    head = empty_report(graph, options)
    return Answer(
        document=result,
        writers={
            "text": lambda show_all: footprint_text(
                head,
                result,
                worst_case=_worst_case(graph, from_root, options),
                show_all=show_all,
                externals=externals,
            ),
            "json": lambda _: "".join(iter_footprints_json(head, [result])),
        },
    )


def _worst_case(
    graph: CodeGraph, seeds: tuple[str, ...], options: FootprintOptions
) -> FootprintResult | None:
    """Return the closure that a working set is compared with."""
    if options.policy is not Policy.WORKING_SET:
        return None
    closure = replace(options, policy=Policy.CLOSURE, depth=DEFAULT_DEPTH, max_tokens=None)
    return footprint_of(graph, seeds, closure)


def profile_answer(
    graph: CodeGraph, options: FootprintOptions, *, top: int, include_tests: bool
) -> Answer[ProfileResult]:
    """Return the profile of a codebase."""
    summary = profile(graph, options, top=top, include_tests=include_tests)
    return Answer(
        document=summary,
        writers={"text": lambda _: profile_text(summary), "json": lambda _: to_json(summary)},
    )
