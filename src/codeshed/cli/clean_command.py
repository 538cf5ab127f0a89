"""`codeshed clean`: remove the index of a repository, and the user's cache if asked to."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.repository_options import IndexDirOption, RepoOption


def clean_command(
    *,
    repo: RepoOption = Path(),
    index_dir: IndexDirOption = None,
    cache: Annotated[
        bool,
        typer.Option("--cache", help="Also remove your cache of parsed files, for all repositories."),
    ] = False,
) -> None:
    """Remove the index of a repository; the next answer builds it again. Files that are not Codeshed's stay.

    Example: codeshed clean
    """
    from codeshed.cli.output import write
    from codeshed.errors import FileUnreadableError, IndexMissingError
    from codeshed.render.clean_text import cache_cleaned_text, cleaned_text, nothing_to_clean_text
    from codeshed.store.cache_folder import remove_cache, user_cache_folder
    from codeshed.store.index_cleaning import clean
    from codeshed.store.index_layout import index_dir_of

    if not repo.is_dir():
        raise FileUnreadableError(str(repo), "it is not a folder")
    place = index_dir_of(repo, index_dir)
    try:
        write([cleaned_text(str(place), clean(place))])
    except IndexMissingError:
        write([nothing_to_clean_text(str(place))])
    if cache:
        folder = user_cache_folder()
        write([cache_cleaned_text(None if folder is None else str(folder), remove_cache(folder))])
