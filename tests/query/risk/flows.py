"""Risk flows of small projects, as short lines: `sql-injection: request.GET in show -> sqlite3.Cursor.execute[0] in run`."""

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

from codeshed.discover.file_reading import FolderSourceReader
from codeshed.model.answers.caps import Caps, caps_of
from codeshed.model.repository_settings import Settings
from codeshed.model.risk.risk_rules import RiskRules
from codeshed.project.index.data_flow_parts import iter_flows
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.stored_resolution import StoredResolution
from codeshed.project.index.update import bring_up_to_date
from codeshed.project.risk_rules import shipped_risk_rules
from codeshed.query.risk.risk import RiskReportV1, RiskRequest, RiskSources, find_risks
from codeshed.store.graph_file import open_graph
from codeshed.store.index_reading import open_index

if TYPE_CHECKING:
    from codeshed.graph.data.code_graph import CodeGraph
    from codeshed.model.semantic import Document


def write_project(root: Path, texts: Mapping[str, str]) -> Path:
    """Write files, and index them without types."""
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(dedent(text), encoding="utf-8")
    bring_up_to_date(IndexRequest(root=root, index_dir=root / ".codeshed", settings=Settings(types="off")))
    return root


def risks(
    root: Path, rules: RiskRules | None = None, caps: Caps | None = None, around: str | None = None
) -> RiskReportV1:
    """Return the report on an indexed project; with `around`, of what passes through one symbol."""
    with open_index(root / ".codeshed") as reader:
        assert reader.graph_path is not None
        graph: CodeGraph = open_graph(reader.graph_path)
        row = None if around is None else graph.find_row(around)
        assert (row is None) == (around is None)

        def document_of(path: str) -> "Document | None":
            stored = StoredResolution(reader)
            return stored.document(path) if path in stored.paths() else None

        return find_risks(
            graph,
            RiskSources(
                flows=lambda: iter_flows(reader), texts=FolderSourceReader(root), document_of=document_of
            ),
            RiskRequest(
                caps=caps or caps_of("large"),
                rules=rules or shipped_risk_rules(),
                rows=None if row is None else frozenset({row}),
            ),
        )


def lines_of(report: RiskReportV1) -> list[str]:
    """Return one line for each flow, sorted."""
    return sorted(
        f"{each.rule}: {each.source} in {_name(each.steps[0].ref)} -> {each.sink} in {_name(each.steps[-1].ref)}"
        for each in report.flows
    )


def _name(ref: object) -> str:
    symbol = str(getattr(ref, "symbol_id", None) or getattr(ref, "path", ""))
    return symbol.rpartition("::")[2]
