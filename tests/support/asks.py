"""Every bounded answer about a graph, asked in the same way, so that all are held to the same rules."""

from collections.abc import Callable

import msgspec

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.seeds.similar_names import list_names
from codeshed.graph.walk.work_budget import Clock
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.neighbours_answer import Side
from codeshed.model.architecture.architecture_rules import (
    ArchitectureRuleV1,
    PathSelectorV1,
    PlacedRules,
    RuleLayer,
)
from codeshed.model.change_set import ChangedFile, ChangedSymbol, ChangeSet
from codeshed.model.dangling_references import FAR, DanglingReference, DanglingReferences
from codeshed.model.document_flows import CallTarget, DocumentFlows, JoinedFlows
from codeshed.model.facts.data_flow import Flow, FlowCall, FunctionFlows, Place, PlaceKind
from codeshed.model.findings.findings_report import report_findings
from codeshed.model.graph_ranking import ContextExpansionConfig, GraphRankingConfig
from codeshed.model.languages.declared_tests import DeclaredTest
from codeshed.model.languages.language import language_of_path
from codeshed.model.test_files import TestFile
from codeshed.project.risk_rules import shipped_risk_rules
from codeshed.query.affected import AffectedRequest, affected
from codeshed.query.architecture.architecture_check import ARCHITECTURE_CODES
from codeshed.query.architecture.architecture_diff import ArchitectureDiffRequest, architecture_diff
from codeshed.query.architecture.architecture_report import (
    ArchitectureRequest,
    architecture_report,
    check_architecture,
)
from codeshed.query.contracts.contract_sources import ContractSources
from codeshed.query.contracts.contracts import ContractsRequest, contracts
from codeshed.query.find import FindRequest, find
from codeshed.query.graph_pack import GraphPackRequest, PackDirection, graph_pack
from codeshed.query.impact.impact import ImpactDirection, ImpactRequest, impact
from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours
from codeshed.query.path import PathRequest, path_between
from codeshed.query.repository_map.repository_map import MapRequest, repository_map
from codeshed.query.risk.risk import RiskRequest, RiskSources, find_risks
from codeshed.query.search.search import search
from codeshed.query.search.search_contract import SearchRequest
from codeshed.query.test_selection.changed_code import ChangedCode
from codeshed.query.test_selection.cochange import PastCommit
from codeshed.query.test_selection.selection_budget import TestBudget
from codeshed.query.test_selection.suggested_tests import (
    SelectionSources,
    SuggestTestsRequest,
    suggest_tests,
)
from codeshed.query.test_selection.testers import TestersRequest, find_testers
from codeshed.query.test_selection.untested import UntestedRequest, find_untested
from codeshed.query.unused.unused import UnusedRequest, unused
from codeshed.query.why import WhyRequest, why
from codeshed.search.features import traits_of_files
from codeshed.search.file_words import UnitSpan, words_of_file
from codeshed.search.ranking import SearchCorpus
from codeshed.search.segment import make_segment
from codeshed.search.text_index import index_segments

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
_SHOW = FunctionFlows(
    begin=0,
    end=9,
    parent=0,
    parameters=("request",),
    calls=(FlowCall(0, 4, "eval", 1), FlowCall(5, 9, "exec", 1)),
    flows=tuple(
        Flow(Place(PlaceKind.PARAMETER, 0, "", ("GET",)), Place(PlaceKind.ARGUMENT, call, "0"), 0, 1)
        for call in (0, 1)
    ),
)
FLOWS = DocumentFlows(
    "a.py",
    (
        JoinedFlows(FunctionFlows(begin=0, end=9, parent=-1)),
        JoinedFlows(
            _SHOW,
            targets={
                0: (CallTarget("ext:builtins.eval", 95),),
                1: (CallTarget("ext:builtins.exec", 95),),
            },
        ),
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


_RULES = PlacedRules(
    rules=(
        ArchitectureRuleV1(
            id="layers",
            type="layering",
            layers=(
                RuleLayer(name="a", match=PathSelectorV1(any_of=("a.py",))),
                RuleLayer(name="b", match=PathSelectorV1(any_of=("b.py", "c.py"))),
            ),
            via="transitive",
        ),
        ArchitectureRuleV1(
            id="calls", type="forbiddenCall", from_=PathSelectorV1(), to=PathSelectorV1(), min_confidence=0.0
        ),
        ArchitectureRuleV1(id="cycles", type="acyclic", each="**"),
        ArchitectureRuleV1(
            id="dead", type="orphan", match=PathSelectorV1(), reachable_from=PathSelectorV1(any_of=("a.py",))
        ),
    ),
    origin="codeshed-rules.json",
    lines=(1, 2, 3, 4),
)


def _architecture(graph: CodeGraph, _: str, __: str, caps: Caps, clock: Clock | None) -> msgspec.Struct:
    request = ArchitectureRequest(rules=_RULES, today="2026-11-19", caps=caps)
    checked = check_architecture(graph, request, clock=clock)
    findings = report_findings("arch check", checked.findings, checked.rules, codes=ARCHITECTURE_CODES)
    return architecture_report(graph, checked, findings)


class _NoSources:
    """Files that cannot be read."""

    name = "nothing"

    def read(self, _: str) -> str | None:
        """Return nothing."""
        return None

    def content_hash(self, _: str) -> str | None:
        """Return nothing."""
        return None


def _search(*, is_by_graph: bool) -> Ask:
    def ask(graph: CodeGraph, seed: str, other: str, caps: Caps, clock: Clock | None) -> msgspec.Struct:
        words = [words_of_file(path, language_of_path(path), "", _spans(graph, path)) for path in graph.files]
        text = index_segments([make_segment(words)])
        request = SearchRequest(caps=caps, text=f"{seed} and {other}", explain=True)
        if is_by_graph:
            request = msgspec.structs.replace(
                request,
                graph_ranking=GraphRankingConfig(
                    enabled=True,
                    max_graph_work_units=caps.max_work_units,
                    max_wall_clock_ms=caps.max_wall_clock_ms,
                ),
                context_expansion=ContextExpansionConfig(enabled=True),
            )
        corpus = SearchCorpus(index=text, traits=traits_of_files(text))
        return search(graph, corpus, _NoSources(), request, clock=clock)

    return ask


TESTS = {
    path: TestFile(holds_tests=True, tests=(DeclaredTest(name="f", line=1), DeclaredTest(name="g", line=2)))
    for path in ("b.py", "c.py", "tests/test_a.py")
}


def _suggest(**request: object) -> Ask:
    def ask(graph: CodeGraph, seed: str, other: str, caps: Caps, clock: Clock | None) -> msgspec.Struct:
        rows = tuple(row for each in (seed, other) if (row := graph.find_row(each)) is not None)
        changed = ChangedCode(paths=("a.py",), rows=tuple(sorted(set(rows))))
        commits = (PastCommit(("a.py", "b.py"), "f"), PastCommit(("a.py", "c.py")))
        sources = SelectionSources(tests=TESTS, commits=commits)
        asked = msgspec.structs.replace(SuggestTestsRequest(caps=caps, changed=changed), **request)
        return suggest_tests(graph, asked, sources, clock=clock)

    return ask


def _spans(graph: CodeGraph, path: str) -> list[UnitSpan]:
    file = graph.files.find(path) or 0
    rows = graph.file_index.find_in_files(range(file, file + 1)).tolist()
    kinds = {NodeKind.FUNCTION: True, NodeKind.TYPE: False}
    return [
        UnitSpan(
            graph.nodes.symbols[row].partition("::")[2], 1, 1, kinds[NodeKind(int(graph.nodes.kinds[row]))]
        )
        for row in rows
        if NodeKind(int(graph.nodes.kinds[row])) in kinds
    ]


ASKS: dict[str, Ask] = {
    "search": _search(is_by_graph=False),
    "search by graph": _search(is_by_graph=True),
    "find": lambda graph, seed, _, caps, __: find(
        graph, list_names(graph), FindRequest(caps=caps, name=seed)
    ),
    "graph": _graph,
    "callers": _neighbours(Side.CALLERS),
    "callees": _neighbours(Side.CALLEES),
    "path": lambda graph, seed, other, caps, clock: path_between(
        graph, seed, other, PathRequest(caps=caps), clock=clock
    ),
    "why": lambda graph, seed, other, caps, clock: why(
        graph, seed, other, WhyRequest(caps=caps), clock=clock
    ),
    "map": lambda graph, _, __, caps, ___: repository_map(graph, MapRequest(caps=caps)),
    "architecture": _architecture,
    "architecture diff": lambda graph, _, __, caps, ___: architecture_diff(
        graph, graph, ArchitectureDiffRequest(old="0" * 40, new="worktree", caps=caps)
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
    "tests": _suggest(),
    "safe tests": _suggest(is_safe=True),
    "tests within a budget": _suggest(budget=TestBudget(text="50%", amount=50, unit="percent")),
    "testers": lambda graph, seed, _, caps, clock: find_testers(
        graph, seed, TestersRequest(caps=caps), TESTS, clock=clock
    ),
    "untested": lambda graph, _, __, caps, clock: find_untested(
        graph, UntestedRequest(caps=caps), TESTS, clock=clock
    ),
    "risk": lambda graph, _, __, caps, clock: find_risks(
        graph,
        RiskSources(flows=lambda: (FLOWS,), texts=_NoSources(), document_of=lambda _: None),
        RiskRequest(caps=caps, rules=shipped_risk_rules()),
        clock=clock,
    ),
}
"""The answers by what they are asked with: a graph, two seeds, caps and a clock."""
