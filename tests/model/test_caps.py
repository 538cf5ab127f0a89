"""Caps: profiles, choices, and what is said of wrong ones."""

import pytest

from codeshed.errors import InvalidOptionError
from codeshed.model.answers.caps import Caps, CapSettings, WorkBudget, caps_by_profile, caps_of, parse_caps


def test_every_profile_has_every_cap_and_larger_ones_allow_more() -> None:
    small, default, large = (caps_of(name) for name in ("small", "default", "large"))
    assert sorted(caps_by_profile()) == ["default", "large", "small", "wide"]
    for name in Caps.__struct_fields__:
        sizes = [getattr(caps, name) for caps in (small, default, large)]
        if name == "max_wall_clock_ms":
            # What a clock cuts differs from run to run, so that none runs unless somebody asks for it.
            assert sizes == [None, None, None]
        else:
            assert sizes == sorted(sizes)
            assert len(set(sizes)) == len(sizes)


def test_every_cap_can_be_chosen() -> None:
    assert CapSettings.__struct_fields__ == Caps.__struct_fields__


def test_the_last_choice_counts() -> None:
    caps = caps_of(
        "small", CapSettings(max_nodes=7, max_edges=8), parse_caps(("maxNodes=9", "maxWallClockMs=50"))
    )
    assert (caps.max_nodes, caps.max_edges, caps.max_depth) == (9, 8, caps_of("small").max_depth)
    assert caps.work == WorkBudget(max_work_units=caps_of("small").max_work_units, max_wall_clock_ms=50)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("maxNode=5", "no cap is called 'maxNode'", "did you mean 'maxNodes'?"),
        (
            "max_fanout_per_node=5",
            "no cap is called 'max_fanout_per_node'",
            "did you mean 'maxFanoutPerNode'?",
        ),
        ("maxNodes", "'maxNodes' does not say how many", "write a positive number: maxNodes=500"),
        ("maxNodes=0", "'maxNodes=0' does not say how many", "write a positive number: maxNodes=500"),
        ("maxNodes=-1", "'maxNodes=-1' does not say how many", "write a positive number: maxNodes=500"),
        ("maxNodes=many", "'maxNodes=many' does not say how many", "write a positive number: maxNodes=500"),
        (
            "maxNodes=999999999",
            "a cap is wrong: Expected `int` <= 100000000 - at `$.maxNodes`",
            "choose a smaller number",
        ),
    ],
)
def test_a_wrong_choice(text: str, message: str, hint: str) -> None:
    with pytest.raises(InvalidOptionError) as caught:
        parse_caps((text,))
    assert (caught.value.message, caught.value.hint) == (message, hint)


def test_a_profile_that_does_not_exist() -> None:
    with pytest.raises(InvalidOptionError) as caught:
        caps_of("huge")
    assert (caught.value.message, caught.value.hint) == (
        "no profile of caps is called 'huge'",
        "choose one of default, large, small, wide",
    )
