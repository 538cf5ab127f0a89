"""Risk flows: how a value is followed, what an answer says of it, and what caps leave out."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from codeshed.errors import RiskRulesError
from codeshed.model.answers.answer_rules import answer_problems
from codeshed.model.answers.caps import caps_of
from codeshed.project.risk_rules import parse_risk_rules, shipped_risk_rules
from codeshed.query.risk import propagation
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
errors: [no-rule-either]
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
        "risk.yaml:11: there is no rule 'no-rule-either'",
    ]


def test_another_severity_is_for_sources_of_the_rule() -> None:
    text = b"""
version: 1
rules:
  - id: mail
    category: mail
    severity: low
    action: mails it
    reason: Nobody reads it.
    remedy: do not
    sources: [request]
    severity_by_source: {request: high, file: low}
    sinks: [{calls: [send]}]
"""
    with pytest.raises(RiskRulesError) as raised:
        parse_risk_rules(text, origin="risk.yaml", shipped=shipped_risk_rules())
    assert raised.value.problems == (
        ("risk.yaml:11: the rule is about no source of the kind 'file'", "its sources are request"),
    )


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


def test_a_path_begins_at_the_read_that_reaches_the_sink(tmp_path: Path) -> None:
    files = {
        "a.js": """
            const fs = require("fs");

            function show(req, res) {
                const name = req.body.name;
                const other = req.body.other;
                res.json(other);
                fs.readFileSync(name);
            }
            """,
        "b.py": """
            import hashlib
            import sqlite3

            def login(request):
                sql = "SELECT " + request.POST["name"] + hashlib.md5(request.POST["word"]).hexdigest()
                sqlite3.connect("a").cursor().execute(sql)
            """,
    }
    report = risks(write_project(tmp_path, files))
    first = {flow.rule: flow.steps[0] for flow in report.flows}
    assert first["path-traversal"].code == "req.body.name"
    assert (first["sql-injection"].code, first["sql-injection"].start_col) == ("request.POST", 22)


def test_a_check_of_an_equal_call_counts(tmp_path: Path) -> None:
    files = {
        "a.py": """
            from flask import redirect, request

            def checked():
                if request.args.get("next") and is_safe_url(request.args.get("next")):
                    return redirect(request.args.get("next"))

            def checks_another():
                if is_safe_url(request.args.get("other")):
                    return redirect(request.args.get("next"))

            def checks_a_form():
                if is_safe_url(request.form.get("next")):
                    return redirect(request.args.get("next"))
            """,
        "b.js": """
            const fs = require("fs");

            function checked(req, res) {
                const url = req.body.url;
                const kind = ["jpg", "png"].includes(url.split(".").slice(-1)[0].toLowerCase())
                    ? url.split(".").slice(-1)[0].toLowerCase()
                    : "jpg";
                fs.createWriteStream(`carts/${kind}`);
            }

            function checks_another(req, res) {
                const url = req.body.url;
                const kind = ["jpg", "png"].includes(url.split(".").slice(-1)[0].toLowerCase())
                    ? url.split("/").slice(-1)[0].toLowerCase()
                    : "jpg";
                fs.createWriteStream(`carts/${kind}`);
            }
            """,
    }
    assert lines_of(risks(write_project(tmp_path, files))) == [
        "open-redirect: flask.request.args in checks_a_form -> flask.redirect in checks_a_form",
        "open-redirect: flask.request.args in checks_another -> flask.redirect in checks_another",
        "path-traversal: req.body in checks_another -> fs.createWriteStream in checks_another",
    ]


def test_a_source_that_reaches_more_than_is_followed_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = """
        import os

        def run(request):
            a = request.GET["a"].strip().lower().upper()
            os.system(a)
        """
    root = write_project(tmp_path, {"a.py": code})
    monkeypatch.setattr(propagation, "_MAX_STEPS", 2)
    report = risks(root)
    assert (report.flows, report.truncation) == ((), ())
    assert "1 source reaches more places than are followed" in [
        f"{each.count} {each.message}" for each in report.basis.causes
    ]


def test_keyword_arguments_stay_apart(tmp_path: Path) -> None:
    code = """
        from flask import request

        def store(**options):
            save(options["text"])
            open(options.get("path"))

        def save(text):
            pass

        def stores_text():
            store(text=request.form.get("text"))

        def stores_at_path():
            store(path=request.form.get("path"))

        def opens_all(**options):
            for name, path in options.items():
                open(path)

        def passes_some():
            opens_all(cart=request.form.get("path"))
        """
    assert _lines(tmp_path, a=code) == [
        "path-traversal: flask.request.form in passes_some -> builtins.open in opens_all",
        "path-traversal: flask.request.form in stores_at_path -> builtins.open in store",
    ]


def test_a_field_has_a_value_only_behind_its_store(tmp_path: Path) -> None:
    code = """
        from flask import request

        class Role:
            def install(self):
                if self.src:
                    open(self.src)
                self.src = request.args.get("src")
                self.run()

            def run(self):
                open(self.src)

            def load(self):
                self.name = request.args.get("name")

            def opens_before_it_is_loaded(self):
                open(self.name)
                self.load()

            def opens_what_is_loaded(self):
                self.load()
                open(self.name)
        """
    report = risks(write_project(tmp_path, {"a.py": code}))
    sure = {str(each.steps[-1].ref.symbol_id): each.summary.confidence or 0 for each in report.flows}  # type: ignore[union-attr] # a function
    # Of another call of the same object, perhaps.
    assert sure["a.py::Role.opens_before_it_is_loaded"] < sure["a.py::Role.opens_what_is_loaded"]
    assert lines_of(report) == [
        "path-traversal: flask.request.args in Role.install -> builtins.open in Role.run",
        "path-traversal: flask.request.args in Role.load -> builtins.open in Role.opens_before_it_is_loaded",
        "path-traversal: flask.request.args in Role.load -> builtins.open in Role.opens_what_is_loaded",
    ]


def test_items_are_no_attributes_and_keys_stay_apart(tmp_path: Path) -> None:
    code = """
        import copy
        from flask import request

        def item(cart):
            cart[request.args.get("key")] = request.args.get("value")
            open(cart.path)

        def made_by_keywords():
            cart = dict(path=request.args.get("path"), name="a")
            open(cart["name"])
            return open(cart["path"])

        def copied():
            cart = {**{"path": request.args.get("path")}, "name": "a"}
            again = copy.deepcopy(cart)
            again.update(total=1)
            open(again["name"])
            return open(again.get("path"))

        def of_pairs():
            cart = dict([("path", request.args.get("path"))])
            return open(cart["path"])

        def deep(store):
            store.data["carts"]["a"]["name"] = request.args.get("name")
            open(store.data["carts"]["a"])
            open(store.data["carts"].get("a").path)
            return open(store.data["carts"]["a"]["name"])
        """
    assert _lines(tmp_path, a=code) == [
        "path-traversal: flask.request.args in copied -> builtins.open in copied",
        "path-traversal: flask.request.args in deep -> builtins.open in deep",
        "path-traversal: flask.request.args in made_by_keywords -> builtins.open in made_by_keywords",
        "path-traversal: flask.request.args in of_pairs -> builtins.open in of_pairs",
    ]


def test_spread_arguments_fill_what_follows_them(tmp_path: Path) -> None:
    files = {
        "a.py": """
            from flask import request

            def write(folder, level, *parts, path="a"):
                open(folder)
                for each in parts:
                    open(each)

            def spreads():
                write("a", "b", *[request.args.get("part")])

            def write_by_key(path, name):
                open(path)

            def spreads_keys():
                write_by_key(**{"name": request.args.get("name")})
                write_by_key(**{"path": request.args.get("path")})
            """,
        "b.js": """
            const fs = require("fs");
            function write(folder, ...parts) {
              fs.readFileSync(folder);
              fs.readFileSync(parts[0]);
            }
            function spreads(req, res) { write("a", ...[req.body.part]); }
            module.exports = { spreads };
            """,
    }
    report = risks(write_project(tmp_path, files))
    assert lines_of(report) == [
        "path-traversal: flask.request.args in spreads -> builtins.open in write",
        "path-traversal: flask.request.args in spreads_keys -> builtins.open in write_by_key",
        "path-traversal: req.body in spreads -> fs.readFileSync in write",
    ]
    assert [each.steps[-1].code for each in report.flows if each.steps[-1].file == "b.js"] == [
        "fs.readFileSync(parts[0])"
    ]


def test_a_flow_that_is_the_end_of_another_one_is_left_out(tmp_path: Path) -> None:
    code = """
        import json
        import os

        def decoded(request):
            os.system(json.loads(request.body)["command"])

        def reads(request):
            os.system(request.GET["a"])

        def hands_over(request):
            request.GET.get("b")
            reads(request)
        """
    report = risks(write_project(tmp_path, {"a.py": code}))
    assert lines_of(report) == [
        "command-injection: request.GET in reads -> os.system in reads",
        "command-injection: request.body in decoded -> os.system in decoded",
    ] or lines_of(report) == [
        "command-injection: request.GET in reads -> posix.system in reads",
        "command-injection: request.body in decoded -> posix.system in decoded",
    ]


def test_a_check_of_a_text_or_an_object_holds_for_what_is_made_of_it(tmp_path: Path) -> None:
    code = """
        from flask import request

        def text():
            path = f"/data/{request.args['name']}"
            if not is_safe(path):
                return None
            return open(path)

        def other_text():
            name = request.args["name"]
            if not is_safe(f"/data/{name}"):
                return None
            return open(name)
        """
    assert _lines(tmp_path, a=code) == [
        "path-traversal: flask.request.args in other_text -> builtins.open in other_text"
    ]


def test_a_text_that_is_one_of_a_list_vouches_for_its_parts(tmp_path: Path) -> None:
    code = """
        from flask import request

        def listed(known):
            name = request.args["name"]
            if f"data/{name}" not in known:
                return None
            return open(name)

        def other(known):
            name = request.args["name"]
            if f"data/{request.args['other']}" not in known:
                return None
            return open(name)
        """
    assert _lines(tmp_path, a=code) == [
        "path-traversal: flask.request.args in other -> builtins.open in other"
    ]


def test_a_check_that_raises_needs_no_condition(tmp_path: Path) -> None:
    code = """
        from flask import request
        from shop.paths import read_path, validate_path

        def raises():
            name = request.args["name"]
            validate_path(name)
            return open(name)

        def only_reads():
            name = request.args["name"]
            read_path(name)
            return open(name)
        """
    assert _lines(tmp_path, a=code) == [
        "path-traversal: flask.request.args in only_reads -> builtins.open in only_reads"
    ]


def test_characters_that_are_replaced_by_a_class_do_no_harm(tmp_path: Path) -> None:
    code = """
        import re
        from flask import request

        def all_but_letters():
            return open(re.sub("[^a-z]", "_", request.args["name"]))

        def spaces():
            return open(re.sub("[ ]", "_", request.args["name"]))
        """
    assert _lines(tmp_path, a=code) == [
        "path-traversal: flask.request.args in spaces -> builtins.open in spaces"
    ]


def test_a_pattern_that_tests_a_value_checks_it(tmp_path: Path) -> None:
    code = """
        const fs = require("fs");

        const NAME = /^[0-9a-f]{16}$/;

        function tested(req, res) {
          const name = req.params.name;
          if (!NAME.test(name)) return res.status(404).end();
          fs.readFile(name, () => res.end());
        }

        function untested(req, res) {
          const name = req.params.name;
          if (!NAME.test(req.params.other)) return res.status(404).end();
          fs.readFile(name, () => res.end());
        }
        """
    files = {"a.js": code}
    assert lines_of(risks(write_project(tmp_path, files))) == [
        "path-traversal: req.params in untested -> fs.readFile in untested"
    ]


def test_a_text_that_replaces_a_part_does_not_begin_the_result(tmp_path: Path) -> None:
    code = """
        import subprocess
        from flask import redirect, request

        def replaced(template):
            return redirect(template.replace("{}", request.args["name"]))

        def run(template):
            subprocess.run(template.replace("{}", request.args["name"]), shell=True)

        def whole():
            return redirect(request.args["name"].replace("/", "-"))
        """
    assert _lines(tmp_path, a=code) == [
        "command-injection: flask.request.args in run -> subprocess.run in run",
        "open-redirect: flask.request.args in whole -> flask.redirect in whole",
    ]


def test_a_check_of_the_form_of_a_value_counts(tmp_path: Path) -> None:
    code = """
        from flask import request
        from shop.forms import is_md5, is_old

        def checked():
            name = request.args["name"]
            return open(name) if is_md5(name) else None

        def not_checked():
            name = request.args["name"]
            return open(name) if is_old(name) else None
        """
    assert _lines(tmp_path, a=code) == [
        "path-traversal: flask.request.args in not_checked -> builtins.open in not_checked"
    ]


def test_a_route_parameter_of_a_closed_type_is_no_source(tmp_path: Path) -> None:
    code = """
        from enum import Enum
        from uuid import UUID

        from fastapi import FastAPI

        app = FastAPI()

        class Size(str, Enum):
            small = "small.webp"

        @app.get("/{name}")
        def by_name(name: str, number: int, cart: UUID, size: Size):
            open(f"/data/{number}")
            open(f"/data/{cart}")
            open(size.value)
            return open(name)
        """
    report = risks(write_project(tmp_path, {"a.py": code}))
    assert [each.steps[-1].code for each in report.flows] == ["open(name)"]


def test_an_object_that_an_inner_function_sees_is_no_request(tmp_path: Path) -> None:
    code = """
        class Printer:
            def start(self):
                self.open(self)
                return lambda: self.name

            def open(self, path):
                open(path)

        class View:
            def show(self):
                return lambda: open(self.request.GET["name"])

            def shows_later(request):
                return lambda: open(request.GET["name"])
        """
    assert _lines(tmp_path, a=code) == [
        "path-traversal: request.GET in View.shows_later -> builtins.open in View.shows_later"
    ]


def test_the_text_of_an_object_has_its_items_and_not_its_attributes(tmp_path: Path) -> None:
    code = """
        import logging

        def by_attribute(account, answer):
            account.access_token = answer["access_token"]
            logging.info(f"the token of {account} is new")

        def by_item(answer):
            logging.info(f"{ {'token': answer['access_token']} }")
        """
    assert _lines(tmp_path, a=code) == ["secret-in-log: access_token in by_item -> logging.info in by_item"]
