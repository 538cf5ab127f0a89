"""Which settings decide what an index holds."""

import msgspec
import pytest

from codeshed.model.answers.caps import CapSettings
from codeshed.model.findings.suppressions import IgnoredFinding
from codeshed.model.graph_ranking import GraphRankingConfig, RetrievalSettings
from codeshed.model.repository_settings import Settings, settings_signature

_DECISIVE = {
    "exclude": ("a",),
    "include": ("a",),
    "max_file_bytes": 7,
    "types": "off",
    "excluded_types": ("Context",),
    "common_method_names": ("handle",),
    "generated": "leave_out",
}
_OTHER = {
    "caps_profile": "large",
    "caps": CapSettings(max_nodes=7),
    "rules": ({"id": "layers"},),
    "ignore": (IgnoredFinding(code="layers", reason="legacy"),),
    "workers": 4,
    "max_memory_bytes": 9,
    "max_cache_bytes": 9,
    "refresh": "never",
    "refresh_max_files": 3,
    "retrieval": RetrievalSettings(graph_ranking=GraphRankingConfig(enabled=True)),
}


def test_every_setting_is_sorted_here() -> None:
    assert {*_DECISIVE, *_OTHER} == {*Settings.__struct_fields__}


@pytest.mark.parametrize("key", [*_DECISIVE])
def test_settings_that_change_an_index(key: str) -> None:
    changed = msgspec.structs.replace(Settings(), **{key: _DECISIVE[key]})
    assert settings_signature(changed) != settings_signature(Settings())


@pytest.mark.parametrize("key", [*_OTHER])
def test_settings_that_do_not(key: str) -> None:
    changed = msgspec.structs.replace(Settings(), **{key: _OTHER[key]})
    assert settings_signature(changed) == settings_signature(Settings())


def test_the_order_of_patterns_makes_no_difference() -> None:
    ordered = settings_signature(Settings(exclude=("a", "b"), include=("c",)))
    assert settings_signature(Settings(exclude=("b", "a", "b"), include=("c",))) == ordered
    assert settings_signature(Settings(exclude=("c",), include=("a", "b"))) != ordered


def test_the_order_of_common_names_makes_no_difference() -> None:
    ordered = settings_signature(Settings(excluded_types=("a", "b")))
    assert settings_signature(Settings(excluded_types=("b", "a", "b"))) == ordered
    assert settings_signature(Settings(common_method_names=("a", "b"))) != ordered


def test_the_signature_stays_as_it_is() -> None:
    # If this fails, every index is built anew; that is right only if what the settings mean has changed.
    assert settings_signature(Settings())[:16] == "60757b03bd98141b"
