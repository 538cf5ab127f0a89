"""The documentation says what is true: fields, examples, commands, layers."""

import enum
import inspect
import re
import shutil
import tomllib
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import codeshed
from codeshed.build import validation
from codeshed.model import semantic
from codeshed.model.answers import (
    analysis_document,
    answer_basis,
    answer_rules,
    node_references,
    piece_rules,
    question_rules,
    truncation,
)
from codeshed.model.answers import answer_graph as surface
from codeshed.model.answers.analysis_document import validate_analysis
from codeshed.model.answers.caps import Caps, caps_of
from codeshed.model.answers.truncation import MAX_FUNCTIONS_PER_TYPE, MAX_TYPES_PER_METHOD, Cap
from codeshed.model.repository_settings import Settings
from codeshed.model.semantic_json import read_semantic_data
from codeshed.model.span import Span
from codeshed.query import graph_pack
from codeshed.query.impact.impact import GraphImpactAnalysisV1, ImpactedNodeV1, ImpactStats
from codeshed.render.schemas import ANALYSIS_SCHEMAS
from codeshed.store.graph_formats import GRAPH_FORMAT, OLDEST_FORMAT
from tests.surface.cli import ROOT
from tools.reference import generated

CONTRACT = (ROOT / "docs" / "reference" / "semantic-data.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
STRUCTS = [
    each
    for _, each in inspect.getmembers(semantic, inspect.isclass)
    if issubclass(each, msgspec.Struct) and each is not semantic.DocumentHead
]


@pytest.mark.parametrize("struct", [*STRUCTS, Span], ids=lambda struct: struct.__name__)
def test_every_field_of_the_contract_is_explained(struct: type[msgspec.Struct]) -> None:
    missing = [field for field in struct.__struct_fields__ if f"`{field}`" not in CONTRACT]
    assert missing == []


def test_every_value_of_the_contract_is_explained() -> None:
    enums = [
        each
        for _, each in inspect.getmembers(semantic, inspect.isclass)
        if issubclass(each, enum.Enum) and each.__module__ == semantic.__name__
    ]
    assert len(enums) == 11
    values = [member.value for each in enums for member in each]
    assert [value for value in values if f"`{value}`" not in CONTRACT] == []


def test_every_setting_is_explained_with_its_default() -> None:
    page = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    defaults = msgspec.to_builtins(Settings())
    rows = [f"| `{key}` | `{msgspec.json.encode(value).decode()}` |" for key, value in defaults.items()]
    assert [row for row in rows if row not in page] == []


def test_every_problem_code_is_explained() -> None:
    codes = set(re.findall(r'"([a-z]+_[a-z_]+)",\n', inspect.getsource(validation)))
    assert len(codes) > 10
    assert sorted(code for code in codes if f"`{code}`" not in CONTRACT) == []


def test_the_example_document_keeps_the_contract() -> None:
    match = re.search(r"<!-- example: document -->\s*```json\n(.*?)```", CONTRACT, re.DOTALL)
    assert match
    report = validation.validate(read_semantic_data(match.group(1).encode()))
    assert report.problems == ()
    assert report.n_definitions > 0


def test_what_is_generated_is_in_step() -> None:
    stale = [str(path) for path, text in generated().items() if path.read_text(encoding="utf-8") != text]
    assert stale == []


def test_architecture_names_every_folder_and_layer() -> None:
    architecture = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    folders = [path.name for path in (ROOT / "src" / "codeshed").iterdir() if (path / "__init__.py").exists()]
    assert [folder for folder in folders if f"  {folder}/" not in architecture] == []
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    assert "\n".join(layers) in architecture


def test_functions_that_the_architecture_follows_are_there() -> None:
    """The page leads through the code by names of functions: a renamed one must not be left behind."""
    architecture = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    steps = re.findall(r"^\| \w+ \| `([\w.]+)` in `([\w/]+\.py)` \|", architecture, re.MULTILINE)
    assert len(steps) > 8
    for name, file in steps:
        (path,) = [
            path for path in (ROOT / "src").rglob(file.rpartition("/")[2]) if path.as_posix().endswith(file)
        ]
        assert f"def {name.rpartition('.')[2]}(" in path.read_text(encoding="utf-8"), (name, file)


@pytest.mark.parametrize(
    "page",
    [
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "docs/development/languages.md",
        "docs/glossary.md",
        *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs" / "decisions").glob("*.md"))),
    ],
)
def test_code_that_pages_name_is_there(page: str) -> None:
    """A renamed class or file must not be left behind on a page; `lifespan` is the example of a new question."""
    of_other_projects = re.compile(r"django/|z\.py|client\.py|api_pb2\.py")
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    sources = [
        path for folder in ("src", "tests", "tools", "bench") for path in (ROOT / folder).rglob("*.py")
    ]
    classes = {
        name
        for path in sources
        for name in re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    paths = [path.as_posix() for path in sources]
    missing = [
        name
        for name in re.findall(r"`([\w./]+)`", text)
        if "lifespan" not in name.lower()
        and not of_other_projects.match(name)
        and (
            (name.endswith(".py") and not any(path.endswith(f"/{name}") for path in paths))
            or (re.fullmatch(r"(?:[A-Z][a-z0-9]+){2,}", name) and name not in classes)
        )
    ]
    assert missing == []


def test_every_dependency_has_its_reason() -> None:
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    dependencies = [line for line in lines if re.match(r'    "[a-z-]+[=>]', line)]
    assert len(dependencies) > 10
    assert [line for line in dependencies if "#" not in line] == []


def test_links_between_pages_lead_somewhere() -> None:
    link = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
    links = [
        (page, target)
        for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").rglob("*.md"))
        for target in link.findall(page.read_text(encoding="utf-8"))
    ]
    assert len(links) > 5
    assert [f"{page.name}: {target}" for page, target in links if not (page.parent / target).exists()] == []


def test_the_readmes_python_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    examples = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(examples) == 3
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns(".codeshed"))
    monkeypatch.chdir(tmp_path)
    exec("\n".join(examples), {})  # noqa: S102 - the README's own examples
    callers, first, second = capsys.readouterr().out.splitlines()
    assert callers == "['receipt', 'test_total_is_discounted']"
    assert first.startswith("252 (")
    assert second == "lines"


def test_the_public_api_is_what_it_says() -> None:
    page = (ROOT / "docs" / "reference" / "python-api.md").read_text(encoding="utf-8")
    for name in codeshed.__all__:
        assert getattr(codeshed, name) is not None
    assert [
        name for name in codeshed.__all__ if f"`{name}" not in page and f"codeshed.{name}" not in page
    ] == []
    with pytest.raises(AttributeError, match="no attribute 'bogus'"):
        _ = codeshed.bogus


ANALYSIS = (ROOT / "docs" / "reference" / "analysis-schemas.md").read_text(encoding="utf-8")
ANALYSIS_STRUCTS = [
    each
    for module in (node_references, surface, truncation, answer_basis, graph_pack)
    for _, each in inspect.getmembers(module, inspect.isclass)
    if issubclass(each, msgspec.Struct)
    and each.__module__ == module.__name__
    and not each.__name__.endswith(("Request", "PackSeed"))
]


ANALYSIS_STRUCTS += [GraphImpactAnalysisV1, ImpactedNodeV1, ImpactStats]


@pytest.mark.parametrize("struct", ANALYSIS_STRUCTS, ids=lambda struct: struct.__name__)
def test_every_field_of_an_answer_is_explained(struct: type[msgspec.Struct]) -> None:
    missing = [field for field in struct.__struct_encode_fields__ if f"`{field}`" not in ANALYSIS]
    assert missing == []


def test_every_rule_and_every_answer_is_explained() -> None:
    rules = "".join(
        inspect.getsource(each) for each in (piece_rules, answer_rules, question_rules, analysis_document)
    )
    codes = set(
        re.findall(r'^\s+"([a-z]+(?:_[a-z]+)+)",$|broken\([^"]*"([a-z]+(?:_[a-z]+)+)"', rules, re.MULTILINE)
    )
    named = {code for pair in codes for code in pair if code}
    assert len(named) > 15
    assert [code for code in sorted(named) if f"`{code}`" not in ANALYSIS] == []
    for constant, (name, kind) in ANALYSIS_SCHEMAS.items():
        assert f"| `{constant}` | [`{name}`](schemas/{name}.json) | `{kind.__name__}` |" in ANALYSIS


def test_the_example_of_an_answer_keeps_the_contract() -> None:
    example = ANALYSIS.partition("```json\n")[2].partition("```")[0].encode()
    report = validate_analysis(example, "graph-context-pack", graph_pack.GraphContextPackV1)
    assert report.problems == ()


def test_caps_are_those_of_the_page() -> None:
    page = (ROOT / "docs" / "reference" / "graph-caps.md").read_text(encoding="utf-8")
    profiles = [msgspec.to_builtins(caps_of(name)) for name in ("small", "default", "large", "wide")]
    for cap in Caps.__struct_encode_fields__:
        values = ["unset" if each[cap] is None else f"{each[cap]:,}".replace(",", " ") for each in profiles]
        assert f"| `{cap}` | {' | '.join(values)} |" in page


def test_graph_formats_are_those_of_the_page() -> None:
    page = (ROOT / "docs" / "reference" / "graph.md").read_text(encoding="utf-8")
    assert f"Its format is {GRAPH_FORMAT}. " in page
    table = page.partition("| format | difference |")[2].partition("\n\n")[0]
    rows = [int(number) for number in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)]
    assert rows == list(range(OLDEST_FORMAT, GRAPH_FORMAT))


def test_every_cap_is_explained() -> None:
    page = (ROOT / "docs" / "reference" / "graph-caps.md").read_text(encoding="utf-8")
    assert [cap for cap in get_args(Cap) if f"`{cap}`" not in page] == []
    assert f"more than {MAX_FUNCTIONS_PER_TYPE} functions" in page
    assert f"more than {MAX_TYPES_PER_METHOD} types" in page
