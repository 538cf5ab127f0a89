"""What is stored is known by the code that makes it."""

from pathlib import Path

from tools.code_digest import (
    DIGESTS,
    FACTS_MODULES,
    INDEX_MODULES,
    SOURCE,
    code_text,
    digests_text,
    imported_modules,
)


def _imported(modules: tuple[str, ...]) -> set[str]:
    return {path.relative_to(SOURCE / "codeshed").as_posix() for path in imported_modules(modules)}


def test_the_digests_are_those_of_the_code() -> None:
    assert DIGESTS.read_text(encoding="utf-8") == digests_text(), "run `python -m tools.code_digest`"


def test_facts_depend_on_every_grammar_and_no_index_on_what_only_answers() -> None:
    facts, index = _imported(FACTS_MODULES), _imported(INDEX_MODULES)
    grammars = {path for path in index if path.endswith("_grammar.py")}
    assert len(grammars) >= 12
    assert grammars <= facts <= index
    assert {path.split("/")[0] for path in index}.isdisjoint(
        {"cli", "context", "footprint", "query", "render"}
    )


def test_comments_and_docstrings_do_not_count_and_code_does(tmp_path: Path) -> None:
    def digest(text: str) -> str:
        path = tmp_path / "module.py"
        path.write_text(text, encoding="utf-8")
        return code_text(path)

    plain = digest("def f(x):\n    return x\n")
    assert digest('"""Say so."""\n\n# Why.\ndef f(x):\n    """Give it."""\n    return  x\n') == plain
    assert digest("def f(x):\n    return -x\n") != plain
