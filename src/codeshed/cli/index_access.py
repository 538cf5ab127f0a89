"""The repository that a command asks, with progress and messages on stderr.

Turns: the options of a command → IndexOptions or Project.
"""

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from codeshed.api.index_opening import IndexOptions
from codeshed.cli.progress_bar import progress_bar
from codeshed.cli.repository_options import RepositoryOptions
from codeshed.render.phrases.wording import printable

if TYPE_CHECKING:
    from codeshed.api.project import Project


def index_options(options: RepositoryOptions) -> IndexOptions:
    """Return how an index is opened for a command."""
    return IndexOptions(
        root=options.repo,
        index_dir=options.index_dir,
        types=options.types,
        refresh=options.refresh,
        observed=options.observed,
        scorer_command=options.scorer_command,
        progress=partial(progress_bar, is_quiet=options.is_quiet),
        tell=stderr_writer(is_quiet=options.is_quiet),
    )


def opened_project(options: RepositoryOptions) -> "Project":
    """Return the repository that a command asks."""
    from codeshed.api.project import Project

    return Project(index_options(options))


def stderr_writer(*, is_quiet: bool) -> Callable[[str], None]:
    """Return a function that writes sentences to stderr, unless `is_quiet`."""

    def report(message: str) -> None:
        if not is_quiet:
            sys.stderr.write(f"codeshed: {printable(message)}\n")

    return report
