"""Causes of incompleteness: what a walk could not see, so that its result is a lower bound.

Turns: WalkResult → Causes. Forward, these are the unresolved calls of the nodes on the way; backward, it is every
unresolved call of the codebase, since any of them may lead to the seed.
"""

from collections.abc import Sequence

import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Ints
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag
from codeshed.graph.data.parallel_edges import are_guesses
from codeshed.graph.data.unresolved_members import n_unresolved_uses_by, n_unresolved_uses_of
from codeshed.graph.incompleteness.external_bases import ExternalBases
from codeshed.graph.incompleteness.external_interfaces import ExternalInterfaceCalls
from codeshed.graph.incompleteness.implicitly_called_methods import find_implicitly_called
from codeshed.graph.incompleteness.structural_candidates import StructuralCandidates
from codeshed.graph.incompleteness.unproven_implementers import UnprovenImplementers
from codeshed.graph.walk.bounded_walk import Direction, WalkResult
from codeshed.model.answers.answer_basis import (
    AMBIGUOUS_CALLS,
    ASSIGNABLE_TYPES,
    CALLED_FROM_OUTSIDE,
    CHANGED_IMPORTS,
    GONE_SYMBOLS,
    LOW_CONFIDENCE_EDGES,
    OUTSIDE_INTERFACES,
    PARTIAL_FILES,
    RUN_TEXTS,
    SPECIAL_METHODS,
    UNPROVEN_TYPES,
    UNREAD_CHANGES,
    UNRESOLVED_CALLS,
    UNRESOLVED_MEMBERS,
    Cause,
    caps_cause,
    make_cause,
)
from codeshed.model.answers.truncation import TruncationRecord, n_cuts
from codeshed.model.languages.language_traits import TRAITS_BY_LANGUAGE
from codeshed.model.symbol_ids import EXTERNAL_PREFIX

_DYNAMIC_CODE_NAMES = tuple(
    name for traits in TRAITS_BY_LANGUAGE.values() for name in traits.dynamic_code_functions
)
"""External functions that run text as code, which no analysis sees."""


def incompleteness_causes(
    graph: CodeGraph,
    result: WalkResult,
    directions: Sequence[Direction],
    truncation: Sequence[TruncationRecord],
) -> tuple[Cause, ...]:
    """Return why there may be more than a walk found; causes with a count of 0 are included."""
    nodes = graph.nodes
    is_backward = Direction.BACKWARD in directions
    rows = np.array(result.expanded_rows, dtype=np.int64)
    files = nodes.files[rows]
    is_partial = (nodes.flags[rows] & int(NodeFlag.PARTIAL_FILE)) != 0
    n_partial = len(frozenset(files[is_partial & (files != NO_ROW)].tolist()))
    if is_backward:
        n_unresolved = _n_unresolved_anywhere(graph) + _n_without_name(graph, result)
        all_partial = (nodes.flags & int(NodeFlag.PARTIAL_FILE)) != 0
        n_partial = len(frozenset(nodes.files[all_partial].tolist()))
        n_ambiguous = graph.calls.ambiguous + graph.calls.heuristic
    else:
        n_unresolved = int(nodes.n_unresolved_calls[_with_interface_methods(graph, result)].sum())
        # Most ambiguous calls are counted as unresolved already.
        n_ambiguous = max(_n_guessed_calls(graph, result.expanded_rows) - n_unresolved, 0)
    return (
        caps_cause(n_cuts(truncation)),
        unresolved_anywhere_cause(n_unresolved, "lead here")
        if is_backward
        else unresolved_calls_cause(n_unresolved),
        ambiguous_calls_cause(
            n_ambiguous,
            "targets that match by name alone are marked",
        ),
        _unresolved_members(graph, result, directions),
        _run_texts(_n_dynamic_code_sites(graph, None if is_backward else result.expanded_rows)),
        partial_files_cause(n_partial),
        external_callers_cause(ExternalBases(graph).n_methods(result.expanded_rows) if is_backward else 0),
        _special_methods(len(find_implicitly_called(graph, result.expanded_rows)) if is_backward else 0),
        _unproven_types(
            UnprovenImplementers(graph).count(result.rows) if Direction.FORWARD in directions else 0
        ),
        _outside_interfaces(ExternalInterfaceCalls(graph).count(result, directions)),
        structural_candidates_cause(StructuralCandidates(graph).count(result, directions)),
        make_cause(
            LOW_CONFIDENCE_EDGES,
            result.n_edges_below_confidence,
            "edge is below the confidence limit and was not followed",
            "edges are below the confidence limit and were not followed",
        ),
    )


def _unresolved_members(graph: CodeGraph, result: WalkResult, directions: Sequence[Direction]) -> Cause:
    """Return the cause for members of objects of unknown type.

    Backward, it counts uses anywhere of a member with the name of a walked node; forward, uses by the walked nodes
    of a name that some member of the repository has.
    """
    members, nodes, rows = graph.unresolved_members, graph.nodes, result.expanded_rows
    is_backward, is_forward = Direction.BACKWARD in directions, Direction.FORWARD in directions
    count = n_unresolved_uses_of(members, nodes, rows) if is_backward else 0
    count += n_unresolved_uses_by(members, nodes, graph.name_index, rows) if is_forward else 0
    if is_forward:
        names = "members of this repository on objects of unknown type, by name"
    else:
        is_one = len(rows) == 1
        names = f"a member of {'this name' if is_one else 'one of these names'} on objects of unknown type"
    return make_cause(UNRESOLVED_MEMBERS, count, f"access to {names}", f"accesses to {names}")


def _with_interface_methods(graph: CodeGraph, result: WalkResult) -> Ints:
    """Return the expanded nodes and the interface methods reached, whose unresolved calls are those of their implementations."""
    rows = np.array(result.rows, dtype=np.int64)
    is_open = (graph.nodes.flags[rows] & int(NodeFlag.INTERFACE_METHOD)) != 0
    return np.union1d(np.array(result.expanded_rows, dtype=np.int64), rows[is_open]).astype(np.int32)


def _n_unresolved_anywhere(graph: CodeGraph) -> int:
    """Return the number of unresolved calls of the codebase, ambiguous ones excluded.

    What only looks like a call counts where a function makes it.
    """
    is_open = (graph.nodes.flags & int(NodeFlag.INTERFACE_METHOD)) != 0
    n_of_nodes = int(graph.nodes.n_unresolved_calls[~is_open].sum())
    return max(graph.calls.unresolved, n_of_nodes - graph.calls.ambiguous - graph.calls.heuristic)


def _n_without_name(graph: CodeGraph, result: WalkResult) -> int:
    """Return how often anonymous code is passed for interface methods, if the walk reached possible callers of these.

    The calls in such code are edges of the function that contains it, but whoever calls the interface method runs
    it too.
    """
    if frozenset(result.expanded_rows) <= frozenset(result.starts):
        return 0
    is_open = (graph.nodes.flags & int(NodeFlag.INTERFACE_METHOD)) != 0
    return int(graph.nodes.n_unresolved_calls[is_open].sum())


def _n_guessed_calls(graph: CodeGraph, rows: Sequence[int]) -> int:
    """Return the number of call sites of some nodes that lead to several candidates, dispatched calls not among them."""
    table = graph.edges
    out = [np.arange(table.out_starts[row], table.out_starts[row + 1]) for row in rows]
    edges = np.concatenate(out) if out else np.zeros(0, dtype=np.int64)
    guessed = edges[
        are_guesses(table.confidence[edges], table.provenance[edges])
        & (table.kinds[edges] == EdgeKind.CALL)
        & (table.through[edges] == NO_ROW)
    ]
    starts = table.sites.starts
    places = [np.arange(starts[edge], starts[edge + 1]) for edge in guessed]
    sites = np.concatenate(places) if places else np.zeros(0, dtype=np.int64)
    spans = table.sites.spans[sites]
    return len(
        {(int(file), *span) for file, span in zip(table.sites.files[sites], spans.tolist(), strict=True)}
    )


def unresolved_anywhere_cause(count: int, what: str) -> Cause:
    """Return the cause for unresolved calls anywhere; `what` says what they may do."""
    return make_cause(
        UNRESOLVED_CALLS,
        count,
        f"call in the whole codebase was not resolved; it may {what}",
        f"calls in the whole codebase were not resolved; any of them may {what}",
    )


def unresolved_calls_cause(count: int) -> Cause:
    """Return the cause for unresolved calls of the nodes of an answer."""
    return make_cause(
        UNRESOLVED_CALLS,
        count,
        "call in this code was not resolved",
        "calls in this code were not resolved",
    )


def ambiguous_calls_cause(count: int, what: str) -> Cause:
    """Return the cause for ambiguous calls; `what` says how their candidates are treated."""
    several = "several possible targets"
    return make_cause(AMBIGUOUS_CALLS, count, f"call has {several}; {what}", f"calls have {several}; {what}")


def partial_files_cause(count: int) -> Cause:
    """Return the cause for files that could not be read completely."""
    return make_cause(PARTIAL_FILES, count, "file was read only in part", "files were read only in part")


def external_callers_cause(count: int) -> Cause:
    """Return the cause for methods that an external base class may call."""
    return make_cause(
        CALLED_FROM_OUTSIDE,
        count,
        "method belongs to a class whose base is in another package or unknown: code there may call it",
        "methods belong to classes whose base is in another package or unknown: code there may call them",
    )


def _run_texts(count: int) -> Cause:
    """Return the cause for text that is run as code."""
    return make_cause(
        RUN_TEXTS,
        count,
        "call of eval, exec or the like was not followed",
        "calls of eval, exec or the like were not followed",
    )


def _special_methods(count: int) -> Cause:
    """Return the cause for methods that run without being named."""
    implicitly = "called implicitly by the language or its library: not all such calls are known"
    return make_cause(SPECIAL_METHODS, count, f"method is {implicitly}", f"methods are {implicitly}")


def _unproven_types(count: int) -> Cause:
    """Return the cause for types that may implement interfaces on the way by methods of an embedded external type."""
    return make_cause(
        UNPROVEN_TYPES,
        count,
        "type embeds one of another package and may implement an interface that is called: its methods are not listed",
        "types embed ones of other packages and may implement interfaces that are called: their methods are not listed",
    )


def _outside_interfaces(count: int) -> Cause:
    """Return the cause for methods that may run where one of an external interface is called."""
    runs = "called through an interface of another package, or by a name known only when it runs: on which types is not known"
    return make_cause(OUTSIDE_INTERFACES, count, f"method may be {runs}", f"methods may be {runs}")


def structural_candidates_cause(count: int) -> Cause:
    """Return the cause for types that structurally match interfaces on the way, without evidence that they are used for them."""
    members = "all members of an interface whose methods are called, but no use as that interface is known"
    return make_cause(
        ASSIGNABLE_TYPES,
        count,
        f"type has {members}: its methods are marked, or left out where too many types match",
        f"types have {members}: their methods are marked, or left out where too many types match",
    )


def change_causes(n_gone: int, n_unread: int, n_imports: int = 0) -> tuple[Cause, ...]:
    """Return the causes of changes: removed symbols, changed files without an index, changed imports."""
    return (
        make_cause(
            GONE_SYMBOLS,
            n_gone,
            "symbol was removed: its users are known only where its old name is still written",
            "symbols were removed: their users are known only where the old names are still written",
        ),
        make_cause(
            UNREAD_CHANGES,
            n_unread,
            "changed file is not in the index: what depends on it is not known",
            "changed files are not in the index: what depends on them is not known",
        ),
        make_cause(
            CHANGED_IMPORTS,
            n_imports,
            "changed import is re-exported or a wildcard: its users are found by name only",
            "changed imports are re-exported or wildcards: their users are found by name only",
        ),
    )


def unresolved_calls_cause_of(graph: CodeGraph, rows: Sequence[int]) -> Cause:
    """Return the cause for the unresolved calls of some nodes."""
    count = int(graph.nodes.n_unresolved_calls[np.array(rows, dtype=np.int64)].sum())
    return unresolved_calls_cause(count)


def _n_dynamic_code_sites(graph: CodeGraph, rows: Sequence[int] | None = None) -> int:
    """Return the number of sites at which some nodes, or all, run text as code."""
    edges = graph.edges
    found = [
        row for name in _DYNAMIC_CODE_NAMES if (row := graph.find_row(f"{EXTERNAL_PREFIX}{name}")) is not None
    ]
    count = 0
    for row in found:
        calls = edges.in_order[edges.in_starts[row] : edges.in_starts[row + 1]]
        is_matching_call = edges.kinds[calls] == EdgeKind.CALL
        if rows is not None:
            is_matching_call &= np.isin(edges.sources[calls], rows)
        count += int(edges.n_sites[calls[is_matching_call]].sum())
    return count
