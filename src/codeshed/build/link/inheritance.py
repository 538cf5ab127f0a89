"""Inheritance that nothing declares, by evidence.

Turns: classes that do not say what their bases are, their methods and calls → `inherits` edges from child to parent,
each as sure as the surest of four signals: calls of the parent, methods of the same names, names of abstract types, and
qualified names that lie in each other.
"""

from collections import defaultdict
from collections.abc import Iterator

import msgspec
import numpy as np

from codeshed.build.link.classes_without_bases import OpenClasses, find_open_classes
from codeshed.build.link.declarations import Declarations
from codeshed.build.link.declared_types import Types
from codeshed.build.link.edge_drafts import EdgeDrafts
from codeshed.build.link.joined_columns import Mentions, Modules
from codeshed.build.link.parent_calls import ParentCalls, find_parent_calls
from codeshed.build.link.shared_methods import MAX_TYPES_PER_METHOD, find_shared_methods
from codeshed.build.link.string_union import NOTHING, Strings
from codeshed.build.link.symbol_rows import Symbols
from codeshed.graph.data.arrays import NO_ROW, Ints
from codeshed.graph.data.kinds import EdgeKind, ProvenanceCode
from codeshed.model.abstract_names import is_abstract_name
from codeshed.model.common_method_names import COMMON_METHOD_NAMES
from codeshed.model.limits import INHERITANCE_CAPPED, WarningRecord

MIN_CONFIDENCE = 45
"""No edge is less sure than this, in hundredths."""

PARENT_CALL = 90
"""Signal 1: a method calls that of its parent."""

SHARED_METHODS = {2: 45, 3: 60, 4: 75}
"""Signal 2: so many names of methods in common; more are as sure as the most, one is noise."""

ABSTRACT_NAME = 50
"""Signal 3: one is called like an abstract type, and they have a method in common."""

NESTED_NAME = 70
"""Signal 4: the qualified name of one lies in that of the other, which does not contain it."""

_N_NAMED = 5


class Inheritance(msgspec.Struct, frozen=True, kw_only=True):
    """Edges of inheritance that evidence speaks for, and what was left out of it."""

    drafts: tuple[EdgeDrafts, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


class _Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """What speaks for a pair of classes, the first before the second by symbol."""

    n_shared: int = 0
    children_by_call: frozenset[int] = frozenset()
    nested: int = NO_ROW


def infer_inheritance(
    declarations: Declarations,
    types: Types,
    symbols: Symbols,
    strings: Strings,
    *,
    modules: Modules,
    mentions: Mentions,
    common_method_names: tuple[str, ...],
) -> Inheritance:
    """Draft an edge for every pair of classes that enough speaks for; classes are declarations."""
    classes = find_open_classes(declarations, types, symbols, modules, strings)
    if classes is None:
        return Inheritance()
    common = {strings.find(name) for name in (*COMMON_METHOD_NAMES, *common_method_names)} | {NOTHING}
    is_common = np.zeros(len(strings), dtype=np.bool_)
    is_common[np.array(sorted(common), dtype=np.int32)] = True
    is_telling = ~is_common[classes.method_names]
    shared = find_shared_methods(
        classes.method_names[is_telling], classes.method_owners[is_telling], len(declarations.columns)
    )
    n_shared = {
        (first, second): count
        for first, second, count in zip(
            shared.firsts.tolist(), shared.seconds.tolist(), shared.counts.tolist(), strict=True
        )
        if classes.may_be_related(first, second)
    }
    calls = find_parent_calls(classes, declarations, symbols, strings, mentions)
    edges = list(_iter_edges(_collect(n_shared, calls, classes), calls, classes))
    return Inheritance(
        drafts=(_drafts(edges, symbols.row_of[declarations.columns.symbols]),),
        warnings=_capped_warnings(shared.capped_names, strings),
    )


def _collect(
    n_shared: dict[tuple[int, int], int], calls: ParentCalls, classes: OpenClasses
) -> dict[tuple[int, int], _Evidence]:
    """Return what speaks for each pair, but for calls of parents that are not named."""
    children: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for child, parent in calls.named:
        children[min(child, parent), max(child, parent)].add(child)
    nested = {(min(pair), max(pair)): pair[0] for pair in classes.iter_nested()}
    return {
        pair: _Evidence(
            n_shared=n_shared.get(pair, 0),
            children_by_call=frozenset(children.get(pair, ())),
            nested=nested.get(pair, NO_ROW),
        )
        for pair in sorted({*n_shared, *children, *nested})
    }


def _iter_edges(
    evidence_by_pair: dict[tuple[int, int], _Evidence], calls: ParentCalls, classes: OpenClasses
) -> Iterator[tuple[int, int, int]]:
    """Yield child, parent and confidence of each pair that is sure enough."""
    judged = {
        pair: (confidence, evidence)
        for pair, evidence in evidence_by_pair.items()
        if (confidence := _confidence(pair, evidence, classes)) >= MIN_CONFIDENCE
    }
    parents_by_child: defaultdict[int, set[int]] = defaultdict(set)
    for pair in judged:
        for child, parent in (pair, pair[::-1]):
            if not calls.unnamed.get(child, frozenset()).isdisjoint(classes.methods_of(parent)):
                parents_by_child[child].add(parent)
    for pair, (confidence, evidence) in judged.items():
        by_call = {child for child in pair if not parents_by_child.get(child, set()).isdisjoint(pair)}
        # A `super` without a name means the one parent that something else speaks for.
        proven = {child for child in by_call if len(parents_by_child[child]) == 1}
        found = msgspec.structs.replace(
            evidence, children_by_call=evidence.children_by_call or frozenset(proven or by_call)
        )
        child = _child(pair, found, classes)
        sure = max(confidence, PARENT_CALL) if child in proven else confidence
        yield child, pair[1] if child == pair[0] else pair[0], sure


def _confidence(pair: tuple[int, int], evidence: _Evidence, classes: OpenClasses) -> int:
    """Return how sure the surest signal is."""
    signals = [SHARED_METHODS.get(min(evidence.n_shared, max(SHARED_METHODS)), 0)]
    if evidence.children_by_call:
        signals.append(PARENT_CALL)
    if evidence.n_shared and _child_by_name(pair, classes) != NO_ROW:
        signals.append(ABSTRACT_NAME)
    if evidence.nested != NO_ROW:
        signals.append(NESTED_NAME)
    return max(signals)


def _child(pair: tuple[int, int], evidence: _Evidence, classes: OpenClasses) -> int:
    """Return which of two classes is the child: by calls, by names of abstract types, by nesting, by length."""
    open_ones = [each for each in pair if each in classes.open]
    if len(open_ones) == 1:
        return open_ones[0]
    if len(evidence.children_by_call) == 1:
        return next(iter(evidence.children_by_call))
    by_name = _child_by_name(pair, classes)
    if by_name != NO_ROW:
        return by_name
    if evidence.nested != NO_ROW:
        return evidence.nested
    return max(pair, key=lambda each: (len(classes.name(each)), each))


def _child_by_name(pair: tuple[int, int], classes: OpenClasses) -> int:
    """Return the class that is not called like an abstract type, if the other one is and this one may be a child."""
    concrete = [each for each in pair if not is_abstract_name(classes.name(each))]
    return concrete[0] if len(concrete) == 1 and concrete[0] in classes.open else NO_ROW


def _drafts(edges: list[tuple[int, int, int]], row_of: Ints) -> EdgeDrafts:
    children, parents, confidences = np.array(edges, dtype=np.int32).reshape(-1, 3).T
    n_drafts = len(edges)
    return EdgeDrafts(
        sources=row_of[children],
        targets=row_of[parents],
        kinds=np.full(n_drafts, EdgeKind.INHERITS, dtype=np.uint8),
        confidences=confidences.astype(np.uint8),
        provenances=np.full(n_drafts, ProvenanceCode.HEURISTIC, dtype=np.uint8),
        flags=np.zeros(n_drafts, dtype=np.uint8),
        sites=np.full(n_drafts, NO_ROW, dtype=np.int32),
    )


def _capped_warnings(names: Ints, strings: Strings) -> tuple[WarningRecord, ...]:
    """Say which names were skipped: the first ones, and how many more."""
    if not len(names):
        return ()
    texts = sorted(map(strings.text, names.tolist()))
    more = f" and {len(texts) - _N_NAMED} more" if len(texts) > _N_NAMED else ""
    return (
        WarningRecord(
            code=INHERITANCE_CAPPED,
            message=f"names that methods of more than {MAX_TYPES_PER_METHOD} classes have (maxTypesPerMethod) "
            f"are no evidence of inheritance; {len(texts)} left out: {', '.join(texts[:_N_NAMED])}{more}",
        ),
    )
