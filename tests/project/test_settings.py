"""Settings of a repository: where they are read from, and the messages about wrong ones."""

from pathlib import Path

import pytest

from codeshed.errors import SettingsError
from codeshed.model.answers.caps import CapSettings
from codeshed.model.repository_settings import LARGEST_FILE_BYTES, Settings
from codeshed.project import settings as reading
from codeshed.project.settings import read_settings


def _write(root: Path, text: str, file: str = "codeshed.toml") -> None:
    (root / file).write_text(text, encoding="utf-8")


def check_problems(root: Path, text: str, *expected: tuple[str, str], file: str = "codeshed.toml") -> None:
    """Check what is said of a file with settings: each problem with its place, and the hint."""
    _write(root, text, file)
    with pytest.raises(SettingsError) as caught:
        read_settings(root)
    assert caught.value.problems == expected
    assert caught.value.message == expected[0][0]


def test_no_file_is_the_defaults(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == Settings()
    assert read_settings(tmp_path / "nowhere") == Settings()


_ALL = """
exclude = ["/gen/", "*_pb2.py"]  # not ours
include = ["vendor"]
max_file_bytes = 1_000
types = "off"
excluded_types = ["Context", "app.py::Request"]
common_method_names = ["handle"]
workers = 3
max_memory_bytes = 4_000_000_000
max_cache_bytes = 0
refresh = "never"
refresh_max_files = 7
"""


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("codeshed.toml", _ALL),
        ("codeshed.toml", "\ufeff" + _ALL.replace("\n", "\r\n")),
        ("pyproject.toml", f"[project]\nname = 'x'\n[tool.codeshed]{_ALL}[tool.ruff]\nselect = []\n"),
    ],
)
def test_both_files_hold_the_same(file: str, text: str, tmp_path: Path) -> None:
    (tmp_path / file).write_bytes(text.encode())
    assert read_settings(tmp_path) == Settings(
        exclude=("/gen/", "*_pb2.py"),
        include=("vendor",),
        max_file_bytes=1000,
        types="off",
        excluded_types=("Context", "app.py::Request"),
        common_method_names=("handle",),
        workers=3,
        max_memory_bytes=4_000_000_000,
        max_cache_bytes=0,
        refresh="never",
        refresh_max_files=7,
    )


@pytest.mark.parametrize(
    "text",
    ["", "[tool.codeshed]", "tool = 3  # codeshed", "[tool]\nx = 'codeshed'", "# nothing of interest ["],
)
def test_a_project_without_settings(text: str, tmp_path: Path) -> None:
    _write(tmp_path, text, "pyproject.toml")
    _write(tmp_path, "workers = 2")
    assert read_settings(tmp_path).workers == 2


def test_two_places_are_one_too_many(tmp_path: Path) -> None:
    _write(tmp_path, "[tool.codeshed]\nworkers = 1", "pyproject.toml")
    message = "codeshed.toml and [tool.codeshed] in pyproject.toml both hold settings"
    check_problems(tmp_path, "workers = 1", (message, "keep them in one of the two files"))


_ALL_KEYS = (
    "the settings are caps, caps_profile, common_method_names, exclude, excluded_types, generated, ignore, include, max_cache_bytes, "
    "max_file_bytes, max_memory_bytes, refresh, refresh_max_files, retrieval, rules, types, workers"
)


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("exlude", "did you mean 'exclude'?"),
        ("max-file-bytes", "did you mean 'max_file_bytes'?"),
        ("Workers", "did you mean 'workers'?"),
        ("refresh_files", "did you mean 'refresh_max_files'?"),
        ("zzz", _ALL_KEYS),
    ],
)
def test_a_wrong_key_is_told_the_nearest(key: str, hint: str, tmp_path: Path) -> None:
    check_problems(tmp_path, f"\n{key} = 1\n", (f"codeshed.toml:2: there is no setting {key!r}", hint))


@pytest.mark.parametrize(
    "name",
    [
        "tool.Codeshed",
        "tool.CODESHED",
        "tool.code-shed",
        "tool.code_shed",
        "Tool.codeshed",
        "codeshed",
        "tool.codshed",
        "tool.codeshd",
        "tool.coedshed",
    ],
)
def test_a_table_that_is_almost_ours_is_told_the_right_name(name: str, tmp_path: Path) -> None:
    for text, line in ((f'[project]\nname = "x"\n[{name}]\ntypes = "off"\n', 3), (f"[{name}]\n", 1)):
        problem = (f"pyproject.toml:{line}: the table [{name}] is not read", "did you mean [tool.codeshed]?")
        check_problems(tmp_path, text, problem, file="pyproject.toml")


@pytest.mark.parametrize(
    "text",
    [
        '[project]\nname = "codeshed"\ncodeshed = "x"\n',
        "[tool.uv.sources.codeshed]\npath = 'x'\n",
        "[tool]\ncode_shed = 1\n",
        "[tool.codeshed-plugin]\nx = 1\n",
        "[tool.codespell]\nskip = 'x'\n",
    ],
)
def test_a_table_of_others_is_none_of_ours(text: str, tmp_path: Path) -> None:
    _write(tmp_path, text, "pyproject.toml")
    assert read_settings(tmp_path) == Settings()


@pytest.mark.parametrize("empty", ["codeshed.toml", "pyproject.toml"])
def test_an_empty_table_leaves_the_other_file_to_speak(empty: str, tmp_path: Path) -> None:
    text_by_file = {"codeshed.toml": "", "pyproject.toml": "[tool.codeshed]\n"}
    for file, text in text_by_file.items():
        _write(tmp_path, text if file == empty else f'{text}types = "off"\n', file)
    assert read_settings(tmp_path) == Settings(types="off")


def test_the_table_of_the_other_file(tmp_path: Path) -> None:
    check_problems(
        tmp_path,
        "[tool.codeshed]\nworkers = 1",
        (
            "codeshed.toml:1: there is no setting 'tool'",
            "in codeshed.toml the settings stand at the top, without [tool.codeshed]",
        ),
    )


@pytest.mark.parametrize(
    ("line", "what", "hint"),
    [
        ('types = "maybe"', "types is wrong: Invalid enum value 'maybe'", 'types is one of "on", "off"'),
        (
            'workers = "4"',
            "workers is wrong: Expected `int`, got `str`",
            "workers is a whole number from 0 to 256",
        ),
        (
            "workers = true",
            "workers is wrong: Expected `int`, got `bool`",
            "workers is a whole number from 0 to 256",
        ),
        (
            "max_file_bytes = 0",
            "max_file_bytes is wrong: Expected `int` >= 1",
            f"max_file_bytes is a whole number from 1 to {LARGEST_FILE_BYTES}",
        ),
        (
            "max_cache_bytes = -1",
            "max_cache_bytes is wrong: Expected `int` >= 0",
            "max_cache_bytes is a whole number from 0",
        ),
        (
            "max_memory_bytes = 800",
            "max_memory_bytes is wrong: nothing can be indexed in 800 bytes",
            "max_memory_bytes is 0, or a number of bytes from 67108864 on (64 MiB)",
        ),
        (
            'excluded_types = ["a b"]',
            "excluded_types is wrong: Expected `str` matching regex '^\\\\S+$' - at `$[0]`",
            "excluded_types is a list of names, without white space",
        ),
    ],
)
def test_a_wrong_value_is_told_what_it_may_be(line: str, what: str, hint: str, tmp_path: Path) -> None:
    check_problems(tmp_path, f"# settings\n{line}", (f"codeshed.toml:2: {what}", hint))


@pytest.mark.parametrize("value", ['"a"', '["!a"]', '["# a"]', '[""]', '["a\\nb"]', "[1]", '[" a"]'])
def test_patterns_that_are_none(value: str, tmp_path: Path) -> None:
    _write(tmp_path, f"exclude = {value}")
    with pytest.raises(SettingsError, match=r"^codeshed\.toml:1: exclude is wrong: ") as caught:
        read_settings(tmp_path)
    assert caught.value.hint.endswith("none with a ! before it: include brings back")


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    check_problems(
        tmp_path,
        "[project]\nname = 'x'\n\n[tool.codeshed]\nexlude = []\nworkers = -1\n[tool.codeshed.typos]\na = 1\n",
        ("pyproject.toml:5: there is no setting 'exlude'", "did you mean 'exclude'?"),
        (
            "pyproject.toml:6: workers is wrong: Expected `int` >= 0",
            "workers is a whole number from 0 to 256",
        ),
        ("pyproject.toml:7: there is no setting 'typos'", "did you mean 'types'?"),
        file="pyproject.toml",
    )
    with pytest.raises(SettingsError) as caught:
        read_settings(tmp_path)
    assert caught.value.hint.split("\n")[0] == "did you mean 'exclude'?"
    assert len(caught.value.hint.split("\n")) == 3


def test_dotted_and_inline_tables_are_found_too(tmp_path: Path) -> None:
    check_problems(
        tmp_path,
        'x = 1\ntool."codeshed".typ = 1\n',
        ("pyproject.toml:2: there is no setting 'typ'", "did you mean 'types'?"),
        file="pyproject.toml",
    )
    check_problems(
        tmp_path,
        "tool = {codeshed = {typ = 1}}",
        ("pyproject.toml: there is no setting 'typ'", "did you mean 'types'?"),
        file="pyproject.toml",
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"workers = 1\nworkers 2\n", r"codeshed\.toml:2: it is not TOML: "),
        (b"x = [1,\n2", r"codeshed\.toml:2: it is not TOML: "),
        (b"a = 1\nb = '\xff'\n", r"codeshed\.toml:2: it is not UTF-8"),
        (b"x = " + b"[" * 100_000, r"codeshed\.toml: it is nested too deeply"),
        (b"x = " + b"9" * 5_000, r"codeshed\.toml: it is not TOML: "),
        (b"#" * (reading.MAX_SETTINGS_BYTES + 1), r"codeshed\.toml: it has more than 1000000 bytes"),
    ],
)
def test_what_is_no_toml(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "codeshed.toml").write_bytes(content)
    with pytest.raises(SettingsError, match=f"^{message}"):
        read_settings(tmp_path)


def test_a_broken_project_file_is_an_error_only_if_it_may_hold_settings(tmp_path: Path) -> None:
    _write(tmp_path, "[project\n", "pyproject.toml")
    assert read_settings(tmp_path) == Settings()
    _write(tmp_path, "[tool.codeshed\n", "pyproject.toml")
    with pytest.raises(SettingsError, match=r"^pyproject\.toml:1: it is not TOML"):
        read_settings(tmp_path)
    _write(tmp_path, "tool.codeshed = 3", "pyproject.toml")
    with pytest.raises(SettingsError, match=r"^pyproject\.toml: tool\.codeshed is not a table"):
        read_settings(tmp_path)


def test_links_out_of_the_root(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    _write(tmp_path, "[tool.codeshed]\nworkers = 9", "pyproject.toml")
    (root / "pyproject.toml").symlink_to(tmp_path / "pyproject.toml")
    assert read_settings(root) == Settings()
    (root / "codeshed.toml").symlink_to(tmp_path / "pyproject.toml")
    with pytest.raises(SettingsError, match=r"^codeshed\.toml: it cannot be read \(link_outside\)"):
        read_settings(root)


_ALL_CAPS = (
    "caps are maxDepth, maxFanoutPerNode, maxNodes, maxEdges, maxPaths, maxCandidates, maxWorkUnits, maxWallClockMs, "
    "maxCallSites, maxTypeEntries, maxRiskFlows, maxRiskEvidencePerFlow, maxSymbols, maxCallsPerSymbol, maxWarnings, "
    "maxSuggestions, maxTestFiles, maxTestsPerFile, maxCommits"
)


@pytest.mark.parametrize(
    ("text", "line", "what", "hint"),
    [
        ("[caps]\nmaxDepth = 3\nmaxNode = 5", 3, "there is no cap 'maxNode'", "did you mean 'maxNodes'?"),
        ("caps.max_nodes = 5", 1, "there is no cap 'max_nodes'", "did you mean 'maxNodes'?"),
        ("\ncaps = { maxnodes = 5 }", 2, "there is no cap 'maxnodes'", "did you mean 'maxNodes'?"),
        ("[caps]\nzzz = 5", 2, "there is no cap 'zzz'", _ALL_CAPS),
        (
            "[caps]\nmaxNodes = 0",
            2,
            "caps.maxNodes is wrong: Expected `int` >= 1",
            "maxNodes is a positive whole number",
        ),
        (
            '[caps]\nmaxEdges = "9"',
            2,
            "caps.maxEdges is wrong: Expected `int | null`, got `str`",
            "maxEdges is a positive whole number",
        ),
    ],
)
def test_a_wrong_cap_is_told_at_its_line(text: str, line: int, what: str, hint: str, tmp_path: Path) -> None:
    check_problems(tmp_path, text, (f"codeshed.toml:{line}: {what}", hint))


def test_all_wrong_caps_are_told_at_once(tmp_path: Path) -> None:
    check_problems(
        tmp_path,
        "[tool.codeshed.caps]\nmaxNode = 1\nmaxEdges = -1\n",
        ("pyproject.toml:2: there is no cap 'maxNode'", "did you mean 'maxNodes'?"),
        (
            "pyproject.toml:3: caps.maxEdges is wrong: Expected `int` >= 1",
            "maxEdges is a positive whole number",
        ),
        file="pyproject.toml",
    )


def test_caps_that_are_right(tmp_path: Path) -> None:
    _write(tmp_path, 'caps_profile = "small"\n[caps]\nmaxNodes = 7\nmaxWallClockMs = 900\n')
    settings = read_settings(tmp_path)
    assert (settings.caps_profile, settings.caps) == (
        "small",
        CapSettings(max_nodes=7, max_wall_clock_ms=900),
    )
