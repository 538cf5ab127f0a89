"""Render one footprint as a tree: how each node was reached, whether it is a boundary, and its tokens."""

from collections import defaultdict

from codeshed.model.symbol_ids import EXTERNAL_PREFIX, path_of_symbol, qualified_name
from codeshed.query.footprint import FootprintReport, FootprintResult, TraversalStep
from codeshed.render.wording import basis_line, keep_end, number, plural, printable, warning_lines

_MAX_NODES = 28
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
    head: FootprintReport, result: FootprintResult, *, show_all: bool = False, externals: bool = False
) -> str:
    """Write a footprint: its size, what is missing, and the tree of its nodes, capped unless all are wanted."""
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
    lines += ["  tokens   how"]
    lines += [f"{number(tokens):>8}   {text}" for tokens, text in tree]
    if len(nearest) < len(first_steps):
        rest = list(first_steps.values())[len(nearest) :]
        tokens = sum(step.context_size for step in rest)
        lines.append(f"{number(tokens):>8}   … in {plural(len(rest), 'more node')}: --all shows them")
    if hidden:
        tokens = sum(step.context_size for step in hidden)
        lines.append(
            f"{number(tokens):>8}   … in {plural(len(hidden), 'node')} of other packages: --externals shows them"
        )
    lines += ["", *_layers(result), *_bounds(result), *warning_lines(head.warnings)]
    return "\n".join(lines) + "\n"


def _is_hidden(step: TraversalStep) -> bool:
    """Whether a node belongs to another package, unless it is the start."""
    return step.node.startswith(EXTERNAL_PREFIX) and step.source is not None


def footprint_line(result: FootprintResult) -> str:
    """Write a footprint as one line, for the list of all."""
    mark = "≥" if result.lower_bound else " "
    names = printable(", ".join(result.start))
    return f"{mark}{number(result.total_context_size):>10} {plural(len(result.reachable_set), 'node'):>12}   {names}"


def _head(head: FootprintReport, result: FootprintResult) -> list[str]:
    bound = "at least " if result.lower_bound else ""
    size = f"{plural(result.total_context_size, 'token')} in {plural(len(result.reachable_set), 'node')}"
    return [
        printable(", ".join(result.start)),
        (
            f"{bound}{size}: {number(result.forward_context_size)} needed forward, "
            f"{number(result.missing_contract_context_size)} because contracts are missing"
        ),
        basis_line(head.policy, head.mode, head.doc_threshold, head.size_function),
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
    return [f"LAYERS     {counts} nodes by distance"]


def _bounds(result: FootprintResult) -> list[str]:
    lines = [
        f"CUT        {plural(record.omitted or 0, 'node')} left out; {record.note}"
        for record in result.truncation
    ]
    counts = (
        (result.n_unresolved_calls, "call", "calls", "could not be resolved"),
        (result.n_dangling_references, "reference", "references", "to what is nowhere defined"),
        (result.n_partial_files, "file", "files", "could not be read whole"),
        (result.n_low_confidence_edges, "edge", "edges", "below the confidence limit: --min-confidence 0"),
    )
    lines += [
        f"NOT SEEN   {plural(count, noun, nouns)} {what}" for count, noun, nouns, what in counts if count
    ]
    return lines
