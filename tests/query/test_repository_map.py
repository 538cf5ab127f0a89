"""The map of a repository: packages, cycles, entry points, central code, and what fits a budget."""

import pytest
from msgspec.structs import replace

from codeshed.build.size import size_function
from codeshed.errors import InvalidOptionError, UnknownScopeError
from codeshed.model.answers.caps import CapSettings, caps_of
from codeshed.query.repository_map.package_groups import split_folders
from codeshed.query.repository_map.repository_map import MapRequest, RepositoryMapV1, repository_map
from codeshed.render.json_output import to_json
from codeshed.render.map_text import fit_map, map_markdown, map_text
from tests.support.notation import project

SHOP = project(
    """
    #- shop/cart/total.py
    def total(cart)
        call rate
        call log
    def discount(cart)
        call log
    #- shop/tax/rates.py
    def rate(land)
        call log
    def odd()
        call discount
    #- shop/log.py
    def log(text)
    #- tests/test_total.py
    def test_total()
        call total
    """
).graph()


def _map(scope: str = ".", **caps: int) -> RepositoryMapV1:
    return repository_map(SHOP, MapRequest(caps=caps_of("default", CapSettings(**caps)), scope=scope))


def test_packages_have_their_size_and_what_they_use() -> None:
    uses = {each.name: {use.name: use.calls for use in each.uses} for each in _map().packages}
    assert uses["shop/cart"] == {"shop/*": 2, "shop/tax": 1}
    assert uses["shop/tax"] == {"shop/*": 1, "shop/cart": 1}
    assert uses["shop/*"] == {}


def test_packages_that_use_each_other_are_a_cycle_with_its_weakest_link() -> None:
    (cycle,) = _map().cycles
    assert cycle.names == ("shop/cart", "shop/tax")
    assert (cycle.weakest_from, cycle.weakest_to, cycle.weakest_count) == ("shop/cart", "shop/tax", 1)


def test_tests_are_no_package_but_tell_what_they_lead_to() -> None:
    found = _map()
    assert "tests" not in {each.name for each in found.packages}
    assert (found.tests.n_functions, found.tests.n_reached_functions) == (1, 3)


def test_what_most_else_leads_to_comes_first_and_says_how_much_that_is() -> None:
    first = _map().central_code[0]
    assert first.node.label == "log"
    assert (first.n_functions, first.n_tests) == (4, 1)


def test_a_folder_has_a_map_of_its_own() -> None:
    found = _map("shop/tax")
    assert {each.node.label for each in found.central_code} == {"rate", "odd"}
    assert found.n_functions == 2


def test_an_unknown_folder_is_an_error() -> None:
    with pytest.raises(UnknownScopeError):
        _map("nowhere")


def test_what_the_cap_cuts_is_recorded() -> None:
    found = _map(max_nodes=2)
    assert len(found.central_code) == 2
    (cut,) = (each for each in found.truncation if each.cap == "maxNodes")
    assert (cut.observed, cut.omitted) == (5, 3)


@pytest.mark.parametrize("write", [map_text, map_markdown, to_json])
def test_a_map_within_a_budget_holds_as_much_central_code_as_fits(write: object) -> None:
    assert callable(write)
    size = size_function("words")
    whole = _map()
    budget = size.measure(write(whole)) - 1
    cut = fit_map(whole, write, size, budget)
    assert size.measure(write(cut)) <= budget
    assert cut.central_code == whole.central_code[: len(cut.central_code)]
    assert any(each.cap == "maxTokens" for each in cut.truncation)


def test_packages_and_working_sets_make_room_for_central_code() -> None:
    size, whole = size_function("words"), _map()
    large = replace(
        whole,
        packages=whole.packages * 20,
        largest_working_sets=whole.largest_working_sets * 5,
    )
    cut = fit_map(large, map_markdown, size, size.measure(map_markdown(whole)) + 20)
    assert cut.central_code
    assert 0 < len(cut.packages) < len(large.packages)
    (record,) = (each for each in cut.truncation if each.cap == "maxTokens")
    assert (record.note or "").endswith("smaller packages and working sets")
    (cause,) = (each for each in cut.basis.causes if each.code == "caps")
    assert cause.count == len(cut.truncation)


def test_a_budget_that_not_even_the_head_fits_names_the_least() -> None:
    with pytest.raises(InvalidOptionError, match="the smallest map has"):
        fit_map(_map(), map_markdown, size_function("words"), 3)


def test_the_text_names_members_of_one_type_once_and_stays_on_a_screen() -> None:
    many = project(
        "#- a.py\nclass Box\n"
        + "\n".join(f"def Box.m{n}(self)\n    call Box.m{(n + 1) % 60}" for n in range(60))
    ).graph()
    text = map_text(repository_map(many, MapRequest(caps=caps_of("default"))))
    assert len(text.splitlines()) <= 40
    start = text.partition("START HERE")[2].partition("\n\n")[0]
    assert start.count("a.py") == len({line.split("  ")[-2] for line in start.splitlines()[1:]})


def test_the_largest_folders_are_split_until_there_are_enough() -> None:
    sizes = {f"src/big/part{n}/x.py": 100 for n in range(5)} | {
        "src/small/x.py": 10,
        "src/top.py": 1,
        "setup.py": 1,
    }
    packages = split_folders(sizes)
    assert packages["src/big/part3/x.py"] == "src/big/part3"
    assert packages["src/small/x.py"] == "src/small"
    assert packages["src/top.py"] == "src/*"
    assert packages["setup.py"] == "."


def test_a_folder_that_holds_most_of_the_code_is_split_into_more_parts() -> None:
    sizes = {f"shop/part{n:02}/x.py": 10 for n in range(20)} | {f"other{n}/x.py": 5 for n in range(6)}
    assert len(set(split_folders(sizes).values())) == 26


def test_a_folder_with_very_many_subfolders_stays_whole_beside_others() -> None:
    sizes = {f"plugins/p{n:03}/x.py": 5 for n in range(100)} | {"core/x.py": 50}
    assert set(split_folders(sizes).values()) == {"plugins", "core"}
