"""Who wrote a line.

Turns: a path, a line and a revision → BlamedLine.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from codeshed.discover.git import no_filters, run_git

_NOT_COMMITTED = "0" * 40


class BlamedLine(msgspec.Struct, frozen=True, kw_only=True):
    """The commit that last changed a line, its author, and its day (`2026-11-19`) as the author's clock had it."""

    commit: str
    author: str
    day: str


def blame_line(root: Path, path: str, line: int, *, revision: str | None = None) -> BlamedLine | None:
    """Return who wrote a line at a revision, or in the working tree; None if it is not committed, or git cannot tell."""
    at = () if revision is None else (revision,)
    answer = run_git(
        root,
        ("blame", "--line-porcelain", "-L", f"{line},{line}", "--date=short", *at, "--", path),
        settings=no_filters(root),
    )
    if answer.code:
        return None
    first, *lines = answer.output.decode("utf-8", "replace").split("\n")
    commit = first.partition(" ")[0]
    fields = dict(each.partition(" ")[::2] for each in lines)
    if commit == _NOT_COMMITTED or "author" not in fields:
        return None
    return BlamedLine(
        commit=commit,
        author=fields["author"],
        day=_day(int(fields.get("author-time", "0")), fields.get("author-tz", "+0000")),
    )


def _day(seconds: int, zone: str) -> str:
    sign = -1 if zone.startswith("-") else 1
    offset = timedelta(hours=sign * int(zone[1:3]), minutes=sign * int(zone[3:5]))
    return (datetime.fromtimestamp(seconds, UTC) + offset).date().isoformat()
