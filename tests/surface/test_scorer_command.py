"""`codeshed index --scorer-command` with the example that asks a server, here one on this machine."""

import json
import shlex
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.support.repositories import Repository
from tests.surface.cli import ROOT, run

_JUDGE = ROOT / "examples" / "documentation_scorer" / "judge.py"
_TOY = ROOT / "tests" / "project" / "scoring" / "toy_scorer.py"
_CODE = '''def kept():
    """Says all"""


def lost():
    """Is refused"""


def moved():
    """Is redirected"""
'''


class _Server(ThreadingHTTPServer):
    """Answers questions about documentation as such servers do, and notes them."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.questions: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.keys: list[str | None] = []

    @property
    def address(self) -> str:
        """The address to ask."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        """Answer one question."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        item = json.loads(body["messages"][1]["content"])
        self.server.questions.append({"model": body["model"], **item})
        self.server.paths.append(self.path)
        self.server.keys.append(self.headers["Authorization"])
        if item["symbol"].endswith("lost"):
            self.send_error(500)
            return
        if item["symbol"].endswith("moved"):
            self.send_response(307)
            self.send_header("Location", "/elsewhere")
            self.end_headers()
            return
        said = 'Sure:\n```json\n{"score": 0.9, "reason": "all is said"}\n```'
        answer = json.dumps({"choices": [{"message": {"content": said}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def do_GET(self) -> None:
        """Note what nobody should ask."""
        self.server.paths.append(self.path)
        self.send_error(404)

    def log_message(self, *_: object) -> None:
        """Say nothing on stderr."""


@pytest.fixture
def server() -> Iterator[_Server]:
    with _Server() as found:
        thread = threading.Thread(target=found.serve_forever)
        thread.start()
        yield found
        found.shutdown()
        thread.join()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "codeshed.toml").write_text('types = "off"\n')
    (tmp_path / "a.py").write_text(_CODE)
    return tmp_path


def _run(*arguments: str) -> dict[str, Any]:
    outcome = run(*arguments)
    assert outcome.code == 0, outcome.err
    found: dict[str, Any] = json.loads(outcome.out)
    return found


def test_a_server_judges_and_answers_name_its_model(
    repository: Path, server: _Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "secret")
    command = shlex.join(
        (
            sys.executable,
            str(_JUDGE),
            "--url",
            server.address,
            "--model",
            "my model",
            "--key-variable",
            "MY_KEY",
        )
    )
    summary = _run("index", "--repo", str(repository), "--json", "--scorer-command", command)
    assert [each["data"] for each in summary["warnings"]] == [{"definitions": 2}]
    assert server.paths == ["/v1/chat/completions"] * 3
    assert server.keys == ["Bearer secret"] * 3
    assert {(each["model"], each["symbol"]) for each in server.questions} == {
        ("my model", f"a.py::{name}") for name in ("kept", "lost", "moved")
    }
    report = _run("footprint", "kept", "--repo", str(repository), "--format", "json")
    assert report["documentation_scorer"] == "my-model 1"
    assert len(server.paths) == 3


def test_a_key_that_is_not_there_is_an_error_at_once(repository: Path, server: _Server) -> None:
    words = (sys.executable, str(_JUDGE), "--url", server.address, "--model", "m", "--key-variable", "NO_KEY")
    outcome = run("index", "--repo", str(repository), "--scorer-command", shlex.join(words))
    assert outcome.code == 2
    assert server.paths == []


def test_nothing_is_asked_unless_it_is_asked_for(repository: Path, server: _Server) -> None:
    command = shlex.join((sys.executable, str(_JUDGE), "--url", server.address, "--model", "m"))
    _run("index", "--repo", str(repository), "--json", "--scorer-command", command)
    n_asked = len(server.paths)
    (repository / "a.py").write_text(_CODE.replace("Says", "Tells"))
    _run("index", "--repo", str(repository), "--json")
    status = _run("status", "--repo", str(repository), "--json")
    assert status["index"]["is_usable"] is True
    assert [each["data"] for each in status["index"]["warnings"]] == [{"definitions": 3}]
    assert len(server.paths) == n_asked
    summary = _run("index", "--repo", str(repository), "--json", "--rebuild")
    assert summary["warnings"] == []
    report = _run("footprint", "kept", "--repo", str(repository), "--format", "json")
    assert report["documentation_scorer"] == "signature-coverage"
    assert len(server.paths) == n_asked


def test_advice_shows_the_reason_of_a_scorer(repository: Path, tmp_path: Path) -> None:
    calls = "".join(f"def user{number}():\n    return helper(1)\n\n\n" for number in range(4))
    text = 'def helper(n: int) -> int:\n    """Return n as a sum of all of its many parts 0.1"""\n    return n\n\n\n'
    (repository / "a.py").write_text(text + calls)
    command = shlex.join((sys.executable, str(_TOY), str(tmp_path / "log")))
    _run("index", "--repo", str(repository), "--json", "--scorer-command", command)
    advice = _run("advise", "--repo", str(repository), "--format", "json")["advice"]
    (gaps,) = [each["gaps"] for each in advice if each["symbol"] == "a.py::helper"]
    assert gaps["documentation"] == ["it says so"]
    assert (gaps["documentation_score"], gaps["needed_score"]) == (0.1, 0.5)
    assert "document it: it says so" in run("advise", "--repo", str(repository)).out


def test_every_answer_names_the_scorer(repository: Path, tmp_path: Path) -> None:
    Repository(repository).commit()
    command = shlex.join((sys.executable, str(_TOY), str(tmp_path / "log")))
    _run("index", "--repo", str(repository), "--json", "--scorer-command", command)
    for question in (("footprint",), ("footprint", "kept"), ("advise",), ("gate",), ("history",)):
        report = _run(*question, "--repo", str(repository), "--format", "json")
        assert report["documentation_scorer"] == "toy 1"
        assert "(documented from 0.5 by toy 1)" in run(*question, "--repo", str(repository)).out


def test_a_command_that_cannot_run_ends_with_an_error(repository: Path) -> None:
    outcome = run("index", "--repo", str(repository), "--scorer-command", "/nowhere/at-all")
    assert outcome.code == 2
    assert "/nowhere/at-all" in outcome.err
