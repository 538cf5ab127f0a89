"""Dynamic dispatch: which overrides a call of a method can run.

Turns: call edges + the types of their receivers + override edges → `call` edges to overriding methods, with `through` = the
method that the call names. What is known of the objects that reach the call decides how sure they are:

| evidence | confidence |
|---|---|
| the receiver is listed as an instance of a class whose MRO leads to the override | 0.9; if the list is closed, these alone |
| the same, in an open list that leads to many: on the caller's own object, on another | 0.6, 0.4 |
| a class at or below the receiver's types whose MRO leads there is instantiated, passed as a value, or an entry point's | 0.8 on the caller's own object, 0.6 on another |
| the same, but another object that may be of many such classes, or a method that is itself one of several | 0.4 |
| none: the other overrides at or below the receiver's types | 0.3, or 0.5 if there is evidence for none of them |

These edges belong to no footprint policy: footprints follow `overriddenBy` themselves.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.edge_drafts import EdgeDrafts
from codeshed.build.link.joined_columns import Receivers, References
from codeshed.build.link.method_resolution import ClassHierarchy
from codeshed.build.link.string_union import NO_STRING, InternedStrings
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.type_declarations import DeclaredTypes
from codeshed.build.part.document_part import ReferenceFlag
from codeshed.graph.data.arrays import Flags, Ints
from codeshed.graph.data.columns import offsets_of_lengths
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, NodeFlag, ProvenanceCode
from codeshed.model.answers.truncation import DISPATCH_CAPPED, WarningRecord
from codeshed.model.semantic import EntryPoint

MAX_DISPATCHED = 64
"""How many overrides one call leads to, the surest first; the others are counted in a warning."""

LISTED = 90
"""Confidence in hundredths that a call runs the method of a class that its receiver is known to have."""

OWN = 80
"""Confidence for a class that has instances, which the caller's own object may be."""

IN_USE = 60
"""Confidence for one of few classes that the receiver may be and that have instances, or of many that it is known to have."""

ONE_OF_MANY = 40
"""Confidence for a class that has instances, where the receiver is another object than the caller's own and may be of many."""

DOUBTFUL = 75
"""With less confidence in the method that a call names, what overrides it is doubtful as well."""

MAX_FEW = 4
"""How many overrides are few."""

WITHOUT_EVIDENCE = 30
"""Confidence for the remaining overrides."""

ONLY_POSSIBLE = 50
"""Confidence for the remaining overrides where there is evidence for none."""

_CERTAIN = 100
_N_NAMED = 5
_IN_CLOSURE = int(EdgeFlag.IN_CLOSURE)
_EXACT = int(EdgeFlag.EXACT)
_INFERRED, _HEURISTIC = int(ProvenanceCode.INFERRED), int(ProvenanceCode.HEURISTIC)

_Dispatched = tuple[tuple[int, int, int], ...]
"""Rows of overrides, each with confidence and provenance."""


class DispatchedCalls(msgspec.Struct, frozen=True, kw_only=True):
    """Edges to overrides, and a warning if calls have more of them than are kept."""

    drafts: tuple[EdgeDrafts, ...]
    warnings: tuple[WarningRecord, ...]


class CallDrafts(msgspec.Struct, frozen=True, kw_only=True):
    """Call edges by site, a row of the references, and the edges from methods to those that override them."""

    calls: Sequence[EdgeDrafts]
    overrides: Sequence[EdgeDrafts]


def draft_dispatched_calls(
    drafts: CallDrafts,
    references: References,
    receivers: Receivers,
    *,
    declarations: Declarations,
    types: DeclaredTypes,
    symbols: SymbolRows,
    hierarchy: ClassHierarchy,
    strings: InternedStrings,
    entry_points: Iterable[EntryPoint],
) -> DispatchedCalls:
    """Draft an edge from each caller to each override that its calls can run."""
    overrides = _Overrides(drafts.overrides)
    is_in_use = _types_in_use(
        references,
        declarations=declarations,
        types=types,
        symbols=symbols,
        strings=strings,
        entry_points=entry_points,
    )
    dispatch = _Dispatch(
        overrides,
        is_in_use,
        declarations=declarations,
        types=types,
        symbols=symbols,
        hierarchy=hierarchy,
    )
    sources, methods, sites, confidences = _dispatching_calls(
        drafts.calls, references, declarations, symbols, overrides
    )
    caller_types = symbols.enclosing_type[references.enclosing[sites]].tolist()
    is_implicit = (references.methods[sites] == NO_STRING).tolist()
    begins = np.searchsorted(receivers.references, sites).tolist()
    ends = np.searchsorted(receivers.references, sites, side="right").tolist()
    is_closed = references.has(ReferenceFlag.RECEIVER_CLOSED)[sites].tolist()
    receiver_types = receivers.types.tolist()
    number_by_call: dict[MethodCall, int] = {}
    keys = [
        number_by_call.setdefault(
            dispatch.method_call(
                method,
                caller_type,
                # A call without a receiver is one of the caller's own object.
                tuple(receiver_types[begin:end]) or ((caller_type,) if implicit else ()),
                is_closed=closed,
                confidence=confidence,
            ),
            len(number_by_call),
        )
        for method, caller_type, implicit, closed, confidence, begin, end in zip(
            methods.tolist(),
            caller_types,
            is_implicit,
            is_closed,
            confidences.tolist(),
            begins,
            ends,
            strict=True,
        )
    ]
    found = [dispatch.overrides_run(call) for call in number_by_call]
    cut = sorted(
        {call.method for call, rows in zip(number_by_call, found, strict=True) if len(rows) > MAX_DISPATCHED}
    )
    return DispatchedCalls(
        drafts=(_drafts(sources, methods, sites, np.array(keys, dtype=np.int64), found),),
        warnings=_cut_warnings(cut, symbols, strings),
    )


class MethodCall(NamedTuple):
    """A method that is called, and the types at or below which the receiver is; calls with equal ones run the same.

    `is_own` says that the receiver may be the caller's own object: it has just the caller's type. `is_doubtful` says that the
    method itself is one of several that the call may name.
    """

    method: int
    receivers: tuple[int, ...]
    is_listed: bool
    is_closed: bool
    is_own: bool
    is_doubtful: bool


class _Overrides:
    """The methods that override each method, directly or through others."""

    def __init__(self, drafts: Sequence[EdgeDrafts]) -> None:
        self._direct: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for block in drafts:
            is_override = block.kinds == EdgeKind.OVERRIDDEN_BY
            for source, target, confidence, provenance in zip(
                block.sources[is_override].tolist(),
                block.targets[is_override].tolist(),
                block.confidences[is_override].tolist(),
                block.provenances[is_override].tolist(),
                strict=True,
            ):
                self._direct[source].append((target, confidence, provenance))

    def overridden(self, n_rows: int) -> Flags:
        """Return a mask of the methods that any other overrides."""
        is_overridden = np.zeros(n_rows, dtype=np.bool_)
        is_overridden[list(self._direct)] = True
        return is_overridden

    def of(self, method: int) -> dict[int, tuple[int, int]]:
        """Return all overrides of a method, each with the confidence and provenance of its least sure step."""
        found: dict[int, tuple[int, int]] = {method: (_CERTAIN, int(ProvenanceCode.DECLARED))}
        pending = [method]
        while pending:
            current = pending.pop()
            confidence, provenance = found[current]
            for target, of_step, how in self._direct.get(current, ()):
                reached = (min(confidence, of_step), max(provenance, how))
                known = found.get(target)
                if known is None or (reached[0], -reached[1]) > (known[0], -known[1]):
                    found[target] = reached
                    pending.append(target)
        del found[method]
        return found


class _Dispatch:
    """Finds the overrides that a call of a method runs, by the types of its receiver."""

    def __init__(
        self,
        overrides: _Overrides,
        is_in_use: Flags,
        *,
        declarations: Declarations,
        types: DeclaredTypes,
        symbols: SymbolRows,
        hierarchy: ClassHierarchy,
    ) -> None:
        columns = declarations.columns
        self._overrides = overrides
        self._hierarchy = hierarchy
        self._is_in_use = is_in_use
        declared = symbols.declaration_of_row
        self._owners = np.append(columns.enclosing, 0)[declared]
        self._names = np.append(columns.members, 0)[declared]
        self._is_type = types.kinds != 0
        self._subtypes: defaultdict[int, list[int]] = defaultdict(list)
        for owner, base in zip(types.base_owners.tolist(), types.base_symbols.tolist(), strict=True):
            self._subtypes[base].append(owner)
        self._run_by_type: dict[int, dict[int, int]] = {}
        self._without_types: dict[int, list[int]] = {}
        self._evidence: dict[int, dict[int, tuple[int, int]]] = {}

    def method_call(
        self, method: int, caller_type: int, receivers: tuple[int, ...], *, is_closed: bool, confidence: int
    ) -> MethodCall:
        """Return a call with those types of its receiver that have the method; if none has, with the method's own type."""
        owner = int(self._owners[method])
        related = tuple(each for each in receivers if owner in self._hierarchy.mro(each))
        return MethodCall(
            method=method,
            receivers=related or (owner,),
            is_listed=bool(related),
            is_closed=is_closed,
            is_own=caller_type != NO_STRING and (related or (owner,)) == (caller_type,),
            is_doubtful=confidence < DOUBTFUL,
        )

    def overrides_run(self, call: MethodCall) -> _Dispatched:
        """Return the overrides that a call runs, the surest first."""
        if call.method not in self._run_by_type:
            self._prepare(call.method)
        run_by_type = self._run_by_type[call.method]
        found = (
            dict.fromkeys((run_by_type[each] for each in call.receivers if each in run_by_type), LISTED)
            if call.is_listed
            else {}
        )
        if len(found) > MAX_FEW and not call.is_closed:
            found = dict.fromkeys(found, IN_USE if call.is_own else ONE_OF_MANY)
        if not call.is_closed:
            self._add_possible(found, call)
        return self._in_order(call.method, found)

    def _add_possible(self, found: dict[int, int], call: MethodCall) -> None:
        """Add the overrides of classes below the receiver's types."""
        run_by_type = self._run_by_type[call.method]
        is_listed = bool(found)
        receivers = frozenset(call.receivers)
        below = [each for each in run_by_type if not receivers.isdisjoint(self._hierarchy.mro(each))]
        in_use = {run_by_type[each] for each in below if self._is_in_use[each]}
        in_use.update(self._without_types[call.method])
        in_use -= found.keys()
        is_few = len(in_use) <= MAX_FEW and not call.is_doubtful
        for row in in_use:
            found[row] = OWN if call.is_own else IN_USE if is_few else ONE_OF_MANY
        rest = WITHOUT_EVIDENCE if is_listed or in_use else ONLY_POSSIBLE
        for each in below:
            found.setdefault(run_by_type[each], rest)

    def _in_order(self, method: int, found: Mapping[int, int]) -> _Dispatched:
        evidence = self._evidence[method]
        rows = []
        for row, confidence in found.items():
            of_override, how = evidence[row]
            is_guess = confidence in {WITHOUT_EVIDENCE, ONLY_POSSIBLE} or how == _HEURISTIC
            rows.append((row, min(confidence, of_override), _HEURISTIC if is_guess else _INFERRED))
        return tuple(sorted(rows, key=lambda each: (-each[1], each[0])))

    def _prepare(self, method: int) -> None:
        """Find which override instances of each class run; those of no class are functions that stand for the method."""
        overrides = self._overrides.of(method)
        allowed = overrides.keys() | {method}
        owner, name = int(self._owners[method]), int(self._names[method])
        below_owner = self._at_or_below([owner])
        owners = {int(self._owners[row]): row for row in overrides}
        is_of_class = {each for each in owners if self._is_type[each] and each in below_owner}
        run_by_type: dict[int, int] = {}
        for each in self._at_or_below(sorted(is_of_class)):
            row = self._method_run(each, name, allowed)
            if row is not None and row != method:
                run_by_type[each] = row
        self._run_by_type[method] = run_by_type
        run = set(run_by_type.values())
        self._without_types[method] = [
            row for row in overrides if row not in run and int(self._owners[row]) not in is_of_class
        ]
        self._evidence[method] = overrides

    def _method_run(self, type_id: int, name: int, allowed: set[int]) -> int | None:
        for ancestor in self._hierarchy.mro(type_id):
            for row in self._hierarchy.own_members(ancestor, name):
                if row in allowed:
                    return row
        return None

    def _at_or_below(self, starts: Sequence[int]) -> dict[int, None]:
        found = dict.fromkeys(starts)
        pending = list(starts)
        while pending:
            for each in self._subtypes.get(pending.pop(), ()):
                if each not in found:
                    found[each] = None
                    pending.append(each)
        return found


def _dispatching_calls(
    blocks: Sequence[EdgeDrafts],
    references: References,
    declarations: Declarations,
    symbols: SymbolRows,
    overrides: _Overrides,
) -> tuple[Ints, Ints, Ints, Ints]:
    """Return callers, methods, sites and confidences of the calls of overridden methods that do not name one exactly."""
    declared = symbols.declaration_of_row
    is_constructor = np.append(declarations.columns.has(NodeFlag.CONSTRUCTOR), False)[declared]
    may_dispatch = overrides.overridden(symbols.n_rows) & ~is_constructor
    is_candidate = references.has(ReferenceFlag.CANDIDATE)
    found = []
    for block in blocks:
        chosen = (block.kinds == EdgeKind.CALL) & may_dispatch[block.targets] & ~is_candidate[block.sites]
        chosen &= ((block.flags & _IN_CLOSURE) != 0) & ((block.flags & _EXACT) == 0)
        found.append(
            (block.sources[chosen], block.targets[chosen], block.sites[chosen], block.confidences[chosen])
        )
    sources, methods, sites, confidences = (np.concatenate(columns) for columns in zip(*found, strict=True))
    return sources, methods, sites, confidences


def _types_in_use(
    references: References,
    *,
    declarations: Declarations,
    types: DeclaredTypes,
    symbols: SymbolRows,
    strings: InternedStrings,
    entry_points: Iterable[EntryPoint],
) -> Flags:
    """Return a mask of the types that are instantiated, passed as values, or instantiated by a framework, by string number."""
    is_type = types.kinds != 0
    is_in_use = np.zeros(len(is_type), dtype=np.bool_)
    targets = references.targets
    is_call = references.has(ReferenceFlag.CALL)
    is_used = is_call | (references.kinds == EdgeKind.USAGE)
    is_in_use[targets[is_used & is_type[targets]]] = True
    columns = declarations.columns
    is_constructor = columns.has(NodeFlag.CONSTRUCTOR)
    owner_of = np.zeros(len(is_type), dtype=np.int32)
    owner_of[columns.symbols[is_constructor]] = columns.enclosing[is_constructor]
    is_in_use[owner_of[targets[is_call & ((references.edge_flags & _EXACT) == 0)]]] = True
    for each in entry_points:
        number = strings.find(each.symbol)
        if is_type[number]:
            is_in_use[number] = True
        is_in_use[symbols.enclosing_type[number]] = True
    is_in_use[0] = False
    return is_in_use


def _drafts(
    sources: Ints, methods: Ints, sites: Ints, keys: Ints, found: Sequence[_Dispatched]
) -> EdgeDrafts:
    kept = [rows[:MAX_DISPATCHED] for rows in found]
    firsts = offsets_of_lengths(np.array([len(rows) for rows in kept], dtype=np.int64))
    columns = np.array([each for rows in kept for each in rows], dtype=np.int64).reshape(-1, 3)
    n_overrides = firsts[keys + 1] - firsts[keys] if len(keys) else np.zeros(0, dtype=np.int64)
    ends = np.cumsum(n_overrides)
    calls = np.repeat(np.arange(len(keys)), n_overrides)
    entries = np.arange(len(calls)) - (ends - n_overrides)[calls] + firsts[keys[calls]]
    return EdgeDrafts(
        sources=sources[calls],
        targets=columns[entries, 0].astype(np.int32),
        kinds=np.full(len(calls), EdgeKind.CALL, dtype=np.uint8),
        confidences=columns[entries, 1].astype(np.uint8),
        provenances=columns[entries, 2].astype(np.uint8),
        flags=np.zeros(len(calls), dtype=np.uint8),
        sites=sites[calls],
        through=methods[calls],
    )


def _cut_warnings(
    methods: Sequence[int], symbols: SymbolRows, strings: InternedStrings
) -> tuple[WarningRecord, ...]:
    """Warn about methods with more overrides than a call leads to: name the first ones, and count the others."""
    if not methods:
        return ()
    names = [strings.text(int(symbols.row_symbols[row])) for row in methods[:_N_NAMED]]
    more = f" and {len(methods) - _N_NAMED} more" if len(methods) > _N_NAMED else ""
    return (
        WarningRecord(
            code=DISPATCH_CAPPED,
            message=f"a call leads to the {MAX_DISPATCHED} surest overrides that it may run (maxDispatched); "
            f"those of {len(methods)} methods have more: {', '.join(names)}{more}",
        ),
    )
