"""`codeshed footprint`: the profile of a codebase, or the footprint of a symbol; the working set, unless another is asked for."""

import enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codeshed.cli.answer_options import ExternalsOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    ObservedOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)
from codeshed.footprint.options import Mode, Policy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from codeshed.footprint.options import FootprintOptions
    from codeshed.graph.data.code_graph import CodeGraph


class SizeName(enum.StrEnum):
    """The names of size functions; repeated here so that `--help` need not load them."""

    CL100K_BASE = "cl100k_base"
    O200K_BASE = "o200k_base"
    WORDS = "words"


class FormatName(enum.StrEnum):
    """Names of the output formats."""

    TEXT = "text"
    JSON = "json"


def footprint_command(
    symbols: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SYMBOL...",
            help="Symbols to start from, together: ids, suffixes (Cart.total), dotted names, or path:line. "
            "None: the profile of the whole codebase.",
        ),
    ] = None,
    *,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    observed: ObservedOption = None,
    index_dir: IndexDirOption = None,
    semantic_data: Annotated[
        Path | None,
        typer.Option(
            "--semantic-data", metavar="FILE", help="Instead: a SemanticData document, from any extractor."
        ),
    ] = None,
    source_root: Annotated[
        Path,
        typer.Option("--source-root", metavar="DIR", help="The folder that the document's paths start from."),
    ] = Path(),
    policy: Annotated[
        Policy,
        typer.Option(
            help="working_set: what is near; closure: the worst case; v2, v1: the two published listings."
        ),
    ] = Policy.WORKING_SET,
    depth: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="How many edges a working set goes forward (2)."),
    ] = None,
    mode: Annotated[
        Mode,
        typer.Option(help="academic: a typed and documented function is a boundary; strict: it is not."),
    ] = Mode.ACADEMIC,
    doc_threshold: Annotated[
        float | None,
        typer.Option(
            metavar="X", help="Documentation score that counts as documented (0.5, in strict mode 0.8)."
        ),
    ] = None,
    min_confidence: Annotated[
        float, typer.Option(metavar="X", help="Leave out edges with less confidence than this.")
    ] = 0.5,
    max_tokens: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Keep the footprint to this many tokens; v2 and v1 stop once they have as many."
        ),
    ] = None,
    size_function: Annotated[
        SizeName, typer.Option(help="What sizes are counted in.")
    ] = SizeName.CL100K_BASE,
    top: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="How many hotspots the profile lists (10); with --all, only the N largest.",
        ),
    ] = None,
    include_tests: Annotated[
        bool, typer.Option("--include-tests", help="Count test functions in the profile too.")
    ] = False,
    show_all: Annotated[
        bool,
        typer.Option(
            "--all", help="Without a symbol: the figures of every function. With one: the whole tree."
        ),
    ] = False,
    sets: Annotated[
        bool,
        typer.Option("--sets", help="With --all and JSON: whole footprints, with all their nodes and steps."),
    ] = False,
    externals: ExternalsOption = False,
    output: Annotated[FormatName, typer.Option("--format", help="How to print it.")] = FormatName.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Show the working set of a symbol, in tokens.

    That is what lies near it, and the lines that call it or write what it reads. Without a symbol: how large working sets are across the codebase.

    Example: codeshed footprint Cart.total
    """
    from codeshed.api.footprint_answers import footprint_answer, of_an_index, profile_answer
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write, write_answer
    from codeshed.errors import InvalidOptionError
    from codeshed.footprint.options import DEFAULT_DEPTH, FootprintOptions

    options = FootprintOptions(
        policy=policy,
        mode=mode,
        doc_threshold=doc_threshold,
        max_tokens=max_tokens,
        min_confidence=min_confidence,
        depth=DEFAULT_DEPTH if depth is None else depth,
    )
    if symbols and (top is not None or include_tests):
        raise InvalidOptionError(
            "--top and --include-tests belong to the profile", hint="leave them out, or leave out the symbol"
        )
    if sets and (symbols or not show_all or output is not FormatName.JSON):
        raise InvalidOptionError(
            "--sets belongs to --all --format json", hint="give both, or name symbols without --sets"
        )
    if semantic_data is None:
        repository = RepositoryOptions(
            repo=repo, index_dir=index_dir, types=types, refresh=refresh, observed=observed, is_quiet=quiet
        )
        # The memory map stays valid after the project has closed its index.
        with opened_project(repository) as project:
            graph = of_an_index(project.code_graph(size_function=size_function.value))
    else:
        from codeshed.project.index.graph_in_memory import index_semantic_data

        graph = index_semantic_data(semantic_data, source_root, size_function_name=size_function.value)
    if symbols:
        root = repo if semantic_data is None else source_root
        write_answer(
            footprint_answer(graph, root, symbols, options, externals=externals),
            output.value,
            show_all=show_all,
        )
    elif show_all:
        write(
            _all_pieces(graph, options, top=top, sets=sets, is_json=output is FormatName.JSON, is_quiet=quiet)
        )
    else:
        summary = profile_answer(graph, options, top=10 if top is None else top, include_tests=include_tests)
        write_answer(summary, output.value)


def _all_pieces(
    graph: "CodeGraph",
    options: "FootprintOptions",
    *,
    top: int | None,
    sets: bool,
    is_json: bool,
    is_quiet: bool,
) -> "Iterable[str]":
    """Return the footprints of all functions: as lines of text, as JSON lines, or whole ones with their sets."""
    from codeshed.cli.output import warn
    from codeshed.query.footprint import iter_all_footprints, iter_footprint_rows, large_answer_warning
    from codeshed.render.footprint_text import footprint_line
    from codeshed.render.json_output import iter_json_lines

    if sets:
        warn(large_answer_warning(graph, options, top=top), is_quiet=is_quiet)
        return iter_json_lines(iter_all_footprints(graph, options, top=top))
    rows = iter_footprint_rows(graph, options, top=top)
    return iter_json_lines(rows) if is_json else (footprint_line(row) + "\n" for row in rows)
