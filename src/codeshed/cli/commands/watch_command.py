"""`codeshed watch`: keep the index up to date while the repository is edited."""

from pathlib import Path

from codeshed.cli.answer_options import AnswerFormat, FormatOption
from codeshed.cli.repository_options import (
    FolderArgument,
    IndexDirOption,
    QuietOption,
    RepoOption,
    RepositoryOptions,
    repository_of,
)


def watch_command(
    folder: FolderArgument = None,
    *,
    repo: RepoOption = Path(),
    index_dir: IndexDirOption = None,
    output: FormatOption = AnswerFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Keep the index up to date while files are edited.

    It prints one line for each update. Ctrl-C ends it. With types, an edit has provisional ones at once, and final ones as soon as nothing changes any more.

    Example: codeshed watch
    """
    from codeshed.api.index_opening import settings_of
    from codeshed.cli.index_access import index_options, stderr_writer
    from codeshed.cli.output import write
    from codeshed.cli.watched_index import WatchedRepositoryIndex, update_event
    from codeshed.project.index.enclosing_index_warnings import enclosing_index_warnings, new_index_warnings
    from codeshed.project.index.index_request import IndexRequest
    from codeshed.project.types.resident_types import ResidentTypes
    from codeshed.project.watch.watch_loop import iter_updates
    from codeshed.query.watch_event import WatchEvent, WatchEventKind
    from codeshed.render.index.watch_text import event_line
    from codeshed.render.json_output import iter_json_lines
    from codeshed.store.index_layout import index_dir_of

    repo = repository_of(folder, repo)
    tell = stderr_writer(is_quiet=quiet)
    request = IndexRequest(root=repo, index_dir=index_dir_of(repo, index_dir), settings=settings_of(repo))
    for warning in new_index_warnings(request) or enclosing_index_warnings(request):
        tell(warning.message)

    def show(event: WatchEvent) -> None:
        if output is AnswerFormat.JSON:
            write(iter_json_lines([event]))
        elif event.event is WatchEventKind.FAILED:
            tell(event_line(event).rstrip("\n"))
        else:
            write([event_line(event)])

    options = RepositoryOptions(repo=repo, index_dir=index_dir, is_quiet=quiet)
    with ResidentTypes() as types:
        index = WatchedRepositoryIndex(
            index_options(options), types, on_ready=lambda: show(WatchEvent(event=WatchEventKind.READY))
        )
        updates = iter_updates(repo, index)
        first = next(updates)
        if first.error is not None:
            raise first.error
        if first.is_worth_reporting:
            show(update_event(first))
        if first.outcome is not None:
            show(
                WatchEvent(
                    event=WatchEventKind.WATCHING,
                    n_files=first.outcome.n_files,
                    types=first.outcome.types.value,
                )
            )
        for done in updates:
            show(update_event(done))
