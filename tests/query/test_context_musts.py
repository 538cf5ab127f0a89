"""What every composite context must keep, for any question."""

import hashlib
import random
import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codeshed.build.size import size_function
from codeshed.context.context_tasks import Task
from codeshed.context.excerpts import Form
from codeshed.errors import InvalidOptionError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.answers.analysis_document import validate_analysis
from codeshed.model.answers.caps import CapSettings, caps_of
from codeshed.model.answers.context_answer import LeftOutV1
from codeshed.model.answers.node_references import ReferenceEnvelope, node_key
from codeshed.model.answers.truncation import MAX_WARNINGS, WarningRecord
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.index.graph_in_memory import index_repository
from codeshed.query.context.context_contract import CompositeContextPackV1, ContextRequest, IncludedSlices
from codeshed.query.context.context_pack import ContextPacker
from codeshed.render.context_scale import WRITERS, ContextFormat, FormatScale
from tests.support.market import MARKET, market

SEEDS = (
    "market/cart.py::Cart.total",
    "market/cart.py::Cart.__init__",
    "market/cart.py::Cart",
    "market/cart.py::discount",
    "market/cart.py",
    "market/money.py::Money.taxed",
    "market/money.py::RATE",
    "Cart.add",
    "total",
    "nothing",
)
NAMED_BUDGET = re.compile(r"--max-(?:tokens|bytes) (\d+)")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> tuple[CodeGraph, TextSourceReader]:
    return market(tmp_path_factory.mktemp("market"))


@pytest.fixture(scope="module")
def packer(world: tuple[CodeGraph, TextSourceReader]) -> ContextPacker:
    return ContextPacker(*world)


def requests() -> st.SearchStrategy[ContextRequest]:
    """Draw any question: budgets, slices, tasks and caps."""
    return st.builds(
        ContextRequest,
        caps=st.builds(
            lambda n_types, n_nodes, n_candidates, n_sites: caps_of(
                "default",
                CapSettings(
                    max_type_entries=n_types,
                    max_nodes=n_nodes,
                    max_candidates=n_candidates,
                    max_call_sites=n_sites,
                ),
            ),
            st.integers(1, 4) | st.just(100),
            st.integers(1, 6) | st.just(250),
            st.integers(1, 3),
            st.integers(1, 2),
        ),
        max_bytes=st.integers(200, 20_000),
        max_tokens=st.none() | st.integers(60, 3000),
        hops=st.integers(1, 3),
        include=st.builds(
            IncludedSlices,
            graph=st.booleans(),
            types=st.booleans(),
            risk=st.booleans(),
            imports=st.booleans(),
            usages=st.booleans(),
            callers_callees=st.booleans(),
        ),
        task=st.sampled_from(Task),
        explain=st.booleans(),
    )


def packed(
    packer: ContextPacker, seeds: list[str], request: ContextRequest, output: ContextFormat
) -> CompositeContextPackV1 | None:
    """Return a pack, nothing if the budget is too small for any."""
    scale = FormatScale(output, size_function(), explain=request.explain)
    try:
        return packer.pack(seeds, request, scale)
    except InvalidOptionError:
        return None


@settings(max_examples=150)
@given(
    seeds=st.lists(st.sampled_from(SEEDS), min_size=1, max_size=3),
    request=requests(),
    output=st.sampled_from(ContextFormat),
)
def test_every_context_fits_its_budget_and_keeps_the_contract(
    packer: ContextPacker, seeds: list[str], request: ContextRequest, output: ContextFormat
) -> None:
    pack = packed(packer, seeds, request, output)
    if pack is None:
        return
    text = WRITERS[output](pack)
    assert len(text.encode()) == pack.stats.bytes_used <= request.max_bytes
    assert size_function().measure(text) == pack.stats.tokens_estimated
    assert request.max_tokens is None or (pack.stats.tokens_estimated or 0) <= request.max_tokens
    content = msgspec.json.encode(pack)
    measures = {size_function().name: lambda: size_function().measure}
    report = validate_analysis(content, "composite-context-pack", CompositeContextPackV1, measures)
    # Figures of another form are those of its text, which is not what lies here.
    is_json = output is ContextFormat.JSON
    assert [each for each in report.problems if is_json or each.code != "wrong_size"] == []
    assert msgspec.json.decode(content, type=CompositeContextPackV1) == pack
    for each in (pack.primary, *pack.more):
        if each.excerpt:
            assert each.range is not None
            assert each.excerpt_hash == f"sha256:{hashlib.sha256(each.excerpt.encode()).hexdigest()}"
            lines = MARKET[each.file or ""].split("\n")
            shown = [line.strip() for line in lines[each.range.start_line - 1 :]]
            assert [line.strip() for line in each.excerpt.split("\n")] == shown[
                : each.excerpt.count("\n") + 1
            ]


def is_there(graph: CodeGraph, pack: CompositeContextPackV1, missing: LeftOutV1) -> bool:
    """Say whether a pack shows a symbol in a form, or a longer one, or in the text of another."""
    key = node_key(missing.ref)
    forms = [Form.LINE, Form.SIGNATURE, Form.FULL]
    enough = {each.value for each in forms[forms.index(Form(missing.form)) :]}
    if any(node_key(each.ref) == key and each.form in enough for each in pack.pieces):
        return True
    row = graph.find_row(key.partition(":")[2])
    assert row is not None
    first, _, last, _ = graph.nodes.spans[row].tolist()
    texts = [(each.file, each.range) for each in pack.pieces if each.form == "full"]
    texts += [(each.file or "", each.range) for each in (pack.primary, *pack.more) if each.range is not None]
    return any(
        file == graph.file_path(row) and lines.start_line <= first and last <= lines.end_line
        for file, lines in texts
    )


def with_budget(request: ContextRequest, budget: int) -> ContextRequest:
    """Return the same question with another limit of what is scarcer; the other one does not count."""
    if request.budget.is_by_tokens:
        return msgspec.structs.replace(request, max_tokens=budget, max_bytes=20 * budget)
    return msgspec.structs.replace(request, max_tokens=None, max_bytes=budget)


@settings(max_examples=100)
@given(
    seeds=st.lists(st.sampled_from(SEEDS), min_size=1, max_size=3),
    request=requests(),
    output=st.sampled_from(ContextFormat),
    n_warnings=st.just(0) | st.integers(1, 12),
)
def test_what_is_left_out_fits_at_the_budget_that_is_named(
    packer: ContextPacker, seeds: list[str], request: ContextRequest, output: ContextFormat, n_warnings: int
) -> None:
    warnings = tuple(
        WarningRecord(
            code="INDEX_STALE", message=f"market/part{place}.py was not read whole: " + "x " * place
        )
        for place in range(n_warnings)
    )
    graph = msgspec.structs.replace(packer.graph, warnings=warnings)
    packer = ContextPacker(graph, TextSourceReader(MARKET))
    pack = packed(packer, seeds, request, output)
    if pack is None or pack.primary.provenance is None:
        return
    for missing in pack.left_out:
        larger = packed(packer, seeds, with_budget(request, missing.fits_at), output)
        assert larger is not None
        assert is_there(packer.graph, larger, missing)
    for record in pack.truncation:
        if record.cap not in {"maxTokens", "maxBytes"}:
            continue
        budgets = [int(each) for each in NAMED_BUDGET.findall(record.note or "")]
        if not budgets:
            # With the least frame only the budget of the seed's text is named.
            assert pack.primary.is_cut
            assert pack.primary.excerpt
            assert not pack.pieces
            assert record.scope != "context"
            continue
        assert record.limit < min(budgets)
        larger = packed(packer, seeds, with_budget(request, budgets[0]), output)
        assert larger is not None
        match record.scope:
            case "graph":
                assert larger.graph is not None
                assert len(larger.graph.edges) == record.observed
            case "types":
                assert larger.types is not None
                assert len(larger.types.facts) == record.observed
            case _ if "whole at" in (record.note or ""):
                assert not any(each.is_cut for each in (larger.primary, *larger.more))
            case _:
                # There may be fewer of them: a body takes in the fields that it sets.
                assert all(is_there(packer.graph, larger, each) for each in pack.left_out)


@pytest.mark.parametrize("output", ContextFormat)
def test_budgets_are_true_where_a_larger_answer_has_more_warnings(
    packer: ContextPacker, output: ContextFormat
) -> None:
    message = "was not read whole by its extractor: syntax_error: missing }, and 10 more"
    warnings = tuple(
        WarningRecord(code="INDEX_STALE", message=f"market/part{n}.py {message}") for n in range(7)
    )
    packer = ContextPacker(msgspec.structs.replace(packer.graph, warnings=warnings), TextSourceReader(MARKET))
    for budget in range(300, 1500, 11):
        request = ContextRequest(
            caps=caps_of(), max_bytes=10 * budget, max_tokens=budget, include=IncludedSlices(graph=False)
        )
        pack = packed(packer, ["market/cart.py::Cart.total"], request, output)
        for missing in () if pack is None else pack.left_out:
            larger = packed(
                packer, ["market/cart.py::Cart.total"], with_budget(request, missing.fits_at), output
            )
            assert larger is not None
            assert is_there(packer.graph, larger, missing), budget


@settings(max_examples=40)
@given(
    seeds=st.lists(st.sampled_from(SEEDS), min_size=1, max_size=3),
    request=requests(),
    output=st.sampled_from(ContextFormat),
)
def test_a_budget_that_is_refused_names_one_that_is_not(
    packer: ContextPacker, seeds: list[str], request: ContextRequest, output: ContextFormat
) -> None:
    scale = FormatScale(output, size_function(), explain=request.explain)
    small = msgspec.structs.replace(request, max_tokens=5, max_bytes=20)
    with pytest.raises(InvalidOptionError, match="too small") as refused:
        packer.pack(seeds, small, scale)
    n_tokens, n_bytes = map(int, re.findall(r"(\d+) (?:tokens and|bytes$)", str(refused.value)))
    enough = msgspec.structs.replace(request, max_tokens=n_tokens, max_bytes=n_bytes)
    assert packer.pack(seeds, enough, scale).stats.max_tokens == n_tokens


@settings(max_examples=60)
@given(seed=st.sampled_from(SEEDS[:7]), n_nodes=st.integers(1, 6), n_types=st.integers(1, 3))
def test_what_caps_cut_inside_a_slice_is_told_at_the_top(
    packer: ContextPacker, seed: str, n_nodes: int, n_types: int
) -> None:
    caps = caps_of("default", CapSettings(max_nodes=n_nodes, max_type_entries=n_types))
    request = ContextRequest(caps=caps, max_bytes=1_000_000)
    pack = packed(packer, [seed], request, ContextFormat.JSON)
    full = packed(packer, [seed], msgspec.structs.replace(request, caps=caps_of("large")), ContextFormat.JSON)
    assert pack is not None
    assert pack.graph is not None
    assert pack.types is not None
    assert full is not None
    assert full.graph is not None
    assert full.types is not None
    records = {each.cap: each for each in pack.truncation}
    assert ("maxNodes" in records) == (len(full.graph.nodes) > n_nodes)
    assert set(pack.graph.truncation) <= set(pack.truncation)
    assert ("caps" in {each.code for each in pack.basis.causes}) == bool(records)
    if len(full.types.facts) > n_types:
        assert records["maxTypeEntries"].observed == len(full.types.facts)
        assert records["maxTypeEntries"].omitted == len(full.types.facts) - n_types
    else:
        assert "maxTypeEntries" not in records


@pytest.mark.parametrize("output", list(ContextFormat))
def test_what_code_leaves_free_goes_to_the_graph(packer: ContextPacker, output: ContextFormat) -> None:
    request = ContextRequest(caps=caps_of(), max_bytes=60_000, max_tokens=6000)
    pack = packed(packer, ["market/cart.py::Cart.total"], request, output)
    assert pack is not None
    assert pack.graph is not None
    assert pack.types is not None
    assert pack.truncation == ()


@settings(max_examples=40)
@given(seeds=st.lists(st.sampled_from(SEEDS), min_size=1, max_size=2), request=requests())
def test_what_is_left_out_has_a_record(
    packer: ContextPacker, seeds: list[str], request: ContextRequest
) -> None:
    pack = packed(packer, seeds, request, ContextFormat.MD)
    if pack is None or pack.primary.provenance is None:
        return
    told = {(each.scope, each.cap) for each in pack.truncation}
    budget = {("context", "maxTokens"), ("context", "maxBytes")}
    rows = {node_key(each.ref) for each in (pack.primary, *pack.more) if each.ref is not None}
    named = pack.seed.candidates if isinstance(pack.seed, ReferenceEnvelope) and pack.more else ()
    if pack.left_out or any(each.is_cut for each in (pack.primary, *pack.more)) or len(named) > len(rows):
        assert told & budget
    for scope, piece in (("graph", pack.graph), ("types", pack.types)):
        if piece is None and getattr(request.include, scope):
            assert {(scope, "maxTokens"), (scope, "maxBytes")} & told or scope == "types"
    assert (pack.basis.kind == "lower-bound") or not pack.truncation


@pytest.mark.parametrize("output", list(ContextFormat))
def test_nothing_is_missing_without_a_limit(packer: ContextPacker, output: ContextFormat) -> None:
    request = ContextRequest(caps=caps_of(), max_bytes=1_000_000)
    pack = packed(packer, ["market/cart.py::Cart.total"], request, output)
    assert pack is not None
    assert (pack.truncation, pack.left_out) == ((), ())


@pytest.mark.parametrize(
    ("name", "graph"),
    [("imports", "importGraph"), ("usages", "usageGraph"), ("callers_callees", "callGraph")],
)
def test_a_toggle_leaves_out_what_it_names_and_nothing_else(
    packer: ContextPacker, name: str, graph: str
) -> None:
    def graphs(include: IncludedSlices) -> dict[str, int]:
        request = ContextRequest(caps=caps_of(), max_bytes=1_000_000, include=include)
        pack = packed(packer, ["market/cart.py"], request, ContextFormat.JSON)
        assert pack is not None
        assert pack.graph is not None
        counts: dict[str, int] = {}
        for each in pack.graph.edges:
            counts[each.graph or ""] = counts.get(each.graph or "", 0) + 1
        return counts

    every = graphs(IncludedSlices())
    without = graphs(msgspec.structs.replace(IncludedSlices(), **{name: False}))
    assert every[graph]
    assert graph not in without
    # What only those edges led to is gone with them, and with it the edges between.
    assert set(without) == set(every) - {graph}


@pytest.mark.parametrize("name", ["graph", "types", "risk"])
def test_a_slice_that_is_not_wanted_is_not_there(packer: ContextPacker, name: str) -> None:
    include = msgspec.structs.replace(IncludedSlices(), **{name: False})
    request = ContextRequest(caps=caps_of(), max_bytes=1_000_000, include=include)
    pack = packed(packer, ["market/cart.py::Cart.total"], request, ContextFormat.JSON)
    assert pack is not None
    assert getattr(pack, name) is None
    others = {"graph", "types"} - {name}
    assert all(getattr(pack, each) is not None for each in others)
    assert ("RISK_NOT_AVAILABLE" in {each.code for each in pack.warnings}) is (name != "risk")


@pytest.mark.parametrize("output", list(ContextFormat))
def test_the_same_bytes_whatever_was_asked_before(
    world: tuple[CodeGraph, TextSourceReader], output: ContextFormat
) -> None:
    request = ContextRequest(caps=caps_of(), max_bytes=6000)
    shuffled = list(SEEDS)
    texts: dict[str, set[str]] = {seed: set() for seed in SEEDS}
    for number in range(3):
        random.Random(number).shuffle(shuffled)  # noqa: S311 - a shuffle that repeats
        packer = ContextPacker(*world)
        for seed in shuffled:
            pack = packed(packer, [seed], request, output)
            assert pack is not None
            texts[seed].add(WRITERS[output](pack))
    assert {len(each) for each in texts.values()} == {1}


def test_the_order_of_files_changes_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    request = ContextRequest(caps=caps_of(), max_bytes=6000)
    texts = set()
    for is_reversed in (False, True):
        root = tmp_path_factory.mktemp("market")
        for path, text in sorted(MARKET.items(), reverse=is_reversed):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        packer = ContextPacker(index_repository(root, types="off"), TextSourceReader(MARKET))
        pack = packed(packer, ["market/cart.py::Cart"], request, ContextFormat.JSON)
        assert pack is not None
        texts.add(WRITERS[ContextFormat.JSON](pack))
    assert len(texts) == 1


def test_a_field_is_shown_once(packer: ContextPacker) -> None:
    for seed in ("market/cart.py::Cart.total", "market/cart.py::Cart.__init__"):
        request = ContextRequest(caps=caps_of(), max_bytes=20_000, task=Task.EXPLAIN)
        pack = packed(packer, [seed], request, ContextFormat.MD)
        assert pack is not None
        assert WRITERS[ContextFormat.MD](pack).count("self.items: list[Money] = []") == 1


def test_warnings_that_are_not_shown_are_counted(world: tuple[CodeGraph, TextSourceReader]) -> None:
    graph, sources = world
    many = tuple(WarningRecord(code="INDEX_STALE", message=f"{place}") for place in range(MAX_WARNINGS + 7))
    packer = ContextPacker(msgspec.structs.replace(graph, warnings=many), sources)
    request = ContextRequest(caps=caps_of(), max_bytes=100_000)
    for seed in ("market/cart.py::Cart.total", "total"):
        pack = packed(packer, [seed], request, ContextFormat.MD)
        assert pack is not None
        (record,) = [each for each in pack.truncation if each.cap == "maxWarnings"]
        assert record.limit == MAX_WARNINGS
        assert pack.graph is None or not [each for each in pack.graph.truncation if each.cap == "maxWarnings"]


def test_the_rules_find_what_breaks_them(packer: ContextPacker) -> None:
    request = ContextRequest(caps=caps_of(), max_bytes=9000)
    pack = packed(packer, ["market/cart.py::Cart.total"], request, ContextFormat.JSON)
    assert pack is not None
    primary, stats = pack.primary, pack.stats
    replace = msgspec.structs.replace
    wrong = {
        "wrong_hash": replace(pack, primary=replace(primary, excerpt_hash="sha256:0")),
        "wrong_range": replace(
            pack, primary=replace(primary, range=pack.pieces[0].range, excerpt="a\n" * 90)
        ),
        "over_budget": replace(pack, stats=replace(stats, max_bytes=10)),
        "wrong_count": replace(pack, stats=replace(stats, pieces_returned=1)),
        "shown_twice": replace(pack, pieces=(*pack.pieces, pack.pieces[0])),
        "no_seed": replace(
            packed(packer, ["Cart.add"], request, ContextFormat.JSON) or pack, primary=primary
        ),
        "out_of_order": replace(pack, more=(primary,)),
    }
    for code, broken in wrong.items():
        content = msgspec.json.encode(broken)
        report = validate_analysis(content, "composite-context-pack", CompositeContextPackV1)
        assert code in {each.code for each in report.problems}
