"""The edit after which every tool brings its index up to date: a new line in the body of a function.

Turns: a tree → a function of a well-used file; and that function with one line more, or another one.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import tree_sitter

from bench.index.trees import find_python_files
from codeshed.extract.python.syntax_tree import parse_python

_INIT = "__init__"
_SOURCE_FOLDERS = ("src", "lib")
_FROM = re.compile(rb"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]*)", re.MULTILINE)
_IMPORT = re.compile(rb"^[ \t]*import[ \t]+([^\n#;]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """Before which line of which file a line is put, how far it is indented, and a place that names the function."""

    path: str
    line: int
    indent: str
    seed: str


def find_edit(root: Path, wanted: Sequence[str] = ()) -> Edit:
    """Return an edit of the first wanted file that the tree has, else of the most imported one with a function."""
    for name in wanted:
        if (root / name).is_file():
            edit = edit_of(root, name)
            if edit is None:
                raise ValueError(f"no function of {name} can be edited")
            return edit
    for path in most_imported(root):
        edit = edit_of(root, path)
        if edit is not None:
            return edit
    raise ValueError(f"no function below {root} can be edited")


def edit_of(root: Path, path: str) -> Edit | None:
    """Return an edit of the longest function of a file, the first of them, before its last statement."""
    content = (root / path).read_bytes()
    found: Edit | None = None
    n_rows_of_found = 0
    for function in _functions(parse_python(content).root):
        body = function.child_by_field_name("body")
        n_rows = function.end_point.row - function.start_point.row
        if body is None or not body.named_children or n_rows <= n_rows_of_found:
            continue
        last = body.named_children[-1]
        indent = content[content.rfind(b"\n", 0, last.start_byte) + 1 : last.start_byte]
        if last.start_point.row > function.start_point.row and not indent.strip():
            found = Edit(
                path=path,
                line=last.start_point.row + 1,
                indent=indent.decode(),
                seed=f"{path}:{function.start_point.row + 1}",
            )
            n_rows_of_found = n_rows
    return found


def apply_edit(root: Path, edit: Edit, number: int) -> None:
    """Put one line into the function: with another number, another line."""
    file = root / edit.path
    lines = file.read_bytes().split(b"\n")
    lines.insert(edit.line - 1, f"{edit.indent}edited_{number} = len(str({number}))".encode())
    file.write_bytes(b"\n".join(lines))


def most_imported(root: Path) -> list[str]:
    """Return the modules of a tree that are not packages, those first that most files name in an import."""
    path_by_module = {
        _module_of(path.relative_to(root)): path.relative_to(root).as_posix()
        for path in find_python_files(root)
    }
    n_importers: Counter[str] = Counter()
    for module, path in path_by_module.items():
        is_package = PurePosixPath(path).stem == _INIT
        n_importers.update(set(_imported(module, (root / path).read_bytes(), is_package=is_package)))
    modules = [path for path in path_by_module.values() if PurePosixPath(path).stem != _INIT]
    return sorted(modules, key=lambda path: (-n_importers[_module_of(Path(path))], path))


def _module_of(path: Path) -> str:
    """Return the dotted name of a file: `src/shop/cart.py` is `shop.cart`."""
    parts = path.with_suffix("").parts
    if len(parts) > 1 and parts[0] in _SOURCE_FOLDERS:
        parts = parts[1:]
    return ".".join(parts[:-1] if parts[-1] == _INIT and len(parts) > 1 else parts)


def _imported(module: str, content: bytes, *, is_package: bool) -> Iterator[str]:
    """Return what a file names in its imports: for `from shop import cart`, both `shop` and `shop.cart`."""
    for found in _IMPORT.finditer(content):
        for clause in found.group(1).decode(errors="replace").split(","):
            yield from clause.split()[:1]
    for found in _FROM.finditer(content):
        dots, name, clauses = (group.decode(errors="replace") for group in found.groups())
        around = module.split(".")
        n_dropped = len(dots) - is_package
        base = [*(around[: len(around) - n_dropped] if dots else []), *([name] if name else [])]
        yield ".".join(base)
        for clause in clauses.strip("()").split(","):
            yield from (".".join((*base, word)) for word in clause.split()[:1])


def _functions(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Return all functions below a node, in the order of the text."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if current.type == "function_definition":
            yield current
        waiting.extend(reversed(current.named_children))
