"""Each rule that is shipped finds what it is for, and not what is like it and harmless.

Functions whose names begin with `bad` must have a flow of the rule, those that begin with `good` none of any.
"""

import re

import pytest

from codeshed.project.risk_rules import shipped_risk_rules
from codeshed.query.risk.risk import RiskReportV1
from tests.query.risk.flows import risks, write_project

CODE = {
    "sql-injection/a.py": """
        import sqlite3
        from django.db import connection
        from flask import request
        from shop.models import Cart

        def bad_text(request):
            with connection.cursor() as cursor:
                cursor.execute("SELECT * FROM t WHERE a = '%s'" % request.GET["a"])

        def bad_raw(request):
            name = request.POST.get("name")
            return Cart.objects.raw(f"SELECT * FROM cart WHERE name = '{name}'")

        def bad_flask():
            database = sqlite3.connect("a.db")
            query = "SELECT * FROM t WHERE a = " + request.args.get("a", "")
            return database.execute(query).fetchall()

        def good_parameters(request):
            with connection.cursor() as cursor:
                cursor.execute("SELECT * FROM t WHERE a = %s", [request.GET["a"]])

        def good_number(request):
            with connection.cursor() as cursor:
                cursor.execute("SELECT * FROM t WHERE a = %d" % int(request.GET["a"]))

        def good_list(request):
            column = request.GET["column"]
            if column not in ("name", "price"):
                return None
            return Cart.objects.raw("SELECT * FROM cart ORDER BY " + column)
        """,
    "sql-injection/a.js": """
        const mysql = require("mysql");
        const pool = mysql.createPool({});
        function badQuery(req, res) {
          pool.query("SELECT * FROM t WHERE a = '" + req.query.a + "'", (error, rows) => res.json(rows));
        }
        function goodParameters(req, res) {
          pool.query("SELECT * FROM t WHERE a = ?", [req.query.a], (error, rows) => res.json(rows));
        }
        module.exports = { badQuery, goodParameters };
        """,
    "nosql-injection/a.js": """
        function badWhere(db, req, res) {
          const { limit } = req.query;
          db.collection("carts").find({ $where: `this.total > ${limit}` }).toArray();
        }
        function goodField(db, req, res) {
          db.collection("carts").find({ total: req.query.limit }).toArray();
        }
        module.exports = { badWhere, goodField };
        """,
    "command-injection/a.py": """
        import os
        import shlex
        import subprocess
        import sys

        def run(command):
            return subprocess.check_output(command, shell=True)

        def bad_helper(request):
            return run("ping " + request.POST["host"])

        def bad_argument():
            os.system("ls " + sys.argv[1])

        def good_list(request):
            subprocess.run(["ping", request.POST["host"]])

        def good_quoted(request):
            os.system("ping " + shlex.quote(request.POST["host"]))
        """,
    "command-injection/a.ts": """
        import { exec, execFile } from "child_process";
        export function badPing(req: any, res: any) {
          exec("ping " + req.body.host, (error, out) => res.json(out));
        }
        export function goodFile(req: any, res: any) {
          execFile("ping", [req.body.host], (error, out) => res.json(out));
        }
        """,
    "code-injection/a.py": """
        import ast

        def bad_eval(request):
            return eval(request.GET.get("sum"))

        def good_literal(request):
            return ast.literal_eval(request.GET.get("sum"))
        """,
    "code-injection/a.js": """
        exports.badEval = (req, res) => { const tax = eval(req.body.tax); res.json(tax); };
        exports.goodNumber = (req, res) => { const tax = parseInt(req.body.tax); res.json(eval(tax)); };
        """,
    "template-injection/a.py": """
        from flask import render_template_string, request

        def bad_template():
            return render_template_string("<h1>" + request.args["name"] + "</h1>")

        def good_variable():
            return render_template_string("<h1>{{ name }}</h1>", name=request.args["name"])
        """,
    "template-options/a.js": """
        exports.badOptions = (req, res) => { const cart = req.body; cart.total = 1; res.render("cart", cart); };
        exports.badSpread = (req, res) => res.render("cart", { ...req.body });
        exports.goodVariables = (req, res) => res.render("cart", { name: req.body.name });
        """,
    "template-options/a.ts": """
        export function badParts({ body }: Request, res: Response) { res.render("cart", body); }
        export function goodParts({ body }: Request, res: Response) { res.render("cart", { name: body.name }); }
        """,
    "xpath-injection/a.py": """
        from lxml import etree

        CARTS = etree.parse("carts.xml")

        def bad_text(request):
            return CARTS.xpath("//cart[name='%s']" % request.GET["name"])

        def good_variable(request):
            return CARTS.xpath("//cart[name=$name]", name=request.GET["name"])
        """,
    "sql-injection/server.py": """
        import re
        import sqlite3
        from http.server import BaseHTTPRequestHandler

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):  # def bad_do_GET
                fields = dict((each.group(1), each.group(2)) for each in re.finditer("(a)=(b)", self.path))
                sqlite3.connect("a.db").execute("SELECT * FROM cart WHERE name = " + fields["name"])

            def do_PUT(self):
                sqlite3.connect("a.db").execute("SELECT * FROM cart WHERE name = " + self.command)

            def good_name(self):
                sqlite3.connect("a.db").execute("SELECT * FROM cart WHERE name = " + self.path)

        def lambda_handler(event, context):  # def bad_lambda_handler
            sqlite3.connect("a.db").execute("SELECT * FROM cart WHERE name = " + event["name"])
        """,
    "unsafe-deserialisation/a.py": """
        import base64
        import json
        import pickle
        import yaml

        def bad_pickle(request):
            return pickle.loads(base64.b64decode(request.COOKIES["cart"]))

        def bad_yaml(request):
            return yaml.load(request.body, Loader=yaml.Loader)

        def good_json(request):
            return json.loads(request.body)

        def good_yaml(request):
            return yaml.safe_load(request.body)

        def good_loader(request):
            return yaml.load(request.body, Loader=yaml.SafeLoader)
        """,
    "path-traversal/a.py": """
        import os
        from pathlib import Path

        class View:
            def load(self, name):
                self.path = os.path.join("/data", name)

            def bad_field(self, request):
                self.load(request.GET["name"])
                return open(self.path).read()

        def bad_path(request):
            return Path("/data", request.GET["name"]).read_text()

        def good_base(request):
            return open(os.path.join("/data", os.path.basename(request.GET["name"])))

        def good_check(request):
            path = os.path.realpath(os.path.join("/data", request.GET["name"]))
            if not path.startswith("/data/"):
                return None
            return open(path)
        """,
    "path-traversal/a.js": """
        const fs = require("fs");
        const path = require("path");
        exports.badFile = (req, res) => fs.readFile(path.join("/data", req.params.name), (error, text) => res.json(text));
        exports.goodBase = (req, res) => fs.readFile(path.join("/data", path.basename(req.params.name)), () => 0);
        """,
    "server-side-request/a.py": """
        import requests

        def bad_host(request):
            return requests.get("https://" + request.GET["host"] + "/status")

        def good_fixed_host(request):
            return requests.get("https://shop.example/carts/" + request.GET["cart"])
        """,
    "server-side-request/a.js": """
        const axios = require("axios");
        exports.badUrl = async (req, res) => { const { url } = req.query; res.json(await axios.get(url)); };
        exports.goodUrl = async (req, res) => res.json(await axios.get(`https://shop.example/${req.query.cart}`));
        """,
    "open-redirect/a.py": """
        from django.shortcuts import redirect
        from django.utils.http import url_has_allowed_host_and_scheme

        def bad_next(request):
            return redirect(request.GET.get("next"))

        def good_own(request):
            return redirect("/carts/" + request.GET.get("cart"))

        def good_checked(request):
            target = request.GET.get("next")
            if url_has_allowed_host_and_scheme(target, allowed_hosts=None):
                return redirect(target)
            return redirect("/")
        """,
    "open-redirect/a.js": """
        exports.badNext = (req, res) => res.redirect(req.query.next);
        exports.goodOwn = (req, res) => res.redirect("/carts/" + req.query.cart);
        """,
    "cross-site-scripting/a.py": """
        import html
        from django.http import HttpResponse
        from django.utils.safestring import mark_safe

        def bad_response(request):
            return HttpResponse(f"<h1>{request.GET['name']}</h1>")

        def bad_safe(request):
            return mark_safe(request.GET["name"])

        def good_plain_text(request):
            return HttpResponse("no cart " + request.GET["name"], content_type="text/plain")

        def good_escaped(request):
            return HttpResponse(f"<h1>{html.escape(request.GET['name'])}</h1>")
        """,
    "cross-site-scripting/a.js": """
        const escape = require("escape-html");
        exports.badMarkup = (req, res) => res.send(`<h1>${req.query.name}</h1>`);
        exports.goodMarkup = (req, res) => res.send(`<h1>${escape(req.query.name)}</h1>`);
        """,
    "xml-entities/a.py": """
        from lxml import etree

        def bad_parse(request):
            return etree.fromstring(request.body)
        """,
    "sql-injection/stored.py": """
        import sqlite3
        import yaml

        def bad_file():
            sqlite3.connect("a.db").executescript(open("carts.sql").read())

        def bad_decoded(text):
            name = yaml.safe_load(text)["name"]
            sqlite3.connect("a.db").execute("SELECT * FROM cart WHERE name = '" + name + "'")

        def good_parameter(text):
            sqlite3.connect("a.db").execute("SELECT * FROM cart WHERE name = ?", [yaml.safe_load(text)["name"]])
        """,
    "command-injection/stored.py": """
        import json
        import os
        import subprocess
        from pathlib import Path

        def bad_environment():
            os.system("ls " + os.environ["CARTS"])

        def bad_variable():
            os.system("ls " + os.getenv("CARTS", ""))

        def bad_file():
            for line in open("carts.txt"):
                os.system("ls " + line)

        def bad_path():
            os.system(Path("command.txt").read_text())

        def bad_decoded(text):
            subprocess.run(json.loads(text)["command"], shell=True)

        def good_list():
            subprocess.run(["ls", os.environ["CARTS"]])
            subprocess.run(["ls", Path("folder.txt").read_text()])
        """,
    "command-injection/stored.js": """
        const { exec } = require("child_process");
        const fs = require("fs");
        exports.badEnvironment = () => { exec(`ls ${process.env.CARTS}`); };
        exports.badFile = () => { exec(fs.readFileSync("command.txt", "utf-8")); };
        exports.badDecoded = (text) => { exec(JSON.parse(text).command); };
        exports.goodConstant = () => { exec("ls " + (fs.readFileSync("a.txt").length + 1)); };
        """,
    "code-injection/stored.py": """
        import json
        import os
        import socket

        def bad_environment():
            return eval(os.environ["SUM"])

        def bad_file():
            exec(open("cart.py").read())

        def bad_decoded(text):
            return eval(json.loads(text)["sum"])

        def bad_socket():
            return eval(socket.socket().recv(1024))

        def good_number():
            return int(os.environ["SUM"]) + len(open("cart.py").read())
        """,
    "code-injection/stored.js": """
        const fs = require("fs");
        const net = require("net");
        function badFile() { fs.readFile("cart.js", (error, text) => eval(text)); }
        function badSocket() { net.connect(7000).on("data", (chunk) => eval(chunk)); }
        function goodSocket() { net.connect(7000).on("close", (reason) => eval(reason)); }
        module.exports = { badFile, badSocket, goodSocket };
        """,
    "unsafe-deserialisation/stored.py": """
        import base64
        import json
        import os
        import pickle

        def bad_file():
            with open("carts.pickle", "rb") as file:
                return pickle.load(file)

        def bad_environment():
            return pickle.loads(base64.b64decode(os.environ["CARTS"]))

        def bad_decoded(text):
            return pickle.loads(base64.b64decode(json.loads(text)["cart"]))

        def good_json():
            return json.load(open("carts.json"))

        def good_writing(carts):
            with open("carts.pickle", "wb") as file:
                pickle.dump(carts, file)
        """,
    "secret-in-log/a.py": """
        import logging

        def bad_log(settings):
            logging.info("connecting with %s", settings.password)

        def good_log(settings):
            logging.info("connecting to %s", settings.host)
        """,
}
"""The code of each rule, by its id."""

_GIVEN_NAMES = frozenset({"bad_do_GET", "bad_lambda_handler"})
"""Functions whose names frameworks decide; a comment marks them."""

_BAD = re.compile(r"(?:def |function |exports\.)(bad\w+)")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> RiskReportV1:
    """The report on all of the code."""
    return risks(write_project(tmp_path_factory.mktemp("rules"), CODE))


def test_every_rule_has_code() -> None:
    assert {path.partition("/")[0] for path in CODE} == {rule.id for rule in shipped_risk_rules().rules}


@pytest.mark.parametrize("path", CODE)
def test_a_rule_finds_what_it_is_for_and_nothing_else(path: str, report: RiskReportV1) -> None:
    rule = path.partition("/")[0]
    found = {
        (each.rule, str(getattr(each.steps[0].ref, "symbol_id", "")).rpartition("::")[2].rpartition(".")[2])
        for each in report.flows
        if each.steps[0].file == path
    }
    wanted = {
        (rule, name.removeprefix("bad_") if name in _GIVEN_NAMES else name)
        for name in _BAD.findall(CODE[path])
    }
    assert found == wanted


def test_a_sentence_explains_each_flow(report: RiskReportV1) -> None:
    sentences = {each.message for each in report.flows if each.rule == "command-injection"}
    assert (
        "data of a Django request (`request.POST`) is read in `bad_helper` and comes to `run`, where it becomes the first argument of "
        "`subprocess.check_output`, which runs it in a shell"
    ) in sentences


def test_what_is_stored_on_the_machine_is_less_severe(report: RiskReportV1) -> None:
    severities = {
        (each.message.partition(" (")[0], each.summary.severity)
        for each in report.flows
        if each.steps[0].file.endswith(("/stored.py", "/stored.js"))
    }
    assert severities == {
        ("an environment variable", "low"),
        ("the content of a file", "low"),
        ("a deserialised value", "low"),
        ("what another host answered", "high"),
    }


def test_every_kind_of_source_is_asked_for_by_a_rule() -> None:
    rules = shipped_risk_rules()
    assert {each.kind for each in rules.sources} == {kind for rule in rules.rules for kind in rule.sources}
