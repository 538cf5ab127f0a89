"""Inferred inheritance, for classes whose bases the language does not declare (Lua, C, prototypes of JavaScript).

Turns: classes with undeclared bases, their methods and calls → `inherits` edges from child to parent. The confidence is
that of the strongest of four signals: calls of the parent, methods of the same names, names of abstract types, and
nested qualified names.
"""

from collections import defaultdict
from collections.abc import Iterator

import msgspec
import numpy as np

from codeshed.build.link.classes_without_bases import ClassesWithoutBases, find_classes_without_bases
from codeshed.build.link.declarations import Declarations
from codeshed.build.link.edge_drafts import EdgeDrafts
from codeshed.build.link.integer_sorting import sorted_unique
from codeshed.build.link.joined_columns import Modules, References
from codeshed.build.link.string_union import NO_STRING, InternedStrings
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.type_declarations import DeclaredTypes
from codeshed.build.part.document_part import ReferenceFlag
from codeshed.graph.data.arrays import NO_ROW, Flags, Ints, Longs
from codeshed.graph.data.columns import run_starts
from codeshed.graph.data.kinds import EdgeKind, ProvenanceCode
from codeshed.model.answers.truncation import INHERITANCE_CAPPED, MAX_TYPES_PER_METHOD, WarningRecord
from codeshed.model.languages.abstract_names import is_abstract_name
from codeshed.model.languages.common_method_names import COMMON_METHOD_NAMES

MIN_CONFIDENCE = 45
"""Pairs with less evidence, in hundredths, get no edge."""

PARENT_CALL = 90
"""Signal 1: a method calls the method of the same name of its parent, or `super`."""

SHARED_METHODS = {2: 45, 3: 60, 4: 75}
"""Signal 2: confidence by the number of method names in common; four or more count alike, a single one is noise."""

ABSTRACT_NAME = 50
"""Signal 3: one class is named like an abstract type (`BaseShape`), and they have a method name in common."""

NESTED_NAME = 70
"""Signal 4: the qualified name of one class begins with that of the other, which does not contain it."""

_N_NAMED = 5


_PARENT_WORDS = ("super", "parent")
"""How languages name the parent of the enclosing class."""


NO_ROWS: Ints = np.zeros(0, dtype=np.int32)


class SharedMethods(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of classes, sorted within the pair, with the number of method names they share; and the names that were left out."""

    firsts: Ints
    seconds: Ints
    counts: Ints
    capped_names: Ints
    capped_owners: Ints


class ParentCalls(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of child and parent that a call names; and by child the method names that it calls on an unnamed parent (`super`)."""

    named: frozenset[tuple[int, int]]
    unnamed: dict[int, frozenset[int]]


class Inheritance(msgspec.Struct, frozen=True, kw_only=True):
    """Inferred inheritance edges, the classes with method names that were left out, and warnings about these names."""

    drafts: tuple[EdgeDrafts, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()
    capped_rows: Ints = NO_ROWS


class _Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """The evidence for a pair of classes, which are sorted by symbol."""

    n_shared: int = 0
    children_by_call: frozenset[int] = frozenset()
    nested: int = NO_ROW


def infer_inheritance(
    declarations: Declarations,
    types: DeclaredTypes,
    symbols: SymbolRows,
    strings: InternedStrings,
    *,
    modules: Modules,
    references: References,
    common_method_names: tuple[str, ...],
) -> Inheritance:
    """Draft an edge for every pair of classes with enough evidence; classes are declarations."""
    classes = find_classes_without_bases(declarations, types, symbols, modules, strings)
    if classes is None:
        return Inheritance()
    common = {strings.find(name) for name in (*COMMON_METHOD_NAMES, *common_method_names)} | {NO_STRING}
    is_common = np.zeros(len(strings), dtype=np.bool_)
    is_common[np.array(sorted(common), dtype=np.int32)] = True
    is_significant = ~is_common[classes.method_names]
    shared = find_shared_methods(
        classes.method_names[is_significant], classes.method_owners[is_significant], len(declarations.columns)
    )
    n_shared = {
        (first, second): count
        for first, second, count in zip(
            shared.firsts.tolist(), shared.seconds.tolist(), shared.counts.tolist(), strict=True
        )
        if classes.may_be_related(first, second)
    }
    calls = find_parent_calls(classes, declarations, symbols, strings, references)
    edges = list(_iter_edges(_collect(n_shared, calls, classes), calls, classes))
    return Inheritance(
        drafts=(_drafts(edges, symbols.row_of[declarations.columns.symbols]),),
        warnings=_capped_warnings(shared.capped_names, strings),
        capped_rows=symbols.row_of[declarations.columns.symbols[shared.capped_owners]],
    )


def _collect(
    n_shared: dict[tuple[int, int], int], calls: ParentCalls, classes: ClassesWithoutBases
) -> dict[tuple[int, int], _Evidence]:
    """Return the evidence for each pair, calls of unnamed parents aside."""
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
    evidence_by_pair: dict[tuple[int, int], _Evidence], calls: ParentCalls, classes: ClassesWithoutBases
) -> Iterator[tuple[int, int, int]]:
    """Yield child, parent and confidence of each pair with enough evidence."""
    accepted = {
        pair: (confidence, evidence)
        for pair, evidence in evidence_by_pair.items()
        if (confidence := _confidence(pair, evidence, classes)) >= MIN_CONFIDENCE
    }
    parents_by_child: defaultdict[int, set[int]] = defaultdict(set)
    for pair in accepted:
        for child, parent in (pair, pair[::-1]):
            if not calls.unnamed.get(child, frozenset()).isdisjoint(classes.methods_of(parent)):
                parents_by_child[child].add(parent)
    for pair, (confidence, evidence) in accepted.items():
        by_call = {child for child in pair if not parents_by_child.get(child, set()).isdisjoint(pair)}
        # `super` does not name the parent: it is proven only if other evidence leaves a single candidate.
        proven = {child for child in by_call if len(parents_by_child[child]) == 1}
        found = msgspec.structs.replace(
            evidence, children_by_call=evidence.children_by_call or frozenset(proven or by_call)
        )
        child = _child(pair, found, classes)
        sure = max(confidence, PARENT_CALL) if child in proven else confidence
        yield child, pair[1] if child == pair[0] else pair[0], sure


def _confidence(pair: tuple[int, int], evidence: _Evidence, classes: ClassesWithoutBases) -> int:
    """Return the confidence of the strongest signal."""
    signals = [SHARED_METHODS.get(min(evidence.n_shared, max(SHARED_METHODS)), 0)]
    if evidence.children_by_call:
        signals.append(PARENT_CALL)
    if evidence.n_shared and _child_by_name(pair, classes) != NO_ROW:
        signals.append(ABSTRACT_NAME)
    if evidence.nested != NO_ROW:
        signals.append(NESTED_NAME)
    return max(signals)


def _child(pair: tuple[int, int], evidence: _Evidence, classes: ClassesWithoutBases) -> int:
    """Return which class of a pair is the child: by calls, by names of abstract types, by nesting, by length of the name."""
    open_ones = [each for each in pair if each in classes.undeclared]
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


def _child_by_name(pair: tuple[int, int], classes: ClassesWithoutBases) -> int:
    """Return the class without an abstract name, if the other has one and this one's bases are undeclared; else NO_ROW."""
    concrete = [each for each in pair if not is_abstract_name(classes.name(each))]
    return concrete[0] if len(concrete) == 1 and concrete[0] in classes.undeclared else NO_ROW


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


def _capped_warnings(names: Ints, strings: InternedStrings) -> tuple[WarningRecord, ...]:
    """Warn about the method names that were skipped: name the first ones, and count the others."""
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


def find_shared_methods(names: Ints, owners: Ints, n_owners: int) -> SharedMethods:
    """Count shared names, given each method by its name and its class."""
    keys = sorted_unique(names.astype(np.int64) * n_owners + owners)
    names, owners = (keys // n_owners).astype(np.int32), (keys % n_owners).astype(np.int32)
    starts = run_starts(names)
    lengths = np.diff(starts, append=len(names))
    is_capped = lengths > MAX_TYPES_PER_METHOD
    ends = np.repeat(np.where(is_capped, starts, starts + lengths), lengths)
    places = np.arange(len(names))
    n_after = np.maximum(ends - places - 1, 0)
    firsts = np.repeat(places, n_after)
    seconds = firsts + 1 + np.arange(len(firsts)) - np.repeat(np.cumsum(n_after) - n_after, n_after)
    pairs: Longs = np.sort(owners[firsts].astype(np.int64) * n_owners + owners[seconds])
    pair_starts = run_starts(pairs)
    return SharedMethods(
        firsts=(pairs[pair_starts] // n_owners).astype(np.int32),
        seconds=(pairs[pair_starts] % n_owners).astype(np.int32),
        counts=np.diff(pair_starts, append=len(pairs)).astype(np.int32),
        capped_names=names[starts[is_capped]],
        capped_owners=sorted_unique(owners[np.repeat(is_capped, lengths)]),
    )


def find_parent_calls(
    classes: ClassesWithoutBases,
    declarations: Declarations,
    symbols: SymbolRows,
    strings: InternedStrings,
    references: References,
) -> ParentCalls:
    """Find the calls by which methods of classes with undeclared bases name their parents.

    `Animal.speak(self)` in `Dog.speak` names the parent; `super.speak()` says that there is one. A call that does
    not pass `self` is no evidence: whoever has a pane may call its `draw`.
    """
    columns = declarations.columns
    is_open = np.zeros(len(columns) + 1, dtype=np.bool_)
    is_open[sorted(classes.undeclared)] = True
    callers = symbols.declaration_of[symbols.enclosing_function[references.enclosing]]
    children = np.where(callers == NO_ROW, NO_ROW, _owners(callers, declarations, symbols))
    is_call = (
        references.has(ReferenceFlag.CALL) & ~references.has(ReferenceFlag.CANDIDATE) & is_open[children]
    )
    rows = np.flatnonzero(is_call)
    callers, children = callers[rows], children[rows]
    targets, receivers = references.targets[rows], references.receivers[rows]
    methods = symbols.declaration_of[targets]
    parents = np.where(methods == NO_ROW, NO_ROW, _owners(methods, declarations, symbols))
    is_super = _is_parent_word(receivers, targets, strings)
    is_class = receivers == np.where(parents == NO_ROW, NO_ROW, columns.symbols[parents])
    is_named = (parents != NO_ROW) & (columns.members[methods] == columns.members[callers])
    is_named &= (receivers == NO_STRING) | is_class | is_super
    is_named &= is_super | ~references.has(ReferenceFlag.PASSES_NO_SELF)[rows]
    is_named &= references.provenances[rows] != ProvenanceCode.HEURISTIC
    pairs = zip(children[is_named].tolist(), parents[is_named].tolist(), strict=True)
    is_unnamed = is_super & (methods == NO_ROW)
    called = np.where(
        references.methods[rows] == NO_STRING, columns.members[callers], references.methods[rows]
    )
    names: defaultdict[int, set[int]] = defaultdict(set)
    for child, name in zip(children[is_unnamed].tolist(), called[is_unnamed].tolist(), strict=True):
        names[child].add(name)
    return ParentCalls(
        named=frozenset(pair for pair in pairs if classes.may_be_related(*pair)),
        unnamed={child: frozenset(found) for child, found in names.items()},
    )


def _owners(methods: Ints, declarations: Declarations, symbols: SymbolRows) -> Ints:
    """Return the declarations that enclose the given ones."""
    return symbols.declaration_of[declarations.columns.enclosing[methods]]


def _is_parent_word(receivers: Ints, targets: Ints, strings: InternedStrings) -> Flags:
    """Whether a call is one of `super` or `parent`: as receiver, or called itself where there is no receiver."""
    words = np.array([strings.find(word) for word in _PARENT_WORDS], dtype=np.int32)
    words = words[words != NO_STRING]
    return np.asarray(np.isin(receivers, words) | ((receivers == NO_STRING) & np.isin(targets, words)))
