"""The words that all bounded answers share: seeds, nodes, cuts, and what the answer rests on."""

from collections.abc import Sequence

from codeshed.model.answer_pieces import GraphNodeV1
from codeshed.model.basis import STALE_FILES, UNREAD_FILES, Basis
from codeshed.model.caps import ALL_CAPS, caps_by_profile
from codeshed.model.identity import natural_order, qualified_name
from codeshed.model.limits import TruncationRecord
from codeshed.model.references import (
    CandidateRef,
    NodeRef,
    ReferenceEnvelope,
    SeedRef,
    SymbolRef,
    node_key,
)
from codeshed.render.wording import number, plural, printable

_MAX_CANDIDATES = 10
_WIDTH = 80


def ref_text(ref: NodeRef) -> str:
    """Write a node by what it is called, without the kind of its key."""
    return printable(node_key(ref).partition(":")[2])


def short_name(ref: NodeRef) -> str:
    """Write a node without its path where it has another name: `Cart.total`; modules keep their paths."""
    match ref:
        case SymbolRef():
            return printable(qualified_name(ref.symbol_id))
        case _:
            return ref_text(ref)


def node_head(node: GraphNodeV1, name: str) -> str:
    """Write what an answer is about: its name, what it is, how large, and where."""
    place = f"{node.file}:{node.line}" if node.file and node.line else node.file or "another package"
    return f"{name}  {node.kind}, {plural(node.tokens or 0, 'token')}, {printable(place)}"


def how_sure(confidence: float | None) -> str:
    """Write how sure something is, unless it is certain."""
    return "" if confidence in {None, 1.0} else f" ({confidence:g})"


def candidate_text(candidate: CandidateRef) -> str:
    """Write something that a reference may mean."""
    return printable(candidate.symbol_id or candidate.path or candidate.chunk_uid or "")


_REMEDY_BY_CAUSE = {STALE_FILES: "; `codeshed index` brings it up to date", UNREAD_FILES: ""}
"""Why a name that is there may not be found, and what helps."""


def seed_text(seed: SeedRef) -> str:
    """Write what an answer is about."""
    if not isinstance(seed, ReferenceEnvelope):
        return ref_text(seed)
    if seed.resolved is not None:
        return candidate_text(seed.resolved)
    return printable((seed.reason or "") if seed.target_name is None else seed.target_name)


def unclear_lines(basis: Basis, *seeds: SeedRef) -> list[str]:
    """Say of each seed that names nothing or several things what it may mean, and what of the code is not known.

    Nothing if all are clear.
    """
    lines = [
        line
        for seed in seeds
        if isinstance(seed, ReferenceEnvelope) and seed.status != "resolved"
        for line in _unclear(seed)
    ]
    unknown = [each for each in basis.causes if each.code in _REMEDY_BY_CAUSE]
    if not lines:
        return []
    return [
        *lines,
        *(f"NOT SEEN   {number(each.count)} {each.message}{_REMEDY_BY_CAUSE[each.code]}" for each in unknown),
    ]


def _unclear(seed: ReferenceEnvelope) -> list[str]:
    found = "names several symbols" if seed.status == "ambiguous" else "names no symbol"
    if seed.target_name is None and not seed.candidates:
        return [seed_text(seed)]
    if not seed.candidates:
        return [f"{seed_text(seed)!r} {found}, and nothing has a name like it"]
    lines = [f"{seed_text(seed)!r} {found}; write one of these:"]
    candidates = seed.candidates
    if seed.status == "ambiguous":
        candidates = tuple(sorted(candidates, key=lambda each: natural_order(candidate_text(each))))
    lines += [f"  {candidate_text(each)}{_signature(each)}" for each in candidates[:_MAX_CANDIDATES]]
    n_more = len(candidates) - _MAX_CANDIDATES
    return [*lines, f"  … and {number(n_more)} more"] if n_more > 0 else lines


def _signature(candidate: CandidateRef) -> str:
    text = printable(candidate.signature_key or "")
    cut = text if len(text) <= _WIDTH else f"{text[:_WIDTH]}…"
    return f"  {cut}" if cut else ""


def cut_lines(truncation: Sequence[TruncationRecord]) -> list[str]:
    """Write what the caps left out, and the remedy."""
    return [
        f"CUT        {each.cap} {number(each.limit)}: {number(each.omitted or 0)} left out; {printable(each.note or '')}"
        f"{_remedy(each)}"
        for each in truncation
    ]


_EXACT = (
    "BASIS      exact: nothing was cut, and nothing that is written in the code on the way is left open;",
    "           what runs by reflection, configuration or from other repositories is not seen",
)


def _remedy(record: TruncationRecord) -> str:
    """Write the option that lifts a cap, with what was needed, or twice as much where that is not known.

    How much work is needed shows only when it was done. Where it is not known, the most that a profile allows is named.
    Of places in the source the index keeps only so many: the note says what a higher cap names, if it names any.
    """
    if record.cap not in ALL_CAPS or record.cap == "maxCallSites":
        return ""
    if record.cap == "maxWorkUnits":
        if (record.observed or 0) > record.limit:
            return f" (--cap {record.cap}={record.observed})"
        most = max(each.max_work_units for each in caps_by_profile().values())
        return f" (--cap {record.cap}={max(2 * record.limit, most)} or more)"
    needed = max(2 * record.limit, record.observed or 0)
    return f" (--cap {record.cap}={needed})"


def basis_lines(basis: Basis) -> list[str]:
    """Write whether an answer is exact, and what it could not see."""
    if basis.kind == "exact":
        return list(_EXACT)
    return [
        f"NOT SEEN   {number(cause.count)} {cause.message}" for cause in basis.causes if cause.code != "caps"
    ]
