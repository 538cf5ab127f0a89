"""Every bounded answer about a graph, asked in the same way, so that all are held to the same rules."""

from collections.abc import Callable

import msgspec

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.walk.work_budget import Clock
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.neighbours_answer import Side
from codeshed.model.change_set import ChangedFile, ChangedSymbol, ChangeSet
from codeshed.model.dangling_references import FAR, DanglingReference, DanglingReferences
from codeshed.query.affected import AffectedRequest, affected
from codeshed.query.contracts.contract_sources import ContractSources
from codeshed.query.contracts.contracts import ContractsRequest, contracts
from codeshed.query.graph_pack import GraphPackRequest, PackDirection, graph_pack
from codeshed.query.impact.impact import ImpactDirection, ImpactRequest, impact
from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours
from codeshed.query.path import PathRequest, path_between
from codeshed.query.unused.unused import UnusedRequest, unused
from codeshed.query.why import WhyRequest, why

Ask = Callable[[CodeGraph, str, str, Caps, Clock | None], msgspec.Struct]

CHANGES = ChangeSet(
    old="0" * 40,
    new="worktree",
    files=(ChangedFile(path="a.py", status="modified", is_code=True),),
    symbols=(
        ChangedSymbol(kind="signature", symbol_id="a.py::T", symbol_kind="type"),
        ChangedSymbol(kind="removed", symbol_id="a.py::T.gone", symbol_kind="function"),
    ),
)
MENTIONS = DanglingReferences(
    places=(
        DanglingReference(symbol="a.py::T.gone", file="a.py", line=2),
        DanglingReference(symbol="a.py::T.gone", file="b.py", line=9, confidence=FAR),
    )
)


class NoBelonging:
    """A repository that nothing builds and nobody owns."""

    build_system = None
    owners_file = None
    build_problems = ()

    def dependents_of(self, _: str) -> tuple[str, ...]:
        """Return nothing."""
        return ()

    def targets_of(self, _: str) -> tuple[str, ...]:
        """Return nothing."""
        return ()

    def owners_of(self, _: str) -> tuple[str, ...]:
        """Return nobody."""
        return ()


def _graph(graph: CodeGraph, seed: str, _: str, caps: Caps, clock: Clock | None) -> msgspec.Struct:
    request = GraphPackRequest(caps=caps, direction=PackDirection.BOTH, depth=3, has_paths=True)
    return graph_pack(graph, seed, request, clock=clock)


def _neighbours(side: Side) -> Ask:
    return lambda graph, seed, _, caps, clock: neighbours(
        graph, seed, NeighbourRequest(caps=caps, side=side), clock=clock
    )


def _impact(**request: object) -> Ask:
    def ask(graph: CodeGraph, seed: str, other: str, caps: Caps, clock: Clock | None) -> msgspec.Struct:
        named = {} if request.keys() & {"changed", "changes"} else {"seeds": (seed, other)}
        return impact(graph, _request(caps, named | request), clock=clock)

    return ask


def _request(caps: Caps, given: dict[str, object]) -> ImpactRequest:
    return msgspec.structs.replace(ImpactRequest(caps=caps), **given)


ASKS: dict[str, Ask] = {
    "graph": _graph,
    "callers": _neighbours(Side.CALLERS),
    "callees": _neighbours(Side.CALLEES),
    "path": lambda graph, seed, other, caps, clock: path_between(
        graph, seed, other, PathRequest(caps=caps), clock=clock
    ),
    "why": lambda graph, seed, other, caps, clock: why(
        graph, seed, other, WhyRequest(caps=caps), clock=clock
    ),
    "unused": lambda graph, _, __, caps, clock: unused(graph, UnusedRequest(caps=caps), clock=clock),
    "impact": lambda graph, seed, _, caps, clock: impact(
        graph, ImpactRequest(caps=caps, seeds=(seed,), depth=3), clock=clock
    ),
    "contracts": lambda graph, _, __, caps, ___: contracts(
        graph, ContractSources(lambda _: None, lambda _: None), ContractsRequest(caps=caps)
    ),
    "downstream": _impact(depth=2, direction=ImpactDirection.DOWNSTREAM),
    "changed": _impact(depth=3, changed=("a.py", "nothing.py")),
    "difference": _impact(depth=3, changes=CHANGES, mentions=MENTIONS),
    "affected": lambda graph, _, __, caps, clock: affected(
        graph,
        AffectedRequest(caps=caps, changes=CHANGES, dangling_references=MENTIONS, depth=3),
        NoBelonging(),
        clock=clock,
    ),
}
"""The answers by what they are asked with: a graph, two seeds, caps and a clock."""
