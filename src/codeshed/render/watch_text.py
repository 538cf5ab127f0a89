"""One line for each update of a watched index."""

from codeshed.render.index_text import changes_text
from codeshed.render.wording import plural, printable

_N_NAMED = 3


def update_line(
    paths: tuple[str, ...], *, n_changed: int, n_removed: int, n_resolved: int, reason: str, seconds: float
) -> str:
    """Say what changed, what followed from it and how long that took."""
    what = f"built, because {printable(reason)}" if reason else changes_text(n_changed, n_removed, n_resolved)
    named = ", ".join(paths[:_N_NAMED])
    more = f" and {len(paths) - _N_NAMED} more" if len(paths) > _N_NAMED else ""
    return f"{what}, in {seconds:.1f} s" + (f": {printable(named)}{more}" if named else "") + "\n"


def watching_line(n_files: int) -> str:
    """Say that the index is up to date, and how to end."""
    return f"up to date: {plural(n_files, 'file')}. Watching for changes; Ctrl-C ends it\n"
