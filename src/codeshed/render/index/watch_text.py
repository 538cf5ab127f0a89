"""Render the events of a watched index, one line each."""

from codeshed.query.watch_event import WatchEvent, WatchEventKind
from codeshed.render.index.index_text import changes_text
from codeshed.render.phrases.wording import number, plural, printable

_N_NAMED = 3


def event_line(event: WatchEvent) -> str:
    """Say what changed, how many files were resolved again, the state of types and the time."""
    match event.event:
        case WatchEventKind.WATCHING:
            return f"up to date: {plural(event.n_files, 'file')}. Watching for changes; Ctrl-C ends it\n"
        case WatchEventKind.READY:
            return "edits have provisional types at once from now on\n"
        case WatchEventKind.FAILED:
            return f"{printable(event.message)}; the index stays as it was ({printable(event.hint)})\n"
        case WatchEventKind.SETTLED:
            return f"types final, {number(event.n_resolved)} resolved again, in {event.seconds:.1f} s\n"
        case WatchEventKind.BUILT | WatchEventKind.UPDATED:
            return _update_line(event)


def _update_line(event: WatchEvent) -> str:
    if event.event is WatchEventKind.BUILT:
        what = f"built, because {printable(event.message)}"
    else:
        what = changes_text(event.n_changed, event.n_removed, event.n_resolved)
    types = f", types {event.types}" if event.types in {"provisional", "incomplete"} else ""
    named = ", ".join(event.paths[:_N_NAMED])
    more = f" and {len(event.paths) - _N_NAMED} more" if len(event.paths) > _N_NAMED else ""
    return (
        f"{what}{types}, in {event.seconds:.1f} s" + (f": {printable(named)}{more}" if named else "") + "\n"
    )
