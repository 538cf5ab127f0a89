"""Why a path is in the index, or is not."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codeshed.discover.exclusion_reasons import Layer, Reason
from codeshed.discover.path_explanation import Explanation, Standing, explain, explain_paths
from codeshed.discover.source_discovery import discover_files
from codeshed.model.repository_settings import Settings
from tests.support.trees import make_tree

_TREE = """
    .gitignore: *_gen.py ; out/ ; !keep_gen.py
    .codeshedignore: !/.github/
    pyproject.toml
    README.md
    web/app.js
    pkg/a.py
    pkg/stub.pyi
    pkg/a_gen.py
    pkg/keep_gen.py
    pkg/notes.txt
    out/deep/x.py
    vendor/lib/x.py
    .github/x.py
    .git/hooks/x.py
    venv/pyvenv.cfg
    huge.py: 0123456789
    gone.py -> nowhere.py
    link.py -> pkg/a.py
    up -> ..
    again -> pkg
    shown -> .git2/code
    .git2/code/x.py
    cut.py
    bro::ken.py
"""
_SETTINGS = Settings(exclude=("cut.py",), max_file_bytes=10)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("root")
    make_tree(made, _TREE)
    return made


def show(explanation: Explanation) -> str:
    """Write an explanation as one line: standing, language, reason, rule, where it was decided, what else is known."""
    rule = explanation.rule
    parts = [
        explanation.standing.value,
        explanation.language or "-",
        explanation.reason.value if explanation.reason else "",
        f"{rule.source}:{rule.line} {rule.pattern}" if rule else "",
        f"at {explanation.decided_at}" if explanation.decided_at else "",
        f"-> {explanation.link_target}" if explanation.link_target else "",
        f"{explanation.n_files} files" if explanation.standing is Standing.FOLDER else "",
    ]
    return " ".join(part for part in parts if part)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("pkg/a.py", "indexed python"),
        ("./pkg/../pkg/a.py", "indexed python"),
        ("pkg/stub.pyi", "indexed python"),
        ("link.py", "indexed python -> pkg/a.py"),
        ("pkg/keep_gen.py", "indexed python .gitignore:3 !keep_gen.py at pkg/keep_gen.py"),
        (".github/x.py", "indexed python .codeshedignore:1 !/.github/ at .github"),
        ("shown/x.py", "indexed python"),
        ("pkg/a_gen.py", "left_out python gitignore .gitignore:1 *_gen.py at pkg/a_gen.py"),
        ("out/deep/x.py", "left_out python gitignore .gitignore:2 out/ at out"),
        ("out", "left_out - gitignore .gitignore:2 out/ at out"),
        ("cut.py", "left_out python settings exclude:1 cut.py at cut.py"),
        ("vendor/lib/x.py", "left_out python vendored defaults:0 vendor/ at vendor"),
        (".git/hooks/x.py", "left_out python hidden defaults:0 .git/ at .git"),
        ("venv/x.py", "left_out python environment defaults:0 */pyvenv.cfg at venv"),
        ("huge.py", "left_out python too_large defaults:0 more than 10 bytes at huge.py"),
        ("gone.py", "left_out python link_broken at gone.py -> nowhere.py"),
        ("up/secret.py", "left_out python link_outside at up -> .."),
        ("again/a.py", "left_out python link_repeated at again -> pkg"),
        ("bro::ken.py", "left_out python unusable_name at bro::ken.py"),
        ("pkg", "folder - 3 files"),
        (".", "folder - 7 files"),
        ("shown", "folder - -> .git2/code 1 files"),
        ("pyproject.toml", "manifest -"),
        ("README.md", "not_code -"),
        ("web/app.js", "indexed javascript"),
        ("pkg/notes.txt", "not_code -"),
        ("pkg/nothing.py", "missing python"),
        ("nowhere/nothing.py", "missing python"),
        ("pkg/a.py/x.py", "missing python"),
        ("nul\0.py", "missing python"),
        ("../other.py", "outside -"),
        ("/etc/passwd", "outside -"),
    ],
)
def test_why(root: Path, path: str, expected: str) -> None:
    assert show(explain(root, _SETTINGS, path)) == expected


def test_absolute_paths_and_a_root_behind_a_link(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    for start in (root, tmp_path / "link"):
        for path in (root / "pkg" / "a.py", tmp_path / "link" / "pkg" / "a.py"):
            if start == root and path.is_relative_to(tmp_path / "link"):
                continue
            explanation = explain(start, _SETTINGS, str(path))
            assert (explanation.path, explanation.is_indexed) == ("pkg/a.py", True)


def test_a_root_that_cannot_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(location: str) -> None:
        raise PermissionError(13, "Permission denied", location)

    monkeypatch.setattr(os, "scandir", refuse)
    assert explain(tmp_path, Settings(), "a.py").reason is Reason.UNREADABLE


_NAMES = (
    "a",
    "b.py",
    "c.py",
    "vendor",
    "build",
    "lib",
    ".x",
    "node_modules",
    ".git",
    ".codeshed",
    "pyvenv.cfg",
    "d.txt",
)
_paths = st.lists(st.sampled_from(_NAMES), min_size=1, max_size=4).map("/".join)
_links = st.tuples(_paths, st.one_of(_paths, st.sampled_from(("..", ".", "../a", "../..", "/etc"))))
_lines = st.lists(
    st.sampled_from(
        (
            "*",
            "!*/",
            "!*.py",
            "a",
            "a/",
            "!a",
            "/a/*",
            "b.py",
            "!b.py",
            "vendor",
            "!vendor/",
            "!build",
            "!.x",
            "!lib",
        )
    ),
    max_size=3,
)
_rule_files = st.dictionaries(
    st.tuples(
        st.sampled_from(("", "a", "a/a", "vendor")), st.sampled_from((".gitignore", ".codeshedignore"))
    ),
    _lines,
    max_size=4,
)


def _write(root: Path, paths: list[str], links: list[tuple[str, str]]) -> None:
    """Make what can be made: a path may be both a file and a folder, and the first to come has it."""
    for path, target in [*((path, None) for path in paths), *links]:
        place = root / path
        if any(parent.is_file() or parent.is_symlink() for parent in place.parents) or os.path.lexists(place):
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        if target is None:
            place.touch()
        else:
            place.symlink_to(target)


@settings(max_examples=150, deadline=None)
@given(
    paths=st.lists(_paths, max_size=12),
    links=st.lists(_links, max_size=3),
    rules=_rule_files,
    exclude=st.lists(st.sampled_from(("a", "b.py", "/a/*", "*.py")), max_size=1),
    include=st.lists(st.sampled_from(("a", "b.py", "vendor", "build", ".x")), max_size=1),
)
def test_explain_agrees_with_walk_about_every_path(
    paths: list[str],
    links: list[tuple[str, str]],
    rules: dict[tuple[str, str], list[str]],
    exclude: list[str],
    include: list[str],
) -> None:
    chosen = Settings(exclude=tuple(exclude), include=tuple(include))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        root.mkdir()
        _write(root, [*paths, *(f"{place}/{name}".removeprefix("/") for place, name in rules)], links)
        for (place, name), lines in rules.items():
            if (root / place / name).is_file():
                (root / place / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        found = discover_files(root, chosen)
        listed = [
            os.path.relpath(os.path.join(at, name), root)  # noqa: PTH118 - the names as the system gives them
            for at, folders, names in os.walk(root)
            for name in (*folders, *names)
        ]
        through_links = [f"{link}/{path}" for link, _ in links for path in paths]
        asked = tuple({*listed, *through_links, *found.files})
        explanations = explain_paths(root, chosen, asked)
        assert {each.path for each in explanations if each.is_indexed} == set(found.files)
        for each in explanations:
            _check_explanation(root, each)
            assert each.path not in listed or each.standing not in {Standing.MISSING, Standing.OUTSIDE}


def _check_explanation(root: Path, explanation: Explanation) -> None:
    """Check that what an explanation says of its rule and reason is so."""
    assert (explanation.reason is not None) == (explanation.standing is Standing.LEFT_OUT)
    rule = explanation.rule
    if rule is None:
        return
    assert explanation.decided_at is not None
    assert f"{explanation.path}/".startswith(f"{explanation.decided_at}/")
    assert rule.is_negated == (explanation.standing is not Standing.LEFT_OUT)
    if rule.layer in {Layer.GITIGNORE, Layer.CODESHEDIGNORE}:
        lines = (root / rule.source).read_text(encoding="utf-8").split("\n")
        assert lines[rule.line - 1] == rule.pattern
