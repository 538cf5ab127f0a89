"""Asking Codeshed itself."""

import pytest

from bench.accuracy.exported import read_edges, run_export
from codeshed.version import __version__
from tests.bench.toy_shop import edge_lines, edges


def test_a_command_runs_in_this_process(capsys: pytest.CaptureFixture[str]) -> None:
    assert [run_export(["--version"]) for _ in range(2)] == [f"codeshed {__version__}\n".encode()] * 2
    assert capsys.readouterr().out == ""


def test_a_command_that_fails_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="ended with 2"):
        run_export(["no-such-command"])


def test_edges_are_read_line_by_line() -> None:
    exported = edges("a.py::f -call-> a.py::g [typed] @3")
    unknown_field = b'\n{"source": "a.py", "target": "ext:x", "kind": "read", "n_sites": 70}\n'
    found = read_edges(edge_lines(exported).encode() + unknown_field)
    assert found[0] == exported[0]
    assert (found[1].provenance, found[1].confidence, found[1].sites) == ("declared", 1.0, ())
