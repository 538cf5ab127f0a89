"""Tables of figures as text.

Turns: what a benchmark measured → lines for a terminal; the same figures unrounded for `--json`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_MEGABYTE = 1e6
_SECONDS_WITHOUT_DECIMALS = 100
_SECONDS_WITH_THREE_DECIMALS = 1


def table_text(table: "Table") -> str:
    """Return a table with its title above and its notes below; the first column is on the left, others right."""
    rows = [table.headings, *table.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.headings))]
    lines = [table.title, ""]
    for number, row in enumerate(rows):
        cells = [
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  " + "  ".join(cells).rstrip())
        if number == 0:
            lines.append("  " + "  ".join("-" * width for width in widths))
    lines.append("")
    lines.extend(f"  {note}" for note in table.notes)
    return "\n".join(lines) + "\n"


def seconds(value: float) -> str:
    """Return a time: `0.081 s`, `2.41 s`, `950 s`."""
    if value < _SECONDS_WITH_THREE_DECIMALS:
        return f"{value:.3f} s"
    return f"{value:.0f} s" if value >= _SECONDS_WITHOUT_DECIMALS else f"{value:.2f} s"


def megabytes(value: float) -> str:
    """Return an amount of memory: `310 MB`, in millions of bytes."""
    return f"{value / _MEGABYTE:.0f} MB"


def times(value: float) -> str:
    """Return a ratio: `4.1 x`."""
    return f"{value:.1f} x"


def met(*, is_met: bool) -> str:
    """Say whether what was wanted was reached."""
    return "yes" if is_met else "NO"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Cells as they are printed; every row is as long as the headings."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one benchmark found: tables to read, and raw figures by name."""

    tables: Sequence[Table]
    figures: Mapping[str, object] = field(default_factory=dict)
