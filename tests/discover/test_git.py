"""Git is asked what it ignores in random trees, and by which line; walk and explain must say the same."""

import itertools
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codeshed.discover.exclusion_reasons import Layer
from codeshed.discover.path_explanation import explain_paths
from codeshed.discover.source_discovery import discover_files
from codeshed.model.repository_settings import Settings

GIT = shutil.which("git")
pytestmark = pytest.mark.skipif(GIT is None, reason="git is not installed")

_FOLDERS = ("", "a", "b", "a/a", "a/b", "a/ab", "a/b/a")
_NAMES = ("a.py", "b.py", "ab.py", "-.py", "a b.py", "é.py", "].py")
_FILES = tuple(f"{folder}/{name}".removeprefix("/") for folder in _FOLDERS for name in _NAMES)
_PIECES = (
    *("a", "b", "ab", ".py", "a.py", "*.py", "/", "/", "*", "*", "**", "**/", "/**/", "/**", "***", "?"),
    *("[ab]", "[!a]", "[^b]", "[a-b]", "[]a]", "[!]a]", "[a-]", "[--a]", "[b-a]", "[a/b]", "[/]", "[", "]"),
    *("[[:alpha:]]", "[[:punct:]x]", "[[:bogus:]]", "[[:]", "[[:a]", r"[\]a]", r"[\a-\c]"),
    *("é", "[é]", "-", " ", r"\ ", r"\a", r"\*", "\\", "#", "!", "\t"),
)

_patterns = st.builds(
    lambda negation, pieces, slash: negation + "".join(pieces) + slash,
    st.sampled_from(("", "", "!")),
    st.lists(st.sampled_from(_PIECES), min_size=1, max_size=5),
    st.sampled_from(("", "", "/")),
)
_settings_patterns = _patterns.filter(lambda text: text[0] not in "!# \t")
_rule_files = st.builds(
    lambda lines, end: end.join(lines) + end,
    st.lists(_patterns, min_size=1, max_size=6),
    st.sampled_from(("\n", "\r\n")),
)
_trees = st.dictionaries(
    st.sampled_from((".git/info/exclude", *_FOLDERS)), _rule_files, min_size=1, max_size=4
)


@dataclass(frozen=True, slots=True)
class _Repository:
    """A repository with one file of each name in each folder, and no rules yet."""

    root: Path

    def write_rules(self, content_by_place: dict[str, str]) -> None:
        """Put these rules in the place of all that are there."""
        for folder in _FOLDERS:
            (self.root / folder / ".gitignore").unlink(missing_ok=True)
        for name in (".git/info/exclude", ".codeshedignore"):
            (self.root / name).unlink(missing_ok=True)
        for place, content in content_by_place.items():
            path = self.root / place if place.startswith(".") else self.root / place / ".gitignore"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content.encode())

    def find_rules(self) -> dict[str, str]:
        """Return the rule that git names for each file: `a/.gitignore:3`, or nothing."""
        options = ("--no-index", "--verbose", "--non-matching", "-z", "--stdin")
        fields = self._run("check-ignore", *options, given="".join(f"{path}\0" for path in _FILES))
        records = zip(fields[0::4], fields[1::4], fields[3::4], strict=True)
        return {path: f"{source}:{line}" if source else "" for source, line, path in records}

    def find_ignored(self) -> set[str]:
        """Return the files that git does not list."""
        return set(_FILES) - set(self._run("ls-files", "--others", "--exclude-standard", "-z"))

    def _run(self, *arguments: str, given: str = "") -> list[str]:
        done = subprocess.run(  # noqa: S603 - the git of this machine
            [str(GIT), *arguments],
            cwd=self.root,
            env=_environment(self.root),
            input=given.encode(),
            capture_output=True,
            check=False,
        )
        assert done.stderr == b""
        return done.stdout.decode().split("\0")[:-1]


def _environment(root: Path) -> dict[str, str]:
    """Return an environment in which nothing but the repository itself has a say."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, "HOME": str(root), "XDG_CONFIG_HOME": str(root), "GIT_CONFIG_NOSYSTEM": "1"}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> _Repository:
    root = tmp_path_factory.mktemp("repository")
    for path in _FILES:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).touch()
    subprocess.run([str(GIT), "init", "--quiet", str(root)], env=_environment(root), check=True)  # noqa: S603 - the git of this machine
    return _Repository(root)


def _own_rules(root: Path) -> dict[str, str]:
    """Return the rule that explain names for each file, where it is one that git knows."""
    named = {}
    for explanation in explain_paths(root, Settings(), _FILES):
        rule = explanation.rule
        is_about_this = not explanation.is_indexed or explanation.decided_at == explanation.path
        is_of_git = rule is not None and rule.layer is Layer.GITIGNORE and is_about_this
        named[explanation.path] = f"{rule.source}:{rule.line}" if rule is not None and is_of_git else ""
    return named


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content_by_place=_trees)
def test_git_names_the_same_rules(repository: _Repository, content_by_place: dict[str, str]) -> None:
    repository.write_rules(content_by_place)
    assert _own_rules(repository.root) == repository.find_rules()


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content_by_place=_trees)
def test_git_ignores_the_same_files(repository: _Repository, content_by_place: dict[str, str]) -> None:
    repository.write_rules(content_by_place)
    assert set(_FILES) - set(discover_files(repository.root).files) == repository.find_ignored()


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    layers=st.lists(st.lists(_patterns, max_size=3), min_size=3, max_size=3),
    exclude=st.lists(_settings_patterns, max_size=2),
    include=st.lists(_settings_patterns, max_size=2),
)
def test_layers_are_one_list_of_which_the_last_match_wins(
    repository: _Repository, layers: list[list[str]], exclude: list[str], include: list[str]
) -> None:
    flat = [*itertools.chain(*layers), *exclude, *(f"!{pattern}" for pattern in include)]
    repository.write_rules({"": "\n".join(flat) + "\n"})
    ignored = repository.find_ignored()
    places = (".git/info/exclude", "", ".codeshedignore")
    repository.write_rules(
        {place: "\n".join(lines) + "\n" for place, lines in zip(places, layers, strict=True)}
    )
    found = discover_files(repository.root, Settings(exclude=tuple(exclude), include=tuple(include)))
    assert set(_FILES) - set(found.files) == ignored
