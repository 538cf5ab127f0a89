"""Which symbols have a name, or one like it?

Turns: CodeGraph + NameList + a name → FindReportV1: exact names first, then names in another case, those that begin with
it, that contain it, and that are similar.
"""

from collections.abc import Sequence

import msgspec

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.seeds.name_matches import MatchKind, find_name_matches, is_local, rank_matches
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.graph.seeds.similar_names import NameList
from codeshed.model.answers.answer_basis import Basis, IndexIdentity, basis_of, caps_cause
from codeshed.model.answers.answer_graph import VERSION, Version
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.node_references import NodeRef, node_key
from codeshed.model.answers.truncation import (
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    n_cuts,
    warning_truncation,
)

_MAX_LOOKED_AT = 5000
"""How many symbols are ranked at most; a name that so many have needs more of it."""


class FindRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The name, kinds of nodes to keep (all if empty), and the caps; `maxCandidates` is how many matches are listed."""

    caps: Caps
    name: str
    kinds: tuple[str, ...] = ()
    externals: bool = False


class NameMatch(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A symbol whose name matches, how it matches, and where it is."""

    ref: NodeRef
    match: MatchKind
    kind: str
    name: str
    file: str | None = None
    line: int | None = None
    is_test: bool = False
    is_local: bool = False


class FindReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Symbols by name, the best matches first: by kind of match, code before tests, short names before long ones, id; locals last."""

    version: Version
    name: str
    matches: tuple[NameMatch, ...]
    n_matches: int
    basis: Basis
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


def find(
    graph: CodeGraph, names: NameList, request: FindRequest, *, index: IndexIdentity | None = None
) -> FindReportV1:
    """Return the symbols that a name may mean: `find(graph, list_names(graph), FindRequest(caps=caps, name="Cart"))`."""
    caps = request.caps
    text = request.name.strip()
    kind_by_row: dict[int, MatchKind] = {}
    if text:
        kind_by_row = find_name_matches(
            graph,
            names,
            text,
            exact=SeedIndex(graph).find_rows(text),
            most=_MAX_LOOKED_AT,
            is_wanted=lambda row: _is_wanted(graph, row, request),
        )
    ranked = rank_matches(graph, kind_by_row)
    cut = _cut(graph, ranked, caps)
    warnings = cap_warnings(count_index_warnings(graph.warnings))
    return FindReportV1(
        version=VERSION,
        name=request.name,
        matches=tuple(_match(graph, row, kind_by_row[row]) for row in ranked[: caps.max_candidates]),
        n_matches=len(ranked),
        basis=basis_of((caps_cause(n_cuts(cut)),), caps, IndexIdentity() if index is None else index),
        truncation=(*cut, *warning_truncation(warnings, "search")),
        warnings=warnings,
    )


def _is_wanted(graph: CodeGraph, row: int, request: FindRequest) -> bool:
    if int(graph.nodes.flags[row]) & NodeFlag.EXTERNAL and not request.externals:
        return False
    return not request.kinds or NodeKind(int(graph.nodes.kinds[row])).name.lower() in request.kinds


def _match(graph: CodeGraph, row: int, kind: MatchKind) -> NameMatch:
    nodes = graph.nodes
    return NameMatch(
        ref=ref_of(graph, row),
        match=kind,
        kind=NodeKind(int(nodes.kinds[row])).name.lower(),
        name=nodes.names[row],
        file=graph.file_path(row),
        line=int(nodes.spans[row][0]) or None,
        is_test=bool(int(nodes.flags[row]) & NodeFlag.TEST),
        is_local=is_local(graph, row),
    )


def _cut(graph: CodeGraph, ranked: Sequence[int], caps: Caps) -> tuple[TruncationRecord, ...]:
    n_found = len(ranked)
    if n_found <= caps.max_candidates:
        return ()
    return (
        TruncationRecord(
            scope="search",
            cap="maxCandidates",
            limit=caps.max_candidates,
            observed=n_found,
            omitted=n_found - caps.max_candidates,
            at=TruncationPlace(node=node_key(ref_of(graph, ranked[caps.max_candidates]))),
            note="counts what matches less well; write more of the name, or raise maxCandidates",
        ),
    )
