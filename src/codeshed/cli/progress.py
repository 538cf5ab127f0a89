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
def progress_bar(*, is_quiet: bool = False) -> Iterator["Progress"]:
    """Give a function that shows how far the work is, once it takes longer than a second."""
    if is_quiet or not sys.stderr.isatty():
        yield lambda _stage, _done, _total: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TaskID,
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
    task_by_stage: dict[str, TaskID] = {}

    def show(stage: str, done: int, total: int) -> None:
        if stage not in task_by_stage:
            for finished in task_by_stage.values():
                bar.update(finished, visible=False)
            task_by_stage[stage] = bar.add_task(stage, total=total or None)
        if time.monotonic() - begin > _PATIENCE_SECONDS:
            bar.start()
        bar.update(task_by_stage[stage], completed=done)

    try:
        yield show
    finally:
        bar.stop()
