"""`codeshed search`: the code that a text means."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AllOption, AnswerFormat, CapOption, CapsOption, FormatOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)

_STANDARD_INPUT = "-"
_MAX_BYTES = 10_000_000


def search_command(
    text: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TEXT]...",
            help="What is meant, in words: a question, an error message, an issue, half a name; - is standard input.",
        ),
    ] = None,
    *,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="Read the text from a file.")
    ] = None,
    language: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only files of this language; can be given several times."),
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND", help="Only function, type or module; can be given several times."),
    ] = None,
    path: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GLOB",
            help="Only files that match, such as 'src/**' or '*.py'; can be given several times.",
        ),
    ] = None,
    tests: Annotated[str, typer.Option(metavar="any|only|none", help="Whether tests may be hits.")] = "any",
    changed_since: Annotated[
        str | None, typer.Option(metavar="REV", help="Only files that changed since a revision.")
    ] = None,
    max_hits: Annotated[
        int | None, typer.Option("--max", metavar="N", min=1, help="How many hits and files to list.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show which words, frames and commits brought each hit.")
    ] = False,
    graph_ranking: Annotated[
        bool | None,
        typer.Option("--graph-ranking/--no-graph-ranking", help="Let the graph reorder the hits."),
    ] = None,
    graph_ranking_max_work: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Work units that graph ranking may take.")
    ] = None,
    graph_ranking_max_ms: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Milliseconds that graph ranking may take.")
    ] = None,
    graph_ranking_seeds: Annotated[
        str | None,
        typer.Option(metavar="top1|topK|none", help="Which hits graph ranking measures distances from."),
    ] = None,
    graph_ranking_seed_k: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=100, help="How many hits topK takes.")
    ] = None,
    context_expansion: Annotated[
        bool | None,
        typer.Option(
            "--context-expansion/--no-context-expansion",
            help="List callers, callees and overrides behind the hits.",
        ),
    ] = None,
    context_expansion_explain: Annotated[
        bool,
        typer.Option("--context-expansion-explain", help="Also say to which hits these belong, and how."),
    ] = False,
    show_all: AllOption = False,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    index_dir: IndexDirOption = None,
    output: FormatOption = AnswerFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Find the code that a text means.

    The text is an issue, an error message with its traceback, a question, or half a name. Words are compared with names, documentation, strings and code, and with the messages of commits: what they changed is likely meant. Paths, lines, names and quoted messages in the text count as such. Exit code 1: nothing matches.

    Example: codeshed search "total is wrong for an empty cart"
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    query = _read_text(text or [], file)
    chosen = (*(cap or ()), *(() if max_hits is None else (f"maxCandidates={max_hits}",)))
    repository = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet
    )
    with opened_project(repository) as project:
        answer = project.search(
            query,
            languages=language or (),
            kinds=kind or (),
            globs=path or (),
            tests=tests,
            changed_since=changed_since,
            explain=explain,
            graph_ranking=graph_ranking,
            graph_ranking_max_work=graph_ranking_max_work,
            graph_ranking_max_ms=graph_ranking_max_ms,
            graph_ranking_seeds=graph_ranking_seeds,
            graph_ranking_seed_k=graph_ranking_seed_k,
            context_expansion=context_expansion,
            context_expansion_explain=context_expansion_explain,
            profile=caps,
            caps=chosen,
        )
    wrong = write_answer(answer, output.value, show_all=show_all)
    found = answer.document.hits or answer.document.best_files
    raise typer.Exit(wrong or (0 if found else 1))


def _read_text(words: list[str], file: Path | None) -> str:
    """Return the query: the arguments, a file, or standard input."""
    from codeshed.discover.file_reading import read_named_file
    from codeshed.errors import InvalidOptionError

    if bool(words) == (file is not None):
        raise InvalidOptionError(
            "a search needs one text", hint='write it, as codeshed search "wrong total", or give --file FILE'
        )
    if file is not None:
        return _decoded(read_named_file(file)[:_MAX_BYTES], str(file))
    if words == [_STANDARD_INPUT]:
        return _decoded(sys.stdin.buffer.read(_MAX_BYTES), "standard input")
    return " ".join(words)


def _decoded(content: bytes, place: str) -> str:
    """Return the text of a file; one with a zero byte is no text."""
    from codeshed.errors import InvalidOptionError

    if b"\0" in content:
        raise InvalidOptionError(f"{place} is binary", hint="give the text of an issue, a question or a log")
    return content.decode("utf-8", "replace")
