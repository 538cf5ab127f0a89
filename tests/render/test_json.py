"""Results as JSON can be read whatever files are called."""

import json

import msgspec

from codeshed.query.watch_event import WatchEvent, WatchEventKind
from codeshed.render.json_output import iter_footprints_json, iter_json_lines, to_json


class _Found(msgspec.Struct):
    by_path: dict[str, tuple[str, ...]]
    n_files: int = 1
    results: tuple[str, ...] = ()


_ODD = _Found({"odd_\udcff\udcfe.py": ("ü", "\udcff")})
_SHOWN = {"by_path": {"odd_\\udcff\\udcfe.py": ["ü", "\\udcff"]}, "n_files": 1, "results": []}


def test_names_that_are_not_utf8_are_escaped() -> None:
    assert json.loads(to_json(_ODD).encode()) == _SHOWN
    assert [json.loads(line.encode()) for line in iter_json_lines([_ODD])] == [_SHOWN]
    text = "".join(iter_footprints_json(_ODD, [_ODD]))
    assert json.loads(text.encode()) == _SHOWN | {"results": [_SHOWN]}


def test_an_event_with_such_a_name() -> None:
    event = WatchEvent(event=WatchEventKind.UPDATED, paths=("\udcff.py",))
    (line,) = iter_json_lines([event])
    assert json.loads(line)["paths"] == ["\\udcff.py"]


def test_others_are_written_as_they_are() -> None:
    assert '"ü"' in to_json(_Found({"a": ("ü",)}))
