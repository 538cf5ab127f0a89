"""`codeshed validate`: check a document against its contract."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codeshed.cli.commands.footprint_command import FormatName
from codeshed.cli.repository_options import QuietOption

if TYPE_CHECKING:
    from codeshed.model.answers.figure_rules import Measure

_SEMANTIC_DATA = "semantic-data"


def validate_command(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A SemanticData document, or an answer of Codeshed as JSON."),
    ],
    *,
    schema: Annotated[
        str | None,
        typer.Option(
            "--schema",
            metavar="NAME",
            help="What the document is, such as graph-context-pack or semantic-data. Default: what its fields say.",
        ),
    ] = None,
    source_root: Annotated[
        Path | None,
        typer.Option(
            "--source-root", metavar="DIR", help="Also check that spans lie within the files below DIR."
        ),
    ] = None,
    output: Annotated[FormatName, typer.Option("--format", help="How to print it.")] = FormatName.TEXT,
    quiet: QuietOption = False,  # noqa: ARG001 - it writes nothing but its answer; all commands take -q
) -> None:
    """List all problems of a document.

    Each has its place, and what to do about it. The document is a SemanticData document, or a bounded answer: what `codeshed graph --format json` and its kin write.
    Exits with 0 if the document keeps its contract, with 1 if it does not, with 2 if it cannot be read at all.

    Example: codeshed validate semantic-data.json --source-root .
    """
    from codeshed.cli.output import write
    from codeshed.discover.file_reading import read_named_file
    from codeshed.errors import InvalidOptionError
    from codeshed.model.answers.analysis_document import field_names, guess_schema, validate_analysis
    from codeshed.model.size_units import SIZE_FUNCTION_NAMES
    from codeshed.render.json_output import to_json
    from codeshed.render.schemas import WRITTEN_BY_SCHEMA
    from codeshed.render.validation_text import analysis_text

    if schema is not None and schema not in {*WRITTEN_BY_SCHEMA, _SEMANTIC_DATA}:
        names = ", ".join(sorted((*WRITTEN_BY_SCHEMA, _SEMANTIC_DATA)))
        raise InvalidOptionError(f"no document is called {schema!r}", hint=f"choose one of {names}")
    content = read_named_file(file)
    if schema is None:
        fields = field_names(content, origin=str(file))
        schema = None if "documents" in fields else guess_schema(fields, WRITTEN_BY_SCHEMA)
    if schema is None or schema == _SEMANTIC_DATA:
        _validate_semantic_data(content, file, source_root, output)
        return
    measures = {name: partial(_measure, name) for name in SIZE_FUNCTION_NAMES}
    report = validate_analysis(content, schema, WRITTEN_BY_SCHEMA[schema], measures)
    write([to_json(report) if output is FormatName.JSON else analysis_text(report)])
    if not report.is_valid:
        raise typer.Exit(1)


def _measure(name: str) -> "Measure":
    """Return the function that counts tokens; it is loaded only for documents that state token counts."""
    from codeshed.build.size import size_function

    return size_function(name).measure


def _validate_semantic_data(content: bytes, file: Path, source_root: Path | None, output: FormatName) -> None:
    from codeshed.build.validation import validate
    from codeshed.cli.output import write
    from codeshed.discover.file_reading import FolderSourceReader
    from codeshed.model.semantic_json import read_semantic_data
    from codeshed.render.json_output import to_json
    from codeshed.render.validation_text import validation_text

    sources = None if source_root is None else FolderSourceReader(source_root)
    report = validate(read_semantic_data(content, origin=str(file), sources=sources), sources)
    write([to_json(report) if output is FormatName.JSON else validation_text(report)])
    if not report.is_valid:
        raise typer.Exit(1)
