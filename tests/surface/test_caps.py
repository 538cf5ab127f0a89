"""Caps as a user of a command meets them: `--caps`, `--cap`, settings."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from codeshed.model.answers.caps import PACK_CAPS, Caps, caps_by_profile, caps_of
from tests.support.trees import make_tree
from tests.surface.cli import run

_TREE = """
a.py: def seed(): first(); second(); third() ; def first(): pass ; def second(): pass ; def third(): pass
"""


def _pack(root: Path, *options: str) -> dict[str, Any]:
    outcome = run("graph", "seed", "--repo", str(root), "--format", "json", *options)
    assert (outcome.code, outcome.err) == (0, "")
    decoded: dict[str, Any] = json.loads(outcome.out)
    return decoded


def test_options_come_before_settings_and_settings_before_profiles(tmp_path: Path) -> None:
    make_tree(tmp_path, _TREE + 'codeshed.toml: types = "off" ; caps_profile = "small" ; caps.maxNodes = 2')
    of_settings = _pack(tmp_path)
    assert len(of_settings["nodes"]) == 2
    caps = of_settings["basis"]["caps"]
    assert (caps["maxNodes"], caps["maxEdges"]) == (2, caps_of("small").max_edges)
    record = of_settings["truncation"][0]
    assert (record["cap"], record["limit"], record["observed"], record["omitted"]) == ("maxNodes", 2, 4, 2)
    assert of_settings["basis"]["kind"] == "lower-bound"
    of_option = _pack(tmp_path, "--cap", "maxNodes=3", "--caps", "large")
    caps = of_option["basis"]["caps"]
    assert (caps["maxNodes"], caps["maxEdges"]) == (3, caps_of("large").max_edges)
    assert len(of_option["nodes"]) == 3
    assert "truncation" not in _pack(tmp_path, "--cap", "maxNodes=4", "--cap", "maxNodes=9")


@pytest.mark.parametrize("profile", sorted(caps_by_profile()))
def test_settings_choose_any_profile(tmp_path: Path, profile: str) -> None:
    make_tree(tmp_path, _TREE + f'codeshed.toml: types = "off" ; caps_profile = "{profile}"')
    caps = _pack(tmp_path)["basis"]["caps"]
    assert msgspec.convert(caps, Caps) == caps_of(profile)


def test_what_a_cap_cut_is_told_to_people_too(tmp_path: Path) -> None:
    make_tree(tmp_path, _TREE + 'codeshed.toml: types = "off"')
    outcome = run("graph", "seed", "--repo", str(tmp_path), "--cap", "maxFanoutPerNode=1", "--depth", "99")
    assert outcome.code == 0
    cut = [line for line in outcome.out.splitlines() if line.startswith("CUT")]
    assert [line.split()[1] for line in cut] == ["maxDepth", "maxFanoutPerNode"]
    assert "a higher maxFanoutPerNode follows them" in cut[1]
    # What is not known is not written as nothing.
    assert "left out" not in cut[0].partition(";")[0]
    assert "not known" in cut[0]


def test_an_impact_has_every_cap_of_a_pack(tmp_path: Path) -> None:
    make_tree(tmp_path, _TREE + 'codeshed.toml: types = "off"')
    for cap in PACK_CAPS:
        outcome = run("impact", "seed", "--repo", str(tmp_path), "--cap", f"{cap}=1000", "--format", "json")
        assert outcome.code == 0, outcome.err
        assert json.loads(outcome.out)["basis"]["caps"][cap] == 1000
    cut = run(
        "impact", "seed", "--repo", str(tmp_path), "--cap", "maxEdges=1", "--direction", "downstream"
    ).out
    assert "CUT        maxEdges 1: " in cut


def test_wrong_caps_are_a_wrong_call(tmp_path: Path) -> None:
    make_tree(tmp_path, _TREE)
    for options, message in (
        (("--cap", "maxNode=3"), "codeshed: no cap is called 'maxNode'\n  did you mean 'maxNodes'?\n"),
        (
            ("--cap", "maxTokens=5"),
            "codeshed: this answer has no cap 'maxTokens'\n  caps are maxNodes, maxWorkUnits, maxWallClockMs, ",
        ),
        (("--caps", "huge"), "codeshed: no profile of caps is called 'huge'\n"),
    ):
        outcome = run("graph", "seed", "--repo", str(tmp_path), *options)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith(message)
    make_tree(tmp_path, "codeshed.toml: [caps] ; maxNode = 3")
    outcome = run("graph", "seed", "--repo", str(tmp_path))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "codeshed: codeshed.toml:2: there is no cap 'maxNode'\n  did you mean 'maxNodes'?\n"
    )
