"""Render what a change reaches for people, on one screen: by steps, and within these in the order of the answer."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from codeshed.graph.changes.impact_roots import NO_PATH_NAMED
from codeshed.graph.seeds.seed_references import SEED_NOT_RESOLVED
from codeshed.model.answers.node_references import (
    FileRef,
    NodeRef,
    ReferenceEnvelope,
    is_clear_seed,
    is_folder,
    node_key,
)
from codeshed.model.change_set import ChangedLines, ChangedSymbol, ChangeKind
from codeshed.model.symbol_ids import package_of_path, qualified_name
from codeshed.query.impact.impact import (
    GoneSymbolV1,
    GraphImpactAnalysisV1,
    ImpactChanges,
    ImpactDirection,
    ImpactedNodeV1,
)
from codeshed.render.layout.columns import label, left, right, squeezed
from codeshed.render.layout.screen import SCREEN
from codeshed.render.phrases.answer_phrases import (
    basis_lines,
    candidate_text,
    ref_text,
    seed_head,
    truncation_lines,
    unresolved_seed_lines,
)
from codeshed.render.phrases.wording import keep_end, number, plural, printable, warning_lines

_MIN_LINES = 4
_MORE = "  … --all shows the others"
_HEADING = (
    "     RISK  WHO, AND THE PATH    (risk: confidence x (1 + edges that use it), doubled for an entry point)"
)
_MAX_NODES = 14
_MAX_CHANGES = 5
_MAX_GONE = 2
_MAX_NAMED = 3
_WIDTH = 60
_PLURALS: dict[ChangeKind, str] = {
    "added": "added",
    "removed": "removed",
    "renamed": "renamed",
    "signature": "with another signature",
    "body": "with another body",
    "import": "with another import",
}


def impact_text(found: GraphImpactAnalysisV1, *, show_all: bool = False) -> str:
    """Write an impact: the change, what it reaches, what was cut and what is unknown."""
    is_one_seed = isinstance(found.seed, ReferenceEnvelope) and found.seed.target_name is not None
    if is_one_seed and not is_clear_seed(found.seed):
        return (
            "\n".join([*unresolved_seed_lines(found.basis, found.seed), *truncation_lines(found.truncation)])
            + "\n"
        )
    unclear = [each.message for each in found.warnings if each.code == SEED_NOT_RESOLVED]
    if unclear and not found.stats.starts:
        return "".join(f"{printable(each)}\n" for each in unclear)
    tests = [each for each in found.impacted if each.is_test]
    others = [each for each in found.impacted if not each.is_test]
    before = [
        _head(found),
        *_change_lines(found.changes, show_all=show_all),
        _summary(found, tests, others),
        "",
    ]
    after = [
        *_test_lines(tests, show_all=show_all),
        *([] if found.changes is None else _gone_lines(found.changes.gone, show_all=show_all)),
        "",
        *truncation_lines(found.truncation),
        *basis_lines(found.basis),
        *warning_lines(found.warnings),
    ]
    room = None if show_all else SCREEN - len(before) - len(after)
    return "\n".join([*before, *_lines_that_fit(found, others, room), *after]) + "\n"


def _lines_that_fit(
    found: GraphImpactAnalysisV1, nodes: Sequence[ImpactedNodeV1], room: int | None
) -> list[str]:
    """Write as many nodes as fit, some of each number of steps if possible; all of them if `room` is None."""
    if room is None:
        return _node_lines(found, nodes, len(nodes))
    max_nodes = _MAX_NODES
    lines = _node_lines(found, nodes, max_nodes)
    while len(lines) > room and max_nodes > 1:
        max_nodes -= 1
        lines = _node_lines(found, nodes, max_nodes)
    n_lines = max(room, _MIN_LINES)
    return lines if len(lines) <= n_lines else [*lines[: n_lines - 1], _MORE]


def _head(found: GraphImpactAnalysisV1) -> str:
    subject = "what depends on it" if found.direction is ImpactDirection.UPSTREAM else "what it depends on"
    return f"{_name(found)}  {subject}, {plural(found.depth, 'step')} at most"


def _name(found: GraphImpactAnalysisV1) -> str:
    seed = found.seed
    if found.changes is not None:
        return f"{_revision(found.changes.old)} → {_revision(found.changes.new)}"
    if isinstance(seed, ReferenceEnvelope) and seed.resolved is None and not is_folder(seed):
        names = [candidate_text(each) for each in seed.candidates[:_MAX_NAMED]]
        more = found.stats.starts - len(names)
        return ", ".join(names) + (f" and {number(more)} more" if more > 0 else "") or "changed files"
    return seed_head(seed)


def _revision(name: str) -> str:
    return name[:12] if len(name) >= 40 else name  # noqa: PLR2004 - a commit by its first digits


def _change_lines(changes: ImpactChanges | None, *, show_all: bool) -> list[str]:
    if changes is None:
        return []
    counts = Counter(each.kind for each in changes.symbols)
    counts_text = ", ".join(
        f"{number(counts[kind])} {word}" for kind, word in _PLURALS.items() if counts[kind]
    )
    lines = [
        f"{label('CHANGED')}{plural(changes.n_symbols, 'symbol')} in {plural(changes.n_files, 'file')}"
        + (f": {counts_text}" if counts_text else "")
    ]
    order = ("signature", "removed", "renamed", "body", "import", "added")
    listed = sorted(
        changes.symbols, key=lambda each: (each.only is not None, order.index(each.kind), each.symbol_id)
    )
    shown = listed if show_all else listed[:_MAX_CHANGES]
    lines += [_change_line(each) for each in shown]
    if len(shown) < len(listed):
        lines.append(f"  … {plural(len(listed) - len(shown), 'more symbol')}: --all shows them")
    return lines


def _change_line(change: ChangedSymbol) -> str:
    was = f"  was {printable(change.old_symbol_id)}" if change.old_symbol_id else ""
    lines = _lines_text(change.lines)
    if change.lines is None and change.old_lines is not None:
        # Nothing of it is in the new file, so only the old lines can be given.
        lines = f"  old lines {_lines_text(change.old_lines).removeprefix(':')}"
    comment = "" if change.only is None else f"  {change.only} only"
    return f"  {left(change.kind, 10)} {keep_end(printable(change.symbol_id), _WIDTH)}{lines}{was}{comment}"


def _lines_text(lines: ChangedLines | None) -> str:
    if lines is None:
        return ""
    last = f"-{lines.end_line}" if lines.end_line != lines.start_line else ""
    return f":{lines.start_line}{last}"


def _summary(
    found: GraphImpactAnalysisV1, tests: Sequence[ImpactedNodeV1], others: Sequence[ImpactedNodeV1]
) -> str:
    n_changed = found.stats.changed_tests
    changed = f", and {plural(n_changed, 'changed test')}" if n_changed else ""
    if not found.impacted:
        if not found.stats.starts:
            return f"{label('REACHES')}{_nothing_reached(found)}"
        if found.basis.kind == "exact":
            return f"{label('REACHES')}nothing in this repository, as far as the code shows{changed}"
        return f"{label('REACHES')}nothing known{changed}; it may reach more: see below what was not seen"
    counts = Counter(map(_steps, found.impacted))
    by_step = ", ".join(
        f"{number(count)} in {plural(steps, 'step')}" for steps, count in sorted(counts.items())
    )
    packages = {package_of_path(each.file) for each in found.impacted if each.file}
    at_least = "at least " if found.basis.kind != "exact" else ""
    return (
        f"{label('REACHES')}{at_least}{plural(len(others), 'node')} and {plural(len(tests), 'test')} in "
        f"{plural(len(packages), 'package')}{changed}: {by_step}"
    )


def _nothing_reached(found: GraphImpactAnalysisV1) -> str:
    """Say why there is nothing to start from."""
    changes = found.changes
    if isinstance(found.seed, ReferenceEnvelope) and found.seed.reason == NO_PATH_NAMED:
        return f"nothing: {NO_PATH_NAMED}"
    if changes is not None and not changes.n_files:
        return "nothing: no file differs"
    if changes is not None and all(each.is_code for each in changes.files):
        if not changes.n_symbols:
            return "nothing: no symbol differs"
        differences = {each.only for each in changes.symbols}
        if None not in differences:
            return f"nothing: only {' and '.join(sorted(filter(None, differences)))} differ"
    return "none of this is in the index, so what it reaches is not known"


def _steps(node: ImpactedNodeV1) -> int:
    return node.distance if node.steps is None else node.steps


def _node_lines(found: GraphImpactAnalysisV1, nodes: Sequence[ImpactedNodeV1], max_nodes: int) -> list[str]:
    """Write the first nodes; each number of steps but the last takes at most half of the remaining room."""
    by_steps: defaultdict[int, list[ImpactedNodeV1]] = defaultdict(list)
    for each in nodes:
        by_steps[_steps(each)].append(each)
    lines = [squeezed(_HEADING)] if nodes else []
    reasons = _reasons(found)
    room = max_nodes
    for steps, members in sorted(by_steps.items()):
        is_whole = max_nodes >= len(nodes) or steps == max(by_steps)
        shown = members[: room if is_whole else max(room // 2, 1)]
        packages = {package_of_path(each.file) for each in members if each.file}
        lines.append(
            f"{label(f'STEP {steps}')}{plural(len(members), 'node')} in {plural(len(packages), 'package')}"
        )
        lines += [_node_line(each, found.direction, reasons.get(node_key(each.ref), "")) for each in shown]
        room -= len(shown)
        if not room:
            break
    if max_nodes - room < len(nodes):
        lines.append(_MORE)
    return lines


def _reasons(found: GraphImpactAnalysisV1) -> dict[str, str]:
    """Say of each node without a path what it came through: another node, or the name of a removed symbol."""
    gone = _gone_by_key(found.changes)
    through_by_key = {node_key(each.ref): each.through for each in found.impacted if each.through is not None}
    may_lack_paths = found.changes is None or any(each.cap == "maxPaths" for each in found.truncation)
    reasons: dict[str, str] = {}
    for each in found.impacted:
        if each.witness_path is not None or not each.partial:
            continue
        last = node_key(each.ref)
        path_text = ""
        while (through := through_by_key.get(last)) is not None:
            path_text += f" → {_short(through)}"
            last = node_key(through)
        if last not in gone and not path_text and may_lack_paths:
            continue
        named = (
            f"{gone[last]}, which is gone" if last in gone else "what is gone, or means something else now"
        )
        reasons[node_key(each.ref)] = (
            f"{path_text}{',' if path_text else ''} {'which ' if path_text else ''}names {named}"
        )
    return reasons


def _gone_by_key(changes: ImpactChanges | None) -> dict[str, str]:
    """Return for each node the first of the removed names that it still contains."""
    names: dict[str, str] = {}
    for each in () if changes is None else changes.gone:
        for mention in each.mentions:
            names.setdefault(node_key(mention.ref), printable(qualified_name(each.symbol_id)))
    return names


def _node_line(node: ImpactedNodeV1, direction: ImpactDirection, reason: str) -> str:
    path = node.witness_path
    entry = f"  {', '.join(node.entry_points)}" if node.entry_points else ""
    confidence = "" if node.confidence in {None, 1.0} else f" ({node.confidence:g})"
    partial = " unresolved on the path" if node.partial else ""
    if path is None:
        path_text = reason
    elif path.edges is None:
        arrow = " → " if direction is ImpactDirection.UPSTREAM else " ← "
        path_text = "".join(f"{arrow}{_short(ref)}" for ref in reversed(path.nodes[:-1]))
    else:
        steps = list(zip(path.nodes[:-1], path.edges, strict=True))
        if direction is ImpactDirection.UPSTREAM:
            path_text = "".join(f" ─{edge.edge_type}→ {_short(ref)}" for ref, edge in reversed(steps))
        else:
            path_text = "".join(f" ←{edge.edge_type}─ {_short(ref)}" for ref, edge in reversed(steps))
        sites = path.edges[-1].sites
        path_text += f"  {printable(sites[0].file)}:{sites[0].start_line}" if sites else ""
    return f"{squeezed('    ')}{right(number(node.risk or 0), 5)}  {_short(node.ref)}{path_text}{confidence}{partial}{entry}"


def _short(ref: NodeRef) -> str:
    text = ref_text(ref)
    return keep_end(text if isinstance(ref, FileRef) else qualified_name(text), _WIDTH)


def _test_lines(tests: Sequence[ImpactedNodeV1], *, show_all: bool) -> list[str]:
    if not tests:
        return []
    counts = Counter(each.file or "" for each in tests)
    files = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    shown = files if show_all else files[:_MAX_NAMED]
    names = ", ".join(f"{printable(path)} ({number(count)})" for path, count in shown)
    more = f" and {plural(len(files) - len(shown), 'more file')}" if len(shown) < len(files) else ""
    return [f"{label('TESTS')}{number(len(tests))} in {plural(len(files), 'file')}: {names}{more}"]


def _gone_lines(gone: Sequence[GoneSymbolV1], *, show_all: bool) -> list[str]:
    named = [each for each in gone if each.mentions or each.dangling]
    shown = named if show_all else named[:_MAX_GONE]
    lines = [_gone_line(each, show_all=show_all) for each in shown]
    if len(shown) < len(named):
        lines.append(f"{label('')}… {number(len(named) - len(shown))} more: --all shows them")
    rest = len(gone) - len(named)
    if rest:
        lines.append(
            f"{label('GONE')}{plural(rest, 'old name')} found in no other line: their users are not known"
        )
    return lines


def _gone_line(gone: GoneSymbolV1, *, show_all: bool) -> str:
    places = [f"{printable(each.file)}:{each.line}" for each in gone.mentions]
    places += [f"as {ref_text(each)}" for each in gone.dangling]
    shown = places if show_all else places[:_MAX_NAMED]
    more = f" and {number(len(places) - len(shown))} more" if len(shown) < len(places) else ""
    return f"{label('GONE')}{printable(gone.symbol_id)} is still named: {', '.join(shown)}{more}"


def has_unclear_seed(found: GraphImpactAnalysisV1) -> bool:
    """Whether a seed is unknown or ambiguous."""
    return any(each.code == SEED_NOT_RESOLVED for each in found.warnings)
