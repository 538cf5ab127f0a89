"""`python -m bench.risk CHECKOUT … [--bandit PROGRAM]`: risk flows, and the documented flaws among them.

`flaws.yaml` lists flaws that the authors of deliberately vulnerable applications describe: the rule, the file, and a text of the
line where the value ends. A flaw is found if a flow of the rule ends on such a line. With `--bandit`, PROGRAM is asked as well:
it finds a flaw if it reports that line, whatever it says of it. Each checkout is indexed in a folder of its own, or in one below
`--index-dir`, where it is then kept.
"""

import argparse
import json
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from bench.support.report import Table, table_text
from codeshed.api.project import Project, open_project
from codeshed.query.risk.risk import RiskFlowV1, RiskReportV1

FLAWS = Path(__file__).with_name("flaws.yaml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """A documented flaw: where the value ends, by a text of that line."""

    rule: str
    file: str
    line_text: str

    def lines(self, root: Path) -> frozenset[int]:
        """Return the lines with the text."""
        path = root / self.file
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        return frozenset(number for number, line in enumerate(text.splitlines(), 1) if self.line_text in line)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One project: its flows, its documented flaws, which of them were found by us and by bandit, and the CPU seconds asked for."""

    name: str
    report: RiskReportV1
    flaws: tuple[Flaw, ...]
    found: frozenset[Flaw]
    by_bandit: frozenset[Flaw] | None
    n_by_bandit: int
    seconds: float


def documented_flaws() -> dict[str, tuple[Flaw, ...]]:
    """Return the flaws by the name of the application."""
    document: Mapping[str, Sequence[Mapping[str, str]]] = yaml.safe_load(FLAWS.read_text(encoding="utf-8"))
    return {
        name: tuple(Flaw(rule=each["rule"], file=each["file"], line_text=each["line"]) for each in flaws)
        for name, flaws in document.items()
    }


def measure(checkout: Path, index_dir: Path, bandit: str | None) -> Measured:
    """Ask about one project; its index is made before the time counts."""
    flaws = documented_flaws().get(checkout.resolve().name, ())
    with open_project(checkout, index_dir=index_dir) as project:
        report, seconds = _ask(project)
    ends = {(each.rule, each.steps[-1].file, line) for each in report.flows for line in _lines_of_end(each)}
    found = frozenset(
        flaw for flaw in flaws if any((flaw.rule, flaw.file, line) in ends for line in flaw.lines(checkout))
    )
    reported = None if bandit is None else _bandit_lines(bandit, checkout)
    return Measured(
        name=checkout.resolve().name,
        report=report,
        flaws=flaws,
        found=found,
        by_bandit=None
        if reported is None
        else frozenset(
            flaw for flaw in flaws if any((flaw.file, line) in reported for line in flaw.lines(checkout))
        ),
        n_by_bandit=len(reported or ()),
        seconds=seconds,
    )


def _lines_of_end(flow: RiskFlowV1) -> range:
    last = flow.steps[-1]
    return range(last.start_line, last.end_line + 1)


def _ask(project: Project) -> tuple[RiskReportV1, float]:
    project.code_graph()
    begun = time.process_time()
    report = project.risk(caps={"maxRiskFlows": 1000}).document
    return report, time.process_time() - begun


def _bandit_lines(bandit: str, checkout: Path) -> frozenset[tuple[str, int]]:
    done = subprocess.run(  # noqa: S603 - the program that the caller names
        [bandit, "-q", "-r", ".", "-f", "json"], cwd=checkout, capture_output=True, check=False
    )
    results = json.loads(done.stdout or b"{}").get("results", [])
    return frozenset(
        (each["filename"].removeprefix("./"), line) for each in results for line in each["line_range"]
    )


def report_text(measured: Sequence[Measured]) -> str:
    """Write a table of projects, and one of documented flaws."""
    projects = [
        (
            each.name,
            str(each.report.counts.functions),
            str(each.report.counts.sources),
            str(each.report.counts.flows_in_all),
            ", ".join(
                f"{rule} {count}"
                for rule, count in sorted(Counter(flow.rule for flow in each.report.flows).items())
            ),
            f"{each.seconds:.2f}",
        )
        for each in measured
    ]
    flaws = [
        (
            each.name,
            flaw.rule,
            f"{flaw.file}: `{flaw.line_text}`",
            "found" if flaw in each.found else "missed",
            "" if each.by_bandit is None else "found" if flaw in each.by_bandit else "missed",
        )
        for each in measured
        for flaw in each.flaws
    ]
    n_found, n_flaws = sum(len(each.found) for each in measured), sum(len(each.flaws) for each in measured)
    of_projects = Table(
        title="Flows",
        headings=("project", "functions", "sources", "flows", "by rule", "CPU s"),
        rows=projects,
    )
    of_flaws = Table(
        title="Documented flaws", headings=("project", "rule", "where", "codeshed", "bandit"), rows=flaws
    )
    verdict = f"{n_found} of {n_flaws} documented flaws found"
    texts = [table_text(of_projects), table_text(of_flaws), verdict]
    return "\n\n".join(texts) + "\n"


def main(arguments: Sequence[str]) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.risk", description=__doc__)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--bandit", metavar="PROGRAM", help="Compare with this bandit.")
    parser.add_argument(
        "--index-dir", type=Path, metavar="FOLDER", help="Keep the indexes below this folder."
    )
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.index_dir or Path(temporary)
        measured = [measure(each, folder / each.resolve().name, options.bandit) for each in options.checkouts]
    print(report_text(measured))
