"""Phrases that all bounded answers share: seeds, nodes, truncation, basis."""

from collections.abc import Mapping, Sequence

from codeshed.model.answers.answer_basis import STALE_FILES, UNREAD_FILES, ContextBasis
from codeshed.model.answers.answer_graph import GraphNodeV1
from codeshed.model.answers.caps import ALL_CAPS, caps_by_profile
from codeshed.model.answers.node_references import (
    CandidateRef,
    NodeRef,
    ReferenceEnvelope,
    SeedRef,
    SymbolRef,
    is_clear_seed,
    is_folder,
    node_key,
)
from codeshed.model.answers.truncation import TruncationRecord
from codeshed.model.symbol_ids import natural_order, qualified_name
from codeshed.render.layout.columns import label
from codeshed.render.phrases.wording import number, plural, printable

_MAX_CANDIDATES = 10
_NO_HINTS: Mapping[str, str] = {}
_WIDTH = 80


def ref_text(ref: NodeRef) -> str:
    """Write a node by its id, without the kind that prefixes its key."""
    return printable(node_key(ref).partition(":")[2])


def short_name(ref: NodeRef) -> str:
    """Write a symbol without its path: `Cart.total`; modules keep their paths."""
    match ref:
        case SymbolRef():
            return printable(qualified_name(ref.symbol_id))
        case _:
            return ref_text(ref)


def node_head(node: GraphNodeV1, name: str) -> str:
    """Write what an answer is about: name, kind, size and location."""
    place = f"{node.file}:{node.line}" if node.file and node.line else node.file or "another package"
    return f"{name}  {node.kind}, {plural(node.tokens or 0, 'token')}, {printable(place)}"


def seed_head(seed: SeedRef, node: GraphNodeV1 | None = None) -> str:
    """Write what an answer is about: `Cart.total` with its node, or `src/shop  folder, 3 modules`."""
    name = seed_text(seed)
    if isinstance(seed, ReferenceEnvelope) and is_folder(seed):
        return f"{printable(seed.target_name or '')}  {printable(seed.reason or '')}"
    return name if node is None else node_head(node, name)


def confidence_text(confidence: float | None) -> str:
    """Write a confidence, unless it is certain."""
    return "" if confidence in {None, 1.0} else f" ({confidence:g})"


def candidate_text(candidate: CandidateRef) -> str:
    """Write a candidate of a reference."""
    return printable(candidate.symbol_id or candidate.path or candidate.chunk_uid or "")


_REMEDY_BY_CAUSE = {STALE_FILES: "; `codeshed index` brings it up to date", UNREAD_FILES: ""}
"""Causes why an existing name may not be found, each with its remedy."""


def seed_text(seed: SeedRef) -> str:
    """Write the seed of an answer."""
    if not isinstance(seed, ReferenceEnvelope):
        return ref_text(seed)
    if seed.resolved is not None:
        return candidate_text(seed.resolved)
    return printable((seed.reason or "") if seed.target_name is None else seed.target_name)


def unresolved_seed_lines(basis: ContextBasis, *seeds: SeedRef) -> list[str]:
    """Say of each unknown or ambiguous seed what it may mean, and which code is not known.

    Nothing if all seeds are resolved.
    """
    lines = [
        line
        for seed in seeds
        if isinstance(seed, ReferenceEnvelope) and not is_clear_seed(seed)
        for line in _unclear(seed)
    ]
    unknown = [each for each in basis.causes if each.code in _REMEDY_BY_CAUSE]
    if not lines:
        return []
    return [
        *lines,
        *(
            f"{label('NOT SEEN')}{number(each.count)} {each.message}{_REMEDY_BY_CAUSE[each.code]}"
            for each in unknown
        ),
    ]


def _unclear(seed: ReferenceEnvelope) -> list[str]:
    name = seed_text(seed)
    if seed.target_name is None and not seed.candidates:
        return [seed_text(seed)]
    if not seed.candidates:
        return [
            f"No symbol {name!r}, and none with a similar name",
            "codeshed search TEXT finds code by the words in it",
        ]
    is_ambiguous = seed.status == "ambiguous"
    what = "folders" if seed.candidates[0].symbol_id is None else "symbols"
    lines = [
        f"{name!r} names several {what}. Write one of these:"
        if is_ambiguous
        else f"No symbol {name!r}. Did you mean:"
    ]
    candidates = seed.candidates
    if is_ambiguous:
        candidates = tuple(sorted(candidates, key=lambda each: natural_order(candidate_text(each))))
    lines += [f"  {candidate_text(each)}{_signature(each)}" for each in candidates[:_MAX_CANDIDATES]]
    n_more = len(candidates) - _MAX_CANDIDATES
    return [*lines, f"  … and {number(n_more)} more"] if n_more > 0 else lines


def _signature(candidate: CandidateRef) -> str:
    text = printable(candidate.signature_key or "")
    cut = text if len(text) <= _WIDTH else f"{text[:_WIDTH]}…"
    return f"  {cut}" if cut else ""


def truncation_lines(truncation: Sequence[TruncationRecord]) -> list[str]:
    """Write what the caps left out, each with its remedy."""
    return [
        f"{label('CUT')}{each.cap} {number(each.limit)}: {_cut_text(each)}{_remedy(each) if each.omitted != 0 else ''}"
        for each in truncation
    ]


def _cut_text(record: TruncationRecord) -> str:
    """Write what a cap left out, and which option lets more in; of a depth, how much is one step farther."""
    if record.cap != "maxDepth" or record.omitted is None:
        return f"{_left_out(record)}{printable(record.note or '')}"
    return (
        f"{number(record.omitted)} more at step {record.limit + 1}"
        if record.omitted
        else "nothing is beyond it"
    )


def _exact_lines() -> list[str]:
    return [
        f"{label('BASIS')}exact: nothing was cut, and all code on the path was resolved;",
        f"{label('')}calls by reflection, by configuration and from other repositories are not known",
    ]


def _remedy(record: TruncationRecord) -> str:
    """Write the option that lifts a cap, with the value that was needed, or twice the limit if that is not known.

    The work that is needed is known only once it was done; else the most that a profile allows is named. The index keeps a
    bounded number of sites per edge: the note of the record says what a higher cap names, if anything.
    """
    if record.cap not in ALL_CAPS or record.cap == "maxCallSites":
        return ""
    if record.cap in {"maxSymbols", "maxWarnings"} and record.scope != "apiContracts":
        return ""
    if record.cap == "maxWorkUnits" and record.scope == "ranking":
        return f" (--graph-ranking-max-work {2 * record.limit})"
    if record.cap == "maxWorkUnits":
        if (record.observed or 0) > record.limit:
            return f" (--cap {record.cap}={record.observed})"
        max_work = max(each.max_work_units for each in caps_by_profile().values())
        return f" (--cap {record.cap}={max(2 * record.limit, max_work)} or more)"
    needed = max(2 * record.limit, record.observed or 0)
    return f" (--cap {record.cap}={needed})"


def basis_lines(basis: ContextBasis, hint_by_cause: Mapping[str, str] = _NO_HINTS) -> list[str]:
    """Write whether an answer is exact, and what is unknown; a hint says how to see what a cause counts."""
    if basis.kind == "exact":
        return _exact_lines()
    return [
        f"{label('NOT SEEN')}{number(cause.count)} {cause.message}{hint_by_cause.get(cause.code, '')}"
        for cause in basis.causes
        if cause.code != "caps"
    ]


def _left_out(record: TruncationRecord) -> str:
    """Say how much was left out, if that is known."""
    return "" if record.omitted is None else f"{number(record.omitted)} left out; "
