"""Entry points in calls of `setup`, read and not executed.

Turns: the calls in a `setup.py` → DeclaredEntry tuples.
"""

from collections.abc import Iterable, Iterator

from codeshed.model.facts.python_facts import Compound, CompoundKind, Expression
from codeshed.resolve.python.entry_points.assigned_expressions import AssignedExpressions
from codeshed.resolve.python.entry_points.framework_origins import FrameworkOrigins
from codeshed.resolve.python.entry_points.manifests import MAX_ENTRIES, DeclaredEntry, read_lines
from codeshed.resolve.python.entry_points.statement_calls import PlacedCall
from codeshed.resolve.python.names.expression_text import collection_elements, constant_text, find_argument

_SETUP = frozenset({"setuptools:setup", "distutils:setup"})


def read_setup_calls(
    path: str, calls: Iterable[PlacedCall], origins: FrameworkOrigins, assigned: AssignedExpressions
) -> tuple[DeclaredEntry, ...]:
    """Return what the calls of `setup` in a file declare, if the file is a `setup.py`."""
    if path.rpartition("/")[2] != "setup.py":
        return ()
    found: list[DeclaredEntry] = []
    for placed in calls:
        entry_points = find_argument(placed.call.arguments, None, "entry_points")
        if entry_points is not None and not _SETUP.isdisjoint(origins.keys_of(placed.scope, placed.function)):
            found += _read_groups(
                path, _resolve_name(assigned, placed.scope, entry_points), placed.scope, assigned
            )
    return tuple(found[:MAX_ENTRIES])


def _read_groups(
    path: str, value: Expression, scope: int, assigned: AssignedExpressions
) -> Iterator[DeclaredEntry]:
    text = constant_text(value)
    if text is not None:
        yield from _read_sections(path, text)
    elif (
        isinstance(value, Compound)
        and value.kind is CompoundKind.DICT
        and len(value.keys) == len(value.parts)
    ):
        for key, lines in zip(value.keys, value.parts, strict=True):
            group = constant_text(key)
            if group is not None:
                resolved = _resolve_name(assigned, scope, lines)
                texts = [constant_text(part) or "" for part in collection_elements(resolved) or (resolved,)]
                yield from read_lines(path, group, group, "\n".join(texts))


def _read_sections(path: str, text: str) -> Iterator[DeclaredEntry]:
    """Yield the entries of a text with sections, as in `entry_points.txt`."""
    group = ""
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith("[") and stripped.endswith("]"):
            group = stripped[1:-1].strip()
        elif group:
            yield from read_lines(path, group, group, stripped)


def _resolve_name(assigned: AssignedExpressions, scope: int, value: Expression) -> Expression:
    values = assigned.find_values(scope, value)
    return values[-1][1] if values else value
