"""The versions of what is stored, derived from the code that decides it.

python -m tools.code_digest [--check]

Turns: the modules that fill the cache of facts and the index → a digest of each, in `project/index/code_digest.py`.

An index and cached facts are used again as long as the same code would make the same bytes. So their signatures hold a
digest of that code: of a stage's entry module and of all that it imports, queries (`.scm`) and tables included. Comments
and docstrings do not count. Without `--check` this writes the digests; with it, it exits with 1 if they are out of date.
"""

import argparse
import ast
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
DIGESTS = SOURCE / "codeshed" / "project" / "index" / "code_digest.py"
FACTS_MODULES = ("codeshed.project.parsing.python_parsing", "codeshed.project.parsing.generic_parsing")
INDEX_MODULES = (
    "codeshed.project.index.update",
    "codeshed.project.index.quick_update",
    "codeshed.project.types.provisional_update",
    "codeshed.project.types.resident_types",
)
_N_DIGITS = 16
_TEMPLATE = '''"""Digests of the code that decides what is stored: written by `python -m tools.code_digest`, never by hand."""

FACTS_CODE = "{facts}"
"""Of what finds the facts of a file."""

INDEX_CODE = "{index}"
"""Of what makes an index, the facts included."""
'''


def digests_text() -> str:
    """Return what the file of digests should hold."""
    return _TEMPLATE.format(facts=digest_of(FACTS_MODULES), index=digest_of(INDEX_MODULES))


def digest_of(modules: tuple[str, ...]) -> str:
    """Return a digest of the code of some modules and of all modules of ours that they import, directly or not."""
    digest = hashlib.sha256()
    for path in _files_of(imported_modules(modules)):
        name = path.relative_to(SOURCE).as_posix()
        content = code_text(path) if path.suffix == ".py" else path.read_text(encoding="utf-8")
        digest.update(f"{name}\0{content}\0".encode())
    return digest.hexdigest()[:_N_DIGITS]


def imported_modules(modules: tuple[str, ...]) -> list[Path]:
    """Return the files of some modules and of all that they import, in order."""
    found: dict[Path, None] = {}
    pending = [path for module in modules for path in _paths_of(module)]
    while pending:
        path = pending.pop()
        if path in found or path == DIGESTS:
            continue
        found[path] = None
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module:
                for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                    pending.extend(_paths_of(name))
            elif isinstance(node, ast.Import):
                pending.extend(path for alias in node.names for path in _paths_of(alias.name))
    return sorted(found)


def _paths_of(module: str) -> Iterator[Path]:
    """Yield the file of a module of ours; nothing for a package, a name in a module, or what is not ours."""
    if module.startswith("codeshed."):
        path = SOURCE / Path(*module.split(".")).with_suffix(".py")
        if path.is_file():
            yield path


def _files_of(modules: list[Path]) -> list[Path]:
    """Return these files, and what lies beside them and is no code: queries and tables."""
    folders = {path.parent for path in modules}
    data = {
        path
        for folder in folders
        for path in folder.iterdir()
        if path.is_file() and path.suffix in {".scm", ".json"}
    }
    return sorted({*modules, *data})


def code_text(path: Path) -> str:
    """Return the code of a file, the same for all that differ in comments, docstrings and layout alone."""
    return _dumped(ast.parse(path.read_bytes()))


def _dumped(node: object) -> str:
    """Write a syntax tree without docstrings and empty fields, which differ between versions of Python."""
    if isinstance(node, list):
        return f"[{','.join(map(_dumped, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = {name: value for name, value in ast.iter_fields(node) if value not in (None, [])}
    if isinstance(fields.get("body"), list):
        fields["body"] = [each for each in fields["body"] if not _is_text(each)]
    return f"{type(node).__name__}({','.join(f'{name}={_dumped(value)}' for name, value in sorted(fields.items()))})"


def _is_text(statement: ast.AST) -> bool:
    """Whether a statement is a docstring, of a module, class, function or field."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def main() -> int:
    """Write the digests, or check that they are up to date."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if out of date")
    text = digests_text()
    is_current = DIGESTS.is_file() and DIGESTS.read_text(encoding="utf-8") == text
    if parser.parse_args().check:
        if not is_current:
            print("the code that decides what is stored has changed: run `python -m tools.code_digest`")
        return 0 if is_current else 1
    DIGESTS.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
