"""Render what `codeshed clean` removed, one line each."""

from codeshed.query.removed_index import RemovedIndex
from codeshed.render.phrases.wording import bytes_text, plural, printable

_N_NAMED = 3


def clean_text(removed: RemovedIndex, *, is_cache_wanted: bool) -> str:
    """Say how much was removed, and which files stayed because they are not Codeshed's."""
    lines = [_index_line(removed)]
    if removed.kept:
        others = f" and {len(removed.kept) - _N_NAMED} more" if len(removed.kept) > _N_NAMED else ""
        lines.append(f"kept what is not Codeshed's: {printable(', '.join(removed.kept[:_N_NAMED]))}{others}")
    if is_cache_wanted:
        place = "" if removed.cache_dir is None else f" in {printable(removed.cache_dir)}"
        lines.append(f"removed the cache{place}: {bytes_text(removed.n_cache_bytes)}")
    return "\n".join(lines) + "\n"


def _index_line(removed: RemovedIndex) -> str:
    place = printable(removed.index_dir)
    if not removed.was_there:
        return f"nothing to remove: there is no index in {place}"
    return f"removed the index in {place}: {plural(removed.n_files, 'file')}, {bytes_text(removed.n_bytes)}"
