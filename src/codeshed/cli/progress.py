"""Progress on stderr: a bar where someone is watching, nothing where nobody is."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codeshed.project.indexing import Progress

_PATIENCE_SECONDS = 1.0


@contextmanager
def progress_bar(*, is_quiet: bool = False) -> Iterator["Progress"]:
    """Give a function that is told how far the work is; what takes longer than a second is shown."""
    if is_quiet or not sys.stderr.isatty():
        yield lambda _stage, _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[figures]}"),
        TimeElapsedColumn(),
        # It obeys NO_COLOR and TERM by itself.
        console=Console(stderr=True),
        transient=True,
    )
    task_by_stage: dict[str, TaskID] = {}

    def show(stage: str, done: int, total: int) -> None:
        if stage not in task_by_stage:
            for finished in task_by_stage.values():
                bar.update(finished, visible=False)
            task_by_stage[stage] = bar.add_task(stage, total=total or None, figures="")
        task = task_by_stage[stage]
        speed = bar.tasks[task].speed
        rate = f", {speed:.0f} files/s" if speed else ""
        bar.update(task, completed=done, figures=f"{done} of {total} files{rate}" if total else "")

    # A stage may be silent for long, so a clock starts the bar, and not the next piece of news.
    patience = threading.Timer(_PATIENCE_SECONDS, bar.start)
    patience.daemon = True
    patience.start()
    try:
        yield show
    finally:
        patience.cancel()
        patience.join()
        bar.stop()
