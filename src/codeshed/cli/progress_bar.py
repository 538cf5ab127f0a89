"""A progress bar on stderr, if that is a terminal."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from codeshed.model.progress_callback import Progress, ignore_progress

_PATIENCE_SECONDS = 1.0


@contextmanager
def progress_bar(*, is_quiet: bool = False) -> Iterator[Progress]:
    """Yield a function that reports progress; it is shown once the work takes longer than a second."""
    if is_quiet or not sys.stderr.isatty():
        yield ignore_progress
        return
    from rich.console import Console
    from rich.progress import BarColumn, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    bar = Bar(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[figures]}"),
        TimeElapsedColumn(),
        # rich obeys NO_COLOR and TERM by itself.
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
        figures = f"{done} of {total} files{rate}" if total else ""
        bar.update(task, completed=done, total=total or None, figures=figures)

    # A stage may report nothing for long, so a timer starts the bar, not the next report.
    patience = threading.Timer(_PATIENCE_SECONDS, bar.start)
    patience.daemon = True
    patience.start()
    try:
        yield show
    finally:
        patience.cancel()
        patience.join()
        bar.stop()
