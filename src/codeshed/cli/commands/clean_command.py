"""`codeshed clean`: remove the index of a repository, and the user's cache if asked to."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AnswerFormat, FormatOption
from codeshed.cli.repository_options import (
    FolderArgument,
    IndexDirOption,
    QuietOption,
    RepoOption,
    repository_of,
)


def clean_command(
    folder: FolderArgument = None,
    *,
    repo: RepoOption = Path(),
    index_dir: IndexDirOption = None,
    cache: Annotated[
        bool,
        typer.Option(
            "--cache",
            help="Also remove your cache of parsed files and of other revisions, for all repositories.",
        ),
    ] = False,
    output: FormatOption = AnswerFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Remove the index of a repository.

    The next answer builds it again. Files that are not Codeshed's stay.

    Example: codeshed clean
    """
    from codeshed.cli.index_access import stderr_writer
    from codeshed.cli.output import write
    from codeshed.errors import FileUnreadableError, IndexMissingError
    from codeshed.query.removed_index import RemovedIndex
    from codeshed.render.index.clean_text import clean_text
    from codeshed.render.json_output import to_json
    from codeshed.store.cache_folder import remove_cache, user_cache_folder
    from codeshed.store.index_cleaning import Cleaned, clean
    from codeshed.store.index_layout import index_dir_of

    repo = repository_of(folder, repo)
    if not repo.is_dir():
        raise FileUnreadableError(str(repo), "it is not a folder")
    place = index_dir_of(repo, index_dir)
    tell = stderr_writer(is_quiet=quiet)
    try:
        cleaned: Cleaned | None = clean(
            place, on_wait=lambda holder: tell(f"waiting for {holder}, which writes the index")
        )
    except IndexMissingError:
        cleaned = None
    cache_dir = user_cache_folder() if cache else None
    removed = RemovedIndex(
        index_dir=str(place),
        was_there=cleaned is not None,
        n_files=0 if cleaned is None else cleaned.n_files,
        n_bytes=0 if cleaned is None else cleaned.n_bytes,
        kept=() if cleaned is None else cleaned.kept,
        cache_dir=None if cache_dir is None else str(cache_dir),
        n_cache_bytes=remove_cache(cache_dir) if cache else 0,
    )
    text = to_json(removed) if output is AnswerFormat.JSON else clean_text(removed, is_cache_wanted=cache)
    write([text])
