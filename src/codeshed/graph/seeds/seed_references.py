"""Resolved seeds as part of answers: a reference that is resolved, ambiguous or unresolved.

Turns: text → ResolvedSeed. Nothing is raised: an answer about an unclear seed reports it.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.seeds.seed_lookup import ROOT_FOLDER, SeedIndex
from codeshed.graph.seeds.signature_text import signature_text
from codeshed.model.answers.node_references import (
    FOLDER,
    CandidateRef,
    ReferenceEnvelope,
    SeedRef,
    candidate_of,
    node_key,
)
from codeshed.model.answers.truncation import Scope, TruncationPlace, TruncationRecord, WarningRecord
from codeshed.model.count_phrases import count_of
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of

SEED_NOT_RESOLVED = "SEED_NOT_RESOLVED"
"""The code of the warning that a seed is unknown or ambiguous."""

_MAX_NAMED = 3


class ResolvedSeed(msgspec.Struct, frozen=True, kw_only=True):
    """The resolution of a seed: its rows, and the reference that answers show.

    A folder has the rows of all its modules; a seed that is unknown or ambiguous has none.
    """

    text: str
    ref: SeedRef
    rows: tuple[int, ...] = ()
    truncation: tuple[TruncationRecord, ...] = ()

    @property
    def row(self) -> int | None:
        """The row of a seed that is one node."""
        return self.rows[0] if len(self.rows) == 1 else None


def resolve_seed(graph: CodeGraph, text: str, *, max_candidates: int, scope: Scope = "graph") -> ResolvedSeed:
    """Resolve a seed. A node's own id gives that node; any other form gives a reference envelope."""
    index = SeedIndex(graph)
    is_surely_folder = text == ROOT_FOLDER or text.endswith("/")
    rows = [] if is_surely_folder else index.find_rows(text)
    if not rows and (folders := index.find_folders(text)):
        if len(folders) > 1:
            return _one_of_folders(text, folders, max_candidates=max_candidates, scope=scope)
        modules = index.find_modules_below(folders[0])
        name = text if index.find_modules_below(text) else folders[0]
        return _folder(graph, name, modules, max_candidates=max_candidates, scope=scope)
    if len(rows) == 1 and graph.nodes.symbols[rows[0]] == text:
        return ResolvedSeed(text=text, ref=ref_of(graph, rows[0]), rows=(rows[0],))
    if len(rows) == 1:
        found = candidate_of_row(graph, rows[0], confidence=1.0)
        ref = reference_envelope(
            "resolved", text, (found,), resolved=found, reason="one symbol has this name"
        )
        return ResolvedSeed(text=text, ref=ref, rows=(rows[0],))
    if not rows:
        near = [graph.find_row(symbol) for symbol in index.find_nearest(text)]
        rows = [row for row in near if row is not None]
        candidates = tuple(candidate_of_row(graph, row) for row in rows[:max_candidates])
        reason = "no symbol has this name; these are like it" if candidates else "no symbol has this name"
        ref = reference_envelope("unresolved", text, candidates, reason=reason)
        return ResolvedSeed(text=text, ref=ref, truncation=_cut(graph, rows, max_candidates, scope))
    in_order = sorted(rows, key=lambda row: node_key(ref_of(graph, row)))
    candidates = tuple(_candidate_with_signature(graph, row) for row in in_order[:max_candidates])
    ref = reference_envelope("ambiguous", text, candidates, reason=f"{len(rows)} symbols have this name")
    return ResolvedSeed(text=text, ref=ref, truncation=_cut(graph, in_order, max_candidates, scope))


def _folder(
    graph: CodeGraph, text: str, modules: Sequence[int], *, max_candidates: int, scope: Scope
) -> ResolvedSeed:
    """Return a folder as a seed: all its modules, of which the reference lists the first by path."""
    in_order = sorted(modules, key=lambda row: node_key(ref_of(graph, row)))
    candidates = tuple(candidate_of_row(graph, row) for row in in_order[:max_candidates])
    ref = ReferenceEnvelope(
        v=1,
        status="resolved" if len(in_order) == 1 else "ambiguous",
        target_name=text,
        kind_hint=FOLDER,
        candidates=candidates,
        resolved=candidates[0] if len(in_order) == 1 else None,
        reason=f"folder, {count_of(len(in_order), 'module')}",
    )
    note = "counts modules of the folder that are not listed; all were followed. A higher maxCandidates lists them"
    cut = _cut(graph, in_order, max_candidates, scope, note=note)
    return ResolvedSeed(text=text, ref=ref, rows=tuple(in_order), truncation=cut)


def _one_of_folders(text: str, folders: Sequence[str], *, max_candidates: int, scope: Scope) -> ResolvedSeed:
    """Return a seed that ends the paths of several folders."""
    candidates = tuple(CandidateRef(path=each) for each in folders[:max_candidates])
    ref = reference_envelope("ambiguous", text, candidates, reason=f"{len(folders)} folders have this name")
    n_omitted = len(folders) - max_candidates
    cut = TruncationRecord(
        scope=scope,
        cap="maxCandidates",
        limit=max_candidates,
        observed=len(folders),
        omitted=n_omitted,
        note="counts folders that the name may mean; write more of the path, or raise maxCandidates",
    )
    return ResolvedSeed(text=text, ref=ref, truncation=(cut,) if n_omitted > 0 else ())


def reference_to_seeds(
    graph: CodeGraph, rows: Sequence[int], reason: str, *, max_candidates: int, scope: Scope
) -> tuple[ReferenceEnvelope, tuple[TruncationRecord, ...]]:
    """Return several nodes as one reference, by key, and a record if candidates were cut."""
    in_order = sorted(dict.fromkeys(rows), key=lambda row: node_key(ref_of(graph, row)))
    candidates = tuple(candidate_of_row(graph, row) for row in in_order[:max_candidates])
    cut = _cut(
        graph,
        in_order,
        max_candidates,
        scope,
        note="counts starts that are not listed; all were followed. A higher maxCandidates lists them",
    )
    return reference_envelope("ambiguous", None, candidates, reason=reason), cut


def seed_warning(found: ResolvedSeed) -> WarningRecord:
    """Warn that a seed is unresolved or ambiguous, and name the first symbols that it may mean."""
    candidates = found.ref.candidates if isinstance(found.ref, ReferenceEnvelope) else ()
    names = ", ".join(each.symbol_id or each.path or "" for each in candidates[:_MAX_NAMED])
    more = f" and {len(candidates) - _MAX_NAMED} more" if len(candidates) > _MAX_NAMED else ""
    if isinstance(found.ref, ReferenceEnvelope) and found.ref.status == "ambiguous":
        what = "folders" if candidates[0].symbol_id is None else "symbols"
        message = f"{found.text!r} names several {what}. Write one of these: {names}{more}"
    elif candidates:
        message = f"No symbol {found.text!r}. Did you mean: {names}{more}"
    else:
        message = f"No symbol {found.text!r}, and none with a similar name"
    return WarningRecord(code=SEED_NOT_RESOLVED, message=message, data={"seed": found.text})


def candidate_of_row(graph: CodeGraph, row: int, *, confidence: float | None = None) -> CandidateRef:
    """Return a node as a candidate of a reference."""
    found = candidate_of(ref_of(graph, row), confidence=confidence)
    return msgspec.structs.replace(found, kind_group=NodeKind(int(graph.nodes.kinds[row])).name.lower())


def _candidate_with_signature(graph: CodeGraph, row: int) -> CandidateRef:
    """Return a candidate with its signature, which distinguishes overloads."""
    nodes = graph.nodes
    traits = traits_of(language_of_path(graph.file_path(row) or ""))
    signature = signature_text(
        nodes.names[row], nodes.details[row], shows_positional=traits.marks_parameter_kinds
    )
    return msgspec.structs.replace(candidate_of_row(graph, row), signature_key=signature)


def reference_envelope(
    status: Literal["resolved", "ambiguous", "unresolved"],
    name: str | None,
    candidates: tuple[CandidateRef, ...],
    *,
    resolved: CandidateRef | None = None,
    reason: str | None = None,
) -> ReferenceEnvelope:
    """Make a reference envelope."""
    return ReferenceEnvelope(
        v=1, status=status, target_name=name, candidates=candidates, resolved=resolved, reason=reason
    )


def _cut(
    graph: CodeGraph,
    rows: Sequence[int],
    max_candidates: int,
    scope: Scope,
    *,
    note: str = "counts what the name may mean; write more of it, or raise maxCandidates",
) -> tuple[TruncationRecord, ...]:
    if len(rows) <= max_candidates:
        return ()
    return (
        TruncationRecord(
            scope=scope,
            cap="maxCandidates",
            limit=max_candidates,
            observed=len(rows),
            omitted=len(rows) - max_candidates,
            at=TruncationPlace(node=node_key(ref_of(graph, rows[max_candidates]))),
            note=note,
        ),
    )
