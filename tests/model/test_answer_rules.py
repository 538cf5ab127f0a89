"""What every bounded answer must keep: real ones do, and each rule finds what breaks it."""

import json
from collections.abc import Callable, Iterator
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.answers.analysis_document import guess_schema, validate_analysis
from codeshed.model.answers.answer_basis import Basis, IndexIdentity, basis_of
from codeshed.model.answers.answer_graph import EDGE_TYPES, WitnessPathV1
from codeshed.model.answers.answer_rules import CAP_BY_ARRAY, answer_problems
from codeshed.model.answers.caps import Caps, CapSettings, caps_of
from codeshed.model.answers.node_references import NodeRef, SymbolRef
from codeshed.query.graph_pack import GraphContextPackV1, GraphPackRequest, PackDirection, graph_pack
from codeshed.query.impact.impact import GraphImpactAnalysisV1, ImpactDirection, ImpactRequest, impact
from codeshed.render.schemas import ANSWER_BY_SCHEMA, WRITTEN_BY_SCHEMA
from tests.support.notation import project
from tests.support.webs import SYMBOLS, WebEdge, guessed_webs, tied_webs, web_graph, webs

CAPS = st.builds(
    lambda *values: caps_of(
        "default", CapSettings(**dict(zip(CapSettings.__struct_fields__[:7], values, strict=True)))
    ),
    *(st.integers(1, 8) for _ in range(6)),
    st.integers(1, 60),
)


@given(
    webs() | tied_webs() | guessed_webs(),
    st.sampled_from((*SYMBOLS, "f", "nothing", "T.m")),
    st.sampled_from(PackDirection),
    CAPS,
    st.integers(1, 4),
)
def test_packs_keep_all_rules(
    edges: list[WebEdge], seed: str, direction: PackDirection, caps: Caps, depth: int
) -> None:
    request = GraphPackRequest(caps=caps, direction=direction, depth=depth, has_paths=True)
    pack = graph_pack(web_graph(edges), seed, request)
    report = validate_analysis(msgspec.json.encode(pack), "graph-context-pack", GraphContextPackV1)
    assert report.problems == ()
    assert msgspec.json.decode(msgspec.json.encode(pack), type=GraphContextPackV1) == pack


@given(
    webs() | tied_webs() | guessed_webs(),
    st.lists(st.sampled_from((*SYMBOLS, "f", "nothing")), min_size=1, max_size=3),
    st.sampled_from(ImpactDirection),
    CAPS,
    st.integers(1, 4),
)
def test_impacts_keep_all_rules(
    edges: list[WebEdge], seeds: list[str], direction: ImpactDirection, caps: Caps, depth: int
) -> None:
    request = ImpactRequest(caps=caps, seeds=tuple(seeds), direction=direction, depth=depth)
    found = impact(web_graph(edges), request)
    report = validate_analysis(msgspec.json.encode(found), "graph-impact", GraphImpactAnalysisV1)
    assert report.problems == ()


GRAPH = project(
    """
    #- a.py
    def start()
        call middle
    def middle()
        call end
    def end()
    """
).graph()


def document(seed: str = "start", *caps: CapSettings) -> dict[str, Any]:
    """Return a pack as JSON, with ways."""
    request = GraphPackRequest(caps=caps_of("default", *caps), depth=2, has_paths=True)
    decoded: dict[str, Any] = json.loads(msgspec.json.encode(graph_pack(GRAPH, seed, request)))
    return decoded


def path_of(pack: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON
    return pack["paths"][-1]


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda pack: pack["seed"].update(resolved=None), "$.seed.resolved not_resolved"),
        (lambda pack: pack["seed"].update(status="ambiguous"), "$.seed.resolved resolved_too_much"),
        (lambda pack: pack["seed"].update(candidates=[]), "$.seed.resolved no_candidate"),
        (
            lambda pack: pack["seed"]["candidates"].append({"kindGroup": "x"}),
            "$.seed.candidates[1] no_identity",
        ),
        (lambda pack: pack["nodes"].reverse(), "$.nodes[1] out_of_order"),
        (lambda pack: pack["nodes"].append(pack["nodes"][-1]), "$.nodes[3] out_of_order"),
        (lambda pack: pack["edges"].reverse(), "$.edges[1] out_of_order"),
        (lambda pack: pack["paths"].reverse(), "$.paths[1] out_of_order"),
        (lambda pack: pack["nodes"].pop(0), "$.nodes no_seed"),
        (lambda pack: pack["nodes"].pop(), "$.edges[0].to unknown_end"),
        (lambda pack: pack["edges"][-1].update(edgeType="contains"), "$.edges[1].edgeType containment"),
        (
            lambda pack: path_of(pack)["edges"][0].update(edgeType="contains"),
            "$.paths[1].edges[0].edgeType containment",
        ),
        (lambda pack: pack["nodes"][0].update(distance=1), "$.nodes no_seed"),
        (lambda pack: pack["nodes"][1].update(confidence=1.5), "$.nodes[1].confidence wrong_shape"),
        (
            lambda pack: pack["nodes"][0].update(ref={"type": "file", "path": "../a.py"}),
            "$.nodes[0].ref.path not_a_path",
        ),
        (
            lambda pack: pack["nodes"][0].update(ref={"type": "symbol", "symbolId": ""}),
            "$.nodes[0].ref.symbolId no_identity",
        ),
        (lambda pack: path_of(pack)["nodes"].pop(0), "$.paths[1].nodes wrong_length"),
        (lambda pack: path_of(pack)["nodes"].reverse(), "$.paths[1].nodes wrong_end"),
        (lambda pack: path_of(pack)["edges"].reverse(), "$.paths[1].edges[0] no_step"),
        (lambda pack: path_of(pack)["edges"].pop(), "$.paths[1].edges wrong_length"),
        (lambda pack: path_of(pack).update(partial=True), "$.paths[1].partial wrong_partial"),
        (
            lambda pack: path_of(pack).update(partial=True, unresolvedAt=[3]),
            "$.paths[1].unresolvedAt wrong_place",
        ),
        (lambda pack: path_of(pack).update(confidence=0.5), "$.paths[1].confidence wrong_confidence"),
        (lambda pack: pack["nodes"][2].update(distance=1), "$.paths[1].distance wrong_distance"),
        (lambda pack: pack["basis"].update(kind="lower-bound"), "$.basis.kind wrong_basis"),
        (
            lambda pack: pack.update(
                truncation=[{"scope": "graph", "cap": "maxNodes", "limit": 250, "note": "x"}]
            ),
            "$.basis.kind wrong_basis",
        ),
        (lambda pack: pack["basis"]["caps"].update(maxNodes=2), "$.nodes over_cap"),
        (lambda pack: pack["basis"]["caps"].update(maxEdges=1), "$.edges over_cap"),
        (lambda pack: pack["basis"]["caps"].update(maxPaths=1), "$.paths over_cap"),
        (
            lambda pack: pack["edges"][0]["evidence"].update(
                sites=pack["edges"][0]["evidence"]["sites"] * 33
            ),
            "$.edges[0].evidence.sites over_cap",
        ),
        (
            lambda pack: pack["edges"][0]["evidence"].update(sites=pack["edges"][0]["evidence"]["sites"] * 2),
            "$.edges[0].evidence.nSites wrong_count",
        ),
        (lambda pack: pack["edges"][0]["evidence"].update(nSites=9), "$.truncation no_record"),
        (
            lambda pack: pack["stats"]["counts"].update(nodesReturned=9),
            "$.stats.counts.nodesReturned wrong_count",
        ),
        (
            lambda pack: pack["stats"]["counts"].update(workUnitsUsed=10**8),
            "$.stats.counts.workUnitsUsed over_cap",
        ),
        (lambda pack: pack["edges"][0].update(edgeType="nonsense"), "$.edges[0].edgeType unknown_edge_type"),
        (
            lambda pack: path_of(pack)["edges"][0].update(edgeType="nonsense"),
            "$.paths[1].edges[0].edgeType unknown_edge_type",
        ),
        (lambda pack: pack["nodes"][0].update(file="/etc/a.py"), "$.nodes[0].file not_a_path"),
        (
            lambda pack: pack["edges"][0]["evidence"]["sites"][0].update(file="../a.py"),
            "$.edges[0].evidence.sites[0].file not_a_path",
        ),
        (lambda pack: pack.update(warnings=[{"code": "X", "message": "x"}] * 101), "$.warnings over_cap"),
        (lambda pack: pack.pop("version"), "$ wrong_shape"),
        (lambda pack: pack.update(version="2.0.0"), "$.version wrong_shape"),
        (lambda pack: pack["seed"].update(tagetName="x"), "$.seed.tagetName unknown_field"),
    ],
)
def test_each_rule_finds_what_breaks_it(change: Change, found: str) -> None:
    pack = document()
    change(pack)
    report = validate_analysis(json.dumps(pack).encode(), "graph-context-pack", GraphContextPackV1)
    assert found in [f"{each.path} {each.code}" for each in report.problems]
    assert report.is_valid is (found.endswith("unknown_field"))


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda pack: pack["truncation"].append(pack["truncation"][0]), "$.truncation[1] second_record"),
        (lambda pack: pack["truncation"][0].update(limit=7), "$.truncation[0].limit wrong_limit"),
        (lambda pack: pack["truncation"][0].pop("note"), "$.truncation[0].note no_remedy"),
        (lambda pack: pack["basis"].update(kind="exact"), "$.basis.kind wrong_basis"),
        (lambda pack: pack.update(truncation=[]), "$.truncation no_record"),
        (lambda pack: pack["basis"]["causes"][0].update(count=2), "$.basis.causes wrong_count"),
        (lambda pack: pack["basis"]["causes"][0].update(code="stale_files"), "$.basis.causes wrong_count"),
    ],
)
def test_records_of_what_was_cut(change: Change, found: str) -> None:
    pack = document("start", CapSettings(max_nodes=2))
    assert [each["cap"] for each in pack["truncation"]] == ["maxNodes"]
    change(pack)
    report = validate_analysis(json.dumps(pack).encode(), "graph-context-pack", GraphContextPackV1)
    assert found in [f"{each.path} {each.code}" for each in report.problems]


class _Impacted(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    ref: NodeRef
    distance: int
    steps: int | None = None
    users: int = 0
    is_test: bool = False
    confidence: float | None = None
    partial: bool = False
    witness_path: WitnessPathV1 | None = None


class _Analysis(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    depth: int
    impacted: tuple[_Impacted, ...]
    basis: Basis


def analysis(*impacted: _Impacted) -> _Analysis:
    return _Analysis(depth=2, impacted=impacted, basis=basis_of((), caps_of(), IndexIdentity()))


A, B = SymbolRef(symbol_id="a.py::a"), SymbolRef(symbol_id="a.py::b")
PARTIAL = WitnessPathV1(to=A, distance=1, nodes=(B, A), partial=True, unresolved_at=(1,))


@pytest.mark.parametrize(
    ("impacted", "found"),
    [
        ((_Impacted(ref=A, distance=1), _Impacted(ref=B, distance=1)), []),
        ((_Impacted(ref=B, distance=1), _Impacted(ref=A, distance=1)), ["$.impacted[1] out_of_order"]),
        (
            (_Impacted(ref=A, distance=1, confidence=0.5), _Impacted(ref=B, distance=1, confidence=0.9)),
            ["$.impacted[1] out_of_order"],
        ),
        (
            (
                _Impacted(ref=A, distance=1, confidence=0.9),
                _Impacted(ref=B, distance=1, confidence=0.7, users=9),
            ),
            [],
        ),
        (
            (
                _Impacted(ref=A, distance=1, confidence=0.7),
                _Impacted(ref=B, distance=1, confidence=0.6, users=9),
            ),
            ["$.impacted[1] out_of_order"],
        ),
        ((_Impacted(ref=A, distance=2), _Impacted(ref=B, distance=1, is_test=True)), []),
        ((_Impacted(ref=A, distance=4, steps=2),), []),
        ((_Impacted(ref=A, distance=1, steps=2),), ["$.impacted[0].distance wrong_distance"]),
        ((_Impacted(ref=A, distance=0),), ["$.impacted[0].distance wrong_distance"]),
        ((_Impacted(ref=A, distance=3),), ["$.impacted[0].distance wrong_distance"]),
        (
            (_Impacted(ref=B, distance=1, witness_path=PARTIAL, partial=True),),
            ["$.impacted[0].witnessPath wrong_end"],
        ),
        ((_Impacted(ref=A, distance=1, witness_path=PARTIAL),), ["$.impacted[0].partial wrong_partial"]),
        ((_Impacted(ref=A, distance=1, witness_path=PARTIAL, partial=True),), []),
    ],
)
def test_what_something_reaches(impacted: tuple[_Impacted, ...], found: list[str]) -> None:
    assert [f"{each.path} {each.code}" for each in answer_problems(analysis(*impacted))] == found


def test_the_number_of_what_something_reaches() -> None:
    request = ImpactRequest(caps=caps_of(), seeds=("middle",), direction=ImpactDirection.UPSTREAM, depth=2)
    found = impact(GRAPH, request)
    assert answer_problems(found) == ()
    stats = msgspec.structs.replace(found.stats, impacted_returned=9)
    problems = answer_problems(msgspec.structs.replace(found, stats=stats))
    assert [f"{each.path} {each.code}" for each in problems] == ["$.stats.impactedReturned wrong_count"]


@pytest.mark.parametrize(
    ("names", "schema"),
    [
        ({"version", "seed", "nodes", "edges", "basis", "stats"}, "graph-context-pack"),
        ({"version", "seed", "edges"}, "graph-context-pack"),
        ({"version", "seed", "direction", "depth", "impacted", "basis", "stats"}, "graph-impact"),
        ({"impacted"}, "graph-impact"),
        ({"version", "seed", "primary", "graph", "types"}, "composite-context-pack"),
        ({"version", "seed", "basis"}, None),
        ({"definitions"}, None),
        (set(), None),
    ],
)
def test_a_document_is_recognised_by_its_fields(names: set[str], schema: str | None) -> None:
    assert guess_schema(names, WRITTEN_BY_SCHEMA) == schema


@pytest.mark.parametrize("schema", sorted(WRITTEN_BY_SCHEMA))
def test_every_document_is_recognised_by_what_it_must_have(schema: str) -> None:
    fields = msgspec.structs.fields(WRITTEN_BY_SCHEMA[schema])
    assert guess_schema({each.encode_name for each in fields if each.required}, WRITTEN_BY_SCHEMA) == schema
    assert guess_schema({each.encode_name for each in fields}, WRITTEN_BY_SCHEMA) == schema


def test_every_kind_of_edge_has_its_name_in_the_contract() -> None:
    assert {kind.label for kind in EdgeKind} == EDGE_TYPES


UNCAPPED = {
    # What an answer says of itself; `maxWarnings` is no cap that a user sets.
    "causes", "truncation", "warnings", "staleFiles",
    # A few for each item: kinds of edges, steps of a way, reasons.
    "edgeTypes", "unresolvedAt", "entryPoints", "doubts", "why", "way", "writes", "members", "usedBy", "attempts",
    "callSiteIdsByStep", "steps",
    # A map: folders as they lie, a few of each kind.
    "languages", "cycles", "names", "uses", "examples", "largestWorkingSets",
    # The rules of a repository, and the chain that shows a violation.
    "rules", "path",
    # A search: hits are those of maxCandidates and those of context expansion; what a query names is bounded by its reader.
    "hits", "frames", "messages", "words", "fields", "commits", "reasons",
    "evidence",
    # What a call passes, of which the first 32 are shown, and how one signature changed.
    "args", "changes",
    "namedPaths",
    # A context: its budget of tokens and bytes bounds them.
    "leftOut", "more", "pieces",
    # A difference as git tells it, and what it affects, by package, target and owner: all or nothing.
    "files", "symbols", "gone", "mentions", "dangling", "packages", "targets", "owners", "filesWithoutOwner", "filesWithoutTarget",
    "changed",
}  # fmt: skip
"""Arrays of answers that no cap bounds."""


def _iter_arrays(kind: object, seen: set[type]) -> Iterator[str]:
    """Yield the names of all arrays below a type, as they are written."""
    if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct):
        for each in get_args(kind):
            yield from _iter_arrays(each, seen)
        return
    if kind in seen:
        return
    seen.add(kind)
    hints = get_type_hints(kind)
    for name, written in zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True):
        if any(get_origin(each) is tuple for each in (hints[name], *get_args(hints[name]))):
            yield written
        yield from _iter_arrays(hints[name], seen)


def test_every_array_of_an_answer_has_its_cap() -> None:
    arrays = {name for kind in ANSWER_BY_SCHEMA.values() for name in _iter_arrays(kind, set())}
    assert (CAP_BY_ARRAY.keys() | UNCAPPED) <= arrays
    missing = sorted(arrays - CAP_BY_ARRAY.keys() - UNCAPPED)
    assert not missing, (
        f"which cap bounds {missing}? Name it in CAP_BY_ARRAY of model/answers/answer_rules.py, or, if what is there is few "
        "by itself, in UNCAPPED of this file"
    )
