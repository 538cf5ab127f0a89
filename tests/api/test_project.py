"""A project answers like the command line, and about the files as they are."""

import doctest
import inspect
import io
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import codeshed
from codeshed.api.answer import Answer
from codeshed.api.index_opening import IndexOptions
from codeshed.api.project import Project
from codeshed.cli.command_table import COMMANDS_BY_GROUP, SUBCOMMANDS
from codeshed.errors import CodeshedError, FileUnreadableError, InvalidOptionError, NoChangeNamedError
from tests.surface.cli import ROOT, run
from tests.surface.questions import QUESTIONS, make_shop

PAGE = ROOT / "docs" / "reference" / "python-api.md"

Ask = Callable[[Project], Answer[msgspec.Struct]]

ASKS: dict[str, Ask] = {
    "footprint": lambda project: project.footprint("checkout"),
    "context": lambda project: project.context("Cart.total", task="edit", output="json", full=True),
    "graph": lambda project: project.graph("Cart.total", has_paths=True),
    "callers": lambda project: project.callers("Cart.total"),
    "callees": lambda project: project.callees("checkout"),
    "path": lambda project: project.path("checkout", "Money.times"),
    "why": lambda project: project.why("receipt", "Cart.total"),
    "impact": lambda project: project.impact("Cart.total"),
    "arch": lambda project: project.arch_check(),
    "affected": lambda project: project.affected("HEAD"),
    "map": lambda project: project.map(),
    "unused": lambda project: project.unused(include_public=True),
    "tests": lambda project: project.tests(diff="HEAD"),
    "untested": lambda project: project.untested("HEAD"),
    "search": lambda project: project.search("total of a cart", explain=True),
    "find": lambda project: project.find("Cart", caps={"maxCandidates": 20}),
    "contracts": lambda project: project.contracts("Cart.total"),
    "risk": lambda project: project.risk("Cart.total"),
}
"""The question of each command, asked through the API."""


def _method(command: str) -> str:
    """Return the method of a command; of one that has commands of its own, that of its first question."""
    return "_".join((command, *QUESTIONS[command][:1])) if command in SUBCOMMANDS else command


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("api") / "shop"
    make_shop(root)
    return root


def test_every_question_of_the_command_line_is_a_method() -> None:
    assert sorted(ASKS) == sorted(QUESTIONS)
    commands = {name for group in COMMANDS_BY_GROUP.values() for name in group}
    assert set(ASKS) <= commands
    assert {_method(each) for each in ASKS} <= set(dir(Project))


@pytest.mark.parametrize("command", sorted(ASKS))
def test_an_answer_is_what_the_command_prints(shop: Path, command: str) -> None:
    with codeshed.open_project(shop) as project:
        answer = ASKS[command](project)

    printed = run(command, *QUESTIONS[command], "--repo", str(shop), "--format", "json")
    assert answer.to_json() == printed.out
    assert answer.to_dict() == msgspec.json.decode(printed.out)


@pytest.mark.parametrize("command", sorted(ASKS))
def test_every_option_has_a_default(command: str) -> None:
    parameters = list(inspect.signature(getattr(Project, _method(command))).parameters.values())
    options = [each for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY]
    assert [each.name for each in options if each.default is inspect.Parameter.empty] == []


@pytest.mark.parametrize("command", sorted(ASKS))
def test_an_answer_is_short_to_look_at(shop: Path, command: str) -> None:
    with codeshed.open_project(shop) as project:
        answer = ASKS[command](project)

    assert "\n" not in repr(answer)
    assert 10 < len(repr(answer)) <= 162
    assert answer._repr_html_().startswith("<pre")
    assert "<shop" not in answer._repr_html_()
    assert set(answer.document.__struct_fields__) <= set(dir(answer))


def test_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples" / "shop", tmp_path / "shop", ignore=shutil.ignore_patterns(".codeshed"))
    monkeypatch.chdir(tmp_path / "shop")
    examples = doctest.DocTestParser().get_doctest(PAGE.read_text(encoding="utf-8"), {}, "page", str(PAGE), 0)
    assert len(examples.examples) > 10

    report = io.StringIO()
    outcome = doctest.DocTestRunner().run(examples, out=report.write)

    assert outcome.failed == 0, report.getvalue()


def test_every_method_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    methods = [
        name
        for name, member in vars(Project).items()
        if inspect.isfunction(member) and not name.startswith("_")
    ]
    internal = {"answer_context", "code_graph"}
    assert [name for name in methods if f"{name}(" not in page and name not in internal] == []


def test_names_are_listed_before_they_are_used() -> None:
    assert set(codeshed.__all__) <= set(dir(codeshed))


def test_an_answer_is_about_the_files_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "codeshed.toml").write_text('types = "off"\n')
    (tmp_path / "a.py").write_text("def f(): ...\ndef g(): f()\n")
    with Project(IndexOptions(root=tmp_path), clock=iter(range(0, 1000, 2)).__next__) as project:
        assert [each.node.name for each in project.callers("f").neighbours] == ["g"]
        (tmp_path / "a.py").write_text("def f(): ...\ndef h(): f()\n")

        assert [each.node.name for each in project.callers("f").neighbours] == ["h"]


def test_refreshing_compares_at_once(tmp_path: Path) -> None:
    (tmp_path / "codeshed.toml").write_text('types = "off"\n')
    (tmp_path / "a.py").write_text("def f(): ...\ndef g(): f()\n")
    with Project(IndexOptions(root=tmp_path), clock=lambda: 1000.0) as project:
        assert [each.node.name for each in project.callers("f").neighbours] == ["g"]
        (tmp_path / "a.py").write_text("def f(): ...\ndef h(): f()\n")

        assert [each.node.name for each in project.callers("f").neighbours] == ["g"]
        assert [each.node.name for each in project.refresh().callers("f").neighbours] == ["h"]


def test_other_types_than_the_settings_say_need_no_index(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(): ...\ndef g(): f()\n")
    with codeshed.open_project(tmp_path, types="off") as project:
        assert [each.node.name for each in project.callers("f").neighbours] == ["g"]
    assert not (tmp_path / ".codeshed").exists()


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda project: project.graph("Cart", direction="up"), InvalidOptionError),
        (lambda project: project.callers("Cart", caps={"maxDepth": 2}), InvalidOptionError),
        (lambda project: project.callers("Cart", profile="huge"), InvalidOptionError),
        (lambda project: project.footprint("Cart.total", policy="v9"), InvalidOptionError),
        (lambda project: project.context("Cart", task="paint"), InvalidOptionError),
        (lambda project: project.callers("Cart").to_format("dot"), InvalidOptionError),
        (lambda project: project.impact(), NoChangeNamedError),
    ],
)
def test_a_wrong_option_is_an_error_with_a_hint(
    shop: Path, ask: Callable[[Project], object], error: type[CodeshedError]
) -> None:
    with codeshed.open_project(shop) as project, pytest.raises(error) as caught:
        ask(project)
    assert caught.value.hint


def test_what_is_no_folder_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadableError):
        codeshed.open_project(tmp_path / "gone")
    with pytest.raises(InvalidOptionError):
        codeshed.open_project(tmp_path, types="maybe")
    with pytest.raises(InvalidOptionError):
        codeshed.open_project(tmp_path, refresh="often")
