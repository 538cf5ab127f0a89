"""Rules that a repository states: which of them decides, and what comes back."""

import os
from pathlib import Path

import pytest

from codeshed.discover import rule_scope
from codeshed.discover.exclusion_reasons import Layer
from codeshed.discover.source_discovery import Discovery, discover_files
from codeshed.model.repository_settings import Settings
from tests.support.expectations import assert_expected
from tests.support.trees import make_tree


def dump(found: Discovery) -> str:
    """Write files, `-` what is left out and by which line, `+` the environments, `!` rules that are not obeyed."""
    lines = [*found.files]
    for each in found.left_out:
        rule = each.rule
        is_stated = rule is not None and rule.layer is not Layer.DEFAULTS
        place = f" {rule.source}:{rule.line} {rule.pattern}" if rule is not None and is_stated else ""
        lines.append(f"- {each.path} {each.reason.value}{place}")
    lines += [f"+ {path}" for path in found.environments]
    lines += [f"! {each.path}:{each.line} {each.message}" for each in found.rule_problems]
    return "\n".join(lines)


def check_rules(
    root: Path, paths: str, expected: str, *, exclude: tuple[str, ...] = (), include: tuple[str, ...] = ()
) -> None:
    """Check what is found in a tree with ignore files."""
    make_tree(root, paths)
    assert_expected(dump(discover_files(root, Settings(exclude=exclude, include=include))), expected)


def test_patterns_of_the_root_and_of_folders_below_it(tmp_path: Path) -> None:
    check_rules(
        tmp_path,
        """
        .gitignore: *_gen.py ; /data/ ; docs/*.py
        a.py
        a_gen.py
        data/x.py
        docs/conf.py
        docs/deep/conf.py
        pkg/.gitignore: /local.py ; !keep_gen.py
        pkg/data/x.py
        pkg/keep_gen.py
        pkg/local.py
        pkg/other_gen.py
        pkg/sub/local.py
        local.py
        keep_gen.py
        """,
        """
        a.py
        docs/deep/conf.py
        local.py
        pkg/data/x.py
        pkg/keep_gen.py
        pkg/sub/local.py
        - a_gen.py gitignore .gitignore:1 *_gen.py
        - data gitignore .gitignore:2 /data/
        - docs/conf.py gitignore .gitignore:3 docs/*.py
        - keep_gen.py gitignore .gitignore:1 *_gen.py
        - pkg/local.py gitignore pkg/.gitignore:1 /local.py
        - pkg/other_gen.py gitignore .gitignore:1 *_gen.py
        """,
    )


def test_the_last_match_wins_across_all_layers(tmp_path: Path) -> None:
    check_rules(
        tmp_path,
        """
        .git/info/exclude: a.py ; b.py
        .gitignore: !b.py ; c.py ; d.py
        .codeshedignore: !c.py ; e.py ; f.py ; sub/h.py
        sub/.gitignore: !e.py ; g.py ; !h.py
        sub/.codeshedignore: !g.py
        a.py
        b.py
        c.py
        d.py
        e.py
        f.py
        g.py
        sub/a.py
        sub/e.py
        sub/f.py
        sub/g.py
        sub/h.py
        sub/i.py
        """,
        """
        b.py
        c.py
        f.py
        sub/f.py
        sub/g.py
        - .git hidden
        - a.py gitignore .git/info/exclude:1 a.py
        - d.py gitignore .gitignore:3 d.py
        - e.py codeshedignore .codeshedignore:2 e.py
        - g.py settings exclude:1 /g.py
        - sub/a.py gitignore .git/info/exclude:1 a.py
        - sub/e.py codeshedignore .codeshedignore:2 e.py
        - sub/h.py codeshedignore .codeshedignore:4 sub/h.py
        - sub/i.py settings exclude:2 i.py
        """,
        exclude=("/g.py", "i.py"),
        include=("f.py",),
    )


def test_nothing_comes_back_from_a_folder_that_stays_out(tmp_path: Path) -> None:
    check_rules(
        tmp_path,
        """
        .gitignore: out/ ; !out/keep.py ; half/* ; !half/keep.py
        .codeshedignore: !back/
        out/.gitignore: !x.py
        out/keep.py
        out/x.py
        half/keep.py
        half/x.py
        """,
        """
        half/keep.py
        - half/x.py gitignore .gitignore:3 half/*
        - out gitignore .gitignore:1 out/
        """,
        include=("out/keep.py",),
    )


def test_a_folder_comes_back_with_what_is_in_it(tmp_path: Path) -> None:
    check_rules(
        tmp_path,
        """
        .gitignore: out/ ; lib/
        .codeshedignore: !/out/
        out/x.py
        out/.gitignore: y.py
        out/y.py
        lib/x.py
        """,
        """
        lib/x.py
        out/x.py
        - out/y.py gitignore out/.gitignore:1 y.py
        """,
        include=("lib",),
    )


def test_a_whitelist(tmp_path: Path) -> None:
    check_rules(
        tmp_path,
        """
        .gitignore: /* ; !/src/
        src/a.py
        src/_vendor/b.py
        tests/c.py
        d.py
        """,
        """
        src/a.py
        - d.py gitignore .gitignore:1 /*
        - src/_vendor vendored
        - tests gitignore .gitignore:1 /*
        """,
    )


def test_what_defaults_leave_out_comes_back_by_its_name(tmp_path: Path) -> None:
    check_rules(
        tmp_path,
        """
        .gitignore: !vendor/ ; !a/third_party
        .codeshedignore: !/.github/
        vendor/x.py
        vendor/_vendor/y.py
        a/third_party/x.py
        b/third_party/x.py
        .github/x.py
        a/.github/x.py
        venv/pyvenv.cfg
        venv/x.py
        venv/lib/python3.11/site-packages/y.py
        build/lib/x.py
        node_modules/x.py
        """,
        """
        .github/x.py
        a/third_party/x.py
        build/lib/x.py
        vendor/x.py
        venv/x.py
        - a/.github hidden
        - b/third_party vendored
        - node_modules environment
        - vendor/_vendor vendored
        - venv/lib/python3.11/site-packages environment
        + venv/lib/python3.11/site-packages
        """,
        include=("venv", "build/"),
    )


def test_wildcards_take_back_patterns_and_no_defaults(tmp_path: Path) -> None:
    check_rules(
        tmp_path,
        """
        .gitignore: * ; !*/ ; !*.py
        a.py
        ._a.py
        b.pyi
        pkg/a.py
        .venv/pyvenv.cfg
        .venv/a.py
        node_modules/a.py
        pkg/_vendor/a.py
        """,
        """
        a.py
        pkg/a.py
        - ._a.py hidden
        - .venv environment
        - b.pyi gitignore .gitignore:1 *
        - node_modules environment
        - pkg/_vendor vendored
        """,
    )


def test_the_folders_of_git_and_of_the_index_never_come_back(tmp_path: Path) -> None:
    check_rules(
        tmp_path,
        """
        .gitignore: !.git/ ; !.codeshed/
        .git/hooks/x.py
        .codeshed/x.py
        a/.codeshed/x.py
        a/x.py
        link -> .codeshed
        """,
        """
        a/x.py
        - .codeshed hidden
        - .git hidden
        - a/.codeshed hidden
        - link hidden
        """,
        include=(".git", ".codeshed", "link"),
    )


def test_environments_that_are_ignored_still_serve_types(tmp_path: Path) -> None:
    check_rules(
        tmp_path,
        """
        .gitignore: .venv ; env/ ; site-packages/ ; __pycache__/ ; data/
        .venv/pyvenv.cfg
        .venv/lib/python3.12/site-packages/x.py
        env/pyvenv.cfg
        env/lib/python3.11/site-packages/x.py
        bundle/site-packages/x.py
        __pycache__/x.py
        data/lib/site-packages/x.py
        """,
        """
        - .venv gitignore .gitignore:1 .venv
        - __pycache__ gitignore .gitignore:4 __pycache__/
        - bundle/site-packages gitignore .gitignore:3 site-packages/
        - data gitignore .gitignore:5 data/
        - env gitignore .gitignore:2 env/
        + .venv/lib/python3.12/site-packages
        + bundle/site-packages
        + env/lib/python3.11/site-packages
        """,
    )


def test_a_link_is_judged_by_its_own_path_and_as_what_it_leads_to(tmp_path: Path) -> None:
    check_rules(
        tmp_path,
        """
        .gitignore: ignored/ ; link.py ; gone.py ; .hidden
        .hidden/code/x.py
        .hidden/code/.gitignore: y.py
        .hidden/code/y.py
        shown -> .hidden/code
        ignored -> .hidden/code
        a.py
        link.py -> a.py
        other.py -> link.py
        gone.py -> nowhere
        """,
        """
        a.py
        other.py
        shown/x.py
        - .hidden gitignore .gitignore:4 .hidden
        - gone.py gitignore .gitignore:3 gone.py
        - ignored gitignore .gitignore:1 ignored/
        - link.py gitignore .gitignore:2 link.py
        - shown/y.py gitignore shown/.gitignore:1 y.py
        """,
    )


def test_a_rule_comes_before_an_unusable_name(tmp_path: Path) -> None:
    check_rules(
        tmp_path,
        ".gitignore: a*\na::b.py\nc::d.py",
        "- a::b.py gitignore .gitignore:1 a*\n- c::d.py unusable_name",
    )


def test_git_of_another_folder_has_no_say(tmp_path: Path) -> None:
    make_tree(tmp_path / "elsewhere", "info/exclude: a.py")
    check_rules(tmp_path / "root", "a.py\n.git -> ../elsewhere", "a.py\n- .git link_outside")


def test_rules_that_are_links_or_no_files_are_not_obeyed(tmp_path: Path) -> None:
    make_tree(tmp_path, "outside: *")
    check_rules(
        tmp_path / "root",
        """
        .gitignore -> ../outside
        a.py
        b/.gitignore -> ../c/rules
        b/x.py
        c/rules: *.py
        c/.codeshedignore/x.py
        """,
        """
        a.py
        b/x.py
        - c/.codeshedignore hidden
        ! .gitignore:0 its rules are not obeyed: it is a link
        ! b/.gitignore:0 its rules are not obeyed: it is a link
        ! c/.codeshedignore:0 its rules are not obeyed: it is not a regular file
        """,
    )


def test_rules_that_cannot_be_read_are_not_obeyed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_tree(tmp_path, ".gitignore: *.py\na.py\nb/.codeshedignore: x.py\nb/x.py")
    plain_open = os.open

    def refusing_open(path: str, flags: int, *, dir_fd: int | None = None) -> int:
        if path.endswith(".gitignore"):
            raise PermissionError(13, "Permission denied")
        return plain_open(path, flags, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", refusing_open)
    assert_expected(
        dump(discover_files(tmp_path)),
        """
        a.py
        - b/x.py codeshedignore b/.codeshedignore:1 x.py
        ! .gitignore:0 its rules are not obeyed: it could not be read
        """,
    )


def test_rules_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_scope, "MAX_RULE_FILE_BYTES", 30)
    monkeypatch.setattr(rule_scope, "MAX_RULES", 3)
    monkeypatch.setattr(rule_scope, "MAX_RULE_FILES", 2)
    make_tree(
        tmp_path,
        """
        .gitignore: a.py
        .codeshedignore: # nothing
        x/.gitignore: b.py
        x/y/.gitignore: c.py
        x/y/c.py
        z/.gitignore: b.py ; c.py ; d.py
        z/d.py
        w/.gitignore: # many words about nothing at all
        """,
    )
    messages = [
        (each.path, each.message.partition(": ")[2]) for each in discover_files(tmp_path).rule_problems
    ]
    assert messages == [
        ("w/.gitignore", "it is too large"),
        ("x/y/.gitignore", "more than 2 ignore files would be in force"),
        ("z/.gitignore", "more than 3 rules would be in force"),
    ]
    assert discover_files(tmp_path).files == ("x/y/c.py", "z/d.py")


def test_the_order_of_listing_makes_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_tree(
        tmp_path,
        """
        .gitignore: *.py ; !a.py ; !b/
        .codeshedignore: a.py
        b/.gitignore: !c.py
        b/.codeshedignore: !a.py
        b/a.py
        b/c.py
        d -> b
        a.py
        """,
    )
    expected = discover_files(tmp_path)
    scandir = os.scandir

    class Reversed:
        def __init__(self, location: str) -> None:
            self._listing = scandir(location)

        def __enter__(self) -> "list[os.DirEntry[str]]":
            return sorted(self._listing, key=lambda entry: entry.name, reverse=True)

        def __exit__(self, *_: object) -> None:
            self._listing.close()

    monkeypatch.setattr(os, "scandir", Reversed)
    assert discover_files(tmp_path) == expected
    assert expected.files == ("b/a.py", "b/c.py")
