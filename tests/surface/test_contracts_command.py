"""`codeshed contracts` and `codeshed export api-contracts`, as a user meets them."""

import json
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.contract.test_schemas import check_schema
from tests.support.repositories import Repository
from tests.surface.cli import run

_SETTINGS = {"codeshed.toml": 'types = "off"\n'}


def report(root: Path, *arguments: str) -> dict[str, Any]:
    outcome = run("contracts", "--repo", str(root), "--format", "json", "-q", *arguments)
    assert outcome.code in {0, 1}, outcome.err
    found: dict[str, Any] = json.loads(outcome.out)
    check_schema("api-contracts", found)
    return found


def findings(root: Path, *arguments: str) -> list[str]:
    """Return what is wrong, as `line: message`."""
    return [
        f"{each['data']['startLine']}: {each['message']}"
        for entry in report(root, *arguments)["symbols"]
        for each in entry.get("warnings") or []
        if each["code"] in {"ARITY_MISMATCH", "INCOMPATIBLE_ARG_KIND"}
    ]


def make_tree(root: Path, text_by_name: dict[str, str]) -> Path:
    root.mkdir()
    for name, text in text_by_name.items():
        (root / name).write_text(text, encoding="utf-8")
    return root


def python(tmp_path: Path, text: str) -> Path:
    return make_tree(tmp_path / "code", _SETTINGS | {"a.py": dedent(text)})


def test_wrong_calls_are_found(tmp_path: Path) -> None:
    root = python(
        tmp_path,
        """
        class Cart:
            def __init__(self, owner, *, currency="EUR"): ...
            def add(self, item, count=1): ...
            @staticmethod
            def parse(text): ...
            @classmethod
            def load(cls, path): ...

        def total(cart, /, rate): ...

        def main():
            cart = Cart("me", currency="USD")
            cart.add(1, count=2)
            Cart.add(cart, 1)
            Cart.parse("x")
            Cart.load("y")
            total(cart, rate=1)
            Cart()
            cart.add()
            Cart.add(cart)
            Cart.parse()
            Cart.load("y", "z")
            total(cart=cart, rate=1)
            cart.add(1, number=2)
        """,
    )
    assert sorted(findings(root)) == [
        "19: Cart needs 'owner', which is not passed",
        "20: add needs 'item', which is not passed",
        "21: add needs 'item', which is not passed",
        "22: parse needs 'text', which is not passed",
        "23: load takes at most 1 positional argument, and 2 are passed",
        "24: total 'cart' is passed by keyword, and it takes it by position only; needs 'cart', which is not passed",
        "25: add 'number' is passed by keyword, and it has no such parameter",
    ]


def test_generated_constructors(tmp_path: Path) -> None:
    root = python(
        tmp_path,
        """
        from dataclasses import KW_ONLY, dataclass, field
        from typing import ClassVar, NamedTuple
        import attr

        @dataclass
        class Base:
            a: int
            shared: ClassVar[int] = 3
            hidden: int = field(init=False, default=1)

        @dataclass
        class Point(Base):
            b: list = field(default_factory=list)
            _: KW_ONLY
            c: int

        class Pair(NamedTuple):
            x: int
            y: int = 2

        @attr.s
        class Old:
            _secret = attr.ib()
            size = attr.ib(default=1)
            note: str = "no field"

        Point(1, [], c=3)
        Pair(1)
        Old(1, size=2)
        Old(secret=1)
        Point(1)
        Point(1, [], 3, c=4)
        Pair(z=1)
        Old(1, 2, 3)
        """,
    )
    assert sorted(findings(root)) == [
        "32: Point needs 'c', which is not passed",
        "33: Point takes at most 2 positional arguments, and 3 are passed",
        "34: Pair 'z' is passed by keyword, and it has no such parameter; needs 'x', which is not passed",
        "35: Old takes at most 2 positional arguments, and 3 are passed",
    ]


def test_what_may_be_right_is_not_reported(tmp_path: Path) -> None:
    root = python(
        tmp_path,
        """
        import functools, sys, pytest
        from elsewhere import Strange, odd

        def keep(f):
            @functools.wraps(f)
            def inner(*args, **kwargs):
                return f(*args, **kwargs)
            return inner

        def inject(f):
            def inner(*args, **kwargs):
                return f(1, *args, **kwargs)
            return inner

        @keep
        def kept(a): ...

        @inject
        def injected(a, b): ...

        @odd
        def decorated(a): ...

        def target(a, b, c=1): ...

        if sys.platform == "x":
            def either(a): ...
        else:
            def either(a, b): ...

        class Meta(type):
            def __call__(cls, *args): ...

        class Made(metaclass=Meta):
            def __init__(self, a, b): ...

        class Alien(Strange): ...

        class Shape:
            def draw(self): ...
            def show(self):
                self.draw(1)

        class Circle(Shape):
            def draw(self, radius=1): ...

        bound = functools.partial(target, 1)

        def replaced(a): ...
        replaced = odd(replaced)

        def main(xs, names):
            kept(1); injected(2); decorated(1, 2, 3)
            target(*xs); target(1, **names); bound(2); bound(2, c=3)
            either(1); either(1, 2)
            Made(1); Alien(1, 2); replaced(1, 2)
            with pytest.raises(TypeError):
                target()
            try:
                target(1)
            except TypeError:
                pass
        """,
    )
    assert findings(root) == []
    unknown = {
        entry["symbol"]["name"]: each["message"]
        for entry in report(root)["symbols"]
        for each in entry.get("warnings") or []
        if each["code"] == "UNKNOWN"
    }
    assert (
        unknown["decorated"] == "its calls are not checked, since a decorator may change its parameters: @odd"
    )
    assert {"injected", "Alien", "__init__"} <= unknown.keys()


def test_the_same_calls_are_found_behind_wrappers_and_partial(tmp_path: Path) -> None:
    root = python(
        tmp_path,
        """
        import functools

        def keep(f):
            def inner(*args, **kwargs):
                return f(*args, **kwargs)
            return inner

        @keep
        def kept(a): ...

        def target(a, b): ...
        bound = functools.partial(target, 1)

        kept(1, 2)
        bound(2, 3)
        """,
    )
    assert sorted(findings(root)) == [
        "15: kept takes at most 1 positional argument, and 2 are passed",
        "16: target takes at most 2 positional arguments, and 3 are passed",
    ]


def test_what_a_field_with_a_partial_was_given_before_counts(tmp_path: Path) -> None:
    text = """
        from functools import partial

        class Field:
            def _table(self, options): ...

            def _either(self, a, b): ...

            def check(self):
                if isinstance(self, str):
                    return []
                self.either()
                self.either(1)
                return [self.table(), self.table(1, 2)]

            def fill(self, cls):
                self.table = partial(self._table, cls.meta)
                self.either = partial(self._either, cls.meta)

            def empty(self):
                self.either = partial(self._either, 1, 2)
        """
    root = make_tree(tmp_path / "code", {"a.py": dedent(text)})
    assert findings(root) == ["14: _table takes at most 1 positional argument, and 3 are passed"]


def test_types_that_cannot_fit(tmp_path: Path) -> None:
    root = python(
        tmp_path,
        """
        from typing import Any, Callable, Protocol, Sequence

        class Cart: ...
        class Gift(Cart): ...
        class Drawn(Protocol): ...

        def wait(seconds: float, label: str | None = None) -> None: ...
        def pack(cart: Cart, words: Sequence[str], then: Callable, what: Any, drawn: Drawn) -> None: ...
        def name() -> str: ...

        def main(count: int, text: str):
            wait(1, "x"); wait(count); wait(True, None)
            pack(Gift(), ["a"], main, 1, "x")
            wait("3")
            wait(1, count)
            wait(name())
            pack(text, 3, "f", 1, 1)
            wait("3")  # type: ignore[arg-type]
        """,
    )
    assert sorted(findings(root)) == [
        "15: \"3\" is str, and 'seconds' is declared as float",
        "16: count is int, and 'label' is declared as str | None",
        "17: name() is str, and 'seconds' is declared as float",
        "18: \"f\" is str, and 'then' is declared as typing.Callable",
        "18: 3 is int, and 'words' is declared as typing.Sequence[str]",
        "18: text is str, and 'cart' is declared as Cart",
    ]


def test_what_a_decorator_makes_is_no_function(tmp_path: Path) -> None:
    root = python(
        tmp_path,
        """
        import functools
        import other

        class Command: ...

        def command(function) -> Command:
            return Command()

        def run(command: Command) -> None: ...

        @command
        def made(): ...

        @other.registered
        class Registered: ...

        @functools.cache
        def cached(): ...

        def plain(): ...

        class Plain: ...

        run(made)
        run(Registered)
        run(cached)
        run(plain)
        run(Plain)
        """,
    )
    assert sorted(findings(root)) == [
        "27: cached is function, and 'command' is declared as Command",
        "28: plain is function, and 'command' is declared as Command",
        "29: Plain is type, and 'command' is declared as Command",
    ]


def test_types_that_the_type_engine_knows(tmp_path: Path) -> None:
    root = make_tree(
        tmp_path / "code",
        {
            "a.py": dedent(
                """
                import json

                def wait(seconds: float, label: str) -> None: ...

                class Job:
                    def __init__(self):
                        self.delay = None

                def main(words: list[str], key: bytes):
                    for number, word in enumerate(words):
                        wait(number, word)
                        wait(word, number)
                    wait(len(words), json.dumps(words))
                    wait(json.dumps(words), "x")
                    wait(Job().delay, "x")
                    key = str(key)
                    wait(1, key)
                """
            )
        },
    )
    assert sorted(findings(root)) == [
        "13: number is int, and 'label' is declared as str",
        "13: word is str, and 'seconds' is declared as float",
        "15: json.dumps(words) is str, and 'seconds' is declared as float",
    ]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.ts", "function f(a: number, b?: string) {}\nf(1)\nf()\nf(1, 'x', 2)\nf.call(null, 1, 2, 3)\n", [3, 4]),
        ("a.go", "package a\nfunc f(a int, b ...int) {}\nfunc g() (int, int) { return 1, 2 }\nfunc h(a, b int) {}\nfunc main() {\n\tf(1, 2, 3)\n\th(g())\n\tf()\n\th(1)\n}\n", [8, 9]),
        ("A.java", 'class A {\n  void f(int a) {}\n  void f(int a, int b) {}\n  void g(String... all) {}\n  void h(int a) {}\n  void main() {\n    f(1); f(1, 2); g(); g("a", "b");\n    h();\n  }\n}\n', [8]),
        ("a.php", "<?php\nfunction f($a, $b = 1) {}\nf(1, 2, 3);\nf();\nf(b: 2, a: 1);\nf(a: 1, c: 3);\nf(1, a: 2);\nf(...$x);\n$g = f(...);\n", [4, 6, 7]),
        ("A.cs", "class A {\n  void F(int a, int b = 1) {}\n  void Main() {\n    F(1); F(b: 1, a: 2); F(a: 1, 2);\n    F(1, c: 2);\n    F(b: 1);\n    new R(1);\n    Equals(1, 2);\n  }\n}\nrecord R(int X, int Y);\nstatic class E {\n  static int Twice(this A a, int n) => n;\n  static void G(A a) { a.Twice(1); Twice(a, 1); }\n}\n", [5, 6, 7]),
        ("a.rb", 'class Cart\n  def initialize(owner, limit:) = nil\n  def add(item, count = 1, *rest, last, key: 1, &block) = nil\n  def opts(a, options = {}) = nil\n  def pass(...) = add(...)\n  def all(*, **) = nil\n  def pair((a, b), c) = nil\nend\ncart = Cart.new("me", limit: 3)\ncart.add 1, 2, key: 3 do |x| x end\ncart.add(*xs, **y, &b)\ncart.opts(1, a: 2, "b" => 3)\ncart.all(1, 2, x: 3); cart.pass(1); cart.pair([1, 2], 3)\nCart.new("me")\ncart.add 1\ncart.add 1, 2, number: 3\ncart.opts(1, 2, 3)\n', [14, 15, 16, 17]),
        ("a.cpp", 'struct Cart {\n  Cart(int owner, int limit = 3);\n  void add(int item, int count = 1);\n  template <class... A> void make(A&&... args);\n  void log(const char* text, ...);\n};\nvoid Cart::add(int item, int count) {}\nvoid go(Cart& c) {\n  c.add(1); c.make<int>(1, 2, 3); c.log("a", 1, 2); c.add(LIST);\n  auto d = new Cart(1, 2, 3);\n  c.add();\n  c.add(1, 2, 3);\n}\n', [10, 11, 12]),
        ("A.scala", 'class Cart(owner: String, val limit: Int = 3)(implicit c: Int) {\n  def add(item: Int, count: Int = 1)(implicit n: Int): Unit = {}\n  def all(xs: Int*): Unit = {}\n  def put(pair: (Int, Int)): Unit = {}\n  def next: Int => Int = x => x\n}\ncase class P(x: Int, y: Int = 2)\nobject M {\n  def go(xs: Seq[Int]): Unit = {\n    val c = new Cart("x")\n    c.add(1); c.add(count = 2, item = 1); c.all(1, 2); c.all(xs: _*); c.put(1, 2); c.next(1); P(1)\n    new Cart()\n    c.add(1, 2, 3)\n    P(1, 2, 3)\n    c.add(number = 1, item = 2)\n  }\n}\n', [12, 13, 14, 15]),
        ("a.c", '#define TWICE(x) ((x) * 2)\nint add(int a, int b) { return a + b; }\nint print(const char *text, ...) { return 0; }\nint go(void) { print("a", 1); TWICE(1); return add(1, 2); }\nint bad(void) {\n  return add(1);\n}\n', [6]),
        ("b.ts", "interface A {\n  get(): number\n  get(key: string): string\n}\nfunction f(a: A) {\n  a.get()\n  a.get('x')\n  a.get('x', 1)\n}\n", [8]),
        ("b.rb", "class Cart\n  def add(item) = nil\n  alias put add\n  alias_method :push, :add\n  def all\n    put(1)\n    push(1)\n    add()\n  end\nend\n", [8]),
        ("b.cpp", "struct Base {\n  void append(int a, int b);\n};\nstruct Cart : Base {\n  using Base::append;\n  void append(int a) { append(a, a); }\n  void add(int a) { add(a, a); }\n};\n", [7]),
        (".phpstorm.meta.php", "<?php\nnamespace PHPSTORM_META;\nfunction f($a) {}\nexpectedArguments(f(), 0, 1);\n", []),
        ("a.lua", "local function f(a) end\nf(1, 2)\n", []),
        ("a.js", "function f(a) {}\nf()\nf(1, 2)\n", []),
    ],
)  # fmt: skip
def test_other_languages(tmp_path: Path, name: str, text: str, found: list[int]) -> None:
    root = make_tree(tmp_path / "code", _SETTINGS | {name: text})
    assert sorted(int(each.partition(":")[0]) for each in findings(root)) == found
    codes = {each["code"] for each in report(root).get("warnings", [])}
    assert ("NO_FIXED_ARITY" in codes) is (name in {"a.js", "a.lua"})


def test_a_difference_shows_contracts_and_broken_callers(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "code")
    (repository.root / "codeshed.toml").write_text(_SETTINGS["codeshed.toml"], encoding="utf-8")
    caller = "from a import *\n\ndef use():\n    price(1)\n    move(1, 2)\n    load(1)\n    gone()\n    same(1)\n    tell(1)\n"
    before = "def price(a): ...\ndef move(a, b): ...\ndef load(a): ...\ndef gone(): ...\ndef same(a): ...\ndef tell(a, b=1): ...\n"
    repository.commit(a_py=before, b_py=caller.replace("*", "price, move, load, gone, same, tell"))
    after = "def price(a, rate): ...\ndef move(b, a): ...\nasync def load(a): ...\ndef same(a, extra=1): ...\ndef tell(a, b=2): ...\n"
    repository.write(a_py=after)
    found = report(repository.root, "--diff", "HEAD")
    differences = {
        each["symbol"]["name"]: each["difference"] for each in found["symbols"] if "difference" in each
    }
    broken = {
        name: [(each["startLine"], each["code"]) for each in difference.get("brokenCalls", [])]
        for name, difference in differences.items()
    }
    assert broken["price"] == [(4, "parameter_required")]
    assert {code for _, code in broken["move"]} == {"parameter_reordered"}
    assert broken["load"] == [(6, "became_async")]
    assert (7, "removed") in broken["gone"]
    assert broken["same"] == []
    assert broken["tell"] == [(9, "default_changed")]
    assert differences["price"]["before"]["declared"] == "def price(a):"
    assert differences["price"]["after"]["declared"] == "def price(a, rate):"
    failed = run("contracts", "--repo", str(repository.root), "--diff", "HEAD", "--fail-on-warn", "-q")
    assert failed.code == 1
    assert "BROKEN_CONTRACT" in failed.out
    assert "CHANGED CONTRACTS" in failed.out


def test_a_name_that_another_module_has_is_not_broken(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "code")
    (repository.root / "codeshed.toml").write_text(_SETTINGS["codeshed.toml"], encoding="utf-8")
    repository.commit(
        a_py="def quote(text): ...\ndef send() -> None: ...\n", b_py="from a import quote\nquote(1)\n"
    )
    repository.write(
        a_py="def send() -> int: ...\n",
        b_py="from urllib.parse import quote\nfrom a import send\nquote(1)\nprint(send())\n",
    )
    found = report(repository.root, "--diff", "HEAD")
    assert [each for entry in found["symbols"] for each in entry["difference"].get("brokenCalls", [])] == []


def test_two_revisions_are_compared(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "code")
    (repository.root / "codeshed.toml").write_text(_SETTINGS["codeshed.toml"], encoding="utf-8")
    repository.commit(a_py="def price(a): ...\nprice(1)\n")
    repository.commit(a_py="def price(a, b): ...\nprice(1)\n")
    repository.commit(a_py="x = 1\n")
    found = report(repository.root, "--diff", "HEAD~2..HEAD~1")
    (entry,) = found["symbols"]
    assert [each["code"] for each in entry["difference"]["brokenCalls"]] == ["parameter_required"]
    assert found["generatedAt"] is not None


def test_a_baseline_accepts_what_is_found(tmp_path: Path) -> None:
    root = python(tmp_path, "def f(a): ...\nf()\n")
    accepted = str(tmp_path / "accepted.json")
    arguments = ("contracts", "--repo", str(root), "-q", "--fail-on-warn")
    assert run(*arguments, "--write-baseline", accepted).code == 0
    assert run(*arguments, "--baseline", accepted).code == 0
    (root / "a.py").write_text("def f(a): ...\n\nf()\nf(1, 2)\n", encoding="utf-8")
    failed = run(*arguments, "--baseline", accepted)
    assert failed.code == 1
    assert "a.py:4:1: warning" in failed.out
    assert "a.py:3:1: warning" not in failed.out
    (root / "wrong.json").write_text("{}", encoding="utf-8")
    assert run(*arguments, "--baseline", str(root / "wrong.json")).code == 2


@pytest.mark.parametrize("code", ["UNKNOWN", "unresolved-target", "ARITY_MISMATCH"])
def test_every_code_of_the_report_is_explained(code: str) -> None:
    assert "What to do" in run("contracts", "--explain", code).out


def test_an_unknown_code_is_a_wrong_call() -> None:
    outcome = run("contracts", "--explain", "NOPE")
    assert outcome.code == 2
    assert "no finding has the code" in outcome.err


def test_findings_fail_a_run_and_can_be_suppressed(tmp_path: Path) -> None:
    root = python(tmp_path, "def f(a): ...\nf()\n")
    assert run("contracts", "--repo", str(root), "-q").code == 0
    assert run("contracts", "--repo", str(root), "-q", "--fail-on-warn").code == 1
    annotated = run("contracts", "--repo", str(root), "-q", "--format", "github").out
    assert annotated.startswith("::warning title=ARITY_MISMATCH,file=a.py,line=2")
    for output in ("sarif", "gitlab", "junit", "findings"):
        assert "ARITY_MISMATCH" in run("contracts", "--repo", str(root), "-q", "--format", output).out
    (root / "a.py").write_text(
        "def f(a): ...\nf()  # codeshed: ignore[ARITY_MISMATCH] it shows the error\n", encoding="utf-8"
    )
    assert run("contracts", "--repo", str(root), "-q", "--fail-on-warn").code == 0
    assert run("contracts", "--explain", "arity-mismatch").out.startswith("# ARITY_MISMATCH")


def test_caps_cut_the_report_and_not_the_check(tmp_path: Path) -> None:
    root = python(tmp_path, "def f(a): ...\ndef g(): ...\nf(1)\nf(2)\nf(3)\nf()\ng()\n")
    found = report(root, "--cap", "maxSymbols=1", "--cap", "maxCallsPerSymbol=2")
    (entry,) = found["symbols"]
    assert [each["startLine"] for each in entry["observedCalls"]] == [6, 3]
    assert found["counts"]["mismatches"] == 1
    assert {each["cap"] for each in (*found["truncation"], *entry["truncation"])} == {
        "maxSymbols",
        "maxCallsPerSymbol",
    }
    cut = report(root, "--cap", "maxWarnings=1")
    assert sum(len(each.get("warnings") or []) for each in cut["symbols"]) == 1


@pytest.mark.parametrize("cap", ["maxSymbols=1", "maxCallsPerSymbol=2", "maxWarnings=1"])
def test_a_cut_report_keeps_its_contract(tmp_path: Path, cap: str) -> None:
    root = python(tmp_path, "def f(a): ...\ndef g(): ...\nf(1)\nf(2)\nf(3)\nf()\ng(1)\n")
    written = tmp_path / "report.json"
    written.write_text(json.dumps(report(root, "--cap", cap)), encoding="utf-8")
    checked = run("validate", str(written))
    assert checked.code == 0, checked.out


def test_call_sites_have_the_ids_of_the_graph(tmp_path: Path) -> None:
    root = python(tmp_path, "def f(a): ...\ndef use(x):\n    x.go(f(1), f(2))\n    f(3)\n")
    ids = [each["callSiteId"] for each in report(root, "f")["symbols"][0]["observedCalls"]]
    why = json.loads(run("why", "use", "a.py::f", "--repo", str(root), "--format", "json", "-q").out)
    assert sorted(ids) == sorted(each["callSiteId"] for edge in why["edges"] for each in edge["sites"])


def test_rows_of_the_artifact_are_bounded_and_sorted(tmp_path: Path) -> None:
    calls = "".join(f"    f('{'x' * 60}{number}')\n" for number in range(300))
    root = python(tmp_path, f"def f(a): ...\ndef b(): ...\ndef use():\n{calls}")
    outcome = run("export", "api-contracts", "--repo", str(root), "-q")
    rows = [json.loads(line) for line in outcome.out.splitlines()]
    assert [each["symbol"]["symbolId"] for each in rows] == ["a.py::b", "a.py::f", "a.py::use"]
    assert max(len(line.encode()) for line in outcome.out.splitlines()) <= 16 * 1024
    assert rows[1]["truncation"][0]["cap"] == "maxBytes"
    for each in rows:
        check_schema("api-contract", each)
