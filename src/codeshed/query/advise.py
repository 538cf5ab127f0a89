"""What would make the codebase easier to change, and by how much?

Turns: CodeGraph + options → AdviceReport: the functions to annotate and document, and the variables to make immutable, by
what all working sets and forward footprints together would lose.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec
import numpy as np

from codeshed.errors import InvalidOptionError
from codeshed.footprint.options import FootprintOptions, Mode
from codeshed.footprint.own_code import own_functions
from codeshed.footprint.saving import Saving, SavingSolver, candidates_of, estimate_savings
from codeshed.footprint.solver import FootprintSolver
from codeshed.graph.data.arrays import Flags
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.symbol_ids import path_of_symbol

DEFAULT_TOP = 10
_WORK = 5_000_000
_MAX_COMPUTED = 40
_N_FIRST = 3


class ContractGaps(msgspec.Struct, frozen=True, kw_only=True):
    """What a function's contract lacks: annotations, and what its documentation does not say."""

    parameters: tuple[str, ...]
    is_return_missing: bool
    documentation: tuple[str, ...]
    documentation_score: float
    needed_score: float


class Profiteer(msgspec.Struct, frozen=True, kw_only=True):
    """A function whose footprints would become smaller, and by how much both together."""

    symbol: str
    tokens: int


class AdvicePiece(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to do, and what it saves: exact, but for what is written to do it.

    `gaps` are the pieces of a contract; null for variables, and where the index has no details.
    """

    symbol: str
    file_path: str | None
    line: int | None
    action: Literal["specify", "make_immutable"]
    gaps: ContractGaps | None
    saved_tokens: int
    saved_working_set_tokens: int
    saved_forward_tokens: int
    n_functions: int
    first: tuple[Profiteer, ...]


class AdviceReport(msgspec.Struct, frozen=True, kw_only=True):
    """What to do first. `n_candidates` could be specified; for the `n_computed` with the largest estimates the saving is exact."""

    advice_version: Literal["1.0.0"]
    scope: tuple[str, ...]
    diff: str | None
    mode: str
    doc_threshold: float
    min_confidence: float
    size_function: str
    documentation_scorer: str
    n_functions: int
    working_set_tokens: int
    n_candidates: int
    n_computed: int
    advice: tuple[AdvicePiece, ...]
    warnings: tuple[WarningRecord, ...]


class AdviceRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What to look at: paths, folders or symbols, all if empty; `touched` are the symbols of a change."""

    scope: tuple[str, ...] = ()
    diff: str | None = None
    touched: frozenset[str] | None = None
    top: int = DEFAULT_TOP
    include_tests: bool = False


def advise(
    graph: CodeGraph,
    options: FootprintOptions,
    request: AdviceRequest,
    gaps_of: Callable[[int], ContractGaps | None],
) -> AdviceReport:
    """Return what to specify first, with exact savings; `gaps_of` tells what the contract of a row lacks."""
    if request.top < 1:
        raise InvalidOptionError(f"cannot list {request.top} pieces of advice", hint="give 1 or more")
    scope = tuple(_find_scope(graph, each) for each in request.scope)
    solver = FootprintSolver(graph, options)
    view = solver.view
    is_test = (graph.nodes.flags & int(NodeFlag.TEST)) != 0
    rows = [row for row in own_functions(graph) if request.include_tests or not is_test[row]]
    is_candidate = candidates_of(view) & _in_scope(graph, scope, request.touched)
    if not request.include_tests:
        is_candidate &= ~is_test
    makes_boundaries = options.mode is Mode.ACADEMIC
    estimates = np.where(is_candidate, estimate_savings(view, rows), -1)
    n_computed = min(int(is_candidate.sum()), _n_computed(len(view) + len(view.sources), request.top))
    order = np.lexsort((np.arange(len(view)), -estimates))[:n_computed]
    savings = SavingSolver(view, rows, options.depth, makes_boundaries=makes_boundaries)
    found = [savings.solve(row) for row in order.tolist()]
    found = sorted((each for each in found if each.total > 0), key=lambda each: (-each.total, each.row))
    return AdviceReport(
        advice_version="1.0.0",
        scope=scope,
        diff=request.diff,
        mode=options.mode.value,
        doc_threshold=options.threshold,
        min_confidence=options.min_confidence,
        size_function=graph.size_function,
        documentation_scorer=graph.documentation_scorer,
        n_functions=len(rows),
        working_set_tokens=savings.sum_of_working_sets(),
        n_candidates=int(is_candidate.sum()),
        n_computed=n_computed,
        advice=tuple(_piece(graph, each, gaps_of) for each in found[: request.top]),
        warnings=graph.warnings,
    )


def _n_computed(size: int, top: int) -> int:
    """Return for how many candidates the saving is computed: fewer in a large graph, where each takes longer."""
    return max(top, min(_MAX_COMPUTED, _WORK // max(1, size)))


def _find_scope(graph: CodeGraph, text: str) -> str:
    """Return the folder, file or symbol that a text names, as it is in the graph; a symbol also by a part of its name."""
    written = text.removeprefix("./") or "."
    if any(_is_within(symbol, (written,)) for symbol in graph.nodes.symbols):
        return written
    return graph.nodes.symbols[SeedIndex(graph).get_row(text)]


def _in_scope(graph: CodeGraph, scope: tuple[str, ...], touched: frozenset[str] | None) -> Flags:
    chosen = np.ones(len(graph.nodes), dtype=np.bool_)
    if scope:
        chosen = np.array([_is_within(symbol, scope) for symbol in graph.nodes.symbols], dtype=np.bool_)
    if touched is not None:
        chosen &= np.array([symbol in touched for symbol in graph.nodes.symbols], dtype=np.bool_)
    return chosen


def _is_within(symbol: str, scope: Sequence[str]) -> bool:
    path = path_of_symbol(symbol) or symbol
    return any(
        each in {".", path, symbol}
        or path.startswith(f"{each.rstrip('/')}/")
        or symbol.startswith((f"{each}.", f"{each}::"))
        for each in scope
    )


def _piece(graph: CodeGraph, saving: Saving, gaps_of: Callable[[int], ContractGaps | None]) -> AdvicePiece:
    row = saving.row
    node = graph.node(row)
    is_function = node.kind is NodeKind.FUNCTION
    return AdvicePiece(
        symbol=node.symbol,
        file_path=node.file_path,
        line=None if node.span is None else node.span.start_line,
        action="specify" if is_function else "make_immutable",
        gaps=gaps_of(row) if is_function else None,
        saved_tokens=saving.total,
        saved_working_set_tokens=saving.working_sets,
        saved_forward_tokens=saving.forwards,
        n_functions=saving.n_functions,
        first=tuple(
            Profiteer(symbol=graph.nodes.symbols[each], tokens=tokens)
            for each, tokens in saving.first[:_N_FIRST]
        ),
    )
