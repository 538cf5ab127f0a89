"""Risk flows: how a value is followed, what an answer says of it, and what caps leave out."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from codeshed.errors import RiskRulesError
from codeshed.model.answers.answer_rules import answer_problems
from codeshed.model.answers.caps import caps_of
from codeshed.project.risk_rules import parse_risk_rules, shipped_risk_rules
from tests.query.risk.flows import lines_of, risks, write_project


def _lines(tmp_path: Path, **texts: str) -> list[str]:
    return lines_of(risks(write_project(tmp_path, {f"{name}.py": text for name, text in texts.items()})))


def test_a_value_returns_only_to_the_call_that_it_came_in_by(tmp_path: Path) -> None:
    code = """
        import os

        def same(text):
            return text

        def one(request):
            os.system(same(request.GET["a"]))

        def other(request):
            same(request.GET["a"])
            os.system(same("ls"))
        """
    assert _lines(tmp_path, a=code) == ["command-injection: request.GET in one -> posix.system in one"] or (
        _lines(tmp_path, a=code) == ["command-injection: request.GET in one -> os.system in one"]
    )


def test_a_source_in_a_helper_reaches_its_callers(tmp_path: Path) -> None:
    code = """
        from flask import request
        from b import run

        def name():
            return request.args["name"]

        def show():
            run("ls", name())
        """
    helper = """
        import subprocess

        def run(command, *parts, quiet=False):
            subprocess.run(command + " " + " ".join(parts), shell=True)
        """
    assert _lines(tmp_path, a=code, b=helper) == [
        "command-injection: flask.request.args in name -> subprocess.run in run"
    ]


def test_fields_inner_functions_and_variables_of_the_file(tmp_path: Path) -> None:
    code = """
        import pickle
        from flask import request

        class Job:
            def __init__(self, text, name):
                self.text = text
                self.name = name

        def by_field():
            job = Job(request.data, "a")
            pickle.loads(job.name)
            return pickle.loads(job.text)

        def by_closure():
            text = request.data
            def load():
                return pickle.loads(text)
            return load()

        last = None

        def keep():
            global last
            last = request.data

        def by_global():
            return pickle.loads(last)
        """
    assert _lines(tmp_path, a=code) == [
        "unsafe-deserialisation: flask.request.data in by_closure -> pickle.loads in by_closure.load",
        "unsafe-deserialisation: flask.request.data in by_field -> pickle.loads in by_field",
        "unsafe-deserialisation: flask.request.data in keep -> pickle.loads in by_global",
    ]


_TWO = {
    "a.py": """
        import pickle
        from b import load

        def one(request):
            return load(request.body)

        def two(request):
            return pickle.loads(request.body)
        """,
    "b.py": """
        import pickle

        def load(text):
            return pickle.loads(text)
        """,
}


def test_an_answer_is_about_what_passes_through_a_seed(tmp_path: Path) -> None:
    root = write_project(tmp_path, _TWO)
    report = risks(root, around="b.py::load")
    assert lines_of(report) == ["unsafe-deserialisation: request.body in one -> pickle.loads in load"]
    assert (report.counts.flows_wanted, report.counts.flows_in_all) == (1, 2)
    flow = report.flows[0].summary
    assert flow.path.call_site_ids_by_step == (("a.py::one@1",),)
    assert [each.event for each in report.flows[0].steps] == ["begins", "enters", "ends"]
    assert flow.evidence is not None
    assert [each.call_site_id for each in flow.evidence.call_sites or ()] == ["a.py::one@1", "b.py::load@1"]
    assert answer_problems(report) == ()


def test_a_flow_keeps_its_id_when_lines_move(tmp_path: Path) -> None:
    def ids(root: Path) -> list[str]:
        return sorted(str(each.summary.flow_id) for each in risks(root).flows)

    before = ids(write_project(tmp_path, _TWO))
    moved = {name: f"# a comment\n\n{text}" for name, text in _TWO.items()}
    assert ids(write_project(tmp_path, moved)) == before
    assert len(set(before)) == 2


@pytest.mark.parametrize(
    ("cap", "limit"), [("max_risk_flows", 1), ("max_risk_evidence_per_flow", 1), ("max_work_units", 3)]
)
def test_caps_leave_records(tmp_path: Path, cap: str, limit: int) -> None:
    chosen: dict[str, Any] = {cap: limit}
    report = risks(write_project(tmp_path, _TWO), caps=replace(caps_of("large"), **chosen))
    assert len(report.truncation) == 1
    assert report.truncation[0].scope == "risk"
    assert answer_problems(report) == ()


def test_all_problems_of_a_rules_file_are_told_at_once() -> None:
    text = b"""
version: 2
sources:
  - id: Wrong
    kind: moon
    what: x
rules: []
guards:
  - {id: a, reason: b, rules: [nothing]}
without: [no-such-rule]
"""
    with pytest.raises(RiskRulesError) as raised:
        parse_risk_rules(text, origin="risk.yaml", shipped=shipped_risk_rules())
    assert [message for message, _ in raised.value.problems] == [
        "risk.yaml:2: version is not 1",
        "risk.yaml:4: 'reason' is missing",
        "risk.yaml:4: id is wrong: Expected `str` matching regex '^[a-z][a-z0-9-]{0,60}$'",
        "risk.yaml:5: kind is wrong: Invalid enum value 'moon'",
        "risk.yaml:9: there is no rule 'nothing'",
        "risk.yaml:10: no shipped entry has the id 'no-such-rule'",
    ]


def test_own_rules_are_added_and_shipped_ones_switched_off(tmp_path: Path) -> None:
    text = b"""
version: 1
without: [unsafe-deserialisation]
sources:
  - {id: carts, kind: request, what: a cart, reason: Customers fill it., calls: [shop.read_cart]}
rules:
  - id: no-mail
    category: mail
    severity: low
    action: mails it
    reason: Nobody reads it.
    remedy: do not
    sources: [request]
    sinks: [{calls: [smtplib.SMTP.sendmail, "*.sendmail"], arguments: ["2"]}]
"""
    rules = parse_risk_rules(text, origin="risk.yaml", shipped=shipped_risk_rules())
    code = """
        import pickle
        from shop import read_cart

        def send(server, request):
            pickle.loads(request.body)
            server.sendmail("a", "b", read_cart())
        """
    root = write_project(tmp_path, {"a.py": code})
    assert lines_of(risks(root, rules)) == ["no-mail: shop.read_cart() in send -> <server>.sendmail in send"]
