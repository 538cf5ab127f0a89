"""`python -m bench.accuracy --sample N CHECKOUT`: random edges to check by hand.

Turns: exported edges → for each provenance N of them, the same on every run, each with the source line of a site,
both ends, and the line where the target is defined.
"""

import ast
import functools
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.accuracy.call_sites import lines_of
from bench.accuracy.exported import PROVENANCES, ExportedEdge, Site
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, SEPARATOR

SEED = 20


def sample_lines(checkout: Path, edges: Iterable[ExportedEdge], size: int) -> Iterator[str]:
    """Yield the lines of a sample."""
    edges = sorted(edges, key=lambda edge: (edge.kind, edge.source, edge.target))
    for provenance in PROVENANCES:
        these = [edge for edge in edges if edge.provenance == provenance]
        chosen = random.Random(f"{SEED} {provenance}").sample(these, min(size, len(these)))
        yield f"{provenance}: {len(chosen)} of {len(these)} edges"
        yield ""
        for number, edge in enumerate(chosen, start=1):
            yield f"{number:4}  {edge.kind}  {_site_text(checkout, edge.sites)}"
            yield f"      from  {edge.source}"
            yield f"      to    {edge.target}{_definition_text(checkout, edge.target)}"
        yield ""


def _site_text(checkout: Path, sites: tuple[Site, ...]) -> str:
    if not sites:
        return "no site"
    site = min(sites, key=lambda site: (site.path, site.line, site.column))
    more = f"  (and {len(sites) - 1} more)" if len(sites) > 1 else ""
    return f"{site.path}:{site.line}:{site.column}  {_line(checkout / site.path, site.line)}{more}"


def _definition_text(checkout: Path, symbol: str) -> str:
    path, _, name = symbol.partition(SEPARATOR)
    if symbol.startswith(EXTERNAL_PREFIX) or not name:
        return ""
    line = definition_lines(checkout / path).get(name)
    return "" if line is None else f"  line {line}: {_line(checkout / path, line)}"


def _line(file: Path, line: int) -> str:
    lines = lines_of(file)
    return lines[line - 1].strip() if 1 <= line <= len(lines) else ""


@functools.cache
def definition_lines(file: Path) -> dict[str, int]:
    """Return where everything that has a name in a file is defined, by the name in its symbol id."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return {}
    found: dict[str, int] = {}
    _find_definitions(tree, "", None, found)
    return found


def _find_definitions(node: ast.AST, prefix: str, owner: str | None, found: dict[str, int]) -> None:
    """Collect definitions; `owner` is the class in whose methods `self.name = …` defines a field."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                name = _free_name(f"{prefix}{child.name}{_accessor(child)}", found)
                found[name] = child.lineno
                is_method = isinstance(node, ast.ClassDef) and not isinstance(child, ast.ClassDef)
                _find_definitions(child, f"{name}.", prefix if is_method else owner, found)
                continue
            case ast.Name(id=name, ctx=ast.Store()):
                found.setdefault(f"{prefix}{name}", child.lineno)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()) if owner:
                found.setdefault(f"{owner}{name}", child.lineno)
            case _:
                pass
        _find_definitions(child, prefix, owner, found)


def _accessor(definition: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> str:
    """Return `.setter` or `.deleter` for what is decorated so with its own name."""
    for decorator in definition.decorator_list:
        match decorator:
            case ast.Attribute(value=ast.Name(id=definition.name), attr="setter" | "deleter" as accessor):
                return f".{accessor}"
            case _:
                pass
    return ""


def _free_name(name: str, found: dict[str, int]) -> str:
    """Return a name, or the first of `name#2`, `name#3` that is not taken."""
    ordinal = 2
    free = name
    while free in found:
        free = f"{name}#{ordinal}"
        ordinal += 1
    return free
