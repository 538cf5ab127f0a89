"""`codeshed footprint`: the profile of a codebase, or the footprint of a symbol."""

import enum
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import ExternalsOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)
from codeshed.footprint.options import FootprintOptions, Mode, Policy


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
        Policy, typer.Option(help="closure: the fixpoint; v2, v1: the two published listings.")
    ] = Policy.CLOSURE,
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
            "--all", help="Without a symbol: the footprint of every function. With one: the whole tree."
        ),
    ] = False,
    externals: ExternalsOption = False,
    output: Annotated[FormatName, typer.Option("--format", help="How to print it.")] = FormatName.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Show what must be read to understand a symbol, in tokens.

    Without a symbol: how large that is across the codebase.

    Example: codeshed footprint Cart.total
    """
    from codeshed.api.footprint_answers import footprint_answer, profile_answer
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write, write_answer
    from codeshed.errors import InvalidOptionError
    from codeshed.query.footprint import empty_report, iter_all_footprints
    from codeshed.render.footprint_text import footprint_line
    from codeshed.render.json_output import iter_footprints_json

    options = FootprintOptions(
        policy=policy,
        mode=mode,
        doc_threshold=doc_threshold,
        max_tokens=max_tokens,
        min_confidence=min_confidence,
    )
    if symbols and (top is not None or include_tests):
        raise InvalidOptionError(
            "--top and --include-tests belong to the profile", hint="leave them out, or leave out the symbol"
        )
    if semantic_data is None:
        repository = RepositoryOptions(
            repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet
        )
        # The memory map stays valid after the project has closed its index.
        with opened_project(repository) as project:
            graph = project.code_graph(size_function=size_function.value)
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
        results = iter_all_footprints(graph, options, top=top)
        if output is FormatName.JSON:
            write(iter_footprints_json(empty_report(graph, options), results))
        else:
            write(footprint_line(result) + "\n" for result in results)
    else:
        summary = profile_answer(graph, options, top=10 if top is None else top, include_tests=include_tests)
        write_answer(summary, output.value)
