"""Which overrides a call can run, and how sure that is."""

from typing import Any

import pytest
from msgspec.structs import replace

from codeshed.build.graph import build_graph
from codeshed.build.link.dispatch import MAX_DISPATCHED
from codeshed.build.size import WordCount
from codeshed.footprint.options import FootprintOptions, Policy
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.semantic import (
    Candidate,
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Document,
    Provenance,
    Reference,
    ReferenceRole,
    SemanticData,
    TypeKind,
    UnresolvedReason,
)
from codeshed.model.source_reader import TextSourceReader
from codeshed.model.span import Span
from codeshed.query.footprint import footprint_of

BASES = {"Base": (), "Left": ("Base",), "Right": ("Base",), "Low": ("Left",), "Bare": ("Right",)}
"""All but Bare have a method `run` of their own."""


def definitions(bases: dict[str, tuple[str, ...]]) -> tuple[Definition, ...]:
    found = []
    for number, (name, of_class) in enumerate(bases.items()):
        found.append(
            Definition(
                symbol_id=f"a.py::{name}",
                name=name,
                kind=DefinitionKind.TYPE,
                span=Span(10 * number + 1, 0, 10 * number + 5, 0),
                details=DefinitionDetails(
                    type_kind=TypeKind.CLASS, inherits=tuple(f"a.py::{each}" for each in of_class)
                ),
            )
        )
        if name != "Bare":
            found.append(function(f"a.py::{name}.run", 10 * number + 2, owner=f"a.py::{name}"))
    return (*found, function("a.py::go", 5001), function("a.py::make", 6001))


def function(symbol: str, line: int, owner: str = "a.py") -> Definition:
    return Definition(
        symbol_id=symbol,
        name=symbol.rpartition(".")[2],
        kind=DefinitionKind.FUNCTION,
        span=Span(line, 0, line + 1, 0),
        enclosing_symbol=owner,
    )


def call(target: str, line: int = 5002, source: str = "go", **facts: object) -> Reference:
    reference = Reference(
        enclosing_symbol=f"a.py::{source}",
        target_symbol=f"a.py::{target}",
        role=ReferenceRole.CALL,
        span=Span(line, 4, line, 12),
    )
    return replace(reference, **facts)


def graph_of(*references: Reference, bases: dict[str, tuple[str, ...]] = BASES) -> CodeGraph:
    document = Document(path="a.py", language="python", definitions=definitions(bases), references=references)
    return build_graph(SemanticData(documents=(document,)), TextSourceReader({}), measure=WordCount())


def dispatched(graph: CodeGraph, source: str = "a.py::go") -> dict[str, float]:
    return {
        edge.target.partition("::")[2]: edge.confidence
        for edge in graph.iter_edges()
        if edge.source == source and edge.kind is EdgeKind.CALL and edge.through is not None
    }


def receiver(*names: str, is_closed: bool = False) -> dict[str, Any]:
    return {"receiver_types": tuple(f"a.py::{each}" for each in names), "receiver_closed": is_closed or None}


def made(name: str) -> Reference:
    return call(name, line=6002, source="make")


@pytest.mark.parametrize(
    ("references", "expected"),
    [
        ((call("Base.run"),), {"Left.run": 0.5, "Low.run": 0.5, "Right.run": 0.5}),
        ((call("Base.run"), made("Low")), {"Left.run": 0.3, "Low.run": 0.6, "Right.run": 0.3}),
        ((call("Base.run"), made("Bare")), {"Left.run": 0.3, "Low.run": 0.3, "Right.run": 0.6}),
        ((call("Base.run", **receiver("Left")),), {"Left.run": 0.9, "Low.run": 0.3}),
        ((call("Base.run", **receiver("Left", is_closed=True)), made("Low")), {"Left.run": 0.9}),
        ((call("Base.run", **receiver("Base", is_closed=True)), made("Low")), {}),
        ((call("Left.run", **receiver("Base", "Left")), made("Right")), {"Low.run": 0.5}),
        ((call("Base.run", is_exact=True), made("Low")), {}),
    ],
)
def test_overrides_by_evidence(references: tuple[Reference, ...], expected: dict[str, float]) -> None:
    assert dispatched(graph_of(*references)) == expected


def test_many_overrides_are_unlikely_but_on_the_own_object() -> None:
    bases: dict[str, tuple[str, ...]] = {"Base": (), **{f"C{number}": ("Base",) for number in range(5)}}
    makers = [call(f"C{number}", line=6002 + number, source="make") for number in range(5)]
    own = call("Base.run", line=3, source="Base.run")
    graph = graph_of(call("Base.run"), own, *makers, bases=bases)
    assert set(dispatched(graph).values()) == {0.4}
    assert set(dispatched(graph, "a.py::Base.run").values()) == {0.8}


def test_a_list_of_many_classes_says_little() -> None:
    bases: dict[str, tuple[str, ...]] = {"Base": (), **{f"C{number}": ("Base",) for number in range(5)}}
    listed = receiver("Base", *(f"C{number}" for number in range(5)))
    assert set(dispatched(graph_of(call("Base.run", **listed), bases=bases)).values()) == {0.4}
    few = receiver("Base", *(f"C{number}" for number in range(4)))
    confidences = dispatched(graph_of(call("Base.run", **few), bases=bases))
    assert confidences == {**{f"C{number}.run": 0.9 for number in range(4)}, "C4.run": 0.3}


def test_overrides_of_a_doubtful_method_are_doubtful() -> None:
    doubtful = call("Base.run", confidence=0.6, provenance=Provenance.INFERRED)
    assert dispatched(graph_of(doubtful, made("Low"))) == {"Left.run": 0.3, "Low.run": 0.4, "Right.run": 0.3}


def test_a_direct_call_stays_as_it_is() -> None:
    graph = graph_of(call("Base.run"), call("Left.run", line=5003, confidence=0.2), made("Left"))
    edge = next(
        each for each in graph.iter_edges() if (each.source, each.target) == ("a.py::go", "a.py::Left.run")
    )
    assert (edge.confidence, edge.through, edge.n_sites) == (0.2, None, 1)
    assert "Left.run" not in dispatched(graph)


def test_one_of_many_methods_that_a_call_runs_belongs_to_no_policy() -> None:
    possible = call(
        "Left.run",
        target_symbol=None,
        candidates=tuple(Candidate(symbol=f"a.py::{each}.run", confidence=0.6) for each in ("Left", "Right")),
        reason=UnresolvedReason.TOO_MANY_TARGETS,
        provenance=Provenance.INFERRED,
    )
    graph = graph_of(possible, call("Base.run", source="make"))
    confidence_by_target = {
        edge.target: edge.confidence for edge in graph.iter_edges() if edge.source == "a.py::go"
    }
    assert confidence_by_target == {"a.py::Left.run": 0.6, "a.py::Right.run": 0.6}
    for policy in (Policy.CLOSURE, Policy.V1, Policy.V2):
        options = FootprintOptions(policy=policy, min_confidence=0.0)
        assert "a.py::Left.run" not in footprint_of(graph, "a.py::go", options).reachable_set


def test_overrides_beyond_the_cap_are_counted() -> None:
    bases: dict[str, tuple[str, ...]] = {
        "Base": (),
        **{f"C{number}": ("Base",) for number in range(MAX_DISPATCHED + 1)},
    }
    graph = graph_of(call("Base.run"), bases=bases)
    assert len(dispatched(graph)) == MAX_DISPATCHED
    warning = next(each for each in graph.warnings if each.code == "DISPATCH_CAPPED")
    assert "a.py::Base.run" in warning.message
