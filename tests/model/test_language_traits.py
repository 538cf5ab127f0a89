"""Only one table, the modules of languages and that of their rules check which language something is in."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import codeshed
from codeshed.model.languages.language import LANGUAGES, SUFFIXES, language_of_path
from codeshed.model.languages.language_traits import TRAITS_BY_LANGUAGE, LanguageTraits, traits_of
from codeshed.resolve.generic.language_rules import LanguageRules
from codeshed.resolve.languages.language_table import RULES_BY_LANGUAGE

SOURCES = Path(codeshed.__file__).parent

TABLES = frozenset({
    "model/languages/language.py",
    "model/languages/language_traits.py",
    "model/languages/standard_names.py",
    "model/languages/declared_tests.py",
    "model/languages/runner_tests.py",
    "render/test_commands.py",
    "extract/languages/grammar_table.py",
    "resolve/languages/language_table.py",
})  # fmt: skip

OTHER_WORDS = {
    "discover/environments.py": "executables in environments are called so",
    "model/text/notebook.py": "kernels of notebooks are called so",
    "resolve/python/entry_points/declared_entry_points.py": "a folder of sources may be called `python`",
    "resolve/python/names/started_programs.py": "the program that runs modules is called so",
    "resolve/python/names/module_resolution.py": "a folder of sources may be called `python`",
    "cli/commands/tests_command.py": "a runner of tests is called so",
    "model/risk/risk_rules.py": "a rule may be for some languages only",
    "project/recording/recorder.py": "the version of the interpreter is called so",
    "query/test_selection/name_evidence.py": "a folder of sources may be called so",
    "resolve/python/flow/file_boundary.py": "`c` begins a key",
    "resolve/python/flow/container_values.py": "`c` begins a key",
}
"""Files in which the name of a language means something else, with what that is."""

READERS = {
    "model/test_files.py": "only tests of Python have marks of pytest",
    "project/test_files.py": "the settings of pytest say which files of Python hold tests",
    "query/contracts/contract_checks.py": "calls of Python are compared by name and default, others by number",
    "extract/code_tokens.py": "its grammar is loaded in another way",
    "diff/dangling/code_lines.py": "long strings of Python are told by its lexemes",
    "diff/find_changes.py": "imports of Python are resolved by a resolver of their own",
    "project/index/generic_resolution_state.py": "facts of Python are resolved by a resolver of their own",
    "project/index/current_files.py": "facts of Python are read by a reader of their own",
    "project/parsing/cached_parser.py": "facts of Python are read by a reader of their own",
    "project/parsing/python_parsing.py": "facts of Python are read by a reader of their own",
    "project/types/type_finding.py": "the type engine reads Python alone",
    "project/index/current_tree.py": "facts of Python are read and resolved by stages of their own, and have types",
    "diff/equivalent_imports.py": "imports of Python are resolved by a resolver of their own",
}
"""Files that ask whether something is Python, which is read by stages of its own, with what for."""


def is_of_one_language(path: str) -> bool:
    """Whether a file lies in the folder of a language, or of a family of languages."""
    stage, _, inner = path.partition("/languages/")
    return path.startswith("extract/python/") or (stage in {"extract", "resolve"} and "/" in inner)


def iter_sources() -> Iterator[tuple[str, ast.Module]]:
    for file in sorted(SOURCES.rglob("*.py")):
        path = file.relative_to(SOURCES).as_posix()
        if path not in TABLES and not is_of_one_language(path):
            yield path, ast.parse(file.read_bytes())


def test_no_other_file_names_a_language() -> None:
    found = {
        path
        for path, tree in iter_sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in LANGUAGES
    }
    assert found == set(OTHER_WORDS)


def test_only_what_leads_to_a_reader_asks_for_python() -> None:
    found = {
        path
        for path, tree in iter_sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and {each.name for each in node.names} & {"is_python", "PYTHON"}
    }
    assert found == set(READERS)


def test_every_language_has_an_entry_and_a_suffix() -> None:
    assert {language_of_path(f"a.{suffix}") for suffix in SUFFIXES} == set(TRAITS_BY_LANGUAGE)


@pytest.mark.parametrize("language", [None, "cobol"])
def test_nothing_is_guessed_of_an_unknown_language(language: str | None) -> None:
    assert traits_of(language) == LanguageTraits()


def test_what_rules_and_traits_both_say_is_the_same() -> None:
    shared = set(LanguageRules.__struct_fields__) & set(LanguageTraits.__struct_fields__)
    assert shared
    for language, rules in RULES_BY_LANGUAGE.items():
        traits = traits_of(language)
        assert {name: getattr(rules, name) for name in shared} == {
            name: getattr(traits, name) for name in shared
        }, language
