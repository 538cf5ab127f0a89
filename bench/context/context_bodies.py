"""Where the bodies of functions stand, and how a file looks without them.

Turns: a folder + its graph → Bodies. In Python a body is what stands behind the docstring; in languages with braces it is what
stands between those of the function. Other languages (Ruby, Lua) have none that could be taken away by their places alone.
"""

import ast
import random
from dataclasses import dataclass
from pathlib import Path

from codeshed.context.signature_lines import end_of_head
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.model.languages.language import language_of_path

LANGUAGES = ("python", "typescript", "javascript", "java", "go", "rust", "c", "cpp", "csharp", "php", "scala")
"""Those in which a body can be found."""

Place = tuple[int, int]
"""A line, counted from 1, and a column, counted from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """The body of one function: from where to where it stands, and what is written instead."""

    symbol: str
    path: str
    begin: Place
    end: Place
    filler: str

    def overlaps(self, other: "Body") -> bool:
        """Whether one of two bodies holds lines of the other."""
        return self.path == other.path and self.begin[0] <= other.end[0] and other.begin[0] <= self.end[0]

    def holds(self, place: Place) -> bool:
        """Whether something stands in it."""
        return self.begin <= place < self.end


def bodies_in_random_order(folder: Path, graph: CodeGraph, seed: int, language: str) -> list[Body]:
    """Return the bodies of all functions of a language that are no tests."""
    nodes = graph.nodes
    is_own = (nodes.kinds == NodeKind.FUNCTION) & (
        (nodes.flags & int(NodeFlag.EXTERNAL | NodeFlag.TEST | NodeFlag.PARTIAL_FILE)) == 0
    )
    rows = is_own.nonzero()[0].tolist()
    random.Random(seed).shuffle(rows)
    in_python: dict[str, dict[tuple[str, int], Body]] = {}
    lines_by_path: dict[str, list[str]] = {}
    found = []
    for row in rows:
        path = graph.file_path(row)
        if path is None or language_of_path(path) != language:
            continue
        first, column, last, end_column = nodes.spans[row].tolist()
        if language == "python":
            if path not in in_python:
                in_python[path] = _python_bodies(folder, path)
            body = in_python[path].get((nodes.names[row], last))
        else:
            if path not in lines_by_path:
                lines_by_path[path] = (folder / path).read_text(errors="replace").split("\n")
            body = _body_in_braces(lines_by_path[path], path, language, ((first, column), (last, end_column)))
        if body is not None and first <= body.begin[0]:
            found.append(
                Body(
                    symbol=nodes.symbols[row],
                    path=path,
                    begin=body.begin,
                    end=body.end,
                    filler=body.filler,
                )
            )
    return found


def empty(copy: Path, bodies: list[Body]) -> None:
    """Write the files of a folder anew, without some bodies."""
    by_path: dict[str, list[Body]] = {}
    for body in bodies:
        by_path.setdefault(body.path, []).append(body)
    for path, in_file in by_path.items():
        lines = (copy / path).read_text(errors="replace").split("\n")
        for body in sorted(in_file, key=lambda each: each.begin, reverse=True):
            (first, column), (last, end_column) = body.begin, body.end
            left = lines[first - 1][:column] + body.filler + lines[last - 1][end_column:]
            lines[first - 1 : last] = left.split("\n")
        (copy / path).write_text("\n".join(lines))


def _body_in_braces(lines: list[str], path: str, language: str, span: tuple[Place, Place]) -> Body | None:
    (first, column), (last, end_column) = span
    if not 1 <= first < last <= len(lines):
        return None
    inner = [*lines[first - 1 : last - 1], lines[last - 1][:end_column]]
    inner[0] = " " * column + inner[0][column:]
    text = "\n".join(inner).rstrip()
    opening = end_of_head(text, language)
    if not text.endswith("}") or opening >= len(text) - 1 or text[opening] != "{":
        return None
    before, behind = text[: opening + 1], text[:-1]
    return Body(
        symbol="",
        path=path,
        begin=(first + before.count("\n"), len(before) - before.rfind("\n") - 1),
        end=(first + behind.count("\n"), len(behind) - behind.rfind("\n") - 1),
        filler="",
    )


def _python_bodies(folder: Path, path: str) -> dict[tuple[str, int], Body]:
    """Return bodies by the name and the last line of their functions."""
    try:
        text = (folder / path).read_text()
        tree = ast.parse(text)
    except (SyntaxError, ValueError, OSError):
        return {}
    lines = text.split("\n")
    found = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        statements = node.body[1:] if ast.get_docstring(node) is not None else node.body
        header_end = node.body[0].end_lineno if len(statements) < len(node.body) else _header_end(node)
        if not statements or node.end_lineno is None or header_end is None:
            continue
        first = min(
            [statements[0].lineno, *(each.lineno for each in getattr(statements[0], "decorator_list", []))]
        )
        if first > header_end:
            found[node.name, node.end_lineno] = Body(
                symbol="",
                path=path,
                begin=(first, 0),
                end=(node.end_lineno, len(lines[node.end_lineno - 1])),
                filler=f"{' ' * statements[0].col_offset}...",
            )
    return found


def _header_end(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the last line on which something of a signature stands."""
    parts = [*ast.walk(node.args), *([] if node.returns is None else [node.returns])]
    return max([node.lineno, *(getattr(each, "end_lineno", 0) or 0 for each in parts)])
