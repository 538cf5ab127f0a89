"""Progress on stderr: a bar where someone is watching, nothing where nobody is."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codeshed.project.indexing import Progress

_PATIENCE_SECONDS = 1.0


@contextmanager
def progress_bar() -> Iterator["Progress"]:
    """Give a function that shows how far the work is, once it takes longer than a second."""
    if not sys.stderr.isatty():
        yield lambda _stage, _done, _total: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    begin = time.monotonic()
    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("", total=None)
    is_shown = False

    def show(stage: str, done: int, total: int) -> None:
        nonlocal is_shown
        if not is_shown and time.monotonic() - begin > _PATIENCE_SECONDS:
            bar.start()
            is_shown = True
        bar.update(task, description=stage, completed=done, total=total or None)

    try:
        yield show
    finally:
        bar.stop()
