"""`codeshed watch`: keep the index up to date while the repository is edited."""

from pathlib import Path

from codeshed.cli.repository_options import IndexDirOption, QuietOption, RepoOption, RepositoryOptions


def watch_command(
    *, repo: RepoOption = Path(), index_dir: IndexDirOption = None, quiet: QuietOption = False
) -> None:
    """Keep the index up to date while files are edited, and print one line for each update. Ctrl-C ends it.

    Example: codeshed watch
    """
    from codeshed.cli.index_access import index_request, leaving_nothing_behind, settings_of, teller
    from codeshed.cli.output import write
    from codeshed.model.settings import Settings
    from codeshed.project.request import IndexOutcome
    from codeshed.project.updating import bring_up_to_date
    from codeshed.project.watching import Update, iter_updates
    from codeshed.render.watch_text import update_line, watching_line

    options = RepositoryOptions(repo=repo, index_dir=index_dir, is_quiet=quiet)
    tell = teller(is_quiet=quiet)

    def update(settings: Settings) -> IndexOutcome:
        with index_request(options, settings) as request, leaving_nothing_behind(request.index_dir):
            return bring_up_to_date(request)

    def show(done: Update) -> None:
        if done.error is not None:
            tell(f"{done.error.message}; the index stays as it was ({done.error.hint})")
        elif done.outcome is not None and not done.outcome.is_unchanged:
            line = update_line(
                done.paths,
                n_changed=done.outcome.n_changed,
                n_removed=done.outcome.n_removed,
                n_resolved=done.outcome.n_resolved,
                reason=done.outcome.rebuilt_because,
                seconds=done.seconds,
            )
            write([line])

    settings_of(repo)
    updates = iter_updates(repo, update)
    first = next(updates)
    if first.error is not None:
        raise first.error
    show(first)
    if first.outcome is not None:
        write([watching_line(first.outcome.n_files)])
    for done in updates:
        show(done)
