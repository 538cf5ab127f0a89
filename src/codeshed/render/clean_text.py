"""Render what `codeshed clean` removed, one line each."""

from codeshed.render.wording import bytes_text, plural, printable
from codeshed.store.index_cleaning import Cleaned

_N_NAMED = 3


def cleaned_text(index_dir: str, cleaned: Cleaned) -> str:
    """Say how much of an index was removed, and which files stayed because they are not Codeshed's."""
    removed = f"{plural(cleaned.n_files, 'file')}, {bytes_text(cleaned.n_bytes)}"
    text = f"removed the index in {printable(index_dir)}: {removed}\n"
    if cleaned.kept:
        others = f" and {len(cleaned.kept) - _N_NAMED} more" if len(cleaned.kept) > _N_NAMED else ""
        text += f"kept what is not Codeshed's: {printable(', '.join(cleaned.kept[:_N_NAMED]))}{others}\n"
    return text


def nothing_to_clean_text(index_dir: str) -> str:
    """Say that there was no index."""
    return f"nothing to remove: there is no index in {printable(index_dir)}\n"


def cache_cleaned_text(folder: str | None, n_bytes: int) -> str:
    """Say how much of the cache was removed."""
    place = "" if folder is None else f" in {printable(folder)}"
    return f"removed the cache{place}: {bytes_text(n_bytes)}\n"
