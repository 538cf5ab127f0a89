"""Deliberately naive transcriptions of the two listings and of the fixpoint's table, to compare the solvers with.

They read a toy, know nothing of the graph's columns, and are as slow as they look.
"""

from collections import deque
from dataclasses import dataclass

from tests.support.toys import Toy, ToyNode

V1_KINDS = ("call", "read", "write", "shared_state_write", "call_in", "decorate")
V2_KINDS = ("call", "read", "write", "override", "decorate")


@dataclass(frozen=True)
class Params:
    """Pruning parameters."""

    doc_threshold: float
    academic: bool


@dataclass(frozen=True)
class Outcome:
    """What a listing returns: the set, the sum, and each visit as (node, incoming edge, decision, depth)."""

    visited: frozenset[str]
    total_size: int
    steps: tuple[tuple[str, str | None, str | None, int], ...] = ()


def is_complete_with_registry(node: ToyNode) -> bool:
    return node.signature == "full"


def is_complete_plain(node: ToyNode) -> bool:
    return node.signature in {"full", "typevar"}


def is_abstract_factory(node: ToyNode) -> bool:
    return is_complete_with_registry(node) and node.returns_abstract


# The first version: algorithm 1, pass 3, and algorithm 2.


def v1_edges(toy: Toy) -> set[tuple[int, int, str]]:
    edges = {
        (source, target, role)
        for source, target, role in toy.edges
        if source != target and role != "override"
    }
    derived = set()
    for reader, variable, role in edges:
        if role != "read":
            continue
        node = toy.nodes[variable]
        if node.is_variable and node.mutability != "Mutable":
            continue
        for writer, written, other in edges:
            if other == "write" and written == variable and writer != reader:
                derived.add((reader, writer, "shared_state_write"))
    for caller, callee, role in edges:
        node = toy.nodes[callee]
        if role == "call" and not node.is_variable and not is_complete_plain(node):
            derived.add((callee, caller, "call_in"))
    return edges | derived


def v1_evaluate(params: Params, target: ToyNode, kind: str) -> str:  # noqa: PLR0911 - the listing's shape
    if kind in {"shared_state_write", "call_in"}:
        return "Transparent"
    if target.is_external:
        return "Boundary"
    if target.is_variable:
        if kind == "write":
            return "Transparent"
        return "Boundary" if target.mutability in {"Const", "Immutable"} else "Transparent"
    documented = target.score >= params.doc_threshold
    complete = is_complete_with_registry(target)
    if target.is_abstract:
        return "Boundary" if complete and documented else "Transparent"
    if target.is_constructor and complete:
        return "Boundary"
    if is_abstract_factory(target):
        return "Boundary"
    if params.academic and complete and documented:
        return "Boundary"
    return "Transparent"


def naive_v1(toy: Toy, starts: list[int], params: Params, max_tokens: int | None = None) -> Outcome:
    edges = v1_edges(toy)
    visited: set[int] = set()
    steps = []
    total = 0
    queue: deque[tuple[int, int, str | None, str | None]] = deque((start, 0, None, None) for start in starts)
    while queue:
        current, depth, incoming, incoming_decision = queue.popleft()
        if current in visited:
            continue
        visited.add(current)
        total += toy.nodes[current].size
        steps.append((toy.nodes[current].symbol, incoming, incoming_decision, depth))
        if max_tokens is not None and total >= max_tokens:
            break
        neighbors = sorted(
            ((target, kind) for source, target, kind in edges if source == current),
            key=lambda each: (toy.nodes[each[0]].symbol, V1_KINDS.index(each[1])),
        )
        for neighbor, kind in neighbors:
            decision = v1_evaluate(params, toy.nodes[neighbor], kind)
            if decision == "Transparent":
                queue.append((neighbor, depth + 1, kind, decision))
            elif neighbor not in visited:
                if max_tokens is not None and total + toy.nodes[neighbor].size > max_tokens:
                    break
                visited.add(neighbor)
                total += toy.nodes[neighbor].size
                steps.append((toy.nodes[neighbor].symbol, kind, decision, depth + 1))
        if max_tokens is not None and total >= max_tokens:
            break
    return Outcome(frozenset(toy.nodes[i].symbol for i in visited), total, tuple(steps))


# The second version: its one listing.


def v2_evaluate_forward(params: Params, target: ToyNode, kind: str) -> str:  # noqa: PLR0911 - the listing's shape
    if target.is_external:
        return "Boundary"
    if target.is_variable:
        if kind == "write":
            return "Transparent"
        return "Boundary" if target.mutability in {"Const", "Immutable"} else "Transparent"
    documented = target.score >= params.doc_threshold
    complete = is_complete_with_registry(target)
    if target.is_abstract:
        return "Boundary" if complete and documented else "Transparent"
    if is_abstract_factory(target):
        return "Boundary"
    if params.academic and complete and documented:
        return "Boundary"
    return "Transparent"


def should_explore_callers(node: ToyNode, incoming: str | None, params: Params) -> bool:
    if incoming == "call":
        return False
    return not (is_complete_with_registry(node) and node.score >= params.doc_threshold)


def naive_v2(toy: Toy, starts: list[int], params: Params, max_tokens: int | None = None) -> Outcome:
    edges = set(toy.edges)

    def by_symbol(position: int) -> str:
        return toy.nodes[position].symbol

    visited: set[int] = set()
    steps = []
    total = 0
    queue: deque[tuple[int, int, str | None]] = deque((start, 0, None) for start in starts)
    while queue:
        current, depth, incoming = queue.popleft()
        node = toy.nodes[current]
        if current in visited:
            continue
        visited.add(current)
        total += node.size
        steps.append((node.symbol, incoming, None if incoming is None else "Transparent", depth))
        if max_tokens is not None and total >= max_tokens:
            break
        outgoing = sorted(
            ((target, kind) for source, target, kind in edges if source == current),
            key=lambda each: (by_symbol(each[0]), V2_KINDS.index(each[1])),
        )
        for neighbor, kind in outgoing:
            if v2_evaluate_forward(params, toy.nodes[neighbor], kind) == "Transparent":
                queue.append((neighbor, depth + 1, kind))
            elif neighbor not in visited:
                visited.add(neighbor)
                total += toy.nodes[neighbor].size
                steps.append((toy.nodes[neighbor].symbol, kind, "Boundary", depth + 1))
        if not node.is_variable and should_explore_callers(node, incoming, params):
            callers = {source for source, target, kind in edges if target == current and kind == "call"}
            queue.extend((caller, depth + 1, "call_in") for caller in sorted(callers, key=by_symbol))
        if node.is_variable and node.mutability == "Mutable" and incoming == "read":
            writers = {source for source, target, kind in edges if target == current and kind == "write"}
            queue.extend(
                (writer, depth + 1, "shared_state_write") for writer in sorted(writers, key=by_symbol)
            )
    return Outcome(frozenset(toy.nodes[i].symbol for i in visited), total, tuple(steps))


# The default policy: its table, applied until nothing changes.


def naive_closure(  # noqa: C901 - the table in one place
    toy: Toy, starts: list[int], params: Params, *, reverse: bool = True
) -> Outcome:
    states: set[tuple[int, str]] = set()

    def reach(position: int, arrival: str) -> set[tuple[int, str]]:
        node = toy.nodes[position]
        if node.is_variable:
            asks_writers = arrival != "write" and node.mutability == "Mutable" and not node.is_external
            return {(position, "value")} | ({(position, "writers")} if asks_writers else set())
        incomplete = should_explore_callers(node, None, params)
        boundary = v2_evaluate_forward(params, node, "call") == "Boundary"
        found = {(position, "surface")}
        if arrival in {"start", "call_in", "shared_state_write"}:
            found.add((position, "body"))
            return found | ({(position, "callers")} if incomplete else set())
        if not boundary:
            found.add((position, "body"))
        if arrival != "call" and incomplete and not node.is_external:
            found.add((position, "callers"))
        return found

    def step() -> set[tuple[int, str]]:
        found: set[tuple[int, str]] = set()
        for start in starts:
            found |= reach(start, "start")
        for position, state in states:
            for source, target, role in toy.edges:
                if state == "body" and source == position:
                    found |= reach(target, role)
                if reverse and state == "callers" and target == position and role == "call":
                    found |= reach(source, "call_in")
                if reverse and state == "writers" and target == position and role == "write":
                    found |= reach(source, "shared_state_write")
        return found

    while not (new := step()) <= states:
        states |= new
    nodes = {position for position, _ in states}
    return Outcome(frozenset(toy.nodes[i].symbol for i in nodes), sum(toy.nodes[i].size for i in nodes))
