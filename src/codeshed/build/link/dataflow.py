"""Data flow between functions, by the types in their signatures.

Turns: declared parameter and return types + calls → `dataflow` edges from producer to consumer, by three signals: A,
one function returns a type that the other takes; B, one calls the other and both return a type; C, one calls the other
and both take a type. A type that many functions use is no signal.
"""

import msgspec
import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.edge_drafts import EdgeDrafts
from codeshed.build.link.integer_sorting import sorted_unique
from codeshed.build.link.string_union import InternedStrings
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.type_declarations import DeclaredTypes
from codeshed.build.part.document_part import FlowRole
from codeshed.graph.data.arrays import NO_ROW, Flags, Ints, Longs
from codeshed.graph.data.columns import offsets_of_lengths
from codeshed.graph.data.kinds import EdgeKind, ProvenanceCode
from codeshed.graph.data.type_registry import TYPE_KINDS
from codeshed.model.answers.truncation import DATAFLOW_CAPPED, MAX_FUNCTIONS_PER_TYPE, WarningRecord
from codeshed.model.semantic import TypeKind
from codeshed.model.symbol_ids import last_name

RETURN_TO_PARAMETER = 85
"""Confidence of signal A in hundredths: the result of one function reaches the parameter of the other."""

SHARED_RETURN_AND_CALL = 65
"""Confidence of signal B."""

SHARED_PARAMETER_AND_CALL = 45
"""Confidence of signal C."""

_N_NAMED = 5
_TYPE_VAR = TYPE_KINDS.index(TypeKind.TYPE_VAR) + 1


class DataFlow(msgspec.Struct, frozen=True, kw_only=True):
    """Data flow edges, the functions that use types which were left out, and warnings about these types."""

    drafts: tuple[EdgeDrafts, ...]
    warnings: tuple[WarningRecord, ...]
    capped_rows: Ints


class _Uses(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of a type and the row of a function that takes or returns it, sorted by type and row, without duplicates."""

    types: Ints
    rows: Ints


class _Calls(msgspec.Struct, frozen=True, kw_only=True):
    """Calls between functions, as rows, with their sites."""

    callers: Ints
    callees: Ints
    sites: Ints


def draft_dataflow_edges(
    declarations: Declarations,
    types: DeclaredTypes,
    symbols: SymbolRows,
    strings: InternedStrings,
    *,
    calls: tuple[EdgeDrafts, ...],
    excluded_types: tuple[str, ...],
) -> DataFlow:
    """Draft the edges of all three signals; `excluded_types` are the repository's own common types."""
    flows = declarations.flows
    if not len(flows.types):
        return DataFlow(drafts=(), warnings=(), capped_rows=np.zeros(0, dtype=np.int32))
    rows = symbols.row_of[declarations.columns.symbols[flows.definitions]]
    is_signal = (rows != NO_ROW) & (types.kinds[flows.types] != _TYPE_VAR)
    if excluded_types:
        is_signal &= ~_is_excluded(flows.types, excluded_types, strings)
    chosen = np.flatnonzero(is_signal)
    n_rows = symbols.n_rows
    used, n_functions = _count_functions(flows.types[chosen], rows[chosen], n_rows)
    is_capped = np.zeros(len(strings), dtype=np.bool_)
    is_capped[used] = n_functions > MAX_FUNCTIONS_PER_TYPE
    capped_rows = sorted_unique(rows[chosen[is_capped[flows.types[chosen]]]])
    chosen = chosen[~is_capped[flows.types[chosen]]]

    def uses(role: FlowRole) -> _Uses:
        of_role = chosen[flows.roles[chosen] == role]
        keys = sorted_unique(flows.types[of_role].astype(np.int64) * n_rows + rows[of_role])
        return _Uses(types=(keys // n_rows).astype(np.int32), rows=(keys % n_rows).astype(np.int32))

    returned, parameters = uses(FlowRole.RETURNS), uses(FlowRole.TAKES)
    calls_between = _calls_between(rows[chosen], calls, n_rows)
    return DataFlow(
        drafts=(
            _draft_returns_to_parameters(returned, parameters),
            _draft_calls(returned, calls_between, SHARED_RETURN_AND_CALL, n_rows),
            _draft_calls(parameters, calls_between, SHARED_PARAMETER_AND_CALL, n_rows),
        ),
        warnings=_capped_warnings(used[n_functions > MAX_FUNCTIONS_PER_TYPE], strings),
        capped_rows=capped_rows,
    )


def _is_excluded(types: Ints, excluded_types: tuple[str, ...], strings: InternedStrings) -> Flags:
    """Whether types are excluded, by their ids or last names."""
    excluded = frozenset(excluded_types)
    is_excluded = np.zeros(len(strings), dtype=np.bool_)
    for number in sorted_unique(types).tolist():
        text = strings.text(number)
        is_excluded[number] = text in excluded or last_name(text) in excluded
    return is_excluded[types]


def _count_functions(types: Ints, rows: Ints, n_rows: int) -> tuple[Ints, Ints]:
    """Return the types without duplicates, and how many functions use each."""
    of_pairs = (sorted_unique(types.astype(np.int64) * n_rows + rows) // n_rows).astype(np.int32)
    used = sorted_unique(of_pairs)
    counts = np.searchsorted(of_pairs, used, side="right") - np.searchsorted(of_pairs, used)
    return used, counts.astype(np.int32)


def _draft_returns_to_parameters(returned: _Uses, parameters: _Uses) -> EdgeDrafts:
    """Draft an edge from every function that returns a type to every other function that takes it."""
    firsts = np.searchsorted(parameters.types, returned.types)
    n_consumers = np.searchsorted(parameters.types, returned.types, side="right") - firsts
    producers = np.repeat(returned.rows, n_consumers)
    consumers = parameters.rows[_entries(firsts, n_consumers)]
    is_other = producers != consumers
    producers, consumers = producers[is_other], consumers[is_other]
    no_sites = np.full(len(producers), NO_ROW, dtype=np.int32)
    return _drafts(producers, consumers, RETURN_TO_PARAMETER, no_sites)


def _calls_between(rows: Ints, blocks: tuple[EdgeDrafts, ...], n_rows: int) -> _Calls:
    """Return the calls among some functions, except heuristic ones."""
    is_function = np.zeros(n_rows, dtype=np.bool_)
    is_function[rows] = True
    found = []
    for block in blocks:
        chosen = np.flatnonzero(is_function[block.targets])
        sources, targets = block.sources[chosen], block.targets[chosen]
        is_call = is_function[sources] & (sources != targets) & (block.kinds[chosen] == EdgeKind.CALL)
        is_call &= block.provenances[chosen] != ProvenanceCode.HEURISTIC
        found.append((sources[is_call], targets[is_call], block.sites[chosen][is_call]))
    callers, callees, sites = (np.concatenate(columns) for columns in zip(*found, strict=True))
    return _Calls(callers=callers, callees=callees, sites=sites)


def _draft_calls(uses: _Uses, calls: _Calls, confidence: int, n_rows: int) -> EdgeDrafts:
    """Draft an edge for every call between functions that share a type; it has the sites of the calls."""
    n_types = int(uses.types.max(initial=0)) + 1
    keys = np.sort(uses.rows.astype(np.int64) * n_types + uses.types)
    starts = offsets_of_lengths(np.bincount(uses.rows, minlength=n_rows))
    n_entries = starts[calls.callers + 1] - starts[calls.callers]
    of_caller = keys[_entries(starts[calls.callers], n_entries)] % n_types
    wanted = np.repeat(calls.callees, n_entries).astype(np.int64) * n_types + of_caller
    places = np.searchsorted(keys, wanted)
    is_found = np.append(keys, -1)[places] == wanted
    is_shared = np.zeros(len(n_entries), dtype=np.bool_)
    is_shared[np.repeat(np.arange(len(n_entries)), n_entries)[is_found]] = True
    return _drafts(calls.callers[is_shared], calls.callees[is_shared], confidence, calls.sites[is_shared])


def _entries(firsts: Longs, counts: Longs) -> Longs:
    """Return the concatenated ranges `firsts[i] … firsts[i] + counts[i] - 1`."""
    ends = np.cumsum(counts)
    return np.asarray(
        np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(firsts - ends + counts, counts)
    )


def _drafts(sources: Ints, targets: Ints, confidence: int, sites: Ints) -> EdgeDrafts:
    n_drafts = len(sources)
    return EdgeDrafts(
        sources=sources,
        targets=targets,
        kinds=np.full(n_drafts, EdgeKind.DATAFLOW, dtype=np.uint8),
        confidences=np.full(n_drafts, confidence, dtype=np.uint8),
        provenances=np.full(n_drafts, ProvenanceCode.HEURISTIC, dtype=np.uint8),
        flags=np.zeros(n_drafts, dtype=np.uint8),
        sites=sites,
    )


def _capped_warnings(types: Ints, strings: InternedStrings) -> tuple[WarningRecord, ...]:
    """Warn about the types that were skipped: name the first ones, and count the others."""
    if not len(types):
        return ()
    names = sorted(map(strings.text, types.tolist()))
    more = f" and {len(names) - _N_NAMED} more" if len(names) > _N_NAMED else ""
    return (
        WarningRecord(
            code=DATAFLOW_CAPPED,
            message=f"types that more than {MAX_FUNCTIONS_PER_TYPE} functions take or return (maxFunctionsPerType) "
            f"give no data flow; {len(names)} left out: {', '.join(names[:_N_NAMED])}{more}",
        ),
    )
