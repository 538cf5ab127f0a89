"""Render what was done to an index, in a few lines."""

from codeshed.graph.answers.graph_figures import GraphFigures
from codeshed.query.index_summary import Action, IndexSummary
from codeshed.render.phrases.wording import bytes_text, call_lines, number, plural, printable, warning_lines

_N_COMMIT_DIGITS = 12


def index_text(summary: IndexSummary) -> str:
    """Say what was done and why, what the index contains, and where it is."""
    lines = [
        f"{_what_was_done(summary)}, in {summary.seconds:.1f} s",
        f"{plural(summary.n_files, 'file')}, {figures_text(summary.figures)}",
        *call_lines(summary.figures.calls),
        f"in {printable(summary.index_dir)}: {bytes_text(summary.n_bytes)}, types {summary.types}"
        + (f", commit {summary.commit[:_N_COMMIT_DIGITS]}" if summary.commit else ""),
    ]
    if summary.saved_as is not None:
        lines.append(f"saved as {printable(summary.saved_as)}")
    lines += warning_lines(summary.warnings, more="--json")
    return "\n".join(lines) + "\n"


def figures_text(figures: GraphFigures) -> str:
    """Write the size of a graph."""
    return (
        f"{plural(figures.n_symbols, 'symbol')} and {number(figures.n_external_symbols)} of other packages, "
        f"{plural(figures.n_edges, 'edge')}"
    )


def _what_was_done(summary: IndexSummary) -> str:
    start = "" if summary.started_from is None else f", from {printable(summary.started_from)}"
    match summary.action:
        case Action.BUILT:
            return f"built, because {printable(summary.reason)}{start}"
        case Action.UPDATED:
            settled = f", types of {plural(summary.n_settled, 'file')} final" if summary.n_settled else ""
            changes = changes_text(summary.n_changed, summary.n_removed, summary.n_resolved)
            return f"{changes}{settled}{start}"
        case Action.UNCHANGED:
            if summary.types == "incomplete":
                return f"no file has changed, and the type engine failed again{start}"
            return f"up to date{start}"


def changes_text(n_changed: int, n_removed: int, n_resolved: int) -> str:
    """Say how many files changed and were resolved again: `2 files changed, 1 removed, 5 resolved again`."""
    parts = [plural(n_changed, "file") + " changed"] if n_changed or not n_removed else []
    if n_removed:
        parts.append(f"{number(n_removed) if parts else plural(n_removed, 'file')} removed")
    return ", ".join((*parts, f"{number(n_resolved)} resolved again"))
