"""The distribution of footprints over a codebase."""

import pytest

from codeshed.errors import InvalidOptionError
from codeshed.footprint.options import FootprintOptions, Policy
from codeshed.footprint.percentiles import nearest_rank
from codeshed.query.footprint import iter_all_footprints
from codeshed.query.profile import profile
from tests.support.notation import project

SHOP = """
    #- shop/cart.py
    class Cart
    def Cart.total(self)
        call price
        call ?
    #- shop/money/price.py
    def price(sku)
        read RATES
    var RATES
    def set_rate()
        write RATES
    #- tests/test_cart.py
    def test_total()
        call Cart.total
    #- external
    def print(text)
    """


def test_percentiles_are_by_nearest_rank() -> None:
    assert [nearest_rank(range(1, 101), percent) for percent in (50, 90, 99)] == [50, 90, 99]
    assert [nearest_rank([7], percent) for percent in (50, 90, 99)] == [7, 7, 7]
    assert nearest_rank([1, 2], 50) == 1
    assert nearest_rank([1, 2, 3], 50) == 2


@pytest.mark.parametrize("policy", list(Policy))
def test_figures_are_those_of_the_single_footprints(policy: Policy) -> None:
    graph = project(SHOP).graph()
    options = FootprintOptions(policy=policy)
    totals = sorted(each.total_context_size for each in iter_all_footprints(graph, options))
    found = profile(graph, options, include_tests=True)
    assert found.distribution.count == len(totals) == 4
    assert (found.distribution.min, found.distribution.max) == (totals[0], totals[-1])
    assert found.distribution.mean == round(sum(totals) / 4, 2)
    assert found.distribution.p50 == totals[1]
    assert found.distribution.p99 == totals[3]
    assert [spot.total_context_size for spot in found.hotspots] == totals[::-1]
    assert sum(bucket.count for bucket in found.buckets) == 4
    for bucket in found.buckets:
        assert bucket.count == sum(bucket.low <= total < bucket.high for total in totals)


def test_tests_are_left_out_unless_asked_for() -> None:
    graph = project(SHOP).graph()
    found = profile(graph, FootprintOptions())
    assert (found.distribution.count, found.n_tests_left_out, found.tests_included) == (3, 1, False)
    assert [group.name for group in found.packages] == ["shop", "shop/money"]
    assert [group.name for group in found.files] == ["shop/cart.py", "shop/money/price.py"]
    assert [group.distribution.count for group in found.packages] == [1, 2]
    assert profile(graph, FootprintOptions(), include_tests=True).n_tests_left_out == 0


def test_hotspots_name_their_place_and_what_missing_contracts_cost() -> None:
    found = profile(project(SHOP).graph(), FootprintOptions(), top=1)
    spot = found.hotspots[0]
    assert (spot.file_path, spot.line) == ("shop/cart.py", 2)
    assert spot.total_context_size == spot.forward_context_size + spot.missing_contract_context_size


def test_unresolved_calls_make_the_profile_a_floor() -> None:
    assert profile(project(SHOP).graph(), FootprintOptions()).lower_bound
    assert not profile(project("def f()").graph(), FootprintOptions()).lower_bound


def test_a_codebase_without_functions_has_an_empty_profile() -> None:
    found = profile(project("var X").graph(), FootprintOptions())
    assert found.distribution.count == 0
    assert found.distribution.p50 is None
    assert (found.buckets, found.packages, found.hotspots) == ((), (), ())


def test_a_budget_and_a_negative_top_make_no_sense() -> None:
    graph = project("def f()").graph()
    with pytest.raises(InvalidOptionError):
        profile(graph, FootprintOptions(max_tokens=5))
    with pytest.raises(InvalidOptionError):
        profile(graph, FootprintOptions(), top=-1)


def test_what_lies_forward_and_the_worst_case_stand_beside_working_sets() -> None:
    graph = project(SHOP).graph()
    found = profile(graph, FootprintOptions(), include_tests=True)
    closures = [
        each.total_context_size
        for each in iter_all_footprints(graph, FootprintOptions(policy=Policy.CLOSURE))
    ]
    assert found.whole_forward
    assert found.worst_case
    assert (found.worst_case.distribution.min, found.worst_case.distribution.max) == (
        min(closures),
        max(closures),
    )
    assert found.forward_hotspots
    sizes = [spot.whole_forward_context_size for spot in found.forward_hotspots]
    assert found.whole_forward.max == sizes[0]
    beside = profile(graph, FootprintOptions(policy=Policy.CLOSURE))
    assert not beside.whole_forward
    assert not beside.worst_case


def test_a_saturated_worst_case_is_told() -> None:
    ring = "".join(f"def f{i:02}()\n    call f{(i + 1) % 30:02}\n" for i in range(30))
    worst = profile(project(ring).graph(), FootprintOptions()).worst_case
    assert worst
    assert (worst.saturated_share, worst.saturated_size) == (1.0, worst.distribution.p50)
    few = profile(project("def f()").graph(), FootprintOptions()).worst_case
    assert few
    assert few.saturated_share is None


@pytest.mark.parametrize("policy", [Policy.V1, Policy.V2])
def test_listings_are_profiled_by_a_sample_of_large_code(
    policy: Policy, monkeypatch: pytest.MonkeyPatch
) -> None:
    ring = "".join(f"def f{i:02}()\n    call f{(i + 1) % 30:02}\n" for i in range(30))
    graph = project(ring).graph()
    whole = profile(graph, FootprintOptions(policy=policy))
    assert (whole.distribution.count, bool(whole.n_functions)) == (30, False)
    monkeypatch.setattr("codeshed.query.profile._LISTING_WORK", 10 * (len(graph.nodes) + 30))
    sampled = profile(graph, FootprintOptions(policy=policy))
    assert (sampled.distribution.count, sampled.n_functions) == (10, 30)
    assert [spot.symbol for spot in sampled.hotspots] == [f"a.py::f{i:02}" for i in range(0, 30, 3)]
