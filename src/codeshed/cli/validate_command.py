"""`codeshed validate`: whether a document keeps the SemanticData contract."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.footprint_command import FormatName


def validate_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A SemanticData document.")],
    *,
    source_root: Annotated[
        Path | None,
        typer.Option(
            "--source-root", metavar="DIR", help="Also check that spans lie within the files below DIR."
        ),
    ] = None,
    output: Annotated[FormatName, typer.Option("--format", help="How to print it.")] = FormatName.TEXT,
) -> None:
    """List all problems of a SemanticData document, each with its place and what to do about it.

    Exits with 0 if the document keeps the contract, with 1 if it does not, with 2 if it cannot be read at all.

    Example: codeshed validate semantic-data.json --source-root .
    """
    from codeshed.build.validation import validate
    from codeshed.cli.output import write
    from codeshed.discover.files import FolderSourceReader, read_named_file
    from codeshed.model.semantic_json import read_semantic_data
    from codeshed.render.json import to_json
    from codeshed.render.validation_text import validation_text

    sources = None if source_root is None else FolderSourceReader(source_root)
    document = read_semantic_data(read_named_file(file), origin=str(file), sources=sources)
    report = validate(document, sources)
    write([to_json(report) if output is FormatName.JSON else validation_text(report)])
    if not report.is_valid:
        raise typer.Exit(1)
