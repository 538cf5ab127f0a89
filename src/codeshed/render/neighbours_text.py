"""Render the callers or callees of a symbol for people: by confidence, with the line of the first call, on one screen."""

from collections.abc import Iterator, Sequence

from codeshed.model.answers.answer_basis import UNRESOLVED_MEMBERS
from codeshed.model.answers.neighbours_answer import Neighbour, NeighboursV1, Side
from codeshed.model.answers.node_references import is_clear_seed, is_folder
from codeshed.model.semantic import Provenance
from codeshed.render.layout.columns import left
from codeshed.render.layout.screen import first_that_fits
from codeshed.render.layout.source_lines import SourceLines
from codeshed.render.phrases.answer_phrases import (
    basis_lines,
    confidence_text,
    ref_text,
    seed_head,
    seed_text,
    short_name,
    truncation_lines,
    unresolved_seed_lines,
)
from codeshed.render.phrases.wording import keep_end, number, plural, printable, warning_lines

_MAX_LISTED = 24
_NAME_WIDTH = 46
_PLACE_WIDTH = 40
_LINE_WIDTH = 64
_MIN_OF_GROUP = 3
_STEP = 2
_UNKNOWN_OVERRIDE = "which override runs is not known"
_EXTERNAL = "external"


def neighbours_text(answer: NeighboursV1, sources: SourceLines, *, show_all: bool = False) -> str:
    """Write callers or callees in groups: calls, other uses, calls through overrides, candidates."""
    if not is_clear_seed(answer.seed):
        return (
            "\n".join(
                [*unresolved_seed_lines(answer.basis, answer.seed), *truncation_lines(answer.truncation)]
            )
            + "\n"
        )
    if show_all:
        groups = _groups(answer)
        counts = [len(each) for _, each in groups]
        lines = _answer_lines(answer, sources, groups, counts, len(answer.possible_users))
        return "\n".join(lines) + "\n"
    return "\n".join(first_that_fits(_shorter_forms(answer, sources))) + "\n"


def _shorter_forms(answer: NeighboursV1, sources: SourceLines) -> Iterator[list[str]]:
    """Yield ever shorter forms of an answer: fewer entries per group, then fewer groups."""
    for is_merged in (False, True):
        groups = _groups(answer, is_merged=is_merged)
        for min_entries in range(_MIN_OF_GROUP, 0, -1):
            for max_entries in range(_MAX_LISTED, min_entries * len(groups), -_STEP):
                counts = _n_shown_by_group(groups, max_entries, min_entries)
                yield _answer_lines(answer, sources, groups, counts, max(min_entries, max_entries // 2))
            counts = _n_shown_by_group(groups, 0, min_entries)
            yield _answer_lines(answer, sources, groups, counts, min_entries)


def _answer_lines(
    answer: NeighboursV1,
    sources: SourceLines,
    groups: Sequence[tuple[str, list[Neighbour]]],
    n_by_group: Sequence[int],
    n_possible: int,
) -> list[str]:
    lines = [f"{answer.side.value} of {seed_head(answer.seed, answer.node)}", _summary(answer)]
    if answer.n_overloads:
        others = plural(answer.n_overloads, "other definition")
        lines.append(f"{others} of this name, each with an id of its own that ends in # and a number")
    lines.append("")
    for (title, entries), n_shown in zip(groups, n_by_group, strict=True):
        lines.append(title)
        lines += _lines(entries[:n_shown], answer, sources)
        if n_shown < len(entries):
            lines.append(f"  … {number(len(entries) - n_shown)} more: --all shows them")
    if not groups:
        lines += _nothing(answer)
    lines += _possible_lines(answer, n_possible)
    lines += [
        "",
        *truncation_lines(answer.truncation),
        *basis_lines(answer.basis, {UNRESOLVED_MEMBERS: ": its candidates and possible uses"}),
        *warning_lines(answer.warnings),
    ]
    return lines


def _summary(answer: NeighboursV1) -> str:
    counts = answer.counts
    own = [each for each in answer.neighbours if not each.is_candidate and each.through is None]
    files = {each.node.file for each in own if each.node.file}
    noun = answer.side.value.removesuffix("s")
    parts = [plural(counts.calls, noun)]
    if counts.other_uses:
        parts.append(plural(counts.other_uses, "other use"))
    if not counts.calls and counts.other_uses and _is_variable(answer):
        # A call of the value of a variable is a read of the variable: that nobody calls it is not known.
        parts = [plural(counts.other_uses, "use")]
    text = " and ".join(parts) + (f" in {plural(len(files), 'file')}" if files else "")
    if counts.through_overrides:
        text += f"; {number(counts.through_overrides)} more through overrides"
    if counts.candidates:
        text += f"; {plural(counts.candidates, 'candidate')} {_candidate_evidence(answer)} alone"
    return text


def _groups(answer: NeighboursV1, *, is_merged: bool = False) -> list[tuple[str, list[Neighbour]]]:
    """Return entries by title; `is_merged` puts calls through all overridden methods into one group."""
    own = [each for each in answer.neighbours if not each.is_candidate]
    direct = [each for each in own if each.through is None and each.node.kind != _EXTERNAL]
    groups = [
        ("CALLS", [each for each in direct if "call" in each.edge_types]),
        (
            "USES: a call of what it holds is a read of it" if _is_variable(answer) else "OTHER USES",
            [each for each in direct if "call" not in each.edge_types],
        ),
    ]
    by_base: dict[str, list[Neighbour]] = {}
    for each in own:
        if each.through is not None and each.node.kind != _EXTERNAL:
            by_base.setdefault("overrides" if is_merged else short_name(each.through), []).append(each)
    explanation = (
        "calls of the method that it overrides, which may run it"
        if answer.side is Side.CALLERS
        else "overrides that may run instead"
    )
    groups += [(f"THROUGH {base}: {explanation}", entries) for base, entries in by_base.items()]
    groups.append(("OTHER PACKAGES", [each for each in own if each.node.kind == _EXTERNAL]))
    candidates = [each for each in answer.neighbours if each.is_candidate]
    groups += [
        (
            "CANDIDATES: one of several is called, and which is not known",
            [each for each in candidates if _is_overload_candidate(each) and each.through is None],
        ),
        (
            "CANDIDATES: the name is the same, the type of the receiver is not known",
            [each for each in candidates if not _is_overload_candidate(each) and each.through is None],
        ),
    ]
    by_base = {}
    for each in candidates:
        if each.through is not None:
            by_base.setdefault(short_name(each.through), []).append(each)
    groups += [
        (f"CANDIDATES THROUGH {base}: {_UNKNOWN_OVERRIDE}", entries) for base, entries in by_base.items()
    ]
    return [(title, entries) for title, entries in groups if entries]


def _possible_lines(answer: NeighboursV1, n_shown: int) -> list[str]:
    """Write who uses a member of this name on an object of unknown type, with how likely the seed is meant."""
    if not answer.possible_users:
        return []
    rows = [
        (
            f"{short_name(each.node.ref)}{confidence_text(each.confidence)}",
            f"{printable(each.node.file or '')}:{each.node.line or 1}",
        )
        for each in answer.possible_users[:n_shown]
    ]
    width = max(len(name) for name, _ in rows)
    n_more = len(answer.possible_users) - len(rows)
    return [
        "POSSIBLE USES: a member of this name, on an object of unknown type",
        *(f"  {left(name, width)}  {place}" for name, place in rows),
        *([f"  … {number(n_more)} more: --all shows them"] if n_more else []),
    ]


def _is_variable(answer: NeighboursV1) -> bool:
    return answer.side is Side.CALLERS and answer.node is not None and answer.node.kind == "variable"


def _candidate_evidence(answer: NeighboursV1) -> str:
    """Return what candidates rest on: names, or overrides that a call may run."""
    candidates = [each for each in answer.neighbours if each.is_candidate]
    kinds = {"by name" if each.through is None else "by what overrides it" for each in candidates}
    return " or ".join(sorted(kinds, reverse=True)) or "by name"


def _is_overload_candidate(entry: Neighbour) -> bool:
    """Whether one of several candidates is certainly called, as with overloads."""
    return entry.provenance == Provenance.INFERRED.value


def _n_shown_by_group(
    groups: Sequence[tuple[str, list[Neighbour]]], max_entries: int, min_entries: int
) -> list[int]:
    """Return how many entries of each group are shown: a few of each, and the first groups fill the rest."""
    n_by_group = [min(len(entries), min_entries) for _, entries in groups]
    room = max_entries - sum(n_by_group)
    for place, (_, entries) in enumerate(groups):
        more = max(0, min(room, len(entries) - n_by_group[place]))
        n_by_group[place] += more
        room -= more
    return n_by_group


def _lines(entries: Sequence[Neighbour], answer: NeighboursV1, sources: SourceLines) -> list[str]:
    """Write entries in columns: name, location, and the line of the call."""
    rows = [(_who(each, answer), *_where(each, answer, sources)) for each in entries]
    who_width = max((len(who) for who, _, _ in rows), default=0)
    place_width = max((len(place) for _, place, _ in rows), default=0)
    return [
        f"  {left(who, who_width)}  {left(place, place_width)}  {text}".rstrip() for who, place, text in rows
    ]


def _who(entry: Neighbour, answer: NeighboursV1) -> str:
    name = keep_end(short_name(entry.node.ref), _NAME_WIDTH)
    kinds = "" if "call" in entry.edge_types else f" {'+'.join(entry.edge_types)}"
    times = f" x{number(entry.n_sites)}" if entry.n_sites > 1 else ""
    return f"{name}{kinds}{confidence_text(entry.confidence)}{times}{_members(entry, answer)}"


def _where(entry: Neighbour, answer: NeighboursV1, sources: SourceLines) -> tuple[str, str]:
    """Return the location of the first call, and its line."""
    if not entry.sites:
        return keep_end(printable(entry.node.file or "another package"), _PLACE_WIDTH), ""
    first = entry.sites[0]
    line = sources.line_with_name(first, _called_name(entry, answer))
    place = f"{printable(first.file)}:{line}" if answer.side is Side.CALLERS else f"line {line}"
    return keep_end(place, _PLACE_WIDTH), sources.line(first.file, line, _LINE_WIDTH)


def _called_name(entry: Neighbour, answer: NeighboursV1) -> str:
    node = entry.node if answer.side is Side.CALLEES else answer.node
    return "" if node is None or node.name is None else node.name


def _members(entry: Neighbour, answer: NeighboursV1) -> str:
    """Write which members of the seed are involved; for callers of a class this is left out."""
    seed = seed_text(answer.seed)
    is_class = answer.node is not None and answer.node.kind != "module"
    if is_class and answer.side is Side.CALLERS:
        return ""
    own = [each for each in entry.members if ref_text(each) != seed]
    names = [ref_text(each).removeprefix(f"{seed}.").removeprefix(f"{seed}::") for each in own]
    if is_folder(answer.seed):
        names = [short_name(each) for each in own]
    if not names:
        return ""
    return f" [{', '.join(names[:2])}{f' and {len(names) - 2} more' if len(names) > 2 else ''}]"  # noqa: PLR2004 - two are named


def _nothing(answer: NeighboursV1) -> list[str]:
    if answer.side is Side.CALLERS:
        return ["  no known caller, which does not prove that there is none (codeshed unused says more)"]
    return ["  no call in it has a known target"]
