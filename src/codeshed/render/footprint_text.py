"""Render one footprint as a tree: how each node was reached, whether it is a boundary, and its tokens.

A working set comes first, with its lines; then how much lies forward in all, and how the worst case comes about.
"""

from collections import defaultdict

from msgspec import UNSET

from codeshed.model.symbol_ids import EXTERNAL_PREFIX, path_of_symbol, qualified_name
from codeshed.query.footprint import (
    FootprintReport,
    FootprintResult,
    FootprintRow,
    StatementGroup,
    TestCallers,
    TraversalStep,
)
from codeshed.render.layout.columns import label, right, squeezed
from codeshed.render.phrases.wording import basis_line, keep_end, number, plural, printable, warning_lines

_MAX_NODES = 28
_MAX_GROUPS = 32
_MAX_NODES_BEYOND = 8
_MAX_NUMBERS = 6
_NAME_WIDTH = 78
_VERBS = {
    None: "start",
    "call": "calls",
    "read": "reads",
    "write": "writes",
    "overriddenBy": "overridden by",
    "annotates": "decorated by",
    "call_in": "called by",
    "shared_state_write": "written by",
}

_REASONS: dict[str | None, str] = {
    "call_in": "  ◂ a contract is missing",
    "shared_state_write": "  ◂ it can change",
}


def footprint_text(
    head: FootprintReport,
    result: FootprintResult,
    *,
    worst_case: FootprintResult | None = None,
    show_all: bool = False,
    externals: bool = False,
) -> str:
    """Write a footprint: its size, what is missing, and the tree of its nodes, capped unless all are wanted.

    `worst_case` is the closure that a working set is compared with.
    """
    first_steps: dict[str, TraversalStep] = {}
    for step in result.traversal_steps:
        first_steps.setdefault(step.node, step)
    hidden = [] if externals else [each for each in first_steps.values() if _is_hidden(each)]
    for step in hidden:
        del first_steps[step.node]
    lines = [*_head(head, result), ""]
    # The nearest nodes are kept; parents are nearer than their children, so the tree stays connected.
    nearest = list(first_steps)[: None if show_all else _MAX_NODES]
    tree = _tree({node: first_steps[node] for node in nearest}, frozenset(result.missing_contract_nodes))
    lines += [squeezed("  tokens   how")]
    lines += [f"{right(number(tokens), 8)}   {text}" for tokens, text in tree]
    if len(nearest) < len(first_steps):
        rest = list(first_steps.values())[len(nearest) :]
        tokens = sum(step.context_size for step in rest)
        lines.append(f"{right(number(tokens), 8)}   … in {plural(len(rest), 'more node')}: --all shows them")
    if hidden:
        tokens = sum(step.context_size for step in hidden)
        lines.append(
            f"{right(number(tokens), 8)}   … in {plural(len(hidden), 'node')} of other packages: --externals shows them"
        )
    if worst_case is not None:
        lines += [*_statement_lines(result, show_all=show_all)]
    lines += ["", *_layers(result), *_bounds(result)]
    if worst_case is not None:
        lines += ["", *_beyond(result, worst_case, externals=externals)]
    lines += warning_lines(head.warnings)
    return "\n".join(lines) + "\n"


def _statement_lines(result: FootprintResult, *, show_all: bool) -> list[str]:
    """Write the lines that call a start or write what it reads, and how many callers are tests."""
    lines = []
    for groups, verb, why in (
        (result.call_lines, "called by", "a contract is missing"),
        (result.write_lines, "written by", "it can change"),
    ):
        found = groups or ()
        shown = found if show_all else found[:_MAX_GROUPS]
        lines += [
            f"{right(number(group.context_size), 8)}   {verb} {keep_end(printable(group.source), _NAME_WIDTH)}"
            f"{_line_numbers(group)}  ◂ {why}"
            for group in shown
        ]
        if len(shown) < len(found):
            rest = found[len(shown) :]
            tokens = sum(group.context_size for group in rest)
            lines.append(f"{right(number(tokens), 8)}   … {verb} {number(len(rest))} more: --all shows them")
    if isinstance(result.test_callers, TestCallers) and result.test_callers.n_functions:
        tests = result.test_callers
        lines.append(
            f"{label('')}apart: called by {plural(tests.n_functions, 'test function')}, "
            f"in {plural(tests.n_statements, 'statement')} of {plural(tests.context_size, 'token')}"
        )
    return lines


def _line_numbers(group: StatementGroup) -> str:
    shown = [
        str(site.start_line) if site.start_line == site.end_line else f"{site.start_line}-{site.end_line}"
        for site in group.sites[:_MAX_NUMBERS]
    ]
    more = ["…"] if len(group.sites) > len(shown) else []
    return f":{','.join((*shown, *more))}"


def _beyond(result: FootprintResult, worst_case: FootprintResult, *, externals: bool) -> list[str]:
    """Write what all that lies forward adds, and the first nodes that the worst case adds to it."""
    whole = result.whole_forward_context_size or 0
    more = max(0, whole - result.forward_context_size)
    within = f"within {plural(result.depth or 0, 'edge')}"
    forward = f"{label('FORWARD')}{plural(whole, 'token')} at any distance"
    # Of a working set that a budget cut, it is not known how much lies near.
    if not result.truncation:
        forward += f": {number(more)} more than {within}" if more else f": all of them {within}"
    share = 100 * (result.worst_case_share or 0.0)
    lines = [
        forward,
        (
            f"{label('WORST CASE')}{plural(worst_case.total_context_size, 'token')}, {share:.0f} % of all code: "
            f"{number(worst_case.missing_contract_context_size)} because contracts are missing"
        ),
    ]
    missing = frozenset(worst_case.missing_contract_nodes)
    steps: dict[str, TraversalStep] = {}
    for step in worst_case.traversal_steps:
        if step.node in missing and (externals or not _is_hidden(step)):
            steps.setdefault(step.node, step)
    shown = list(steps.values())[:_MAX_NODES_BEYOND]
    lines += [
        f"{right(number(step.context_size), 8)}   {printable(qualified_name(step.source or ''))} "
        f"{_label(step, is_missing=True)}"
        for step in shown
    ]
    if len(steps) > len(shown):
        lines.append(
            f"{label('')}… and so on for {plural(len(steps) - len(shown), 'more node')}: "
            "--policy closure draws the tree"
        )
    return lines


def _is_hidden(step: TraversalStep) -> bool:
    """Whether a node belongs to another package, unless it is the start."""
    return step.node.startswith(EXTERNAL_PREFIX) and step.source is not None


def footprint_line(row: FootprintRow) -> str:
    """Write the figures of one function as a line, for the list of all."""
    mark = "≥" if row.lower_bound else " "
    return f"{squeezed(mark)}{right(number(row.total_context_size), 10)}   {printable(row.symbol)}"


def _head(head: FootprintReport, result: FootprintResult) -> list[str]:
    bound = "at least " if result.lower_bound else ""
    size = f"{plural(result.total_context_size, 'token')} in {plural(len(result.reachable_set), 'node')}"
    parts = (
        f"{number(result.forward_context_size)} needed forward, "
        f"{number(result.missing_contract_context_size)} because contracts are missing"
    )
    if isinstance(result.shared_state_context_size, int):
        n_lines = sum(len(group.sites) for group in (*(result.call_lines or ()), *(result.write_lines or ())))
        calls, writes = result.missing_contract_context_size, result.shared_state_context_size
        size += f" and {plural(n_lines, 'statement')}" if n_lines else ""
        parts = f"{number(result.forward_context_size)} forward"
        parts += f", {number(calls)} where it is called, as its contract is incomplete" if calls else ""
        parts += f", {number(writes)} where state is written" if writes else ""
    return [
        printable(", ".join(result.start)),
        f"{bound}{size}: {parts}",
        basis_line(head.policy, head.mode, head.doc_threshold, head.size_function, head.documentation_scorer),
    ]


def _tree(steps: dict[str, TraversalStep], missing: frozenset[str]) -> list[tuple[int, str]]:
    children: defaultdict[str | None, list[TraversalStep]] = defaultdict(list)
    for step in steps.values():
        children[step.source if step.source in steps else None].append(step)
    lines: list[tuple[int, str]] = []
    pending = [(step, "", "", "") for step in reversed(children[None])]
    while pending:
        step, indent, branch, below = pending.pop()
        lines.append((step.context_size, indent + branch + _label(step, is_missing=step.node in missing)))
        inner = children[step.node] if step.source != step.node else []
        for position, child in enumerate(reversed(inner)):
            is_last = position == 0
            pending.append((child, indent + below, "└─ " if is_last else "├─ ", "   " if is_last else "│  "))
    return lines


def _label(step: TraversalStep, *, is_missing: bool) -> str:
    verb = _VERBS[step.incoming_edge_kind]
    stop = "  ■ stops here" if step.decision == "boundary" else ""
    why = _REASONS.get(step.incoming_edge_kind, "") if is_missing else ""
    name = step.node if step.source is None else _short(step.node, step.source)
    return f"{verb} {keep_end(printable(name), _NAME_WIDTH)}{stop}{why}"


def _short(node: str, source: str) -> str:
    """Drop the path where it is that of the parent node."""
    return qualified_name(node) if path_of_symbol(node) == path_of_symbol(source) is not None else node


def _layers(result: FootprintResult) -> list[str]:
    if len(result.reachable_nodes_by_layer) < 2:  # noqa: PLR2004 - one layer is the start alone
        return []
    counts = " · ".join(number(len(layer)) for layer in result.reachable_nodes_by_layer)
    return [f"{label('LAYERS')}{counts} nodes by distance"]


def _bounds(result: FootprintResult) -> list[str]:
    lines = [
        f"{label('CUT')}{plural(record.omitted or 0, 'node' if result.depth is UNSET else 'part')} left out; {record.note}"
        for record in result.truncation
    ]
    counts = (
        (result.n_unresolved_calls, "call", "calls", "could not be resolved"),
        (result.n_dangling_references, "reference", "references", "to what is nowhere defined"),
        (result.n_partial_files, "file", "files", "could not be read whole"),
        (result.n_unmeasured_statements or 0, "statement", "statements", "of unknown size"),
        (result.n_low_confidence_edges, "edge", "edges", "below the confidence limit: --min-confidence 0"),
    )
    lines += [
        f"{label('NOT SEEN')}{plural(count, noun, nouns)} {what}"
        for count, noun, nouns, what in counts
        if count
    ]
    return lines
