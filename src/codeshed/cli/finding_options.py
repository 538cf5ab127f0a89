"""Options that all checks with findings share: their formats, the page of a code, and baselines."""

import enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from codeshed.model.findings.findings_report import FindingsReport


class FindingFormat(enum.StrEnum):
    """Names of the formats of findings."""

    TEXT = "text"
    JSON = "json"
    FINDINGS = "findings"
    SARIF = "sarif"
    GITHUB = "github"
    GITLAB = "gitlab"
    JUNIT = "junit"


def write_baseline_file(path: Path, report: "FindingsReport") -> None:
    """Write a baseline that accepts what a check has found."""
    from codeshed.cli.output import write_file
    from codeshed.errors import InvalidOptionError
    from codeshed.model.findings.baseline import make_baseline
    from codeshed.render.json_output import to_json

    if not report.findings_are_all:
        raise InvalidOptionError(
            "a cap left out some findings, and a baseline must have all of them", hint="give --caps wide"
        )
    write_file(path, to_json(make_baseline(report.check, report.findings)))


def _explain(code: str | None) -> None:
    """Print the page of a code, and end the command."""
    if code is None:
        return
    from codeshed.cli.output import write
    from codeshed.errors import InvalidOptionError
    from codeshed.model.findings.finding_rules import explain

    try:
        page = explain(code)
    except InvalidOptionError as error:
        raise typer.BadParameter(f"{error.message}; {error.hint}") from None
    write([page])
    raise typer.Exit


FindingFormatOption = Annotated[
    FindingFormat,
    typer.Option(
        "--format",
        help="json: the report of this command; findings: its findings as JSON; sarif: SARIF 2.1.0; github: annotations; "
        "gitlab: code quality; junit: JUnit XML.",
    ),
]
ExplainOption = Annotated[
    str | None,
    typer.Option(
        "--explain",
        metavar="CODE",
        callback=_explain,
        is_eager=True,
        help="Print what a finding means and what to do, and exit.",
    ),
]
BaselineOption = Annotated[
    Path | None,
    typer.Option(
        "--baseline",
        metavar="FILE",
        help="Accept the findings in this file; only new ones count.",
    ),
]
WriteBaselineOption = Annotated[
    Path | None,
    typer.Option("--write-baseline", metavar="FILE", help="Write what is found now as a baseline."),
]
