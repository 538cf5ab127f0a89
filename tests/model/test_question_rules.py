"""Answers to short questions that break a rule are reported, with the path of the value."""

from collections.abc import Callable

import msgspec
import pytest

from codeshed.model.answers.answer_rules import answer_problems
from codeshed.model.answers.caps import CapSettings, caps_of
from codeshed.model.answers.neighbours_answer import NeighboursV1, Side
from codeshed.model.answers.truncation import TruncationRecord
from codeshed.model.change_set import ChangedFile, ChangeSet
from codeshed.query.affected import AffectedReportV1, AffectedRequest, affected
from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours
from codeshed.query.path import PathReportV1, PathRequest, path_between
from codeshed.query.unused.unused import UnusedReportV1, UnusedRequest, unused
from codeshed.query.why import WhyReportV1, WhyRequest, why
from tests.support.notation import project

GRAPH = project(
    """
    #- a.py
    def start()
        call price
        call price
        read RATE
    def other()
        call price
        call _dead
    def price()
    var RATE
    #- b/c.py
    def _gone()
    def _dead()
    """
).graph()
CAPS = caps_of("wide")


class NoTargets:
    """A repository that nothing builds and nobody owns."""

    build_system = None
    owners_file = None
    build_problems = ()

    def targets_of(self, _: str) -> tuple[str, ...]:
        """Return nothing."""
        return ()

    def dependents_of(self, _: str) -> tuple[str, ...]:
        """Return nothing."""
        return ()

    def owners_of(self, path: str) -> tuple[str, ...]:
        """Return one owner for each file, and one of all."""
        return (f"@{path[0]}", "@all")


NEIGHBOURS = neighbours(GRAPH, "price", NeighbourRequest(caps=CAPS, side=Side.CALLERS))
PATH = path_between(GRAPH, "start", "price", PathRequest(caps=CAPS))
NO_PATH = path_between(GRAPH, "price", "_gone", PathRequest(caps=CAPS))
WHY = why(GRAPH, "start", "price", WhyRequest(caps=CAPS))
WHY_NOT = why(GRAPH, "price", "start", WhyRequest(caps=CAPS))
UNUSED = unused(GRAPH, UnusedRequest(caps=CAPS), is_public=lambda symbol: "_" not in symbol)
FILES = tuple(ChangedFile(path=path, status="modified", is_code=True) for path in ("a.py", "b/c.py"))
AFFECTED = affected(
    GRAPH,
    AffectedRequest(caps=CAPS, depth=2, changes=ChangeSet(old="1", new="worktree", files=FILES, symbols=())),
    NoTargets(),
)

Mutation = Callable[[msgspec.Struct], msgspec.Struct]


def problem_lines(answer: msgspec.Struct) -> list[str]:
    return [f"{each.path} {each.code}" for each in answer_problems(answer)]


@pytest.mark.parametrize(
    "answer",
    [NEIGHBOURS, PATH, NO_PATH, WHY, WHY_NOT, UNUSED, AFFECTED],
    ids=lambda each: type(each).__name__,
)
def test_what_is_answered_keeps_the_rules(answer: msgspec.Struct) -> None:
    assert problem_lines(answer) == []


def _neighbours(**changes: object) -> NeighboursV1:
    return msgspec.structs.replace(NEIGHBOURS, **changes)


def test_neighbours() -> None:
    first, second = NEIGHBOURS.neighbours
    assert problem_lines(_neighbours(neighbours=(second, first))) == ["$.neighbours[1] out_of_order"]
    assert "$.neighbours out_of_order" in problem_lines(_neighbours(neighbours=(first, first)))
    assert problem_lines(_neighbours(neighbours=(first,))) == ["$.counts wrong_count"]
    cut = TruncationRecord(scope="graph", cap="maxNodes", limit=CAPS.max_nodes, note="more")
    assert problem_lines(_neighbours(neighbours=(first,), truncation=(cut,))) == ["$.basis.kind wrong_basis"]
    assert problem_lines(_neighbours(node=None)) == ["$.node no_seed"]
    few = msgspec.structs.replace(first, n_sites=0)
    assert problem_lines(_neighbours(neighbours=(few, second))) == ["$.neighbours[0].nSites wrong_count"]
    narrow = msgspec.structs.replace(
        NEIGHBOURS.basis, caps=caps_of("wide", CapSettings(max_nodes=1)), kind="lower-bound"
    )
    assert "$.neighbours over_cap" in problem_lines(_neighbours(basis=narrow))


def _way(**changes: object) -> PathReportV1:
    return msgspec.structs.replace(PATH, **changes)


def test_ways() -> None:
    assert problem_lines(_way(nodes=PATH.nodes[:1])) == ["$.nodes wrong_end"]
    assert problem_lines(_way(direction=None)) == ["$.direction wrong_way"]
    assert problem_lines(_way(path=None, nodes=())) == ["$.direction wrong_way"]
    assert problem_lines(_way(attempts=NO_PATH.attempts)) == ["$.direction wrong_way"]
    assert problem_lines(msgspec.structs.replace(NO_PATH, direction="forward")) == ["$.direction wrong_way"]


def _why(**changes: object) -> WhyReportV1:
    return msgspec.structs.replace(WHY, **changes)


def test_reasons_for_edges() -> None:
    edge = WHY.edges[0]
    unsure = msgspec.structs.replace(edge, confidence=0.1)
    assert problem_lines(_why(edges=(unsure, edge))) == ["$.edges[1] out_of_order"]
    assert problem_lines(_why(reverse=(unsure, edge))) == ["$.reverse[1] out_of_order"]
    assert problem_lines(_why(nearest=PATH.path)) == ["$.nearest not_needed"]


def _unused(**changes: object) -> UnusedReportV1:
    return msgspec.structs.replace(UNUSED, **changes)


def test_unused_functions() -> None:
    functions = UNUSED.functions
    assert len(functions) == 1
    more = msgspec.structs.replace(
        functions[0], node=msgspec.structs.replace(functions[0].node, file="a.py", line=1)
    )
    counts = msgspec.structs.replace(UNUSED.counts, unused=2)
    assert problem_lines(_unused(functions=(*functions, more), counts=counts)) == [
        "$.functions[1] out_of_order"
    ]
    assert problem_lines(_unused(functions=())) == ["$.counts wrong_count"]
    doubtful = msgspec.structs.replace(functions[0], verdict="perhaps")
    assert problem_lines(_unused(functions=(doubtful,))) == ["$.functions[0].verdict wrong_verdict"]
    assert problem_lines(_unused(is_unfinished=True)) == ["$.functions wrong_verdict"]


def _affected(**changes: object) -> AffectedReportV1:
    return msgspec.structs.replace(AFFECTED, **changes)


def test_affected_groups() -> None:
    assert problem_lines(_affected(packages=AFFECTED.packages[::-1])) == ["$.packages[1] out_of_order"]
    first = AFFECTED.owners[0]
    assert "$.owners wrong_count" in problem_lines(_affected(owners=(first, first)))
    none = msgspec.structs.replace(first, n_files=0)
    assert problem_lines(_affected(owners=(none,))) == ["$.owners wrong_count"]
    behind = msgspec.structs.replace(first, name="behind", n_files=0, distance=1, through=first.name)
    assert problem_lines(_affected(targets=(first, behind))) == []
    far = msgspec.structs.replace(behind, distance=2)
    assert problem_lines(_affected(targets=(first, far))) == ["$.targets[1].distance wrong_distance"]
